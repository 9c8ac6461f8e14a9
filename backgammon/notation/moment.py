"""One moment of a game, and its form as a line of plain words.

`white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5; white to play 3-1; cube 2 black;
match to 7, 3-2` (in one line). A place and its checkers are written `13:5`, in each side's own
numbers, `bar:1` and `off:7` beside them.

Source: docs/rules.md, "A moment as text".
"""

import re
from dataclasses import dataclass

from backgammon.cube import CENTRED_CUBE, Cube
from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError
from backgammon.length import FixedGames, Length, PointMatch, Score, TableStakes
from backgammon.notation.plain import LEVELS, side_of
from backgammon.position import CELLS, Checkers, Position
from backgammon.sides import Side
from backgammon.state import MatchState, Offer, Phase, check_running
from backgammon.variants import BACKGAMMON, Variant, find_variant

MONEY = 0
"""The length of play for money, where no number of points decides."""

_LONGEST = 99_999
"""Other programs play to more than 25 points; five digits are enough for everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A running game when a side is to act, as far as identifiers of other programs tell it.

    `cube` is as last accepted; when `is_doubled` the side on roll offers it at twice that value.
    `offer` is an open resignation. `length_points` is 0 for money play, `score` is in points,
    white first. Crawford belongs to matches, Jacoby and beavers to money play.
    """

    position: Position
    variant: Variant = BACKGAMMON
    on_roll: Side = Side.WHITE
    dice: Dice | None = None
    cube: Cube = CENTRED_CUBE
    is_doubled: bool = False
    offer: Offer | None = None
    length_points: int = MONEY
    score: Score = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False

    @property
    def to_act(self) -> Side:
        """Whose answer is awaited: to a resignation, to a double, or the side on roll."""
        if self.offer is not None:
            return self.offer.side.other
        return self.on_roll.other if self.is_doubled else self.on_roll

    def checked(self) -> "Moment":
        """This moment; raises NotationError naming the first thing that cannot be so."""
        check_running(self.position, self.cube, self.variant)
        check_score(self.length_points, self.score)
        if self.crawford and not self.length_points:
            raise NotationError(Fault.CRAWFORD_NEEDS_MATCH)
        if self.jacoby and self.length_points:
            raise NotationError(Fault.JACOBY_IN_MATCH)
        if self.beavers and self.length_points:
            raise NotationError(Fault.BEAVERS_IN_MATCH)
        if self.is_doubled and (self.dice is not None or self.crawford):
            raise NotationError(Fault.CRAWFORD if self.crawford else Fault.ALREADY_ROLLED)
        if self.is_doubled and self.cube.owner is self.on_roll.other:
            raise NotationError(Fault.NOT_OWNER)
        return self


def length_points_of(length: Length) -> int:
    """The points a match is played to; 0 for games that count money."""
    return length.points if isinstance(length, PointMatch) else MONEY


def check_score(length_points: int, score: Score) -> None:
    """Raise NotationError unless games to so many points (0: for money) may go on at the score."""
    if not 0 <= length_points <= _LONGEST:
        raise NotationError(Fault.MALFORMED, detail=f"a match to {length_points} points")
    length: Length = PointMatch(length_points) if length_points else FixedGames(1)
    if not length.allows(score):
        white, black = score
        raise NotationError(Fault.BAD_SCORE, white=white, black=black)


def moment_of(state: MatchState) -> Moment:
    """The moment a match has come to.

    At table stakes no points are counted, so there the score is 0-0. Raises
    NotationError(NOT_EXPRESSIBLE) where no game is played or the cube was turned back at once.
    """
    if state.game is None or state.phase not in _TOLD_PHASES:
        detail = f"the match is {state.phase.value.replace('_', ' ')}"
        raise NotationError(Fault.NOT_EXPRESSIBLE, form="a moment of a game", detail=detail)
    game, rules, length = state.game, state.rules, state.rules.length
    is_match = isinstance(length, PointMatch)
    return Moment(
        position=game.position,
        variant=rules.variant,
        on_roll=game.on_roll,
        dice=game.dice,
        cube=game.cube,
        is_doubled=state.phase is Phase.DOUBLED,
        offer=game.offer,
        length_points=length_points_of(length),
        score=(0, 0) if isinstance(length, TableStakes) else state.score,
        crawford=game.crawford,
        jacoby=rules.cube.jacoby and not is_match,
        beavers=rules.cube.beavers and not is_match,
    )


_TOLD_PHASES = (Phase.TO_ROLL, Phase.TO_MOVE, Phase.DOUBLED)


def format_moment(moment: Moment) -> str:
    """The moment as a line; equal moments have equal lines."""
    game = "" if moment.variant == BACKGAMMON else f"{_format_variant(moment.variant)}; "
    dice, cube, (white, black) = moment.dice, moment.cube, moment.score
    doing = f"to play {dice.first}-{dice.second}" if dice else "to roll"
    owner = f" {cube.owner.value}" if cube.owner else ""
    length = f"match to {moment.length_points}" if moment.length_points else "money"
    clauses = [
        f"{game}white {_format_checkers(moment.position.white)}",
        f"black {_format_checkers(moment.position.black)}",
        f"{moment.on_roll.value} {'doubles' if moment.is_doubled else doing}",
        f"cube {cube.value}{owner}",
        f"{length}, {white}-{black}"
        + ", Crawford" * moment.crawford
        + ", Jacoby" * moment.jacoby
        + ", beavers" * moment.beavers,
    ]
    if moment.offer is not None:
        clauses.append(f"{moment.offer.side.value} resigns {moment.offer.level.word}")
    return "; ".join(clauses)


def _format_variant(variant: Variant) -> str:
    options = (f"{key}={_WORDS.get(value, value)}" for key, value in variant.options)
    return " ".join((variant.key, *options))


_WORDS: dict[str | bool, str] = {True: "true", False: "false"}


def _format_checkers(checkers: Checkers) -> str:
    names = {0: "off", 25: "bar"}
    order = (*range(CELLS - 1, 0, -1), 0)
    return " ".join(f"{names.get(at, at)}:{checkers[at]}" for at in order if checkers[at])


_LINE = re.compile(
    r"""
    (?:(?P<variant>[a-z_+]+(?:\ \w+=\w+)*);\ )?
    white\ (?P<white>[\w: ]+);\ black\ (?P<black>[\w: ]+)
    (?:;\ (?P<on_roll>white|black)\ (?:to\ roll|to\ play\ (?P<dice>\d-\d)|(?P<doubles>doubles)))?
    (?:;\ cube\ (?P<cube>\d{1,10})(?:\ (?P<owner>white|black))?)?
    (?:;\ (?:match\ to\ (?P<length>\d{1,5})|money)
        (?:,\ (?P<white_score>\d{1,13})-(?P<black_score>\d{1,13}))?
        (?P<crawford>,\ Crawford)?(?P<jacoby>,\ Jacoby)?(?P<beavers>,\ beavers)?)?
    (?:;\ (?P<resigner>white|black)\ resigns\ (?P<level>single|gammon|backgammon))?
    """,
    re.VERBOSE | re.ASCII,
)
_PLACE = re.compile(r"(off|bar|[1-9]|1\d|2[0-4]):(\d{1,2})", re.ASCII)


def parse_moment(text: str) -> Moment:
    """The moment of a line; what is left out is white to roll, a cube of 1, money, 0-0.

    Raises NotationError: MALFORMED, or the fault of what the line tells.
    """
    match = _LINE.fullmatch(" ".join(text.split()))
    if match is None:
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is no moment of a game")
    told = match.groupdict()
    resigner = side_of(told["resigner"])
    return Moment(
        position=Position(_parse_checkers(told["white"]), _parse_checkers(told["black"])),
        variant=_parse_variant(told["variant"]),
        on_roll=side_of(told["on_roll"]) or Side.WHITE,
        dice=Dice(*map(int, told["dice"].split("-"))) if told["dice"] else None,
        cube=Cube(int(told["cube"] or 1), side_of(told["owner"])),
        is_doubled=told["doubles"] is not None,
        offer=None if resigner is None else Offer(resigner, LEVELS[told["level"]]),
        length_points=int(told["length"] or MONEY),
        score=(int(told["white_score"] or 0), int(told["black_score"] or 0)),
        crawford=told["crawford"] is not None,
        jacoby=told["jacoby"] is not None,
        beavers=told["beavers"] is not None,
    ).checked()


def _parse_variant(text: str | None) -> Variant:
    key, *options = (text or BACKGAMMON.key).split()
    words = {word: value for value, word in _WORDS.items()}
    told = dict(option.split("=") for option in options)
    return find_variant(key, {name: words.get(word, word) for name, word in told.items()})


def _parse_checkers(text: str) -> Checkers:
    cells = [0] * CELLS
    for part in text.split():
        match = _PLACE.fullmatch(part)
        if match is None:
            raise NotationError(Fault.MALFORMED, detail=f"{part!r} is no place with checkers")
        place, count = match.groups()
        cells[{"off": 0, "bar": 25}[place] if place.isalpha() else int(place)] += int(count)
    return tuple(cells)
