// Elements without a framework: h("button", { class: "quiet", onclick }, "Copy").

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

const drawn = new WeakMap();

// Draws a place again only when what it shows has changed: nothing moves under a finger, and what was opened stays open.
export function redraw(place, shown, draw) {
  const now = JSON.stringify(shown);
  if (drawn.get(place) === now) return;
  drawn.set(place, now);
  fill(place, draw());
}

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const ICONS = {
  now: "M3 12h4l3-8 4 16 3-8h4",
  connect: "M9 15l6-6M11 6l1-1a4.2 4.2 0 0 1 6 6l-1 1M13 18l-1 1a4.2 4.2 0 0 1-6-6l1-1",
  tools: "M4 6h10M18 6h2M4 12h3M11 12h9M4 18h8M16 18h4M16 4v4M9 10v4M14 16v4",
  history: "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3 2",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19.4 15l1.6 1-2 3.5-1.9-.8-1.6.9L15 22h-4l-.5-2.4-1.6-.9-1.9.8L5 16l1.6-1v-2L5 12l2-3.5 1.9.8 1.6-.9L11 6h4l.5 2.4 1.6.9 1.9-.8L21 12l-1.6 1z",
  setup: "M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M12 6h8M12 12h8M12 18h8",
  check: "M5 12.5l4.5 4.5L19 7.5",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  close: "M6 6l12 12M18 6L6 18",
  next: "M9 5l7 7-7 7",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};

export function icon(name) {
  const shape = svg("path", { d: ICONS[name] });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, shape);
}

export function toggle(label, on, change) {
  const button = h("button", {
    class: "switch",
    type: "button",
    role: "switch",
    "aria-checked": String(on),
    "aria-label": label,
  });
  button.addEventListener("click", async () => {
    const wanted = button.getAttribute("aria-checked") !== "true";
    button.setAttribute("aria-checked", String(wanted));
    try {
      await change(wanted);
    } catch (error) {
      button.setAttribute("aria-checked", String(!wanted));
      throw error;
    }
  });
  return button;
}

// For a button whose click cannot be undone: the first one only asks.
export function isSure(button, question) {
  if (button.dataset.sure) return true;
  button.dataset.sure = "yes";
  button.textContent = question;
  return false;
}

let announcer;

// Says something to everyone: in a corner of the screen, and to a screen reader.
export function say(text, bad = false) {
  announcer ??= h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  if (!announcer.isConnected) document.body.append(announcer);
  const toast = h("p", { class: bad ? "toast bad" : "toast" }, text);
  announcer.append(toast);
  setTimeout(() => toast.remove(), bad ? 8000 : 3000);
}

export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(h("textarea", { class: "offscreen", value: text }));
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(done);
}
