"""What axe says of a page, by day and by night, on a desk and on a phone."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WIDTHS = (1440, 360)
HEIGHTS = {1440: 900, 360: 640}

#: The rules of WCAG 2.2 AA that a machine can judge, and what axe calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

#: What can differ between day and night: nothing but colours changes.
COLOURS = ["color-contrast", "link-in-text-block"]

#: What Swagger UI draws is not ours (docs/accessibility.md, "Limits").
#: Colours that are still on their way from one look to the other, and parts that are being read
#: again and dimmed for that moment, are no colours of the page: then it is looked at once more.
_RUN = """async (only) => {
  const isBusy = () => document.querySelector("[aria-busy='true']") !== null;
  const settled = async () => {
    const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(changes.map((each) => each.finished));
  };
  let wasBusy = false;
  const watch = new MutationObserver(() => { wasBusy = true; });
  watch.observe(document.body, {attributes: true, attributeFilter: ["aria-busy"], subtree: true});
  let found;
  do {
    while (isBusy()) await new Promise(requestAnimationFrame);
    await settled();
    wasBusy = false;
    found = await axe.run({exclude: [["#api"]]}, {runOnly: only, resultTypes: ["violations"]});
  } while (wasBusy);
  watch.disconnect();
  const said = ({html, any}) => `${html.slice(0, 160)} (${any[0]?.message ?? ""})`;
  return found.violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(said)]);
}"""

#: What makes the page wider than the window. What scrolls by itself, as a wide table, does not.
_SIDEWAYS = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.body.querySelectorAll("*")].filter(
    (each) => each.getBoundingClientRect().right > width + 1 && each.checkVisibility());
  return wide.slice(-3).map((each) => each.outerHTML.slice(0, 160));
}"""


def faults_of(page: Page) -> list[str]:
    """All that is wrong with an open page, each with the look in which it is seen."""
    faults = []
    page.evaluate(AXE_SCRIPT)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        for scheme, only in (("light", _tags(TAGS)), ("dark", _rules(COLOURS))):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its two words
            faults += [
                f"{width} {scheme}: {rule} at {nodes}" for rule, nodes in page.evaluate(_RUN, only)
            ]
        faults += [f"{width}: sticks out at the side: {each}" for each in sticking_out(page)]
    return faults


def sticking_out(page: Page) -> list[str]:
    """What reaches over the right side of the window, so that the page scrolls sideways."""
    return list(page.evaluate(_SIDEWAYS))


def _tags(values: list[str]) -> dict[str, Any]:
    return {"type": "tag", "values": values}


def _rules(values: list[str]) -> dict[str, Any]:
    return {"type": "rule", "values": values}
