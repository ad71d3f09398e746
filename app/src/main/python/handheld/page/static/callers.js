// Other apps on the phone that use our tools, and those that knocked and wait for the person.

import { ask, order } from "./api.js";
import { h, icon, redraw } from "./dom.js";
import { ago, t } from "./texts.js";

export async function showCallers(card, refresh) {
  const { allowed, waiting } = await ask("callers");
  const act = (path, caller) => async () => {
    await order(`callers/${path}`, { package: caller.package, signer: caller.signer });
    await refresh();
  };
  const button = (path, caller, kind, sign) =>
    h(
      "button",
      { class: kind, "aria-label": `${t(`callers.${path}`)}: ${caller.package}`, onclick: act(path, caller) },
      sign && icon(sign),
      t(`callers.${path}`),
    );
  const knocked = (caller) => t("callers.knocked", { when: ago(caller.time) });
  redraw(card, [allowed, waiting, waiting.map(knocked)], () => [
    h("h2", { id: "callers-title" }, t("callers.title")),
    h("p", { class: "hint" }, t("callers.hint")),
    allowed.length + waiting.length === 0 && h("p", { class: "empty" }, t("callers.none")),
    h(
      "ul",
      { class: "rows callers" },
      waiting.map((caller) =>
        row(
          caller,
          caller.was_allowed ? t("callers.changed") : knocked(caller),
          button("forget", caller, "quiet"),
          button("allow", caller, "", "check"),
        ),
      ),
      allowed.map((caller) => row(caller, t("callers.allowed"), button("revoke", caller, "quiet"))),
    ),
  ]);
}

function row(caller, state, ...buttons) {
  return h(
    "li",
    {},
    h(
      "span",
      { class: "who" },
      h("strong", {}, caller.name ?? caller.package),
      h("span", { class: "hint whole" }, caller.package),
      h("span", { class: "hint" }, state),
      h("details", {}, h("summary", { class: "hint" }, t("callers.signer")), h("code", {}, caller.signer || "–")),
    ),
    h("span", { class: "actions" }, buttons),
  );
}
