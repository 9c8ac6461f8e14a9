/** Where there is no room beside the page, talk lies in a drawer at its foot; a button opens and shuts it. */

/** @param {HTMLElement} drawer with a button of [data-drawer-close] in it, and one of [data-drawer-open] for it */
export function createDrawer(drawer) {
  const opener = /** @type {HTMLElement | null} */ (document.querySelector(`[data-drawer-open="${CSS.escape(drawer.id)}"]`));
  if (!opener) return;
  const turn = (/** @type {boolean} */ isOpen) => {
    drawer.classList.toggle("is-open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) /** @type {HTMLElement | null} */ (drawer.querySelector("[data-log]"))?.focus();
    else opener.focus();
  };
  opener.addEventListener("click", () => turn(!drawer.classList.contains("is-open")));
  drawer.querySelector("[data-drawer-close]")?.addEventListener("click", () => turn(false));
  drawer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && drawer.classList.contains("is-open") && opener.checkVisibility()) turn(false);
  });
}
