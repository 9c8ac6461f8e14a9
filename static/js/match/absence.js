/**
 * What follows from the absence of the side everybody waits for, and when: its clock runs on.
 *
 * Nothing here starts or stops anything; a connection that comes and goes changes only whether the
 * sentence is shown. It takes the place of the status, so that nothing on the page jumps.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 */

import { other } from "../moves.js";
import { timeLeft } from "./clocks.js";
import { stakesAt } from "./stakes.js";

const TICK_MS = 500;

/**
 * The text key of what follows, the time until then, and the chips it costs at most.
 * @param {View} view @param {Side | null} me @param {number} nowMs by the server's clock
 * @returns {{key: string, leftMs: number, chips: number} | null} null while nobody is missed
 */
export function absence({ state, rules, match, clock }, me, nowMs) {
  if (!me) return null;
  const side = other(me);
  if (state.to_act !== side || match[side].online || match[side].bot) return null;
  const now = stakesAt(state, rules)?.now;
  const chips = now ? (now.backgammon ?? now.gammon) : 0;
  const kind = rules.length.kind === "table" ? "table" : "match";
  if (clock) {
    const { reserveMs, delayMs } = timeLeft(clock, side, nowMs);
    return { key: `away_clock_${kind}`, leftMs: reserveMs + delayMs, chips };
  }
  return { key: `away_untimed_${kind}`, leftMs: Math.max(0, (match.due_ms ?? nowMs) - nowMs), chips };
}

/** @param {number} ms @returns {string} `47:59:05` or `2:05` */
export function countdown(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The line that tells it, with its countdown. */
export class Absence {
  /**
   * @param {HTMLElement} element @param {HTMLElement} status @param {import("./session.js").Session} session
   * @param {import("./words.js").Words} words
   */
  constructor(element, status, session, words) {
    this.text = /** @type {HTMLElement} */ (element.querySelector("[data-text]"));
    this.time = /** @type {HTMLElement} */ (element.querySelector("[data-time]"));
    this.element = element;
    this.status = status;
    this.session = session;
    this.words = words;
    setInterval(() => this.draw(), TICK_MS);
  }

  draw() {
    const { view, side, socket } = this.session;
    // Who is cut off himself cannot tell who else is away.
    const isKnown = view && side && socket.state === "open" && socket.isFresh;
    const missed = isKnown ? absence(view, side, socket.serverNowMs) : null;
    this.element.hidden = missed === null;
    this.status.classList.toggle("is-replaced", missed !== null);
    if (!missed || !view || !side) return;
    const { key, leftMs, chips } = missed;
    write(this.text, this.words.say(key, { name: view.match[other(side)].name, chips }));
    write(this.time, countdown(leftMs));
  }
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
