"""Mail in the language of the account, its moments by its reader's clock, whoever sends it."""

from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.services import preferences_set
from moderation.sanctions import SanctionKind
from moderation.services import appeal_decide, appeal_make
from moderation.services.mails import mails_send
from tests.accounts.people import PASSWORD
from tests.factories import a_user
from tests.moderation.desk import staff
from tests.moderation.test_sanctions import impose
from tests.tournaments.builders import called_off
from tests.tournaments.scheduled import a_scheduled_event, entered
from tournaments import tasks
from tournaments.services.reminders import Mail

pytestmark = pytest.mark.django_db

LANGUAGES = ("et", "lv", "fi", "nb")
MOMENT = datetime(2026, 12, 5, 18, 5, tzinfo=UTC)


def a_reader(code: str, *, zone: str = "") -> User:
    """Alice, who has chosen a language and has confirmed her address."""
    alice = a_user("alice", chips=100)
    preferences_set(user=alice, changes={"language": code, "time_zone": zone})
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    return alice


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_signs_up_in_a_language_is_written_to_in_it(code: str) -> None:
    reader = Client(headers={"accept-language": code})
    choice = {"username": "Alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    reader.post("/accounts/signup/", choice | {"email": "alice@example.org"})
    assert User.objects.get().preferences["language"] == code
    with translation.override(code):
        assert mail.outbox[0].subject == gettext("Confirm your address at Backgammon House")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_guest_keeps_the_language_he_came_in(code: str) -> None:
    Client(headers={"accept-language": code}).post("/guest/", {"rules": "1"})
    assert User.objects.get(is_guest=True).preferences["language"] == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mail_from_a_task_is_in_the_language_of_the_account(code: str) -> None:
    event = a_scheduled_event(name="Daily at eight")
    entered(event, a_reader(code))
    called_off(event)
    tasks.mail_reminders()
    with translation.override(code):
        subject = gettext("{event} is cancelled").format(event="Daily at eight")
    assert mail.outbox[0].subject == subject
    assert "is cancelled" not in mail.outbox[0].body


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mail_about_a_sanction_is_in_the_language_of_the_account(code: str) -> None:
    impose(staff("mona"), a_reader(code), kind=SanctionKind.SUSPEND)
    assert mails_send() == 1
    with translation.override(code):
        assert mail.outbox[0].subject == gettext("Your account at Backgammon House")
    assert "suspended until" not in mail.outbox[0].body


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_answer_to_an_appeal_is_in_the_language_of_the_account(code: str) -> None:
    reader = a_reader(code)
    mute = impose(staff("mona"), reader)
    appeal_make(user=reader, sanction_id=mute.public_id, text="I was quoting him.")
    appeal_decide(
        actor=staff("dirk", "director"),
        sanction_id=mute.public_id,
        is_lifted=False,
        answer="He was not there.",
        reason="Read the lines around it.",
    )
    assert mails_send() == 1
    with translation.override(code):
        assert mail.outbox[0].subject == gettext("Your appeal at Backgammon House")
    assert "stands" not in mail.outbox[0].body
    assert "He was not there." in mail.outbox[0].body


def test_a_mail_of_the_account_is_in_its_language_whatever_page_it_was_asked_from() -> None:
    a_reader("fi")
    Client(headers={"accept-language": "nb"}).post(
        "/accounts/password/reset/", {"email": "alice@example.org"}
    )
    with translation.override("fi"):
        assert mail.outbox[0].subject == gettext("A new password at Backgammon House")


@pytest.mark.parametrize(
    ("code", "zone", "told"),
    [
        ("en", "", "5 Dec 2026, 18:05 UTC"),
        ("et", "Europe/Tallinn", "5. dets 2026, 20:05"),
        ("lv", "Europe/Riga", "5.12.2026, 20:05"),
        ("fi", "Europe/Helsinki", "5.12.2026 klo 20.05"),
        ("nb", "Europe/Oslo", "5. des 2026 kl. 19:05"),
    ],
)
def test_a_moment_in_a_mail_is_told_by_its_readers_clock(code: str, zone: str, told: str) -> None:
    letter = Mail("{at}", "{at}", {"at": MOMENT})
    assert letter.to(a_reader(code, zone=zone)) == {"subject": told, "text": told}
