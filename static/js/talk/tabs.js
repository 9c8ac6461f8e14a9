/** Two rooms in one place: a button each, the panel of the one that is pressed is shown. */

/** @param {HTMLElement} tabs holding buttons with `data-talk-show`, the room */
export function createTabs(tabs) {
  const buttons = /** @type {HTMLButtonElement[]} */ ([...tabs.querySelectorAll("[data-talk-show]")]);
  const panelOf = (/** @type {HTMLElement} */ button) =>
    /** @type {HTMLElement} */ (document.querySelector(`[data-talk="${CSS.escape(button.dataset.talkShow ?? "")}"]`));
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const each of buttons) {
        each.setAttribute("aria-pressed", String(each === button));
        panelOf(each).hidden = each !== button;
      }
    });
  }
}
