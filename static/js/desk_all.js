/**
 * What Django's admin draws on the pages of the desk, put right for those who hear it: the mark
 * beside the search box of a list of choices has a name, so it says that it is a picture, and the
 * empty cells above a table head no column. What scrolls sideways by itself can be reached by keyboard.
 */

addEventListener("load", () => {
  for (const mark of document.querySelectorAll("span.help-tooltip[aria-label]")) {
    mark.setAttribute("role", "img");
  }
  for (const head of document.querySelectorAll("thead th")) {
    if (head.childElementCount || head.textContent?.trim()) continue;
    const cell = document.createElement("td");
    cell.className = head.className;
    head.replaceWith(cell);
  }
});

// A group of rows may be wider than the window: whoever has no mouse scrolls what has the focus.
addEventListener("load", () => {
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".inline-group"))) {
    group.tabIndex = 0;
  }
});
