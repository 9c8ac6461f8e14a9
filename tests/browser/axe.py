"""What axe says of a page: of one that stands still, or it would judge what is on its way."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

#: Colours that are still on their way from one look to the other, and parts that are being read
#: again and dimmed for that moment, are no colours of the page: then it is looked at once more.
_RUN = """async ({exclude, options}) => {
  const moment = (ms) => new Promise((done) => setTimeout(done, ms));
  const isBusy = () => document.querySelector("[aria-busy='true']") !== null;
  const changes = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  // In a window behind another nothing moves on, and nothing need be waited for.
  const settled = () => Promise.race([
    Promise.allSettled(changes().map((each) => each.finished)), moment(2_000),
  ]);
  let wasBusy = false;
  const watch = new MutationObserver(() => { wasBusy = true; });
  watch.observe(document.body, {attributes: true, attributeFilter: ["aria-busy"], subtree: true});
  let found;
  do {
    while (isBusy()) await moment(20);
    await settled();
    wasBusy = false;
    found = await axe.run({exclude}, {resultTypes: ["violations"], ...options});
  } while (wasBusy);
  watch.disconnect();
  return found.violations;
}"""


def violations(page: Page, *, exclude: str = "", **options: Any) -> list[dict[str, Any]]:
    """All that axe finds, as it tells it. exclude: what is not ours; options: those of axe."""
    page.wait_for_load_state()
    page.evaluate(AXE_SCRIPT)
    told = {"exclude": [[exclude]] if exclude else [], "options": options}
    found: list[dict[str, Any]] = page.evaluate(_RUN, told)
    return found


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The rule that is broken and where, of each place."""
    return [(each["id"], node["html"]) for each in found for node in each["nodes"]]


def serious(page: Page) -> list[tuple[str, str]]:
    """What keeps somebody out: the rule that is broken and where."""
    grave = ("serious", "critical")
    return told([each for each in violations(page) if each["impact"] in grave])
