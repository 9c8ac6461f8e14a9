"""Who stands where by points, with what decided it. Kept for everybody until the next result.

A knock-out has no standings: its rounds show who is in, and its results where the others came.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.core.paginator import Page, Paginator

from tournaments.formats.base import EntrantId, Standing
from tournaments.formats.groups import Groups
from tournaments.formats.tiebreaks import tie_breaks_of
from tournaments.pages.play import Play
from tournaments.pages.rounds import group_title
from tournaments.selectors import lots_of
from tournaments.states import TournamentState
from tournaments.wording import TIE_BREAK_WORDS, Words
from wire.numbers import decimal_text

if TYPE_CHECKING:
    from tournaments.bracket import Player

ON_A_PAGE = 100

_WITH_POINTS = ("swiss", "round_robin", "groups", "swing")
_WITH_TIE_BREAKS = ("swiss", "round_robin", "groups")

SHOWN_IN = (TournamentState.PLAYING, TournamentState.FINISHED, TournamentState.STOPPED)


class Line(NamedTuple):
    """An entrant in the table; `is_in` while he can still win or be paired."""

    place: int
    player: "Player"
    points: str
    tie_breaks: tuple[str, ...]
    is_in: bool


class StandingsPage:
    """The standings as an address asks for them: `?places=2` is the second page."""

    def __init__(self, play: Play, query: Mapping[str, str]) -> None:
        self.tournament = play.tournament
        self.play = play
        self._asked = query.get("places", "1")

    @property
    def is_shown(self) -> bool:
        """Whether places go by points, and some are there."""
        has_points = self.tournament.rules_card.format in _WITH_POINTS
        return has_points and self.tournament.state in SHOWN_IN

    @property
    def points_are_chips(self) -> bool:
        """Whether the points are the stacks of a swing."""
        return self.tournament.rules_card.format == "swing"

    @cached_property
    def tie_breaks(self) -> Sequence[Words]:
        """What decides between players of equal points, in its order."""
        card = self.tournament.rules_card
        if card.format not in _WITH_TIE_BREAKS:
            return ()
        return [TIE_BREAK_WORDS[rule.code] for rule in tie_breaks_of(card.tie_breaks)]

    @cached_property
    def tables(self) -> "Sequence[tuple[str, Sequence[Line] | Page[Line]]]":
        """The table, a page of it; or that of each group under its name."""
        kept = self.play.kept("standings", self._tables)
        if len(kept) > 1:
            return kept
        return [(name, Paginator(lines, ON_A_PAGE).get_page(self._asked)) for name, lines in kept]

    @property
    def page(self) -> "Page[Line] | None":
        """The page that is shown, None where the groups stand by themselves."""
        shown = self.tables[0][1] if len(self.tables) == 1 else None
        return shown if isinstance(shown, Page) else None

    def _tables(self) -> list[tuple[str, list[Line]]]:
        play, lots = self.play, lots_of(self.tournament)
        if isinstance(play.format, Groups):
            tables = play.format.tables(play.history, lots)
        else:
            tables = (play.format.standings(play.history, lots),)
        alive = play.format.alive(play.history)
        return [
            (group_title(number), [self._line(each, alive) for each in table])
            for number, table in enumerate(tables, start=1)
        ]

    def _line(self, standing: Standing, alive: Collection[EntrantId]) -> Line:
        values = standing.tie_breaks[: len(self.tie_breaks)]
        return Line(
            place=standing.place,
            player=self.play.players[standing.entrant],
            points=number_text(standing.points),
            tie_breaks=tuple(number_text(value) for value in values),
            is_in=standing.entrant in alive,
        )


def number_text(number: Fraction) -> str:
    """Points in the form of the language: 3, 2.5."""
    return decimal_text(f"{float(number):.2f}".rstrip("0").rstrip("."))
