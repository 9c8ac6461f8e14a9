"""Match files (`.mat`), the plain text in which programs exchange whole matches.

Two columns, white on the left, one line for both sides' turns. Columns overflow, so lines are split
by what is in them, not by where it stands. A resignation is told by nothing but "Wins 2 points",
and the taking of a beaver by the roll that follows it, as GNU Backgammon reads it.

Source: docs/rules.md, "Match files".
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError, RulesError
from backgammon.events import Beavered, Doubled, Dropped, Played, Raccooned, Rolled, Taken
from backgammon.length import Score
from backgammon.notation.course import Course, Step, Turned, first_cube, settled
from backgammon.notation.plays import format_moves, parse_play
from backgammon.notation.record import GameRecord, MatchRecord
from backgammon.sides import Side
from backgammon.variants import BACKGAMMON, HYPERGAMMON, NACKGAMMON, Variant, find_variant

_NAMES = {
    BACKGAMMON.key: "Backgammon",
    NACKGAMMON.key: "NackGammon",
    HYPERGAMMON.key: "HyperGammon (3)",
}
_KEYS = {name: key for key, name in _NAMES.items()}
"""How other programs call the games they know too; the rest go by their keys."""

_TURNED: Mapping[type[Turned], str] = {
    Doubled: "Doubles",
    Beavered: "Beavers",
    Raccooned: "Raccoons",
}
_ANSWERED: Mapping[type[Taken | Dropped], str] = {Taken: "Takes", Dropped: "Drops"}
_WIDTH = 27
"""The left column, filled up even where nothing follows; what is longer pushes the right one on."""

_RIGHT = 15
"""An item that is alone on its line belongs to the right column if it begins here or later."""


# --- writing --------------------------------------------------------------------------


def format_match(record: MatchRecord) -> str:
    """The text of a match file. Raises NotationError for what no match file can hold."""
    record.checked()
    lines = [f" {record.length_points} point match", ""]
    if record.variant != BACKGAMMON:
        name = _NAMES.get(record.variant.key, record.variant.key)
        lines = [f'; [Variation "{name}"]', "", *lines]
    for number, game in enumerate(record.games, 1):
        white, black = game.score
        names = f" {f'{record.white} : {white}':<30} {record.black} : {black}"
        lines += [f" Game {number}", names, *_body(game, record.variant), ""]
    return "\n".join(lines) + "\n"


def _body(game: GameRecord, variant: Variant) -> Iterator[str]:
    """The numbered lines of a game and its result."""
    cells = list(_cells(game, variant))
    number = 0
    while cells:
        number += 1
        left = right = ""
        if cells[0][0] is Side.WHITE:
            left = cells.pop(0)[1]
        if cells and cells[0][0] is Side.BLACK:
            right = cells.pop(0)[1]
        yield f"{number:3}) {left:<{_WIDTH}} {right}"
    if game.winner is not None:
        indent = " " * (6 if game.winner is Side.WHITE else 5 + _WIDTH + 2)
        yield f"{indent}Wins {game.points} point{'s' * (game.points > 1)}"


def _cells(game: GameRecord, variant: Variant) -> Iterator[tuple[Side, str]]:
    """Each side's entries in order; a roll and its play are one."""
    course = Course(variant, "", None)
    for step, later in zip(game.steps, (*game.steps, None)[1:], strict=True):
        if isinstance(step, Rolled):
            roll = f"{step.dice.first}{step.dice.second}:"
            if not isinstance(later, Played):
                yield step.side, roll
        elif isinstance(step, Played):
            dice = course.turn.dice
            moves = format_moves(step.play, course.turn)
            yield step.side, f"{dice.first}{dice.second}: {moves}"
        elif isinstance(step, Doubled | Beavered | Raccooned):
            yield step.side, f" {_TURNED[type(step)]} => {step.value}"
        elif not (isinstance(course.turned, Beavered) and isinstance(later, Rolled)):
            yield step.side, f" {_ANSWERED[type(step)]}"
        course.follow(step)


# --- reading --------------------------------------------------------------------------

_COMMENT = re.compile(r"\s*[;#](?:\s*\[Variation \"(?P<name>[^\"]*)\"\])?.*", re.ASCII)
_HEAD = re.compile(r"\s*(\d{1,5}) point match\s*", re.ASCII | re.IGNORECASE)
_GAME = re.compile(r"\s*Game \d+\s*", re.ASCII | re.IGNORECASE)
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,13})\s+(\S.*?)\s*:\s*(\d{1,13})\s*", re.ASCII)
_NUMBER = re.compile(r"\s*\d+\)", re.ASCII)
_ITEM = re.compile(
    r"\b(?P<dice>[1-6][1-6]):|\b(?P<word>doubles|beavers|raccoons|takes|drops|resigns|wins)\b",
    re.ASCII | re.IGNORECASE,
)
_VALUE = re.compile(r"\s*=>\s*(\d{1,10})\s*", re.ASCII)
_POINTS = re.compile(r"\s*(\d{1,13})\s+points?(?:\s+and the match)?\s*", re.ASCII | re.IGNORECASE)
_NO_PLAY = re.compile(r"\s*(?:cannot move|\?{3,4}|-+)?\s*", re.ASCII | re.IGNORECASE)


def parse_match(text: str) -> MatchRecord:
    """The record a match file holds.

    Raises NotationError naming the line that cannot be read, or the game and the step that cannot
    have been played.
    """
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            reader.read(line)
        except RulesError as refusal:
            why = refusal.params.get("detail", str(refusal).rstrip("."))
            raise _malformed(f"line {number}: {why}") from refusal
    return reader.record()


def _malformed(detail: str) -> NotationError:
    return NotationError(Fault.MALFORMED, detail=detail)


@dataclass(slots=True)
class _Reader:
    """The match as far as the lines read so far tell it."""

    variant: Variant = BACKGAMMON
    length_points: int | None = None
    players: tuple[str, str] | None = None
    has_players: bool = True
    games: list["_Game"] = field(default_factory=list)

    def read(self, line: str) -> None:
        if not line.strip():
            return
        comment, game = _COMMENT.fullmatch(line), _GAME.fullmatch(line)
        if comment is not None:
            name = comment["name"]
            self.variant = self.variant if name is None else find_variant(_KEYS.get(name, name))
        elif self.length_points is None:
            self.length_points = int(_matched(_HEAD, line, "the length")[1])
        elif game is not None:
            place = f"game {len(self.games) + 1}"
            self.games.append(_Game(Course(self.variant, place, first_cube(self.length_points))))
            self.has_players = False
        elif not self.games:
            raise _malformed(f"{line.strip()!r} is no beginning of a game")
        elif not self.has_players:
            self._read_players(line)
        else:
            self.games[-1].read(line)

    def _read_players(self, line: str) -> None:
        white, white_score, black, black_score = _matched(_SCORE, line, "the players").groups()
        if self.players not in (None, (white, black)):
            raise _malformed("the players are others than before")
        self.players, self.has_players = (white, black), True
        self.games[-1].score = int(white_score), int(black_score)

    def record(self) -> MatchRecord:
        """The whole match; raises NotationError."""
        if self.length_points is None or self.players is None or not self.has_players:
            raise _malformed("the file ends before a game begins")
        white, black = self.players
        games = tuple(
            GameRecord(game.score, tuple(game.steps), game.winner, game.points)
            for game in self.games
        )
        return MatchRecord(
            white=white,
            black=black,
            length_points=self.length_points,
            variant=self.variant,
            games=games,
        ).checked()


@dataclass(slots=True)
class _Game:
    """One game, line by line."""

    course: Course
    score: Score = (0, 0)
    steps: list[Step] = field(default_factory=list)
    winner: Side | None = None
    points: int = 0

    def read(self, line: str) -> None:
        number = _NUMBER.match(line)
        begin = number.end() if number else 0
        items = list(_ITEM.finditer(line, begin))
        ends = [*(item.start() for item in items), len(line)]
        if not items or len(items) > 2 or line[begin : ends[0]].strip():
            raise _malformed(f"{line.strip()!r} is no line of a game")
        sides = [Side.WHITE, Side.BLACK] if items[0].start() < _RIGHT else [Side.BLACK]
        if len(items) > len(sides):
            raise _malformed(f"{line.strip()!r} has too much in its right column")
        for side, item, end in zip(sides, items, ends[1:], strict=False):
            self._read_item(side, item, line[item.end() : end])

    def _read_item(self, side: Side, item: re.Match[str], rest: str) -> None:
        word = (item["word"] or "").lower()
        if item["dice"] is not None:
            self._read_turn(side, Dice(*map(int, item["dice"])), rest)
        elif word in _STEPS_THAT_TURN:
            value = int(_matched(_VALUE, rest, "the cube")[1])
            self._add(_STEPS_THAT_TURN[word](side, value))
        elif word in _STEPS_THAT_ANSWER and not rest.strip():
            self._add(_STEPS_THAT_ANSWER[word](side))
        elif word == "wins" and self.winner is None:
            self.winner, self.points = side, int(_matched(_POINTS, rest, "the points")[1])
        elif word != "resigns":
            raise _malformed(f"{item[0]}{rest}".strip())

    def _read_turn(self, side: Side, dice: Dice, rest: str) -> None:
        course = self.course
        if isinstance(course.turned, Beavered) and course.on_roll is side:
            self._add(Taken(side))
        self._add(Rolled(side, dice))
        if _NO_PLAY.fullmatch(rest) is None:
            play = parse_play(rest, course.variant, course.turn)
            self._add(settled(Played(side, play), course.variant, course.turn))
        elif course.is_stuck():
            self._add(Played(side, ()))

    def _add(self, step: Step) -> None:
        if self.winner is not None:
            raise _malformed("the game is over")
        self.course.follow(step)
        self.steps.append(step)


_STEPS_THAT_TURN = {word.lower(): step for step, word in _TURNED.items()}
_STEPS_THAT_ANSWER = {word.lower(): step for step, word in _ANSWERED.items()}


def _matched(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise _malformed(f"{text.strip()!r} does not tell {what}")
    return match
