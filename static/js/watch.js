/**
 * The page of whoever looks on at a running match: everything anybody may see, nothing to press.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./board/frames.js").Happening} Happening
 */

import { adopt } from "./live.js";
import { writeLog } from "./match/log.js";
import { askForPast } from "./match/past.js";
import { Session } from "./match/session.js";
import { Stage } from "./match/stage.js";
import { stakesAt } from "./match/stakes.js";
import { showWatchers } from "./match/watchers.js";

class WatchPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    const { socket, watch } = root.dataset;
    this.session = new Session(socket, watch, false);
    adopt(this.session.socket);
    this.stage = new Stage(root, () => this.session.socket.serverNowMs);
    this.words = this.stage.words;
    this.askForPast = askForPast(this.session, (past, isLast) => this.remembered(past, isLast));
    this.showing = 0;
    showWatchers(this.part("watchers"), this.session.socket, this.words);
    this.session.addEventListener("change", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
    this.session.addEventListener("presence", () => this.stage.drawStrips());
    this.part("flip").addEventListener("click", () => this.session.view && this.drawResult(this.session.view));
  }

  /** @param {string} name @returns {any} */
  part(name) {
    return this.stage.part(name);
  }

  /** The view changed: play what happened, say it, write it down. */
  async changed({ story, fresh }) {
    const { view, recent } = this.session;
    if (story.length || fresh) this.tell(story);
    this.askForPast();
    this.part("result").hidden = true;
    this.drawFacts(view);
    const showing = ++this.showing;
    await this.stage.show(view, recent, story);
    // The last move is played to its end before its result covers the board.
    if (showing === this.showing) this.drawResult(view);
  }

  /** @param {Happening[]} story */
  tell(story) {
    const { view } = this.session;
    writeLog(this.part("log"), story.map((happening) => this.words.line(happening, view, null)));
    const spoken = story.map((happening) => this.words.spoken(happening, view, null)).filter(Boolean);
    this.stage.speak([...spoken, this.words.status(view, null)].join(" "));
  }

  /** What happened before the page was opened. @param {Happening[]} past @param {boolean} isLast nothing has happened since */
  remembered(past, isLast) {
    const { session } = this;
    const lines = past.map((happening) => this.words.line(happening, session.view, null));
    writeLog(this.part("log"), lines, { isOld: true });
    if (isLast) this.stage.show(session.view, session.recent, []);
  }

  /** @param {View} view */
  drawFacts(view) {
    const { state, rules, match } = view;
    this.part("status").textContent = this.words.status(view, null);
    this.part("length").textContent = this.words.length(view);
    this.part("game-number").textContent = state.game_number ? this.words.say("game_number", { number: state.game_number }) : "";
    this.part("crawford").hidden = !state.game?.crawford || state.phase === "over";
    this.part("commitment").textContent = match.commitment;
    const stakes = stakesAt(state, rules);
    this.part("stakes").hidden = stakes === null;
    if (stakes) this.part("stakes").textContent = this.words.say("seen_stakes", { covered: stakes.covered });
  }

  /** @param {View} view */
  drawResult(view) {
    const { state } = view;
    const isBetween = state.phase === "between_games" && Boolean(state.game?.result);
    const panel = this.part("result");
    panel.hidden = !isBetween && !state.outcome;
    if (panel.hidden) return;
    this.part("result-title").textContent = state.outcome ? this.words.ending(view, null) : this.gameText(view);
    this.part("result-text").textContent = this.words.say(state.outcome ? "match_over" : "seen_next_by_itself");
    this.part("result-score").textContent = this.stage.scoreText(view);
    this.part("result-replay").hidden = !state.outcome;
  }

  gameText(view) {
    const { winner, kind, points } = view.state.game.result;
    if (!winner) return this.words.say("game_drawn");
    return this.words.about("game_won", winner, null, view, { kind: this.words.kind(kind, view.rules), points });
  }
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-watch]"));
if (root) new WatchPage(root);
