/**
 * What a table of chips shows beside the board: what the game is for, what a turn of the cube would
 * make of it, and the receipt of a game that is over.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("./stakes.js").Amounts} Amounts
 * @typedef {import("./words.js").Words} Words
 *
 * @typedef {[string, string]} Row what, and how much
 *
 * @typedef {object} AmountRow what one course of the game moves
 * @property {string} label
 * @property {(number | null)[]} chips by the kind of win
 * @property {{text: string, sign: string} | null} drop what a drop there costs, in words and as a signed number
 */

import { other } from "../moves.js";
import { OFFER_FACTORS } from "../reducer.js";
import { numberText } from "../texts.js";
import { stakesAt } from "./stakes.js";

/** What my taking of an offer is called, by the phase that asks for it. */
const MY_TAKING = { doubled: "if_you_take", beavered: "if_you_take_beaver", raccooned: "if_you_take_raccoon" };

const KINDS = /** @type {const} */ (["single", "gammon", "backgammon"]);

/** The stake, the most a game moves, and whether the cube already moves it all. @param {View} view @param {Words} words @returns {Row[]} */
export function gameRows({ state, rules }, words) {
  const stakes = stakesAt(state, rules);
  if (!stakes) return [];
  const { stake, covered, now } = stakes;
  const game = words.say(state.phase === "between_games" ? "next_game" : "this_game");
  /** @type {Row[]} */
  const rows = [
    [words.say("stake"), words.say("stake_points", { stake })],
    [game, words.say("at_most", { chips: covered })],
  ];
  if (now.single === covered) rows.push([words.say("all_in"), words.say(rules.cube.enabled ? "all_in_cube" : "all_in_plain")]);
  return rows;
}

/**
 * What the game moves by the kind of win: now, and after the decision about the cube that is mine,
 * or the answer to mine. While the other side may turn the cube but has not, only now.
 * @param {View} view @param {Side | null} me @param {Words} words
 * @returns {{kinds: string[], covered: number, rows: AmountRow[]}}
 */
export function amountTable(view, me, words) {
  const { state, rules } = view;
  const stakes = stakesAt(state, rules);
  if (!stakes) return { kinds: [], covered: 0, rows: [] };
  const shown = KINDS.filter((kind) => stakes.now[kind] !== null);
  const kinds = shown.map((kind) => words.kindShort(kind, rules));
  const chipsOf = (/** @type {Amounts} */ amounts) => shown.map((kind) => amounts[kind]);
  const label = words.say(rules.cube.enabled ? "at_cube" : "any_time", { value: stakes.now.value });
  const rows = [{ label, chips: chipsOf(stakes.now), drop: null }];
  for (const { key, offer, answers } of courses(view, me, stakes.offer)) {
    const { taken, dropped } = offer;
    rows.push({ label: words.say(key, { value: taken.value }), chips: chipsOf(taken), drop: dropOf(dropped, answers === me, words) });
  }
  return { kinds, covered: stakes.covered, rows };
}

/** The courses a decision about the cube opens: it is taken or dropped, or turned once more. */
function courses({ state }, me, offer) {
  const isOffered = state.phase in OFFER_FACTORS;
  if (!offer || (!isOffered && state.to_act !== me)) return [];
  const answers = isOffered ? state.to_act : other(state.to_act);
  const found = [{ key: (answers === me && MY_TAKING[state.phase]) || "if_taken", offer, answers }];
  const again = state.phase === "beavered" ? "if_raccoon" : "if_beaver";
  if (offer.turned) found.push({ key: again, offer: offer.turned, answers: other(answers) });
  return found;
}

/** What a drop moves as the player sees it, by whether it is his own: in words, and as a number with its sign. */
function dropOf(chips, isMine, words) {
  const text = words.say(isMine ? "drop_you" : "drop_they", { chips });
  return { text, sign: `${isMine ? "−" : "+"}${numberText(chips)}` };
}

/** The amounts of a decision as sentences, for those who listen. @param {View} view @param {Side | null} me @param {Words} words */
export function spokenAmounts(view, me, words) {
  const { kinds, rows } = amountTable(view, me, words);
  return rows.slice(1).map(({ label, chips, drop }) => {
    const amounts = chips.map((amount, index) => words.say("amount", { kind: kinds[index], chips: amount ?? 0 }));
    return `${label}: ${[...amounts, `${words.say("if_dropped")}: ${drop?.text}`].join(", ")}.`;
  });
}

/** How the chips of the last game came about; nothing where none were moved. @param {View} view @param {Words} words @returns {Row[]} */
export function receiptRows({ state, rules, match }, words) {
  const result = state.game?.result;
  const isOfThisGame = !state.outcome || !["left", "annulled"].includes(state.outcome.reason);
  if (rules.length.kind !== "table" || !result?.winner || !isOfThisGame) return [];
  const { points, chips, winner } = result;
  const { stake } = rules.length;
  const owed = points * stake;
  /** @type {Row[]} */
  const rows = [[words.say("receipt_owed"), words.say("receipt_sum", { points, stake, owed })]];
  if (chips < owed) rows.push([words.say("receipt_capped"), numberText(chips)]);
  rows.push([words.say("receipt_moved"), words.say("receipt_to", { chips, name: match[winner].name })]);
  return rows;
}

/** May the player stand up from the table, and when? @param {View} view @param {Side | null} me */
export function leaving({ state, rules }, me) {
  const isAllowed = me !== null && !state.outcome && Boolean(rules.length.leave_between_games);
  return { isAllowed, isNow: isAllowed && state.phase === "between_games" };
}

/** Chips the player may add now, up to what he first brought. @param {View} view @param {Side | null} me */
export function missingChips({ state, rules }, me) {
  if (!me || !rules.length.top_up || state.phase !== "between_games") return 0;
  return Math.max(0, rules.length[me] - state.score[me]);
}

// Writing -------------------------------------------------------------------------------------

/** @param {string} name @param {string} [text] @param {string} [className] */
function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Has what it shows changed? @param {HTMLElement} place @param {unknown} shown */
export function isNews(place, shown) {
  const text = JSON.stringify(shown);
  if (place.dataset.shown === text) return false;
  place.dataset.shown = text;
  return true;
}

/** @param {HTMLElement} list a `dl` @param {Row[]} rows */
export function writeRows(list, rows) {
  list.hidden = rows.length === 0;
  if (!isNews(list, rows)) return;
  const lines = rows.map(([what, much]) => {
    const line = document.createElement("div");
    line.append(element("dt", what), element("dd", much));
    return line;
  });
  list.replaceChildren(...lines);
}

/**
 * @param {HTMLElement} table @param {{kinds: string[], covered: number, rows: AmountRow[]}} amounts
 * @param {Words} words
 */
export function writeAmounts(table, amounts, words) {
  const { kinds, covered, rows } = amounts;
  if (!isNews(table, amounts)) return;
  const head = document.createElement("tr");
  const hasDrops = rows.some(({ drop }) => drop !== null);
  head.append(element("td"), ...kinds.map((kind) => element("th", kind)));
  if (hasDrops) head.append(element("th", words.say("if_dropped")));
  const lines = rows.map(({ label, chips, drop }) => {
    const line = document.createElement("tr");
    const cells = chips.map((amount) => amountCell(amount ?? 0, covered, words));
    line.append(element("th", label), ...cells);
    if (hasDrops) line.append(dropCell(drop));
    return line;
  });
  table.replaceChildren(head, ...lines);
}

function amountCell(amount, covered, words) {
  const cell = element("td", numberText(amount));
  if (amount !== covered) return cell;
  cell.className = "is-all-in";
  cell.append(element("span", ` ${words.say("all_in_short")}`, "all-in"));
  return cell;
}

function dropCell(drop) {
  const cell = document.createElement("td");
  if (!drop) return cell;
  const sign = element("span", drop.sign, "drop-sign");
  sign.setAttribute("aria-hidden", "true");
  cell.append(element("span", drop.text, "drop-text"), sign);
  return cell;
}
