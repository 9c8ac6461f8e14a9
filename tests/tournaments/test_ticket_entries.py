"""Tickets that enter their holders, the places they keep, and satellites that come too late."""

from datetime import timedelta

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go, fresh, players, state_of
from tests.tournaments.scheduled import entered
from tests.tournaments.ticketed import (
    HOUR_S,
    a_drawn_satellite,
    a_flexible_ticket,
    a_satellite,
    a_series_ticket,
    a_target,
    a_ticket,
    again,
    assert_price_lies_with,
    finished_as,
    story_of,
)
from tournaments import tasks
from tournaments.card import EntryTerms
from tournaments.director import tournament_advance
from tournaments.models import Attendance, EntryState, Tournament
from tournaments.selectors import (
    events_to_fill,
    places_held,
    satellite_refusal,
    tournaments_due,
)
from tournaments.services import entry_register, entry_withdraw, sit_and_go_join, ticket_use
from tournaments.services.locks import tournament_locked
from tournaments.services.planning import tournament_call_off
from tournaments.services.tickets import ticket_end, ticket_locked
from tournaments.ticket_states import TicketState
from wire.errors import Refused
from wire.time import now

pytestmark = pytest.mark.django_db


def refusal_codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def entry_codes(event: Tournament, user: User) -> list[str]:
    with pytest.raises(Refused) as refused:
        entry_register(event_id=event.public_id, user=user)
    return refusal_codes(refused)


# --- by itself ------------------------------------------------------------------------


def test_a_ticket_enters_its_holder_when_entries_open(clock) -> None:
    alice, target = a_user("alice"), a_target(opens_in_s=HOUR_S)
    ticket = a_ticket(alice, target)
    tasks.sweep_tournaments()
    assert again(ticket).state == TicketState.ISSUED
    clock.pass_s(HOUR_S)
    tasks.sweep_tournaments()
    assert target.entries.get(user=alice).ticket == ticket
    assert_price_lies_with(ticket, event=target)


def test_a_ticket_to_an_open_event_enters_its_holder_at_the_next_sweep_and_once(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    assert events_to_fill(now()) == [target.public_id]
    for _again in range(3):
        tasks.sweep_tickets()
    assert events_to_fill(now()) == []
    assert story_of(ticket) == ["issued", "reserved"]
    assert fresh(target).taken_seats == 1


def test_a_ticket_that_was_given_back_does_not_enter_its_holder_again(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    tasks.sweep_tickets()
    entry_withdraw(event_id=target.public_id, user=alice)
    tasks.sweep_tickets()
    assert again(ticket).state == TicketState.RETURNED
    assert fresh(target).taken_seats == 0


def test_whoever_cannot_enter_keeps_his_ticket(clock) -> None:
    alice, target = a_user("alice"), a_target(opens_in_s=HOUR_S)
    ticket = a_ticket(alice, target)
    Tournament.objects.filter(pk=target.pk).update(
        card={**target.card, "entry": {**target.card["entry"], "rating_min": 1900}}
    )
    clock.pass_s(HOUR_S)
    tasks.sweep_tournaments()
    assert again(ticket).state == TicketState.ISSUED
    assert_price_lies_with(ticket)


def test_a_barred_holder_is_entered_when_his_bar_is_over_and_polls_nothing_before(clock) -> None:
    alice, target = a_user("alice"), a_target()
    over = now() + timedelta(hours=1)
    Attendance.objects.create(user=alice, missed_in_row=2, barred_until=over)
    ticket = a_ticket(alice, target)
    tasks.sweep_tickets()
    assert again(ticket).state == TicketState.ISSUED
    assert target.public_id not in tournaments_due(now())
    clock.pass_s(HOUR_S)
    tasks.sweep_tickets()
    assert target.entries.get().ticket == ticket


def test_a_ticket_is_the_invitation_to_an_event_of_invited_players(clock) -> None:
    alice = a_user("alice")
    terms = EntryTerms(needs_invitation=True, is_for_invited=True)
    target = a_target(entry=terms, invitation_code="open sesame", allowed_names=("bob",))
    a_ticket(alice, target)
    tasks.sweep_tickets()
    assert target.entries.filter(user=alice).exists()


def test_who_entered_for_chips_and_then_wins_is_seated_on_the_ticket(clock) -> None:
    alice, target = a_user("alice", chips=300), a_target(buy_in_chips=180, fee_chips=20)
    entered(target, alice)
    assert balance_of(alice) == 100
    ticket = a_ticket(alice, target)
    tasks.sweep_tickets()
    entry = target.entries.get()
    assert (entry.ticket, entry.state, entry.number) == (ticket, EntryState.ACTIVE, 1)
    assert balance_of(alice) == 300
    assert escrow_balance(target.escrow_ref) == 200
    assert fresh(target).taken_seats == 1
    assert_price_lies_with(ticket, event=target)
    entry_withdraw(event_id=target.public_id, user=alice)
    assert balance_of(alice) == 300
    assert_price_lies_with(ticket)


def test_who_stood_by_and_then_wins_has_the_place_the_ticket_keeps(clock) -> None:
    alice, target = a_user("alice", chips=200), a_target(seats=4)
    a_satellite(target, guaranteed=1)
    entered(target, *players(3, chips=200), alice)
    assert target.entries.get(user=alice).state == EntryState.STANDBY
    ticket = a_ticket(alice, target)
    tasks.sweep_tickets()
    entry = target.entries.get(user=alice)
    assert (entry.state, entry.ticket) == (EntryState.ACTIVE, ticket)
    assert balance_of(alice) == 200
    assert fresh(target).taken_seats == 4


# --- places ---------------------------------------------------------------------------


def test_a_ticket_keeps_a_place_and_its_holder_never_finds_the_event_full(clock) -> None:
    alice, bob, target = a_user("alice"), a_user("bob", chips=200), a_target(seats=4)
    a_ticket(alice, target)
    entered(target, *players(3, chips=200))
    assert places_held(target) == 1
    assert entry_register(event_id=target.public_id, user=bob).state == EntryState.STANDBY
    assert entry_register(event_id=target.public_id, user=alice).state == EntryState.ACTIVE
    assert places_held(target) == 0


def test_a_ticket_that_came_back_still_keeps_its_place_and_an_expired_one_does_not(clock) -> None:
    alice, target = a_user("alice"), a_target()
    a_ticket(alice, target)
    entered(target, alice)
    entry_withdraw(event_id=target.public_id, user=alice)
    assert places_held(target) == 1
    clock.pass_s(7 * HOUR_S)
    assert places_held(target) == 0


def test_a_satellite_keeps_places_for_the_tickets_it_would_pay(clock) -> None:
    target = a_target()
    satellite = a_satellite(target, guaranteed=2)
    assert places_held(target) == 2
    entered(satellite, *players(11, chips=50))
    assert places_held(target) == 2
    entered(satellite, *players(1, chips=50))
    assert places_held(target) == 3


def test_a_satellite_that_is_played_keeps_the_places_fixed_at_its_draw_until_they_are_tickets(
    clock,
) -> None:
    target = a_target()
    satellite = a_drawn_satellite(clock, target, 14)
    assert places_held(target) == 3
    finished_as(satellite, list(range(1, 15)))
    assert places_held(target) == 3
    tournament_advance(tournament_id=target.public_id)
    assert places_held(target) == 0
    assert fresh(target).taken_seats == 3


def test_a_place_that_no_ticket_needs_any_more_goes_to_who_stands_by(clock, commits) -> None:
    target = a_target(seats=4)
    satellite = a_satellite(target, guaranteed=1)
    people = players(5, chips=200)
    entered(target, *people)
    tasks.sweep_tickets()
    assert fresh(target).taken_seats == 3
    with commits() as heard:
        tournament_call_off(tournament=tournament_locked(satellite.public_id))
        tasks.sweep_tickets()
    assert [entry.user for entry in target.entries.active()] == people[:4]
    assert heard.streams("reminder") == [f"user:{people[3].pk}"]
    assert events_to_fill(now()) == []
    assert books_check() == ()


def test_the_place_of_a_ticket_that_is_void_goes_to_who_stands_by(clock) -> None:
    target, alice = a_target(seats=1), a_user("alice")
    ticket = a_ticket(alice, target)
    entered(target, *players(1, chips=200))
    ticket_end(ticket_locked(ticket.public_id), TicketState.VOID)
    assert tournament_advance(tournament_id=target.public_id)
    assert not tournament_advance(tournament_id=target.public_id)
    assert fresh(target).taken_seats == 1


def test_places_are_counted_in_one_query(clock, django_assert_num_queries) -> None:
    target = a_target()
    for _each in range(3):
        entered(a_satellite(target), *players(4, chips=50))
        a_ticket(a_user(), target)
    with django_assert_num_queries(1):
        assert places_held(target) == 6


def test_nobody_enters_a_satellite_that_would_promise_a_place_the_target_has_not(clock) -> None:
    target = a_target(seats=2)
    satellite = a_satellite(target)
    entered(target, *players(2, chips=200))
    entered(satellite, *players(3, chips=50))
    assert entry_codes(satellite, a_user("eve", chips=50)) == ["satellite.target_full"]


# --- in time --------------------------------------------------------------------------


def test_a_satellite_takes_nobody_who_would_make_it_end_too_late(clock) -> None:
    target = a_target(starts_in_s=2 * HOUR_S)
    # A match to one point is expected to take four minutes: four players have two rounds, so
    # they are done 38 minutes before their target starts, and five would have three.
    satellite = a_satellite(target, starts_in_s=2 * HOUR_S - 38 * 60)
    entered(satellite, *players(4, chips=50))
    assert entry_codes(satellite, a_user("eve", chips=50)) == ["satellite.too_late"]


def test_a_satellite_whose_target_was_moved_forward_is_called_off(clock) -> None:
    target = a_target()
    satellite = a_satellite(target, starts_in_s=5 * HOUR_S)
    (alice,) = players(1, chips=50)
    entered(satellite, alice)
    tasks.sweep_tickets()
    assert state_of(satellite) == "registering"
    Tournament.objects.filter(pk=target.pk).update(starts_at=satellite.starts_at)
    tasks.sweep_tickets()
    assert state_of(satellite) == "cancelled"
    assert balance_of(alice) == 50
    assert books_check() == ()


@pytest.mark.parametrize("state", ["seated", "cancelled", "stopped", "finished"])
def test_a_satellite_whose_target_takes_nobody_any_more_is_called_off(clock, state) -> None:
    target = a_target()
    satellite = a_satellite(target)
    Tournament.objects.filter(pk=target.pk).update(state=state)
    assert entry_codes(satellite, a_user("eve", chips=50)) == ["satellite.target_gone"]
    tasks.sweep_tickets()
    assert state_of(satellite) == "cancelled"


def test_a_satellite_whose_pool_makes_no_ticket_is_refused_with_the_numbers(clock) -> None:
    satellite = a_satellite(a_target())
    no = satellite_refusal(satellite, 3)
    assert no is not None
    assert no.code == "satellite.no_ticket"
    assert dict(no.facts) == {"pool_chips": 150, "ticket_chips": 200}
    assert satellite_refusal(satellite, 4) is None
    assert satellite_refusal(a_target(), 4) is None


# --- by hand --------------------------------------------------------------------------


def test_a_ticket_for_another_try_enters_the_next_satellite_of_its_series(clock) -> None:
    alice, target = a_user("alice"), a_target()
    satellite = a_satellite(target)
    ticket = a_series_ticket(alice, satellite.series, 50)
    entry = ticket_use(ticket_id=ticket.public_id, event_id=satellite.public_id, user=alice)
    assert entry.ticket == ticket
    assert_price_lies_with(ticket, event=satellite)


def test_a_flexible_ticket_pays_for_a_sit_and_go_of_its_price_too(clock) -> None:
    alice, event = a_user("alice"), a_sit_and_go(buy_in_chips=180, fee_chips=20)
    ticket = a_flexible_ticket(alice)
    ticket_use(ticket_id=ticket.public_id, event_id=event.public_id, user=alice)
    assert_price_lies_with(ticket, event=event)
    assert balance_of(alice) == 0


def test_the_seat_of_a_sit_and_go_that_began_uses_the_ticket(clock) -> None:
    alice, event = a_user("alice"), a_sit_and_go(seats=2, buy_in_chips=180, fee_chips=20)
    ticket = a_flexible_ticket(alice)
    sit_and_go_join(event_id=event.public_id, user=alice)
    sit_and_go_join(event_id=event.public_id, user=a_user("bob", chips=200))
    assert story_of(ticket) == ["issued", "reserved", "used"]
    assert escrow_balance(event.escrow_ref) == 360
    assert books_check() == ()
