/**
 * A board as its reader wants it: his choices become attributes, now and whenever he changes them.
 *
 * Where a page brings no choices the board keeps the attributes it was given.
 */

import { preferences } from "../preferences.js";

/** The attribute of the board for each choice. */
const ATTRIBUTES = { board_theme: "theme", own_checkers: "own", cube_place: "cube", motion: "motion" };
/** What of the page around the board changes with them (themes.css, match.css). */
const AROUND = ["board_theme", "pip_counts", "own_checkers", "cube_place"];

/** Dresses a board in some choices. @param {HTMLElement} board @param {Record<string, string>} choices */
export function lookOf(board, choices) {
  for (const [choice, attribute] of Object.entries(ATTRIBUTES)) {
    if (choices[choice]) board.setAttribute(attribute, choices[choice]);
  }
  if (choices.home_side) board.toggleAttribute("mirrored", choices.home_side === "left");
}

/** @param {HTMLElement} board @param {HTMLElement} page */
export function followChoices(board, page) {
  const follow = () => {
    lookOf(board, preferences.choices);
    for (const choice of AROUND) page.dataset[choice.split("_")[0]] = preferences.get(choice);
  };
  preferences.addEventListener("change", follow);
  follow();
}

/** Own home on the other side, and kept there. @param {HTMLElement} board */
export function flip(board) {
  const isLeft = board.toggleAttribute("mirrored");
  if (preferences.get("home_side")) preferences.choose({ home_side: isLeft ? "left" : "right" });
}
