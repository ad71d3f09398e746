// The shell: comes in, shows one view at a time, and keeps the state that all of them share.

import { ask, hasKey, inTurn, listen, live, unlock } from "./api.js";
import { copy, fill, h, icon, say } from "./dom.js";
import * as connect from "./connect.js";
import * as history from "./history.js";
import { app } from "./native.js";
import * as now from "./now.js";
import { place } from "./questions.js";
import * as settings from "./settings.js";
import * as setup from "./setup.js";
import * as tools from "./tools.js";
import { LANGUAGES, choose, language, load, t } from "./texts.js";

const VIEWS = { now, setup, connect, tools, history, settings };

const away = h("p", { class: "away", role: "alert" });
let leave = () => {};
let main;
let links = {};
let badge;
let questions;

async function start() {
  await load();
  window.addEventListener("hashchange", () => (linked() ? enter() : show()));
  window.addEventListener("unhandledrejection", (event) => {
    if (event.reason?.status === undefined) return;
    event.preventDefault();
    if (event.reason.status !== 401) say(event.reason.message, true);
  });
  live.addEventListener("locked", () => {
    locked();
    app?.open();
  });
  for (const topic of ["state", "back"]) live.addEventListener(topic, refreshBadge);
  live.addEventListener("away", () => {
    away.textContent = t("away");
    showBadge(null);
  });
  live.addEventListener("back", () => (away.textContent = ""));
  await enter();
}

const linked = () => location.hash.match(/^#open=(.+)/)?.[1];

// With the link in the address, if there is one; else with the session that this browser had.
async function enter() {
  const link = linked();
  if (link) {
    window.history.replaceState(null, "", "/#now");
    await unlock(link).catch(() => {}); // used already; an older session in this browser may still hold
  }
  if (!hasKey()) return locked();
  away.textContent = "";
  build();
  await listen();
  if (hasKey()) await show();
}

function build() {
  badge = h("p", { class: "badge", role: "status" });
  links = Object.fromEntries(
    Object.keys(VIEWS).map((name) => [
      name,
      h(
        "a",
        { href: `#${name}`, class: `to-${name}`, onclick: () => window.scrollTo(0, 0) },
        icon(name),
        h("span", {}, t(`nav.${name}`)),
      ),
    ]),
  );
  const picker = h(
    "select",
    { "aria-label": t("language"), onchange: (event) => choose(event.target.value).then(() => (build(), show())) },
    Object.entries(LANGUAGES).map(([name, title]) => h("option", { value: name, selected: name === language }, title)),
  );
  main = h("main", { id: "main", tabindex: "-1" });
  questions = place();
  fill(
    document.body,
    h("a", { class: "skip", href: "#main", onclick: (event) => (event.preventDefault(), main.focus()) }, t("skip")),
    h(
      "header",
      { class: "side" },
      h("p", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "Handheld"),
      badge,
      h("nav", { "aria-label": t("nav") }, Object.values(links)),
      h("div", { class: "foot" }, picker),
    ),
    away,
    main,
  );
  refreshBadge();
}

async function show() {
  const name = location.hash.slice(1).split("/")[0];
  const view = name in VIEWS ? name : "now";
  leave();
  const body = new AbortController();
  leave = () => body.abort();
  for (const [other, link] of Object.entries(links)) {
    if (other === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${t(`nav.${view}`)} – Handheld`;
  const heading = h("h1", { tabindex: "-1" }, t(`${view}.title`));
  const content = h("div", { class: `view ${view}`, "aria-busy": "true" });
  fill(main, questions, h("div", { class: "heading" }, heading), content);
  window.scrollTo(0, 0);
  if (document.activeElement !== document.body) heading.focus({ preventScroll: true });
  try {
    await VIEWS[view].show(content, around(body.signal));
  } catch (error) {
    if (error.status !== 401 && !body.signal.aborted) {
      live.addEventListener("back", () => show(), { once: true, signal: body.signal });
      fill(content, h("div", { class: "card problem" }, h("p", {}, error.message), h("button", { onclick: show }, t("again"))));
    }
  } finally {
    content.removeAttribute("aria-busy");
  }
}

// What a view may use while it is shown: news, and a clock that stops with it or while nobody looks.
function around(signal) {
  return {
    signal,
    on(topics, act) {
      // Whoever was away may have missed any of them.
      for (const topic of [...topics, "back"]) live.addEventListener(topic, () => act(), { signal });
    },
    every(ms, act) {
      if (signal.aborted) return;
      let busy = false;
      const timer = setInterval(async () => {
        if (busy || document.hidden) return;
        busy = true;
        await act().catch(() => {});
        busy = false;
      }, ms);
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}

const refreshBadge = inTurn(async () => showBadge(await ask("state").catch(() => null)));

function showBadge(state) {
  const [kind, text] =
    state === null
      ? ["away", t("badge.away")]
      : state.paused
        ? ["paused", t("badge.paused")]
        : state.running
          ? ["up", t("badge.up")]
          : ["down", t("badge.down")];
  document.documentElement.dataset.state = kind;
  fill(badge, h("span", { class: "dot" }), text);
}

function locked() {
  leave();
  fill(
    document.body,
    h(
      "main",
      { class: "locked" },
      h(
        "div",
        { class: "card" },
        icon("lock"),
        h("h1", {}, t("locked.title")),
        h("p", {}, t(app ? "locked.app" : "locked.text")),
        app ? h("button", { onclick: () => app.open() }, t("locked.open")) : command("handheld page"),
      ),
    ),
  );
}

const command = (text) =>
  h(
    "p",
    { class: "code" },
    h("code", {}, text),
    h("button", { class: "quiet", onclick: () => copy(text, t("copied")) }, icon("copy"), t("copy")),
  );

start();
