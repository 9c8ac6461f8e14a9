"""The colours of the house can be read, by day and by night. docs/look.md names the limits."""

import re

import pytest
from django.test import RequestFactory
from django.views.defaults import server_error

from config.environment import ROOT

STYLE = (ROOT / "static" / "css" / "site.css").read_text()

#: What is written on what.
TEXT = {
    "paper": ("ink", "ink-soft", "link", "wine", "brass"),
    "surface": ("ink", "ink-soft", "link", "wine", "brass"),
    "sunk": ("ink", "ink-soft", "link"),
    "accent": ("on-accent",),
    "accent-hover": ("on-accent",),
    "accent-tint": ("ink", "ink-soft", "link"),
    "wine-tint": ("ink", "ink-soft", "wine"),
    "brass-tint": ("ink", "ink-soft", "link", "brass"),
    "felt": ("felt-ink", "felt-soft", "felt-brass"),
    "felt-raised": ("felt-ink", "felt-soft"),
    "felt-brass": ("felt",),
    "felt-ink": ("felt",),
}

#: What bounds something, rings it or is a dot.
SHAPES = {
    "paper": ("line-strong", "focus", "accent"),
    "surface": ("line-strong", "focus", "accent", "good", "waiting", "bad"),
    "felt": ("felt-focus", "felt-brass"),
}


def colours() -> dict[str, tuple[str, str]]:
    """By property: the colour by day and by night."""
    both = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    same = re.findall(r"--([\w-]+): (#\w{6});", STYLE)
    return {name: (day, night) for name, day, night in both} | {
        name: (colour, colour) for name, colour in same if name.startswith("felt")
    }


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SHAPES, 3.0)], ids=["text", "shapes"])
@pytest.mark.parametrize("look", [0, 1], ids=["light", "dark"])
def test_what_stands_on_a_ground_can_be_told_from_it(pairs, least, look) -> None:
    colour = colours()
    faint = [
        f"{name} on {ground}: {found:.2f}"
        for ground, names in pairs.items()
        for name in names
        if (found := contrast(colour[name][look], colour[ground][look])) < least
    ]
    assert faint == []


def test_every_colour_has_a_day_and_a_night() -> None:
    assert "prefers-color-scheme" not in STYLE
    assert {"paper", "ink", "accent", "felt"} <= colours().keys()


def test_our_own_trouble_is_admitted_without_a_database() -> None:
    page = server_error(RequestFactory().get("/"))
    assert "Something went wrong on our side." in page.content.decode()
