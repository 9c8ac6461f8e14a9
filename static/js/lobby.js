/**
 * The lobby's live rows. The server draws them first; this fills the same markup from row values.
 *
 * A page shows the rows of one kind, [data-lobby-rows]; the tabs count the open ones of every kind.
 * A row is a clone of <template id="<kind>-row">; what its data attributes mean is told in
 * templates/lobby/sit_and_go_row.html. Text is only ever set as text.
 */

import { followRows } from "./rowstream.js";

const me = document.body.dataset.user ?? "";
const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-lobby-rows]"));
/** @type {Set<string>} the keys of all open rows, shown here or not */
const open = new Set();

/** @param {string} key @returns {string} */
function kindOf(key) {
  return key.split(":")[0];
}

/** @param {string} key */
function isShownHere(key) {
  return kindOf(key) === list?.dataset.lobbyRows;
}

/** @param {string} key @returns {HTMLElement | null} */
function rowElement(key) {
  return list?.querySelector(`[data-row="${CSS.escape(key)}"]`) ?? null;
}

/** @param {string} id @returns {HTMLElement} */
function clone(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}

/** @param {ParentNode} root @param {string} name @param {(element: HTMLElement, value: string) => void} use */
function each(root, name, use) {
  for (const element of root.querySelectorAll(`[data-${name}]`)) {
    use(/** @type {HTMLElement} */ (element), element.getAttribute(`data-${name}`) ?? "");
  }
}

/** What holds of a row, as the words of `data-show`. @returns {Set<string>} */
function wordsOf(row) {
  const isMine = row.players.some(({ name }) => name === me);
  const words = new Set([row.state, ...(row.words ?? [])]);
  if (row.state === "open") words.add(isMine ? "mine" : "others");
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

/** @param {HTMLElement} element @param {any} row */
function fill(element, row) {
  const words = wordsOf(row);
  element.dataset.row = row.row;
  element.dataset.state = row.state;
  element.dataset.mine = String(words.has("mine"));
  each(element, "field", (part, name) => (part.textContent = String(row[name])));
  each(element, "href", (part, name) => part.setAttribute("href", row[name]));
  each(element, "action", (part, name) => part.setAttribute("action", row[name]));
  each(element, "value", (part, name) => part.setAttribute("value", row[name]));
  each(element, "list", (part, name) => part.replaceChildren(...LISTS[name](row)));
  each(element, "show", (part, wanted) => (part.hidden = !wanted.split(" ").some((word) => words.has(word))));
  return element;
}

/** Shows a row that changed or came; open ones stand before those being played. */
function show(row) {
  const known = rowElement(row.row);
  if (known && known.dataset.state === row.state) {
    fill(known, row);
    return;
  }
  const element = fill(known ?? clone(`${kindOf(row.row)}-row`), row);
  if (!known) element.classList.add("is-new");
  const first = row.state === "open" ? list.firstElementChild : list.querySelector('[data-state="playing"]');
  list.insertBefore(element, first);
}

/** @param {string} key @param {any} value */
function count(key, value) {
  if (value?.state === "open") open.add(key);
  else open.delete(key);
}

function afterwards() {
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lobby-open]"))) {
    const number = [...open].filter((key) => kindOf(key) === mark.dataset.lobbyOpen).length;
    mark.textContent = String(number);
    mark.hidden = number === 0;
  }
  const empty = /** @type {HTMLElement | null} */ (document.querySelector("[data-lobby-empty]"));
  if (empty) empty.hidden = list.childElementCount > 0;
}

function showOnline(count) {
  const place = document.querySelector("[data-lobby-online]");
  if (place) place.textContent = String(count);
}

if (list) {
  followRows("lobby", {
    onSnapshot({ rows, online }) {
      open.clear();
      for (const row of rows) count(row.row, row);
      const shown = rows.filter(({ row }) => isShownHere(row));
      const keys = new Set(shown.map(({ row }) => row));
      for (const element of [...list.children]) {
        if (!keys.has(element.getAttribute("data-row"))) element.remove();
      }
      for (const row of shown) {
        // Appended again in the order of the snapshot; a row already there moves, it is not made anew.
        list.append(fill(rowElement(row.row) ?? clone(`${kindOf(row.row)}-row`), row));
      }
      showOnline(online);
      afterwards();
    },
    onChanges(changes) {
      for (const { row, value } of changes) {
        if (row === "online") showOnline(value);
        else count(row, value);
        if (!isShownHere(row)) continue;
        if (value) show(value);
        else rowElement(row)?.remove();
      }
      afterwards();
    },
  });
}
