// What the agent sees: the picture with its boxes, and the lines it reads, tied together.

import { ask, blob, inTurn } from "./api.js";
import { copy, fill, h, icon, svg } from "./dom.js";
import { number, t } from "./texts.js";

const LOOK_MS = 1000;
const COLUMNS = ["id", "class", "text", "desc", "res_id", "bounds", "flags"];

export async function screen(card, around) {
  const parts = {
    tokens: h("p", { class: "hint tokens" }),
    picture: h("img", { alt: t("screen.picture") }),
    boxes: svg("svg", { class: "boxes", "aria-hidden": "true", preserveAspectRatio: "none" }),
    lines: h("div", { class: "lines", role: "listbox", tabindex: "0", "aria-label": t("screen.lines") }),
    details: h("div", { class: "details", "aria-live": "polite" }),
    raw: h("pre", { tabindex: "0", "aria-label": t("screen.raw") }),
    problem: h("p", { class: "problem", hidden: true }),
  };
  const state = { known: "", rows: new Map(), boxes: new Map(), text: "", selected: null, lit: null };
  const labelled = h("input", { type: "checkbox", onchange: () => label(parts, state, labelled.checked) });
  const watching = h("input", { type: "checkbox", checked: !navigator.userAgent.includes("HandheldApp") });
  fill(
    card,
    h(
      "div",
      { class: "title" },
      h("h2", { id: "seen-title" }, t("screen.title")),
      h(
        "span",
        { class: "actions" },
        h("label", { class: "check" }, labelled, t("screen.ids")),
        h("label", { class: "check" }, watching, t("screen.live")),
      ),
    ),
    parts.tokens,
    parts.problem,
    h(
      "div",
      { class: "split" },
      h("div", { class: "phone" }, parts.picture, parts.boxes),
      h(
        "div",
        { class: "reading" },
        parts.lines,
        parts.details,
        h(
          "details",
          { class: "raw" },
          h("summary", {}, t("screen.raw")),
          h("button", { class: "quiet", onclick: () => copy(state.text, t("copied")) }, icon("copy"), t("copy")),
          parts.raw,
        ),
      ),
    ),
  );
  tie(parts, state);

  const look = inTurn(async () => {
    if (!watching.checked) return;
    try {
      const seen = await ask("screen", { known: state.known });
      parts.problem.hidden = seen.problem === undefined;
      parts.problem.textContent = seen.problem ?? "";
      if (seen.problem || seen.same || around.signal.aborted) return;
      state.known = seen.digest;
      draw(parts, state, seen);
      label(parts, state, labelled.checked);
      await take(parts.picture);
    } catch (error) {
      parts.problem.hidden = false;
      parts.problem.textContent = error.message;
    }
  });
  watching.addEventListener("change", () => look());
  around.on(["calls"], () => look());
  around.every(LOOK_MS, look);
  await look();
}

async function take(picture) {
  const old = picture.src;
  picture.src = URL.createObjectURL(await blob("picture"));
  await picture.decode().catch(() => {});
  if (old) URL.revokeObjectURL(old);
}

function draw(parts, state, seen) {
  state.text = seen.told ?? seen.text;
  state.rows = new Map();
  const lines = seen.text.split("\n");
  parts.tokens.textContent = t("screen.tokens", {
    app: seen.app,
    tokens: number(seen.tokens),
    lines: number(Object.keys(seen.boxes).length),
  });
  parts.raw.textContent = state.text;
  parts.boxes.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
  state.boxes = new Map(
    Object.entries(seen.boxes).map(([id, [left, top, right, bottom]]) => [
      id,
      svg("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 12, "data-id": id }),
    ]),
  );
  parts.boxes.replaceChildren(...state.boxes.values());
  parts.lines.replaceChildren(groups(lines, state));
  if (state.selected && !state.rows.has(state.selected)) state.selected = null;
  choose(parts, state, state.selected, false);
  const { lit } = state;
  state.lit = null;
  light(state, lit);
}

// The ids as the agent's own picture shows them: the middle part of each.
function label(parts, state, wanted) {
  for (const old of parts.boxes.querySelectorAll(".label, text")) old.remove();
  if (!wanted) return;
  for (const [id, box] of state.boxes) {
    const [x, y] = [Number(box.getAttribute("x")), Number(box.getAttribute("y"))];
    const text = svg("text", { x: x + 8, y: y + 30 });
    text.textContent = id.split("_")[1];
    parts.boxes.append(svg("rect", { class: "label", x, y, width: 92, height: 40, rx: 8 }), text);
  }
}

// A group for each window, a row for each element. Classes and attributes only: this runs for thousands of rows.
function groups(lines, state) {
  const all = document.createDocumentFragment();
  let group = all;
  let columns = false;
  for (const line of lines) {
    if (line.startsWith("--- window:")) {
      const [, kind, app] = line.match(/type:(\S+) pkg:(\S+)/) ?? [null, "", ""];
      group = h(
        "div",
        { role: "group", "aria-label": `${app} ${kind}` },
        h("p", { class: "window", "aria-hidden": "true" }, app, h("span", {}, kind.toLowerCase())),
      );
      all.append(group);
      columns = true;
    } else if (columns) {
      columns = false;
    } else if (group !== all) {
      const cells = Object.fromEntries(line.split("\t").map((cell, at) => [COLUMNS[at], cell]));
      const row = h(
        "div",
        {
          role: "option",
          id: `row-${cells.id}`,
          "data-id": cells.id,
          "aria-selected": "false",
          class: state.boxes.has(cells.id) ? "row" : "row off",
        },
        h("span", { class: "id" }, cells.id.split("_")[1] ?? cells.id),
        h("span", { class: "said" }, name(cells)),
        h("span", { class: "kind" }, cells.class),
      );
      state.rows.set(cells.id, { row, cells });
      group.append(row);
    }
  }
  return all;
}

function name(cells) {
  const said = [cells.text, cells.desc].find((text) => text && text !== "-");
  return said ?? (cells.res_id === "-" ? "–" : cells.res_id.split("/").pop());
}

function tie(parts, state) {
  const over = (event) => light(state, event.target.closest("[data-id]")?.dataset.id);
  for (const place of [parts.lines, parts.boxes]) {
    place.addEventListener("pointerover", over);
    place.addEventListener("pointerleave", () => light(state, null));
    place.addEventListener("click", (event) => {
      const id = event.target.closest("[data-id]")?.dataset.id;
      if (id) choose(parts, state, id, place === parts.boxes);
    });
  }
  parts.lines.addEventListener("keydown", (event) => {
    const ids = [...state.rows.keys()];
    const at = ids.indexOf(state.selected);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined || ids.length === 0) return;
    event.preventDefault();
    choose(parts, state, ids[Math.min(Math.max(to, 0), ids.length - 1)], true);
  });
}

function light(state, id) {
  if (state.lit === id) return;
  for (const [element, on] of [
    [state.lit, false],
    [id, true],
  ]) {
    state.boxes.get(element)?.classList.toggle("lit", on);
    state.rows.get(element)?.row.classList.toggle("lit", on);
  }
  state.lit = id;
}

function choose(parts, state, id, scroll) {
  for (const box of parts.boxes.querySelectorAll(".chosen")) box.classList.remove("chosen");
  parts.lines.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
  state.selected = id;
  const found = state.rows.get(id);
  if (!found) {
    parts.lines.removeAttribute("aria-activedescendant");
    return fill(parts.details, h("p", { class: "hint" }, t("screen.hint")));
  }
  found.row.setAttribute("aria-selected", "true");
  parts.lines.setAttribute("aria-activedescendant", found.row.id);
  if (scroll) found.row.scrollIntoView({ block: "nearest" });
  state.boxes.get(id)?.classList.add("chosen");
  const told = COLUMNS.filter((column) => found.cells[column] && found.cells[column] !== "-");
  return fill(
    parts.details,
    h(
      "dl",
      {},
      told.map((column) => h("div", {}, h("dt", {}, t(`screen.${column}`)), h("dd", {}, found.cells[column]))),
    ),
    h("button", { class: "quiet", onclick: () => copy(id, t("copied")) }, icon("copy"), t("screen.copy_id")),
  );
}
