/**
 * A board and its two players, for somebody without a seat: seen from either side, touched by nobody.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../board/frames.js").Happening} Happening
 * @typedef {import("./recent.js").Recent} Recent
 * @typedef {import("../texts.js").Texts} Texts
 */

import "../board.js";
import { followChoices } from "../board/chosen.js";
import { other } from "../moves.js";
import { readTexts } from "../texts.js";
import { Clocks } from "./clocks.js";
import { NOTHING_YET } from "./recent.js";
import { Strip } from "./strip.js";
import { Words } from "./words.js";

/**
 * The words of the board with the players' names where a player reads "yours" and "opponent".
 * @param {Texts} texts @param {View["match"]} match @param {Side} viewer @returns {Texts}
 */
function namedTexts(texts, match, viewer) {
  const names = { "{own_name}": match[viewer].name, "{enemy_name}": match[other(viewer)].name };
  const fill = (text) => text.replace(/\{own_name\}|\{enemy_name\}/g, (place) => names[place]);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)]));
}

export class Stage {
  /** @param {HTMLElement} root @param {() => number} nowMs the moment both clocks show */
  constructor(root, nowMs) {
    this.root = root;
    this.texts = { ...readTexts("board-texts"), ...readTexts("onlooker-texts") };
    this.words = new Words(this.texts);
    this.board = /** @type {import("../board.js").Board} */ (root.querySelector("bg-board"));
    this.board.texts = this.texts;
    followChoices(this.board, root);
    this.strips = { own: new Strip(this.part("own")), enemy: new Strip(this.part("enemy")) };
    /** @type {Side} whose home lies below */
    this.viewer = "white";
    this.clocks = new Clocks(this.faces, nowMs);
    /** @type {View | null} */
    this.view = null;
    /** @type {Recent} */
    this.recent = NOTHING_YET;
    this.part("flip").addEventListener("click", () => this.flip());
  }

  /** @param {string} name @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-part-of-match="${name}"]`);
  }

  /** @returns {any} where each side's clock is drawn */
  get faces() {
    const { own, enemy } = this.strips;
    return { [this.viewer]: own.parts.clock, [other(this.viewer)]: enemy.parts.clock };
  }

  /** The board from the other side. */
  flip() {
    this.viewer = other(this.viewer);
    this.clocks.faces = this.faces;
    if (this.view) this.show(this.view, this.recent, []);
  }

  /**
   * Shows a view; what led to it is played first.
   * @param {View} view @param {Recent} recent @param {Happening[]} story
   */
  async show(view, recent, story) {
    this.view = view;
    this.recent = recent;
    this.clocks.set(view.clock);
    this.board.texts = namedTexts(this.texts, view.match, this.viewer);
    this.drawStrips();
    const { state, rules } = view;
    await this.board.show({ state, rules, legal: [], side: null, viewer: this.viewer, cubeAction: null, ...recent }, story);
  }

  drawStrips() {
    const { view, viewer, strips } = this;
    if (!view) return;
    const position = view.state.game?.position ?? null;
    strips.own.show(view, viewer, position);
    strips.enemy.show(view, other(viewer), position);
  }

  /** Says it to those who do not see the board. @param {string} sentence */
  speak(sentence) {
    this.part("speech").textContent = sentence;
  }

  /** The score with the viewer's side first. @param {View} view */
  scoreText({ state: { score }, match }) {
    const [mine, theirs] = [this.viewer, other(this.viewer)];
    return `${match[mine].name} ${score[mine]} : ${score[theirs]} ${match[theirs].name}`;
  }
}
