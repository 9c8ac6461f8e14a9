/**
 * One match as this page follows it: the socket, the view built from snapshots and events, the
 * orders sent and not yet answered.
 *
 * The view changes by what the server sent and by nothing else; an `ack` draws nothing.
 *
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../board/frames.js").Happening} Happening
 */

import { applyBatch } from "../reducer.js";
import { LiveSocket, randomHex } from "../socket.js";
import { NOTHING_YET, remember } from "./recent.js";

/** An order that takes longer shows that it is on its way. */
const ON_ITS_WAY_MS = 500;

/** The facts about the match, an untimed one's wait counted from what has just happened. @returns {View["match"]} */
function waitingAnew({ match }, story) {
  return match.untimed_ms ? { ...match, due_ms: story[story.length - 1].event.at_ms + match.untimed_ms } : match;
}

/**
 * The random bytes this browser adds to the dice of a match: made once, kept for checking later.
 * @param {string} matchId
 */
function contributionTo(matchId) {
  const key = `contribution:${matchId}`;
  try {
    const kept = localStorage.getItem(key) ?? randomHex(16);
    localStorage.setItem(key, kept);
    return kept;
  } catch {
    return randomHex(16); // storage may be closed to us; the dice are fair without it
  }
}

/**
 * Emits `change` (detail: `{story, fresh}`) when the view changed, `order` when an order was sent or
 * answered, `refused` with an error, `presence`.
 */
export class Session extends EventTarget {
  /** @param {string} path of the socket @param {string} matchId @param {boolean} isPlayer */
  constructor(path, matchId, isPlayer) {
    super();
    /** @type {View | null} */
    this.view = null;
    /** @type {Side | null} */
    this.side = null;
    /** @type {import("./recent.js").Recent} */
    this.recent = NOTHING_YET;
    /** @type {string | null} id of the order the server has not answered with events yet */
    this.order = null;
    this.isLate = false;
    this.contribution = isPlayer ? contributionTo(matchId) : null;
    this.socket = new LiveSocket(path, () => this.greeting());
    const on = (type, listener) => this.socket.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
    on("welcome", (message) => this.welcomed(message));
    on("match.events", (message) => this.happened(message));
    on("match.snapshot", (message) => this.restarted(message));
    on("match.presence", (message) => this.presence(message));
    on("pong", ({ seq }) => this.view && seq > this.view.seq && this.resume());
    on("error", (message) => this.refused(message));
  }

  /** Nothing can be decided now: an order is on its way, or nobody knows whether the view still holds. */
  get isWaiting() {
    return this.order !== null || !this.socket.isFresh;
  }

  /** Why, as the key of a sentence; null where there is no word to lose about it. @returns {string | null} */
  get waitsFor() {
    const { order, isLate, socket } = this;
    if (order && socket.state !== "open") return "will_be_sent";
    if (order && isLate) return "on_its_way";
    return order === null && this.view && !socket.isFresh ? "asking_anew" : null;
  }

  greeting() {
    const since = this.view?.seq ?? null;
    return this.contribution ? { since, contribution: this.contribution } : { since };
  }

  welcomed(message) {
    this.side = message.you?.side ?? null;
    this.contribution = null; // told once; the server keeps the first
    if (message.snapshot) this.restarted(message.snapshot);
    else this.happened(message.events);
  }

  /** The view begins anew from what the server says. */
  restarted({ seq, state, rules, legal, clock, match }) {
    this.view = { seq, state, rules, legal, clock, match };
    this.recent = NOTHING_YET;
    this.settle();
    this.emit("change", { story: [], fresh: true });
  }

  happened(message) {
    if (!this.view) return;
    const { view, story, hole } = applyBatch(this.view, message);
    if (hole) {
      this.resume();
      return;
    }
    this.view = story.length ? { ...view, match: waitingAnew(view, story) } : view;
    for (const happening of story) this.recent = remember(happening, this.recent);
    if (story.some(({ event }) => event.type !== "clock_shifted")) this.settle();
    // A house that was away has moved the clock: what was asked for holds as it did before.
    else if (this.order) this.socket.amend(this.order, { seen: view.seq });
    this.emit("change", { story, fresh: false });
    if (story.length && view.state.outcome && !view.match.secret) this.askAnew();
  }

  resume() {
    if (this.view) this.socket.write({ type: "match.resume", since: this.view.seq });
  }

  /** The opened secret of a finished match comes with a snapshot only. */
  askAnew() {
    this.socket.write({ type: "hello", since: null });
  }

  presence({ side, online }) {
    if (!this.view) return;
    this.view.match[side].online = online;
    this.emit("presence", { side, online });
  }

  /** Sends an order about the match; one at a time. @param {string} type @param {object} [fields] */
  act(type, fields = {}) {
    if (!this.view || this.isWaiting) return;
    this.order = this.socket.send({ type, seen: this.view.seq, ...fields });
    this.lateTimer = setTimeout(() => {
      this.isLate = true;
      this.emit("order");
    }, ON_ITS_WAY_MS);
    this.emit("order");
  }

  /** The order is done or refused. */
  settle() {
    this.order = null;
    this.isLate = false;
    clearTimeout(this.lateTimer);
  }

  refused(error) {
    if (error.re === this.order) this.settle();
    this.emit("refused", error);
    this.emit("order");
  }

  emit(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
