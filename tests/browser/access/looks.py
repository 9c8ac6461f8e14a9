"""What axe says of a page, by day and by night, on a desk and on a phone."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.axe import violations

WIDTHS = (1440, 360)
HEIGHTS = {1440: 900, 360: 640}

#: The rules of WCAG 2.2 AA that a machine can judge, and what axe calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

#: What can differ between day and night: nothing but colours changes.
COLOURS = ["color-contrast", "link-in-text-block"]

#: What Swagger UI draws is not ours (docs/accessibility.md, "Limits").
NOT_OURS = "#api"

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
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        for scheme, only in (("light", _tags(TAGS)), ("dark", _rules(COLOURS))):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its two words
            found = violations(page, exclude=NOT_OURS, runOnly=only)
            faults += [f"{width} {scheme}: {each['id']} at {_places(each)}" for each in found]
        faults += [f"{width}: sticks out at the side: {each}" for each in sticking_out(page)]
    return faults


def sticking_out(page: Page) -> list[str]:
    """What reaches over the right side of the window, so that the page scrolls sideways."""
    return list(page.evaluate(_SIDEWAYS))


def _places(violation: dict[str, Any]) -> list[str]:
    """The first places of a violation, and what is wrong there."""
    nodes = violation["nodes"][:3]
    said = [node["any"][0]["message"] if node["any"] else "" for node in nodes]
    return [f"{node['html'][:160]} ({why})" for node, why in zip(nodes, said, strict=True)]


def _tags(values: list[str]) -> dict[str, Any]:
    return {"type": "tag", "values": values}


def _rules(values: list[str]) -> dict[str, Any]:
    return {"type": "rule", "values": values}
