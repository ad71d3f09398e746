// What only the app on the phone can do. In a browser there is no `app`: there the page gets along without.

const bridge = window.HandheldApp;

const ask = (name, value = "") => {
  const answer = JSON.parse(bridge.ask(name, String(value)));
  if (answer.error) throw new Error(answer.error);
  return answer.result;
};

export const app = bridge && {
  startsOnBoot: () => ask("start_on_boot"),
  startOnBoot: (on) => ask("start_on_boot", on),
  // Asks in a dialog where Android has one, and opens the page of its settings where not.
  allow: (permission) => ask("allow", permission),
  // The person chooses where the file goes.
  save: (text) => ask("save_history", text),
  // A new link for a page whose session ended.
  open: () => ask("open"),
};
