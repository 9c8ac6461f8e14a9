/**
 * Short keys: one letter for what a button or the board can do. None of them answers a double or a
 * resignation, or offers one. They rest while something is being written, while a question is open,
 * and for who has switched them off.
 */

import { preferences } from "../preferences.js";

/** What each key does; the page lists them in the same words (`[data-key-of]`). @type {Record<string, string>} */
export const KEYS = {
  r: "roll",
  c: "confirm",
  u: "undo",
  s: "swap",
  n: "next",
  b: "board",
  d: "decisions",
  "/": "type",
  t: "text_board",
  w: "where",
  h: "talk",
  f: "flip",
  m: "sounds",
  "?": "help",
};

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** @param {KeyboardEvent} event @returns {string | null} what it asks for */
function wishOf(event) {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (target?.closest(WRITING) || document.querySelector("dialog[open]")) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

/** @param {Record<string, () => void>} deeds by the names in KEYS @param {HTMLDialogElement} dialog that lists the keys */
export function listenForKeys(deeds, dialog) {
  const box = /** @type {HTMLInputElement} */ (dialog.querySelector("[data-short-keys]"));
  const isOff = () => preferences.get("short_keys") === "off";
  const show = () => (box.checked = !isOff());
  box.addEventListener("change", () => preferences.choose({ short_keys: box.checked ? "on" : "off" }));
  preferences.addEventListener("change", show);
  show();
  document.addEventListener("keydown", (event) => {
    const wish = wishOf(event);
    if (!wish || isOff()) return;
    event.preventDefault();
    if (wish === "help") dialog.showModal();
    else deeds[wish]();
  });
}
