/**
 * Plays as people write them: `24/18/13`, `bar/22 8/5*(2) 6/off`. Pure.
 *
 * @typedef {import("../types.js").Play} Play
 */

import { BAR, OFF, targetOf } from "../moves.js";

/** @typedef {{points: number[], hits: boolean[]}} Way the points one checker touches; `hits[i]` is about `points[i + 1]` */

/**
 * One way for each checker that moved, the one from farthest behind first, whatever the order of the steps.
 * @param {Play} play @param {boolean[]} hits which step hit @returns {Way[]}
 */
export function waysOf(play, hits) {
  const left = play
    .map((step, index) => ({ source: step[0], target: targetOf(step), hit: hits[index] }))
    .sort((one, two) => two.source - one.source || two.target - one.target);
  /** @type {Way[]} */
  const ways = [];
  while (left.length) {
    const way = { points: [left[0].source], hits: [] };
    for (let at = 0; at >= 0; at = left.findIndex(({ source }) => source === way.points.at(-1))) {
      const [{ target, hit }] = left.splice(at, 1);
      way.points.push(target);
      way.hits.push(hit);
    }
    ways.push(way);
  }
  return ways;
}

/** @param {number} point @param {{bar: string, off: string}} words */
function pointText(point, words) {
  if (point === BAR) return words.bar;
  return point === OFF ? words.off : String(point);
}

/** The points of a way worth naming: where it begins and ends, and where it hits. @param {Way} way */
function namedPoints({ points, hits }) {
  const last = points.length - 1;
  return points
    .map((point, index) => ({ point, hit: index > 0 && hits[index - 1], index }))
    .filter(({ hit, index }) => index === 0 || index === last || hit);
}

/** @param {Way} way @param {{bar: string, off: string}} words */
function wayText(way, words) {
  return namedPoints(way)
    .map(({ point, hit }) => pointText(point, words) + (hit ? "*" : ""))
    .join("/");
}

/**
 * @param {Play} play @param {boolean[]} hits @param {{bar: string, off: string}} words
 * @returns {string} empty for a turn without a move
 */
export function formatPlay(play, hits, words = { bar: "bar", off: "off" }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const way of waysOf(play, hits)) {
    const text = wayText(way, words);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ");
}

/**
 * A play for the ear: `24 18, 13 11 hitting`. No slash, asterisk or bracket, which voices read aloud or swallow.
 * @param {Play} play @param {boolean[]} hits
 * @param {{bar: string, off: string, hit: (point: string) => string}} words
 */
export function spokenPlay(play, hits, words) {
  const spoken = (/** @type {Way} */ way) =>
    namedPoints(way).map(({ point, hit }) => (hit ? words.hit(pointText(point, words)) : pointText(point, words)));
  return waysOf(play, hits)
    .map((way) => spoken(way).join(" "))
    .join(", ");
}
