/**
 * A board as its reader wants it: his choices become attributes, now and whenever he changes them.
 *
 * Where a page brings no choices the board keeps the attributes it was given.
 */

import { preferences } from "../preferences.js";

/** The attribute of the board for each choice. */
const ATTRIBUTES = { board_theme: "theme", own_checkers: "own", cube_place: "cube", motion: "motion" };

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} [page] what else changes with the choices: pip counts, the look of the strips
 */
export function followChoices(board, page) {
  const follow = () => {
    for (const [choice, attribute] of Object.entries(ATTRIBUTES)) {
      if (preferences.get(choice)) board.setAttribute(attribute, preferences.get(choice));
    }
    if (preferences.get("home_side")) board.toggleAttribute("mirrored", preferences.get("home_side") === "left");
    for (const choice of ["pip_counts", "own_checkers", "cube_place"]) {
      if (page) page.dataset[choice.split("_")[0]] = preferences.get(choice);
    }
  };
  preferences.addEventListener("change", follow);
  follow();
}

/** Own home on the other side, and kept there. @param {HTMLElement} board */
export function flip(board) {
  const isLeft = board.toggleAttribute("mirrored");
  if (preferences.get("home_side")) preferences.choose({ home_side: isLeft ? "left" : "right" });
}
