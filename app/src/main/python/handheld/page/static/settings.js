// Settings: every one of the core's, checked by the core as the person types; tokens; storage.

import { ask, order } from "./api.js";
import { copy, fill, h, icon, say, toggle } from "./dom.js";
import { ago, t, told } from "./texts.js";

const GROUPS = {
  server: ["host", "port", "tls", "slug", "allowed_hosts", "page_port"],
  download: ["download"],
  other_apps: ["offer", "external_timeout_seconds"],
  limits: ["file_size_limit_bytes", "max_body_bytes", "max_concurrent_calls", "call_timeout_seconds"],
};
const CHECK_MS = 250;

export async function show(content, around) {
  const found = await ask("settings");
  const sheet = new Sheet(found);
  const tokens = h("section", { class: "card", "aria-labelledby": "tokens-title" });
  showTokens(tokens, found);
  const grouped = new Set(["storage", ...Object.values(GROUPS).flat()]);
  const rest = Object.keys(found.schema).filter((name) => !grouped.has(name));
  const { server, ...others } = GROUPS;
  const part = (name, settings) =>
    h(
      "section",
      { class: "card", "aria-labelledby": `part-${name}` },
      h("h2", { id: `part-${name}` }, t(`settings.${name}`)),
      told(`settings.${name}.hint`, "") && h("p", { class: "hint" }, t(`settings.${name}.hint`)),
      settings.map((setting) => sheet.fields([setting], found.schema[setting])),
      name === "server" &&
        found.fingerprint &&
        h(
          "div",
          { class: "field" },
          h("p", { class: "label" }, t("settings.fingerprint")),
          h("p", { class: "code" }, h("code", {}, found.fingerprint)),
        ),
    );
  content.append(
    part("server", server),
    tokens,
    storage(found, sheet),
    ...Object.entries(others).map(([name, settings]) => part(name, settings)),
  );
  if (rest.length) content.append(part("more", rest));
  content.append(sheet.bar);
  around.on(["clients"], async () => showTokens(tokens, await ask("settings")));
}

// What the person changed and has not saved yet.
class Sheet {
  constructor(found) {
    this.found = found;
    this.changes = {};
    this.places = new Map();
    this.save = h("button", { onclick: () => this.keep() }, t("settings.save"));
    this.note = h("p", {}, t("settings.unsaved"));
    this.bar = h(
      "div",
      { class: "save", hidden: true, role: "status" },
      this.note,
      h(
        "span",
        { class: "actions" },
        h("button", { class: "quiet", onclick: () => window.dispatchEvent(new Event("hashchange")) }, t("settings.discard")),
        this.save,
      ),
    );
  }

  fields(path, schema) {
    if (schema.properties) return Object.entries(schema.properties).map(([name, inner]) => this.fields([...path, name], inner));
    return this.field(path, schema);
  }

  field(path, schema) {
    const key = path.join(".");
    const id = `setting-${key}`;
    const title = told(`setting.${key}`, path.at(-1));
    const help = told(`setting.${key}.help`, schema.description ?? "");
    const problem = h("p", { class: "problem", id: `${id}-problem`, hidden: true });
    const value = path.reduce((inner, name) => inner?.[name], this.found.values);
    const hint = h("p", { class: "hint", id: `${id}-hint` }, help);
    if (schema.type === "boolean") {
      const button = toggle(title, value, (on) => this.change(path, on));
      button.setAttribute("aria-describedby", `${id}-hint`);
      return h(
        "div",
        { class: "field switched" },
        h("div", {}, h("p", { class: "label", "aria-hidden": "true" }, title), hint, problem),
        button,
      );
    }
    const [input, read] = control(id, schema, value);
    input.setAttribute("aria-describedby", `${id}-hint ${id}-problem`);
    input.addEventListener("input", () => this.change(path, read()));
    this.places.set(key, { input, problem });
    return h("div", { class: "field" }, h("label", { for: id }, title), input, hint, problem);
  }

  change(path, value) {
    let place = this.changes;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    place[path.at(-1)] = value;
    this.bar.hidden = false;
    clearTimeout(this.timer);
    this.save.disabled = true;
    this.timer = setTimeout(() => this.check(), CHECK_MS);
  }

  async check() {
    const { problems } = await order("settings/check", { changes: this.changes });
    for (const [key, { input, problem }] of this.places) {
      const why = Object.entries(problems).find(([where]) => where === key || where.startsWith(`${key}.`))?.[1];
      problem.hidden = why === undefined;
      problem.textContent = why ?? "";
      input.setAttribute("aria-invalid", String(why !== undefined));
    }
    const wrong = Object.keys(problems).length > 0;
    this.save.disabled = wrong;
    this.note.textContent = wrong ? t("settings.wrong") : t("settings.unsaved");
  }

  async keep() {
    await order("settings/save", { changes: this.changes });
    this.changes = {};
    this.bar.hidden = true;
    say(t("settings.saved"));
    window.dispatchEvent(new Event("hashchange"));
  }
}

function control(id, schema, value) {
  if (schema.type === "integer") {
    const input = h("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", value: String(value) });
    return [input, () => (/^-?\d+$/.test(input.value.trim()) ? Number(input.value) : input.value)];
  }
  if (schema.type === "array") {
    const input = h("textarea", { id, rows: "2", spellcheck: "false", value: value.join("\n") });
    return [
      input,
      () =>
        input.value
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
    ];
  }
  if (schema.type === "object") {
    const input = h("textarea", { id, rows: "3", spellcheck: "false", class: "code", value: JSON.stringify(value, null, 2) });
    return [input, () => json(input.value)];
  }
  const input = h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", value });
  return [input, () => input.value];
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function storage(found, sheet) {
  const rules = found.schema.storage.additionalProperties.properties;
  return h(
    "section",
    { class: "card", "aria-labelledby": "storage-title" },
    h("h2", { id: "storage-title" }, t("settings.storage")),
    h("p", { class: "hint" }, t("settings.storage.hint")),
    found.locations.length === 0 && h("p", { class: "empty" }, t("settings.storage.none")),
    found.locations.map((location) => {
      const now = found.values.storage[location.id] ?? { description: "", allow_write: false, allow_delete: false };
      found.values.storage[location.id] = now;
      return h(
        "fieldset",
        {},
        h("legend", {}, location.name, h("span", { class: "hint" }, ` ${location.path}`)),
        Object.entries(rules).map(([name, schema]) => {
          const path = ["storage", location.id, name];
          const title = t(`setting.storage.${name}`);
          if (schema.type === "boolean")
            return h(
              "div",
              { class: "field switched" },
              h("p", { class: "label", "aria-hidden": "true" }, title),
              toggle(`${location.name}: ${title}`, now[name], (on) => sheet.change(path, on)),
            );
          const id = `setting-${location.id}-${name}`;
          const input = h("input", { id, type: "text", value: now[name] });
          input.addEventListener("input", () => sheet.change(path, input.value));
          return h("div", { class: "field" }, h("label", { for: id }, title), input);
        }),
      );
    }),
  );
}

function showTokens(card, found) {
  if (card.contains(document.activeElement) && document.activeElement.tagName === "INPUT") return;
  const name = h("input", {
    type: "text",
    maxlength: "60",
    placeholder: t("tokens.name"),
    "aria-label": t("tokens.name"),
    autocomplete: "off",
  });
  const secret = h("div", { class: "secret", role: "status" });
  const make = async (event) => {
    event.preventDefault();
    const made = await order("tokens/make", { name: name.value });
    name.blur();
    showTokens(card, await ask("settings"));
    const place = card.querySelector(".secret");
    fill(
      place,
      h("p", {}, t("tokens.once", { name: made.name })),
      h(
        "p",
        { class: "code" },
        h("code", {}, made.token),
        h("button", { class: "quiet", onclick: () => copy(made.token, t("copied")) }, icon("copy"), t("copy")),
      ),
    );
  };
  const revoke = (token) => async (event) => {
    const button = event.currentTarget;
    if (!button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = t("tokens.sure");
      return;
    }
    await order("tokens/revoke", { name: token });
    say(t("tokens.revoked", { name: token }));
    showTokens(card, await ask("settings"));
  };
  fill(
    card,
    h("h2", { id: "tokens-title" }, t("tokens.title")),
    h("p", { class: "hint" }, t("tokens.hint")),
    h(
      "ul",
      { class: "rows" },
      found.tokens.map((token) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "who" },
            h("strong", {}, token.name),
            h("span", { class: "hint" }, token.last_used ? t("tokens.used", { when: ago(token.last_used) }) : t("tokens.unused")),
          ),
          token.kept
            ? h(
                "button",
                { class: "quiet", "aria-label": t("tokens.revoke_named", { name: token.name }), onclick: revoke(token.name) },
                t("tokens.revoke"),
              )
            : h("span", { class: "tag" }, t("tokens.this_run")),
        ),
      ),
    ),
    secret,
    h("form", { class: "field inline", onsubmit: make }, name, h("button", { type: "submit" }, t("tokens.make"))),
  );
}
