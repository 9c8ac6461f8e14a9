/**
 * The whole position in words: facts, and a table of the points that hold checkers. It follows the
 * board silently, a turn in the making included; what happens is spoken elsewhere.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("./words.js").Words} Words
 */

import { BAR, OFF, across, other, pips } from "../moves.js";
import { variantOf } from "../variants.js";
import { isNews, writeRows } from "./table.js";

/**
 * Who is awaited, dice, cube, score, pips. Pure.
 * @param {View} view @param {Side | null} me @param {Position} position @param {Words} words
 * @returns {import("./table.js").Row[]}
 */
export function factRows(view, me, position, words) {
  const { state, rules, match } = view;
  const mine = me ?? "white";
  const sides = /** @type {Side[]} */ ([mine, other(mine)]);
  const pair = (/** @type {(side: Side) => number} */ of) => sides.map((side) => words.say("fact_of", { name: match[side].name, count: of(side) })).join(", ");
  /** @type {import("./table.js").Row[]} */
  const rows = [[words.say("fact_now"), words.status(view, me)]];
  const { dice, cube, crawford } = state.game ?? {};
  if (dice) rows.push([words.say("fact_dice"), dice.join(" ")]);
  if (cube && rules.cube?.enabled !== false && !crawford) rows.push([words.say("fact_cube"), cubeText(cube, match, words)]);
  rows.push([words.say(rules.length.kind === "table" ? "fact_stacks" : "fact_score"), pair((side) => state.score[side])]);
  rows.push([words.say("fact_pips"), pair((side) => pips(position[side]))]);
  return rows;
}

function cubeText({ value, owner }, match, words) {
  return owner ? words.say("fact_cube_of", { value, name: match[owner].name }) : words.say("fact_cube_middle", { value });
}

/**
 * The bar, every point that is not empty by the reader's own numbers, off: with his checkers and the others. Pure.
 * @param {View} view @param {Side | null} me @param {Position} position @param {Words} words
 * @returns {{spot: string, own: number, enemy: number}[]}
 */
export function spotRows({ rules }, me, position, words) {
  const mine = me ?? "white";
  const [own, enemy] = [position[mine], position[other(mine)]];
  const variant = variantOf(rules);
  const points = Array.from({ length: 24 }, (_, index) => 24 - index)
    .map((point) => ({ spot: String(point), own: own[point], enemy: enemy[across(variant, point)] }))
    .filter((row) => row.own + row.enemy > 0);
  const edge = (/** @type {string} */ spot, /** @type {number} */ at) => ({ spot, own: own[at], enemy: enemy[at] });
  const bar = variant.closed_by > 1 ? [edge(words.say("bar"), BAR)] : [];
  return [...bar, ...points, edge(words.say("off"), OFF)];
}

export class TextBoard {
  /** @param {HTMLElement} element @param {Words} words */
  constructor(element, words) {
    this.element = element;
    this.words = words;
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(`[data-${name}]`));
    this.parts = { title: find("title"), facts: find("facts"), own: find("own"), enemy: find("enemy"), spots: find("spots") };
  }

  /** Shows or hides it; who opened it by hand is led there. */
  toggle() {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.parts.title.focus();
  }

  /** @param {View} view @param {Side | null} me @param {Position | null} position as the board shows it */
  draw(view, me, position) {
    if (this.element.hidden || !position) return;
    const mine = me ?? "white";
    this.parts.own.textContent = view.match[mine].name;
    this.parts.enemy.textContent = view.match[other(mine)].name;
    writeRows(this.parts.facts, factRows(view, me, position, this.words));
    this.drawSpots(spotRows(view, me, position, this.words));
  }

  drawSpots(rows) {
    if (!isNews(this.parts.spots, rows)) return;
    const lines = rows.map(({ spot, own, enemy }) => {
      const line = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = spot;
      line.append(head, ...[own, enemy].map(cell));
      return line;
    });
    this.parts.spots.replaceChildren(...lines);
  }
}

/** @param {number} count @returns {HTMLElement} empty for none */
function cell(count) {
  const made = document.createElement("td");
  made.textContent = count ? String(count) : "";
  return made;
}
