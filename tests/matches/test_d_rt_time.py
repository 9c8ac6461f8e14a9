"""The cases D-RT of dice thrown once, flags that fall once, and a house that was away."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from accounts.models import User
from backgammon import Cube, Double, MatchState, Phase, Resign, Side, WinKind
from matches.judge import Request
from matches.models import Heartbeat, Match, MatchEvent, MatchStatus
from matches.services import match_act
from matches.tasks import beat, sweep_clocks
from tests.factories import a_user
from tests.matches.builders import a_match, put, state_of, to_move, to_roll
from tests.matches.sockets import Player, forget_everything

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)


def kinds(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).values_list("kind", flat=True))


stored_kinds = in_database(kinds)


# --- D-RT-04: a reload never throws again -------------------------------------------------


async def test_d_rt_04_a_reload_shows_the_dice_that_were_thrown(match, alice, bob, sit) -> None:
    await in_database(put)(match, await in_database(to_roll)(match, Side.WHITE))
    white = await sit(match, alice)
    await white.send("match.roll", seen=1, id="roll")
    await white.leave()  # before the answer
    thrown = None
    for _reload in range(3):
        await forget_everything()
        white = await sit(match, alice)
        dice = white.state.running_game.first_dice[0]
        assert dice is not None
        assert thrown in {None, dice}
        thrown = dice
        assert (await white.act("roll", id="roll", seen=1))["seq"] == white.seq
        assert (await white.act("roll", seen=1))["code"] == "match.stale"
        await white.leave()
    assert (await stored_kinds(match)).count("rolled") == 1


async def test_d_rt_04_two_tabs_that_roll_together_see_one_roll(match, alice, sit) -> None:
    await in_database(put)(match, await in_database(to_roll)(match, Side.WHITE))
    tabs = [await sit(match, alice) for _ in range(2)]
    for tab in tabs:
        await tab.send("match.roll", seen=1, id=f"roll {id(tab)}")
    answers = [await tab.answer(f"roll {id(tab)}") for tab in tabs]
    assert [answer["type"] for answer in answers] == ["ack", "error"]
    for tab in tabs:
        await tab.catch_up()
    assert tabs[0].state == tabs[1].state == await stored(match)
    assert (await stored_kinds(match)).count("rolled") == 1


# --- D-RT-05: the flag falls on the server, once --------------------------------------------


def with_reserve(match: Match, seconds: int) -> MatchState:
    """Black is to roll and has this much left beside the delay of 12 s."""
    state = to_roll(match, Side.BLACK)
    clock = state.clock
    assert clock is not None
    return replace(state, clock=replace(clock, black_ms=seconds * 1000))


def sweep(clock: Any) -> None:
    """The house was awake until now."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_ms": clock.now_ms})
    sweep_clocks()


def clocks_sent(player: Player) -> list[dict[str, Any]]:
    parts = [message.get("snapshot", message) for message in player.heard]
    return [part["clock"] for part in parts if "clock" in part]


async def test_d_rt_05_reloading_around_zero_adds_no_time_and_the_flag_falls_once(
    clock, match, alice, bob, owner, sit
) -> None:
    await in_database(put)(match, await in_database(with_reserve)(match, 3))
    white = await sit(match, alice)
    clock.pass_s(12)
    for _second in range(6):
        clock.pass_s(1)
        reloading = await sit(match, bob)
        told = clocks_sent(reloading)
        assert all(view["black_ms"] >= 0 and view["white_ms"] >= 0 for view in told)
        await reloading.leave()
        await in_database(sweep)(clock)
    assert await stored_kinds(match) == ["flag_fell", "match_won"]
    assert [(result.winner_id, result.reason) for result in owner.results] == [(alice.pk, "flag")]
    await white.hear_up_to(3)
    assert (white.state.phase, white.state.clock.black_ms) == (Phase.OVER, 0)
    assert white.events[0]["at_ms"] == clock.now_ms - 3_000  # in the very second of zero


async def test_d_rt_05_claims_from_every_side_beside_the_sweep_add_nothing(
    clock, match, alice, bob, owner, sit
) -> None:
    await in_database(put)(match, await in_database(with_reserve)(match, 3))
    people = [await sit(match, alice), await sit(match, bob), await sit(match, alice)]
    assert (await people[0].act("claim_flag"))["code"] == "rules.flag_stands"
    clock.pass_s(15)
    sweeping = asyncio.ensure_future(in_database(sweep)(clock))
    for person in people:
        await person.send("match.claim_flag", seen=1)
        await person.send("match.roll", seen=1)
    await sweeping
    for person in people:
        await person.catch_up()
        assert person.state == await stored(match)
    assert await stored_kinds(match) == ["flag_fell", "match_won"]
    assert len(owner.results) == 1
    finished = await in_database(Match.objects.get)(pk=match.pk)
    assert finished.status == MatchStatus.FINISHED


# --- D-RT-06: the house was away ------------------------------------------------------------


def the_evening(alice: User) -> list[Match]:
    """Ten matches of Alice's, two in each kind of moment: rolling, moving, an open double, an
    open resignation, and nobody there yet.
    """
    matches = [a_match(alice, a_user()) for _ in range(10)]
    for number, match in enumerate(matches):
        ask = partial(match_act, match_id=match.public_id)
        match number % 5:
            case 0:
                put(match, to_roll(match, Side.WHITE, score=(1, 1)))
            case 1:
                put(match, to_move(match, Side.BLACK, (6, 1)))
            case 2:
                put(match, to_roll(match, Side.WHITE))
                ask(request=Request(Side.WHITE, Double()))
            case 3:
                put(match, to_move(match, Side.BLACK, (3, 3), cube=Cube(2, Side.BLACK)))
                ask(request=Request(Side.WHITE, Resign(WinKind.SINGLE)))
    return matches


def deadlines() -> list[int]:
    return list(Match.objects.order_by("pk").values_list("deadline_ms", flat=True))


def without_clock(state: MatchState) -> MatchState:
    return replace(state, clock=None)


def reserves(state: MatchState) -> tuple[int, int, Side | None]:
    clock = state.clock
    assert clock is not None
    return clock.white_ms, clock.black_ms, clock.running


async def test_d_rt_06_after_a_kill_and_forty_seconds_every_match_is_as_it_was(
    clock, alice, owner, sit
) -> None:
    matches = await in_database(the_evening)(alice)
    before = [await stored(match) for match in matches]
    due_ms = await in_database(deadlines)()
    clock.pass_s(5)
    await in_database(beat)()
    await forget_everything()
    clock.pass_s(40)
    for _again in range(3):
        await in_database(sweep_clocks)()
    for match, old in zip(matches, before, strict=True):
        now = await stored(match)
        assert without_clock(now) == without_clock(old)
        assert reserves(now) == reserves(old)
    assert await in_database(deadlines)() == [due + 40_000 for due in due_ms]
    assert owner.results == []
    for match, old in zip(matches[:5], before, strict=False):
        back = await sit(match, alice)
        assert without_clock(back.state) == without_clock(old)
        await back.leave()
