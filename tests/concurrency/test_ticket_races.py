"""Tickets at the same moment: one entry, one way back, one award, however many ask."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import wire.time
from accounts.models import User
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of, escrow_balance
from tests.concurrency.kills import every_kill_ends_the_same
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import (
    assert_settled,
    called_off,
    finish,
    fresh,
    live_boards,
    players,
    state_of,
)
from tests.tournaments.scheduled import entered
from tests.tournaments.ticketed import (
    a_drawn_satellite,
    a_flexible_ticket,
    a_satellite,
    a_target,
    a_ticket,
    again,
    assert_price_lies_with,
    story_of,
)
from tournaments.director import tournament_advance
from tournaments.models import Award, Reminder, Ticket, Tournament
from tournaments.selectors import places_held
from tournaments.services import (
    entry_register,
    entry_withdraw,
    ticket_use,
    ticket_void,
    tickets_enter,
    tickets_expire,
)
from tournaments.ticket_states import TicketState
from wire.errors import PlatformError
from wire.time import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

ROUNDS = 5
WORKERS = 8


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


def refusal_codes(answers: list[Any]) -> Counter[str]:
    """How often each coded refusal came; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return Counter(error.code for error in errors if isinstance(error, PlatformError))


def test_a_ticket_used_in_many_events_at_once_enters_one() -> None:
    for _again in range(ROUNDS):
        alice, events = a_user(), [a_target() for _ in range(6)]
        ticket = a_flexible_ticket(alice)
        use = partial(ticket_use, ticket_id=ticket.public_id, user=alice)
        answers = together([partial(use, event_id=event.public_id) for event in events])
        codes = refusal_codes(answers)
        assert codes.total() == 5
        assert set(codes) <= {"ticket.reserved", "ticket.wrong_event"}
        assert sum(fresh(event).taken_seats for event in events) == 1
        assert story_of(ticket) == ["issued", "reserved"]
    assert books_check() == ()


def test_a_ticket_enters_its_holder_once_however_many_workers_and_tabs_try() -> None:
    for _again in range(ROUNDS):
        alice, target = a_user(), a_target()
        ticket = a_ticket(alice, target)
        by_hand = partial(entry_register, event_id=target.public_id, user=alice)
        by_itself = partial(tickets_enter, tournament_id=target.public_id)
        acts: list[Callable[[], object]] = [by_hand, by_hand, *([by_itself] * 4)]
        answers = together(acts)
        assert set(refusal_codes(answers)) <= {"tournament.already_entered"}
        assert fresh(target).taken_seats == target.entries.count() == 1
        assert_price_lies_with(ticket, event=target)


def test_places_that_came_free_go_to_the_first_who_stand_by_once() -> None:
    target = a_target(seats=4)
    a_satellite(target, guaranteed=2)
    people = players(5, chips=200)
    entered(target, *people)
    target.satellites.update(state="cancelled")
    answers = together([partial(tournament_advance, tournament_id=target.public_id)] * WORKERS)
    assert failures(answers) == []
    assert answers.count(True) == 1
    assert [entry.user for entry in target.entries.active()] == people[:4]
    assert fresh(target).taken_seats == 4
    assert Reminder.objects.filter(key__startswith="seated:").count() == 2


def test_who_enters_for_chips_while_he_wins_a_ticket_sits_on_the_ticket_in_the_end() -> None:
    for _again in range(ROUNDS):
        alice, target = a_user(chips=200), a_target()
        entered(target, alice)
        ticket = a_ticket(alice, target)
        by_itself = partial(tickets_enter, tournament_id=target.public_id)
        assert failures(together([by_itself] * WORKERS)) == []
        assert balance_of(alice) == 200
        assert_price_lies_with(ticket, event=target)
        assert Transfer.objects.filter(key__endswith=":chips").count() == _again + 1


def test_using_a_ticket_and_declaring_it_void_at_once_agree_on_one_story() -> None:
    dora = User.objects.create_superuser("dora")
    for _again in range(2 * ROUNDS):
        alice, target = a_user(), a_target()
        ticket = a_flexible_ticket(alice)
        acts: list[Callable[[], object]] = [
            partial(ticket_use, ticket_id=ticket.public_id, event_id=target.public_id, user=alice),
            partial(ticket_void, ticket_id=ticket.public_id, actor=dora, reason="x"),
        ]
        answers = together(acts)
        codes = refusal_codes(answers)
        if again(ticket).state == TicketState.VOID:
            assert codes == {"ticket.void": 1}
            assert fresh(target).taken_seats == 0
        else:
            assert codes == {"ticket.wrong_state": 1}
            assert_price_lies_with(ticket, event=target)
    assert books_check() == ()


def test_a_ticket_expires_once_and_is_used_before_or_not_at_all() -> None:
    for _again in range(ROUNDS):
        ticket = a_flexible_ticket(a_user(), days=-1)
        answers = together([partial(tickets_expire, moment=now())] * WORKERS)
        assert failures(answers) == []
        assert sum(answer for answer in answers if isinstance(answer, int)) == 1
        assert story_of(ticket) == ["issued", "expired"]
        assert escrow_balance(ticket.escrow_ref) == 0
    assert books_check() == ()


def test_d_mon_02_cancelling_and_withdrawing_at_once_give_each_ticket_back_once() -> None:
    for _again in range(ROUNDS):
        people, target = players(6, chips=200), a_target()
        tickets = [a_ticket(user, target) for user in people[:3]]
        entered(target, *people)
        cancel = partial(called_off, target)
        leave = [
            partial(entry_withdraw, event_id=target.public_id, user=user) for user in people[::2]
        ]
        acts: list[Callable[[], object]] = [cancel, cancel, *leave]
        answers = together(acts)
        assert all(isinstance(error, PlatformError) for error in failures(answers))
        tournament_advance(tournament_id=target.public_id)
        assert state_of(target) == "cancelled"
        assert [again(ticket).state for ticket in tickets] == [TicketState.RETURNED] * 3
        assert [again(ticket).kind for ticket in tickets] == ["flexible"] * 3
        assert [balance_of(user) for user in people] == [200] * 6
        assert escrow_balance(target.escrow_ref) == 0
    assert books_check() == ()


def test_a_satellite_finished_by_many_workers_pays_each_ticket_once(clock) -> None:
    target = a_target()
    satellite = a_drawn_satellite(clock, target, 4, remainder="chips")
    for board in live_boards(satellite):
        finish(board)
    advance = partial(tournament_advance, tournament_id=satellite.public_id)
    while state_of(satellite) != "finished":
        assert failures(together([advance] * WORKERS)) == []
        for board in live_boards(satellite):
            finish(board)
    assert satellite.awards.count() == target.tickets.count() == 1
    assert_settled(satellite)


def test_a_payout_of_tickets_killed_at_any_write_pays_each_once(clock) -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        satellite = a_drawn_satellite(clock, a_target(), 2, guaranteed=1)
        (board,) = live_boards(satellite)
        finish(board)
        return satellite, partial(tournament_advance, tournament_id=satellite.public_id)

    def check(satellite: Tournament) -> None:
        assert state_of(satellite) == "finished"
        (award,) = satellite.awards.select_related("ticket")
        assert award.ticket is not None
        assert list(satellite.tickets_won.all()) == [award.ticket]
        assert fresh(satellite).added_chips == 100
        assert_settled(satellite)

    assert every_kill_ends_the_same(prepare, check) > 8


def test_the_last_places_of_a_target_go_to_nobody_twice() -> None:
    target = a_target(seats=3)
    tickets = [a_ticket(a_user(), target) for _ in range(2)]
    direct = players(4, chips=200)
    answers = together(
        [
            *(
                partial(entry_register, event_id=target.public_id, user=ticket.holder)
                for ticket in tickets
            ),
            *(partial(entry_register, event_id=target.public_id, user=user) for user in direct),
        ]
    )
    assert failures(answers) == []
    states = Counter(target.entries.values_list("state", flat=True))
    assert states == {"active": 3, "standby": 3}
    assert target.entries.filter(ticket__isnull=False, state="active").count() == 2
    assert places_held(target) == 0
    assert books_check() == ()


def test_entries_into_a_satellite_and_its_target_never_promise_more_places_than_there_are() -> None:
    for _again in range(ROUNDS):
        target = a_target(seats=3)
        satellite = a_satellite(target)
        entered(satellite, *players(3, chips=50))
        entered(target, *players(2, chips=200))
        acts = [
            *(
                partial(entry_register, event_id=satellite.public_id, user=user)
                for user in players(3, chips=50)
            ),
            *(
                partial(entry_register, event_id=target.public_id, user=user)
                for user in players(3, chips=200)
            ),
        ]
        codes = refusal_codes(together(acts))
        assert set(codes) <= {"satellite.target_full"}
        target = fresh(target)
        assert target.taken_seats + places_held(target) == 3
    assert books_check() == ()
    assert not Award.objects.exists()
    assert not Ticket.objects.exists()
