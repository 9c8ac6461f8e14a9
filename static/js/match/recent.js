/**
 * What the board still shows of a turn that is over: its dice, and where its checkers went. Pure.
 *
 * @typedef {import("../board/frames.js").Happening} Happening
 * @typedef {{lastPlay: import("../board.js").Scene["lastPlay"], lastRoll: import("../board.js").Scene["lastRoll"]}} Recent
 */

import { waysOf } from "./notation.js";

/** @type {Recent} */
export const NOTHING_YET = { lastPlay: null, lastRoll: null };

/** @param {Happening} happening @param {Recent} recent as it was before @returns {Recent} */
export function remember({ event, before }, recent) {
  if (event.type === "game_started") return NOTHING_YET;
  if (event.type !== "played" || !before.game?.dice) return recent;
  const ways = waysOf(event.moves, []);
  const from = ways.map(({ points }) => points[0]);
  const to = ways.map(({ points }) => points[points.length - 1]);
  return { lastPlay: { side: event.side, from, to }, lastRoll: { side: event.side, dice: before.game.dice } };
}
