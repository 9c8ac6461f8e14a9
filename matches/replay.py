"""A finished match as a list to read: every game, line by line, in the reader's language.

Pure but for the language. A line is what one side decided, or what happened to both; it carries
the number of its last event, by which the page that steps through the match finds it again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backgammon import MatchState, Rules, Side, WinKind, evolve, initial_state
from backgammon.events import (
    Annulled,
    Beavered,
    ClockShifted,
    CubeTurned,
    Doubled,
    Dropped,
    Event,
    FlagFell,
    Forfeited,
    GameDrawn,
    GameStarted,
    GameWon,
    Left,
    MatchDrawn,
    MatchWon,
    OpeningRolled,
    PenaltyScored,
    Played,
    Raccooned,
    ResignationDeclined,
    ResignationOffered,
    Resigned,
    Rolled,
    SideReady,
    Taken,
    ToppedUp,
)
from backgammon.length import Score
from backgammon.notation.plays import format_play
from backgammon.variants import Variant
from matches.wording import Text
from wire.numbers import number_text

_WINS: Mapping[WinKind, Text] = {
    WinKind.SINGLE: gettext_lazy("single game"),
    WinKind.GAMMON: gettext_lazy("gammon"),
    WinKind.BACKGAMMON: gettext_lazy("backgammon"),
}
_NARDY_WINS: Mapping[WinKind, Text] = {
    **_WINS,
    WinKind.SINGLE: gettext_lazy("oin"),
    WinKind.GAMMON: gettext_lazy("mars"),
}

#: Nothing to read: what they mean is told by the events around them.
_SILENT = SideReady | ClockShifted | GameStarted


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what is read, up to event number `at`. `side` is "" where it concerns both."""

    at: int
    side: str
    text: str


@dataclass(slots=True)
class GameLines:
    """One game; `number` is 0 for what happened before the first. `score` stood before it."""

    number: int
    first: int
    score: Score
    is_crawford: bool = False
    lines: list[Line] = field(default_factory=list)

    def current(self, at: int) -> int:
        """The number of the line that event `at` belongs to, 0 for none here."""
        if at < self.first:
            return 0
        return next((line.at for line in self.lines if line.at >= at), 0)


def games_of(rules: Rules, events: Iterable[Event], names: Mapping[Side, str]) -> list[GameLines]:
    """The match in games and lines. `names` are the players'."""
    state = initial_state(rules)
    games: list[GameLines] = []
    thrown: Line | None = None  # a roll that is waiting for its play
    for at, event in enumerate(events, start=1):
        before, state = state, evolve(state, event)
        if isinstance(event, GameStarted):
            games.append(GameLines(event.number, at, before.score, event.crawford))
        if isinstance(event, _SILENT):
            continue
        if not games:
            games.append(GameLines(0, at, before.score))
        lines = games[-1].lines
        if thrown is not None and not isinstance(event, Played):
            lines.append(thrown)
        thrown = None
        if isinstance(event, Rolled):
            dice = f"{event.dice.first}{event.dice.second}:"
            thrown = Line(at, event.side.value, dice)
            continue
        lines.append(_line(at, event, before, names))
    return games


def _line(at: int, event: Event, before: MatchState, names: Mapping[Side, str]) -> Line:
    side = getattr(event, "side", None)
    if side is None or isinstance(event, GameWon | MatchWon | PenaltyScored):
        return Line(at, "", _told_of_both(event, before.rules.variant, names))
    return Line(at, side.value, _decided(event, before))


def _decided(event: Event, before: MatchState) -> str:
    """What a side did, in a few words under its name."""
    variant = before.rules.variant
    match event:
        case Played(_side, play):
            turn = before.running_game.turn(variant)
            dice = f"{turn.dice.first}{turn.dice.second}:"
            moves = format_play(play, turn) if play else _("cannot move")
            return f"{dice} {moves}"
        case Doubled(_side, value):
            return _("Doubles to %(value)d") % {"value": value}
        case Beavered(_side, value):
            return _("Beavers to %(value)d") % {"value": value}
        case Raccooned(_side, value):
            return _("Raccoons to %(value)d") % {"value": value}
        case Taken():
            return _("Takes")
        case Dropped():
            return _("Drops")
        case ResignationOffered(_side, level):
            return _("Offers to resign: %(kind)s") % {"kind": kind_text(level, variant)}
        case ResignationDeclined():
            return _("Declines the resignation")
        case Resigned(_side, level):
            return _("Resigns: %(kind)s") % {"kind": kind_text(level, variant)}
        case FlagFell():
            return _("Out of time")
        case ToppedUp(_side, chips):
            return _("Brings %(chips)s more") % {"chips": number_text(chips)}
        case Left():
            return _("Leaves the table")
        case Forfeited():
            return _("Forfeits the match")
    raise TypeError(f"{type(event).__name__} is nobody's decision")


def _told_of_both(event: Event, variant: Variant, names: Mapping[Side, str]) -> str:
    """What concerns both sides, as a sentence."""
    match event:
        case OpeningRolled(white, black) if white == black:
            return _("Opening roll: both %(die)d. Again.") % {"die": white}
        case OpeningRolled(white, black):
            thrown = {Side.WHITE: white, Side.BLACK: black}
            parts = (f"{names[side]} {thrown[side]}" for side in Side)
            return _("Opening roll: %(dice)s") % {"dice": ", ".join(parts)}
        case CubeTurned(value):
            return _("The cube turns to %(value)d") % {"value": value}
        case PenaltyScored(side):
            return _("%(name)s gets a point: the other side is absent") % {"name": names[side]}
        case GameWon(side, kind, points):
            text = ngettext(
                "%(name)s wins a %(kind)s: %(points)d point",
                "%(name)s wins a %(kind)s: %(points)d points",
                points,
            )
            kind_of_win = kind_text(kind, variant)
            return text % {"name": names[side], "kind": kind_of_win, "points": points}
        case GameDrawn():
            return _("The game is a draw")
        case MatchWon(side):
            return _("%(name)s wins the match") % {"name": names[side]}
        case MatchDrawn():
            return _("The match is a draw")
        case Annulled():
            return _("The match was annulled")
    raise TypeError(f"{type(event).__name__} concerns one side")


def kind_text(kind: WinKind, variant: Variant) -> str:
    """A kind of win as its game calls it."""
    is_nardy = "long_nardy" in variant.key.split("+")
    return str((_NARDY_WINS if is_nardy else _WINS)[kind])


def lines_of(games: Iterable[GameLines]) -> Iterator[Line]:
    """Every line of the match in order."""
    for game in games:
        yield from game.lines
