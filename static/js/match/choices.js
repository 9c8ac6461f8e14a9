/**
 * Which decisions are the player's now, as data. Pure: `controls.js` makes buttons of them.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../turn.js").Turn} Turn
 *
 * @typedef {object} Choice
 * @property {string} action
 * @property {Record<string, string | number>} [values] blanks of its label
 * @property {boolean} [isMain] the one obvious thing to do; a decision about the cube has none
 * @property {boolean} [isOff] shown but not possible yet
 */

import { OFFER_FACTORS } from "../reducer.js";
import { cubeFault, toldFault } from "./cube.js";
import { leaving } from "./table.js";

/**
 * The choices about the turn and the cube.
 * @param {View} view @param {Side | null} me @param {Turn | null} turn @returns {Choice[]}
 */
export function turnChoices({ state, rules }, me, turn) {
  if (!me || state.to_act !== me || !state.game) return [];
  if (turn) return playChoices(turn);
  const { cube, dice } = state.game;
  if (state.phase in OFFER_FACTORS) return answerChoices(state, rules, me);
  if (state.phase === "to_roll" || (state.phase === "last_roll" && !dice)) {
    return [...turning("double", cube.value * 2, state, rules, me), { action: "roll", isMain: true }];
  }
  return [];
}

/** @param {Turn} turn @returns {Choice[]} */
function playChoices(turn) {
  const made = turn.made.length;
  return [
    { action: "undo_all", isOff: made < 2 },
    { action: "undo", isOff: made === 0 },
    { action: "confirm", isMain: true, isOff: !turn.isComplete },
  ];
}

/** @returns {Choice[]} */
function answerChoices(state, rules, me) {
  const value = state.game.cube.value * OFFER_FACTORS[state.phase];
  const back = state.phase === "doubled" ? "beaver" : "raccoon";
  return [{ action: "drop" }, { action: "take", values: { value } }, ...turning(back, value * 2, state, rules, me)];
}

/** Turning the cube, where it can be turned; shown but off where its player should know why. @returns {Choice[]} */
function turning(action, value, state, rules, me) {
  const isOff = cubeFault(state, rules, me) !== null;
  return isOff && !toldFault(state, rules, me) ? [] : [{ action, values: { value }, isOff }];
}

/** An open resignation of the other side. @param {View} view @param {Side | null} me @returns {Choice[]} */
export function offerChoices({ state }, me) {
  const offer = state.game?.offer;
  if (!me || !offer || offer.side === me) return [];
  return [{ action: "resign_decline" }, { action: "resign_accept" }];
}

/** What can be done between two games. @param {View} view @param {Side | null} me @returns {Choice[]} */
export function betweenChoices(view, me) {
  const { state } = view;
  if (!me || state.outcome || state.phase !== "between_games" || !state.game?.result) return [];
  /** @type {Choice[]} */
  const choices = state.ready.includes(me) ? [] : [{ action: "next", isMain: true }];
  return leaving(view, me).isNow ? [...choices, { action: "leave" }] : choices;
}

/** What pressing the cube on the board would mean. @param {Choice[]} choices */
export function cubeAction(choices) {
  const found = choices.find(({ action, isOff }) => !isOff && (action === "double" || action === "take"));
  return /** @type {"double" | "take" | null} */ (found?.action ?? null);
}

/** May the player give the game up now? @param {View} view @param {Side | null} me */
export function mayResign({ state }, me) {
  const running = ["to_roll", "to_move", "doubled", "beavered", "raccooned", "last_roll"];
  return Boolean(me) && running.includes(state.phase) && state.game?.offer?.side !== me;
}
