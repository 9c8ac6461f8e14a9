/**
 * A play typed as people write it, read against the roll: the steps it means, or what is wrong with it.
 *
 * Pure. Points are the player's own; the bar is 25, b, bar or its word in the reader's language, off is
 * 0, o, off or that word. The order of the ways and of their dice is free.
 *
 * @typedef {import("../types.js").Play} Play
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../turn.js").Turn} Turn
 * @typedef {{text: string, points: number[], hits: boolean[]}} Way what one checker does; `hits[i]`: a hit is claimed on `points[i]`
 * @typedef {{fault: string, values?: Record<string, string | number>}} Wrong a text key and its blanks
 * @typedef {{steps: Play, isComplete: boolean}} Reading
 */

import { BAR, OFF, across, applyStep, other, targetOf, without } from "../moves.js";

const HOME = 6;
const MOST_WAYS = 4;
const PASSES = ["pass", "-"];

/** @param {string} text @returns {text is string} */
const isPoint = (text) => /^\d{1,2}$/.test(text) && Number(text) >= OFF && Number(text) <= BAR;

/** @param {string} text @param {{bar: string, off: string}} words @returns {number | null} */
function pointOf(text, { bar, off }) {
  if (isPoint(text)) return Number(text);
  if (["b", "bar", bar.toLowerCase()].includes(text)) return BAR;
  return ["o", "off", off.toLowerCase()].includes(text) ? OFF : null;
}

/** @param {string} token such as `bar/22*` or `8/5(2)` @param {{bar: string, off: string}} words @returns {Way[]} empty: it cannot be read */
function waysOfToken(token, words) {
  const [, body, count] = /^(.+?)(?:\(([1-4])\))?$/.exec(token) ?? [];
  const parts = (body ?? "").split(/[/-]/);
  const hits = parts.map((part) => part.endsWith("*"));
  const points = parts.map((part) => pointOf(part.replace(/\*$/, ""), words));
  if (points.length < 2 || points.includes(null)) return [];
  const way = { text: token, points: /** @type {number[]} */ (points), hits };
  return Array.from({ length: Number(count ?? 1) }, () => way);
}

/**
 * @param {string} text @param {{bar: string, off: string, pass: string}} words
 * @returns {{ways: Way[], passes: boolean} | Wrong}
 */
export function readNotation(text, words) {
  const plain = text.trim().toLowerCase().replace(/[–—]/g, "-").replace(/\s*\(/g, "(");
  if (PASSES.includes(plain) || plain === words.pass.toLowerCase()) return { ways: [], passes: true };
  /** @type {Way[]} */
  const ways = [];
  for (const token of plain.split(/[\s,;]+/).filter(Boolean)) {
    const found = waysOfToken(token, words);
    if (found.length === 0) return { fault: "typed_unreadable", values: { text: token } };
    ways.push(...found);
  }
  return { ways, passes: false };
}

/**
 * What the text means for the roll that is to be played.
 * @param {string} text @param {Turn} turn @param {{bar: string, off: string, pass: string}} words
 * @returns {Reading | Wrong}
 */
export function readPlay(text, turn, words) {
  const read = readNotation(text, words);
  if ("fault" in read) return read;
  if (read.passes) return { fault: "typed_must_move", values: { dice: diceText(turn) } };
  const { whole, part } = search(turn, read.ways);
  const found = whole.size > 0 ? whole : part;
  if (found.size === 0) return wrongWith(turn, read.ways);
  if (found.size > 1) return { fault: "typed_two_ways", values: { text: text.trim() } };
  const [steps] = found.values();
  return { steps, isComplete: whole.size > 0 };
}

/** The dice a reading leaves to be played. @param {Turn} turn @param {Play} steps */
export function diceLeft(turn, steps) {
  return steps.reduce((dice, [, die]) => without(dice, die), turn.dice);
}

/** @param {Turn} turn */
function diceText(turn) {
  return turn.dice.join(" ");
}

/**
 * Every way of stepping what was written, by where it ends: with the whole roll played, or with dice left.
 * @param {Turn} turn @param {Way[]} ways @returns {{whole: Map<string, Play>, part: Map<string, Play>}}
 */
function search(turn, ways) {
  const found = { whole: new Map(), part: new Map() };
  if (ways.length === 0 || ways.length > MOST_WAYS) return found;
  const { finder, variant, side } = turn;
  /** @param {Position} position @param {number[]} dice @param {Play} made @param {{way: Way, at: number, next: number}[]} walks */
  const walk = (position, dice, made, walks) => {
    const open = walks.filter(({ way, next }) => next < way.points.length);
    const steps = finder.stepsFrom(position, dice, made.length);
    if (open.length === 0) {
      const ends = steps.length === 0 && finder.playEndingAt(position) !== null ? found.whole : found.part;
      const key = JSON.stringify(position);
      if (!ends.has(key)) ends.set(key, made); // the first one keeps the order in which it was written
      return;
    }
    for (const moving of open) {
      for (const step of steps.filter(([source]) => source === moving.at)) {
        const after = applyStep(variant, position, side, step);
        const walked = stepOf(moving, targetOf(step), isHit(position, after, side));
        if (walked) walk(after, without(dice, step[1]), [...made, step], walks.map((each) => (each === moving ? walked : each)));
      }
    }
  };
  walk(turn.start, turn.dice, [], ways.map((way) => ({ way, at: way.points[0], next: 1 })));
  return found;
}

/** @param {Position} before @param {Position} after @param {import("../types.js").Side} side */
function isHit(before, after, side) {
  return after[other(side)][BAR] > before[other(side)][BAR];
}

/** The walk after a step to a point; null where the step leaves what was written. */
function stepOf({ way, next }, target, hit) {
  const wanted = way.points[next];
  if (target > wanted) return { way, at: target, next };
  const isThere = target === wanted && (hit || !way.hits[next]);
  return isThere ? { way, at: target, next: next + 1 } : null;
}

/** @typedef {(turn: Turn, way: Way, ways: Way[]) => Wrong | null} Check */

/** What may be wrong with one way, the plainest first. @type {Check[]} */
const CHECKS = [
  (_turn, { text, points }) => (points.some((point, index) => index > 0 && point >= points[index - 1]) ? { fault: "typed_backwards", values: { text } } : null),
  ({ start, side }, { points }, ways) =>
    start[side][BAR] > 0 && points[0] !== BAR && !ways.some((way) => way.points[0] === BAR) ? { fault: "typed_bar_first" } : null,
  ({ start, side }, { points: [from] }, ways) => {
    const isThere = start[side][from] > 0 || ways.some(({ points }) => points.at(-1) === from);
    return isThere ? null : { fault: from === BAR ? "typed_bar_empty" : "typed_no_checker", values: { point: from } };
  },
  ({ variant, start, side }, { points }) => {
    const closed = points.slice(1).find((point) => point !== OFF && start[other(side)][across(variant, point)] >= variant.closed_by);
    return closed === undefined ? null : { fault: "typed_closed", values: { point: closed } };
  },
  ({ start, side }, { points }, ways) => {
    const isOutside = start[side].some((count, point) => point > HOME && count > 0 && !ways.some((way) => way.points[0] === point));
    return points.at(-1) === OFF && isOutside ? { fault: "typed_not_home" } : null;
  },
  ({ variant, start, side }, { points, hits }) => {
    const missed = points.find((point, index) => hits[index] && start[other(side)][across(variant, point)] !== 1);
    return missed === undefined ? null : { fault: "typed_no_hit", values: { point: missed } };
  },
  (turn, { text, points }) => {
    const far = points[0] - /** @type {number} */ (points.at(-1));
    const sums = sumsOf(turn.dice);
    const isPossible = sums.has(far) || (points.at(-1) === OFF && [...sums].some((sum) => sum > far));
    return isPossible ? null : { fault: "typed_no_dice", values: { text, dice: diceText(turn) } };
  },
];

/** @param {Turn} turn @param {Way[]} ways @returns {Wrong} */
function wrongWith(turn, ways) {
  for (const check of CHECKS) {
    for (const way of ways) {
      const wrong = check(turn, way, ways);
      if (wrong) return wrong;
    }
  }
  if (ways.length > turn.dice.length) return { fault: "typed_too_many", values: { dice: diceText(turn) } };
  return { fault: "typed_not_legal", values: { dice: diceText(turn) } };
}

/** What some of the dice add up to. @param {number[]} dice @returns {Set<number>} */
function sumsOf(dice) {
  const sums = new Set([0]);
  for (const die of dice) for (const sum of [...sums]) sums.add(sum + die);
  sums.delete(0);
  return sums;
}
