/**
 * The drawn positions of the pages one learns from: each figure brings its scene as data, and its
 * words for whoever has no script. A board is made when its figure comes near the screen.
 *
 * @typedef {object} Drawn what a figure brings (lobby/diagrams.py)
 * @property {import("./types.js").Rules} rules
 * @property {import("./types.js").MatchState} before
 * @property {import("./types.js").MatchState | null} after
 * @property {{side: import("./types.js").Side, dice: [number, number] | null, steps: import("./types.js").Step[]}} moves
 */

import "./board.js";
import { lookOf } from "./board/chosen.js";
import { waysOf } from "./match/notation.js";
import { preferences } from "./preferences.js";
import { readTexts } from "./texts.js";

const texts = readTexts("board-texts");

/** What a reader has chosen and a drawing follows. The colours of checkers stay: captions name them. */
const FOLLOWED = ["board_theme", "home_side", "motion"];

/** @param {HTMLElement} board */
function dress(board) {
  lookOf(board, Object.fromEntries(FOLLOWED.map((choice) => [choice, preferences.get(choice)])));
}

/** @param {HTMLElement} figure */
function draw(figure) {
  /** @type {Drawn} */
  const drawn = JSON.parse(figure.dataset.scene ?? "");
  const board = /** @type {import("./board.js").Board} */ (figure.querySelector("bg-board"));
  const steps = figure.querySelector(".diagram-steps");
  board.texts = texts;
  dress(board);
  figure.querySelector(".diagram-board")?.removeAttribute("hidden");
  figure.querySelector(".diagram-words")?.removeAttribute("open");
  steps?.removeAttribute("hidden");

  /** @param {"before" | "after"} moment */
  const show = (moment) => {
    board.show(moment === "after" ? sceneAfter(drawn) : sceneBefore(drawn));
    for (const button of figure.querySelectorAll("[data-show]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-show") === moment));
    }
  };
  steps?.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-show]") : null;
    if (button) show(button.getAttribute("data-show") === "after" ? "after" : "before");
  });
  show(drawn.after ? "after" : "before");
}

/** @param {Drawn} drawn @returns {import("./board.js").Scene} */
function sceneBefore({ rules, before }) {
  return { state: before, rules, legal: [], side: null, cubeAction: null, lastPlay: null, lastRoll: null };
}

/** @param {Drawn} drawn @returns {import("./board.js").Scene} */
function sceneAfter({ rules, after, moves: { side, dice, steps } }) {
  const ways = waysOf(steps, []).map(({ points }) => points);
  const lastPlay = { side, from: ways.map((points) => points[0]), to: ways.map((points) => points[points.length - 1]) };
  const lastRoll = dice && { side, dice };
  return { state: /** @type {import("./types.js").MatchState} */ (after), rules, legal: [], side: null, cubeAction: null, lastPlay, lastRoll };
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      draw(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "600px" },
);
for (const figure of document.querySelectorAll("[data-diagram]")) near.observe(figure);
preferences.addEventListener("change", () => {
  for (const board of document.querySelectorAll("bg-board")) dress(/** @type {HTMLElement} */ (board));
});
