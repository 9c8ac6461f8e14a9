/** Talk on a page: every panel gets its room over the page's one socket. */

import { withSocket } from "./live.js";
import { Choices } from "./talk/choices.js";
import { createDrawer } from "./talk/drawer.js";
import { Panel } from "./talk/panel.js";
import { ReportDialog } from "./talk/report.js";
import { createTabs } from "./talk/tabs.js";

withSocket((socket) => {
  const choices = new Choices(socket);
  const report = new ReportDialog(/** @type {HTMLDialogElement} */ (document.getElementById("talk-report")), socket);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-talk]"))) {
    new Panel(element, socket, choices, report);
  }
});

for (const drawer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-talk-drawer]"))) createDrawer(drawer);
for (const tabs of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-talk-tabs]"))) createTabs(tabs);
