// Tools: the whole catalogue, by category and by the app that offers it.

import { ask, inTurn, order } from "./api.js";
import { h, icon, redraw, toggle } from "./dom.js";
import { number, t, told } from "./texts.js";
import { marks, plain } from "./tool.js";
import { tryOut } from "./try.js";

const LOOK_MS = 5000;

export async function show(content, around) {
  const search = h("input", { type: "search", placeholder: t("tools.search"), "aria-label": t("tools.search") });
  const count = h("p", { class: "hint", role: "status" });
  const list = h("div", { class: "catalogue" });
  const apps = h("div", { class: "apps" });
  content.append(h("div", { class: "bar" }, search, count), list, apps);
  let found = { tools: [], apps: [] };

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = found.tools.filter((tool) =>
      words.every((word) => `${tool.name} ${tool.title} ${tool.description}`.toLowerCase().includes(word)),
    );
    const groups = new Map();
    for (const tool of shown) {
      const place = tool.source || tool.category;
      groups.set(place, [...(groups.get(place) ?? []), tool]);
    }
    redraw(list, [shown, found.apps], () => [...groups].map(([place, tools]) => group(place, tools, found.apps)));
    count.textContent = t("tools.count", {
      on: number(found.tools.filter((tool) => tool.on).length),
      all: number(found.tools.length),
    });
    const offered = words.length === 0 ? found.apps : [];
    redraw(
      apps,
      offered,
      () =>
        offered.length > 0 && [
          h("h2", { class: "part" }, t("apps.title")),
          h("p", { class: "hint" }, t("apps.lead")),
          offered.map((app) => offering(app, refresh)),
        ],
    );
  }
  const refresh = inTurn(async () => {
    found = await ask("tools");
    const focused = document.activeElement?.getAttribute?.("aria-label");
    draw();
    if (focused && document.activeElement === document.body) list.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  });
  search.addEventListener("input", draw);
  around.on(["tools", "state"], () => refresh().catch(() => {}));
  await refresh();
  around.every(LOOK_MS, refresh); // apps come and go
}

function group(place, tools, apps) {
  const app = apps.find((app) => app.package === place);
  return h(
    "section",
    { class: "card group", "aria-label": app?.app ?? told(`category.${place}`, place) },
    h("h2", {}, app?.app ?? told(`category.${place}`, place), app && h("span", { class: "tag" }, t("tools.from_app"))),
    h("ul", { class: "rows" }, tools.map(line)),
  );
}

function line(tool) {
  return h(
    "li",
    { class: tool.on ? "" : "off" },
    h(
      "div",
      { class: "tool" },
      h(
        "span",
        { class: "who" },
        h("button", { onclick: () => tryOut(tool) }, tool.title),
        h("code", {}, tool.name),
        h("span", { class: "hint two" }, plain(tool.description)),
      ),
      marks(tool),
    ),
    onOff(tool.title, tool.short, tool.on),
  );
}

const onOff = (title, name, on) =>
  toggle(t("tools.switch", { title }), on, (wanted) => order("tools/switch", { tools: { [name]: wanted } }));

// Another app's tools reach agents only once the person has seen and approved them as they are now.
function offering(app, refresh) {
  const tools = app.doors.flatMap((door) => door.tools);
  const waiting = tools.filter((tool) => tool.state === "waiting" || tool.state === "changed");
  const approved = tools.some((tool) => tool.state !== "waiting" && tool.state !== "unavailable");
  const act = (path, body) => async () => {
    await order(path, body);
    await refresh();
  };
  return h(
    "section",
    { class: "card app", "aria-label": app.app },
    h(
      "div",
      { class: "title" },
      h("div", {}, h("h3", {}, app.app), h("p", { class: "hint whole" }, app.package)),
      h(
        "span",
        { class: "actions" },
        approved && h("button", { class: "quiet", onclick: act("apps/revoke", { package: app.package }) }, t("apps.revoke")),
        waiting.length > 0 &&
          h(
            "button",
            { onclick: act("apps/approve", { package: app.package, digest: app.digest }) },
            icon("check"),
            approved ? t("apps.again") : t("apps.approve"),
          ),
      ),
    ),
    h(
      "ul",
      { class: "rows" },
      tools.map((tool) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "who" },
            h("strong", {}, tool.own_name),
            h("span", { class: "hint two" }, tool.description),
            [tool.state !== "waiting" && tool.reason, ...tool.notes].filter(Boolean).map((why) => h("span", { class: "why" }, why)),
          ),
          tool.state === "on" || tool.state === "off"
            ? onOff(`${app.app}, ${tool.own_name}`, tool.name, tool.state === "on")
            : h("span", { class: `tag is-${tool.state}` }, t(`app_state.${tool.state}`)),
        ),
      ),
    ),
    app.doors.flatMap((door) => [
      door.problem && h("p", { class: "problem" }, door.problem),
      door.notes.map((note) => h("p", { class: "why" }, note)),
    ]),
  );
}
