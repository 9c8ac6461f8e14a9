"""The cases D-CUB-05 to D-CUB-07 of cube and chips, at a table of two sockets."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Cube, CubeRules, Rules, Side
from tests.matches.builders import CLOCK, a_match, to_move, to_roll
from tests.matches.sockets import Player
from tests.matches.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

NEARLY_DONE = "1:1 off:14"
LOSERS = {"single": "6:14 off:1", "gammon": "6:15", "backgammon": "20:1 6:14"}
"""Where Black stands when White bears off its last checker, by what that is."""

Lay = Callable[..., Awaitable[Table]]


@pytest.fixture
def lay(alice, bob, owner, sit, unhurried) -> Lay:
    """Seats Alice (White) and Bob (Black) at a table of chips."""

    async def lay_one(rules: Rules) -> Table:
        match = await in_database(a_match)(alice, bob, rules)
        return Table(match, await sit(match, alice), await sit(match, bob))

    return lay_one


def is_ack(answer: dict[str, Any]) -> bool:
    return answer["type"] == "ack"


async def answers(one: Player, other: Player, kind: str) -> dict[str, Any]:
    """What the other does about what the first has just done, which he has seen."""
    await other.hear_up_to(one.seq)
    return await other.act(kind)


async def win(table: Table, kind: str, *, cube: Cube | None = None) -> None:
    """White bears off its last checker against a loser of this kind."""
    white, black = await table.show(
        to_move, Side.WHITE, (6, 5), white=NEARLY_DONE, black=LOSERS[kind], cube=cube
    )
    assert is_ack(await white.act("play", moves=[[1, 6]]))
    await black.hear_up_to(white.seq)


# --- D-CUB-05 -----------------------------------------------------------------------------


def money(**options: Any) -> CubeRules:
    return CubeRules(dead_cube=False, jacoby=True, beavers=True, **options)


@pytest.mark.parametrize(
    ("kind", "cube", "chips"),
    [("gammon", Cube(1), 1), ("backgammon", Cube(2, Side.BLACK), 6), ("gammon", Cube(2), 2)],
    ids=["a, no double", "b, taken", "d, an automatic double"],
)
async def test_d_cub_05_only_an_accepted_double_lets_gammons_count(
    lay, owner, kind: str, cube: Cube, chips: int
) -> None:
    cube_rules = money(automatic_doubles=1)
    table = await lay(Rules.table(1, 50, 50, clock=CLOCK, cube=cube_rules))
    await win(table, kind, cube=cube)
    [game] = owner.games
    assert (game.kind, game.cube_value, game.points, game.chips) == (kind, cube.value, chips, chips)
    state = await table.agree()
    assert state.score == (50 + chips, 50 - chips)


async def test_d_cub_05_c_a_refused_double_costs_one_point(lay, owner) -> None:
    table = await lay(Rules.table(1, 50, 50, clock=CLOCK))
    white, black = await table.show(to_roll, Side.WHITE, black=LOSERS["gammon"], white="1:15")
    assert is_ack(await white.act("double"))
    assert is_ack(await answers(white, black, "drop"))
    [game] = owner.games
    assert (game.kind, game.cube_value, game.points, game.chips) == ("single", 1, 1, 1)


# --- D-CUB-06 -----------------------------------------------------------------------------


async def beavered(lay: Lay) -> tuple[Table, Player, Player]:
    """At a stake of one White has doubled and Black has turned the cube back."""
    table = await lay(Rules.table(1, 50, 50, clock=CLOCK))
    white, black = await table.show(to_roll, Side.WHITE)
    assert is_ack(await white.act("double"))
    assert is_ack(await answers(white, black, "beaver"))
    await white.hear_up_to(black.seq)
    return table, white, black


async def test_d_cub_06_a_beaver_that_is_accepted_makes_it_four_and_stays_with_its_owner(
    lay, owner
) -> None:
    table, white, black = await beavered(lay)
    assert is_ack(await white.act("take"))
    await black.hear_up_to(white.seq)
    state = await table.agree()
    assert state.running_game.cube == Cube(4, Side.BLACK)

    white, black = await table.show(to_roll, Side.WHITE, cube=Cube(4, Side.BLACK))
    assert (await white.act("double"))["code"] == "rules.not_owner"
    black, _white = await table.show(to_roll, Side.BLACK, cube=Cube(4, Side.BLACK))
    assert is_ack(await black.act("double"))
    assert black.events[-1]["value"] == 8

    white, black = await table.show(
        to_roll, Side.WHITE, white=LOSERS["single"], cube=Cube(4, Side.BLACK)
    )
    assert is_ack(await white.act("resign", level="single"))
    assert [game.chips for game in owner.games] == [4]


async def test_d_cub_06_who_refuses_a_beaver_loses_the_doubled_stake(lay, owner) -> None:
    table, white, _black = await beavered(lay)
    assert is_ack(await white.act("drop"))
    [game] = owner.games
    assert (game.kind, game.cube_value, game.points, game.chips) == ("single", 2, 2, 2)
    assert (await table.stored()).score == (48, 52)


async def test_d_cub_06_no_beaver_after_the_take_and_no_roll_before_the_answer(lay) -> None:
    table = await lay(Rules.table(1, 50, 50, clock=CLOCK))
    white, black = await table.show(to_roll, Side.WHITE)
    assert is_ack(await white.act("double"))
    assert (await white.act("roll"))["code"] == "rules.not_your_turn"
    assert is_ack(await answers(white, black, "take"))
    assert (await black.act("beaver"))["code"] == "rules.not_your_turn"
    assert await table.new_events() == ["doubled", "taken"]


# --- D-CUB-07 -----------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "chips"), [("single", 12), ("gammon", 15), ("backgammon", 15)])
async def test_d_cub_07_nobody_loses_more_than_the_smaller_stack(
    lay, owner, kind: str, chips: int
) -> None:
    table = await lay(Rules.table(3, 30, 15, clock=CLOCK))
    await win(table, kind, cube=Cube(4, Side.WHITE))
    [game] = owner.games
    assert (game.chips, game.score) == (chips, (30 + chips, 15 - chips))
    assert game.score[1] >= 0
    is_over = (await table.agree()).outcome is not None
    assert is_over is (chips == 15)
    assert len(owner.results) == is_over


async def test_d_cub_07_no_double_once_the_cube_covers_the_smaller_stack(lay) -> None:
    table = await lay(Rules.table(3, 30, 15, clock=CLOCK))
    white, _black = await table.show(to_roll, Side.WHITE, cube=Cube(8, Side.WHITE))
    assert (await white.act("double"))["code"] == "rules.stake_covered"


async def test_a_table_is_left_between_games_over_the_socket(lay, owner) -> None:
    table = await lay(Rules.table(3, 30, 15, clock=CLOCK))
    white, black = await table.show(to_roll, Side.WHITE)
    assert (await black.act("leave"))["code"] == "rules.leave_mid_game"
    assert is_ack(await white.act("resign", level="single"))
    await black.hear_up_to(white.seq)
    assert is_ack(await black.act("leave"))
    await white.hear_up_to(black.seq)
    state = await table.agree()
    assert state.score == (27, 18)
    assert [result.reason for result in owner.results] == ["left"]
    assert (await white.act("start"))["code"] == "match.over"
