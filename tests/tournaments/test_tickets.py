"""The life of a ticket: its states, its price in the books, and what it is refused for."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from accounts.models import User
from accounts.services import user_close
from bankroll.audit import books_check
from bankroll.kinds import HOUSE
from bankroll.models import Account, Transfer
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_user
from tests.tournaments.builders import called_off, fresh, players
from tests.tournaments.scheduled import a_scheduled_event, entered, start
from tests.tournaments.ticketed import (
    a_flexible_ticket,
    a_series_ticket,
    a_target,
    a_ticket,
    again,
    assert_price_lies_with,
    story_of,
)
from tournaments.models import Entry, Ticket, TicketEvent, TicketKind, Tournament
from tournaments.selectors import places_held, ticket_for, tickets_record
from tournaments.services import (
    entry_register,
    entry_withdraw,
    ticket_issue,
    ticket_reserve,
    ticket_use,
    tickets_expire,
)
from tournaments.services.tickets import ticket_end
from tournaments.ticket_states import (
    TICKET_TRANSITIONS,
    TicketState,
    ticket_may_become,
)
from wire.errors import Conflict, NotFound, Refused
from wire.time import now

pytestmark = pytest.mark.django_db


def refusal_codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def house_chips() -> int:
    account = Account.objects.filter(ref=HOUSE.ref).first()
    return account.balance_chips if account else 0


# --- issued ---------------------------------------------------------------------------


def test_a_ticket_is_issued_with_its_price_beside_it(clock) -> None:
    ticket = a_ticket(a_user("alice"), a_target())
    assert story_of(ticket) == ["issued"]
    assert_price_lies_with(ticket)


def test_a_ticket_is_issued_once_for_its_key(clock) -> None:
    alice, target = a_user("alice"), a_target()
    first = a_ticket(alice, target)
    second = ticket_issue(
        holder=alice,
        kind=TicketKind.TARGET,
        event=target,
        value_chips=200,
        key=first.key,
        expires_at=now(),
        source_ref=None,
    )
    assert second == first
    assert Transfer.objects.filter(kind="ticket").count() == 1
    assert books_check() == ()


def test_a_ticket_to_an_event_is_good_until_its_start_and_the_wait_for_a_small_field(clock) -> None:
    target = a_target()
    assert a_ticket(a_user("alice"), target).expires_at == target.starts_at + timedelta(minutes=5)


# --- reserved and returned ------------------------------------------------------------


def test_an_entry_by_ticket_costs_no_chips(clock) -> None:
    alice, target = a_user("alice", chips=10), a_target(buy_in_chips=180, fee_chips=20)
    ticket = a_ticket(alice, target)
    entry = entry_register(event_id=target.public_id, user=alice)
    assert entry.ticket == ticket
    assert (entry.buy_in_chips, entry.fee_chips) == (180, 20)
    assert balance_of(alice) == 10
    assert story_of(ticket) == ["issued", "reserved"]
    assert_price_lies_with(ticket, event=target)


def test_unregistering_returns_the_ticket_and_never_chips(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    entered(target, alice)
    entry_withdraw(event_id=target.public_id, user=alice)
    assert story_of(ticket) == ["issued", "reserved", "returned"]
    assert balance_of(alice) == 0
    assert_price_lies_with(ticket)
    assert escrow_balance(target.escrow_ref) == 0


def test_a_ticket_that_came_back_can_be_used_again(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    for _again in range(3):
        entered(target, alice)
        entry_withdraw(event_id=target.public_id, user=alice)
    entered(target, alice)
    assert again(ticket).state == TicketState.RESERVED
    assert_price_lies_with(ticket, event=target)


def test_a_flexible_ticket_that_came_back_is_for_any_event_of_its_price_again(clock) -> None:
    alice, target, other = a_user("alice"), a_target(), a_target()
    ticket = a_flexible_ticket(alice)
    entered(target, alice)
    assert again(ticket).event == target
    entry_withdraw(event_id=target.public_id, user=alice)
    assert again(ticket).event is None
    entered(other, alice)
    assert_price_lies_with(ticket, event=other)


def test_of_several_the_one_to_this_event_is_used_and_then_the_one_that_ends_first(clock) -> None:
    alice, target = a_user("alice"), a_target()
    late, soon = a_flexible_ticket(alice, days=60), a_flexible_ticket(alice, days=20)
    a_flexible_ticket(alice, chips=199)
    assert ticket_for(alice, target) == soon
    again_there = a_series_ticket(alice, target.series, 200)
    assert ticket_for(alice, target) == again_there
    won = a_ticket(alice, target)
    assert ticket_for(alice, target) == won
    entry = entry_register(event_id=target.public_id, user=alice, ticket_id=late.public_id)
    assert entry.ticket == late


# --- used -----------------------------------------------------------------------------


def test_the_draw_uses_the_tickets_of_those_who_play_and_takes_the_fees(clock) -> None:
    target = a_target(buy_in_chips=180, fee_chips=20)
    alice, *others = [a_user("alice"), *players(3, chips=200)]
    ticket = a_ticket(alice, target)
    entered(target, alice, *others)
    start(clock, target, alice, *others)
    assert story_of(ticket) == ["issued", "reserved", "used"]
    assert escrow_balance(target.escrow_ref) == 4 * 180
    assert house_chips() == 4 * 20
    assert books_check() == ()


def test_the_ticket_of_somebody_who_does_not_come_is_used_too(clock) -> None:
    target = a_target()
    alice, *others = [a_user("alice"), *players(4, chips=200)]
    ticket = a_ticket(alice, target)
    entered(target, alice, *others)
    start(clock, target, *others)
    entry = target.entries.get(user=alice)
    assert (entry.state, entry.reason) == ("withdrawn", "no_show")
    assert again(ticket).state == TicketState.USED
    assert escrow_balance(target.escrow_ref) == 5 * 200
    assert books_check() == ()


# --- cancelled ------------------------------------------------------------------------


def a_cancelled(target: Tournament) -> Tournament:
    called_off(target)
    return fresh(target)


def test_a_ticket_to_a_cancelled_event_is_good_for_any_of_its_price_for_thirty_days(
    clock,
) -> None:
    alice, bob, target = a_user("alice"), a_user("bob"), a_target()
    holding, waiting = a_ticket(alice, target), a_ticket(bob, target)
    entered(target, alice)
    a_cancelled(target)
    for ticket in (again(holding), again(waiting)):
        assert ticket.kind == TicketKind.FLEXIBLE
        assert ticket.event is None
        assert ticket.expires_at >= now() + timedelta(days=30)
        assert_price_lies_with(ticket)
    assert story_of(holding) == ["issued", "reserved", "returned"]
    assert story_of(waiting) == ["issued", "issued"]
    assert balance_of(alice) == 0


def test_a_ticket_with_more_time_than_thirty_days_keeps_it(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_flexible_ticket(alice, days=80)
    entered(target, alice)
    a_cancelled(target)
    assert again(ticket).expires_at == ticket.expires_at


def test_an_event_in_place_of_a_cancelled_one_gets_nobody_who_does_not_ask(
    clock,
) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    a_cancelled(target)
    instead = a_target(series=target.series, starts_in_s=7 * 3600)
    assert not instead.entries.exists()
    ticket_use(ticket_id=ticket.public_id, event_id=instead.public_id, user=alice)
    assert_price_lies_with(ticket, event=instead)


# --- over -----------------------------------------------------------------------------


def test_an_unused_ticket_expires_and_its_price_goes_to_the_house(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"), days=1)
    assert tickets_expire(moment=now()) == 0
    clock.pass_s(86_400)
    assert tickets_expire(moment=now()) == 1
    assert tickets_expire(moment=now()) == 0
    assert story_of(ticket) == ["issued", "expired"]
    assert escrow_balance(ticket.escrow_ref) == 0
    assert house_chips() == 200
    assert books_check() == ()


def test_a_ticket_that_holds_an_entry_does_not_expire(clock) -> None:
    alice = a_user("alice")
    target = a_target(starts_in_s=3 * 86_400)
    ticket = a_flexible_ticket(alice, days=1)
    entered(target, alice)
    clock.pass_s(2 * 86_400)
    assert tickets_expire(moment=now()) == 0
    assert again(ticket).state == TicketState.RESERVED


def test_the_tickets_of_an_account_that_closes_keep_no_place_any_more(clock) -> None:
    alice, target = a_user("alice"), a_target()
    ticket, other = a_ticket(alice, target), a_flexible_ticket(alice)
    record = tickets_record(alice)
    assert [each["state"] for each in record] == ["issued", "issued"]
    assert record[1]["event"] == target.name
    assert record[1]["history"][0]["note"] == "Won."
    user_close(user=alice, typed_name="alice")
    assert [again(each).state for each in (ticket, other)] == [TicketState.VOID] * 2
    assert places_held(target) == 0
    assert house_chips() == 400
    assert books_check() == ()


# --- refused --------------------------------------------------------------------------


def refused_use(ticket: Ticket, event: Tournament, user: User) -> list[str]:
    with pytest.raises(Refused) as refused:
        ticket_use(ticket_id=ticket.public_id, event_id=event.public_id, user=user)
    assert books_check() == ()
    return refusal_codes(refused)


def test_a_ticket_of_somebody_else_is_not_found(clock) -> None:
    ticket, target = a_flexible_ticket(a_user("alice")), a_target()
    with pytest.raises(NotFound) as missing:
        ticket_use(ticket_id=ticket.public_id, event_id=target.public_id, user=a_user("eve"))
    assert missing.value.code == "ticket.not_found"
    with pytest.raises(NotFound):
        entry_register(
            event_id=target.public_id, user=a_user("mallory", chips=200), ticket_id=ticket.public_id
        )


def test_a_ticket_is_refused_in_the_wrong_event_and_at_the_wrong_price_with_both_reasons(
    clock,
) -> None:
    alice, target = a_user("alice"), a_target()
    dearer = a_target(buy_in_chips=300)
    assert refused_use(a_ticket(alice, target), dearer, alice) == [
        "ticket.wrong_event",
        "ticket.other_price",
    ]
    assert refused_use(a_flexible_ticket(alice), dearer, alice) == ["ticket.other_price"]
    elsewhere = a_series_ticket(alice, dearer.series, 200)
    assert refused_use(elsewhere, target, alice) == ["ticket.wrong_event"]


def test_a_ticket_is_not_used_twice(clock) -> None:
    alice, target, other = a_user("alice"), a_target(), a_target()
    ticket = a_flexible_ticket(alice)
    entered(target, alice)
    assert "ticket.reserved" in refused_use(ticket, other, alice)


@pytest.mark.parametrize("state", [TicketState.USED, TicketState.EXPIRED, TicketState.VOID])
def test_a_ticket_that_is_over_says_so(clock, state) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_flexible_ticket(alice)
    Ticket.objects.filter(pk=ticket.pk).update(state=state, event=target)
    assert refused_use(again(ticket), target, alice) == [f"ticket.{state.value}"]


def test_a_ticket_is_refused_from_the_moment_it_expires(clock) -> None:
    alice, target = a_user("alice"), a_target(starts_in_s=3 * 86_400)
    ticket = a_flexible_ticket(alice, days=1)
    clock.pass_s(86_400)
    assert refused_use(ticket, target, alice) == ["ticket.expired"]
    assert ticket_for(alice, target) is None


def test_two_tickets_do_not_pay_one_entry(clock) -> None:
    alice, target = a_user("alice"), a_target()
    a_flexible_ticket(alice, chips=100)
    a_flexible_ticket(alice, chips=100)
    with pytest.raises(Refused) as refused:
        entry_register(event_id=target.public_id, user=alice)
    assert refusal_codes(refused) == ["bankroll.short"]


def test_an_entry_is_not_paid_with_the_ticket_of_another_player(clock) -> None:
    alice, eve, target = a_user("alice"), a_user("eve", chips=200), a_target()
    ticket = a_flexible_ticket(alice)
    entered(target, eve)
    with pytest.raises(Refused) as refused:
        ticket_reserve(ticket=ticket, entry=target.entries.get(user=eve))
    assert refusal_codes(refused) == ["ticket.not_yours"]


# --- the table and the database -------------------------------------------------------


@pytest.mark.parametrize("state", TicketState)
def test_no_state_leads_anywhere_but_where_the_table_says(clock, state) -> None:
    for following in TicketState:
        assert ticket_may_become(state, following) == (following in TICKET_TRANSITIONS[state])


def test_a_used_ticket_is_not_ended(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"))
    Ticket.objects.filter(pk=ticket.pk).update(state=TicketState.USED, event=a_target())
    with pytest.raises(Conflict) as conflict:
        ticket_end(again(ticket), TicketState.VOID)
    assert conflict.value.code == "ticket.wrong_state"


def test_the_database_refuses_one_ticket_in_two_entries(clock) -> None:
    alice, target, other = a_user("alice"), a_target(), a_scheduled_event()
    ticket = a_ticket(alice, target)
    entered(target, alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(
            tournament=other, user=alice, number=1, is_exclusive=False, ticket=ticket
        )


def test_the_database_refuses_a_ticket_to_nowhere_and_one_used_nowhere(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"))
    rows = Ticket.objects.filter(pk=ticket.pk)
    for change in ({"kind": "target"}, {"kind": "series"}, {"state": "used"}, {"state": "lost"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**change)


def test_the_history_of_a_ticket_is_only_ever_added_to(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"))
    with pytest.raises(DatabaseError), transaction.atomic():
        TicketEvent.objects.filter(ticket=ticket).update(note="never")
