// Tokens: who may connect, with which tools and until when.

import { ask, inTurn, order } from "./api.js";
import { toolbox } from "./controls.js";
import { copy, fill, h, icon, isSure, redraw, say } from "./dom.js";
import { ago, date, t } from "./texts.js";

const PROFILES = ["full", "read_only", "sms", "chosen"];
const DAYS = [0, 1, 7, 30, 90, 365];
const DAY_SECONDS = 86_400;

// Fills the card, and gives what to call when somebody came: the list is drawn anew, a secret and a half-filled form stay.
export function showTokens(card, found) {
  const list = h("ul", { class: "rows" });
  const secret = h("div", { class: "secret", role: "status" });
  const forms = h("div", {});
  const draw = () =>
    redraw(list, found.tokens.map((token) => [{ ...token, last_used: used(token) }, expiry(token)]), () =>
      found.tokens.map((token) => row(token, found, refresh)),
    );
  const newForm = () => fill(forms, makeForm(found, make));
  const refresh = inTurn(async () => {
    found.tokens = (await ask("settings")).tokens;
    draw();
  });
  async function make(wanted) {
    showSecret(secret, await order("tokens/make", wanted));
    await refresh();
    newForm();
  }
  fill(
    card,
    h("h2", { id: "tokens-title" }, t("tokens.title")),
    h("p", { class: "hint" }, t("tokens.hint")),
    list,
    secret,
    forms,
  );
  draw();
  newForm();
  return async () => list.querySelector("[data-sure]") || (await refresh()); // not under the finger that is about to revoke
}

function row(token, found, refresh) {
  const revoke = async (event) => {
    if (!isSure(event.currentTarget, t("tokens.sure"))) return;
    await order("tokens/revoke", { name: token.name });
    say(t("tokens.revoked", { name: token.name }));
    await refresh();
  };
  const titles = token.tools?.map((name) => found.tools.find((tool) => tool.name === name)?.title ?? name) ?? [];
  return h(
    "li",
    {},
    h(
      "span",
      { class: "who" },
      h("strong", {}, token.name),
      h("span", { class: "hint" }, [t(`profile.${token.profile}`), titles.join(", ")].filter(Boolean).join(": ")),
      h("span", { class: "hint" }, [used(token), expiry(token)].filter(Boolean).join(" · ")),
    ),
    !token.kept
      ? h("span", { class: "tag" }, t("tokens.this_run"))
      : found.tokens.filter((other) => other.kept).length > 1 && // without one nobody could connect
        h(
          "button",
          { class: "quiet", "aria-label": t("tokens.revoke_named", { name: token.name }), onclick: revoke },
          t("tokens.revoke"),
        ),
  );
}

const used = (token) => (token.last_used ? t("tokens.used", { when: ago(token.last_used) }) : t("tokens.unused"));

function expiry(token) {
  if (!token.expires) return "";
  return token.expires * 1000 <= Date.now() ? t("tokens.expired") : t("tokens.until", { when: date(token.expires) });
}

function makeForm(found, make) {
  let tools = [];
  const name = h("input", { id: "token-name", type: "text", maxlength: "60", autocomplete: "off" });
  const profile = h(
    "select",
    { id: "token-profile" },
    PROFILES.map((word) => h("option", { value: word }, t(`profile.${word}`))),
  );
  const help = h("p", { class: "hint" });
  const expires = h(
    "select",
    { id: "token-expires" },
    DAYS.map((days) => h("option", { value: days }, t(`tokens.days.${days}`))),
  );
  const chosen = h("div", { hidden: true }, h("p", { class: "offscreen", id: "token-tools" }, t("tokens.tools")));
  chosen.append(toolbox("token-tools", tools, found.tools, (names) => (tools = names)));
  const problem = h("p", { class: "problem", role: "alert" });
  const explain = () => {
    chosen.hidden = profile.value !== "chosen";
    help.textContent = t(`profile.${profile.value}.help`);
  };
  profile.addEventListener("change", explain);
  explain();
  const submit = async (event) => {
    event.preventDefault();
    const days = Number(expires.value);
    const until = days ? Math.floor(Date.now() / 1000) + days * DAY_SECONDS : 0;
    const wrong = found.tokens.some((token) => token.name === name.value.trim())
      ? t("tokens.taken")
      : !name.value.trim()
        ? t("tokens.nameless")
        : profile.value === "chosen" && tools.length === 0 && t("tokens.toolless");
    problem.textContent = wrong || "";
    name.setAttribute("aria-invalid", String(Boolean(wrong)));
    if (wrong) return;
    await make({ name: name.value, profile: profile.value, tools: profile.value === "chosen" ? tools : [], expires: until });
  };
  const field = (input, label, ...more) => h("div", { class: "field" }, h("label", { for: input.id }, label), input, more);
  return h(
    "form",
    { class: "making", onsubmit: submit },
    h("h3", {}, t("tokens.new")),
    field(name, t("tokens.name")),
    field(profile, t("tokens.profile"), help, chosen),
    field(expires, t("tokens.expires")),
    problem,
    h("button", { type: "submit" }, t("tokens.make")),
  );
}

function showSecret(place, made) {
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
}
