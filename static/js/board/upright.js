/**
 * The board standing upright, for a phone: its points fill the screen from top to bottom, and
 * everything else lies in a lane between the tips of the points.
 *
 * Along the lane, from the outer boards to the homes: the other side's dice, his bar, the cube, the
 * own bar, the own dice, the trays. Where both sides travel the same way round there is no bar, and
 * each tray lies at its own end.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("./geometry.js").Area} Area
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Measures} Measures
 */

import { Layout } from "./geometry.js";

/** Twelve points of 44 pixels, the hinge and the ends make 538 of the 640 a small phone has. @type {Measures} */
const UPRIGHT = { frame: 3.1, end: 0.4, gap: 11, bar: 1.2, rail: 0, shortest: 26, longest: 46 };
const TRAY = 22;
const DICE = 32.8;
const SLOT = 10.45;
const SLAB = 1.2;

export class Upright extends Layout {
  /** @param {import("./geometry.js").View} view @param {number} ratio */
  constructor(view, ratio) {
    super(view, ratio);
    this.isUpright = true;
    this.die = { size: 7.6, pitch: 8.3 };
  }

  measuresFor() {
    return UPRIGHT;
  }

  /** @param {number} ratio */
  roomAcross(ratio) {
    return this.along * ratio;
  }

  get reachBeyond() {
    return 0;
  }

  /** @returns {Area} */
  lane() {
    return this.laneArea(0, this.along);
  }

  /** @param {number} u1 @param {number} u2 @returns {Area} the lane from one place along it to another */
  laneArea(u1, u2) {
    return this.area(u1, this.wide / 2 - this.gap / 2, u2, this.wide / 2 + this.gap / 2);
  }

  get isParallel() {
    return this.variant.geometry === "parallel";
  }

  // The bar and the cube: three places, the cube at its owner's end of them ---------------------------

  /** @param {Side | "cube"} what @returns {number} the middle of its place along the lane */
  slotCentre(what) {
    const enemy = this.viewer === "white" ? "black" : "white";
    const [own, cube] = [this.viewer, "cube"];
    const order = { middle: [enemy, cube, own], own: [enemy, own, cube], enemy: [cube, enemy, own] }[this.view.cubeAt];
    return this.end + DICE + 0.6 + SLOT * (order.indexOf(what) + 0.5);
  }

  get barStackShown() {
    return 1;
  }

  /** @param {Side} side @param {number} index */
  barSpot(side, index) {
    return this.at(this.slotCentre(side), this.wide / 2 - Math.min(index, 2) * 0.4);
  }

  /** @param {Side} side @returns {Area} */
  barArea(side) {
    const centre = this.slotCentre(side);
    return this.laneArea(centre - SLOT / 2, centre + SLOT / 2);
  }

  /** @param {Side | null} owner @param {Side | null} offeredTo @returns {Spot} */
  cubeSpot(owner, offeredTo) {
    return this.at(offeredTo ? this.diceCentre(offeredTo) : this.slotCentre("cube"), this.wide / 2);
  }

  // Trays and dice --------------------------------------------------------------------------------------

  /** Both trays lie at the homes, each on its side of the lane; or each across it, at its own end. */
  trayRoom(side) {
    const isOwn = side === this.viewer;
    const isAtHome = isOwn || !this.isParallel;
    const outer = isAtHome ? this.along - this.end - 0.3 : this.end + 0.3;
    const inner = isAtHome ? outer - TRAY : outer + TRAY;
    const middle = this.wide / 2;
    const reach = this.gap / 2 - 0.3;
    const [from, to] = this.isParallel ? [middle - reach, middle + reach] : isOwn ? [middle + 0.15, middle + reach] : [middle - reach, middle - 0.15];
    return { outer, inner, from, to };
  }

  /** @param {Side} side @returns {Area} */
  trayArea(side) {
    const { outer, inner, from, to } = this.trayRoom(side);
    return this.area(outer, from, inner, to);
  }

  /** A finger is broader than half a lane, and nobody bears off into the other tray. */
  trayTouchArea() {
    const { outer, inner } = this.trayRoom(this.viewer);
    return this.laneArea(outer, inner);
  }

  /** @param {Side} side @param {number} index @returns {Area} */
  slabArea(side, index) {
    const { outer, inner, from, to } = this.trayRoom(side);
    const inwards = Math.sign(inner - outer);
    const start = outer + inwards * (0.4 + index * SLAB);
    return this.area(start, from + 0.4, start + inwards * (SLAB - 0.2), to - 0.4);
  }

  /** @param {Side} side @returns {Spot} */
  trayCountSpot(side) {
    const { outer, inner, from, to } = this.trayRoom(side);
    return this.at(inner - Math.sign(inner - outer) * 1.9, (from + to) / 2);
  }

  /** @param {Side} side */
  diceCentre(side) {
    if (side === this.viewer) return this.along - this.end - TRAY - 0.6 - DICE / 2;
    return this.isParallel ? this.end + TRAY + 0.6 + DICE / 2 : this.end + DICE / 2;
  }

  /** @param {Side} side @returns {Area} */
  diceArea(side) {
    const reach = this.die.pitch + 2;
    return this.laneArea(this.diceCentre(side) - reach, this.diceCentre(side) + reach);
  }
}
