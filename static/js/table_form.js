/**
 * The form that opens a table: what is chosen while the house answers is not undone by the answer.
 *
 * After every choice the house draws the numbers and options again. Its answer knows nothing of what
 * was typed or ticked since it was asked, so whatever has changed since then keeps its own state.
 */

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

const form = /** @type {HTMLFormElement} */ (document.querySelector(".table-form"));
/** @type {Map<string, string>} by id, as the house was told */
let told = new Map();
/** @type {Map<string, string>} by id, what has changed since */
let changed = new Map();

/** @param {ParentNode} root @returns {Control[]} */
function controls(root) {
  return [...root.querySelectorAll("input[id], select[id]")].map((each) => /** @type {Control} */ (each));
}

/** @param {Control} control */
function isSwitch(control) {
  return control instanceof HTMLInputElement && control.type === "checkbox";
}

/** @param {Control} control @returns {string} */
function stateOf(control) {
  return isSwitch(control) ? String(/** @type {HTMLInputElement} */ (control).checked) : control.value;
}

/** @param {Control} control @param {string} state */
function put(control, state) {
  if (isSwitch(control)) /** @type {HTMLInputElement} */ (control).checked = state === "true";
  else control.value = state;
}

form.addEventListener("htmx:beforeRequest", () => {
  told = new Map(controls(form).map((each) => [each.id, stateOf(each)]));
});

document.addEventListener("htmx:beforeSwap", () => {
  const since = controls(form).filter((each) => told.has(each.id) && told.get(each.id) !== stateOf(each));
  changed = new Map(since.map((each) => [each.id, stateOf(each)]));
});

document.addEventListener("htmx:afterSwap", () => {
  for (const control of controls(form)) {
    const state = changed.get(control.id);
    if (state === undefined || state === stateOf(control)) continue;
    put(control, state);
    if (control !== document.activeElement) continue;
    // The browser did not see it typed here: leaving the field must still count as a choice.
    control.addEventListener("blur", () => control.dispatchEvent(new Event("change", { bubbles: true })), { once: true });
  }
});
