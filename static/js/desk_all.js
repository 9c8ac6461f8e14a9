/**
 * What Django's own scripts draw on the pages of the desk, put right for those who hear it: the mark
 * beside the search box of a list of choices has a name, so it says that it is a picture.
 */

addEventListener("load", () => {
  for (const mark of document.querySelectorAll("span.help-tooltip[aria-label]")) {
    mark.setAttribute("role", "img");
  }
});
