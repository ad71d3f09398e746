// Settings: every one of the core's, each in its group; tokens; storage; other apps.

import { ask, inTurn } from "./api.js";
import { showCallers } from "./callers.js";
import { h, toggle } from "./dom.js";
import { app } from "./native.js";
import { Sheet } from "./sheet.js";
import { t, told } from "./texts.js";
import { showTokens } from "./tokens.js";

const GROUPS = {
  server: ["host", "port", "tls", "slug", "allowed_hosts", "page_port"],
  asking: ["confirm"],
  privacy: ["private_apps", "pause_on_touch", "record_pictures"],
  agents: ["screen_format"],
  download: ["download"],
  other_apps: ["offer", "external_timeout_seconds"],
  limits: ["file_size_limit_bytes", "max_body_bytes", "max_concurrent_calls", "call_timeout_seconds"],
};
const FIRST = ["server"];

export async function show(content, around) {
  const [found, { apps }] = await Promise.all([ask("settings"), ask("private_apps/suggestions").catch(() => ({ apps: [] }))]);
  found.suggested = apps;
  const sheet = new Sheet(found);
  const tokens = h("section", { class: "card", "aria-labelledby": "tokens-title" });
  const callers = h("section", { class: "card", "aria-labelledby": "callers-title" });
  const known = new Set(["storage", ...Object.values(GROUPS).flat()]);
  const groups = { ...GROUPS, more: Object.keys(found.schema).filter((name) => !known.has(name)) };
  const later = Object.keys(groups).filter((name) => !FIRST.includes(name) && groups[name].length);
  content.append(
    ...FIRST.map((name) => part(name, groups[name], found, sheet)),
    tokens,
    storage(found, sheet),
    ...later.flatMap((name) => [part(name, groups[name], found, sheet), ...(name === "other_apps" ? [callers] : [])]),
    sheet.bar,
  );
  const somebodyCame = showTokens(tokens, found);
  around.on(["clients"], () => somebodyCame().catch(() => {}));
  const refresh = inTurn(() => showCallers(callers, refresh));
  around.on(["calls", "settings", "state"], () => refresh().catch(() => {}));
  await refresh().catch(() => {}); // without a server nobody can have knocked
}

function part(name, settings, found, sheet) {
  return h(
    "section",
    { class: "card", "aria-labelledby": `part-${name}` },
    h("h2", { id: `part-${name}` }, t(`settings.${name}`)),
    told(`settings.${name}.hint`, "") && h("p", { class: "hint" }, t(`settings.${name}.hint`)),
    settings.map((setting) => sheet.fields([setting], found.schema[setting])),
    name === "server" && [startWithPhone(), fingerprint(found.fingerprint)],
  );
}

// Android keeps this one, not the settings file; so it is there only inside the app, and holds at once.
function startWithPhone() {
  if (!app) return false;
  return h(
    "div",
    { class: "field switched" },
    h("div", {}, h("p", { class: "label", "aria-hidden": "true" }, t("boot")), h("p", { class: "hint" }, t("boot.help"))),
    toggle(t("boot"), app.startsOnBoot(), async (on) => app.startOnBoot(on)),
  );
}

function fingerprint(value) {
  if (!value) return false;
  return h(
    "div",
    { class: "field" },
    h("p", { class: "label" }, t("settings.fingerprint")),
    h("p", { class: "code" }, h("code", {}, value)),
  );
}

function storage(found, sheet) {
  const rules = Object.entries(found.schema.storage.additionalProperties.properties);
  return h(
    "section",
    { class: "card", "aria-labelledby": "storage-title" },
    h("h2", { id: "storage-title" }, t("settings.storage")),
    h("p", { class: "hint" }, t("settings.storage.hint")),
    found.locations.length === 0 && h("p", { class: "empty" }, t("settings.storage.none")),
    found.locations.map((location) =>
      h(
        "fieldset",
        {},
        h("legend", {}, location.name, h("span", { class: "hint" }, ` ${location.path}`)),
        rules.map(([name, schema]) =>
          sheet.field(["storage", location.id, name], schema, `storage.${name}`, `${location.name}: `),
        ),
      ),
    ),
  );
}
