// One tool in a dialog: what it says of itself, a form made from its schema, and its answer.

import { order } from "./api.js";
import { copy, fill, h, icon } from "./dom.js";
import { form } from "./form.js";
import { number, t } from "./texts.js";
import { marks, plain } from "./tool.js";

export function tryOut(tool) {
  const fields = form(tool.inputSchema);
  const answer = h("div", { class: "answer", role: "status" });
  const run = h("button", { type: "submit", disabled: !tool.on }, icon("play"), t("try.run"));
  const arguments_ = () => fields.value();

  async function submit(event) {
    event.preventDefault();
    const given = arguments_();
    if (given === null) return;
    run.disabled = true;
    fill(answer, h("p", { class: "hint" }, t("try.running")));
    const started = performance.now();
    try {
      showAnswer(answer, await order("tools/try", { name: tool.name, arguments: given }), performance.now() - started);
    } catch (error) {
      fill(answer, h("p", { class: "problem" }, error.message));
    } finally {
      run.disabled = false;
    }
  }
  const curl = async () => {
    const given = arguments_();
    if (given !== null) copy((await order("tools/curl", { name: tool.name, arguments: given })).text, t("copied"));
  };
  const dialog = h(
    "dialog",
    { class: "try", "aria-labelledby": "try-title" },
    h(
      "div",
      { class: "title" },
      h("div", {}, h("h2", { id: "try-title" }, tool.title), h("p", {}, h("code", {}, tool.name))),
      h("button", { class: "quiet round", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close")),
    ),
    h("p", { class: "description" }, plain(tool.description)),
    marks(tool),
    h(
      "form",
      { novalidate: true, onsubmit: submit },
      fields.element,
      h(
        "div",
        { class: "actions" },
        run,
        h("button", { type: "button", class: "quiet", onclick: curl }, icon("copy"), t("try.curl")),
      ),
      !tool.on && h("p", { class: "hint" }, t("try.off")),
    ),
    answer,
    h("details", {}, h("summary", {}, t("try.schema")), h("pre", { tabindex: "0" }, JSON.stringify(tool.inputSchema, null, 2))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

function showAnswer(place, result, ms) {
  fill(
    place,
    h(
      "p",
      { class: result.isError ? "outcome bad" : "outcome good" },
      result.isError ? t("try.failed") : t("try.worked"),
      h("span", { class: "hint" }, ` ${number(Math.round(ms))} ms`),
    ),
    result.content.map((content) =>
      content.type === "image"
        ? h("img", { src: `data:${content.mimeType};base64,${content.data}`, alt: t("try.picture") })
        : h("pre", { tabindex: "0" }, content.text ?? JSON.stringify(content, null, 2)),
    ),
  );
}
