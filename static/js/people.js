/** The list of who is here, in the order of their names. */

import { clone, fillParts } from "./rows.js";

/** @param {any} person @returns {Set<string>} the words of `data-show` */
function wordsOf(person) {
  const words = new Set([person.state]);
  if (person.guest) words.add("guest");
  if (person.state !== "playing" && person.name !== document.body.dataset.user) words.add("asked");
  return words;
}

/** @param {HTMLElement} list */
export function createPeople(list) {
  /** @type {Map<string, any>} */
  let people = new Map();

  const elementOf = (key) => /** @type {HTMLElement | null} */ (list.querySelector(`[data-row="${CSS.escape(key)}"]`));
  const draw = (person) => fillParts(elementOf(person.row) ?? clone("person-row"), person, wordsOf(person));
  const alone = () => {
    const note = /** @type {HTMLElement | null} */ (document.querySelector("[data-lobby-alone]"));
    if (note) note.hidden = people.size > 0;
  };

  return {
    /** @param {any[]} present everybody, in order */
    renew(present) {
      people = new Map(present.map((person) => [person.row, person]));
      list.replaceChildren(...present.map(draw));
      alone();
    },
    /** @param {string} key @param {any} person null: gone */
    change(key, person) {
      if (person) people.set(key, person);
      else people.delete(key);
      if (!person) elementOf(key)?.remove();
      else if (elementOf(key)) draw(person);
      else {
        const after = [...people.values()].filter(({ name }) => name.toLowerCase() > person.name.toLowerCase());
        after.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
        list.insertBefore(draw(person), after.length ? elementOf(after[0].row) : null);
      }
      alone();
    },
  };
}
