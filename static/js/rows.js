/**
 * Draws a row of the lobby from its value: a clone of the page's <template id="<kind>-row">, filled.
 *
 * What the data attributes mean is told in templates/lobby/sit_and_go_row.html. Text is only ever set
 * as text.
 */

const me = document.body.dataset.user ?? "";

/** @param {string} key @returns {string} the kind of a row, by its key */
export function kindOf(key) {
  return key.split(":")[0];
}

/** @param {any} row @returns {boolean} whether the visitor sits there */
export function isMine(row) {
  return row.players.some(({ name }) => name === me);
}

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

const LISTS = {
  players: (row) => [...row.players.map(chair), ...row.free_chairs.map(() => chair(null))],
  prizes_chips: (row) => [row.prizes_chips.join(" / ")],
};

/** Fills what a value says into the elements that ask for it. @param {HTMLElement} element @param {any} row @param {Set<string>} words */
export function fillParts(element, row, words) {
  element.dataset.row = row.row;
  element.dataset.state = row.state;
  each(element, "field", (part, name) => (part.textContent = String(row[name])));
  for (const attribute of ["href", "formaction", "value"]) {
    each(element, attribute, (part, name) => part.setAttribute(attribute, row[name]));
  }
  each(element, "list", (part, name) => part.replaceChildren(...LISTS[name](row)));
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
  each(element, "field", (part, name) => name === "watchers" && (part.textContent = String(count)));
  each(element, "show", (part, wanted) => wanted === "watched" && (part.hidden = count === 0));
}
