// What the person changed in the settings and has not saved yet, checked by the core as they type.

import { order } from "./api.js";
import { h, say, toggle } from "./dom.js";
import { control } from "./controls.js";
import { t, told } from "./texts.js";

const CHECK_MS = 250;
const OWN_PLACE = ["offer.callers"];

export class Sheet {
  constructor(found) {
    this.found = found;
    this.changes = {};
    this.edits = 0;
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

  // A field for a setting, or for each inside it.
  fields(path, schema) {
    if (!schema.properties) return this.field(path, schema);
    const inner = Object.entries(schema.properties).map(([name, kind]) => [[...path, name], kind]);
    return inner.filter(([at]) => !OWN_PLACE.includes(at.join("."))).map(([at, kind]) => this.fields(at, kind));
  }

  // `key` names its texts where the path names a place; `of` says which of many a switch is for.
  field(path, schema, key = path.join("."), of = "") {
    const id = `setting-${path.join(".")}`;
    const title = told(`setting.${key}`, path.at(-1));
    const value = path.reduce((inner, name) => inner?.[name], this.found.values) ?? schema.default;
    const problem = h("p", { class: "problem", id: `${id}-problem`, hidden: true });
    const hint = h("p", { class: "hint", id: `${id}-hint` }, told(`setting.${key}.help`, schema.description ?? ""));
    if (schema.type === "boolean") {
      const button = toggle(of + title, value, (on) => this.change(path, on));
      button.setAttribute("aria-describedby", `${id}-hint`);
      const text = h("div", {}, h("p", { class: "label", "aria-hidden": "true" }, title), hint, problem);
      return h("div", { class: "field switched" }, text, button);
    }
    const made = control(id, key, schema, value, this.found, (changed) => this.change(path, changed));
    const input = made.input ?? made.element;
    input.setAttribute("aria-describedby", `${id}-hint ${id}-problem`);
    this.places.set(path.join("."), { input, problem });
    const label = made.input ? h("label", { for: id }, title) : h("p", { class: "label", id: `${id}-label` }, title);
    return h("div", { class: "field" }, label, made.element, hint, problem);
  }

  change(path, value) {
    let place = this.changes;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    place[path.at(-1)] = value;
    this.edits += 1;
    this.bar.hidden = false;
    clearTimeout(this.timer);
    this.save.disabled = true;
    this.timer = setTimeout(() => this.check(), CHECK_MS);
  }

  async check() {
    const edits = this.edits;
    const { problems } = await order("settings/check", { changes: this.changes });
    if (edits !== this.edits) return; // what was changed meanwhile has a check of its own
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
    const edits = this.edits;
    await order("settings/save", { changes: this.changes });
    say(t("settings.saved"));
    if (edits !== this.edits) return; // what was changed meanwhile waits for a save of its own
    this.changes = {};
    this.bar.hidden = true;
    window.dispatchEvent(new Event("hashchange"));
  }
}
