/**
 * Says that staff have answered one of one's reports, on whatever page one is.
 *
 * It is said once and kept for this tab until it is dismissed, or until the page of reports is opened.
 */

import { onMessage } from "./live.js";

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-report-answer]"));
const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("report-answer"));
const storeKey = `report-answer:${document.body.dataset.user ?? ""}`;

/** @param {boolean} isWaiting */
function keep(isWaiting) {
  try {
    if (isWaiting) sessionStorage.setItem(storeKey, "yes");
    else sessionStorage.removeItem(storeKey);
  } catch {
    // A browser that keeps nothing shows it on the page it came to.
  }
}

/** @returns {boolean} */
function isKept() {
  try {
    return sessionStorage.getItem(storeKey) === "yes";
  } catch {
    return false;
  }
}

function draw() {
  if (!place || !template || place.firstElementChild) return;
  const notice = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  notice.querySelector("button")?.addEventListener("click", () => {
    keep(false);
    notice.remove();
  });
  place.append(notice);
}

onMessage("report", () => {
  keep(true);
  draw();
});

const address = template?.content.querySelector("a")?.pathname;
if (address === location.pathname) keep(false);
else if (isKept()) draw();
