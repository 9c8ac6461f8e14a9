"""The cases D-RUL of play at a real board: two sockets, either seat, every listed attempt."""

from collections.abc import Iterator
from typing import Any

import pytest

from backgammon import Cube, OpenGame, Phase, Rules, Side, decide, initial_state
from backgammon.events import OpeningRolled
from backgammon.notation.codec import play_to_list
from matches.dice import DiceSeed, HouseDice
from tests.matches.builders import to_move
from tests.matches.sockets import Player
from tests.rules.builders import golden, moves

pytestmark = pytest.mark.django_db(transaction=True)

CASES = golden("cases.json")

REFUSED = {
    "D-RUL-01": ["13/10", "", "13/10 10/4", "13/7 7/4"],
    "D-RUL-02": ["13/7", "", "13/7 7/4", "13/10 10/4"],
    "D-RUL-03": ["10/6", "11/7", "10/6 11/7", "10/4 11/7", ""],
    "D-RUL-04": ["bar/19", "bar/23", "bar/19 2/off", "13/7 bar/23", "bar/23 bar/19", ""],
    "D-RUL-05": ["bar/21", "bar/19 2/off", "2/off(6)", ""],
    "D-RUL-06": ["bar/21 8/7", "8/7", "bar/24", "8/7 8/4", "bar/21 bar/24", ""],
    "D-RUL-07": ["13/9 9/5", "13/9 9/5 5/1 24/20", "13/9 9/5 5/1 3/off(4)", "24/20", ""],
    "D-RUL-08": ["4/off(5) 6/5", "4/off(5)", "6/1", "6/5", "2/off(5) 6/5", ""],
    "D-RUL-09": ["", "4/2", "4/off(6) 4/2", "4/off(2)"],
    "D-RUL-10": ["18/13", "18/15", "18/13 18/15", ""],
    "D-RUL-16": ["bar/22 1/off", "bar/24 3/off", "bar/22", "3/2 bar/22", ""],
}


def text_of(checkers: dict[str, Any]) -> str:
    """The checkers of a case as the builders take them."""
    points = " ".join(f"{point}:{count}" for point, count in checkers["points"].items())
    return f"{points} bar:{checkers['bar']} off:{checkers['off']}"


def shown(player: Player, side: Side) -> dict[str, Any]:
    """A side's checkers on a player's screen, as the cases write them."""
    cells = player.state.running_game.position.of(side)
    points = {str(point): cells[point] for point in range(24, 0, -1) if cells[point]}
    return {"points": points, "bar": cells[25], "off": cells[0]}


def seated(side: Side, mover: str, other: str) -> dict[str, str]:
    """The checkers of the one who is to act and of the other, by colour."""
    return {side.value: mover, side.other.value: other}


async def play(player: Player, text: str, **how: Any) -> dict[str, Any]:
    return await player.act("play", moves=play_to_list(moves(text)), **how)


async def is_refused(player: Player, text: str) -> bool:
    answer = await play(player, text)
    return answer["code"].startswith("rules.") and bool(answer["message"])


def results_of(case_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every listed way to every legal result."""
    for result in CASES[case_id]["legal_results"]:
        for text in result["plays"]:
            yield text, result


@pytest.mark.parametrize("case_id", REFUSED)
async def test_d_rul_15_every_attempt_of_a_case_is_answered_alike_in_both_seats(
    table, case_id
) -> None:
    case = CASES[case_id]
    for side in Side:
        start = seated(side, text_of(case["mover"]), text_of(case["opponent"]))
        mover, other = await table.show(to_move, side, tuple(case["dice"]), **start)
        before = await table.stored()
        for text in REFUSED[case_id]:
            assert await is_refused(mover, text), (side, text)
        assert (await play(other, REFUSED[case_id][0]))["code"] == "rules.not_your_turn"
        assert await table.stored() == before
        assert await table.new_events() == []
        assert {message["type"] for message in other.heard} == {"error"}
        for text, result in results_of(case_id):
            mover, other = await table.show(to_move, side, tuple(case["dice"]), **start)
            assert (await play(mover, text))["type"] == "ack", (side, text)
            await table.agree()
            assert [message["type"] for message in other.heard] == ["match.events"]
            assert shown(other, side) == result["mover_after"]
            assert shown(mover, side.other) == result["opponent_after"]


async def test_d_rul_07_a_double_is_one_turn_and_passes_to_the_other(table) -> None:
    case = CASES["D-RUL-07"]
    start = seated(Side.WHITE, text_of(case["mover"]), text_of(case["opponent"]))
    white, _black = await table.show(to_move, Side.WHITE, (4, 4), **start)
    await play(white, "13/9 9/5 5/1")
    state = await table.agree()
    assert (state.phase, state.to_act) == (Phase.TO_ROLL, Side.BLACK)
    assert (await white.act("roll"))["code"] == "rules.not_your_turn"
    assert (await white.act("double"))["code"] == "rules.not_your_turn"


@pytest.mark.parametrize("text", ["4/off(6)", "4/2 2/off(6)"])
async def test_d_rul_09_the_last_checker_ends_the_game_at_once_on_both_screens(
    table, owner, text
) -> None:
    case = CASES["D-RUL-09"]
    start = seated(Side.BLACK, text_of(case["mover"]), text_of(case["opponent"]))
    black, white = await table.show(to_move, Side.BLACK, (6, 2), **start)
    assert (await play(black, text))["type"] == "ack"
    state = await table.agree()
    assert (state.phase, state.score) == (Phase.BETWEEN_GAMES, (0, 1))
    assert [event["type"] for event in white.events] == ["played", "game_won"]
    assert [game.points for game in owner.games] == [1]
    for kind in ("roll", "play"):
        fields = {"moves": [[4, 6]]} if kind == "play" else {}
        assert (await black.act(kind, **fields))["code"] == "rules.wrong_phase"


async def test_d_rul_11_no_checker_is_made_or_lost_by_half_second_or_repeated_turns(table) -> None:
    def counts(player: Player) -> tuple[int, int]:
        position = player.state.running_game.position
        return sum(position.white), sum(position.black)

    start = {"white": "24:2 8:1 6:2 1:10", "black": "20:1 6:5 2:9"}
    white, black = await table.show(to_move, Side.WHITE, (3, 1), **start)
    assert await is_refused(white, "8/5")  # a hit, taken back before it was confirmed
    await white.refresh()
    assert shown(white, Side.BLACK) == {"points": {"20": 1, "6": 5, "2": 9}, "bar": 0, "off": 0}
    first = await play(white, "6/5 6/3", id="confirmed")
    assert first["type"] == "ack"
    assert await play(white, "6/5 6/3", id="confirmed") == first
    assert (await play(white, "6/5 6/3"))["code"] == "rules.not_your_turn"
    assert (await play(white, "8/5 6/5", seen=100))["code"] == "match.stale"
    state = await table.agree()
    assert counts(white) == counts(black) == (15, 15)
    assert state.running_game.position.black[25] == 1
    assert await table.new_events() == ["played"]


async def test_d_rul_12_five_endings_have_the_value_the_loser_left_them(table, owner) -> None:
    endings = [
        ("6:10 5:4 off:1", 2),
        ("18:2 13:5 8:3 6:5", 4),
        ("19:1 6:14", 6),
        ("bar:1 6:14", 6),
        ("bar:1 6:13 off:1", 2),
    ]
    for side in Side:
        for loser, points in endings:
            start = seated(side, "1:1 off:14", loser)
            cube = Cube(2, side.other)
            winner, _loser = await table.show(to_move, side, (6, 5), cube=cube, **start)
            assert (await play(winner, "1/off(6)"))["type"] == "ack"
            state = await table.agree()
            assert state.score == ((points, 0) if side is Side.WHITE else (0, points)), loser
            assert owner.games[-1].points == points
    assert len(owner.games) == 2 * len(endings)


async def test_d_rul_13_ties_are_thrown_again_and_the_starter_plays_the_opening_dice(
    match, alice, bob, sit, throws
) -> None:
    throws((4, 4), (2, 5), (6, 6))
    white, black = await sit(match, alice), await sit(match, bob)
    await white.hear_up_to(3)
    opening = ["game_started", "opening_rolled", "opening_rolled"]
    assert [event["type"] for event in white.events] == opening
    for kind in ("roll", "double"):
        assert (await black.act(kind))["type"] == "error"
        assert (await white.act(kind))["code"] == "rules.not_your_turn"
    for state in (white.state, black.state):
        assert (state.to_act, state.running_game.dice.pips) == (Side.BLACK, (5, 2))
    assert await is_refused(black, "13/9 13/9")
    assert (await play(black, "13/8 13/11"))["type"] == "ack"


def test_d_rul_13_each_seat_starts_about_half_of_the_games_and_never_with_a_double() -> None:
    seed, start = DiceSeed("opening", bytes(32)), initial_state(Rules.match(25))
    games, white_starts = 4_000, 0
    for game in range(1, games + 1):
        dice = HouseDice(seed, game=game, throws=0)
        last = decide(start, None, OpenGame(), dice=dice, now_ms=0)[-1]
        assert isinstance(last, OpeningRolled)
        assert last.white != last.black
        white_starts += last.white > last.black
    assert abs(white_starts - games / 2) < 4 * (games / 4) ** 0.5  # four standard deviations


async def test_d_rul_14_a_die_is_spent_when_used_and_the_dice_stay_until_the_turn_is_over(
    table,
) -> None:
    white, black = await table.show(to_move, Side.WHITE, (6, 1))
    for text in ("13/7 13/7", "24/23 23/22", "13/7", "24/23"):
        assert await is_refused(white, text)
    assert (await white.act("roll"))["code"] == "rules.wrong_phase"
    for kind, fields in (("roll", {}), ("play", {"moves": [[13, 6], [24, 1]]})):
        assert (await black.act(kind, **fields))["code"] == "rules.not_your_turn"
    for player in (white, black):
        await player.refresh()
        assert player.state.running_game.dice.pips == (6, 1)
    assert (await play(white, "13/7 8/7"))["type"] == "ack"
    assert (await play(white, "13/7 8/7"))["code"] == "rules.not_your_turn"
    assert await table.new_events() == ["played"]
