"""What the rows of a tab can be narrowed to. One list for the page, the address and the browser.

A row carries words. A filter that is set asks for one word, and a row is shown while it has the
words of all of them. In an address `?clock=fast` asks for `clock-fast`, `?rated=on` for `rated`;
static/js/lobby.js makes words of the form in the same way. Pure: no database.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lobby.games import GAMES
from lobby.lengths import CLOCKS, KINDS
from matches.wording import lazy_name
from tournaments.wording import FORMAT_WORDS

#: What a switch in a form sends.
ON = "on"


@dataclass(frozen=True, slots=True)
class Band:
    """Numbers up to `most` that are found together. None: all that are greater still."""

    key: str
    most: int | None
    name: str | Promise

    def holds(self, number: int) -> bool:
        """Whether a number is no greater."""
        return self.most is None or number <= self.most


LENGTHS = (
    Band("short", 3, _("1 to 3 points")),
    Band("medium", 6, _("4 to 6 points")),
    Band("long", None, _("7 points and more")),
)
STAKES = (
    Band("low", 4, _("1 to 4 chips a point")),
    Band("middle", 19, _("5 to 19 chips a point")),
    Band("high", None, _("20 chips a point and more")),
)
ENTRIES = (
    Band("none", 0, pgettext_lazy("costs nothing", "free")),
    Band("low", 99, _("up to 99 chips")),
    Band("high", None, _("100 chips and more")),
)


def band_word(key: str, bands: Iterable[Band], number: int) -> str:
    """The word of a row whose number falls into one of the bands of a filter."""
    return f"{key}-{next(band.key for band in bands if band.holds(number))}"


@dataclass(frozen=True, slots=True)
class Filter:
    """One thing to narrow rows by. Without choices it is a switch."""

    key: str
    name: str | Promise
    choices: Mapping[str, str | Promise]

    def word(self, asked: str) -> str | None:
        """The word asked for; None where nothing is, or nothing we know."""
        if not self.choices:
            return self.key if asked == ON else None
        return f"{self.key}-{asked}" if asked in self.choices else None


def _of_bands(key: str, name: Promise, bands: Iterable[Band]) -> Filter:
    return Filter(key, name, {band.key: band.name for band in bands})


_GAME = Filter("game", _("Game"), {game.key: lazy_name(game.variant) for game in GAMES.values()})
_KIND = Filter(
    "kind",
    _("Played for"),
    {kind.key: kind.name for kind in KINDS.values() if kind.key != "table"},
)
_CLOCK = Filter("clock", _("Clock"), {clock.key: clock.name for clock in CLOCKS.values()})
_LENGTH = _of_bands("length", _("Length"), LENGTHS)
_STAKE = _of_bands("stake", _("Stake"), STAKES)
_ENTRY = _of_bands("entry", pgettext_lazy("its price", "Entry"), ENTRIES)
_RATED = Filter("rated", _("Rated only"), {})
_FREE = Filter("free", _("Free seats only"), {})
_FORMAT = Filter("format", _("Format"), {key: each.name for key, each in FORMAT_WORDS.items()})
_SATELLITE = Filter("satellite", _("Satellites only"), {})

#: By tab: what its rows can be narrowed by.
FILTERS: Mapping[str, tuple[Filter, ...]] = {
    "matches": (_GAME, _KIND, _LENGTH, _CLOCK, _RATED, _FREE),
    "stakes": (_GAME, _STAKE, _CLOCK, _FREE),
    "sit_and_go": (_LENGTH, _ENTRY, _FREE),
    "tournaments": (_GAME, _FORMAT, _LENGTH, _ENTRY, _RATED, _SATELLITE, _FREE),
}


@dataclass(frozen=True, slots=True)
class FilterLine:
    """A filter as the page shows it: what is asked, "" for nothing."""

    filter: Filter
    asked: str


def filter_lines(tab: str, query: Mapping[str, str]) -> tuple[FilterLine, ...]:
    """The filters of a tab as an address sets them; what we do not know is left out."""
    lines = []
    for each in FILTERS.get(tab, ()):
        asked = query.get(each.key, "")
        lines.append(FilterLine(each, asked if each.word(asked) else ""))
    return tuple(lines)


def wanted_words(lines: Iterable[FilterLine]) -> frozenset[str]:
    """The words a row must have to be shown."""
    words = (line.filter.word(line.asked) for line in lines)
    return frozenset(word for word in words if word is not None)
