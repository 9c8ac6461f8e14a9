"""Games of the golden scoring rows, staged and played. A sits on white, B on black."""

from dataclasses import replace
from typing import Any

import pytest

from backgammon import (
    Cube,
    Dice,
    MakePlay,
    MatchState,
    OpenGame,
    Phase,
    Rules,
    Side,
    WinKind,
)
from backgammon.events import GameWon
from backgammon.play import Move
from tests.rules.builders import BLACK, WHITE, Sitting, golden, position

Row = dict[str, Any]
SECTIONS: dict[str, list[Row]] = golden("match_and_cube.json")["sections"]
SEATS = {"A": WHITE, "B": BLACK}
KINDS = {
    "single": WinKind.SINGLE,
    "gammon": WinKind.GAMMON,
    "backgammon": WinKind.BACKGAMMON,
    "oin": WinKind.SINGLE,
    "mars": WinKind.GAMMON,
}
LOSERS = {
    WinKind.SINGLE: "off:1 6:14",
    WinKind.GAMMON: "6:15",
    WinKind.BACKGAMMON: "bar:1 6:14",
}


def each_row(*sections: str) -> pytest.MarkDecorator:
    """One test for each row of the sections."""
    rows = [row for section in sections for row in SECTIONS[section]]
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["id"])


def seated(side: Side, own: str, other: str):
    """A position with `own` on the side's seat."""
    return position(own, other) if side is WHITE else position(other, own)


def with_last_move(state: MatchState, winner: Side, kind: WinKind, cube: Cube) -> Sitting:
    """The running game staged so that the winner's next move ends it in that way."""
    game = replace(
        state.running_game,
        position=seated(winner, "1:1 off:14", LOSERS[kind]),
        on_roll=winner,
        dice=Dice(2, 1),
        cube=cube,
    )
    return Sitting(replace(state, phase=Phase.TO_MOVE, to_act=winner, game=game))


def won(state: MatchState, winner: Side, kind: WinKind, cube: Cube) -> tuple[MatchState, int]:
    """The state after the winner has won like that, and the points of the game."""
    sitting = with_last_move(state, winner, kind, cube)
    batch = sitting.act(winner, MakePlay((Move(1, 2),)))
    points = next(event.points for event in batch if isinstance(event, GameWon))
    return sitting.state, points


def opened(state: MatchState) -> MatchState:
    """The next game begun by the house; white throws the higher die."""
    sitting = Sitting(state, throws=[(2, 1)])
    sitting.act(None, OpenGame())
    return sitting.state


def cube_owned(row: Row, winner: Side) -> Cube:
    """The cube of a scoring row."""
    owners = {"loser owns": winner.other, "winner owns": winner, "centre": None}
    return Cube(row["cube"], owners[row.get("cube_position", "centre")])


def money(**cube: Any) -> Rules:
    """A set of games with these cube options."""
    base = Rules.fixed(99)
    return replace(base, cube=replace(base.cube, **cube))
