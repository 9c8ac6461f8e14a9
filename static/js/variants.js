/**
 * What the browser must know of each game to move its checkers: data only, keyed as on the server.
 *
 * House variants that only forbid moves need no row; the server's list of plays already leaves
 * those moves out. One that can be seen on the way, such as a full point, has one.
 *
 * @typedef {import("./types.js").Variant} Variant
 * @typedef {import("./types.js").Checkers} Checkers
 */

/** @param {Record<number, number>} counts checkers by own point @returns {Checkers} */
function checkers(counts) {
  return Array.from({ length: 26 }, (_, point) => counts[point] ?? 0);
}

/** @type {Variant} */
const BACKGAMMON = {
  geometry: "opposed",
  closed_by: 2,
  opening: "played",
  start: checkers({ 24: 2, 13: 5, 8: 3, 6: 5 }),
};

/** @type {Record<string, Variant>} by key; of variants that are joined the first that stands here counts */
const VARIANTS = {
  nackgammon: { ...BACKGAMMON, start: checkers({ 24: 2, 23: 2, 13: 4, 8: 3, 6: 4 }) },
  hypergammon: { ...BACKGAMMON, start: checkers({ 24: 1, 23: 1, 22: 1 }) },
  five_high: { ...BACKGAMMON, most: 5 },
  long_nardy: {
    geometry: "parallel",
    closed_by: 1,
    opening: "decides",
    start: checkers({ 24: 15 }),
    wins: { single: "oin", gammon: "mars" },
    resigning: "judged",
  },
};

/**
 * @param {{variant?: string}} rules the rules of a match; combined variants are joined by "+"
 * @returns {Variant}
 */
export function variantOf(rules) {
  const keys = (rules.variant ?? "").split("+");
  const key = keys.find((candidate) => candidate in VARIANTS);
  return key ? VARIANTS[key] : BACKGAMMON;
}
