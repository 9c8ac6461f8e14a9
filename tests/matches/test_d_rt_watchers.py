"""The cases D-RT and D-CUB as somebody who looks on lives them."""

from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from accounts.models import User
from backgammon import Cube, Double, Phase, Side
from matches.judge import Request
from matches.models import Match, MatchEvent, Seat
from matches.services import match_act
from tests.matches.builders import put, state_of, to_move, to_roll
from tests.matches.sockets import Player, Watcher
from tests.matches.table import Table
from wire.secrets import unseal

pytestmark = pytest.mark.django_db(transaction=True)


def presences(player: Player) -> list[tuple[str, bool]]:
    """Who came and went, as this player was told."""
    told = (message for message in player.heard if message["type"] == "match.presence")
    return [(message["side"], message["online"]) for message in told]


# --- D-RT-01: a watching tab is no second tab of the player --------------------------------


async def test_d_rt_01_a_tab_that_looks_on_hears_everything_and_is_not_the_player(
    table, alice, look_on
) -> None:
    white, black = await table.show(to_move, Side.WHITE, (6, 1))
    tab = await look_on(table.match, alice)
    black.heard.clear()
    answer = await white.act("play", moves=[[13, 6], [8, 1]])
    await tab.hear_up_to(answer["seq"])
    assert tab.state == await table.agree()
    await tab.leave()
    await black.catch_up()
    assert presences(black) == []
    await look_on(table.match, alice)
    await white.leave()
    while presences(black) != [("white", False)]:
        await black.next()


# --- D-RT-07: the dropper comes back as a watcher -------------------------------------------


async def test_d_rt_07_who_returns_only_to_look_on_stays_away_and_his_clock_runs(
    clock, table, alice, bob, sit, look_on
) -> None:
    black, white = await table.show(to_roll, Side.BLACK)
    deadline_ms = (await in_database(Match.objects.get)(pk=table.match.pk)).deadline_ms
    await black.leave()
    while presences(white) != [("black", False)]:
        await white.next()
    for _again in range(3):
        clock.pass_s(25)
        watcher = await look_on(table.match, bob)
        assert (await watcher.answer(await watcher.send("match.roll", seen=watcher.seq)))[
            "code"
        ] == "auth.forbidden"
        await watcher.leave()
    watcher = await look_on(table.match, bob)
    await white.catch_up()
    assert presences(white) == [("black", False)]
    reloaded = await sit(table.match, alice)
    assert reloaded.welcome["snapshot"]["match"]["black"]["online"] is False
    assert (await in_database(Match.objects.get)(pk=table.match.pk)).deadline_ms == deadline_ms
    clock.now_ms = deadline_ms
    assert (await white.act("claim_flag"))["type"] == "ack"
    await watcher.hear_up_to(white.seq)
    assert watcher.state.phase is white.state.phase is Phase.OVER
    assert await table.new_events() == ["flag_fell", "match_won"]


# --- D-RT-08: every frame a watcher hears, by an explicit list -------------------------------

PLAYER = {"name", "bot", "guest", "online", "contribution"}
MATCH = {
    *("match.id", "match.title", "match.commitment", "match.secret"),
    *(f"match.{side}.{field}" for side in ("white", "black") for field in PLAYER),
}
CLOCK = {
    f"clock.{field}"
    for field in ("white_ms", "black_ms", "running", "since_ms", "delay_ms", "at_ms")
}
RULES = {
    *("rules.format", "rules.variant", "rules.first_move"),
    *(f"rules.length.{field}" for field in ("kind", "points")),
    *(
        f"rules.cube.{field}"
        for field in (
            *("enabled", "crawford", "jacoby", "beavers", "raccoons"),
            *("automatic_doubles", "holland", "dead_cube", "cap"),
        )
    ),
    *(
        f"rules.clock.{field}"
        for field in ("delay_ms", "reserve_ms", "overtimes", "renews_each_game")
    ),
}
PAIR = ("white", "black")
GAME = {
    *("starter", "on_roll", "dice[]", "dice", "throws", "crawford", "offer", "result"),
    *("cube.value", "cube.owner", "offer.side", "offer.level"),
    *("result.winner", "result.kind", "result.points", "result.chips"),
    *(f"position.{side}[]" for side in PAIR),
    *(f"rolls.{side}" for side in PAIR),
    *(f"first_dice.{side}" for side in PAIR),
    *(f"first_dice.{side}[]" for side in PAIR),
}
STATE = {
    *("format", "phase", "to_act", "game_number", "crawford_played", "ready[]"),
    *(f"score.{side}" for side in PAIR),
    *("outcome", "outcome.winner", "outcome.reason", "game"),
    *("clock.white_ms", "clock.black_ms", "clock.running", "clock.since_ms"),
    *(f"game.{field}" for field in GAME),
}
SNAPSHOT = {
    *("seq", "legal[][][]", *MATCH, *CLOCK, *RULES),
    *(f"state.{field}" for field in STATE),
}
EVENT = {
    *("type", "at_ms", "side", "number", "crawford", "starter", "white", "black", "dice[]"),
    *("value", "moves[][]", "level", "kind", "points", "chips", "reason", "by_ms"),
}
EVENTS = {"first", "legal[][][]", *CLOCK, *(f"events[].{field}" for field in EVENT)}

#: Everything a watcher may ever be told of a match, by message and field.
ALLOWED = {
    "welcome": {
        *("protocol", "level", "now_ms", "seq", "watchers", "you.name", "you.side"),
        *("snapshot.type", *(f"snapshot.{field}" for field in SNAPSHOT)),
        *("events.type", *(f"events.{field}" for field in EVENTS)),
    },
    "match.snapshot": SNAPSHOT,
    "match.events": EVENTS,
    "match.presence": {"side", "online"},
    "match.watchers": {"count"},
    "pong": {"t", "now_ms", "seq"},
    "error": {"re", "code", "message"},
}


def fields_of(value: Any, place: str = "") -> Iterator[str]:
    """The place of every leaf of a message; an empty list or object tells nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields_of(inner, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for inner in value:
            yield from fields_of(inner, f"{place}[]")
    else:
        yield place


def told_beyond_the_list(watcher: Watcher) -> set[str]:
    """What this watcher was told and no watcher may be."""
    beyond = set()
    for message in watcher.heard:
        kind = message["type"]
        allowed = {"type", *ALLOWED.get(kind, set())}
        beyond |= {f"{kind}: {field}" for field in fields_of(message) if field not in allowed}
    return beyond


async def an_evening(table: Table, bob: User, sit: Any) -> None:
    """Talk, a double, a turn, somebody who leaves and comes back, a refusal, a resignation."""
    room = f"match:{table.match.public_id}"
    white, black = table.white, table.black
    await black.open_room(room)
    await white.answer(await white.send("chat.say", room=room, text="my secret plan"))
    await white.act("double")
    await black.hear_up_to(white.seq)
    await black.act("take")
    await white.hear_up_to(black.seq)
    await white.act("roll")
    legal = white.legal[0] if white.legal else []
    await white.act("play", moves=[[25, 6]])
    await white.act("play", moves=legal)
    await black.hear_up_to(white.seq)
    await black.act("roll", seen=1)
    await black.leave()
    table.black = black = await sit(table.match, bob, after=black)
    await black.act("resign", level="gammon")
    await white.hear_up_to(black.seq)
    await white.act("resign_decline")
    await black.hear_up_to(white.seq)
    await black.act("resign", level="backgammon")
    await white.hear_up_to(black.seq)
    await white.act("resign_accept")
    await black.hear_up_to(white.seq)


async def test_d_rt_08_a_watcher_is_told_what_is_on_the_list_and_nothing_else(
    table, alice, bob, carol, sit, look_on
) -> None:
    await in_database(User.objects.update)(email="someone@example.org")
    await in_database(Seat.objects.update)(contribution="c0ffee" * 5 + "00")
    secret = unseal((await in_database(Match.objects.get)(pk=table.match.pk)).sealed_secret).hex()
    await table.show(to_roll, Side.WHITE)
    watchers = {
        "a stranger": await look_on(table.match),
        "a member": await look_on(table.match, carol),
        "a player's second socket": await look_on(table.match, alice),
    }
    await an_evening(table, bob, sit)
    requests = await in_database(list)(
        MatchEvent.objects.exclude(request_id="").values_list("request_id", flat=True)
    )
    assert len(requests) >= 6
    for name, watcher in watchers.items():
        await watcher.send("match.roll", seen=watcher.seq)
        await watcher.send("match.resume", since=2**40)
        await watcher.catch_up()
        assert told_beyond_the_list(watcher) == set(), name
        everything = str([watcher.welcome, watcher.heard])
        for hidden in ("@example.org", secret, "c0ffee", "my secret plan", "127.0.0.1"):
            assert hidden not in everything, name
        for request_id in requests:
            assert f"'{request_id}'" not in everything, name
        assert watcher.state == await table.stored(), name


async def test_d_rt_08_watchers_hear_of_an_event_no_sooner_and_no_more_than_the_opponent(
    table, alice, look_on
) -> None:
    white, black = await table.show(to_roll, Side.WHITE)
    watchers = [await look_on(table.match), await look_on(table.match, alice)]
    for watcher in watchers:
        watcher.heard.clear()
    await white.act("roll")
    legal = white.legal[0] if white.legal else []
    await white.act("play", moves=legal)
    await black.hear_up_to(white.seq)
    heard = [message for message in black.heard if message["type"] == "match.events"]
    for watcher in watchers:
        await watcher.hear_up_to(white.seq)
        assert [each for each in watcher.heard if each["type"] == "match.events"] == heard


async def test_d_rt_08_the_secret_is_told_to_watchers_when_the_match_is_over_and_not_before(
    match, alice, bob, sit, look_on
) -> None:
    await in_database(put)(match, await in_database(to_roll)(match, Side.WHITE, score=(2, 2)))
    white, watcher = await sit(match, alice), await look_on(match)
    assert watcher.welcome["snapshot"]["match"]["secret"] is None
    await white.act("resign", level="backgammon")
    await watcher.hear_up_to(white.seq)
    await watcher.send("hello", since=None)
    over = (await watcher.hear("welcome"))["snapshot"]["match"]
    assert over["secret"] == unseal(match.sealed_secret).hex()


# --- D-CUB-03: every place of the cube, seen from outside -------------------------------------


async def test_d_cub_03_a_watcher_sees_the_cube_wherever_it_lies(match, look_on) -> None:
    cubes = (Cube(1), Cube(2, Side.WHITE), Cube(2, Side.BLACK))
    for number, cube in enumerate(cubes, start=1):
        state = await in_database(to_roll)(match, Side.WHITE, cube=cube)
        await in_database(put)(match, state, seq=100 * number)
        fresh = await look_on(match)
        assert fresh.state == await in_database(state_of)(match)
        assert fresh.state.running_game.cube == cube
        if cube.owner is Side.BLACK:
            continue
        double = Request(Side.WHITE, Double())
        await fresh.hear_up_to(
            await in_database(match_act)(match_id=match.public_id, request=double)
        )
        offered = await look_on(match)
        assert offered.state == fresh.state == await in_database(state_of)(match)
        assert (fresh.state.phase, fresh.state.to_act) == (Phase.DOUBLED, Side.BLACK)
