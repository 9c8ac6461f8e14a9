/**
 * The lobby, live: the rows of one tab, narrowed by the filters in the address, or a panel that is
 * read again; the number of open rows in every tab, and who is here. The server draws all of it first.
 */

import "./seek.js";
import { createPeople } from "./people.js";
import { onMessage } from "./live.js";
import { clone, enteredCount, fill, isMine, kindOf, showWatchers } from "./rows.js";
import { followRows } from "./rowstream.js";

/** Where the rows of a tab stand; in one with a panel nobody sees it. */
const list = /** @type {HTMLElement} */ (document.querySelector("[data-lobby-rows]") ?? document.createElement("div"));
const panel = document.querySelector("[data-lobby-panel]");
const filters = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-lobby-filters]"));
const people = createPeople(/** @type {HTMLElement} */ (document.querySelector("[data-lobby-people]")));

/** @type {Map<string, any>} every row of every tab, the one that came or changed last first */
let rows = new Map();

/** @type {Record<string, (row: any) => boolean>} what a tab counts that is not named in its rows; as lobby/views/index.py */
const PERSONAL = { my_events: (row) => row.tab === "sit_and_go" && isMine(row) };

/** @type {Record<string, number>} what a tab counts beside rows */
const BESIDE = { my_events: enteredCount };

/** @param {any} row @param {string} tab */
function belongs(row, tab) {
  return (PERSONAL[tab] ?? ((each) => each.tab === tab))(row);
}

/** The words a row must have to be shown, as lobby/filters.py makes them of an address. */
function wantedWords() {
  if (!filters) return [];
  const asked = [...new FormData(filters)].map(([name, value]) => [name, String(value)]);
  return asked.filter(([, value]) => value).map(([name, value]) => (value === "on" ? name : `${name}-${value}`));
}

/** @param {any} row */
function fits(row) {
  return wantedWords().every((word) => row.words.includes(word));
}

/** @param {string} key @returns {HTMLElement | null} */
function rowElement(key) {
  return list.querySelector(`[data-row="${CSS.escape(key)}"]`);
}

/** Brings the page in line with the rows. */
function afterwards() {
  countOpen();
  if (panel) return;
  arrange();
  const tab = list.dataset.lobbyRows ?? "";
  const isEmpty = ![...rows.values()].some((row) => belongs(row, tab));
  const empty = /** @type {HTMLElement} */ (document.querySelector("[data-lobby-empty]"));
  const nothing = /** @type {HTMLElement | null} */ (document.querySelector("[data-lobby-nothing]"));
  empty.hidden = !isEmpty;
  if (nothing) nothing.hidden = isEmpty || list.childElementCount > 0;
}

/** Every tab says how many of its rows wait for somebody. */
function countOpen() {
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lobby-open]"))) {
    const isOpen = (row) => row.state === "open" && belongs(row, mark.dataset.lobbyOpen ?? "");
    const number = [...rows.values()].filter(isOpen).length + (BESIDE[mark.dataset.lobbyOpen ?? ""] ?? 0);
    mark.textContent = String(number);
    mark.hidden = number === 0;
  }
}

/** Puts the rows that are shown in order: what can be joined before what is played, what begins at
 * a time by that time. Nothing that stays is moved. */
function arrange() {
  const tab = list.dataset.lobbyRows ?? "";
  const fitting = [...rows.values()].filter((row) => belongs(row, tab) && fits(row));
  const isPlayed = (row) => Number(row.state === "playing");
  fitting.sort((one, other) => isPlayed(one) - isPlayed(other) || (one.starts_ms ?? 0) - (other.starts_ms ?? 0));
  const most = Number(list.dataset.most) || fitting.length;
  const shown = fitting.slice(0, most);

  const elements = new Map([...list.children].map((element) => [element.getAttribute("data-row"), element]));
  const keys = new Set(shown.map(({ row }) => row));
  for (const [key, element] of elements) if (!keys.has(key ?? "")) element.remove();
  shown.forEach((row, place) => {
    const element = elements.get(row.row) ?? fill(clone(`${kindOf(row.row)}-row`), row);
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
  });
  tellHowMany(fitting.length - shown.length);
}

/** @param {number} others rows that fit and are not shown */
function tellHowMany(others) {
  const more = /** @type {HTMLElement} */ (document.querySelector("[data-lobby-more]"));
  const count = more.querySelector("[data-lobby-more-count]");
  more.hidden = others <= 0;
  if (count) count.textContent = String(others);
}

/** Whether a row is of something the panel shows or should show. @param {any} row, if there is one */
function isOfPanel(row) {
  return Boolean(row) && (isMine(row) || Boolean(panel?.querySelector(`[data-event="${CSS.escape(row.id)}"]`)));
}

/** A row that changed, came or went. @param {string} key @param {any} value */
function change(key, value) {
  const before = rows.get(key);
  if (panel && (isOfPanel(before) || isOfPanel(value))) panel.dispatchEvent(new CustomEvent("panel-changed"));
  if (!value) {
    rows.delete(key);
    return;
  }
  if (before?.state === value.state) rows.set(key, value);
  else rows = new Map([[key, value], ...[...rows].filter(([each]) => each !== key)]);
  const known = rowElement(key);
  if (known) fill(known, value);
  else if (belongs(value, list.dataset.lobbyRows ?? "") && fits(value)) {
    list.prepend(fill(clone(`${kindOf(key)}-row`), value));
    list.firstElementChild?.classList.add("is-new");
  }
}

/** @param {number} count */
function showOnline(count) {
  const place = document.querySelector("[data-lobby-online]");
  if (place) place.textContent = String(count);
}

/** What is not a row of a tab, by its kind. @type {Record<string, (key: string, value: any) => void>} */
const OTHERS = {
  online: (_, count) => showOnline(count),
  person: (key, person) => people.change(key, person),
  watchers: (key, count) => {
    const match = key.slice("watchers:".length);
    for (const row of rows.values()) if (row.match === match) row.watchers = count;
    showWatchers(list, match, count);
  },
};

followRows("lobby", {
  onSnapshot(snapshot) {
    rows = new Map(snapshot.rows.map((row) => [row.row, row]));
    people.renew(snapshot.people);
    showOnline(snapshot.online);
    for (const element of list.children) {
      const row = rows.get(element.getAttribute("data-row") ?? "");
      if (row) fill(/** @type {HTMLElement} */ (element), row);
    }
    afterwards();
  },
  onChanges(changes) {
    for (const { row, value } of changes) (OTHERS[kindOf(row)] ?? change)(row, value);
    afterwards();
  },
});

/** Brings the tab that is open into view where there is no room for all of them. */
function showTab() {
  const open = /** @type {HTMLElement | null} */ (document.querySelector(".tabs [aria-current]"));
  if (open?.parentElement) open.parentElement.scrollLeft = open.offsetLeft - open.parentElement.offsetLeft;
}

showTab();

for (const type of ["summons", "reminder"]) {
  onMessage(type, () => panel?.dispatchEvent(new CustomEvent("panel-changed")));
}

/** Keeps the filters in the address, without what is not set. */
function writeAddress() {
  if (!filters) return;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(filters)) if (value) query.set(name, String(value));
  const text = query.toString();
  history.replaceState(null, "", text ? `?${text}` : location.pathname);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#row-form [name=next]"))) {
    input.value = location.pathname + location.search;
  }
}

filters?.addEventListener("change", () => {
  writeAddress();
  afterwards();
});

document.querySelector("[data-lobby-more] a")?.addEventListener("click", (event) => {
  event.preventDefault();
  list.dataset.most = "0";
  afterwards();
});

document.querySelector("[data-lobby-clear]")?.addEventListener("click", (event) => {
  event.preventDefault();
  for (const field of filters?.elements ?? []) {
    if (field instanceof HTMLSelectElement) field.value = "";
    if (field instanceof HTMLInputElement) field.checked = false;
  }
  writeAddress();
  afterwards();
});
