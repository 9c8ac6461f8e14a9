"""What the clock does to a match while nobody is looking."""

import pytest

from backgammon import ClockState, MakePlay, Phase, Resign, Roll, Rules, Side, StartGame, WinKind
from backgammon.notation.codec import play_from_list
from matches.judge import Request
from matches.models import Heartbeat, Match, MatchEvent, MatchStatus
from matches.services import match_act, match_present, match_tick
from matches.tasks import beat, sweep_clocks
from tests.matches.builders import CLOCK, a_match, put, state_of, to_move, to_roll

pytestmark = pytest.mark.django_db


def come(match, *people) -> None:
    for person in people:
        match_present(match_id=match.public_id, user_pk=person.pk, contribution="")


def awake(clock, seconds: float) -> None:
    """The house has been awake all the while, and sweeps at the end of it."""
    clock.pass_s(seconds)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_ms": clock.now_ms})
    sweep_clocks()


def asleep(clock, seconds: float) -> None:
    """The house was down, and sweeps when it is back."""
    beat()
    clock.pass_s(seconds)
    sweep_clocks()


def clock_of(match) -> ClockState:
    """The clock as it is stored."""
    running = state_of(match).clock
    assert running is not None
    return running


def kinds(match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).values_list("kind", flat=True))


# --- the no-show ladder -----------------------------------------------------------


def test_who_is_absent_loses_a_point_a_step_and_then_the_match(clock, match, alice, bob, owner):
    come(match, alice)
    for _ in range(2):
        awake(clock, 60)
    assert kinds(match) == ["penalty_scored", "penalty_scored", "match_won"]
    result = owner.results[0]
    assert (result.winner_id, result.loser_id, result.reason) == (alice.pk, bob.pk, "penalty")
    awake(clock, 600)
    assert len(owner.results) == 1


def test_who_comes_late_keeps_what_he_lost_and_plays_on(clock, match, alice, bob):
    come(match, alice)
    awake(clock, 60)
    come(match, bob)
    state = state_of(match)
    assert state.score == (1, 0)
    assert state.game_number == 1
    awake(clock, 100)
    assert kinds(match).count("penalty_scored") == 1


def test_both_absent_are_both_out_and_nobody_is_called_a_winner(clock, match, owner):
    for _ in range(2):
        awake(clock, 60)
    result = owner.results[0]
    assert (result.winner_id, result.loser_id, result.reason) == (None, None, "both_absent")
    assert Match.objects.get().status == MatchStatus.ANNULLED


@pytest.mark.parametrize("rules", [Rules.fixed(3, clock=CLOCK), Rules.table(1, 10, 10)])
@pytest.mark.parametrize("is_alice_here", [True, False])
def test_where_no_points_can_be_given_the_match_is_called_off(
    clock, alice, bob, owner, rules, is_alice_here
):
    match = a_match(alice, bob, rules)
    if is_alice_here:
        come(match, alice)
    for _ in range(2):
        awake(clock, 60)
        assert owner.results == []
    awake(clock, 60)
    result = owner.results[0]
    assert (result.winner_id, result.score) == (None, rules.length.first_score)
    assert result.reason == ("no_show" if is_alice_here else "both_absent")


def test_a_penalty_to_match_point_makes_the_first_game_the_crawford_game(clock, alice, bob, owner):
    match = a_match(alice, bob, Rules.match(2, clock=CLOCK))
    come(match, alice)
    awake(clock, 60)
    come(match, bob)
    state = state_of(match)
    assert state.score == (1, 0)
    assert state.running_game.crawford


# --- clocks -------------------------------------------------------------------------


def test_a_flag_falls_at_zero_with_nobody_connected_and_only_once(clock, match, alice, bob, owner):
    put(match, to_roll(match, Side.BLACK))
    awake(clock, 12 + 360 - 1)
    assert kinds(match) == []
    for seconds in (1, 0, 0):
        awake(clock, seconds)
    assert kinds(match) == ["flag_fell", "match_won"]
    assert [(result.winner_id, result.reason) for result in owner.results] == [(alice.pk, "flag")]
    assert clock_of(match).black_ms == 0


def test_a_play_after_the_flag_is_answered_by_the_flag(clock, match, alice, bob, owner):
    put(match, to_move(match, Side.WHITE, (6, 1)))
    clock.pass_s(400)
    play = MakePlay(play_from_list([[13, 6], [8, 1]]))
    match_act(match_id=match.public_id, request=Request(Side.WHITE, play, "r1", seen=1))
    assert kinds(match) == ["flag_fell", "match_won"]
    assert owner.results[0].winner_id == bob.pk


def test_thinking_within_the_delay_costs_nothing(clock, match):
    put(match, to_move(match, Side.WHITE, (6, 1)))
    clock.pass_s(11)
    play = MakePlay(play_from_list([[13, 6], [8, 1]]))
    match_act(match_id=match.public_id, request=Request(Side.WHITE, play, "r1", seen=1))
    running = clock_of(match)
    assert running.white_ms == 360_000
    assert running.running is Side.BLACK
    assert Match.objects.get().deadline_ms == clock.now_ms + 12_000 + 360_000


# --- between games ------------------------------------------------------------------


def lost_game(match) -> None:
    put(match, to_roll(match, Side.WHITE))
    request = Request(Side.WHITE, Resign(WinKind.BACKGAMMON), "r1", seen=1)
    match_act(match_id=match.public_id, request=request)


def start(match, side: Side) -> None:
    seq = Match.objects.get().seq
    match_act(match_id=match.public_id, request=Request(side, StartGame(), "", seen=seq))


def test_the_next_game_begins_when_both_are_ready(clock, alice, bob, owner):
    match = a_match(alice, bob, Rules.match(7, clock=CLOCK))
    lost_game(match)
    assert state_of(match).phase is Phase.BETWEEN_GAMES
    start(match, Side.BLACK)
    assert state_of(match).phase is Phase.BETWEEN_GAMES
    start(match, Side.WHITE)
    assert state_of(match).game_number == 2
    assert [game.winner_id for game in owner.games] == [bob.pk]


def test_the_next_game_begins_by_itself_after_fifteen_seconds(clock, alice, bob, owner):
    match = a_match(alice, bob, Rules.match(7, clock=CLOCK))
    lost_game(match)
    clock.pass_s(10)
    start(match, Side.BLACK)
    awake(clock, 4)
    assert state_of(match).phase is Phase.BETWEEN_GAMES
    awake(clock, 1)
    assert state_of(match).game_number == 2


# --- our own downtime -----------------------------------------------------------------


def test_d_rt_06_our_downtime_is_nobodys_and_is_given_back_once(clock, match, alice, bob, owner):
    put(match, to_roll(match, Side.BLACK))
    asleep(clock, 1_000)
    sweep_clocks()
    assert owner.results == []
    assert kinds(match) == ["clock_shifted"]
    assert clock_of(match).deadline_ms(CLOCK) == clock.now_ms + 372_000


def test_a_clock_that_had_run_out_before_the_gap_still_falls(clock, match, owner, alice):
    put(match, to_roll(match, Side.BLACK))
    clock.pass_s(400)
    asleep(clock, 1_000)
    assert owner.results[0].winner_id == alice.pk


def test_the_wait_for_an_absent_player_is_given_back_too(clock, match, alice, owner):
    come(match, alice)
    asleep(clock, 1_000)
    assert kinds(match) == []
    awake(clock, 60)
    assert kinds(match) == ["penalty_scored"]


def test_a_tick_before_its_time_does_nothing(clock, match):
    match_tick(match_id=match.public_id)
    assert kinds(match) == []


def test_rolling_twice_gives_the_same_dice_and_one_event(clock, match):
    put(match, to_roll(match, Side.WHITE))
    roll = Request(Side.WHITE, Roll(), "r1", seen=1)
    answers = {match_act(match_id=match.public_id, request=roll) for _ in range(3)}
    assert len(answers) == 1
    assert kinds(match).count("rolled") == 1
