// How a setting is entered: a number, a choice, a list that grows and shrinks, tools to tick.

import { fill, h, icon } from "./dom.js";
import { t, told } from "./texts.js";

// { element, input? }: `input` is what a label can point at. `change` gets every new value.
export function control(id, key, schema, value, found, change) {
  if (key.endsWith("free_folders")) return folders(id, value, change);
  if (key === "confirm.tools") {
    const ours = found.tools.filter((tool) => !tool.source); // those of other apps have a switch of their own
    return { element: toolbox(`${id}-label`, value, ours, change) };
  }
  if (schema.type === "array") return list(id, value, change, key.endsWith("apps") ? appsOf(key, found) : undefined);
  if (schema.enum) return choice(id, key, schema.enum, value, change);
  const number = schema.type === "integer";
  const input = h("input", {
    id,
    type: "text",
    inputmode: number ? "numeric" : undefined,
    autocomplete: "off",
    spellcheck: "false",
    value: String(value),
  });
  const read = () => (number && /^-?\d+$/.test(input.value.trim()) ? Number(input.value) : input.value);
  input.addEventListener("input", () => change(read()));
  return { element: input, input };
}

function choice(id, key, words, value, change) {
  const input = h(
    "select",
    { id, onchange: () => change(input.value) },
    words.map((word) => h("option", { value: word, selected: word === value }, told(`setting.${key}.${word}`, word))),
  );
  return { element: input, input };
}

function appsOf(key, found) {
  const named = ({ package: id, name }) => [id, name];
  return { names: new Map(found.apps.map(named)), offered: key === "private_apps" ? found.suggested.map(named) : [] };
}

// What is in the list, each with a button that takes it out, a field for one more, and what else the person may want in it.
function list(id, value, change, { names = new Map(), offered = [], between = /[\s,]+/ } = {}) {
  let now = [...value];
  const items = h("ul", { class: "chips" });
  const offers = h("p", { class: "offers" });
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    list: names.size > 0 && `${id}-known`,
  });
  const set = (next) => {
    now = next;
    draw();
    change(now);
  };
  const add = () => {
    const words = input.value.split(between).map((word) => word.trim());
    const more = words.filter((word) => word && !now.includes(word));
    input.value = "";
    if (more.length) set([...now, ...more]);
  };
  function draw() {
    fill(
      items,
      now.map((item) =>
        h(
          "li",
          { class: "chip" },
          h("span", {}, item, names.has(item) && h("span", { class: "hint" }, ` ${names.get(item)}`)),
          h(
            "button",
            { type: "button", class: "quiet round", "aria-label": t("list.remove", { item }), onclick: () => set(now.filter((other) => other !== item)) },
            icon("close"),
          ),
        ),
      ),
    );
    const left = offered.filter(([item]) => !now.includes(item));
    fill(
      offers,
      left.length > 0 && h("span", { class: "hint" }, t("list.offered")),
      left.map(([item, name]) =>
        h("button", { type: "button", class: "quiet", title: item, onclick: () => set([...now, item]) }, `+ ${name}`),
      ),
    );
  }
  input.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), add()));
  input.addEventListener("change", add);
  draw();
  const element = h(
    "div",
    { class: "list" },
    items,
    h("div", { class: "adding" }, input, h("button", { type: "button", class: "quiet", onclick: add }, t("list.add"))),
    offers,
    names.size > 0 && h("datalist", { id: `${id}-known` }, [...names].map(([item, name]) => h("option", { value: item }, name))),
  );
  return { element, input, value: () => now };
}

// Every tool of the phone, to tick.
export function toolbox(labelled, value, tools, change) {
  const chosen = new Set(value);
  const count = h("span", { class: "hint" });
  const tell = () => (count.textContent = t("tools.chosen", { chosen: chosen.size }));
  const tick = (name) => (event) => {
    if (event.target.checked) chosen.add(name);
    else chosen.delete(name);
    tell();
    change([...chosen]);
  };
  const groups = new Map();
  for (const tool of tools) groups.set(tool.category, [...(groups.get(tool.category) ?? []), tool]);
  tell();
  return h(
    "details",
    { class: "toolbox", role: "group", "aria-labelledby": labelled },
    h("summary", {}, t("tools.choose"), " ", count),
    [...groups].map(([category, inside]) =>
      h(
        "fieldset",
        {},
        h("legend", {}, told(`category.${category}`, category)),
        inside.map(({ name, title }) =>
          h("label", { class: "check" }, h("input", { type: "checkbox", checked: chosen.has(name), onchange: tick(name) }), title),
        ),
      ),
    ),
  );
}

// Where agents write without asking: everywhere (which the settings call the folder ""), nowhere, or in some folders.
function folders(id, value, change) {
  const kind = value.includes("") ? "everywhere" : value.length ? "some" : "nowhere";
  const some = list(`${id}-some`, value.filter(Boolean), change, { between: "\n" });
  some.input.setAttribute("aria-label", t("folders.name"));
  const input = h(
    "select",
    { id },
    ["everywhere", "some", "nowhere"].map((word) => h("option", { value: word, selected: word === kind }, t(`folders.${word}`))),
  );
  some.element.hidden = kind !== "some";
  input.addEventListener("change", () => {
    some.element.hidden = input.value !== "some";
    change({ everywhere: [""], nowhere: [], some: some.value() }[input.value]);
  });
  return { element: h("div", { class: "folders" }, input, some.element), input };
}
