// History: the audit log, filtered and exported.

import { ask, blob, inTurn } from "./api.js";
import { fill, h } from "./dom.js";
import { app } from "./native.js";
import { recording, thumbnail } from "./pictures.js";
import { number, t, time, told } from "./texts.js";

const READING = 200; // whoever has scrolled down so far must not lose the line; what is new comes once they are back

export async function show(content, around) {
  const filter = { client: "", tool: "", outcome: "" };
  const bar = h("div", { class: "bar" });
  const body = h("tbody", {});
  const table = h(
    "table",
    {},
    h("caption", { class: "offscreen" }, t("history.title")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["time", "client", "tool", "arguments", "outcome", "ms"].map((name) => h("th", { scope: "col" }, t(`history.${name}`))),
      ),
    ),
    body,
  );
  const more = h("button", { class: "quiet", hidden: true, onclick: () => load(body.children.length) }, t("history.more"));
  const empty = h("p", { class: "empty", hidden: true }, t("history.none"));
  const pictures = h("div", { class: "recording" });
  content.append(
    h("p", { class: "lead" }, t("history.lead")),
    bar,
    pictures,
    h("div", { class: "card table" }, table, empty, more),
  );

  async function load(start) {
    const asked = { ...filter };
    const found = await ask("history", { ...asked, start });
    if (Object.keys(filter).some((name) => filter[name] !== asked[name])) return found; // another question is under way
    if (start === 0) catchUp(body, found.entries);
    else if (!goOn(body, found.entries) && found.more) return load(start + found.entries.length);
    if (body.children.length <= start + found.entries.length) more.hidden = !found.more;
    empty.hidden = body.children.length > 0;
    table.hidden = !empty.hidden;
    recording(pictures, found, reload);
    return found;
  }
  const latest = inTurn(() => load(0));
  const reload = async () => {
    body.replaceChildren();
    showBar(bar, filter, await latest(), reload);
  };
  let behind = false;
  const keepUp = () => {
    behind = window.scrollY >= READING;
    if (!behind) latest().catch(() => {});
  };
  around.on(["calls", "settings"], keepUp);
  window.addEventListener("scroll", () => behind && keepUp(), { signal: around.signal });
  await reload();
}

// The latest lines are these. One that is there already stays, with its picture and under the finger.
function catchUp(body, entries) {
  const wanted = new Set(entries.map((entry) => JSON.stringify(entry)));
  let line = body.firstElementChild;
  for (const entry of entries) {
    while (line && !wanted.has(line.dataset.entry)) {
      const next = line.nextElementSibling;
      line.remove();
      line = next;
    }
    if (line?.dataset.entry === JSON.stringify(entry)) line = line.nextElementSibling;
    else body.insertBefore(row(entry), line);
  }
}

// These lines come next, but for those that have moved down from what is shown while others came in above. Are there any?
function goOn(body, entries) {
  const shown = new Set([...body.children].map((line) => line.dataset.entry));
  const fresh = entries.filter((entry) => !shown.has(JSON.stringify(entry)));
  body.append(...fresh.map(row));
  return fresh.length > 0;
}

function showBar(bar, filter, found, reload) {
  if (bar.children.length > 0) return;
  const pick = (name, values, say) =>
    h(
      "label",
      {},
      h("span", {}, t(`history.${name}`)),
      h(
        "select",
        { onchange: (event) => ((filter[name] = event.target.value), reload()) },
        h("option", { value: "" }, t("history.all")),
        values.map((value) => h("option", { value }, say(value))),
      ),
    );
  const same = (value) => value;
  fill(
    bar,
    pick("client", found.clients, same),
    pick("tool", found.tools, same),
    pick("outcome", found.outcomes, (value) => told(`outcome.${value}`, value)),
    h("button", { onclick: () => save(filter) }, t("history.export")),
  );
}

async function save(filter) {
  const lines = await blob("history.jsonl", filter);
  if (app) return app.save(await lines.text()); // a WebView has no downloads
  const address = URL.createObjectURL(lines);
  const link = h("a", { href: address, download: "handheld-history.jsonl" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function row(entry) {
  const said = Object.entries(entry.arguments)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
  const cell = (name, ...inside) => h("td", { "data-label": t(`history.${name}`) }, inside);
  return h(
    "tr",
    { "data-entry": JSON.stringify(entry) },
    cell("time", h("time", { datetime: entry.time }, time(entry.time))),
    cell("client", entry.client),
    cell("tool", h("code", {}, entry.tool)),
    cell("arguments", h("span", { class: "arguments" }, said)),
    cell("outcome", outcome(entry), entry.picture && thumbnail(entry)),
    cell("ms", number(Math.round(entry.ms))),
  );
}

export function outcome(entry) {
  const good = entry.outcome === "ok";
  return h("span", { class: good ? "outcome good" : "outcome bad" }, told(`outcome.${entry.outcome}`, entry.outcome));
}
