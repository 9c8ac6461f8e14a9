/**
 * The page of a match: brings socket, board, buttons and clocks together.
 *
 * It holds no state of its own beyond what is on screen; everything follows from `session.view` and
 * from the turn on the board.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./board.js").Board} Board
 */

import { call, rest } from "./attention.js";
import "./board.js";
import { flip, followChoices } from "./board/chosen.js";
import { adopt } from "./live.js";
import { Absence } from "./match/absence.js";
import { cubeAction, mayResign, offerChoices, turnChoices } from "./match/choices.js";
import { Clocks } from "./match/clocks.js";
import { Controls } from "./match/controls.js";
import { toldFault } from "./match/cube.js";
import { Hands } from "./match/hands.js";
import { leaveDialog } from "./match/leave.js";
import { writeLog } from "./match/log.js";
import { askForPast } from "./match/past.js";
import { resignDialog } from "./match/resign.js";
import { Result } from "./match/result.js";
import { Session } from "./match/session.js";
import { writeStatus } from "./match/status.js";
import { Strip } from "./match/strip.js";
import { amountTable, gameRows, leaving, spokenAmounts, writeAmounts, writeRows } from "./match/table.js";
import { keepTurn } from "./match/unfinished.js";
import { Voice } from "./match/voice.js";
import { showWatchers } from "./match/watchers.js";
import { Words } from "./match/words.js";
import { other } from "./moves.js";
import { readTexts } from "./texts.js";
import { variantOf } from "./variants.js";

class MatchPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.words = new Words(readTexts("board-texts"));
    this.board = /** @type {Board} */ (root.querySelector("bg-board"));
    this.board.texts = this.words.texts;
    followChoices(this.board, root);
    const { socket, match, player } = root.dataset;
    this.session = new Session(socket, match, player === "true");
    adopt(this.session.socket);
    this.strips = { own: new Strip(this.part("own")), enemy: new Strip(this.part("enemy")) };
    this.controls = new Controls(this.part("buttons"), this.words);
    this.offers = new Controls(this.part("offer-buttons"), this.words);
    this.nextGame = new Controls(this.part("result-buttons"), this.words);
    this.resign = resignDialog(this.part("resign-dialog"), this.words, (level) => this.session.act("match.resign", { level }));
    this.leave = leaveDialog(this.part("leave-dialog"), this.words, () => this.session.act("match.leave"));
    this.absence = new Absence(this.part("absence"), this.part("status"), this.session, this.words);
    showWatchers(this.part("watchers"), this.session.socket, this.words);
    this.clocks = null;
    this.showing = 0;
    this.shown = 0;
    this.result = new Result((name) => this.part(name), this.words, this.nextGame);
    this.voice = new Voice(this.part("speech"), this.part("asides"));
    this.hands = this.makeHands();
    this.askForPast = askForPast(this.session, (past, isLast) => this.remembered(past, isLast));
    keepTurn(this.board, match);
    this.listen();
  }

  /** @param {string} name @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-part-of-match="${name}"]`);
  }

  makeHands() {
    const { board, session, words, voice } = this;
    return new Hands({
      ...{ board, session, words, voice },
      part: (name) => this.part(name),
      press: (action) => this.pressByKey(action),
      act: (action) => this.pressed(action),
      draw: () => this.draw(),
    });
  }

  /** What lies over the board has buttons only while it is seen. @param {string} action */
  pressByKey(action) {
    this.controls.press(action);
    if (!this.part("result").hidden) this.nextGame.press(action);
  }

  listen() {
    const { session, board } = this;
    session.addEventListener("change", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("presence", () => this.draw());
    session.addEventListener("order", () => this.ordered());
    session.addEventListener("refused", (event) => this.refused(/** @type {CustomEvent} */ (event).detail));
    session.socket.addEventListener("state", () => this.draw());
    for (const row of [this.controls, this.offers, this.nextGame]) {
      row.addEventListener("press", (event) => this.pressed(/** @type {CustomEvent} */ (event).detail));
    }
    board.addEventListener("turn", () => this.draw());
    board.addEventListener("cube", () => this.controls.press(cubeAction(this.choices)));
    this.part("resign").addEventListener("click", () => this.askToResign());
    this.part("leave").addEventListener("click", () => this.askToLeave());
    this.part("flip").addEventListener("click", () => flip(board));
  }

  askToResign() {
    const { view } = this.session;
    const { resignable } = this;
    if (view && resignable) this.resign.open(resignable, view.state.game?.cube.value ?? 1, variantOf(view.rules));
  }

  /** @returns {string | null} names what would be given up now: the game, at its cube */
  get resignable() {
    const { view, side } = this.session;
    if (!view || !mayResign(view, side)) return null;
    return `${view.state.game_number}/${view.state.game?.cube.value}`;
  }

  askToLeave() {
    const { view, side } = this.session;
    if (view && side) this.leave.open(view.state.score[side]);
  }

  get choices() {
    const { view, side } = this.session;
    if (!view) return [];
    // While the board still plays what happened, its turn may be one that is over.
    const { state, legal } = view;
    const turn = this.board.isTurnOf({ state, side, legal }) ? this.board.turn : null;
    return turnChoices(view, side, turn);
  }

  /** The view changed: play what happened, say it, write it down. */
  changed({ story, fresh }) {
    const { view, side } = this.session;
    if (fresh) this.startClocks();
    this.clocks?.set(view.clock);
    // A refusal stays to be read: what it is about may come with the position as it is.
    if (story.length) this.part("alert").hidden = true;
    if (story.length || fresh) this.tell(story);
    this.hands.happened(story);
    if (side && view.state.to_act === side) call("your_turn");
    else rest("your_turn");
    this.show(story);
    this.askForPast();
  }

  /** Writes down what happened, and says it with what is awaited now. */
  tell(story) {
    const { view, side } = this.session;
    writeLog(this.part("log"), story.map((happening) => this.words.line(happening, view, side)));
    const spoken = story.map((happening) => this.words.spoken(happening, view, side)).filter(Boolean);
    const amounts = view.state.to_act === side ? spokenAmounts(view, side, this.words) : [];
    this.voice.tell([...spoken, this.words.status(view, side), ...amounts].join(" "));
  }

  /** What happened before the page was opened. */
  remembered(past, isLast) {
    const { session } = this;
    const lines = past.map((happening) => this.words.line(happening, session.view, session.side));
    writeLog(this.part("log"), lines, { isOld: true });
    if (isLast) this.show([]);
  }

  startClocks() {
    const mine = this.session.side ?? "white";
    const own = this.strips.own.parts.clock;
    const enemy = this.strips.enemy.parts.clock;
    const faces = mine === "white" ? { white: own, black: enemy } : { white: enemy, black: own };
    this.clocks ??= new Clocks(faces, () => this.session.socket.serverNowMs);
  }

  async show(story) {
    const { view, side, recent } = this.session;
    const { state, rules, legal } = view;
    const choices = turnChoices(view, side, null);
    const showing = ++this.showing;
    this.draw();
    await this.board.show({ state, rules, legal, side, cubeAction: cubeAction(choices), ...recent }, story);
    if (showing !== this.showing) return;
    this.shown = showing;
    this.draw();
  }

  /** Everything around the board, from the view. */
  draw() {
    const { view, side } = this.session;
    if (!view) return;
    this.hands.consider(this.shown === this.showing);
    const { state } = view;
    const mine = side ?? "white";
    const position = this.board.scene ? this.board.position : null;
    this.strips.own.show(view, mine, position);
    this.strips.enemy.show(view, other(mine), position);
    writeStatus(this.part("status"), this.status(view, side));
    const hint = toldFault(state, view.rules, side);
    this.part("hint").textContent = hint ? this.words.say(`cube_${hint}`) : "";
    this.part("hint").hidden = hint === null;
    const occasion = `${state.game_number}/${state.game?.throws}/${state.phase}/${state.to_act}`;
    this.controls.show(this.choices, occasion, this.session.isWaiting);
    this.drawOffer(view, side);
    this.result.draw(view, side, this.shown === this.showing, this.session.isWaiting);
    this.drawFacts(view);
    this.drawTable(view, side);
    this.absence.draw();
    this.hands.draw();
    this.part("resign").disabled = this.resignable === null || this.session.isWaiting;
    this.resign.keepTo(this.resignable);
  }

  status(view, side) {
    const { waitsFor } = this.session;
    if (waitsFor) return { full: this.words.say(waitsFor) };
    if (this.hands.auto.isCounting) return { full: this.words.say("forced") };
    const offer = view.state.game?.offer;
    if (offer && offer.side === side) return { full: this.words.say("resignation_waits", { level: this.words.kind(offer.level, view.rules) }) };
    return { full: this.words.status(view, side), short: this.words.statusShort(view, side) };
  }

  drawOffer(view, side) {
    const choices = offerChoices(view, side);
    const offer = view.state.game?.offer;
    this.part("offer").hidden = choices.length === 0;
    if (offer && choices.length) {
      const level = this.words.kind(offer.level, view.rules);
      this.part("offer-text").textContent = this.words.about("resignation_offered", offer.side, side, view, { level });
    }
    this.offers.show(choices, `${view.state.game_number}/${offer?.level}`, this.session.isWaiting);
  }

  /** What lies on a table of chips, and what the cube would make of it. */
  drawTable(view, side) {
    const { state, rules } = view;
    const isTable = rules.length.kind === "table";
    this.root.classList.toggle("has-stakes", isTable);
    const panel = this.part("stakes");
    panel.hidden = !isTable || Boolean(state.outcome);
    panel.classList.toggle("is-cubeless", rules.cube?.enabled === false);
    writeRows(this.part("stakes-game"), gameRows(view, this.words));
    writeAmounts(this.part("stakes-amounts"), amountTable(view, side, this.words), this.words);
    const { isAllowed, isNow } = leaving(view, side);
    this.part("leaving").hidden = !isAllowed;
    this.part("leave").disabled = !isNow || this.session.isWaiting;
    this.part("leave-hint").hidden = isNow;
    if (!isNow) this.leave.close();
  }

  drawFacts(view) {
    const { state, match } = view;
    this.part("length").textContent = this.words.length(view);
    this.part("game-number").textContent = state.game_number ? this.words.say("game_number", { number: state.game_number }) : "";
    this.part("crawford").hidden = !state.game?.crawford || state.phase === "over";
    this.part("commitment").textContent = match.commitment;
    this.part("secret-row").hidden = !match.secret;
    this.part("secret").textContent = match.secret ?? "";
    if (state.outcome) this.offerWatchersTalk();
    const back = this.part("back");
    back.hidden = !match.back_url;
    if (match.back_url) back.href = match.back_url;
  }

  /** What those who looked on have said is for the players too, once it can help nobody. */
  offerWatchersTalk() {
    const tabs = this.part("talk-tabs");
    if (!tabs.hidden) return;
    tabs.hidden = false;
    document.querySelector("[data-talk-later]")?.dispatchEvent(new CustomEvent("talk-wanted"));
  }

  // What the player does ----------------------------------------------------------------------

  /** @param {string} action */
  pressed(action) {
    const { board, session } = this;
    if (action === "undo") board.undo();
    else if (action === "undo_all") board.undoAll();
    else if (action === "confirm") session.act("match.play", { moves: board.turn.play });
    else if (action === "next") session.act("match.start");
    else if (action === "leave") this.askToLeave();
    else session.act(`match.${action}`);
  }

  ordered() {
    if (this.session.order) this.part("alert").hidden = true;
    this.board.lock(this.session.order !== null && this.board.turn !== null);
    this.draw();
  }

  refused({ message, request }) {
    if (!request?.type.startsWith("match.")) return; // talk answers for itself
    const alert = this.part("alert");
    alert.textContent = message;
    alert.hidden = false;
  }
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-match]"));
if (root) new MatchPage(root);
