/** The line of one player above or below the board: name, marks, score, pips, cube, clock. */

import { pips } from "../moves.js";
import { OFFER_FACTORS } from "../reducer.js";
import { numberText } from "../texts.js";

/**
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 */

export class Strip {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @param {string} name @returns {HTMLElement} */
    const part = (name) => /** @type {HTMLElement} */ (element.querySelector(`[data-part="${name}"]`));
    this.parts = {
      name: part("name"),
      bot: part("bot"),
      guest: part("guest"),
      score: part("score"),
      pips: part("pips"),
      cube: part("cube"),
      clock: part("clock"),
      /** @type {HTMLElement[]} what the score is called, by what is played for */
      labels: [...element.querySelectorAll("[data-length]")],
    };
  }

  /**
   * @param {View} view @param {Side} side @param {import("../types.js").Position | null} position
   * as the board shows it, so that the count follows a turn being made
   */
  show({ state, match, rules }, side, position) {
    const { parts } = this;
    for (const label of parts.labels) label.hidden = !label.dataset.length.split(" ").includes(rules.length.kind);
    const player = match[side];
    parts.name.textContent = player.name;
    parts.bot.hidden = !player.bot;
    parts.guest.hidden = !player.guest || player.bot;
    parts.score.textContent = numberText(state.score[side]);
    parts.pips.textContent = position ? String(pips(position[side])) : "";
    const { cube } = state.game ?? {};
    // One that is offered again lies on the board.
    parts.cube.parentElement.hidden = cube?.owner !== side || state.phase in OFFER_FACTORS;
    parts.cube.textContent = cube ? String(cube.value) : "";
    this.element.dataset.side = side;
    this.element.dataset.online = String(player.online);
    this.element.classList.toggle("is-to-act", state.to_act === side);
  }
}
