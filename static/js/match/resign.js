/** The question before a resignation: how much, and really? */

const FACTORS = { single: 1, gammon: 2, backgammon: 3 };

/**
 * @param {HTMLDialogElement} dialog @param {import("./words.js").Words} words
 * @param {(level: import("../types.js").Level) => void} resign
 */
export function resignDialog(dialog, words, resign) {
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  form.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.value !== "resign") return;
    const level = new FormData(form).get("level");
    resign(/** @type {import("../types.js").Level} */ (level));
  });
  let about = "";
  return {
    /**
     * @param {string} occasion the game and the cube the question is about
     * @param {number} cubeValue what each level costs follows from it
     * @param {import("../types.js").Variant} variant may leave nothing to choose
     */
    open(occasion, cubeValue, variant) {
      about = occasion;
      for (const part of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-resigning]"))) {
        part.hidden = part.dataset.resigning !== (variant.resigning ?? "level");
      }
      for (const [level, factor] of Object.entries(FACTORS)) {
        const label = dialog.querySelector(`[data-level="${level}"]`);
        if (label) label.textContent = words.say("resign_level", { level: words.say(level), points: factor * cubeValue });
      }
      form.reset();
      dialog.showModal();
    },
    /** What can be given up now is something else, or nothing: the question is gone. @param {string | null} occasion */
    keepTo(occasion) {
      if (dialog.open && occasion !== about) dialog.close();
    },
  };
}
