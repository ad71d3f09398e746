// A form from a JSON Schema: a field for each property; what is left empty is left out.

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

const LONG = ["text", "content", "new_text", "message", "old_string", "new_string"];
let count = 0;

export function form(schema) {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(([name, kind]) => field(name, kind, required.includes(name)));
  const element = h(
    "div",
    { class: "fields" },
    fields.length ? fields.map((field) => field.element) : h("p", { class: "hint" }, t("try.no_arguments")),
  );
  return {
    element,
    // The arguments, or null where one cannot be read; it says so itself.
    value() {
      const read = fields.map((field) => [field.name, field.read()]);
      if (fields.some((field) => field.wrong)) return null;
      return Object.fromEntries(read.filter(([, value]) => value !== undefined));
    },
  };
}

function field(name, given, required) {
  const kind = plain(given);
  const id = `field-${++count}`;
  const problem = h("p", { class: "problem", id: `${id}-problem`, hidden: true });
  const input = control(id, name, kind, required);
  input.setAttribute("aria-describedby", `${id}-hint ${id}-problem`);
  const hint = h("p", { class: "hint", id: `${id}-hint` }, given.description ?? "");
  const label = h("label", { for: id }, name, required && h("span", { class: "needed" }, ` ${t("try.required")}`));
  const checkbox = kind.type === "boolean";
  const made = {
    name,
    wrong: false,
    element: h(
      "div",
      { class: checkbox ? "field checkbox" : "field" },
      checkbox ? [input, label] : [label, input],
      hint,
      problem,
    ),
    read() {
      const [value, why] = parse(input, kind, required);
      made.wrong = why !== null;
      problem.hidden = why === null;
      fill(problem, why ?? "");
      input.setAttribute("aria-invalid", String(made.wrong));
      return value;
    },
  };
  return made;
}

// What may be null is an anyOf; a field shows the other choice, and empty stands for null.
function plain(kind) {
  const choice = kind.anyOf?.find((choice) => choice.type !== "null");
  return choice ? { ...kind, ...choice } : kind;
}

function control(id, name, kind, required) {
  const initial = kind.default === undefined || kind.default === null ? "" : kind.default;
  if (kind.type === "boolean") return h("input", { id, type: "checkbox", checked: initial === true });
  if (kind.enum) {
    return h(
      "select",
      { id },
      !required && h("option", { value: "" }, "–"),
      kind.enum.map((word) => h("option", { value: word, selected: word === initial }, String(word))),
    );
  }
  if (kind.type === "integer" || kind.type === "number") {
    return h("input", {
      id,
      type: "number",
      step: kind.type === "integer" ? "1" : "any",
      min: kind.minimum,
      max: kind.maximum,
      value: String(initial),
      inputmode: "decimal",
    });
  }
  if (kind.type !== "string")
    return h("textarea", {
      id,
      rows: "4",
      spellcheck: "false",
      class: "code",
      value: initial === "" ? "" : JSON.stringify(initial),
    });
  return LONG.includes(name)
    ? h("textarea", { id, rows: "3", value: initial })
    : h("input", { id, type: "text", value: initial, autocomplete: "off", spellcheck: "false" });
}

function parse(input, kind, required) {
  if (kind.type === "boolean") return [input.checked, null];
  if (input.value === "")
    return required && kind.type !== "string" ? [undefined, t("try.missing")] : [required ? "" : undefined, null];
  if (kind.type === "integer" || kind.type === "number") {
    const value = Number(input.value);
    return Number.isFinite(value) ? [value, null] : [undefined, t("try.not_a_number")];
  }
  if (kind.type === "string") return [input.value, null];
  try {
    return [JSON.parse(input.value), null];
  } catch (error) {
    return [undefined, t("try.not_json", { why: error.message })];
  }
}
