// What a tool says of itself, in few words: for the list of them, and for the dialog of one.

import { h } from "./dom.js";
import { t } from "./texts.js";

// Descriptions are written for models, some with Markdown.
export const plain = (text) => text.replaceAll(/\*\*|`/g, "");

export function marks(tool) {
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
  const told = [readOnlyHint ? "reads" : "acts", destructiveHint && "destructive", openWorldHint && "open_world"].filter(Boolean);
  return h(
    "span",
    { class: "marks" },
    told.map((mark) => h("span", { class: `tag ${mark}` }, t(`mark.${mark}`))),
  );
}
