// Talks to the core. The key of the session goes with every request; without it the cookie is worth nothing.

import { t } from "./texts.js";

const KEPT = "handheld.key";
const RETRY_MS = 1000;
const SILENT_MS = 40_000; // the core says something every 15 seconds, and answers sooner than that

export const live = new EventTarget();
const unanswered = new Set();
let listening = false;

export class Refused extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function unlock(link) {
  const answer = await send("session", { method: "POST", body: JSON.stringify({ link }) });
  localStorage.setItem(KEPT, (await answer.json()).key);
}

export const hasKey = () => localStorage.getItem(KEPT) !== null;

export const ask = (path, params) => get(path, params, (answer) => answer.json());

export const blob = (path, params) => get(path, params, (answer) => answer.blob());

// One look at a time. Whoever wants one meanwhile gets the next: it begins after what they heard of, and no old answer comes last.
export function inTurn(look) {
  let last = Promise.resolve();
  let next = null;
  return () => (next ??= last.catch(() => {}).then(() => ((next = null), (last = look()))));
}

export async function order(path, body) {
  return (await send(path, { method: "POST", body: JSON.stringify(body ?? {}) })).json();
}

// What has no answer by the time the core is known to be away never gets one, and nobody waits for it.
async function get(path, params, read) {
  const known = Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(known).toString();
  const silence = new Silence();
  unanswered.add(silence);
  try {
    return await read(await send(query ? `${path}?${query}` : path, { signal: silence.signal }));
  } catch (error) {
    throw silence.signal.aborted ? new Refused(t("away"), 0) : error;
  } finally {
    silence.end();
    unanswered.delete(silence);
  }
}

async function send(path, options) {
  const key = localStorage.getItem(KEPT) ?? "";
  const headers = { "x-handheld-key": key };
  if (options?.body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(`/api/${path}`, { ...options, headers, credentials: "same-origin" }).catch(() => {
    throw new Refused(t("away"), 0);
  });
  if (answer.ok) return answer;
  const { error, code } = await answer.json().catch(() => ({ error: answer.statusText }));
  const known = (localStorage.getItem(KEPT) ?? "") === key; // not so if a new link was opened meanwhile
  if (answer.status === 401 && path !== "session" && known) {
    localStorage.removeItem(KEPT);
    live.dispatchEvent(new Event("locked"));
  }
  throw new Refused(error, answer.status, code);
}

// Hears what changed for as long as the page is open: a phone that slept, or a server that was away, is found again. What is
// asked once this is done misses nothing: the core is heard then, or known to be away.
export async function listen() {
  if (listening) return;
  listening = true;
  await new Promise((begun) => hearAll(begun).finally(() => ((listening = false), begun())));
}

async function hearAll(begun) {
  let away = false;
  while (hasKey()) {
    const silence = new Silence();
    try {
      const answer = await send("events", { signal: silence.signal });
      begun();
      if (away) live.dispatchEvent(new Event("back"));
      away = false;
      await hear(answer, silence);
    } catch (error) {
      if (error.status === 401 && !hasKey()) return;
    } finally {
      silence.end();
    }
    away = true;
    begun();
    for (const silence of unanswered) silence.abort();
    live.dispatchEvent(new Event("away"));
    await aMoment();
  }
}

// A moment, or less when the phone wakes up or its network comes back.
function aMoment() {
  return new Promise((resolve) => {
    const woken = new AbortController();
    const go = () => {
      woken.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, RETRY_MS);
    document.addEventListener("visibilitychange", () => document.hidden || go(), { signal: woken.signal });
    window.addEventListener("online", go, { signal: woken.signal });
  });
}

// Gives up what was silent for too long: a phone that falls asleep does not say goodbye.
class Silence extends AbortController {
  constructor() {
    super();
    this.broken();
  }

  broken() {
    this.end();
    this.timer = setTimeout(() => this.abort(), SILENT_MS);
  }

  end() {
    clearTimeout(this.timer);
  }
}

async function hear(answer, silence) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    silence.broken();
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    const topics = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
    for (const topic of new Set(topics)) live.dispatchEvent(new Event(topic));
  }
}
