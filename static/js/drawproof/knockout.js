/**
 * The bracket of a single elimination: who had to meet whom, and who came where.
 *
 * Pure. The browser's twin of `tournaments/formats/knockout.py`, as far as checking needs it.
 *
 * @typedef {import("./document.js").Met} Met
 * @typedef {import("./document.js").Draw} Draw
 */

/** Rounds until one of so many is left. @param {number} entrants */
export function roundCount(entrants) {
  let rounds = 0;
  while (2 ** rounds < entrants) rounds += 1;
  return rounds;
}

/** The slots of the first round with one entrant instead of two, far apart. @param {number} entrants */
export function byeSlots(entrants) {
  const rounds = roundCount(entrants);
  if (!rounds) return new Set();
  const slots = 2 ** (rounds - 1);
  const order = [...Array(slots).keys()].sort((one, other) => reversed(one, rounds - 1) - reversed(other, rounds - 1));
  return new Set(order.slice(0, 2 * slots - entrants).map((slot) => slot + 1));
}

/** The bits of a number the other way round. @param {number} number @param {number} width */
function reversed(number, width) {
  let result = 0;
  for (let bit = 0; bit < width; bit += 1) if (number & (1 << bit)) result += 1 << (width - 1 - bit);
  return result;
}

/**
 * Every pairing that is not the one which had to follow, as a fault with the seats that were due.
 * @param {Draw} draw
 */
export function* bracketFaults(draw) {
  const due = firstRound(draw.seats.length);
  const seen = new Set();
  for (let number = 1; number <= roundCount(draw.seats.length); number += 1) {
    const winners = new Map();
    for (const [slot, seats] of due) {
      const met = draw.at(number, slot);
      if (met) seen.add(met);
      if (met && !mayBe(met, seats, draw)) yield { key: "pairing", values: { round: number, slot } };
      if (!met && draw.isFinished) yield { key: "pairing_missing", values: { round: number, slot } };
      winners.set(slot, met?.result ? met.result.winner : undefined);
    }
    due.clear();
    for (const [slot, winner] of winners) {
      const beside = winners.get(slot + 1);
      const isDecided = winner !== undefined && beside !== undefined;
      if (slot % 2 && isDecided) due.set((slot + 1) / 2, [winner, beside].filter((seat) => seat !== null));
    }
  }
  for (const met of draw.meetings) {
    if (!seen.has(met)) yield { key: "pairing_extra", values: { round: met.round, slot: met.slot } };
  }
}

/** Seats fill the slots from the top. @param {number} entrants @returns {Map<number, number[]>} */
function firstRound(entrants) {
  const byes = byeSlots(entrants);
  const due = new Map();
  let seat = 1;
  for (let slot = 1; slot <= 2 ** (roundCount(entrants) - 1) && entrants > 1; slot += 1) {
    due.set(slot, byes.has(slot) ? [seat] : [seat, seat + 1]);
    seat += due.get(slot).length;
  }
  return due;
}

/**
 * The seats that were due; without one who had left, or with a latecomer in a free pass.
 * @param {Met} met @param {number[]} due @param {Draw} draw
 */
function mayBe(met, due, draw) {
  const missing = due.filter((seat) => !met.seats.includes(seat));
  const more = met.seats.filter((seat) => !due.includes(seat));
  const isLate = met.round === 1 && due.length === 1 && more.length === 1 && draw.isLate(more[0]);
  if (!missing.every((seat) => draw.hasLeft(seat)) || (more.length && !isLate)) return false;
  const outcome = met.result?.outcome;
  if (met.seats.length !== 1 || !outcome) return true;
  return outcome === (met.round === 1 && due.length === 1 ? "bye" : "walkover");
}

/**
 * The place of every seat: who went out in one round shares the best of its places. Who had left
 * went out in the round in which he was missing.
 * @param {Draw} draw
 */
export function placesOf(draw) {
  const stays = roundCount(draw.seats.length) + 1;
  const first = new Set(draw.meetings.filter(({ round }) => round === 1).flatMap(({ seats }) => seats));
  const outIn = new Map(draw.entrants.map(({ seat }) => [seat, first.has(seat) ? stays : 1]));
  for (const met of draw.meetings) {
    const { round, seats, result } = met;
    const comers = [...seats, ...comersOf(draw, met)];
    for (const seat of comers) {
      const isOut = !seats.includes(seat) || (result && seat !== result.winner);
      if (isOut) outIn.set(seat, round);
    }
  }
  const rounds = [...new Set(outIn.values())].sort((one, other) => other - one);
  const placeIn = new Map();
  for (const round of rounds) placeIn.set(round, 1 + [...outIn.values()].filter((other) => other > round).length);
  return new Map([...outIn].map(([seat, round]) => [seat, placeIn.get(round)]));
}

/** Who came out of the two slots of the round before. @param {Draw} draw @param {Met} met */
function comersOf(draw, { round, slot }) {
  const before = [draw.at(round - 1, 2 * slot - 1), draw.at(round - 1, 2 * slot)];
  return before.map((met) => met?.result?.winner ?? null).filter((seat) => seat !== null);
}
