// Connect a client: pick it, paste the text, see its first request arrive.

import { ask, inTurn, order } from "./api.js";
import { copy, h, icon, redraw, say } from "./dom.js";
import { t, told } from "./texts.js";

export async function show(content, around) {
  const state = { token: undefined, client: "claude-code", before: Infinity, shown: false };
  const clients = h("div", { class: "choices", role: "radiogroup", "aria-label": t("connect.client") });
  const token = h("div", { class: "field inline" });
  const text = h("section", { class: "card", "aria-labelledby": "paste-title" });
  const test = h("section", { class: "card test", role: "status" });
  const reach = h("section", { class: "card", "aria-labelledby": "reach-title" });
  content.append(h("p", { class: "lead" }, t("connect.lead")), clients, token, text, test, reach);

  const refresh = inTurn(async () => {
    const { token: wanted } = state;
    const [found, now] = await Promise.all([ask("connect", { token: wanted }), ask("state")]);
    if (state.token !== wanted) return; // another was picked meanwhile, and is asked for next
    state.token = found.token;
    const chosen = found.snippets.find((snippet) => snippet.id === state.client);
    showClients(clients, found.snippets, state, pick);
    showTokens(token, now.tokens, chosen, state, pick);
    showText(text, chosen, state, now);
    showReach(reach, chosen, now);
  });
  async function pick(change) {
    Object.assign(state, change, { before: Infinity });
    await refresh();
    state.before = requests(await ask("state"), state.token);
    await check();
  }
  const check = inTurn(async () => {
    const now = await ask("state");
    if (state.token === undefined) return;
    const visit = now.clients.find((client) => client.token === state.token);
    const arrived = requests(now, state.token) > state.before;
    const hint = arrived
      ? t("connect.test.who", { agent: visit.agent || "–", address: visit.address })
      : t("connect.test.hint", { token: state.token });
    test.className = arrived ? "card test green" : "card test";
    redraw(test, [arrived, hint], () => [
      h("span", { class: "mark" }, arrived ? icon("check") : h("span", { class: "waiting" })),
      h(
        "div",
        {},
        h("h2", {}, arrived ? t("connect.test.green") : t("connect.test.waiting")),
        h("p", { class: "hint" }, hint),
      ),
    ]);
  });
  around.on(["clients"], () => check().catch(() => {}));
  around.on(["state", "settings"], () => refresh().catch(() => {}));
  await pick({});
}

const requests = (now, token) =>
  now.clients.filter((client) => client.token === token).reduce((sum, client) => sum + client.requests, 0);

function showClients(group, snippets, state, pick) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = snippets.findIndex((snippet) => snippet.id === state.client);
    pick({ client: snippets[(at + step + snippets.length) % snippets.length].id }).then(() =>
      group.querySelector("[aria-checked=true]").focus(),
    );
  };
  redraw(group, [snippets, state.client], () =>
    snippets.map(({ id, client }) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(id === state.client),
          tabindex: id === state.client ? "0" : "-1",
          onkeydown: move,
          onclick: () => pick({ client: id }),
        },
        client,
      ),
    ),
  );
}

function showTokens(place, names, chosen, state, pick) {
  const make = async () => {
    const { name } = await order("tokens/make", { name: free(chosen.client, names) });
    say(t("connect.made", { name }));
    await pick({ token: name });
  };
  redraw(place, [names, chosen.client, state.token], () => [
    h("label", { for: "token" }, t("connect.token")),
    h(
      "select",
      { id: "token", onchange: (event) => pick({ token: event.target.value }) },
      names.map((name) => h("option", { value: name, selected: name === state.token }, name)),
    ),
    h("button", { class: "quiet", onclick: make }, t("connect.make", { client: chosen.client })),
  ]);
}

function free(name, taken) {
  let number = 1;
  let wanted = name;
  while (taken.includes(wanted)) wanted = `${name} ${++number}`;
  return wanted;
}

function showText(card, chosen, state, now) {
  const hidden = chosen.text.replaceAll(/(Bearer |"authorization": ")[^\s"']+/g, "$1••••••••");
  const reveal = () => {
    state.shown = !state.shown;
    showText(card, chosen, state, now);
  };
  redraw(card, [chosen, state.shown, now.tls, now.fingerprint], () => [
    h(
      "div",
      { class: "title" },
      h("h2", { id: "paste-title" }, told(`connect.where.${chosen.id}`, chosen.where)),
      h(
        "span",
        { class: "actions" },
        h(
          "button",
          { class: "quiet", "aria-pressed": String(state.shown), onclick: reveal },
          state.shown ? t("connect.hide") : t("connect.show"),
        ),
        h("button", { onclick: () => copy(chosen.text, t("copied")) }, icon("copy"), t("copy")),
      ),
    ),
    h("pre", { tabindex: "0" }, state.shown ? chosen.text : hidden),
    h("p", { class: "hint" }, told(`connect.note.${chosen.id}`, "")),
    !chosen.tried && h("p", { class: "hint" }, t("connect.untried")),
    now.tls && h("p", { class: "hint" }, t("connect.tls", { fingerprint: now.fingerprint })),
  ]);
}

function showReach(card, chosen, now) {
  const port = new URL(now.address).port;
  const ways = [
    ["adb", `adb forward tcp:${port} tcp:${port}`],
    ["tailscale", "tailscale ip -4"],
    ["tunnel", `cloudflared tunnel --url ${new URL(now.address).origin}`],
  ];
  redraw(card, [chosen.reach, chosen.client, now.local, ways], () => [
    h("h2", { id: "reach-title" }, t("connect.reach")),
    h(
      "p",
      { class: "hint" },
      chosen.reach === "tunnel"
        ? t("connect.reach.tunnel_only", { client: chosen.client })
        : now.local
          ? t("connect.reach.local")
          : t("connect.reach.open"),
    ),
    h(
      "ul",
      { class: "ways" },
      ways.map(([name, command]) =>
        h(
          "li",
          { class: chosen.reach === "tunnel" && name === "tunnel" ? "best" : "" },
          h("div", {}, h("strong", {}, t(`connect.way.${name}`)), h("p", { class: "hint" }, t(`connect.way.${name}.hint`))),
          h(
            "p",
            { class: "code" },
            h("code", {}, command),
            h(
              "button",
              { class: "quiet", "aria-label": `${t("copy")}: ${command}`, onclick: () => copy(command, t("copied")) },
              icon("copy"),
            ),
          ),
        ),
      ),
    ),
  ]);
}
