"""What each preference is called, what it does in one sentence, and what its choices are called.

In the order in which the page of settings shows them; `accounts.preferences` says what there is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wire.zones import zone_names

#: Written so in the page, to be read in the reader's language when it is drawn.
Words = Any

_SWITCH: Final[Mapping[str, Words]] = {
    "on": pgettext_lazy("a switch", "On"),
    "off": pgettext_lazy("a switch", "Off"),
}

#: Names of zones that stand for a place, and not for a country, a number or a habit of old.
REGIONS: Final = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@dataclass(frozen=True, slots=True)
class Explained:
    """A preference as its reader sees it. choices: the word of each value, none for a list."""

    key: str
    name: Words
    about: Words
    choices: Mapping[str, Words] = field(default_factory=lambda: _SWITCH)


@dataclass(frozen=True, slots=True)
class Section:
    """Preferences that are chosen together. key: its anchor on the page."""

    key: str
    title: Words
    preferences: Sequence[Explained]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that can be chosen, and whether it is what holds now."""

    value: str
    name: Words
    is_chosen: bool


SECTIONS: Final = (
    Section(
        "speech",
        _("Language and time"),
        (
            Explained(
                "language",
                _("Language"),
                _("Pages, messages and mails are written in it; chat stays English for all."),
                {"": _("as my browser asks"), **dict(settings.LANGUAGES)},
            ),
            Explained(
                "time_zone",
                _("Time zone"),
                _("Every time is shown by this clock, with the event's own time beside it."),
                {},
            ),
        ),
    ),
    Section(
        "look",
        pgettext_lazy("settings", "Look"),
        (
            Explained(
                "look",
                _("Light or dark"),
                _("The colours of all pages; the board has its own below."),
                {
                    "system": _("as my device"),
                    "light": pgettext_lazy("a look", "light"),
                    "dark": pgettext_lazy("a look", "dark"),
                },
            ),
        ),
    ),
    Section(
        "board",
        _("Board"),
        (
            Explained(
                "board_theme",
                _("Board theme"),
                _("What the board is made of; with high contrast the most can be told apart."),
                {
                    "walnut": _("walnut"),
                    "slate": _("slate"),
                    "meadow": _("meadow"),
                    "contrast": _("high contrast"),
                },
            ),
            Explained(
                "home_side",
                _("Side of my home board"),
                _("Where you bear off; both are equally common, and the game is the same."),
                {
                    "right": pgettext_lazy("a side", "right"),
                    "left": pgettext_lazy("a side", "left"),
                },
            ),
            Explained(
                "own_checkers",
                _("Colour of my checkers"),
                _("Only you see it so; by the rules you stay White or Black as dealt."),
                {
                    "dealt": _("as dealt"),
                    "light": pgettext_lazy("checkers", "always the light ones"),
                    "dark": pgettext_lazy("checkers", "always the dark ones"),
                },
            ),
            Explained(
                "cube_place",
                _("Place of the cube"),
                _("Where the cube lies once somebody owns it; before that it is in the middle."),
                {
                    "middle": pgettext_lazy("the cube", "on the board, at its owner's edge"),
                    "beside": pgettext_lazy("the cube", "beside its owner's name"),
                },
            ),
            Explained(
                "pip_counts",
                _("Pip counts"),
                _("How far both of you still have to go, beside the names."),
            ),
            Explained(
                "motion",
                _("Motion"),
                _("How checkers move; a device that asks for less motion is always obeyed."),
                {
                    "full": pgettext_lazy("motion", "full"),
                    "quick": pgettext_lazy("motion", "quick"),
                    "none": pgettext_lazy("motion", "none"),
                },
            ),
        ),
    ),
    Section(
        "playing",
        pgettext_lazy("settings", "Playing"),
        (
            Explained(
                "auto_roll",
                _("Roll for me"),
                _("Only where you may not double: a cube decision is never skipped."),
            ),
            Explained(
                "auto_confirm",
                _("Confirm forced plays for me"),
                _("Only where one result is legal, after a pause in which you can stop it."),
            ),
            Explained(
                "type_plays",
                _("Type plays"),
                _("A line under the board takes a play as notation, such as 8/5 6/5."),
            ),
            Explained(
                "text_board",
                _("Text board"),
                _("The whole position in words under the board, for screen readers and others."),
            ),
            Explained(
                "short_keys",
                _("Short keys"),
                _("Single letters roll, confirm and undo; none of them ever answers a double."),
            ),
        ),
    ),
    Section(
        "notices",
        _("Sounds and notices"),
        (
            Explained(
                "sounds",
                _("Sounds"),
                _("Dice, checkers, and a call when it is your turn."),
            ),
            Explained(
                "browser_notices",
                _("Notices of the browser"),
                _("Your device says when it is your turn while no page of ours is in sight."),
            ),
        ),
    ),
)


def choices_of(explained: Explained, chosen: str) -> Iterator[Choice]:
    """What can be chosen, in order, each with its name. None for a list (`zones`)."""
    for value, name in explained.choices.items():
        yield Choice(value, name, value == chosen)


def zones(chosen: str) -> list[tuple[str, list[Choice]]]:
    """The time zones of places by their region, and the chosen one wherever it stands.

    The region of UTC is "".
    """
    found: dict[str, list[Choice]] = {"": [Choice("UTC", "UTC", chosen == "UTC")]}
    for name in sorted(zone_names()):
        region, _slash, place = name.partition("/")
        if region in REGIONS:
            words = place.replace("_", " ").replace("/", ", ")
            found.setdefault(region, []).append(Choice(name, words, name == chosen))
    if chosen and chosen != "UTC" and chosen.partition("/")[0] not in REGIONS:
        found[""].append(Choice(chosen, chosen, is_chosen=True))
    return list(found.items())
