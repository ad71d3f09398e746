// Pictures of actions: small beside their line, large in a dialog; and whether they are taken at all.

import { blob, order } from "./api.js";
import { h, icon, isSure, redraw, say, toggle } from "./dom.js";
import { t, time } from "./texts.js";

// Fetched only when its line comes into sight: a history is long.
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    load(target.querySelector("img"), target.dataset.name);
  }
});

export function thumbnail(entry) {
  const button = h(
    "button",
    { class: "thumbnail", "data-name": entry.picture, onclick: () => enlarge(entry) },
    h("img", { alt: told(entry) }),
  );
  seen.observe(button);
  return button;
}

const told = (entry) => t("history.picture.of", { tool: entry.tool, time: time(entry.time) });

async function load(image, name) {
  const address = URL.createObjectURL(await blob("recordings/picture", { name }));
  image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
  image.src = address;
}

function enlarge(entry) {
  const image = h("img", { alt: told(entry) });
  const dialog = h(
    "dialog",
    { class: "large", "aria-label": told(entry) },
    h(
      "div",
      { class: "title" },
      h("div", {}, h("code", {}, entry.tool), h("p", { class: "hint" }, time(entry.time))),
      h("button", { class: "quiet round", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close")),
    ),
    image,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  load(image, entry.picture);
}

export function recording(place, found, reload) {
  const clear = async (event) => {
    const button = event.currentTarget;
    if (!isSure(button, t("history.pictures.sure"))) return;
    await order("recordings/clear");
    button.blur();
    say(t("history.pictures.gone"));
    await reload();
  };
  if (place.contains(document.activeElement)) return;
  redraw(place, [found.recording, found.pictures > 0], () => [
    h("span", { "aria-hidden": "true" }, t("history.record")),
    toggle(t("history.record"), found.recording, (on) => order("settings/save", { changes: { record_pictures: on } })),
    found.pictures > 0 && h("button", { class: "quiet", onclick: clear }, t("history.pictures.clear")),
  ]);
}
