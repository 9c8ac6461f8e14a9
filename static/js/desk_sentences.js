/**
 * Fills in the ready sentence that belongs to the offence or the outcome that is chosen, as long as
 * nobody has written another.
 */

const form = document.querySelector("[data-sentences]");
const ready = /** @type {HTMLTemplateElement | null} */ (document.getElementById("ready-sentences"));

/** @param {string} field @returns {Map<string, string>} by what is chosen: the sentence */
function sentencesOf(field) {
  const spans = /** @type {NodeListOf<HTMLElement> | undefined} */ (ready?.content.querySelectorAll(`[data-field="${field}"]`));
  return new Map([...(spans ?? [])].map((span) => [span.dataset.key ?? "", span.textContent ?? ""]));
}

/** @param {string} choice the name of what is chosen @param {string} field the name of what is filled in */
function keepFilled(choice, field) {
  const select = /** @type {HTMLSelectElement | null | undefined} */ (form?.querySelector(`[name="${choice}"]`));
  const input = /** @type {HTMLInputElement | HTMLTextAreaElement | null | undefined} */ (form?.querySelector(`[name="${field}"]`));
  if (!select || !input) return;
  const sentences = sentencesOf(field);
  select.addEventListener("change", () => {
    const isReady = input.value.trim() === "" || [...sentences.values()].includes(input.value.trim());
    if (isReady) input.value = sentences.get(select.value) ?? "";
  });
}

keepFilled("offence", "text");
keepFilled("outcome", "answer");
