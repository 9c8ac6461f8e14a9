/**
 * What happened before the page was opened, asked for once: for the written list, and for the marks
 * of the last play. A snapshot tells only how things stand.
 *
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../board/frames.js").Happening} Happening
 */

import { firstState, reduce } from "../reducer.js";
import { NOTHING_YET, remember } from "./recent.js";

/** A few less than the house sends in one piece, for what happens meanwhile. */
const MOST_EVENTS = 190;

/**
 * The happenings up to a number, from the first game whose beginning is among the events: without it
 * nobody can tell what a play hit. Pure.
 * @param {any} rules @param {{first: number, events: MatchEvent[]}} batch @param {number} until
 * @returns {Happening[]}
 */
export function pastOf(rules, { first, events }, until) {
  const known = events.slice(0, Math.max(0, until + 1 - first));
  const start = known.findIndex(({ type }) => type === "game_started");
  if (start < 0) return [];
  let state = firstState(rules);
  return known.slice(start).map((event) => {
    const before = state;
    state = reduce(state, event, rules);
    return { event, before, after: state };
  });
}

/**
 * Has the past told, and gives the session the last play of it where nothing has happened since.
 * @param {import("./session.js").Session} session @param {(past: Happening[], isLast: boolean) => void} tell
 * @returns {() => void} asks, the first time it is called with a view, if that has a past
 */
export function askForPast(session, tell) {
  /** @type {number | null} the number of the last event before the page was opened */
  let until = null;
  let isTold = false;
  session.socket.addEventListener("match.events", (event) => {
    const batch = /** @type {CustomEvent} */ (event).detail;
    if (until === null || isTold || batch.first > until || !session.view) return;
    isTold = true;
    const past = pastOf(session.view.rules, batch, until);
    const isLast = session.view.seq === until;
    if (isLast) session.recent = past.reduce((recent, happening) => remember(happening, recent), NOTHING_YET);
    tell(past, isLast);
  });
  return () => {
    if (until !== null || !session.view) return;
    until = session.view.seq;
    if (until > 0) session.socket.write({ type: "match.resume", since: Math.max(0, until - MOST_EVENTS) });
  };
}
