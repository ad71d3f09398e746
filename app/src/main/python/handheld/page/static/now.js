// Now: is the server up, where, who is there, what was called, and the big button.

import { ask, blob, inTurn, order } from "./api.js";
import { copy, fill, h, icon, redraw } from "./dom.js";
import { outcome } from "./history.js";
import { lasting } from "./questions.js";
import { screen } from "./screen.js";
import { ago, number, t, time } from "./texts.js";

export async function show(content, around) {
  const hero = h("section", { class: "card hero", "aria-label": t("now.server") });
  const where = h("div", { class: "where" });
  const steps = h("a", { class: "card steps", href: "#setup", hidden: true });
  const clients = h("section", { class: "card clients", "aria-labelledby": "clients-title" });
  const calls = h("section", { class: "card calls", "aria-labelledby": "calls-title" });
  const seen = h("section", { class: "card seen", "aria-labelledby": "seen-title" });
  const knocks = h("a", { class: "card steps", href: "#settings", hidden: true });
  const answers = h("section", { class: "card standing", "aria-labelledby": "standing-title", hidden: true });
  content.append(hero, knocks, steps, seen, calls, clients, answers);

  const refresh = inTurn(async () => {
    const state = await ask("state");
    redraw(where, [state.running, state.address, state.local], () => state.running && address(state));
    showHero(hero, state, where, refresh);
    knocks.hidden = state.knocks === 0;
    redraw(knocks, state.knocks, () =>
      notice("connect", t("now.knocks"), t("now.knocks.hint", { count: number(state.knocks) })),
    );
    showClients(clients, state);
    showCalls(calls, state);
  });
  around.on(["state", "calls", "clients"], () => refresh().catch(() => {}));
  await refresh();
  if (around.signal.aborted) return;
  around.every(15_000, refresh);
  await Promise.all([showSteps(steps), lasting(answers, around), screen(seen, around)]);
}

function showHero(card, state, where, refresh) {
  const focused = card.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  const { running, paused, paused_by_touch, tools, problem } = state;
  redraw(card, [running, paused, paused_by_touch, tools, problem], () => [
    h(
      "div",
      { class: "status" },
      h(
        "p",
        { class: "state" },
        h("span", { class: "dot" }),
        running ? (paused ? t("now.paused") : t("now.running")) : t("now.stopped"),
      ),
      h(
        "p",
        { class: "hint" },
        running
          ? paused
            ? t(paused_by_touch ? "now.paused.touch" : "now.paused.hint")
            : t("now.running.hint", { tools: number(tools) })
          : (problem ?? t("now.stopped.hint")),
      ),
      where,
    ),
    running ? pauseButton(state, refresh) : startButton(refresh),
  ]);
  if (focused) card.querySelector(`[data-name="${focused}"]`)?.focus();
}

function address(state) {
  const code = h("details", { class: "qr" }, h("summary", { "data-name": "qr" }, t("now.qr")), h("div", {}));
  code.addEventListener("toggle", async () => {
    if (!code.open || code.querySelector("img")) return;
    const picture = URL.createObjectURL(await blob("qr"));
    fill(
      code.lastChild,
      h("img", { src: picture, alt: t("now.qr.alt", { address: state.address }), onload: () => URL.revokeObjectURL(picture) }),
      h("p", { class: "hint" }, state.local ? t("now.qr.local") : t("now.qr.hint")),
    );
  });
  return [
    h(
      "p",
      { class: "address" },
      h("code", {}, state.address),
      h(
        "button",
        { class: "quiet", "data-name": "copy", onclick: () => copy(state.address, t("copied")) },
        icon("copy"),
        t("copy"),
      ),
    ),
    code,
  ];
}

function pauseButton(state, refresh) {
  const press = async () => {
    await order("pause", { on: !state.paused });
    await refresh();
  };
  return h(
    "button",
    { class: state.paused ? "big go" : "big stop", "data-name": "pause", onclick: press },
    icon(state.paused ? "play" : "pause"),
    h("span", {}, state.paused ? t("now.resume") : t("now.pause")),
  );
}

function startButton(refresh) {
  const press = async () => {
    await order("server", { on: true });
    await refresh();
  };
  return h("button", { class: "big go", "data-name": "pause", onclick: press }, icon("play"), h("span", {}, t("now.start")));
}

function showClients(card, state) {
  const clients = state.clients.slice(0, 8).map((client) => ({
    token: client.token,
    from: client.agent || client.address,
    when: t("now.clients.when", { when: ago(client.last), requests: number(client.requests) }),
  }));
  redraw(card, clients, () => [
    h("h2", { id: "clients-title" }, t("now.clients")),
    clients.length === 0
      ? h("p", { class: "empty" }, t("now.clients.none"), " ", h("a", { href: "#connect" }, t("now.clients.connect")))
      : h(
          "ul",
          { class: "rows" },
          clients.map(({ token, from, when }) =>
            h(
              "li",
              {},
              h("span", { class: "who" }, h("strong", {}, token), h("span", { class: "hint cut" }, from)),
              h("span", { class: "hint" }, when),
            ),
          ),
        ),
  ]);
}

function showCalls(card, state) {
  redraw(card, state.calls, () => [
    h(
      "div",
      { class: "title" },
      h("h2", { id: "calls-title" }, t("now.calls")),
      state.calls.length > 0 && h("a", { href: "#history" }, t("now.calls.all")),
    ),
    state.calls.length === 0
      ? h("p", { class: "empty" }, t("now.calls.none"))
      : h(
          "ul",
          { class: "rows" },
          state.calls
            .slice(0, 8)
            .map((call) =>
              h(
                "li",
                {},
                h(
                  "span",
                  { class: "who" },
                  h("code", {}, call.tool),
                  h("span", { class: "hint cut" }, `${call.client} · ${time(call.time)}`),
                ),
                outcome(call),
              ),
            ),
        ),
  ]);
}

async function showSteps(card) {
  const { permissions } = await ask("permissions");
  const done = permissions.filter((permission) => permission.granted).length;
  if (done === permissions.length) return;
  card.hidden = false;
  fill(card, notice("setup", t("now.steps"), t("now.steps.hint", { done, all: permissions.length })));
}

function notice(sign, title, hint) {
  return [icon(sign), h("span", {}, h("strong", {}, title), h("span", { class: "hint" }, hint)), icon("next")];
}
