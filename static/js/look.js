/**
 * The switch of the look at the foot of every page, for visitors too; without scripts its buttons
 * are a form.
 */

import { preferences } from "./preferences.js";

const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-look-choice]"));

function show() {
  for (const form of forms) {
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === preferences.get("look")));
    }
  }
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter;
    if (!(pressed instanceof HTMLButtonElement)) return;
    event.preventDefault();
    preferences.choose({ look: pressed.value });
  });
}

preferences.addEventListener("change", show);
