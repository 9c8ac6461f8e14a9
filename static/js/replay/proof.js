/**
 * Whether the rolls of a finished match follow from the secret that was promised before the first
 * one: the browser's own check of the published document, as `matches/verify.py` makes it.
 *
 * Pure; nothing is asked of the house. See docs/fairness.md.
 *
 * @typedef {import("../types.js").MatchState} MatchState
 *
 * @typedef {object} CheckedRoll
 * @property {number} number of its event, from 1
 * @property {number} game
 * @property {number} roll of that game, opening throws included
 * @property {[number, number]} shown what was played
 * @property {[number, number]} given what follows from the secret
 * @property {number[]} bytes those of the stream that became the dice
 * @property {boolean} isTrue
 *
 * @typedef {object} Proof
 * @property {boolean} isCommitted the secret is the promised one
 * @property {CheckedRoll[]} rolls
 * @property {CheckedRoll | null} firstFalse
 * @property {number | null} misplaced the first event that cannot have happened there
 * @property {boolean} isTrue everything belongs together
 */

import { pipsOf } from "../moves.js";
import { OFFER_FACTORS } from "../reducer.js";
import { fromHex, hmac, sha256, toHex } from "./sha256.js";

const FAIR_BYTES = 252; // the largest multiple of 6 that fits a byte: beyond it dice would lean low

/** What may follow a cube that was turned. */
const ANSWERS = new Set(["taken", "dropped", "beavered", "raccooned"]);

const text = new TextEncoder();

/**
 * The two dice of one numbered roll, and the bytes they came from.
 * @param {{id: string, secret: Uint8Array, white: string, black: string}} seed
 * @param {number} game @param {number} roll both from 1
 * @returns {{dice: [number, number], bytes: number[]}}
 */
export function diceOf({ id, secret, white, black }, game, roll) {
  /** @type {number[]} */
  const fair = [];
  for (let counter = 0; fair.length < 2; counter += 1) {
    const block = hmac(secret, text.encode([id, game, roll, white, black, counter].join("|")));
    fair.push(...[...block].filter((byte) => byte < FAIR_BYTES));
  }
  const bytes = fair.slice(0, 2);
  return { dice: [1 + (bytes[0] % 6), 1 + (bytes[1] % 6)], bytes };
}

/**
 * @param {any} document as published @param {import("./film.js").Film} film the same match, folded
 * @returns {Proof} Throws where the document lacks what must be checked.
 */
export function prove(document, film) {
  const { id, dice } = document;
  const seed = { id, secret: fromHex(dice.secret), white: dice.white, black: dice.black };
  const rolls = checkedRolls(seed, document.events);
  const isCommitted = toHex(sha256(seed.secret)) === dice.commitment;
  const firstFalse = rolls.find((roll) => !roll.isTrue) ?? null;
  const misplaced = firstMisplaced(document.events, film);
  return { isCommitted, rolls, firstFalse, misplaced, isTrue: isCommitted && !firstFalse && misplaced === null };
}

/** @returns {CheckedRoll[]} */
function checkedRolls(seed, events) {
  let game = 0;
  let roll = 0;
  /** @type {CheckedRoll[]} */
  const checked = [];
  events.forEach((event, index) => {
    if (event.type === "game_started") {
      game = event.number;
      roll = 0;
    }
    const shown = thrown(event);
    if (!shown) return;
    roll += 1;
    const { dice, bytes } = diceOf(seed, game, roll);
    const isTrue = shown[0] === dice[0] && shown[1] === dice[1];
    checked.push({ number: index + 1, game, roll, shown, given: dice, bytes, isTrue });
  });
  return checked;
}

/** The dice of an event as they fell, White's first in an opening; null where none were thrown. */
function thrown({ type, dice, white, black }) {
  if (type === "rolled") return dice;
  return type === "opening_rolled" ? [white, black] : null;
}

// Rolls are numbered by counting them, so one that was taken out or put in must not pass for the next.

/** @returns {number | null} */
function firstMisplaced(events, film) {
  const index = events.findIndex((event, before) => !mayHappen(event, film.states[before]));
  if (index >= 0) return index + 1;
  return film.states.at(-1).outcome ? null : events.length;
}

/** @param {any} event @param {MatchState} state */
function mayHappen({ type, side, number, moves }, { phase, to_act, game, game_number }) {
  if (type === "game_started") return phase === "between_games" && number === game_number + 1;
  if (type === "opening_rolled") return phase === "opening";
  const isTurn = to_act === side;
  const isLast = phase === "last_roll";
  if (type === "rolled") return isTurn && (phase === "to_roll" || isLast) && !game.dice;
  if (type === "doubled") return isTurn && phase === "to_roll";
  if (ANSWERS.has(type)) return isTurn && phase in OFFER_FACTORS;
  if (type === "played") return isTurn && (phase === "to_move" || isLast) && Boolean(game.dice) && areOf(game.dice, moves);
  return true;
}

/** Every move is made with a die of the roll. */
function areOf(dice, moves) {
  const left = pipsOf(dice);
  return moves.every(([, die]) => {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
