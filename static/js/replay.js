/**
 * The page of a finished match: steps through it, keeps the address at what is shown, checks the dice.
 *
 * The list of moves comes from the house as text; this marks where the board is in it.
 *
 * @typedef {import("./types.js").View} View
 */

import { Stage } from "./match/stage.js";
import { during } from "./progress.js";
import { Film } from "./replay/film.js";
import { Verdict } from "./replay/verdict.js";

const PAUSE_MS = 900;
const PAUSE_WITHOUT_MOTION_MS = 1_800;
const TYPED_INTO = "input, select, textarea, [contenteditable]";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

class ReplayPage {
  /** @param {HTMLElement} root @param {any} published the document of the match */
  constructor(root, published) {
    this.published = published;
    this.film = new Film(published);
    this.at = 0;
    this.playing = 0; // counts presses of Play, so that an older run notices that it is over
    this.isPlaying = false;
    this.stage = new Stage(root, () => this.momentMs);
    this.words = this.stage.words;
    this.lines = [...root.querySelectorAll("[data-at]")].filter((line) => line.matches("li"));
    this.verdict = new Verdict(this.stage, this.lines);
    this.listen(root);
    this.go(Number(root.dataset.at), false);
  }

  listen(root) {
    for (const button of root.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.press(button.dataset.go));
      button.disabled = false;
    }
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.bringIntoView()).observe(this.part("games"));
    this.part("games").addEventListener("click", (event) => this.follow(event));
    this.part("game")?.addEventListener("change", ({ target }) => this.jump(Number(target.value)));
    this.part("verify").addEventListener("click", () => {
      this.verdict.give(this.published, this.film);
      this.verdict.showRoll(this.at);
    });
    this.part("verify").disabled = false;
  }

  /** @param {string} name @returns {any} */
  part(name) {
    return this.stage.part(name);
  }

  /** When the event happened that is shown: what both clocks were then. */
  get momentMs() {
    return this.at ? this.film.event(this.at).at_ms : 0;
  }

  /** @returns {number[]} where the arrows stop */
  get stops() {
    return this.part("every").checked ? this.film.steps : this.film.turns;
  }

  /** @returns {View} */
  get view() {
    const { published, film, at } = this;
    const state = film.states[at];
    const { id, title, white, black } = published;
    const match = { id, title, white: { ...white, online: true }, black: { ...black, online: true } };
    const clock = state.clock && { ...state.clock, delay_ms: film.rules.clock.delay_ms };
    return /** @type {View} */ ({ seq: at, state, rules: film.rules, legal: [], clock, match });
  }

  // Where to --------------------------------------------------------------------------------------

  /** @param {string} where */
  press(where) {
    if (where === "play") {
      this.playOrPause();
      return;
    }
    this.pause();
    const { film, at, stops } = this;
    const targets = { first: 0, back: film.before(stops, at), forward: film.after(stops, at), last: stops.at(-1) ?? 0 };
    this.go(targets[where]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isElsewhere = /** @type {Element} */ (event.target).closest(TYPED_INTO);
    if (!(event.key in KEYS) || isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.press(KEYS[event.key]);
  }

  /** A line of the list was pressed. @param {MouseEvent} event */
  follow(event) {
    const line = /** @type {Element} */ (event.target).closest("li[data-at]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.jump(Number(line.getAttribute("data-at")));
  }

  /** @param {number} at */
  jump(at) {
    this.pause();
    this.go(at);
  }

  // Playing -----------------------------------------------------------------------------------------

  async playOrPause() {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    this.isPlaying = true;
    const playing = ++this.playing;
    this.drawPlay();
    if (this.at >= (this.stops.at(-1) ?? 0)) await this.go(0);
    const goesOn = () => playing === this.playing;
    while (goesOn() && this.film.after(this.stops, this.at) !== this.at) {
      await this.go(this.film.after(this.stops, this.at));
      await wait(this.stage.board.isAnimated ? PAUSE_MS : PAUSE_WITHOUT_MOTION_MS);
    }
    if (goesOn()) this.pause();
  }

  pause() {
    this.playing += 1;
    this.isPlaying = false;
    this.drawPlay();
  }

  drawPlay() {
    const button = this.stage.root.querySelector("[data-go='play']");
    button.textContent = this.words.say(this.isPlaying ? "replay_pause" : "replay_play");
  }

  // Showing -----------------------------------------------------------------------------------------

  /**
   * Shows the match as it was after event number `at`; a single step forward is played.
   * @param {number} at @param {boolean} [isStep] whether the address follows
   */
  async go(at, isStep = true) {
    const from = this.at;
    this.at = at;
    if (isStep) history.replaceState(null, "", `?at=${at}`);
    const isNext = at === this.film.after(this.stops, from);
    const start = this.film.before(this.stops, at);
    const lines = this.film.story(start, at).map((happening) => this.words.line(happening, this.view, null));
    this.part("status").textContent = lines.filter(Boolean).join(" ") || this.words.say("replay_begin");
    this.mark();
    this.verdict.showRoll(at);
    await this.stage.show(this.view, this.film.recents[at], isNext ? this.film.story(from, at) : []);
  }

  /** Marks the line the board is at, and the game it belongs to. */
  mark() {
    const { at, film } = this;
    const current = at && this.lines.find((line) => Number(line.dataset.at) >= at);
    for (const line of this.lines) {
      const link = line.querySelector("a");
      if (line === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.bringIntoView();
    const game = this.part("game");
    if (game) game.value = String(film.games.findLast((first) => first <= at) ?? game.options[0].value);
  }

  /** Scrolls the list alone, never the page. */
  bringIntoView() {
    const list = this.part("games");
    const line = list.querySelector("li:has([aria-current='true'])");
    list.scrollTop = line ? line.offsetTop - list.clientHeight / 2 : 0;
  }
}

/** @param {string} address @returns {Promise<any>} */
async function published(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the match came with status ${answer.status}`);
  return answer.json();
}

async function open(root) {
  try {
    new ReplayPage(root, await during(published(root.dataset.document)));
  } catch (trouble) {
    const banner = root.querySelector("[data-part-of-match='trouble']");
    const texts = /** @type {HTMLTemplateElement} */ (document.getElementById("onlooker-texts"));
    banner.textContent = texts.content.querySelector("[data-key='replay_unreadable']").textContent;
    banner.hidden = false;
    throw trouble;
  }
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-replay]"));
if (root) open(root);
