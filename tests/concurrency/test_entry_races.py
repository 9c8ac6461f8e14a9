"""Entries in scheduled events and their start under real threads on PostgreSQL, and killed."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

import tournaments.services.entry
import wire.publish
from accounts.models import User
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of, escrow_balance
from tests.concurrency.kills import Killed, every_kill_ends_the_same
from tests.concurrency.together import failures, together
from tests.factories import a_bot, a_user
from tests.tournaments.builders import assert_settled, called_off, fresh, here, players, state_of
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants
from tournaments import tasks
from tournaments.director import tournament_advance
from tournaments.models import Reminder, Ticket, TicketKind, Tournament
from tournaments.services import (
    entry_check_in,
    entry_register,
    entry_withdraw,
    ticket_issue,
)
from wire.errors import Conflict, PlatformError
from wire.time import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

WORKERS = 10


def codes(answers: list[Any]) -> list[str]:
    """The codes of the refusals; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return sorted(error.code for error in errors if isinstance(error, PlatformError))


def due_now(*, present: int, absent: int = 0, standby: int = 0, **changes: Any) -> Tournament:
    """An event whose start has come, full if anybody stands by; its absent entered last."""
    seats = present + absent if standby else 16
    event = a_scheduled_event(**{"starts_in_s": -1, "seats": seats, **changes})
    here(*entrants(event, present))
    entrants(event, absent)
    here(*entrants(event, standby))
    return fresh(event)


def with_ticket(event: Tournament) -> User:
    """Somebody who has entered with a ticket to the event and has no chips."""
    holder = a_user()
    ticket_issue(
        holder=holder,
        kind=TicketKind.TARGET,
        value_chips=event.rules_card.cost_chips,
        key=f"test:{holder.pk}",
        expires_at=event.starts_at,
        source_ref=None,
        event=event,
    )
    entered(event, holder)
    return holder


# --- entering -----------------------------------------------------------------------


def test_d_trn_04_one_player_in_many_tabs_has_one_entry_and_pays_once() -> None:
    for _again in range(10):
        event, alice = a_scheduled_event(), a_user(chips=200)
        answers = together([partial(entry_register, event_id=event.public_id, user=alice)] * 4)
        assert codes(answers) == ["tournament.already_entered"] * 3
        assert fresh(event).taken_seats == event.entries.count() == 1
        assert balance_of(alice) == 145
    assert books_check() == ()


def test_of_many_who_want_the_last_place_one_has_it_and_the_others_stand_by_in_order() -> None:
    event = a_scheduled_event(seats=4)
    entrants(event, 3)
    rushing = players(8)
    answers = together(
        [partial(entry_register, event_id=event.public_id, user=user) for user in rushing]
    )
    assert failures(answers) == []
    assert fresh(event).taken_seats == event.entries.active().count() == 4
    waiting = event.entries.standby().values_list("number", flat=True)
    assert list(waiting) == list(range(5, 12))
    assert escrow_balance(event.escrow_ref) == 11 * 55
    assert books_check() == ()


def test_leaving_and_entering_at_once_leaves_no_place_empty_while_somebody_waits() -> None:
    event = a_scheduled_event(seats=4)
    people = entrants(event, 6)
    leave = [partial(entry_withdraw, event_id=event.public_id, user=user) for user in people[:3]]
    enter = [partial(entry_register, event_id=event.public_id, user=user) for user in players(3)]
    assert failures(together(leave + enter)) == []
    assert fresh(event).taken_seats == event.entries.active().count() == 4
    assert event.entries.standby().count() == 2
    assert escrow_balance(event.escrow_ref) == 6 * 55
    assert books_check() == ()


# --- the start ----------------------------------------------------------------------


def assert_drawn_once(event: Tournament, *, entrants_drawn: int) -> None:
    """One draw, one fee, one match a pairing, one notice each, and balanced books."""
    assert state_of(event) == "playing"
    seats = event.entries.drawn().values_list("seat", flat=True)
    assert list(seats) == list(range(1, entrants_drawn + 1))
    contested = event.pairings.filter(black__isnull=False)
    matches = set(contested.values_list("match", flat=True))
    assert None not in matches
    assert len(matches) == contested.count()
    assert Transfer.objects.filter(key=f"fee:{event.public_id}").count() == 1
    told = Reminder.objects.filter(key__startswith=f"now:{event.public_id}")
    assert told.count() == event.entries.drawn().filter(user__is_bot=False).count()
    assert books_check() == ()


def test_d_trn_05_ten_workers_at_the_start_draw_once() -> None:
    event = due_now(present=11, absent=2, standby=1)
    advance = partial(tournament_advance, tournament_id=event.public_id)
    assert failures(together([advance] * WORKERS)) == []
    advance()
    assert_drawn_once(event, entrants_drawn=12)
    assert escrow_balance(event.escrow_ref) == 13 * 50


def test_d_ops_03_four_workers_who_sweep_at_once_do_each_thing_once() -> None:
    opening = a_scheduled_event(opens_in_s=-1)
    reminding = a_scheduled_event(starts_in_s=700)
    entrants(reminding, 4)
    yesterday = now() - timedelta(days=1)
    Tournament.objects.filter(pk=reminding.pk).update(reminded_at=yesterday)
    starting = due_now(present=5)
    assert failures(together([tasks.sweep_tournaments] * 4)) == []
    assert state_of(opening) == "registering"
    assert Reminder.objects.filter(key__startswith="check_in:").count() == 4
    assert_drawn_once(starting, entrants_drawn=5)


def test_who_enters_checks_in_or_leaves_at_the_very_start_is_in_or_out_and_never_half() -> None:
    for _again in range(5):
        event = due_now(present=6)
        insiders = [entry.user for entry in event.entries.active()]
        outsiders = players(3)
        here(*outsiders)
        acts: list[Callable[[], object]] = [
            partial(tournament_advance, tournament_id=event.public_id),
            *(partial(entry_register, event_id=event.public_id, user=user) for user in outsiders),
            partial(entry_check_in, event_id=event.public_id, user=insiders[0]),
            partial(entry_withdraw, event_id=event.public_id, user=insiders[1]),
        ]
        codes(together(acts))
        inside = event.entries.drawn().count()
        assert_drawn_once(event, entrants_drawn=inside)
        assert {balance_of(user) for user in outsiders} <= {45, 100}
        assert sum(balance_of(user) == 45 for user in outsiders) == inside - 6
        assert escrow_balance(event.escrow_ref) == 50 * inside


def test_a_start_killed_at_any_write_ends_as_if_nothing_had_happened() -> None:
    for name in ("Bot-Ada", "Bot-Ben"):
        a_bot(name)

    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = due_now(present=1, absent=2, standby=1, min_entrants=3, has_house_bots=True)
        return event, partial(tournament_advance, tournament_id=event.public_id)

    def check(event: Tournament) -> None:
        assert_drawn_once(event, entrants_drawn=3)
        assert event.entries.filter(state="withdrawn", reason="seat_given").count() == 2
        assert escrow_balance(event.escrow_ref) == 150

    assert every_kill_ends_the_same(prepare, check) > 20


def test_an_event_called_off_for_want_of_players_survives_a_kill_at_any_write() -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = due_now(present=2, absent=1, starts_in_s=-301)
        return event, partial(tournament_advance, tournament_id=event.public_id)

    def check(event: Tournament) -> None:
        assert state_of(event) == "cancelled"
        assert {balance_of(entry.user) for entry in event.entries.all()} == {100}
        assert_settled(event)

    assert every_kill_ends_the_same(prepare, check) > 5


# --- calling off --------------------------------------------------------------------


def test_d_mon_02_forty_entrants_are_refunded_once_each_in_the_form_paid() -> None:
    event = a_scheduled_event(seats=64)
    payers = entrants(event, 30)
    holders = [with_ticket(event) for _ in range(10)]
    acts: list[Callable[[], object]] = [
        partial(called_off, event),
        partial(called_off, event),
        partial(entry_withdraw, event_id=event.public_id, user=payers[0]),
        partial(entry_withdraw, event_id=event.public_id, user=holders[0]),
    ]
    assert set(codes(together(acts))) <= {
        "tournament.wrong_state",
        "tournament.cancelled",
        "tournament.not_entered",
    }
    tasks.sweep_tournaments()
    assert_called_off(event, payers, holders)


@pytest.mark.parametrize("refunds", [1, 17, 26, 33])
def test_d_mon_02_a_job_that_dies_between_refunds_is_finished_by_the_next(
    refunds, monkeypatch
) -> None:
    event = a_scheduled_event(seats=64)
    payers = entrants(event, 30)
    holders = [with_ticket(event) for _ in range(10)]
    real, calls = tournaments.services.entry._give_back, []

    def dying(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) == refunds:
            raise Killed
        real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(tournaments.services.entry, "_give_back", dying)
        with pytest.raises(Killed):
            called_off(event)
    connection.close()
    assert state_of(event) == "cancelled"
    with pytest.raises(Conflict):
        called_off(event)
    tasks.sweep_tournaments()
    assert_called_off(event, payers, holders)


def assert_called_off(event: Tournament, payers: list[User], holders: list[User]) -> None:
    """Chips with the fee to payers, tickets to ticket users, each once."""
    assert state_of(event) == "cancelled"
    assert {balance_of(user) for user in payers} == {100}
    assert {balance_of(user) for user in holders} == {0}
    assert Transfer.objects.filter(kind="release").count() == 30
    tickets = Ticket.objects.filter(holder__in=holders)
    assert {ticket.state for ticket in tickets} == {"returned"}
    assert min(ticket.expires_at for ticket in tickets) > now() + timedelta(days=29)
    assert all(escrow_balance(ticket.escrow_ref) == 55 for ticket in tickets)
    assert_settled(event)


# --- what leaves the house ----------------------------------------------------------


def test_d_ops_05_a_worker_is_woken_only_when_it_can_see_what_it_is_woken_for(
    monkeypatch,
) -> None:
    event = a_scheduled_event()
    entrants(event, 2)
    seen: list[object] = []

    def another_process(_task: str, arguments: dict[str, Any]) -> None:
        seen.extend(
            together([lambda: Tournament.objects.get(public_id=arguments["tournament_id"])])
        )

    monkeypatch.setattr(wire.publish, "_enqueue", another_process)
    with transaction.atomic():
        called_off(event)
        transaction.set_rollback(True)
    assert seen == []
    assert state_of(event) == "registering"
    with transaction.atomic():
        called_off(event)
        assert seen == []
    assert seen
    assert {each.state for each in seen if isinstance(each, Tournament)} == {"cancelled"}
