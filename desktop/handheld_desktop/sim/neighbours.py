"""Apps of others that mean well: one for each way in which tools are offered."""

import threading
from collections.abc import Mapping

from handheld import codec

from .third_party import Bundle, Neighbour, ProviderApp, Reply, ServiceApp


def failed(message: str) -> Bundle:
    return {"success": False, "error_message": message}


class AlmanacApp(ProviderApp):
    """One tool, described in entries of its own, as the document has it."""

    package = "com.example.almanac"
    name = "Almanac"
    authority = "com.example.almanac.mcptool"

    def get_tool_info(self) -> Bundle:
        properties = {
            "city": {"type": "string", "description": "Name of the city"},
            "days": {"type": "number", "description": "How many days from now", "minimum": 0, "maximum": 30},
            "with_moon": {"type": "boolean", "description": "Say the phase of the moon as well"},
            "events": {"type": "array", "items": {"type": "string"}, "description": "Which events: sunrise, sunset"},
        }
        return {
            "success": True,
            "tool_name": "get_sun_times",
            "tool_description": "Tells when the sun rises and sets in a city",
            "tool_input_schema": codec.text(properties),
            "tool_input_required": ["city"],
        }

    def execute_tool(self, tool: str, arguments: Mapping[str, str]) -> Bundle:
        city = arguments.get("city", "")
        if city == "Atlantis":
            return failed("No such city: Atlantis")
        given = ", ".join(f"{name}={value}" for name, value in sorted(arguments.items()))
        return {"success": True, "tool_result": f"{city}: sunrise 6:12, sunset 20:41 ({given})"}


class ToolboxApp(ProviderApp):
    """Several tools in one list, as the public host's SDK writes it."""

    package = "org.example.toolbox"
    name = "Toolbox"
    authority = "org.example.toolbox.authorities.McpProvider"

    def get_tool_info(self) -> Bundle:
        tools = {
            "reverse": {"description": "Reverses a text", "inputs": [self._input("text", "What to reverse")]},
            "repeatText": {
                "description": "Says a text several times",
                "inputs": [self._input("text", "What to say"), self._input("times", "How often", required=False)],
            },
        }
        return {"success": True, "tool": codec.text({"tools": tools})}

    def execute_tool(self, tool: str, arguments: Mapping[str, str]) -> Bundle:
        text = arguments["text"]
        result = {"reverse": text[::-1], "repeatText": text * int(arguments.get("times", "2"))}.get(tool)
        return failed(f"Unknown tool: {tool}") if result is None else {"success": True, "tool_result": result}

    @staticmethod
    def _input(name: str, description: str, required: bool = True) -> dict[str, object]:
        kind = "se.premex.mcp.provider.ToolInput.StringInput"
        return {"type": kind, "name": name, "description": description, "required": required}


class ThermostatApp(ServiceApp):
    """Mobile MCP to the letter of its document."""

    package = "com.example.thermostat"
    name = "Thermostat"
    service = "com.example.thermostat.McpService"
    tool_name = "Thermostat"
    tool_description = "Reads and sets the heating at home"
    descriptor = """
        <mobile-mcp-capabilities version="1.0">
            <capability id="set_temperature" description="Sets the temperature of a room" version="2">
                <input>
                    <param name="room" type="string" required="true" description="Name of the room" />
                    <param name="celsius" type="number" required="true" description="Degrees Celsius" />
                    <param name="hold" type="boolean" required="false" description="Keep it until told otherwise" />
                </input>
                <output>
                    <param name="room" type="string" description="The room" />
                    <param name="celsius" type="number" description="What it is set to now" />
                    <param name="hold" type="boolean" description="Whether it is kept" />
                </output>
            </capability>
            <capability id="list_rooms" description="Lists the rooms" version="1">
                <output>
                    <param name="rooms" type="array" description="Their names" />
                </output>
            </capability>
        </mobile-mcp-capabilities>"""

    def on_start(self, extras: Mapping[str, str], reply: Reply) -> None:
        request = codec.loads(extras["mobile-mcp-request"])["mobile-mcp-request"]["request"]
        capability, args = request["capability"]["id"], request["capability"]["args"]
        if capability == "list_rooms":
            return self._answer(request, reply, [("rooms", "array", ["Kitchen", "Study"])])
        if args["room"] not in ("Kitchen", "Study"):
            return self._answer(request, reply, [], f"No such room: {args['room']}")
        # Values as texts, as in the document's example.
        output = [("room", "string", args["room"]), ("celsius", "number", str(args["celsius"]))]
        return self._answer(request, reply, [*output, ("hold", "boolean", str(args.get("hold", False)).lower())])

    def _answer(self, request: Bundle, reply: Reply, output: list[tuple[str, str, object]], problem: str = "") -> None:
        listed = [{"name": name, "type": kind, "value": value} for name, kind, value in output]
        capability = {"id": request["capability"]["id"], "output": listed}
        response = {"id": request["id"], "capability": capability, "status": "failure" if problem else "success"}
        response["message"] = problem or "The heating has heard you"
        packed = codec.text({"mobile-mcp-response": {"version": "1.0", "response": response}})
        # In its own time, as a service does.
        threading.Thread(target=reply, args=({"mobile-mcp-response": packed},)).start()


class TimesheetApp(ServiceApp):
    """Mobile MCP as the reference apps speak it: no version, an input packed as text, bare replies."""

    package = "com.example.timesheet"
    name = "Timesheet"
    service = "com.example.timesheet.GatewayService"
    descriptor = """
        <mobile-mcp-capabilities>
            <capability description="Clock in today." id="clock_in_today" version="1" />
            <capability description="Query whether a date has been clocked in." id="query_clock_in" version="1">
                <input>
                    <param name="date" description="Date in format yyyy-MM-dd" required="true" type="string" />
                </input>
                <output>
                    <param name="date" description="The queried date" type="string" />
                    <param name="has_clocked_in" description="Whether it has been clocked in" type="boolean" />
                </output>
            </capability>
        </mobile-mcp-capabilities>"""

    def on_start(self, extras: Mapping[str, str], reply: Reply) -> None:
        request = codec.loads(extras["request"])
        answer: Bundle = {"id": request["id"], "status": "success"}
        if request["capability"]["id"] == "clock_in_today":
            answer["message"] = "Clocked in."
        else:
            date = codec.loads(request["capability"]["input"])["date"]
            output = {"date": date, "has_clocked_in": date < "2026-11-15"}
            answer["capability"] = {"id": request["capability"]["id"], "output": output}
        reply({"mcp_request_id": request["id"], "response": codec.text(answer)})


def good_apps() -> list[Neighbour]:
    return [AlmanacApp(), ToolboxApp(), ThermostatApp(), TimesheetApp()]
