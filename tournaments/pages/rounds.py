"""The rounds of an event: a small one drawn whole, a large one round by round when asked for."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.bracket import Drawing, Meeting, Round, drawings
from tournaments.formats.base import Outcome, Part, SectionKind
from tournaments.models import Entry, Pairing
from tournaments.pages.play import Play

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

#: An event with more places than these is not drawn whole.
MOST_DRAWN = 40
MEETINGS_ON_A_PAGE = 64

#: A running round with more meetings than these is opened by whoever wants to see it.
MOST_OPENED = 16

_PART_NAMES: Mapping[Part, Promise] = {
    Part.BRACKET: gettext_lazy("Final rounds"),
    Part.LAST_CHANCE: gettext_lazy("Lower bracket"),
    Part.GRAND_FINAL: gettext_lazy("Grand final"),
    Part.PLAY_OFF: gettext_lazy("Play-off for the last tickets"),
    Part.GROUPS: gettext_lazy("Groups"),
    Part.ROUNDS: gettext_lazy("Rounds"),
}

_NAMED: Mapping[SectionKind, Promise] = {
    SectionKind.QUARTERFINAL: gettext_lazy("Quarter-finals"),
    SectionKind.SEMIFINAL: gettext_lazy("Semi-finals"),
    SectionKind.FINAL: gettext_lazy("Final"),
    SectionKind.AGAIN: gettext_lazy("Played again"),
}


def part_name(part: Part, parts: Collection[Part]) -> str:
    """What a part is called beside the others of its event; "" where it is the only one."""
    if len(parts) == 1:
        return ""
    if part is Part.BRACKET and Part.LAST_CHANCE in parts:
        return _("Upper bracket")
    if part is Part.BRACKET and Part.PLAY_OFF in parts:
        return _("Bracket")
    return str(_PART_NAMES[part])


def title_of(each: Round) -> str:
    """What a heading says."""
    if each.part is Part.GRAND_FINAL and each.kind is SectionKind.FINAL:
        return _("First match")
    if each.kind in _NAMED:
        return str(_NAMED[each.kind])
    if each.kind is SectionKind.GROUP:
        return group_title(each.number)
    return _("Round %(number)d") % {"number": each.number}


def group_title(number: int) -> str:
    """What a group is called."""
    return _("Group %(letter)s") % {"letter": _letter(number)}


@dataclass(frozen=True, slots=True)
class PartLines:
    """The rounds of one part under its name, "" where there is but one part."""

    name: str
    lines: Sequence["RoundLine"]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of a large event: how far it is, and what stands under it where that is shown."""

    round: Round
    title: str
    shown: "Page[Meeting] | None"


@dataclass(frozen=True, slots=True)
class Step:
    """One pairing of the viewer's own way through the event."""

    round: int
    opponent: "User | None"
    outcome: str
    is_won: bool
    points: str
    match_id: str


class RoundsPage:
    """The rounds for one visitor. `?round=3` opens one of a large event, `?from=2` its second
    page."""

    def __init__(
        self, play: Play, viewer: "User | AnonymousUser", query: Mapping[str, str]
    ) -> None:
        self.tournament = play.tournament
        self.viewer = viewer
        self.play = play
        self.opened = _number(query.get("round", ""))
        self.from_page = query.get("from", "1")

    @cached_property
    def is_small(self) -> bool:
        """Whether it is drawn whole."""
        return self.tournament.pairings.count() <= MOST_DRAWN and self._places <= MOST_DRAWN

    @property
    def level(self) -> int:
        """Of the heading of a round: parts have one of their own where there are several."""
        return 4 if len(self.drawings) > 1 else 3

    @property
    def parts(self) -> Sequence[tuple[str, Drawing]]:
        """The parts of a small event with their names."""
        return [(self.name_of(each), each) for each in self.drawings]

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """Each part by itself. A large event looks the same to everybody."""
        viewer = self.viewer.get_username() if self.is_small else ""
        return drawings(self.play.rounds(viewer))

    @property
    def html(self) -> SafeString:
        """The rounds of a large event, which look the same to everybody."""
        what = f"rounds:{self.opened}:{self.from_page[:4]}"
        kept = self.play.kept(what, lambda: str(render_to_string(_LARGE, {"page": self})))
        return mark_safe(kept)  # noqa: S308  it comes from a template

    @cached_property
    def lines(self) -> Sequence[PartLines]:
        """The rounds of a large event, part by part."""
        return [
            PartLines(
                self.name_of(each),
                [self._line(one) for one in (each.rounds if each.is_tree else each.listed)],
            )
            for each in self.drawings
        ]

    def name_of(self, drawing: Drawing) -> str:
        """What a part is called; "" where it is the only one."""
        return part_name(drawing.part, {each.part for each in self.drawings})

    @cached_property
    def one(self) -> RoundLine | None:
        """The round that was asked for, None where there is no such one."""
        found = [each for each in self.play.rounds() if each.index == self.opened]
        return self._line(found[0]) if found else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The viewer's own way, as far as it is known."""
        if not self.viewer.is_authenticated:
            return ()
        mine = Entry.objects.filter(tournament=self.tournament, user=self.viewer)
        pairings = self.tournament.pairings.filter(Q(white__in=mine) | Q(black__in=mine))
        found = pairings.select_related("white__user", "black__user", "match", "result__winner")
        return tuple(_step(pairing, self.viewer) for pairing in found.order_by("round", "slot"))

    @cached_property
    def _places(self) -> int:
        """How many places there are, those of later rounds included."""
        if self.tournament.taken_seats > MOST_DRAWN:
            return self.tournament.taken_seats
        return sum(len(section.places) for section in self.play.sections)

    def _line(self, each: Round) -> RoundLine:
        is_asked = each.index == self.opened
        is_shown = is_asked or (
            not self.opened and each.is_running and len(each.meetings) <= MOST_OPENED
        )
        pages = Paginator(each.meetings, MEETINGS_ON_A_PAGE)
        shown = pages.get_page(self.from_page if is_asked else 1) if is_shown else None
        return RoundLine(each, title_of(each), shown)


_LARGE = "tournaments/parts/rounds_large.html"


def _step(pairing: Pairing, viewer: "User | AnonymousUser") -> Step:
    others = [entry.user for entry in pairing.entries if entry.user_id != viewer.pk]
    result = getattr(pairing, "result", None)
    points = ""
    if result is not None and result.outcome == Outcome.PLAYED.value:
        is_white = pairing.white is not None and pairing.white.user_id == viewer.pk
        mine, other = result.white_points, result.black_points
        points = f"{mine} : {other}" if is_white else f"{other} : {mine}"
    return Step(
        round=pairing.round,
        opponent=others[0] if others else None,
        outcome=result.outcome if result else ("live" if pairing.match else "waiting"),
        is_won=bool(result and result.winner and result.winner.user_id == viewer.pk),
        points=points,
        match_id=pairing.match.public_id if pairing.match else "",
    )


def _letter(number: int) -> str:
    """A, B, … Z, AA, AB, … as the columns of a table are called."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _number(text: str) -> int:
    """A number an address names; 0 for none, or for nonsense."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
