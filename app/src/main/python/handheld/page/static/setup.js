// First run: what has to be allowed, as the phone itself says it; a line turns green by itself.

import { ask, order } from "./api.js";
import { h, icon, redraw } from "./dom.js";
import { app } from "./native.js";
import { t, told } from "./texts.js";

const LOOK_MS = 2000;
const NEEDED = ["restricted_settings", "accessibility", "notifications", "battery"];

export async function show(content, around) {
  const intro = h("p", { class: "lead" });
  const list = h("ol", { class: "card checklist" });
  content.append(intro, list, h("p", { class: "next" }, h("a", { class: "button", href: "#connect" }, t("setup.next"))));

  async function refresh() {
    const { permissions, problem } = await ask("permissions");
    if (problem) throw new Error(problem);
    const left = permissions.filter((permission) => !permission.granted && NEEDED.includes(permission.name));
    intro.textContent = left.length ? t("setup.left", { left: left.length }) : t("setup.done");
    redraw(list, permissions, () => permissions.map(line));
  }
  await refresh();
  around.every(LOOK_MS, refresh);
}

// In the app Android can ask in a dialog; from elsewhere only the page of its settings opens, on the phone.
const allow = async (name) => (app ? app.allow(name) : order("permissions/open", { name }));

function line(permission) {
  const { name, granted, opens } = permission;
  const title = told(`permission.${name}`, name);
  return h(
    "li",
    { class: granted ? "done" : "" },
    h("span", { class: "mark" }, granted && icon("check")),
    h(
      "div",
      {},
      h("h2", {}, title, !NEEDED.includes(name) && h("span", { class: "tag" }, t("setup.optional"))),
      h("p", { class: "hint" }, told(`permission.${name}.why`, "")),
    ),
    granted
      ? h("span", { class: "granted" }, t("setup.granted"))
      : opens &&
          h(
            "button",
            { "aria-label": `${t("setup.open")}: ${title}`, onclick: () => allow(name) },
            t("setup.open"),
          ),
  );
}
