/** The written list of what happened, newest first, wherever a match is shown. */

const MOST_LINES = 200;

/**
 * @param {HTMLElement} list @param {string[]} lines in the order in which it happened; empty ones say nothing
 * @param {{isOld?: boolean}} [options] old ones stand below those that are there
 */
export function writeLog(list, lines, { isOld = false } = {}) {
  const items = lines.filter(Boolean).map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  });
  items.reverse();
  if (isOld) list.append(...items);
  else list.prepend(...items);
  while (list.children.length > MOST_LINES) list.lastElementChild?.remove();
}
