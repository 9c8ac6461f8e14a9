/**
 * What hands and ears have beside the board: typed plays, short keys, the board in words, sounds,
 * spoken asides, and what goes by itself. It decides nothing that the player has not asked for.
 *
 * @typedef {import("../board/frames.js").Happening} Happening
 */

import { preferences } from "../preferences.js";
import { play as sound } from "../sounds.js";
import { Auto } from "./auto.js";
import { Focus } from "./focus.js";
import { Noises } from "./noises.js";
import { listenForKeys } from "./shortkeys.js";
import { TextBoard, factRows } from "./textboard.js";
import { Typing } from "./typing.js";
import { watchClock } from "./warnings.js";

const WORTH_A_WORD_MS = 1_200;

export class Hands {
  /**
   * @param {object} page
   * @param {(name: string) => any} page.part
   * @param {import("../board.js").Board} page.board @param {import("./session.js").Session} page.session
   * @param {import("./words.js").Words} page.words @param {import("./voice.js").Voice} page.voice
   * @param {(action: string) => void} page.press a button, if it can be pressed now
   * @param {(action: string) => void} page.act does what a button does
   * @param {() => void} page.draw
   */
  constructor({ part, board, session, words, voice, press, act, draw }) {
    this.part = part;
    this.board = board;
    this.session = session;
    this.words = words;
    this.voice = voice;
    this.isPlayed = true;
    this.focus = new Focus(board, part);
    this.typing = new Typing(part("typing"), board, words, () => this.typed());
    this.textBoard = new TextBoard(part("text-board"), words);
    this.noises = new Noises();
    this.auto = new Auto((deed) => preferences.isOn(`auto_${deed}`), (deed) => this.goOn(deed, act), (steps) => board.lay(steps));
    /** @type {import("../turn.js").Turn | null} */
    this.turn = null;
    this.made = 0;
    this.press = press;
    this.redraw = draw;
    this.listen();
    this.follow();
  }

  listen() {
    const { board, session, part } = this;
    board.addEventListener("turn", () => this.turned());
    document.addEventListener("visibilitychange", this.redraw);
    // Of a dialog or a menu, which do not bubble.
    for (const type of ["close", "toggle"]) document.addEventListener(type, this.redraw, true);
    watchClock(session, (mark) => {
      sound("clock");
      this.voice.mention(this.words.say(`clock_${mark}`));
    });
    this.watchConnection();
    const deeds = this.deeds();
    listenForKeys(deeds, part("keys-dialog"));
    const menu = { "more-typing": deeds.type, "more-text-board": deeds.text_board, "more-sounds": deeds.sounds, "more-keys": deeds.help };
    for (const [name, deed] of Object.entries(menu)) part(name).addEventListener("click", () => this.choose(deed));
    preferences.addEventListener("change", () => this.follow());
  }

  /** What the short keys do, by the names of `KEYS`. @returns {Record<string, () => void>} */
  deeds() {
    const { board, part } = this;
    return {
      roll: () => this.press("roll"),
      confirm: () => this.press("confirm"),
      undo: () => board.undo(),
      swap: () => board.swap(),
      next: () => this.press("next"),
      board: () => this.focus.toBoard(),
      decisions: () => this.focus.toDecisions(),
      type: () => this.typing.open(),
      text_board: () => this.toggleTextBoard(),
      where: () => this.tellWhere(),
      talk: () => /** @type {HTMLElement | null} */ (document.querySelector("#chat [data-input]"))?.focus(),
      flip: () => part("flip").click(),
      sounds: () => this.toggleSounds(),
      help: () => part("keys-dialog").showModal(),
    };
  }

  /** Something of the menu was chosen: what covers the board closes first. @param {() => void} deed */
  choose(deed) {
    const more = this.part("more");
    if (more.matches(":popover-open")) more.hidePopover();
    deed();
  }

  /** The reader's choices, as the page opens and whenever they change. */
  follow() {
    const asked = { typing: preferences.isOn("type_plays"), text: preferences.isOn("text_board") };
    if (asked.typing !== this.asked?.typing) this.typing.element.hidden = !asked.typing;
    if (asked.text !== this.asked?.text) this.textBoard.element.hidden = !asked.text;
    this.asked = asked;
    this.part("more-sounds").setAttribute("aria-pressed", String(preferences.isOn("sounds")));
    this.redraw();
  }

  watchConnection() {
    const { socket } = this.session;
    let hasOpened = false;
    /** @type {number | null} */
    let lostAt = null;
    socket.addEventListener("state", () => {
      if (socket.state !== "open") {
        lostAt ??= performance.now();
        return;
      }
      const wasLong = lostAt !== null && performance.now() - lostAt > WORTH_A_WORD_MS;
      if (hasOpened && wasLong) this.voice.mention(this.words.say("connection_back"));
      hasOpened = true;
      lostAt = null;
    });
  }

  // What happens --------------------------------------------------------------------------------

  /** @param {Happening[]} story */
  happened(story) {
    const { view, side } = this.session;
    if (view) this.noises.happened(story, view, side);
  }

  /** Nothing is on its way, nothing covers the board, and somebody can look. */
  get isFree() {
    const { isWaiting, socket } = this.session;
    const isCovered = document.hidden || document.querySelector("dialog[open], [popover]:popover-open") !== null || this.typing.isBusy;
    return this.isPlayed && !isWaiting && socket.state === "open" && !isCovered;
  }

  /** What goes by itself. @param {string} deed @param {(action: string) => void} act @returns {boolean} whether it could be done now */
  goOn(deed, act) {
    if (!this.isFree) return false;
    act(deed);
    return true;
  }

  /** Before anything is drawn: does the page go on by itself? @param {boolean} isPlayed what happened has been shown to its end */
  consider(isPlayed) {
    const { view, side } = this.session;
    this.isPlayed = isPlayed;
    if (view) this.auto.consider(view, side, this.board.turn, this.isFree);
  }

  draw() {
    const { view, side } = this.session;
    if (!view) return;
    const { scene } = this.board;
    this.textBoard.draw(view, side, scene ? this.board.position : null);
    this.part("more-text-board").setAttribute("aria-expanded", String(!this.textBoard.element.hidden));
    const confirm = this.part("buttons").querySelector("[data-action='confirm']");
    confirm?.classList.toggle("is-counting", this.auto.isCounting);
    if (this.isPlayed) this.focus.settled(view, this.typing);
  }

  /** The turn on the board changed: heard, and said in the words of a play. */
  turned() {
    const { turn } = this.board;
    this.noises.changed(turn);
    const made = turn?.made.length ?? 0;
    if (turn !== this.turn) {
      this.turn = turn;
      this.typing.clear();
    } else if (turn && made !== this.made && !this.typing.hasFocus) {
      this.voice.mention(this.turnText(turn));
    }
    this.made = made;
  }

  /** @param {import("../turn.js").Turn} turn */
  turnText(turn) {
    if (turn.made.length === 0) return this.words.say("turn_taken_back");
    const play = this.words.spokenTurn(turn);
    const isForced = turn.isComplete && turn === this.auto.laid && turn !== this.auto.stopped;
    if (isForced) return this.words.say("turn_forced", { play });
    return this.words.say(turn.isComplete ? "turn_whole" : "turn_so_far", { play });
  }

  /** A whole play was typed: the player is led to Confirm, which is his to press. */
  typed() {
    const { turn } = this.board;
    if (turn) this.voice.mention(this.words.say("turn_whole", { play: this.words.spokenTurn(turn) }));
    this.part("buttons").querySelector("[data-action='confirm']")?.focus();
  }

  // What is asked for ---------------------------------------------------------------------------

  toggleTextBoard() {
    this.textBoard.toggle();
    this.redraw();
  }

  async toggleSounds() {
    await preferences.choose({ sounds: preferences.isOn("sounds") ? "off" : "on" });
    this.voice.mention(this.words.say(preferences.isOn("sounds") ? "sounds_on" : "sounds_off"));
    sound("turn");
  }

  /** How things stand, for who has lost the thread. */
  tellWhere() {
    const { view, side } = this.session;
    if (!view || !this.board.scene) return;
    const facts = factRows(view, side, this.board.position, this.words);
    const line = ([what, much]) => this.words.say("fact_line", { what, much: much.replace(/\.$/, "") });
    this.voice.tell(facts.map(line).join(" "));
  }
}
