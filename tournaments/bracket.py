"""The bracket as its page shows it: every place of every round, filled as far as it is known.

Values only: rows are read in `selectors`, words are chosen in the template.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Outcome, Ref
from tournaments.formats.knockout import feeders, round_count, slot_count

OPEN, WAITING, LIVE = "open", "waiting", "live"


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant as others see him."""

    username: str
    is_bot: bool
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Made:
    """A pairing that exists. Seats are keys; `points` of the match once it is decided.

    status: WAITING for its time, LIVE, or the value of its `Outcome`.
    match_id: the match while it can be gone to, else "".
    """

    seats: tuple[int, ...]
    status: str
    winner: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    match_id: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it has a result."""
        return self.status not in (WAITING, LIVE)


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
    """A place of the bracket. `is_mine` when the viewer has one of its lines."""

    status: str
    lines: tuple[Line, Line]
    match_id: str = ""
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One round; `winners` is how many come out of it, 1 in the final."""

    number: int
    winners: int
    meetings: tuple[Meeting, ...]


def columns(
    players: Sequence[Player], made: Mapping[Ref, Made], *, viewer: str = ""
) -> tuple[Column, ...]:
    """All rounds of a knock-out; `players` stand in seat order, `viewer` is a name."""
    result = []
    for number in range(1, round_count(len(players)) + 1):
        winners = slot_count(len(players), number)
        refs = [Ref(number, slot) for slot in range(1, winners + 1)]
        meetings = tuple(_meeting(players, made, ref, viewer) for ref in refs)
        result.append(Column(number, winners, meetings))
    return tuple(result)


def _meeting(players: Sequence[Player], made: Mapping[Ref, Made], ref: Ref, viewer: str) -> Meeting:
    pairing = made.get(ref)
    seats = _seats(made, ref)
    upper, lower = (
        Line(is_open=is_open) if seat is None else _line(players, pairing, seat)
        for seat, is_open in seats
    )
    names = {line.player.username for line in (upper, lower) if line.player}
    return Meeting(
        status=pairing.status if pairing else OPEN,
        lines=(upper, lower),
        match_id=pairing.match_id if pairing else "",
        is_mine=viewer in names,
    )


def _seats(made: Mapping[Ref, Made], ref: Ref) -> tuple[tuple[int | None, bool], ...]:
    """For both lines: who stands there, and whether that is still open.

    Seats fill the bracket from the top, so in the first round the lower seat
    has the upper line.
    """
    if ref.round == 1:
        seats = sorted(made[ref].seats) if ref in made else []
        return tuple((seat, ref not in made) for seat in [*seats, None, None][:2])
    before = [made.get(feeder) for feeder in feeders(ref)]
    return tuple(
        (each.winner if each else None, each is None or not each.is_decided) for each in before
    )


def _line(players: Sequence[Player], pairing: Made | None, seat: int) -> Line:
    is_played = pairing is not None and pairing.status == Outcome.PLAYED.value
    return Line(
        player=players[seat - 1],
        points=pairing.points.get(seat) if pairing and is_played else None,
        is_winner=pairing is not None and pairing.winner == seat,
    )
