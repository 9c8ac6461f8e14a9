/**
 * What the reader has chosen for himself; accounts/preferences.py lists it. The page brings it, a
 * change is drawn at once, kept by the house, and told to his other tabs.
 */

import { during } from "./progress.js";

/** @typedef {Record<string, string>} Choices */

const CHANNEL = "preferences";

class Preferences extends EventTarget {
  constructor() {
    super();
    /** @type {Choices} */
    this.choices = JSON.parse(document.body?.dataset.preferences || "{}");
    /** @type {Choices} as the house keeps them */
    this.kept = this.choices;
    /** @type {Choices[]} what it has not answered yet */
    this.waiting = [];
    /** @type {Promise<unknown>} */
    this.line = Promise.resolve();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    this.channel?.addEventListener("message", ({ data }) => {
      if (data.user !== document.body.dataset.user) return;
      this.kept = data.choices;
      this.adopt(Object.assign({}, this.kept, ...this.waiting));
    });
  }

  /** @param {string} key @returns {string} "" where the page brought none */
  get(key) {
    return this.choices[key] ?? "";
  }

  /** @param {string} key whose choices are "on" and "off" */
  isOn(key) {
    return this.get(key) === "on";
  }

  /**
   * Draws a change at once and keeps it, one after the other; where the house does not take it, what was
   * is drawn again.
   * @param {Choices} changes @returns {Promise<boolean>} whether it is kept
   */
  async choose(changes) {
    this.waiting.push(changes);
    this.adopt({ ...this.choices, ...changes });
    const answer = this.line.then(() => this.save(changes));
    this.line = answer;
    const kept = await answer;
    this.waiting.shift();
    this.kept = kept ?? this.kept;
    this.adopt(Object.assign({}, this.kept, ...this.waiting));
    if (kept) this.channel?.postMessage({ user: document.body.dataset.user, choices: kept });
    return kept !== null;
  }

  /** @param {Choices} changes @returns {Promise<Choices | null>} all of them as kept now */
  async save(changes) {
    const headers = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
    try {
      const answer = await during(fetch(document.body.dataset.preferencesSave ?? "", { method: "POST", headers, body: new URLSearchParams(changes), keepalive: true }));
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  /** @param {Choices} choices */
  adopt(choices) {
    this.choices = choices;
    if (choices.look) document.documentElement.dataset.look = choices.look;
    this.dispatchEvent(new CustomEvent("change"));
  }
}

export const preferences = new Preferences();

/** The house shows moments by the clock of this browser until somebody has chosen another. */
export function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.includes(`zone=${encodeURIComponent(zone)}`)) return;
  document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
}
