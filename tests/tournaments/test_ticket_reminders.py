"""Winners of tickets, and holders of tickets that expire soon, are told in good time and once."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from tests.factories import a_user
from tests.tournaments.builders import players
from tests.tournaments.scheduled import entered
from tests.tournaments.ticketed import (
    a_drawn_satellite,
    a_flexible_ticket,
    a_target,
    a_ticket,
    finished_as,
)
from tournaments import tasks
from tournaments.models import Reminder
from tournaments.services import entry_withdraw, ticket_extend, tickets_remind
from wire.time import now

pytestmark = pytest.mark.django_db

DAY_S = 86_400


def kinds(heard) -> list[str]:
    return [each["kind"] for each in heard.messages() if each["type"] == "reminder"]


def test_the_winner_of_a_ticket_is_told_at_once_with_the_way_to_it(clock, commits) -> None:
    target = a_target()
    satellite = a_drawn_satellite(clock, target, 4)
    with commits() as heard:
        (award,) = finished_as(satellite, [1, 2, 3, 3])
    (message,) = [each for each in heard.messages() if each["type"] == "reminder"]
    assert message["kind"] == "ticket_won"
    assert (message["event"], message["name"]) == (target.public_id, target.name)
    assert message["url"] == "/my/tickets/"
    assert heard.streams("reminder") == [f"user:{award.entry.user_id}"]
    assert "tournaments.advance_tournament" in heard.tasks


def test_a_ticket_is_told_of_seven_days_and_a_day_before_it_expires_and_once_each(
    clock, commits
) -> None:
    a_flexible_ticket(a_user("alice"), days=30)
    told = []
    for _day in range(31):
        with commits() as heard:
            tickets_remind(moment=now())
            tickets_remind(moment=now())
        told.append(kinds(heard))
        clock.pass_s(DAY_S)
    assert [day for day, each in enumerate(told) if each] == [23, 29]
    assert told[23] == told[29] == ["ticket_expires"]


def test_a_ticket_that_was_good_for_a_few_days_from_the_start_is_told_of_a_day_before(
    clock, commits
) -> None:
    a_flexible_ticket(a_user("alice"), days=3)
    assert tickets_remind(moment=now()) == 0
    clock.pass_s(2 * DAY_S)
    assert tickets_remind(moment=now()) == 1


def test_a_ticket_that_enters_its_holder_by_itself_needs_no_reminder(clock) -> None:
    alice = a_user("alice")
    target = a_target(starts_in_s=10 * DAY_S, opens_in_s=9.5 * DAY_S)
    a_ticket(alice, target)
    clock.pass_s(9.2 * DAY_S)
    assert tickets_remind(moment=now()) == 0


def test_a_ticket_that_came_back_from_an_event_is_told_of_before_that_starts(clock) -> None:
    alice, target = a_user("alice"), a_target(starts_in_s=10 * DAY_S)
    a_ticket(alice, target)
    entered(target, alice)
    entry_withdraw(event_id=target.public_id, user=alice)
    clock.pass_s(9.2 * DAY_S)
    tickets_remind(moment=now())
    assert Reminder.objects.filter(user=alice).count() == 1


def test_a_ticket_that_was_given_more_time_is_told_of_anew(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"), days=30)
    dora = User.objects.create_superuser("dora")
    clock.pass_s(29.5 * DAY_S)
    assert tickets_remind(moment=now()) == 1
    until = now() + timedelta(days=30)
    ticket_extend(ticket_id=ticket.public_id, until=until, actor=dora, reason="Storm.")
    assert tickets_remind(moment=now()) == 0
    clock.pass_s(23.5 * DAY_S)
    assert tickets_remind(moment=now()) == 1


def test_whoever_has_a_confirmed_address_gets_a_mail_too(clock) -> None:
    alice, bob = players(2)
    EmailAddress.objects.create(user=alice, email="alice@example.com", verified=True, primary=True)
    EmailAddress.objects.create(user=bob, email="bob@example.com", verified=False, primary=True)
    for user in (alice, bob):
        a_flexible_ticket(user, days=30)
    clock.pass_s(23 * DAY_S)
    tasks.sweep_tickets()
    tasks.mail_reminders()
    (letter,) = mail.outbox
    assert letter.to == ["alice@example.com"]
    assert letter.subject == "Your ticket expires soon"
    assert "any event of its price, worth 200 chips" in letter.body


def test_the_sweep_ends_tickets_whose_time_is_over(clock) -> None:
    ticket = a_flexible_ticket(a_user("alice"), days=30)
    clock.pass_s(30 * DAY_S)
    tasks.sweep_tickets()
    assert list(ticket.history.values_list("state", flat=True)) == ["issued", "expired"]
