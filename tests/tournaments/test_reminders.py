"""What players are told in good time: once, on every page they have open, and by mail."""

from datetime import timedelta
from functools import partial
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from accounts.selectors import notices_of
from tests.factories import a_bot, a_user
from tests.tournaments.builders import called_off, fresh
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants
from tournaments import tasks
from tournaments.director import tournament_advance
from tournaments.models import Reminder, Tournament
from tournaments.services import (
    Mail,
    ReminderKind,
    entry_check_in,
    reminder_send,
    reminders_mail,
)

pytestmark = pytest.mark.django_db


def a_member(name: str, *, is_verified: bool = True) -> User:
    """Somebody with an address."""
    user = a_user(name, chips=100)
    EmailAddress.objects.create(
        user=user, email=f"{name}@example.org", verified=is_verified, primary=True
    )
    return user


class TestBeforeTheStart:
    def test_entrants_hear_of_check_in_and_of_the_start_once_each(self, clock, commits) -> None:
        event = a_scheduled_event()
        alice, bob = entrants(event, 2)
        kinds = []
        for seconds in (2699, 1, 1, 298, 1, 299, 1, 1):
            clock.pass_s(seconds)
            with commits() as heard:
                tasks.sweep_tournaments()
            kinds.append([(each["kind"], each["at"]) for each in heard.messages()])
        starts_ms = round(event.starts_at.timestamp() * 1000)
        told = {kind: [(kind, starts_ms)] * 2 for kind in ("check_in", "soon", "starts")}
        assert kinds == [[], told["check_in"], [], [], told["soon"], [], told["starts"], []]
        assert Reminder.objects.filter(user__in=[alice, bob]).count() == 6

    def test_the_message_names_the_event_and_its_page(self, clock, commits) -> None:
        event = a_scheduled_event(name="Daily at eight")
        (alice,) = entrants(event, 1)
        clock.pass_s(2700)
        with commits() as heard:
            tournament_advance(tournament_id=event.public_id)
        assert heard.streams("reminder") == [f"user:{alice.pk}"]
        (message,) = heard.messages()
        assert message["name"] == "Daily at eight"
        assert message["url"] == f"/event/{event.public_id}/"
        assert message["zone"] == event.zone == "Europe/Tallinn"
        assert notices_of(alice)[0].text.endswith("(Tallinn, UTC+3).")

    def test_who_has_checked_in_hears_once_more_ten_minutes_before(self, clock, commits) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        clock.pass_s(2800)
        entry_check_in(event_id=event.public_id, user=alice)
        kinds = []
        for seconds in (1, 200, 300):
            clock.pass_s(seconds)
            with commits() as heard:
                tournament_advance(tournament_id=event.public_id)
            kinds.append([each["kind"] for each in heard.messages()])
        assert kinds == [[], ["soon"], []]

    def test_who_has_checked_in_hears_of_the_start_though_the_house_slept(
        self, clock, commits
    ) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        clock.pass_s(2800)
        entry_check_in(event_id=event.public_id, user=alice)
        clock.pass_s(600)
        with commits() as heard:
            tournament_advance(tournament_id=event.public_id)
        assert [each["kind"] for each in heard.messages()] == ["starts"]

    def test_a_start_that_is_moved_is_told_of_anew(self, clock) -> None:
        event = a_scheduled_event()
        entrants(event, 1)
        clock.pass_s(2700)
        tournament_advance(tournament_id=event.public_id)
        moved_to = event.starts_at + timedelta(hours=1)
        Tournament.objects.filter(pk=event.pk).update(starts_at=moved_to)
        clock.pass_s(3600)
        tasks.sweep_tournaments()
        assert Reminder.objects.filter(key__startswith="check_in:").count() == 2


class TestOnce:
    def test_a_key_is_told_once_and_house_bots_nothing(self) -> None:
        event, alice = a_scheduled_event(), a_user("alice")
        tell = partial(reminder_send, kind=ReminderKind.CARD, key="card:1", tournament=event)
        assert tell(user=alice)
        assert not tell(user=alice)
        assert not tell(user=a_bot())
        assert Reminder.objects.count() == 1


class TestMail:
    def test_a_cancelled_event_is_mailed_to_verified_addresses_once(self) -> None:
        event = a_scheduled_event(name="Daily at eight")
        people = [a_member("alice"), a_member("bob", is_verified=False), a_user("eve", chips=100)]
        entered(event, *people)
        called_off(event)
        for _again in range(2):
            tasks.mail_reminders()
        (message,) = mail.outbox
        assert message.to == ["alice@example.org"]
        assert message.subject == "Daily at eight is cancelled"
        assert "with the fee" in message.body
        assert not Reminder.objects.filter(is_mail_due=True).exists()

    def test_mail_that_cannot_be_sent_is_tried_for_an_hour(self, clock, monkeypatch) -> None:
        def down(*_arguments: object, **_named: object) -> None:
            raise SMTPServerDisconnected

        event, alice = a_scheduled_event(), a_member("alice")
        reminder_send(
            user=alice,
            kind=ReminderKind.TICKET_WON,
            key="won:1",
            tournament=event,
            mail=Mail("A ticket", "You have won one."),
        )
        with monkeypatch.context() as patch:
            patch.setattr("tournaments.services.reminders.send_mail", down)
            assert reminders_mail() == 0
        assert Reminder.objects.get().is_mail_due
        assert reminders_mail() == 1
        Reminder.objects.update(is_mail_due=True)
        clock.pass_s(3601)
        assert reminders_mail() == 0
        assert not Reminder.objects.get().is_mail_due
        assert fresh(event).state == "registering"
