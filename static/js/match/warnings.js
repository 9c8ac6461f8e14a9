/**
 * Says once each when the player's own reserve comes down to a minute, half of it, ten seconds.
 *
 * @typedef {import("../types.js").Side} Side
 */

import { timeLeft } from "./clocks.js";

const MARKS_S = [10, 30, 60];
const TICK_MS = 250;

/**
 * The lowest mark passed between two looks, in seconds. Pure.
 * @param {number} beforeMs @param {number} nowMs @returns {number | null}
 */
export function passedMark(beforeMs, nowMs) {
  return MARKS_S.find((mark) => beforeMs > mark * 1000 && nowMs <= mark * 1000) ?? null;
}

/** @param {import("./session.js").Session} session @param {(mark: number) => void} warn */
export function watchClock(session, warn) {
  let beforeMs = 0;
  setInterval(() => {
    const { view, side, socket } = session;
    if (!view?.clock || !side) return;
    const { reserveMs } = timeLeft(view.clock, side, socket.serverNowMs);
    const mark = view.clock.running === side ? passedMark(beforeMs, reserveMs) : null;
    beforeMs = reserveMs;
    if (mark) warn(mark);
  }, TICK_MS);
}
