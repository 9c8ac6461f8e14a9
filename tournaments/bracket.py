"""The rounds of an event as its page shows them: every place, filled as far as it is known.

Whatever the format: it says which places there are and how they are grouped. Values only: rows
are read in `selectors`, words are chosen in the templates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Outcome, Part, Place, Ref, Section, SectionKind, Source

OPEN, WAITING, LIVE, LEFT = "open", "waiting", "live", "left"
UNDECIDED = (OPEN, WAITING, LIVE, LEFT)


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as others see him."""

    username: str
    is_bot: bool
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Made:
    """A pairing that exists. Seats are keys; `points` of the match once it is decided.

    status: WAITING for its time, LIVE, LEFT without a result by an event that is over, or the
    value of its `Outcome`.
    match_id: its match, "" without one.
    """

    seats: tuple[int, ...]
    status: str
    winner: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    match_id: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it has a result."""
        return self.status not in UNDECIDED

    @property
    def loser(self) -> int | None:
        """Who lost it to somebody."""
        others = [seat for seat in self.seats if seat != self.winner]
        return others[0] if others and self.winner is not None else None


@dataclass(frozen=True, slots=True)
class Line:
    """One of the two lines of a meeting; no `player` while it is open, or when nobody came.

    points: None where no match was played out.
    """

    player: Player | None = None
    points: int | None = None
    is_winner: bool = False
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place of a round. `is_mine` when the viewer has one of its lines."""

    ref: Ref
    status: str
    lines: tuple[Line, Line]
    match_id: str = ""
    is_mine: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether it has a result."""
        return self.status not in UNDECIDED


@dataclass(frozen=True, slots=True)
class Round:
    """What stands under one heading: a round, or a group and all its matches.

    index: its place among all headings of the event, from 1. players: of a group.
    """

    index: int
    part: Part
    kind: SectionKind
    number: int
    meetings: tuple[Meeting, ...]
    players: tuple[Player, ...] = ()

    @property
    def decided(self) -> int:
        """How many of its meetings have a result."""
        return sum(meeting.is_decided for meeting in self.meetings)

    @property
    def live(self) -> int:
        """How many are being played."""
        return sum(meeting.status == LIVE for meeting in self.meetings)

    @property
    def is_drawn(self) -> bool:
        """Whether any of its meetings is known."""
        return any(meeting.status != OPEN for meeting in self.meetings)

    @property
    def is_running(self) -> bool:
        """Whether something has begun in it and is not over."""
        return self.is_drawn and self.decided < len(self.meetings)


#: Parts whose rounds feed one another and are drawn beside each other.
_TREES = frozenset({Part.BRACKET, Part.LAST_CHANCE, Part.GRAND_FINAL, Part.PLAY_OFF})


@dataclass(frozen=True, slots=True)
class Drawing:
    """The rounds of one part of an event."""

    part: Part
    rounds: tuple[Round, ...]

    @property
    def is_tree(self) -> bool:
        """Whether winners go on from one round to the next."""
        return self.part in _TREES

    @property
    def are_groups(self) -> bool:
        """Whether each heading is a group with all its matches."""
        return self.part is Part.GROUPS

    @property
    def listed(self) -> tuple[Round, ...]:
        """As a list shows them: groups in their order, of rounds those that were drawn, the
        latest first."""
        if self.part is not Part.ROUNDS:
            return self.rounds
        return tuple(each for each in reversed(self.rounds) if each.is_drawn)


def rounds(
    sections: Sequence[Section],
    players: Mapping[int, Player],
    made: Mapping[Ref, Made],
    *,
    viewer: str = "",
) -> tuple[Round, ...]:
    """Every heading of the event with what stands under it. `players` by seat; `viewer` a name."""
    return tuple(
        Round(
            index,
            section.part,
            section.kind,
            section.number,
            tuple(_meeting(place, players, made, viewer) for place in section.places),
            tuple(players[seat] for seat in section.entrants),
        )
        for index, section in enumerate(sections, start=1)
    )


def drawings(all_rounds: Sequence[Round]) -> tuple[Drawing, ...]:
    """The rounds by the part they belong to, in the order in which the parts begin."""
    by_part: dict[Part, list[Round]] = {}
    for each in all_rounds:
        by_part.setdefault(each.part, []).append(each)
    return tuple(Drawing(part, tuple(found)) for part, found in by_part.items())


def _meeting(
    place: Place, players: Mapping[int, Player], made: Mapping[Ref, Made], viewer: str
) -> Meeting:
    pairing = made.get(place.ref)
    upper, lower = (
        Line(is_open=is_open) if seat is None else _line(players, pairing, seat)
        for seat, is_open in _seats(place, made)
    )
    names = {line.player.username for line in (upper, lower) if line.player}
    return Meeting(
        ref=place.ref,
        status=pairing.status if pairing else OPEN,
        lines=(upper, lower),
        match_id=pairing.match_id if pairing else "",
        is_mine=viewer in names,
    )


def _seats(place: Place, made: Mapping[Ref, Made]) -> tuple[tuple[int | None, bool], ...]:
    """For both lines: who stands there, and whether that is still open.

    A place without sources is filled by the draw, the lower seat on the upper line. One with a
    single source gives who comes from it a free pass.
    """
    pairing = made.get(place.ref)
    if not place.sources:
        seats = sorted(pairing.seats) if pairing else []
        return tuple((seat, pairing is None) for seat in [*seats, None, None][:2])
    lines = [_comer(source, made) for source in place.sources]
    return tuple([*lines, (None, False)][:2])


def _comer(source: Source, made: Mapping[Ref, Made]) -> tuple[int | None, bool]:
    """Who comes from another pairing, and whether that is still open."""
    before = made.get(source.ref)
    if before is None or not before.is_decided:
        return None, True
    return (before.loser if source.is_loser else before.winner), False


def _line(players: Mapping[int, Player], pairing: Made | None, seat: int) -> Line:
    is_played = pairing is not None and pairing.status == Outcome.PLAYED.value
    return Line(
        player=players[seat],
        points=pairing.points.get(seat) if pairing and is_played else None,
        is_winner=pairing is not None and pairing.winner == seat,
    )
