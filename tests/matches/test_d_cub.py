"""The cases D-CUB of cube, score and resignation at a real board: two sockets and their tabs."""

from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Cube, CubeRules, Phase, Rules, Side
from chat.models import Message
from tests.matches.builders import CLOCK, a_match, to_move, to_roll
from tests.matches.sockets import Player, forget_everything
from tests.matches.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def is_ack(answer: dict[str, Any]) -> bool:
    return answer["type"] == "ack"


async def loses(loser: Player, winner: Player, level: str) -> None:
    """One gives the game up at a level, the other agrees, both are ready for the next."""
    assert is_ack(await loser.act("resign", level=level))
    await winner.hear_up_to(loser.seq)
    assert is_ack(await winner.act("resign_accept"))
    assert is_ack(await winner.act("start"))
    await loser.hear_up_to(winner.seq)
    assert is_ack(await loser.act("start"))
    await winner.hear_up_to(loser.seq)


async def at_once(*asked: tuple[Player, str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages sent before the first of them is answered; their answers."""
    ids = [await player.send(f"match.{kind}", **fields) for player, kind, fields in asked]
    senders = [player for player, _kind, _fields in asked]
    return [await player.answer(id_) for player, id_ in zip(senders, ids, strict=True)]


# --- D-CUB-01 -----------------------------------------------------------------------------


async def test_d_cub_01_one_crawford_game_that_survives_reload_and_restart(
    alice, bob, owner, sit, throws
) -> None:
    match = await in_database(a_match)(alice, bob, Rules.match(5, clock=CLOCK))
    opening, b_rolls = (3, 1), (6, 5)
    throws(opening, opening, opening, b_rolls, opening)
    a, b = await sit(match, alice), await sit(match, bob)
    await a.hear_up_to(b.seq)
    for _game in (1, 2):
        assert not a.state.running_game.crawford
        await loses(b, a, "gammon")
    assert (a.state.score, a.state.running_game.crawford) == ((4, 0), True)

    assert is_ack(await a.act("play", moves=[[8, 3], [6, 1]]))
    await b.hear_up_to(a.seq)
    assert (await b.act("double"))["code"] == "rules.crawford"
    for player in (a, b):
        await player.leave()
    await forget_everything()
    a, b = await sit(match, alice), await sit(match, bob)
    assert (await b.act("double"))["code"] == "rules.crawford"
    assert is_ack(await b.act("roll"))
    assert is_ack(await b.act("play", moves=[[24, 6], [18, 5]]))
    await a.hear_up_to(b.seq)
    assert (await a.act("double"))["code"] == "rules.crawford"
    await loses(a, b, "gammon")

    assert (a.state.score, a.state.running_game.crawford) == ((4, 2), False)
    assert is_ack(await a.act("play", moves=[[8, 3], [6, 1]]))
    await b.hear_up_to(a.seq)
    assert is_ack(await b.act("double"))
    await a.hear_up_to(b.seq)
    assert is_ack(await a.act("take"))


# --- D-CUB-02, 03 -------------------------------------------------------------------------


async def test_d_cub_02_a_dropped_double_costs_the_value_before_it(table, owner) -> None:
    for cube, score, after in (
        (Cube(1), (0, 0), (1, 0)),
        (Cube(2, Side.WHITE), (0, 0), (2, 0)),
    ):
        doubler, other = await table.show(to_roll, Side.WHITE, cube=cube, score=score)
        assert is_ack(await doubler.act("double"))
        await other.hear_up_to(doubler.seq)
        assert is_ack(await other.act("drop"))
        state = await table.agree()
        assert state.score == after
        assert owner.games[-1].points == cube.value


async def test_d_cub_02_a_dropped_double_can_end_the_match(alice, bob, owner, sit) -> None:
    cube_rules = CubeRules(crawford=True, dead_cube=False)
    rules = Rules.match(7, clock=CLOCK, cube=cube_rules)
    match = await in_database(a_match)(alice, bob, rules)
    table = Table(match, await sit(match, alice), await sit(match, bob))
    doubler, other = await table.show(to_roll, Side.WHITE, cube=Cube(2, Side.WHITE), score=(5, 0))
    assert is_ack(await doubler.act("double"))
    await other.hear_up_to(doubler.seq)
    assert is_ack(await other.act("drop"))
    state = await table.agree()
    assert (state.phase, state.score) == (Phase.OVER, (7, 0))
    assert [result.score for result in owner.results] == [(7, 0)]


async def test_d_cub_03_only_who_took_last_may_redouble_and_every_screen_shows_the_cube(
    table, alice, bob, sit
) -> None:
    async def everybody_sees(value: int, owner_of_cube: Side | None) -> None:
        state = await table.agree()
        assert state.running_game.cube == Cube(value, owner_of_cube)
        reloaded = await sit(table.match, bob)
        assert reloaded.state == state
        await reloaded.leave()

    async def turn(side: Side, asked: str, answered: str = "") -> dict[str, Any]:
        cube = (await table.stored()).running_game.cube
        player, other = await table.show(to_roll, side, cube=cube)
        answer = await player.act(asked)
        if answered:
            await other.hear_up_to(player.seq)
            await everybody_sees(cube.value, cube.owner)
            assert is_ack(await other.act(answered))
        return answer

    await table.show(to_roll, Side.WHITE)
    await everybody_sees(1, None)
    assert is_ack(await turn(Side.WHITE, "double", "take"))
    await everybody_sees(2, Side.BLACK)
    assert (await turn(Side.WHITE, "double"))["code"] == "rules.not_owner"
    assert is_ack(await turn(Side.BLACK, "double", "take"))
    await everybody_sees(4, Side.WHITE)
    assert (await turn(Side.BLACK, "double"))["code"] == "rules.not_owner"
    assert is_ack(await turn(Side.WHITE, "double", "take"))
    await everybody_sees(8, Side.BLACK)


# --- D-CUB-04 -----------------------------------------------------------------------------


async def test_d_cub_04_no_double_after_the_roll_out_of_turn_or_twice(table) -> None:
    white, black = await table.show(to_move, Side.WHITE, (6, 1))
    assert (await white.act("double"))["code"] == "rules.already_rolled"
    assert (await black.act("double"))["code"] == "rules.not_your_turn"
    white, black = await table.show(to_roll, Side.WHITE)
    assert (await black.act("double"))["code"] == "rules.not_your_turn"
    first, second = await at_once(
        (white, "double", {"seen": white.seq}), (white, "double", {"seen": white.seq})
    )
    assert (first["type"], second["code"]) == ("ack", "match.stale")
    assert (await white.act("double"))["code"] == "rules.not_your_turn"
    assert await table.new_events() == ["doubled"]


async def double_or_roll(table: Table, tab: Player, *, times: int) -> None:
    """Both sent in one instant, from one page or from two; each order of arrival."""
    for number in range(times):
        white, black = await table.show(to_roll, Side.WHITE)
        await tab.refresh()
        other_page = tab if number % 2 else white
        asked = [(white, "double", {"seen": white.seq}), (other_page, "roll", {"seen": white.seq})]
        answers = await at_once(*(reversed(asked) if number % 4 < 2 else asked))
        assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
        assert {answer.get("code") for answer in answers} <= {None, "match.stale"}
        kinds = await table.new_events()
        assert ("doubled" in kinds) is not ("rolled" in kinds)
        await black.hear_up_to(white.seq)
        await table.agree()


async def test_d_cub_04_double_and_roll_in_the_same_instant_are_one_of_the_two(
    table, alice, sit
) -> None:
    await double_or_roll(table, await sit(table.match, alice), times=8)


@pytest.mark.slow
async def test_d_cub_04_two_hundred_races_of_double_and_roll(table, alice, sit) -> None:
    await double_or_roll(table, await sit(table.match, alice), times=200)


async def test_d_cub_04_while_a_double_is_open_only_its_answer_counts_and_talk_goes_on(
    table,
) -> None:
    white, black = await table.show(to_roll, Side.WHITE)
    assert is_ack(await white.act("double"))
    await black.hear_up_to(white.seq)
    for kind, fields in (("roll", {}), ("play", {"moves": [[13, 6], [8, 1]]}), ("take", {})):
        assert (await white.act(kind, **fields))["code"] == "rules.not_your_turn"
    for kind, fields in (("roll", {}), ("play", {"moves": [[13, 6], [8, 1]]}), ("double", {})):
        assert (await black.act(kind, **fields))["code"].startswith("rules.")
    room = f"match:{table.match.public_id}"
    said = await black.answer(await black.send("chat.say", room=room, text="hm, let me think"))
    assert is_ack(said)
    assert await in_database(Message.objects.count)() == 1
    assert await table.new_events() == ["doubled"]


async def test_d_cub_04_resigning_against_an_open_double_is_a_drop(table, owner) -> None:
    white, black = await table.show(to_roll, Side.WHITE, cube=Cube(2, Side.WHITE))
    assert is_ack(await white.act("double"))
    await black.hear_up_to(white.seq)
    assert is_ack(await black.act("resign", level="backgammon"))
    assert (await table.agree()).score == (2, 0)


@pytest.mark.parametrize("answers", [("take", "take", "drop"), ("drop", "drop", "take")])
async def test_d_cub_04_the_first_answer_to_a_double_counts(table, owner, answers) -> None:
    white, black = await table.show(to_roll, Side.WHITE)
    assert is_ack(await white.act("double"))
    await black.hear_up_to(white.seq)
    said = await at_once(*((black, answer, {"seen": black.seq}) for answer in answers))
    assert [answer["type"] for answer in said] == ["ack", "error", "error"]
    kinds = await table.new_events()
    assert [kind for kind in kinds if kind in {"taken", "dropped"}] == [
        {"take": "taken", "drop": "dropped"}[answers[0]]
    ]
    assert len(owner.games) == kinds.count("game_won")


# --- D-CUB-08 -----------------------------------------------------------------------------


async def test_d_cub_08_a_shut_out_player_is_asked_before_the_dice_are_thrown(
    table, throws
) -> None:
    start = {"white": "8:1 7:1 6:2 5:2 4:2 3:2 2:2 1:1 off:2", "black": "bar:1 6:5 5:5 4:4"}
    white, black = await table.show(to_move, Side.WHITE, (6, 1), **start)
    assert is_ack(await white.act("play", moves=[[7, 6], [8, 1]]))
    await black.hear_up_to(white.seq)
    assert (black.state.phase, black.state.to_act) == (Phase.TO_ROLL, Side.BLACK)
    assert await table.new_events() == ["played"]
    assert is_ack(await black.act("double"))
    await white.hear_up_to(black.seq)
    assert is_ack(await white.act("take"))
    await black.hear_up_to(white.seq)
    throws((6, 5))
    assert is_ack(await black.act("roll"))
    state = await table.agree()
    assert (state.phase, state.to_act) == (Phase.TO_ROLL, Side.WHITE)


# --- D-CUB-09 -----------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [("a", "b", "c"), ("a", "a", "a")], ids=["new ids", "same id"])
async def test_d_cub_09_a_resignation_sent_three_times_costs_one_game(
    alice, bob, owner, sit, ids
) -> None:
    match = await in_database(a_match)(alice, bob, Rules.match(7, clock=CLOCK))
    table = Table(match, await sit(match, alice), await sit(match, bob))
    a, b = await table.show(to_roll, Side.WHITE, cube=Cube(2, Side.BLACK))
    seen = a.seq
    asked = [(a, "resign", {"level": "backgammon", "seen": seen, "id": id_}) for id_ in ids]
    answers = await at_once(*asked)
    if len(set(ids)) == 1:
        assert answers == [answers[0]] * 3
        assert is_ack(answers[0])
    else:
        assert [answer["type"] for answer in answers] == ["ack", "error", "error"]
    assert (await table.agree()).score == (0, 6)

    assert is_ack(await a.act("start"))
    await b.hear_up_to(a.seq)
    assert is_ack(await b.act("start"))
    await a.hear_up_to(b.seq)
    late = await a.act("resign", level="backgammon", seen=seen)
    assert late["code"] == "match.stale"
    state = await table.agree()
    assert (state.score, state.game_number) == ((0, 6), 2)
    assert state.running_game.offer is None
    assert len(owner.games) == 1
