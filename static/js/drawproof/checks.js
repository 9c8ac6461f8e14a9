/**
 * Whether the draw of an event follows from the secret that was promised before anybody could enter:
 * the browser's own check of the published document. Of a single elimination it repeats everything
 * but prizes in tickets; of other formats all but who had to meet whom, which
 * `manage.py verify --draw-file` repeats.
 *
 * Pure; nothing is asked of the house. See docs/fairness.md.
 *
 * @typedef {{key: string, values: Record<string, string | number>}} Fault
 * @typedef {{what: string, count: number, faults: Fault[]}} Finding
 * @typedef {{isOpen: boolean, isTrue: boolean, isWhole: boolean, findings: Finding[]}} Proof
 */

import { fromHex, sha256, toHex } from "../replay/sha256.js";
import { Draw } from "./document.js";
import { bracketFaults, placesOf } from "./knockout.js";
import { prizesOf } from "./shares.js";
import { compare, DrawStream, drawWhite } from "./stream.js";

const [KNOCKOUT, SWISS] = ["knockout", "swiss"];

/** @param {any} published the document @returns {Proof} Throws where it is no document of a draw. */
export function prove(published) {
  const draw = new Draw(published);
  const { format, satellite } = published.card;
  const isWhole = format === KNOCKOUT && !satellite; // a satellite stops early and may play off
  if (published.secret === null) return { isOpen: false, isTrue: false, isWhole, findings: [] };
  const secret = fromHex(published.secret);
  const contested = draw.meetings.filter(({ seats }) => seats.length === 2);
  const byes = draw.meetings.filter(({ result }) => result?.outcome === "bye");
  const findings = [
    finding("secret", 1, secretFaults(draw, secret)),
    finding("seats", draw.seats.length, seatFaults(draw, secret)),
    finding("byes", byes.length, format === SWISS ? byeFaults(draw, byes) : []),
    finding("pairings", draw.meetings.length, pairingFaults(draw, isWhole)),
    finding("colours", contested.length, colourFaults(draw, secret, contested)),
    finding("places", isWhole && draw.isFinished ? draw.entrants.length : 0, placeFaults(draw, isWhole)),
    finding("prizes", satellite || !draw.isFinished ? 0 : published.prizes.length, prizeFaults(draw, secret)),
  ];
  return { isOpen: true, isTrue: findings.every(({ faults }) => !faults.length), isWhole, findings };
}

/** @param {string} what @param {number} count @param {Iterable<Fault>} faults @returns {Finding} */
function finding(what, count, faults) {
  return { what, count, faults: [...faults] };
}

/** @param {Draw} draw @param {Uint8Array} secret @returns {Generator<Fault>} */
function* secretFaults(draw, secret) {
  if (toHex(sha256(secret)) !== draw.published.commitment) yield { key: "secret", values: {} };
  if (!draw.isOver) yield { key: "early", values: {} };
}

/** @param {Draw} draw @param {Uint8Array} secret @returns {Generator<Fault>} */
function* seatFaults(draw, secret) {
  const isInOrder = draw.names.every((name, at) => !at || compare(draw.names[at - 1], name) < 0);
  if (!isInOrder) yield { key: "names", values: {} };
  const given = new DrawStream(secret, draw.id, "seats").shuffled(draw.names);
  if (given.length !== draw.seats.length) yield { key: "seat_count", values: {} };
  for (const [index, due] of given.entries()) {
    const shown = draw.seats[index];
    if (shown !== undefined && shown !== due) yield { key: "seat", values: { seat: index + 1, shown, due } };
  }
  if (draw.seatNumbers.some((seat, index) => seat !== index + 1)) yield { key: "seat_count", values: {} };
  for (const entrant of draw.entrants) {
    const { seat, name } = entrant;
    if (!maySit(draw, entrant)) yield { key: "entrant", values: { seat, name } };
  }
}

/** Whether he drew his seat, was given it for another, or came later to one of the next. */
function maySit(draw, { seat, name, came, joined }) {
  if (draw.isLate(seat)) return ["late", "buy_back"].includes(came) && joined > 1;
  const isHis = came === "replacement" || (came === "in_time" && draw.seats[seat - 1] === name);
  return isHis && joined === 1;
}

/** Nobody has a second bye while another who was there has none; coming late counts as one. */
function* byeFaults(draw, byes) {
  const had = new Set(draw.entrants.filter(({ joined }) => joined > 1).map(({ seat }) => seat));
  const present = new Map(draw.published.rounds.map((each) => [each.number, each.present]));
  for (const { round, seats } of byes.toSorted((one, other) => one.round - other.round)) {
    const others = (present.get(round) ?? []).filter((seat) => !had.has(seat) && !seats.includes(seat));
    if (others.length && seats.some((seat) => had.has(seat))) yield { key: "bye", values: { round } };
    for (const seat of seats) had.add(seat);
  }
}

/** @param {Draw} draw @param {boolean} isWhole @returns {Generator<Fault>} */
function* pairingFaults(draw, isWhole) {
  for (const { round, slot, seats, result } of draw.meetings) {
    const areKnown = seats.every((seat) => draw.bySeat.has(seat)) && new Set(seats).size === seats.length;
    const isWon = !result || (result.outcome === "both_out" ? result.winner === null : seats.includes(result.winner));
    if (!areKnown || !isWon) yield { key: "pairing", values: { round, slot } };
  }
  yield* isWhole ? bracketFaults(draw) : twiceFaults(draw);
}

/** Nobody is in two pairings of one round. @param {Draw} draw @returns {Generator<Fault>} */
function* twiceFaults(draw) {
  const met = new Set();
  for (const { round, slot, seats } of draw.meetings) {
    for (const seat of seats) {
      if (met.has(`${round}:${seat}`)) yield { key: "pairing", values: { round, slot } };
      met.add(`${round}:${seat}`);
    }
  }
}

/** @returns {Generator<Fault>} */
function* colourFaults(draw, secret, contested) {
  for (const { round, slot, white, black } of contested) {
    if (drawWhite(secret, draw.id, round, white, black) !== white) yield { key: "colour", values: { round, slot } };
  }
}

/** @param {Draw} draw @param {boolean} isWhole @returns {Generator<Fault>} */
function* placeFaults(draw, isWhole) {
  if (!isWhole || !draw.isFinished) return;
  const due = placesOf(draw);
  for (const { seat, name, place } of draw.entrants) {
    if (place !== due.get(seat)) yield { key: "place", values: { name, place, due: due.get(seat) } };
  }
}

/** @param {Draw} draw @param {Uint8Array} secret @returns {Generator<Fault>} */
function* prizeFaults(draw, secret) {
  const { card, pool_chips: poolChips, prizes } = draw.published;
  if (!draw.isFinished || card.satellite) return;
  const lots = new DrawStream(secret, draw.id, "prizes").shuffled(draw.seatNumbers);
  const due = prizesOf(draw.entrants, card.prize_shares, poolChips, lots);
  for (let index = 0; index < Math.max(due.length, prizes.length); index += 1) {
    const [one, other] = [due[index], prizes[index]];
    const isSame = one && other && one.place === other.place && one.seat === other.seat && one.chips === other.chips;
    if (!isSame) yield { key: "prize", values: { place: index + 1 } };
  }
}
