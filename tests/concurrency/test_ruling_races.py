"""Rulings under real threads: against each other, and against what happens in the event."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import StaffAction
from backgammon import Side
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    come,
    give_up,
    live_boards,
    play_through,
    players,
    seated,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    pairing_at,
    play_round,
    winner_of,
)
from tests.tournaments.scheduled import a_started_evening
from tournaments.card import LateTerms
from tournaments.director import tournament_advance
from tournaments.models import PairingResult, Ruling, Tournament
from tournaments.orders import Cancel, Declare, Order, Pause, Replace, Reverse, Stop
from tournaments.services import (
    appeal_open,
    late_enter,
    ruling_make,
    ruling_preview,
    sit_and_go_join,
)
from wire.errors import PlatformError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr("wire.time.source_ms", stopped)
    return stopped


def confirmed(event: Tournament, order: Order, key: str) -> Callable[[], Any]:
    """The second press of a director who has seen what the order does now."""
    actor = a_director()
    seen = ruling_preview(tournament_id=event.public_id, order=order, actor=actor).seen
    return partial(
        ruling_make,
        tournament_id=event.public_id,
        order=order,
        actor=actor,
        reason="x",
        public_text="x",
        key=key,
        seen=seen,
    )


def at_once(*calls: Callable[[], object]) -> list[Any]:
    """What each call returned or raised, all made at the same moment."""
    return together(calls)


def codes(answers: list[Any]) -> set[str]:
    """The codes of the refusals; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return {error.code for error in errors if isinstance(error, PlatformError)}


@pytest.mark.parametrize("attempt", range(5))
def test_a_result_that_arrives_with_the_ruling_leaves_one_result(attempt) -> None:
    event = a_started_event(seats=2, buy_in_chips=50)
    board = live_boards(event)[0]
    come(board)
    declare = confirmed(event, Declare(1, 1, board.pairing.entries[0].number), "a")
    answers = at_once(declare, partial(give_up, board, Side.WHITE))
    tournament_advance(tournament_id=event.public_id)
    assert codes(answers) <= {"ruling.has_result", "ruling.over", "match.over", "match.stale"}
    result = PairingResult.objects.get()
    ruled = Ruling.objects.exists()
    assert result.winner == (board.pairing.entries[0] if ruled else board.pairing.entries[1])
    assert state_of(event) == "finished"
    assert_settled(event)


@pytest.mark.parametrize("attempt", range(5))
def test_two_directors_who_rule_the_opposite_at_once_rule_once(attempt) -> None:
    event = a_started_event(seats=4, buy_in_chips=50, pause_s=60)
    white, black = pairing_at(event, 1, 1).entries
    answers = at_once(
        confirmed(event, Declare(1, 1, white.number), "a"),
        confirmed(event, Declare(1, 1, black.number), "b"),
    )
    assert codes(answers) == {"ruling.has_result"}
    ruling = Ruling.objects.get()
    assert winner_of(event, 1, 1) == ruling.entry
    assert StaffAction.objects.count() == 1


def test_the_same_form_sent_ten_times_rules_once() -> None:
    event = eight_after_the_first_round()
    stop = confirmed(event, Stop(), "form")
    answers = at_once(*[stop] * 10)
    assert failures(answers) == []
    assert Ruling.objects.count() == StaffAction.objects.count() == 1
    assert Transfer.objects.filter(kind="settle").count() == 1
    assert_settled(event)


def test_stopping_and_reversing_at_once_does_one_of_the_two() -> None:
    event = eight_after_the_first_round()
    order = Reverse(1, 1, loser_of(event, 1, 1).number)
    answers = at_once(confirmed(event, Stop(), "a"), confirmed(event, order, "b"))
    assert codes(answers) <= {"ruling.over", "ruling.moved_on"}
    assert len(failures(answers)) == 1
    assert books_check() == ()


@pytest.mark.parametrize("attempt", range(3))
def test_reversing_while_the_semifinal_is_being_made_never_seats_both(attempt) -> None:
    event = eight_after_the_first_round(pause_s=0)
    order = Reverse(1, 1, loser_of(event, 1, 1).number, voids_next=True)
    advance = partial(tournament_advance, tournament_id=event.public_id)
    answers = at_once(confirmed(event, order, "a"), *[advance] * 3)
    assert failures(answers) == []
    tournament_advance(tournament_id=event.public_id)
    old, new = loser_of(event, 1, 1), winner_of(event, 1, 1)
    assert new.number == order.winner
    semifinal = pairing_at(event, 2, 1)
    assert new in semifinal.entries
    assert old not in semifinal.entries
    assert event.pairings.filter(round=2).count() == 2
    while live_boards(event):
        play_round(event)
    assert state_of(event) == "finished"
    assert_settled(event)


@pytest.mark.parametrize("attempt", range(3))
def test_a_semifinal_that_ends_as_it_is_voided_stands_or_falls_whole(attempt) -> None:
    event = eight_after_the_first_round(pause_s=0)
    board = next(each for each in live_boards(event) if each.pairing.slot == 1)
    come(board)
    order = Reverse(1, 1, loser_of(event, 1, 1).number, voids_next=True)
    answers = at_once(confirmed(event, order, "a"), partial(give_up, board, Side.WHITE))
    tournament_advance(tournament_id=event.public_id)
    assert codes(answers) <= {"ruling.next_played", "match.over", "match.stale"}
    assert len(failures(answers)) == 1
    if Ruling.objects.exists():
        assert winner_of(event, 1, 1).number == order.winner
    else:
        assert winner_of(event, 2, 1) == board.pairing.entries[1]
    assert books_check() == ()


def test_cancelling_while_people_join_gives_everybody_everything_back() -> None:
    event = seated(a_sit_and_go(seats=8, fee_chips=5), *players(2))
    cancel = confirmed(event, Cancel(), "a")
    joining = players(4)
    join = partial(sit_and_go_join, event_id=event.public_id)
    answers = at_once(cancel, *(partial(join, user=user) for user in joining))
    assert codes(answers) <= {"ruling.moved_on", "tournament.closed"}
    if not Ruling.objects.exists():
        confirmed(event, Cancel(), "b")()
    tournament_advance(tournament_id=event.public_id)
    assert state_of(event) == "cancelled"
    assert_settled(event)


def test_two_who_are_to_take_one_seat_take_it_once() -> None:
    event = a_started_event(seats=6, buy_in_chips=50, fee_chips=5)
    bye = event.pairings.filter(black__isnull=True).select_related("white").first()
    assert bye is not None
    assert bye.white is not None
    for name in ("carol", "frank"):
        a_user(name, chips=100)
    orders = [Replace(bye.white.number, name) for name in ("carol", "frank")]
    answers = at_once(*(confirmed(event, order, order.by) for order in orders))
    assert codes(answers) == {"ruling.not_in_event"}
    assert event.entries.filter(arrival="replacement").count() == 1
    assert books_check() == ()


@pytest.mark.parametrize("attempt", range(5))
def test_d_trn_04_who_enters_late_while_staff_seat_him_is_in_once_and_pays_once(
    clock, attempt
) -> None:
    event = a_started_evening(clock, players=6, late=LateTerms(has_late_entry=True))
    bye = event.pairings.filter(black__isnull=True).select_related("white").first()
    assert bye is not None
    assert bye.white is not None
    carol = a_user("carol", chips=200)
    enter = partial(late_enter, event_id=event.public_id, user=carol)
    answers = at_once(confirmed(event, Replace(bye.white.number, "carol"), "a"), enter)
    assert len(failures(answers)) == 1
    assert codes(answers) <= {
        "ruling.is_entered",
        "ruling.moved_on",
        "tournament.already_entered",
    }
    assert event.entries.filter(user=carol, state="active").count() == 1
    assert balance_of(carol) == 145
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert_settled(event)


def test_an_appeal_and_a_ruling_at_once_leave_no_appeal_that_nobody_can_answer() -> None:
    event = eight_after_the_first_round()
    loser = loser_of(event, 1, 1)
    appeal = partial(
        appeal_open,
        event_id=event.public_id,
        user=loser.user,
        round_number=1,
        slot=1,
        text="He was away.",
    )
    answers = at_once(confirmed(event, Reverse(1, 1, loser.number), "a"), appeal)
    assert codes(answers) <= {"appeal.final"}
    assert not pairing_at(event, 1, 1).appeals.filter(state="open").exists()


def test_holding_an_event_twice_at_once_holds_it_once() -> None:
    event = eight_after_the_first_round()
    answers = at_once(*(confirmed(event, Pause(), key) for key in ("a", "b")))
    assert codes(answers) == {"ruling.is_paused"}
    assert Ruling.objects.count() == 1
