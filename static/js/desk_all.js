/**
 * What Django's admin draws on the pages of the desk, put right for those who hear it: the mark
 * beside the search box of a list of choices has a name, so it says that it is a picture, and the
 * empty cells above a table head no column.
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
