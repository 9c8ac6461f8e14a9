/**
 * Who is paid what: the browser's twin of `ChipShares` in `tournaments/prizes.py`.
 *
 * Pure; shares are exact fractions of whole numbers, so nothing is lost to rounding.
 *
 * @typedef {{over: bigint, under: bigint}} Fraction
 */

/** The house's shares in percent, by the largest field they are for. @type {[number, string[]][]} */
const TABLE = [
  [2, ["100"]],
  [8, ["60", "40"]],
  [16, ["50", "25", ...Array(2).fill("12.5")]],
  [32, ["40", "20", "10", "10", ...Array(4).fill("5")]],
  [64, ["33", "16", ...Array(2).fill("8.86"), ...Array(4).fill("4.16"), ...Array(8).fill("2.08")]],
];

/**
 * The chips of every paid place, the best first.
 * @param {{seat: number, place: number}[]} entrants @param {string[]} percents of the card, [] for the house's
 * @param {number} poolChips @param {number[]} lots all seats, the luckiest first
 * @returns {{place: number, seat: number, chips: number}[]}
 */
export function prizesOf(entrants, percents, poolChips, lots) {
  const shares = (percents.length ? percents : houseShares(Math.max(2, entrants.length))).map(fraction);
  const groups = tied(entrants, lots);
  const prizes = [];
  for (const group of groups) {
    const first = prizes.length;
    if (first >= shares.length) break;
    const { over, under } = shares.slice(first, first + group.length).reduce(sum);
    const chips = Number((BigInt(poolChips) * over) / (under * 100n * BigInt(group.length)));
    group.forEach((seat, index) => prizes.push({ place: first + index + 1, seat, chips }));
  }
  return groups.length ? withRest(prizes, groups[0].length, poolChips) : [];
}

/** Seats by place, the best group first; within one, the luckiest first. @returns {number[][]} */
function tied(entrants, lots) {
  const luck = new Map(lots.map((seat, order) => [seat, order]));
  const groups = new Map();
  for (const { seat, place } of entrants) {
    if (!groups.has(place)) groups.set(place, []);
    groups.get(place).push(seat);
  }
  const places = [...groups.keys()].sort((one, other) => one - other);
  return places.map((place) => groups.get(place).sort((one, other) => luck.get(one) - luck.get(other)));
}

/** What the floors left goes to the first `best`, one chip each by lot for what cannot be divided. */
function withRest(prizes, best, poolChips) {
  const rest = poolChips - prizes.reduce((total, { chips }) => total + chips, 0);
  return prizes.map((prize, index) => {
    const more = index < best ? Math.floor(rest / best) + (index < rest % best ? 1 : 0) : 0;
    return { ...prize, chips: prize.chips + more };
  });
}

/** @param {number} entrants @returns {string[]} */
function houseShares(entrants) {
  const known = TABLE.find(([largest]) => entrants <= largest);
  return known ? known[1] : largeFieldShares(entrants);
}

/** The last quarter of the bracket: 30, 15, and the other 55 in equal parts by round. */
function largeFieldShares(entrants) {
  const quarter = 2 ** Math.ceil(Math.log2(entrants)) / 4;
  const rounds = Math.log2(quarter) - 1;
  const shares = ["30", "15"];
  for (let earlier = 1; earlier <= rounds; earlier += 1) {
    const losers = 2 ** earlier;
    shares.push(...Array(losers).fill(`55/${rounds * losers}`));
  }
  return shares;
}

/** @param {string} percent such as "60", "12.5" or "55/12" @returns {Fraction} */
function fraction(percent) {
  const [over, under = "1"] = percent.split("/");
  const [whole, decimals = ""] = over.split(".");
  return { over: BigInt(whole + decimals), under: BigInt(under) * 10n ** BigInt(decimals.length) };
}

/** @param {Fraction} one @param {Fraction} other @returns {Fraction} */
function sum(one, other) {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}
