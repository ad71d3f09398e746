// Every sentence of the page, by key, in the language of the person. English stands in for what another language lacks.

const KEPT = "handheld.language";
export const LANGUAGES = { en: "English", de: "Deutsch" };

export let language = "en";
let region = "en";
let english = {};
let texts = {};

export async function load() {
  const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  language = wanted in LANGUAGES ? wanted : "en";
  english = await read("en");
  texts = language === "en" ? english : await read(language);
  document.documentElement.lang = language;
  // Where the browser knows the country as well, clocks and numbers follow it.
  region = navigator.languages.find((name) => name.startsWith(language)) ?? language;
}

export async function choose(name) {
  localStorage.setItem(KEPT, name);
  await load();
}

async function read(name) {
  return (await fetch(`/static/texts/${name}.json`)).json();
}

export function t(key, values) {
  const text = texts[key] ?? english[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values?.[name] ?? whole);
}

// The text of a key that may not be in the catalogue, such as a new setting's.
export const told = (key, otherwise) => texts[key] ?? english[key] ?? otherwise;

export const number = (value) => new Intl.NumberFormat(region).format(value);

export function time(moment) {
  const date = new Date(typeof moment === "number" ? moment * 1000 : moment);
  const today = date.toDateString() === new Date().toDateString();
  const day = today ? {} : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(region, { ...day, hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(date);
}

export function ago(seconds) {
  const passed = Math.max(0, Date.now() / 1000 - seconds);
  const [value, unit] =
    passed < 60
      ? [0, "second"]
      : passed < 3600
        ? [passed / 60, "minute"]
        : passed < 86400
          ? [passed / 3600, "hour"]
          : [passed / 86400, "day"];
  return new Intl.RelativeTimeFormat(region, { numeric: "auto" }).format(-Math.round(value), unit);
}

export const date = (seconds) => new Intl.DateTimeFormat(region, { dateStyle: "medium" }).format(new Date(seconds * 1000));
