// What agents may only do once the person says yes: the questions, on top of every view, and the answers that last.

import { ask, inTurn, live, order } from "./api.js";
import { h, redraw } from "./dom.js";
import { t, time } from "./texts.js";

const ANSWERS = ["once", "hour", "no", "never"];
// A card that comes up under the finger must not take a touch that was meant for something else.
const UNTOUCHABLE_MS = 700;

const cards = new Map();
let list;
let spoken;
let timer;

live.addEventListener("questions", () => refresh());
live.addEventListener("back", () => refresh());
window.addEventListener("hashchange", () => setTimeout(() => badge(cards.size))); // after the view has set its title

// The place for the questions, which every view has above it.
export function place() {
  cards.clear();
  spoken = h("p", { class: "offscreen", role: "alert" });
  list = h("section", { class: "questions", "aria-label": t("questions.title"), hidden: true }, spoken);
  refresh();
  return list;
}

const refresh = inTurn(async () => {
  if (!list) return;
  const { questions } = await ask("questions").catch(() => ({ questions: [] }));
  for (const [id, card] of cards) {
    if (questions.some((question) => question.id === id)) continue;
    if (card.contains(document.activeElement)) document.querySelector("h1")?.focus({ preventScroll: true });
    card.remove();
    cards.delete(id);
  }
  const fresh = questions.filter((question) => !cards.has(question.id));
  for (const question of fresh) {
    cards.set(question.id, card(question));
    list.append(cards.get(question.id));
  }
  if (fresh.length > 0) {
    spoken.textContent = fresh.map((each) => `${t("questions.asks", each)}: ${sentence(each)}`).join(" ");
  }
  list.hidden = questions.length === 0;
  badge(questions.length);
  clearInterval(timer);
  if (questions.length > 0) timer = setInterval(tick, 1000);
});

// Also for whoever has scrolled down, or looks at another tab.
function badge(count) {
  document.title = document.title.replace(/^(\(\d+\) )?/, count > 0 ? `(${count}) ` : "");
  const link = document.querySelector("nav .to-now");
  if (count > 0) link?.setAttribute("data-count", count);
  else link?.removeAttribute("data-count");
}

function tick() {
  let over = false;
  for (const each of cards.values()) {
    const left = Math.ceil((each.until - performance.now()) / 1000);
    each.querySelector(".left").textContent = t("questions.left", { seconds: Math.max(0, left) });
    over ||= left <= 0;
  }
  if (over) refresh();
}

function card(question) {
  const about = `question-${question.id}`;
  const buttons = ANSWERS.map((answer) =>
    h(
      "button",
      {
        class: answer === "once" ? "" : `quiet ${answer}`,
        "aria-describedby": about,
        disabled: true,
        onclick: () => decide(question, answer),
      },
      t(`questions.${answer}`),
    ),
  );
  setTimeout(() => buttons.forEach((button) => (button.disabled = false)), UNTOUCHABLE_MS);
  const made = h(
    "article",
    { class: "card question", "data-id": question.id },
    h(
      "div",
      { class: "title" },
      h("h2", {}, t("questions.asks", question)),
      h("span", { class: "hint left" }, t("questions.left", { seconds: Math.ceil(question.seconds) })),
    ),
    h("p", { id: about, class: "sentence" }, sentence(question)),
    h("div", { class: "actions" }, buttons),
    h("p", { class: "hint" }, t("questions.scope", { client: question.client, scope: scope(question) })),
  );
  made.until = performance.now() + question.seconds * 1000;
  return made;
}

async function decide(question, answer) {
  try {
    await order("questions/answer", { id: question.id, answer });
  } finally {
    await refresh();
  }
}

const sentence = (question) => t(`question.${question.kind}`, question.facts);

const scope = (each) => (each.where ? `${each.tool} · ${each.facts.location ?? each.where}` : each.tool);

// The answers that last, with a way to take each back.
export async function lasting(place, around) {
  const show = inTurn(async () => {
    const { standing } = await ask("questions");
    place.hidden = standing.length === 0;
    redraw(place, standing.map((each) => each.id), () => [
      h("h2", { id: "standing-title" }, t("questions.standing")),
      h("ul", { class: "rows" }, standing.map((each) => row(each, show))),
    ]);
  });
  around.on(["questions"], () => show().catch(() => {}));
  await show();
}

function row(each, show) {
  const until = each.allowed ? t("questions.until", { time: time(Date.now() / 1000 + each.seconds) }) : t("questions.refused");
  const take = async () => {
    try {
      await order("questions/take_back", { id: each.id });
    } finally {
      await show();
    }
  };
  return h(
    "li",
    {},
    h("span", { class: "who" }, h("strong", {}, each.client), h("code", {}, scope(each)), h("span", { class: "hint" }, until)),
    h(
      "button",
      { class: "quiet", "aria-label": `${t("questions.take_back")}: ${scope(each)}`, onclick: take },
      t("questions.take_back"),
    ),
  );
}
