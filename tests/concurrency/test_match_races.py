"""Matches under real threads on PostgreSQL: one truth, one number for each event, one result."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections, transaction

from accounts.models import User
from backgammon import (
    AcceptResignation,
    Action,
    ClaimFlag,
    Double,
    Drop,
    MakePlay,
    Resign,
    Roll,
    Rules,
    Side,
    Take,
    WinKind,
)
from backgammon.notation.codec import play_from_list
from chat.models import Message
from chat.services import message_say
from matches.fast import FastRoad
from matches.judge import Request, judge
from matches.models import Heartbeat, Match, MatchEvent, MatchStatus
from matches.services import house_pace, match_act, match_present, match_shift, match_tick
from matches.store import Append, GroupedAppends, append_now, load_live
from matches.tasks import sweep_clocks
from tests.clock import FrozenClock
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.matches.builders import (
    CLOCK,
    NotingOwner,
    a_match,
    a_noting_owner,
    put,
    state_of,
    to_move,
    to_roll,
)
from tests.matches.sockets import forget_everything
from wire.errors import Conflict, PlatformError
from wire.time import now_ms

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

OPENING_PLAY = MakePlay(play_from_list([[13, 6], [8, 1]]))
OFFER = Resign(WinKind.SINGLE)

_ids = count(1)


@pytest.fixture
def owner() -> NotingOwner:
    return a_noting_owner()


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


@pytest.fixture
def match(owner: NotingOwner, alice: User, bob: User) -> Match:
    """Alice (White) against Bob (Black), to 25 points, White to roll after event 1."""
    match = a_match(alice, bob, Rules.match(25, clock=CLOCK))
    put(match, to_roll(match, Side.WHITE))
    return match


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The house's clock, standing. The house has been awake until now."""
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen


def act(match: Match, side: Side, action: Action, *, seen: int | None = None, id_: str = "") -> int:
    request = Request(side, action, id_ or f"r{next(_ids)}", seen)
    return match_act(match_id=match.public_id, request=request)


def asked(match: Match, side: Side, action: Action, **how: Any) -> Callable[[], int]:
    return partial(act, match, side, action, **how)


def refusals(answers: Sequence[object]) -> list[str]:
    """The codes of what was refused; anything else that went wrong is raised."""
    codes = []
    for error in failures(answers):
        if not isinstance(error, PlatformError):
            raise error
        codes.append(error.code)
    return sorted(codes)


def kinds(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).values_list("kind", flat=True))


def assert_numbered_without_gaps(match: Match, *, after: int = 1) -> None:
    """The events are numbered from `after` + 1 up to the number of the match, once each."""
    numbers = list(MatchEvent.objects.filter(match=match).values_list("seq", flat=True))
    assert numbers == list(range(after + 1, Match.objects.get(pk=match.pk).seq + 1))


# --- acting on one number -----------------------------------------------------------------


def test_of_two_actions_on_the_same_number_one_wins(match) -> None:
    for _again in range(20):
        seen = Match.objects.get().seq
        answers = together(
            [
                asked(match, Side.WHITE, OFFER, seen=seen),
                asked(match, Side.BLACK, OFFER, seen=seen),
            ]
        )
        assert refusals(answers) == ["match.stale"]
        assert Match.objects.get().seq == seen + 1
    assert_numbered_without_gaps(match)


def test_d_cub_04_double_and_roll_at_the_same_instant_are_one_of_the_two(match) -> None:
    outcomes = set()
    for _again in range(20):
        put(match, to_roll(match, Side.WHITE), seq=(seen := Match.objects.get().seq + 1))
        answers = together(
            [
                asked(match, Side.WHITE, Double(), seen=seen),
                asked(match, Side.WHITE, Roll(), seen=seen),
            ]
        )
        assert refusals(answers) == ["match.stale"]
        new = MatchEvent.objects.filter(match=match, seq__gt=seen).values_list("kind", flat=True)
        outcomes.add(new[0])
        assert ("doubled" in new) is not ("rolled" in new)
    assert outcomes <= {"doubled", "rolled"}


def test_d_cub_04_the_first_answer_to_a_double_counts(match) -> None:
    act(match, Side.WHITE, Double())
    answers = together(
        [asked(match, Side.BLACK, action, seen=2) for action in (Take(), Drop(), Take(), Drop())]
    )
    assert refusals(answers) == ["match.stale"] * 3
    assert len([kind for kind in kinds(match) if kind in {"taken", "dropped"}]) == 1


def test_eight_threads_on_one_match_leave_no_gap_and_lose_nothing(match) -> None:
    def evening(side: Side) -> list[int]:
        return [act(match, side, OFFER) for _ in range(10)]

    answers = together([partial(evening, side) for side in (Side.WHITE, Side.BLACK) * 4])
    assert failures(answers) == []
    told = [number for answer in answers if not isinstance(answer, Exception) for number in answer]
    assert sorted(told) == list(range(2, 82))
    assert_numbered_without_gaps(match)


def test_d_rt_02_a_request_that_arrives_eight_times_at_once_is_carried_out_once(match) -> None:
    for number in range(5):
        answers = together([asked(match, Side.WHITE, OFFER, id_=f"again{number}")] * 8)
        assert answers == [number + 2] * 8
    assert kinds(match) == ["resignation_offered"] * 5


def test_d_cub_09_a_resignation_that_is_accepted_many_times_costs_one_game(match, owner) -> None:
    act(match, Side.WHITE, OFFER)
    answers = together([asked(match, Side.BLACK, AcceptResignation(), seen=2) for _ in range(6)])
    assert refusals(answers) == ["match.stale"] * 5
    assert [game.points for game in owner.games] == [1]
    assert state_of(match).score == (0, 1)


def test_d_rt_04_a_roll_asked_for_by_eight_tabs_is_thrown_once(match) -> None:
    answers = together([asked(match, Side.WHITE, Roll(), seen=1) for _ in range(8)])
    assert refusals(answers) == ["match.stale"] * 7
    assert kinds(match).count("rolled") == 1


# --- coming, and time -----------------------------------------------------------------------


def test_two_players_who_come_at_the_same_instant_open_one_game(owner, alice, bob) -> None:
    for _again in range(10):
        match = a_match(alice, bob)
        come = partial(match_present, match_id=match.public_id)
        arrivals = [
            partial(come, user_pk=alice.pk, contribution="a1" * 16),
            partial(come, user_pk=bob.pk, contribution="b2" * 16),
            partial(come, user_pk=alice.pk, contribution="c3" * 16),
            partial(come, user_pk=bob.pk, contribution="d4" * 16),
        ]
        assert failures(together(arrivals)) == []
        assert kinds(match).count("game_started") == 1
        assert state_of(match).game_number == 1
        assert_numbered_without_gaps(match, after=0)
        seed = load_live(match.public_id).facts.seed
        assert seed.white in {"a1" * 16, "c3" * 16}
        assert seed.black in {"b2" * 16, "d4" * 16}


def test_d_rt_05_many_sweeps_at_once_let_a_flag_fall_once(clock, match, owner, alice) -> None:
    put(match, to_roll(match, Side.BLACK))
    clock.pass_s(372)
    Heartbeat.objects.create(pk=1, beat_ms=clock.now_ms)
    assert failures(together([sweep_clocks] * 6)) == []
    assert kinds(match) == ["flag_fell", "match_won"]
    assert [result.winner_id for result in owner.results] == [alice.pk]
    assert Match.objects.get().status == MatchStatus.FINISHED


def test_d_rt_05_a_claim_and_a_play_beside_the_sweep_add_nothing(clock, match, owner, bob) -> None:
    put(match, to_move(match, Side.WHITE, (6, 1)))
    clock.pass_s(372)
    tick: Callable[[], object] = partial(match_tick, match_id=match.public_id)
    answers = together(
        [
            tick,
            tick,
            asked(match, Side.BLACK, ClaimFlag(), seen=1),
            asked(match, Side.WHITE, OPENING_PLAY, seen=1),
            asked(match, Side.WHITE, Resign(WinKind.BACKGAMMON), seen=1),
        ]
    )
    assert set(refusals(answers)) <= {"match.over"}
    assert kinds(match) == ["flag_fell", "match_won"]
    assert [result.winner_id for result in owner.results] == [bob.pk]


def test_d_rt_05_a_play_in_the_last_moment_is_a_play_or_a_fallen_flag(owner, monkeypatch) -> None:
    for early_ms in range(8):
        owner.results.clear()
        match = a_match(a_user(), a_user())
        put(match, to_move(match, Side.WHITE, (6, 1)))
        deadline_ms = Match.objects.get(pk=match.pk).deadline_ms
        # Every look at the clock takes a millisecond, so that zero comes in the middle of it all.
        monkeypatch.setattr("wire.time.source_ms", count(deadline_ms - early_ms).__next__)
        tick: Callable[[], object] = partial(match_tick, match_id=match.public_id)
        answers = together([tick, asked(match, Side.WHITE, OPENING_PLAY, seen=1), tick])
        assert set(refusals(answers)) <= {"match.over"}
        story = kinds(match)
        assert story in (["played"], ["flag_fell", "match_won"])
        assert len(owner.results) == story.count("match_won")


def test_the_no_show_ladder_is_climbed_one_step_by_many_sweeps(clock, owner, alice, bob) -> None:
    match = a_match(alice, bob)
    match_present(match_id=match.public_id, user_pk=alice.pk, contribution="")
    clock.pass_s(60)
    Heartbeat.objects.create(pk=1, beat_ms=clock.now_ms)
    assert failures(together([sweep_clocks] * 6)) == []
    assert kinds(match) == ["penalty_scored"]


def test_who_comes_as_his_last_step_falls_due_plays_or_has_lost(clock, owner, alice, bob) -> None:
    for _again in range(10):
        owner.results.clear()
        match = a_match(alice, bob, Rules.match(1, clock=CLOCK))
        match_present(match_id=match.public_id, user_pk=alice.pk, contribution="")
        clock.pass_s(60)
        come = partial(match_present, match_id=match.public_id, user_pk=bob.pk, contribution="")
        assert failures(together([partial(match_tick, match_id=match.public_id), come])) == []
        state = state_of(match)
        assert (state.outcome is None) is (state.game_number == 1)
        assert len(owner.results) == (state.outcome is not None)


def test_d_rt_06_downtime_is_given_back_once_by_however_many_workers(clock, match) -> None:
    put(match, to_roll(match, Side.BLACK))
    beat_ms = clock.now_ms
    clock.pass_s(1_000)
    shift = partial(match_shift, match_id=match.public_id, beat_ms=beat_ms, gap_ms=1_000_000)
    assert failures(together([shift] * 6)) == []
    assert kinds(match) == ["clock_shifted"]


# --- grouped commits ------------------------------------------------------------------------


def a_running_match() -> Match:
    match = a_match(a_user(), a_user())
    put(match, to_roll(match, Side.WHITE))
    return match


def offer_of(match_id: str) -> Append:
    live = load_live(match_id)
    request = Request(Side.WHITE, OFFER, f"r{next(_ids)}", live.seq)
    verdict = judge(live, request, now_ms=now_ms(), pace=house_pace())
    return Append.of(live.facts, verdict)


def test_a_group_takes_its_matches_in_the_order_of_their_ids(owner) -> None:
    first, *others = [a_running_match() for _ in range(3)]
    put(first, state_of(first))  # now the first row is the last in the file, and found last
    appends = [offer_of(match.public_id) for match in (*others, first)]

    def append() -> set[int]:
        with transaction.atomic():
            return append_now(appends)

    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        Match.objects.select_for_update().get(pk=first.pk)
        waiting = thread.submit(append)
        wait_until_somebody_waits_for_a_lock()
        # Nobody holds the others yet, so whoever has them and wants the first would not be stuck.
        assert len(Match.objects.exclude(pk=first.pk).select_for_update(nowait=True)) == 2
        transaction.set_rollback(True)
        thread.submit(connections.close_all)
    assert waiting.result() == {match.pk for match in (first, *others)}


def wait_until_somebody_waits_for_a_lock() -> None:
    with connection.cursor() as cursor:
        for _look in range(500):
            cursor.execute("SELECT count(*), pg_sleep(0.01) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waits")


async def closed(*processes: GroupedAppends) -> None:
    for process in processes:
        await process.close()
    await sync_to_async(connections.close_all)()


async def test_of_two_processes_that_append_to_the_same_numbers_one_wins_each(owner) -> None:
    matches = [await sync_to_async(a_running_match)() for _ in range(12)]
    processes = GroupedAppends(), GroupedAppends()
    for _round in range(5):
        offers = [
            [await sync_to_async(offer_of)(match.public_id) for match in matches]
            for _process in processes
        ]
        offers[1].reverse()
        racing = [
            asyncio.gather(*(process.append(append) for append in appends))
            for process, appends in zip(processes, offers, strict=True)
        ]
        ours, theirs = await asyncio.gather(*racing)
        wins = [our != their for our, their in zip(ours, reversed(theirs), strict=True)]
        assert wins == [True] * len(matches)
    for match in matches:
        await sync_to_async(assert_numbered_without_gaps)(match)
    await closed(*processes)


async def test_two_processes_that_let_people_act_at_once_tell_both_the_truth(match) -> None:
    roads = FastRoad(), FastRoad()
    lives = [await road.find(match.public_id) for road in roads]

    async def acts(road: FastRoad, live: Any, side: Side) -> list[int]:
        done: list[int] = []
        while len(done) < 15:
            request = Request(side, OFFER, f"r{next(_ids)}", live.seq)
            try:
                done.append(await road.act(live, request))
            except Conflict:
                continue  # the other process was first; now we know more
        return done

    ours, theirs = await asyncio.gather(
        acts(roads[0], lives[0], Side.WHITE), acts(roads[1], lives[1], Side.BLACK)
    )
    assert sorted(ours + theirs) == list(range(2, 32))
    await sync_to_async(assert_numbered_without_gaps)(match)
    for road in roads:
        await road.close()
    await forget_everything()
    await sync_to_async(connections.close_all)()


# --- talk -------------------------------------------------------------------------------------


def test_d_rt_02_a_line_that_arrives_eight_times_at_once_is_said_once(match, alice) -> None:
    room = f"match:{match.public_id}"
    say = partial(message_say, room=room, user=alice, text="good luck", request_id="7")
    answers = together([say] * 8)
    assert failures(answers) == []
    assert len({getattr(answer, "pk", None) for answer in answers}) == 1
    assert Message.objects.count() == 1
