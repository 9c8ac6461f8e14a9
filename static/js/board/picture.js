/**
 * The drawn board: wood, points, numbers, trays, and the layers that change with the game.
 *
 * It draws what it is told and reports nothing; `pointer.js` listens, `board.js` decides.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("./geometry.js").Layout} Layout
 */

import { BAR, OFF } from "../moves.js";
import { Checkers } from "./checkers.js";
import { drawCube, drawDie } from "./dice.js";
import { CHECKER_RADIUS } from "./geometry.js";
import { label, rect, ring, svg } from "./svg.js";

/** @param {import("./geometry.js").Spot[]} corners */
function polygon(corners, className) {
  return svg("polygon", { points: corners.map(({ x, y }) => `${x},${y}`).join(" "), class: className });
}

let pictures = 0;

/** Gradients; their colours come from the theme of the board they belong to. @param {(look: string) => string} paintId */
function drawPaint(paintId) {
  const stops = (look) => ["glow", "rest"].map((part, offset) => svg("stop", { offset, class: `paint-${look}-${part}` }));
  const gradient = (look) => svg("radialGradient", { id: paintId(look), cx: 0.4, cy: 0.35, r: 0.75 }, ...stops(look));
  return svg("defs", {}, gradient("light"), gradient("dark"));
}

export class Picture {
  /** @param {Layout} layout @param {import("./checkers.js").Paint} paint */
  constructor(layout, paint) {
    const number = ++pictures;
    const paintId = (look) => `paint-${number}-${look}`;
    this.layout = layout;
    this.paint = paint;
    this.checkers = new Checkers(layout, paint, paintId);
    this.layers = {
      trays: svg("g", { "aria-hidden": "true" }),
      marks: svg("g", { class: "marks", "aria-hidden": "true" }),
      under: svg("g", { class: "marks", "aria-hidden": "true" }),
      dice: svg("g", { class: "dice" }),
      cube: svg("g", { class: "cube-place" }),
    };
    /** @type {Map<number, SVGElement>} what can be touched, by the viewer's point; bar and off too */
    this.spots = new Map();
    this.element = svg("svg", {
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      class: layout.isUpright ? "board-svg is-portrait" : "board-svg",
      role: "group",
    });
    this.element.append(
      drawPaint(paintId),
      this.drawWood(),
      this.layers.trays,
      this.layers.under,
      this.checkers.element,
      this.layers.marks,
      this.drawSpots(),
      this.layers.dice,
      this.layers.cube,
    );
  }

  drawWood() {
    const { layout } = this;
    const wood = svg("g", { "aria-hidden": "true" });
    const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
    wood.append(rect(whole, { class: "board-frame", rx: 3 }));
    const inner = { x: 0.9, y: 0.9, width: layout.width - 1.8, height: layout.height - 1.8 };
    if (layout.end > 1) wood.append(rect(inner, { class: "board-inlay", rx: 2.2 }));
    for (const field of layout.fields()) wood.append(rect(field, { class: "board-field", rx: 0.8 }));
    for (let point = 1; point <= 24; point += 1) {
      const shade = point % 2 ? "board-point is-dark" : "board-point is-light";
      wood.append(polygon(layout.triangle(point), shade), label(layout.numberSpot(point), point, "board-number"));
    }
    wood.append(svg("line", { ...layout.hinge(), class: "board-hinge" }));
    const lane = layout.lane();
    if (lane) wood.append(rect(lane, { class: "board-lane" }));
    for (const side of /** @type {Side[]} */ (["white", "black"])) {
      wood.append(rect(layout.trayArea(side), { class: "board-tray", rx: 1 }));
    }
    return wood;
  }

  /** Invisible buttons over every point, the own bar if anybody can be hit, and the own tray. */
  drawSpots() {
    const { layout } = this;
    const group = svg("g", { class: "spots" });
    const add = (point, area) => {
      const spot = svg("g", { class: "spot", "data-point": point, role: "img" }, rect(area, { class: "spot-area", rx: 1.2 }), ...ring(area, 1.2));
      this.spots.set(point, spot);
      group.append(spot);
    };
    // In the order of travel, so that the Tab key walks the way the checkers do.
    if (layout.variant.closed_by > 1) add(BAR, layout.barArea(layout.viewer));
    for (let point = 24; point >= 1; point -= 1) add(point, layout.touchArea(point));
    add(OFF, layout.trayTouchArea());
    return group;
  }

  /** @param {import("../types.js").Position} position @param {number} flightMs 0: without motion */
  async showPosition(position, flightMs) {
    const trays = () => this.showTrays(position);
    const flight = this.checkers.show(position, flightMs);
    if (!flightMs) trays();
    await flight;
    trays();
  }

  showTrays(position) {
    const { layout } = this;
    const slabs = /** @type {Side[]} */ (["white", "black"]).flatMap((side) => {
      const count = position[side][OFF];
      const rims = Array.from({ length: count }, (_, index) =>
        rect(layout.slabArea(side, index), { class: `slab slab-${side} is-${this.paint[side]}`, rx: 0.5 }),
      );
      return count ? [...rims, label(layout.trayCountSpot(side), count, "tray-count")] : [];
    });
    this.layers.trays.replaceChildren(...slabs);
  }

  /**
   * @param {Side | null} side who rolled @param {{die: number, used: boolean}[]} shown
   * @param {{swap: string | null, name: string}} words `swap` makes the dice a button with that name
   */
  showDice(side, shown, words) {
    const { dice } = this.layers;
    const drawn = side ? shown.map((die, index) => this.drawDie(side, die, index, shown.length)) : [];
    const area = words.swap && this.layout.diceArea(side);
    if (area) drawn.unshift(rect(area, { class: "spot-area", rx: 2 }), ...ring(area, 2));
    dice.replaceChildren(...drawn);
    dice.setAttribute("role", words.swap ? "button" : "img");
    dice.setAttribute("aria-label", words.swap ?? words.name);
    dice.toggleAttribute("data-swap", Boolean(words.swap));
    if (words.swap) dice.setAttribute("tabindex", "0");
    else dice.removeAttribute("tabindex");
    if (!drawn.length) dice.setAttribute("aria-hidden", "true");
    else dice.removeAttribute("aria-hidden");
  }

  drawDie(side, die, index, count) {
    const { layout, paint } = this;
    return drawDie(`die-${side} is-${paint[side]}`, die, layout.dieSpot(side, index, count), layout.die.size);
  }

  /**
   * @param {{value: number, owner: Side | null, offeredTo: Side | null} | null} cube null: none in play
   * @param {{name: string, action: string | null}} words `action` makes the cube a button
   */
  showCube(cube, words) {
    const place = this.layers.cube;
    place.replaceChildren(...(cube ? drawCube(cube.value, this.layout.cubeSpot(cube.owner, cube.offeredTo)) : []));
    place.classList.toggle("is-offered", Boolean(cube?.offeredTo));
    place.setAttribute("role", words.action ? "button" : "img");
    place.setAttribute("aria-label", words.action ?? words.name);
    if (words.action) place.setAttribute("tabindex", "0");
    else place.removeAttribute("tabindex");
    if (cube) place.removeAttribute("aria-hidden");
    else place.setAttribute("aria-hidden", "true");
  }

  /**
   * What the player may touch, and what happened last.
   * @param {import("../types.js").Position} position
   * @param {object} marks
   * @param {number[]} marks.sources @param {number[]} marks.targets @param {number | null} marks.selected
   * @param {Set<number>} marks.hits points where somebody would be hit on the way
   * @param {{side: Side, from: number[], to: number[]} | null} marks.last
   */
  showMarks(position, { sources, targets, hits, selected, last }) {
    const { layout } = this;
    const me = layout.viewer;
    const above = [];
    const around = (point, className, offset = -1) => {
      const { x, y } = layout.checkerSpot(me, point, Math.max(0, position[me][point] + offset));
      return svg("circle", { cx: x, cy: y, r: CHECKER_RADIUS, class: className });
    };
    for (const point of sources) above.push(around(point, "mark-edge"), around(point, point === selected ? "mark-selected" : "mark-source"));
    for (const point of targets) {
      if (point === OFF) above.push(rect(layout.trayArea(me), { class: "mark-target", rx: 1 }));
      else above.push(around(point, "mark-target", 0));
    }
    for (const point of hits) above.push(...["mark-hit-edge", "mark-hit"].map((tone) => this.hitMark(point, tone)));
    this.layers.marks.replaceChildren(...above, ...(last ? this.lastMarks(position, last) : []));
    this.layers.under.replaceChildren(...targets.filter((point) => point !== OFF).map((point) => polygon(layout.triangle(point), "mark-point")));
  }

  /** A cross on the checker that would be hit. @param {number} point @param {string} className */
  hitMark(point, className) {
    const { x, y } = this.layout.checkerSpot(this.layout.viewer, point, 0);
    const arm = CHECKER_RADIUS * 0.5;
    return svg("path", { d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`, class: className });
  }

  lastMarks(position, { side, from, to }) {
    const dot = (point, index, className) => {
      const { x, y } = this.layout.markSpot(side, point, index);
      return svg("circle", { cx: x, cy: y, r: 1.5, class: className });
    };
    const left = from.filter((point) => !to.includes(point)).map((point) => dot(point, position[side][point], "mark-left"));
    const landed = to.filter((point) => point !== OFF && position[side][point] > 0);
    return [...left, ...landed.map((point) => dot(point, position[side][point] - 1, "mark-landed"))];
  }

  /** @returns {number | null} where the keyboard stands */
  get pointWithFocus() {
    return [...this.spots].find(([, spot]) => spot === document.activeElement)?.[0] ?? null;
  }

  /** The keyboard goes on where it stood on the board as it was drawn before. @param {number} point */
  focusPoint(point) {
    const spot = this.spots.get(point);
    spot?.setAttribute("tabindex", "0");
    spot?.focus({ preventScroll: true });
  }

  /**
   * Names every spot for people who do not see it, and lets the keyboard reach those that do something.
   * @param {(point: number) => string} nameOf @param {Set<number>} live points that can be pressed
   * @param {number | null} selected
   */
  nameSpots(nameOf, live, selected) {
    for (const [point, spot] of this.spots) {
      const isLive = live.has(point);
      spot.classList.toggle("is-live", isLive);
      spot.setAttribute("role", isLive ? "button" : "img");
      spot.setAttribute("aria-label", nameOf(point));
      if (isLive) spot.setAttribute("tabindex", "0");
      else if (spot !== document.activeElement) spot.removeAttribute("tabindex");
      if (isLive) spot.setAttribute("aria-pressed", String(point === selected));
      else spot.removeAttribute("aria-pressed");
    }
  }
}
