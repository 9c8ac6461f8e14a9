/**
 * Draws a row of the lobby from its value: a clone of the page's <template id="<kind>-row">, filled.
 *
 * What the data attributes mean is told in templates/lobby/sit_and_go_row.html. Text is only ever set
 * as text.
 */

import { setMoment } from "./moments.js";
import { numberText } from "./texts.js";

const me = document.body.dataset.user ?? "";

/** The scheduled events the visitor is in, by id: their rows do not name their players. */
const entered = new Set(document.querySelector("[data-entered]")?.getAttribute("data-entered")?.split(" ").filter(Boolean));

/** @param {string} key @returns {string} the kind of a row, by its key */
export function kindOf(key) {
  return key.split(":")[0];
}

/** @param {any} row @returns {boolean} whether the visitor sits there, or has entered */
export function isMine(row) {
  return entered.has(row.id) || Boolean(row.players?.some(({ name }) => name === me));
}

/** In how many scheduled events the visitor is. */
export const enteredCount = entered.size;

/** @param {string} id @returns {HTMLElement} */
export function clone(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}

/** @param {ParentNode} root @param {string} name @param {(element: HTMLElement, value: string) => void} use */
export function each(root, name, use) {
  for (const element of root.querySelectorAll(`[data-${name}]`)) {
    use(/** @type {HTMLElement} */ (element), element.getAttribute(`data-${name}`) ?? "");
  }
}

/** What holds of a row, as the words of `data-show`. @returns {Set<string>} */
function wordsOf(row) {
  const words = new Set([row.state, ...row.words]);
  const mine = isMine(row);
  if (row.state === "open") words.add(mine ? "mine" : "others");
  else if (row.watch_url && !mine) words.add("watch");
  if (row.watchers) words.add("watched");
  if (mine) words.add("in");
  if (row.state === "open" && !words.has("free")) words.add("full");
  return words;
}

/** @param {{name: string, bot: boolean, guest: boolean} | null} player null: nobody sits there */
function chair(player) {
  const element = clone("chair-template");
  element.classList.toggle("is-taken", player !== null);
  each(element, "chair", (part, name) => {
    if (name !== "name") part.hidden = !player?.[name];
    else if (player) part.textContent = player.name;
  });
  return element;
}

/** What a list of a row becomes: chairs, or numbers beside each other. @param {any} row @param {string} name */
function listed(row, name) {
  if (name === "players") return [...row.players.map(chair), ...row.free_chairs.map(() => chair(null))];
  return [row[name].map(numberText).join(" / ")];
}

/** Fills what a value says into the elements that ask for it. @param {HTMLElement} element @param {any} row @param {Set<string>} words */
export function fillParts(element, row, words) {
  element.dataset.row = row.row;
  element.dataset.state = row.state;
  each(element, "field", (part, name) => (part.textContent = numberText(row[name])));
  for (const attribute of ["href", "formaction", "value"]) {
    each(element, attribute, (part, name) => part.setAttribute(attribute, row[name]));
  }
  each(element, "list", (part, name) => part.replaceChildren(...listed(row, name)));
  each(element, "moment-field", (part, name) => setMoment(part, row[name], row.zone));
  each(element, "show", (part, wanted) => (part.hidden = !wanted.split(" ").some((word) => words.has(word))));
  return element;
}

/** @param {HTMLElement} element @param {any} row the value of a row that stands in a tab */
export function fill(element, row) {
  const words = wordsOf(row);
  element.dataset.mine = String(words.has("mine"));
  if (row.match !== undefined) element.dataset.match = row.match;
  return fillParts(element, row, words);
}

/** Another number of people watches a match. @param {ParentNode} list @param {string} match @param {number} count */
export function showWatchers(list, match, count) {
  const element = list.querySelector(`[data-match="${CSS.escape(match)}"]`);
  if (!element) return;
  each(element, "field", (part, name) => name === "watchers" && (part.textContent = numberText(count)));
  each(element, "show", (part, wanted) => wanted === "watched" && (part.hidden = count === 0));
}
