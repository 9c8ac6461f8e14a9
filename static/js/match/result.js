/** What lies over the board after a game and after the match: the result, and what can be done next. */

import { other } from "../moves.js";
import { betweenChoices } from "./choices.js";
import { missingChips, receiptRows, writeRows } from "./table.js";

/**
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 */

export class Result {
  /**
   * @param {(name: string) => any} part of the page @param {import("./words.js").Words} words
   * @param {import("./controls.js").Controls} controls what can be done between two games
   */
  constructor(part, words, controls) {
    this.part = part;
    this.words = words;
    this.controls = controls;
  }

  /** @param {View} view @param {Side | null} side @param {boolean} isPlayed nothing still moves on the board @param {boolean} isWaiting */
  draw(view, side, isPlayed, isWaiting) {
    const { state, match } = view;
    const isBetween = state.phase === "between_games" && Boolean(state.game?.result);
    const panel = this.part("result");
    // The last move is played to its end before its result covers the board.
    panel.hidden = !isPlayed || (!isBetween && !state.outcome);
    if (panel.hidden) return;
    this.part("result-title").textContent = state.outcome ? this.words.ending(view, side) : this.gameText(view, side);
    this.part("result-text").textContent = this.text(view, side);
    this.part("result-score").textContent = this.scoreText(view, side);
    this.part("result-papers").hidden = !state.outcome;
    const back = this.part("result-back");
    back.hidden = !state.outcome || !match.back_url;
    if (match.back_url) back.href = match.back_url;
    this.controls.show(betweenChoices(view, side), String(state.game_number), isWaiting);
    writeRows(this.part("receipt"), receiptRows(view, this.words));
    const missing = missingChips(view, side);
    const topUp = this.part("top-up");
    topUp.hidden = missing === 0 || !match.back_url;
    topUp.textContent = this.words.say("top_up", { chips: missing });
    if (match.back_url) topUp.href = `${match.back_url}#top_up`;
  }

  gameText(view, side) {
    const { winner, kind, points } = view.state.game.result;
    if (!winner) return this.words.say("game_drawn");
    return this.words.about("game_won", winner, side, view, { kind: this.words.kind(kind, view.rules), points });
  }

  text({ state }, side) {
    if (state.outcome) return this.words.say(`reason_${state.outcome.reason}`);
    return this.words.say(side && state.ready.includes(side) ? "waiting_for_next" : "next_by_itself");
  }

  scoreText({ state, match }, side) {
    const mine = side ?? "white";
    const theirs = other(mine);
    return `${match[mine].name} ${state.score[mine]} : ${state.score[theirs]} ${match[theirs].name}`;
  }
}
