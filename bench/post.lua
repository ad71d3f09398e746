-- Sends the requests of a file in turn, each call with an id of its own, and prints the result as JSON: wrk … -- FILE ID
local parts, at, count = {}, 0, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local text = file:read("*a")
  file:close()
  first = tonumber(args[2])
  for request in text:gmatch("([^\1]+)") do
    local before, after = request:match("^(.*)" .. args[2] .. "(.*)$")
    parts[#parts + 1] = {before, after}
  end
end

function request()
  at = at % #parts + 1
  count = count + 1
  return parts[at][1] .. string.format("%d", first + count) .. parts[at][2]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"calls":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
