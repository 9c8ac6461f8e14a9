"""Who stands where, with what decided it. Kept for everybody until the next result."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.core.paginator import Page, Paginator

from tournaments.formats.tiebreaks import tie_breaks_of
from tournaments.pages.play import Play
from tournaments.selectors import lots_of
from tournaments.states import TournamentState
from tournaments.wording import TIE_BREAK_WORDS, Words

if TYPE_CHECKING:
    from tournaments.bracket import Player

ON_A_PAGE = 100

#: By format: whether places go by points that are shown; elsewhere by when somebody went out.
_WITH_POINTS = ("swiss", "round_robin", "groups", "swing")
_WITH_TIE_BREAKS = ("swiss", "round_robin")

SHOWN_IN = (TournamentState.PLAYING, TournamentState.FINISHED, TournamentState.STOPPED)


class Line(NamedTuple):
    """An entrant. place: 0 for one of a knock-out who is still in it."""

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
        """Whether there is anything to tell that the results do not."""
        if self.tournament.state not in SHOWN_IN:
            return False
        return self.has_points or self.tournament.state != TournamentState.FINISHED

    @property
    def has_points(self) -> bool:
        """Whether places go by points."""
        return self.tournament.rules_card.format in _WITH_POINTS

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
    def page(self) -> "Page[Line]":
        """This page of lines."""
        lines = self.play.kept("standings", self._lines)
        return Paginator(lines, ON_A_PAGE).get_page(self._asked)

    def _lines(self) -> list[Line]:
        play = self.play
        alive = play.format.alive(play.history)
        standings = play.format.standings(play.history, lots_of(self.tournament))
        shown = len(self.tie_breaks)
        return [
            Line(
                place=0 if not self.has_points and each.entrant in alive else each.place,
                player=play.players[each.entrant],
                points=number_text(each.points),
                tie_breaks=tuple(number_text(value) for value in each.tie_breaks[:shown]),
                is_in=each.entrant in alive,
            )
            for each in standings
        ]


def number_text(number: Fraction) -> str:
    """Points for people: 3, 2.5."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
