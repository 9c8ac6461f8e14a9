/**
 * The menus of talk: popovers beside the button that asked for one. The browser closes them by Escape
 * or a press elsewhere, and gives the focus back.
 */

const GAP_PX = 6;

/** @typedef {(choice: string) => void} Choose */

/** @type {Map<HTMLElement, {opener: HTMLElement, choose: Choose}>} */
const open = new Map();

/** Every button and link that is there. @param {HTMLElement} menu @returns {HTMLElement[]} */
function entriesOf(menu) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll("button, a[href]"));
  return [...all].filter((entry) => entry.checkVisibility());
}

/** Under the opener or over it, along its nearer side, inside the window. @param {HTMLElement} menu @param {HTMLElement} opener */
function place(menu, opener) {
  const around = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isBelow = around.bottom + GAP_PX + height < innerHeight || around.top < innerHeight - around.bottom;
  const top = isBelow ? around.bottom + GAP_PX : around.top - GAP_PX - height;
  const left = around.left + width < innerWidth - GAP_PX ? around.left : around.right - width;
  const within = (/** @type {number} */ wish, /** @type {number} */ most) => Math.max(GAP_PX, Math.min(wish, most - GAP_PX));
  menu.style.top = `${within(top, innerHeight - height)}px`;
  menu.style.left = `${within(left, innerWidth - width)}px`;
}

/**
 * @param {string} id of the menu @param {HTMLElement} opener
 * @param {Choose} choose hears the `data-choice` of the button that is pressed
 */
export function openMenu(id, opener, choose) {
  const menu = /** @type {HTMLElement} */ (document.getElementById(id));
  prepare(menu);
  open.set(menu, { opener, choose });
  opener.setAttribute("aria-expanded", "true");
  menu.showPopover();
  place(menu, opener);
  (entriesOf(menu)[0] ?? menu).focus();
}

/** @type {WeakSet<HTMLElement>} */
const prepared = new WeakSet();

/** @param {HTMLElement} menu */
function prepare(menu) {
  if (prepared.has(menu)) return;
  prepared.add(menu);
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") return;
    open.get(menu)?.opener.setAttribute("aria-expanded", "false");
  });
  menu.addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-choice]"));
    if (!pressed) return;
    const { opener, choose } = /** @type {{opener: HTMLElement, choose: Choose}} */ (open.get(menu));
    menu.hidePopover();
    opener.focus();
    choose(pressed.dataset.choice ?? "");
  });
  menu.addEventListener("keydown", (event) => walk(menu, event));
}

/** Arrows walk through a menu. @param {HTMLElement} menu @param {KeyboardEvent} event */
function walk(menu, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const entries = entriesOf(menu);
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  entries[(at + step + entries.length) % entries.length]?.focus();
}
