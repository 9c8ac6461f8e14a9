/** The question before a player leaves the table: with how much, and really? */

/**
 * @param {HTMLDialogElement} dialog @param {import("./words.js").Words} words @param {() => void} leave
 */
export function leaveDialog(dialog, words, leave) {
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  form.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.value === "leave") leave();
  });
  return {
    /** @param {number} chips what lies before the player */
    open(chips) {
      const text = dialog.querySelector("[data-text]");
      if (text) text.textContent = words.say("leave_with", { chips });
      dialog.showModal();
    },
    /** A game that has begun meanwhile answers the question. */
    close: () => dialog.close(),
  };
}
