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
  return {
    /**
     * @param {number} cubeValue what each level costs follows from it
     * @param {import("../types.js").Variant} variant may leave nothing to choose
     */
    open(cubeValue, variant) {
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
    close: () => dialog.close(),
  };
}
