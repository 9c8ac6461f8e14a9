"""What axe says of a page: on a desk, a tablet and a phone, by day and by night."""

from typing import Any, Literal

from playwright.sync_api import Page

from tests.browser.axe import violations

#: The word of a colour scheme, and what axe is asked then.
_Light = tuple[Literal["light", "dark"], dict[str, Any]]

#: The rules of WCAG 2.2 AA that a machine can judge, and what axe calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

#: What can differ between day and night: nothing but colours changes.
COLOURS = ["color-contrast", "link-in-text-block"]


_DAY: _Light = ("light", {"type": "tag", "values": TAGS})
_NIGHT: _Light = ("dark", {"type": "rule", "values": COLOURS})

#: Width, height, and by which light it is looked at. What colours lie on each other is the same
#: on a tablet as on the desk or on the phone, so nights are for those two.
LOOKS: tuple[tuple[int, int, tuple[_Light, ...]], ...] = (
    (1440, 900, (_DAY, _NIGHT)),
    (768, 1024, (_DAY,)),
    (360, 640, (_DAY, _NIGHT)),
)

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
    for width, height, lights in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        for scheme, only in lights:
            page.emulate_media(color_scheme=scheme)
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
