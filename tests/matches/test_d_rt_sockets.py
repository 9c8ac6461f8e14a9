"""The cases D-RT of tabs, repeats, lost connections and flapping players, at a real board."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import (
    Action,
    Beaver,
    CubeRules,
    Double,
    GivenDice,
    MatchState,
    Phase,
    Resign,
    Rules,
    Side,
    WinKind,
    decide,
    evolve,
)
from chat.models import Message
from matches.models import Match
from tests.matches.builders import CLOCK, a_match, to_move, to_roll
from tests.matches.elsewhere import from_elsewhere
from tests.matches.sockets import Player
from tests.matches.table import Table
from wire.hub import FRAME, Parcel
from wire.presence import users_online

pytestmark = pytest.mark.django_db(transaction=True)

OPENING = [[13, 6], [8, 1]]


def presences(player: Player) -> list[tuple[str, bool]]:
    """Who came and went, as this player was told."""
    told = (message for message in player.heard if message["type"] == "match.presence")
    return [(message["side"], message["online"]) for message in told]


# --- D-RT-01: the same player in two tabs -------------------------------------------------


async def test_d_rt_01_every_tab_hears_everything_and_the_old_position_is_refused(
    table, alice, sit
) -> None:
    white, _black = await table.show(to_move, Side.WHITE, (6, 1))
    tab = await sit(table.match, alice)
    answer = await white.act("play", moves=OPENING)
    assert answer["type"] == "ack"
    late = await tab.act("play", moves=OPENING, seen=table.number)
    assert late["code"] == "match.stale"
    assert (await tab.hear("match.snapshot"))["seq"] == answer["seq"]
    assert tab.state == await table.agree()
    assert await table.new_events() == ["played"]


async def test_d_rt_01_leaving_means_the_last_tab(table, alice, sit) -> None:
    white, black = table.white, table.black
    tab = await sit(table.match, alice)
    black.heard.clear()
    await tab.leave()
    await black.catch_up()
    assert (Side.WHITE.value, False) not in presences(black)
    assert await in_database(users_online)([alice.pk]) == {alice.pk}
    await white.leave()
    assert (await black.hear("match.presence"))["online"] is False
    assert await in_database(users_online)([alice.pk]) == set()
    await sit(table.match, alice)
    assert (await black.hear("match.presence"))["online"] is True


async def test_d_rt_01_a_tab_that_closes_in_another_process_is_answered_by_the_one_here(
    table, valkey
) -> None:
    table.black.heard.clear()
    gone = '{"type":"match.presence","side":"white","online":false}'
    from_elsewhere(valkey, Parcel(f"match:{table.match.public_id}", FRAME, gone))
    while ("white", True) not in presences(table.black):
        await table.black.next()
    assert presences(table.black)[-1] == ("white", True)


# --- D-RT-02: the same command twice --------------------------------------------------------


def after(state: MatchState, side: Side, action: Action) -> MatchState:
    assert state.clock is not None
    for event in decide(state, side, action, dice=GivenDice([]), now_ms=state.clock.since_ms):
        state = evolve(state, event)
    return state


def doubled(match: Match, side: Side) -> MatchState:
    """The other side has offered the cube."""
    return after(to_roll(match, side.other), side.other, Double())


def offered(match: Match, side: Side) -> MatchState:
    """The other side has offered to lose a single game."""
    return after(to_roll(match, side), side.other, Resign(WinKind.SINGLE))


def between_games(match: Match, side: Side) -> MatchState:
    """The other side has just lost a game."""
    return after(to_roll(match, side), side.other, Resign(WinKind.BACKGAMMON))


def beavered(match: Match, side: Side) -> MatchState:
    """The other side has turned the cube back."""
    return after(doubled(match, side.other), side.other, Beaver())


Commands = Mapping[str, tuple[Callable[..., MatchState], dict[str, Any]]]

COMMANDS: Commands = {
    "roll": (to_roll, {}),
    "double": (to_roll, {}),
    "play": (lambda match, side: to_move(match, side, (6, 1)), {"moves": OPENING}),
    "take": (doubled, {}),
    "drop": (doubled, {}),
    "resign": (to_roll, {"level": "single"}),
    "resign_accept": (offered, {}),
    "resign_decline": (offered, {}),
    "start": (between_games, {}),
}
MONEY_COMMANDS: Commands = {"beaver": (doubled, {}), "raccoon": (beavered, {})}


async def assert_done_once(
    table: Table, kind: str, arrange: Callable[..., MatchState], fields: dict[str, Any]
) -> None:
    for ids in (("same", "same"), ("one", "another")):
        player, other = await table.show(arrange, Side.WHITE)
        seen = player.seq
        for id_ in ids:
            await player.send(f"match.{kind}", seen=seen, id=f"{kind} {id_}", **fields)
        first, second = [await player.answer(f"{kind} {id_}") for id_ in ids]
        assert first["type"] == "ack", (kind, first)
        if ids[0] == ids[1]:
            assert second == first
        else:
            assert second["code"] == "match.stale"
        await table.agree()
        assert first["seq"] == table.number + len(await table.new_events())
        assert [message["type"] for message in other.heard] == ["match.events"]


async def test_d_rt_02_every_command_is_carried_out_once_and_answered_twice(table) -> None:
    for kind, (arrange, fields) in COMMANDS.items():
        await assert_done_once(table, kind, arrange, fields)


async def test_d_rt_02_beaver_and_raccoon_are_turned_once(alice, bob, owner, sit) -> None:
    cube = CubeRules(beavers=True, raccoons=True, dead_cube=False)
    rules = Rules.table(1, 100, 100, cube=cube, clock=CLOCK)
    match = await in_database(a_match)(alice, bob, rules)
    table = Table(match, await sit(match, alice), await sit(match, bob))
    for kind, (arrange, fields) in MONEY_COMMANDS.items():
        await assert_done_once(table, kind, arrange, fields)


async def test_d_rt_02_a_line_sent_twice_is_said_once_and_two_lines_are_two(table) -> None:
    white, black = table.white, table.black
    room = f"match:{table.match.public_id}"
    await black.open_room(room)
    black.heard.clear()
    for id_ in ("a", "a", "b"):
        await white.send("chat.say", room=room, text="good luck", id=id_)
    first, again, second = [await white.answer(id_) for id_ in ("a", "a", "b")]
    assert first == again
    assert second["seq"] > first["seq"]
    await black.catch_up()
    lines = [message for message in black.heard if message["type"] == "chat.message"]
    assert [line["message"]["text"] for line in lines] == ["good luck"] * 2
    assert await in_database(Message.objects.count)() == 2


# --- D-RT-03: a move made while the connection is down ---------------------------------------


async def reconnected(table: Table, sit: Callable[..., Any], user: Any, old: Player) -> Player:
    await old.leave()
    table.white = await sit(table.match, user, after=old)
    return table.white


async def test_d_rt_03_a_play_that_was_never_answered_is_repeated_after_the_break(
    table, alice, sit
) -> None:
    for was_received in (True, False):
        white, _black = await table.show(to_move, Side.WHITE, (6, 1))
        seen, id_ = white.seq, f"play {was_received}"
        if was_received:  # and the connection went down before the answer was read
            await white.send("match.play", seen=seen, moves=OPENING, id=id_)
        back = await reconnected(table, sit, alice, white)
        answer = await back.act("play", seen=seen, moves=OPENING, id=id_)
        assert (answer["type"], answer["seq"]) == ("ack", seen + 1)
        await table.agree()
        assert await table.new_events() == ["played"]


async def test_d_rt_03_a_command_from_before_the_break_is_answered_with_the_present(
    table, alice, sit
) -> None:
    white, black = await table.show(to_move, Side.WHITE, (6, 1))
    seen = white.seq
    await white.leave()
    assert (await black.act("resign", level="single"))["type"] == "ack"
    back = await sit(table.match, alice, after=white)
    assert back.state.running_game.offer is not None  # told before anything is asked
    refused = await back.act("play", seen=seen, moves=OPENING)
    assert (refused["code"], refused["data"]) == ("match.stale", {"seq": seen + 1})
    snapshot = await back.hear("match.snapshot")
    assert (snapshot["seq"], snapshot["state"]["phase"]) == (seen + 1, "to_move")
    table.white = back
    await table.agree()


# --- D-RT-07: leaving again and again -------------------------------------------------------


async def test_d_rt_07_short_returns_buy_no_time_and_are_seen_by_the_other(
    clock, table, bob, sit
) -> None:
    white, black = table.white, table.black
    await table.show(to_roll, Side.BLACK)
    deadline_ms = (await in_database(Match.objects.get)(pk=table.match.pk)).deadline_ms
    await black.leave()
    await white.hear("match.presence")
    for _again in range(5):
        clock.pass_s(25)
        back = await sit(table.match, bob)
        assert back.state == white.state
        await back.leave()
        await white.hear("match.presence")
        await white.hear("match.presence")
    assert presences(white)[-4:] == [("black", True), ("black", False)] * 2
    assert (await in_database(Match.objects.get)(pk=table.match.pk)).deadline_ms == deadline_ms
    assert await table.new_events() == []
    clock.now_ms = deadline_ms
    assert (await white.act("claim_flag"))["type"] == "ack"
    assert white.state.phase is Phase.OVER
    assert await table.new_events() == ["flag_fell", "match_won"]
