/**
 * <bg-board>: the board a match is played on.
 *
 * Give it `texts`, then a scene with `show`. It draws, lets the player build a turn out of legal
 * steps, and says what he did: event `turn` whenever the turn changed, `cube` when the cube was
 * pressed. It sends nothing and decides no rule. See docs/board.md.
 *
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./types.js").MatchState} MatchState
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./board/frames.js").Happening} Happening
 *
 * @typedef {object} Scene
 * @property {MatchState} state
 * @property {import("./types.js").Rules} rules
 * @property {Play[]} legal
 * @property {Side | null} side the viewer's seat; null for a watcher
 * @property {Side} [viewer] whose home lies below, where that is not the seat
 * @property {"double" | "take" | null} cubeAction what pressing the cube would mean
 * @property {{side: Side, from: number[], to: number[]} | null} lastPlay
 * @property {{side: Side, dice: [number, number]} | null} lastRoll
 */

import { framesOf } from "./board/frames.js";
import { Layout } from "./board/geometry.js";
import { Pace } from "./board/pace.js";
import { Picture } from "./board/picture.js";
import { Pointer } from "./board/pointer.js";
import { Upright } from "./board/upright.js";
import { BAR, OFF, across, hitsOf, other, pipsOf, targetOf } from "./moves.js";
import { OFFER_FACTORS } from "./reducer.js";
import { say } from "./texts.js";
import { Turn } from "./turn.js";
import { variantOf } from "./variants.js";

const UPRIGHT_FROM = 1.08;
const NO_MARKS = { sources: [], targets: [], hits: new Set(), selected: null, last: null };

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./texts.js").Texts} */
    this.texts = {};
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Turn | null} the turn being made, if it is the viewer's to make */
    this.turn = null;
    /** @type {number | null} */
    this.selected = null;
    this.locked = false;
    this.showing = 0;
    /** @type {Picture | null} */
    this.picture = null;
    this.pace = new Pace(this);
  }

  static observedAttributes = ["mirrored", "own", "cube"];

  connectedCallback() {
    if (this.pointer) return;
    this.pointer = new Pointer(this, {
      press: (point) => this.press(point),
      grab: (point) => this.isOpen && this.turn.sources.includes(point),
      carry: (point, where) => this.carry(point, where),
      release: (from, to) => this.release(from, to),
      swap: () => this.swap(),
      cube: () => this.dispatchEvent(new CustomEvent("cube")),
      back: () => this.back(),
    });
    this.pace.hurriedBy = () => this.pointer.swallow();
    new ResizeObserver(() => this.relayout()).observe(this);
  }

  attributeChangedCallback() {
    this.relayout(false);
    if (this.picture) this.refresh(0);
  }

  /** The player may touch the checkers now. */
  get isOpen() {
    return this.turn !== null && !this.locked;
  }

  get viewer() {
    return this.scene?.viewer ?? this.scene?.side ?? "white";
  }

  /** @returns {boolean} */
  get isAnimated() {
    return this.pace.factor > 0;
  }

  /**
   * Shows a scene; what happened on the way to it is played first.
   * @param {Scene} scene @param {Happening[]} story
   */
  async show(scene, story = []) {
    const showing = ++this.showing;
    const seen = this.turn?.position ?? this.scene?.state.game?.position ?? null;
    this.scene = scene;
    this.picture?.checkers.landAll();
    this.relayout(false);
    const frames = this.isAnimated ? framesOf(variantOf(scene.rules), story, { position: seen, viewer: scene.side }) : [];
    const wasHurried = frames.length > 0 && (await this.play(frames, () => showing === this.showing));
    if (showing === this.showing) this.settle(wasHurried ? 0 : this.pace.flightMs);
  }

  /** Frame by frame, until something newer is shown or the player hurries on. @returns {Promise<boolean>} whether he did */
  async play(frames, isSame) {
    if (!this.isTurnOf(this.scene)) this.turn = null;
    const run = this.pace.begin(() => this.picture.checkers.landAll());
    this.picture.showMarks(this.position, NO_MARKS);
    for (const { position, roll, holdMs } of frames) {
      if (!isSame() || run.isHurried) break;
      if (roll) this.showRoll(roll.side, pipsOf(roll.dice).map((die) => ({ die, used: false })));
      if (position) await this.picture.showPosition(position, this.pace.flightMs);
      await run.wait(holdMs);
    }
    run.end();
    return run.isHurried;
  }

  /** @returns {string} names the roll a turn belongs to, and the position it starts from */
  rollKey({ state: { game, game_number } }) {
    return JSON.stringify([game_number, game?.throws, game?.position]);
  }

  isTurnOf(scene) {
    return this.turn !== null && this.turnKey === this.rollKey(scene) && this.isMyMove(scene);
  }

  isMyMove({ state, side, legal }) {
    return ["to_move", "last_roll"].includes(state.phase) && side !== null && state.to_act === side && Boolean(state.game?.dice) && legal.length > 0;
  }

  /** Shows where things stand; a turn that is the player's to make begins. @param {number} flightMs */
  settle(flightMs) {
    const { scene } = this;
    if (!this.isTurnOf(scene)) {
      this.selected = null;
      this.locked = false;
      this.turn = null;
      if (this.isMyMove(scene)) {
        const { position, dice } = scene.state.game;
        this.turn = new Turn(variantOf(scene.rules), position, scene.side, dice, scene.legal);
        this.turnKey = this.rollKey(scene);
        this.selectBar();
      }
    }
    this.refresh(flightMs);
  }

  // How it looks --------------------------------------------------------------------------------

  /** Draws the board anew when its shape, its viewer, its paint or its game changed. */
  relayout(redraw = true) {
    if (!this.scene || !this.isConnected) return;
    const { width, height } = this.getBoundingClientRect();
    const Shape = height > width * UPRIGHT_FROM ? Upright : Layout;
    const view = { variant: variantOf(this.scene.rules), viewer: this.viewer, mirrored: this.hasAttribute("mirrored"), cubeAt: this.cubeAt };
    const layout = new Shape(view, width && height ? width / height : 1);
    const { paint } = this;
    const key = `${layout.shape},${paint.white}`;
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    const held = this.picture?.pointWithFocus ?? null;
    this.picture = new Picture(layout, paint);
    this.picture.element.setAttribute("aria-label", say(this.texts, "board"));
    this.replaceChildren(this.picture.element);
    if (redraw) this.refresh(0);
    else this.picture.showPosition(this.position, 0);
    if (held !== null) this.picture.focusPoint(held);
  }

  /** The look of each side: as dealt, or what the viewer wants for his own. @returns {import("./board/checkers.js").Paint} */
  get paint() {
    const own = this.getAttribute("own");
    const isSwapped = own === (this.viewer === "white" ? "dark" : "light");
    return isSwapped ? { white: "dark", black: "light" } : { white: "light", black: "dark" };
  }

  /** A cube that is owned lies at its owner's end; or beside his name, which is not on the board. */
  get cubeAt() {
    const { state } = this.scene;
    const { owner } = state.game?.cube ?? {};
    if (!owner || this.isCubeAway) return "middle";
    return owner === this.viewer ? "own" : "enemy";
  }

  get isCubeAway() {
    const { state } = this.scene;
    return this.getAttribute("cube") === "beside" && Boolean(state.game?.cube.owner) && !(state.phase in OFFER_FACTORS);
  }

  get position() {
    const { start } = variantOf(this.scene.rules);
    return this.turn?.position ?? this.scene.state.game?.position ?? { white: start, black: start };
  }

  /** @param {number} flightMs how long a checker may fly */
  refresh(flightMs = this.pace.flightMs) {
    const { picture, turn } = this;
    if (!picture) return;
    const open = this.isOpen;
    const sources = open ? turn.sources : [];
    const ways = open && this.selected !== null ? turn.targets(this.selected) : new Map();
    const targets = [...ways.keys()];
    picture.showPosition(this.position, flightMs);
    const last = turn?.made.length ? null : this.scene.lastPlay;
    picture.showMarks(this.position, { sources, targets, hits: this.hitsOn(ways.values()), selected: this.selected, last });
    picture.nameSpots((point) => this.nameOf(point), new Set([...sources, ...targets]), this.selected);
    this.showDice();
    this.showCube();
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
  }

  /** Own numbers of the points where one of these ways would hit. @param {Iterable<Play>} ways */
  hitsOn(ways) {
    const { turn } = this;
    const hits = (way) => hitsOf(turn.variant, turn.position, turn.side, way);
    return new Set([...ways].flatMap((way) => way.map(targetOf).filter((_target, index) => hits(way)[index])));
  }

  showDice() {
    const { state, lastRoll } = this.scene;
    const dice = state.game?.dice;
    if (this.turn) this.showRoll(this.scene.side, this.turn.shown);
    else if (dice) this.showRoll(state.game.on_roll, pipsOf(dice).map((die) => ({ die, used: false })));
    else if (lastRoll && !(state.phase in OFFER_FACTORS)) this.showRoll(lastRoll.side, pipsOf(lastRoll.dice).map((die) => ({ die, used: true })));
    else this.showRoll(null, []);
  }

  showRoll(side, shown) {
    const dice = shown.map(({ die }) => die).join(" ");
    const swap = this.isOpen && this.turn.canSwap ? say(this.texts, "swap_dice", { dice }) : null;
    this.picture.showDice(side, shown, { swap, name: say(this.texts, "dice", { dice }) });
  }

  showCube() {
    const { state, rules, cubeAction } = this.scene;
    const cube = state.game?.cube ?? { value: 1, owner: null };
    const isPlayed = rules.cube?.enabled !== false && !state.game?.crawford;
    const times = OFFER_FACTORS[state.phase];
    const shown = { value: cube.value * (times ?? 1), owner: cube.owner, offeredTo: times ? state.to_act : null };
    const values = { value: shown.value };
    const place = shown.offeredTo ? "offered" : !cube.owner ? "middle" : cube.owner === this.viewer ? "own" : "enemy";
    const action = cubeAction ? say(this.texts, `cube_${cubeAction}`, { value: cubeAction === "double" ? cube.value * 2 : shown.value }) : null;
    this.picture.showCube(isPlayed && !this.isCubeAway ? shown : null, { name: say(this.texts, `cube_${place}`, values), action });
  }

  /** @param {number} point */
  nameOf(point) {
    const variant = variantOf(this.scene.rules);
    const own = this.position[this.viewer];
    const enemy = this.position[other(this.viewer)];
    if (point === BAR || point === OFF) {
      return say(this.texts, point === BAR ? "spot_bar" : "spot_off", { own: own[point], enemy: enemy[point] });
    }
    const theirs = enemy[across(variant, point)];
    if (own[point]) return say(this.texts, "spot_own", { point, count: own[point] });
    return theirs ? say(this.texts, "spot_enemy", { point, count: theirs }) : say(this.texts, "spot_empty", { point });
  }

  // What the player does ----------------------------------------------------------------------

  /** @param {number} point */
  press(point) {
    if (!this.isOpen) return;
    const { turn, selected } = this;
    if (selected === point) this.made(turn.moveByFirstDie(point));
    else if (selected !== null && turn.move(selected, point)) this.made(true);
    else this.select(turn.sources.includes(point) ? point : null);
  }

  /** @param {number | null} point */
  select(point) {
    if (point === null) this.selectBar();
    else this.selected = point;
    this.refresh();
  }

  /** Nothing is chosen; but who is on the bar has no other choice, so the choice is made for him. */
  selectBar() {
    this.selected = this.turn?.sources.length === 1 && this.turn.sources[0] === BAR ? BAR : null;
  }

  /** @param {boolean} moved */
  made(moved) {
    if (moved) this.selectBar();
    this.refresh();
  }

  carry(point, where) {
    if (!this.isOpen) return;
    if (this.selected !== point) this.select(point);
    this.picture.checkers.lift(this.viewer, point, where);
  }

  release(from, to) {
    if (this.isOpen && to !== null && to !== from && this.turn.move(from, to)) {
      this.made(true);
      return;
    }
    this.picture.checkers.drop(this.viewer, from);
    this.select(null);
  }

  swap() {
    if (!this.isOpen) return;
    this.turn.swap();
    this.refresh();
  }

  back() {
    if (this.isOpen && this.selected !== null && this.selected !== BAR) this.select(null);
    else this.undo();
  }

  /** Takes one step back. */
  undo() {
    if (!this.isOpen) return;
    this.turn.undo();
    this.made(true);
  }

  undoAll() {
    if (!this.isOpen) return;
    this.turn.undoAll();
    this.made(true);
  }

  /** These steps are the turn so far: of a play that was written, or is forced. @param {Play} steps */
  lay(steps) {
    if (!this.isOpen) return;
    this.turn.lay(steps);
    this.made(true);
  }

  /** While a turn is on its way to the server nobody touches it. @param {boolean} locked */
  lock(locked) {
    if (locked !== this.locked) this.selectBar();
    this.locked = locked;
    this.refresh();
  }
}

for (const option of ["theme", "own", "cube", "motion"]) {
  Object.defineProperty(Board.prototype, option, {
    get() {
      return this.getAttribute(option) ?? "";
    },
    set(value) {
      this.setAttribute(option, value);
    },
  });
}

customElements.define("bg-board", Board);
