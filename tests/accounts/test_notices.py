"""What people are told is kept for them: once, in their language, until they have read it."""

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

import wire.time
from accounts.models import Notice, User
from accounts.notices import PLAYER, NewNotice, notice_text, register_notices
from accounts.selectors import account_record, notices_of, unread_of
from accounts.selectors.notices import SHOWN
from accounts.services import notices_give, notices_read, user_close, user_rename
from accounts.tasks import forget_notices
from tests.factories import a_user
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db

PAGE = "/notices/"


def told(user: User, key: str = "tea:1", *, kind: str = "tea", url: str = "/rules/") -> None:
    """Alice is told that tea is ready."""
    notices_give([NewNotice(user.pk, kind, key, url, {"name": "Tea", "at_ms": 1_780_000_000_000})])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """Time goes by when the test says so."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


@pytest.fixture(autouse=True)
def _tea() -> Iterator[None]:
    register_notices({"tea": "{name} is ready at {at}.", "cake": "Your match is ready."})
    with translation.override("en"):
        yield


class TestTelling:
    def test_what_nobody_was_there_to_hear_waits(self) -> None:
        alice = a_user("alice")
        told(alice)
        (notice,) = notices_of(alice)
        assert (notice.text, notice.url) == ("Tea is ready at Thu 28 May, 20:26 UTC.", "/rules/")
        assert unread_of(alice).count == 1

    def test_an_occasion_is_told_once_to_each(self) -> None:
        alice, bob = a_user("alice"), a_user("bob")
        for _again in range(2):
            told(alice)
            told(bob)
        assert Notice.objects.count() == 2

    def test_the_database_keeps_it_to_once(self) -> None:
        alice = a_user("alice")
        told(alice)
        with pytest.raises(IntegrityError), transaction.atomic():
            Notice.objects.create(user=alice, key="tea:1", kind="tea", url="/")

    def test_thousands_are_told_in_a_few_statements(self, django_assert_max_num_queries) -> None:
        people = User.objects.bulk_create(User(username=f"p{n}") for n in range(1500))
        # One, and the two ends of a savepoint; SQLite takes a hundred and some rows at a time.
        with django_assert_max_num_queries(15):
            notices_give(NewNotice(user.pk, "tea", "tea:1", "/") for user in people)
        assert Notice.objects.count() == len(people)

    def test_it_is_said_in_the_language_and_by_the_clock_of_the_reader(self) -> None:
        facts = {"name": "Tea", "at_ms": 1_780_000_000_000}
        with translation.override("et"), timezone.override("Europe/Tallinn"):
            text = notice_text("tea", facts)
        assert "23:26" in text
        assert "Thu" not in text

    def test_a_player_is_named_as_he_is_called_when_it_is_read(self) -> None:
        alice, bob = a_user("alice"), a_user("bob")
        facts = {PLAYER: bob.pk, "at_ms": 1_780_000_000_000}
        notices_give([NewNotice(alice.pk, "tea", "tea:1", "/", facts)])
        assert notices_of(alice)[0].text.startswith("bob is ready at ")
        user_rename(user=bob, name="robert")
        assert notices_of(alice)[0].text.startswith("robert is ready at ")

    def test_a_kind_nobody_knows_any_more_says_nothing(self) -> None:
        assert notice_text("gone", {}) == ""


class TestReading:
    def test_what_leads_to_a_page_is_read_there(self) -> None:
        alice = a_user("alice")
        told(alice, "tea:1")
        told(alice, "tea:2", url="/wallet/")
        assert unread_of(alice, "/rules/").is_here
        notices_read(user_pk=alice.pk, url="/rules/")
        assert not unread_of(alice, "/rules/").is_here
        assert unread_of(alice).count == 1

    def test_what_came_after_the_page_was_drawn_stays_unread(self, clock: StoppedClock) -> None:
        alice = a_user("alice")
        told(alice, "tea:1")
        until_ms = notices_of(alice)[0].told_ms
        clock.pass_s(1)
        told(alice, "tea:2")
        assert notices_read(user_pk=alice.pk, until_ms=until_ms) == 1
        assert [notice.is_read for notice in notices_of(alice)] == [False, True]

    def test_nobody_reads_for_another(self, client: Client) -> None:
        alice = a_user("alice")
        told(alice)
        client.force_login(a_user("eve"))
        client.post("/notices/read/", {"url": "/rules/"})
        client.post("/notices/read/", {"until": "9999999999999"})
        assert unread_of(alice).count == 1


class TestKeeping:
    def test_after_a_month_it_is_forgotten_and_no_sooner(self, clock: StoppedClock) -> None:
        alice = a_user("alice")
        told(alice, "tea:1")
        clock.pass_s(timedelta(days=1).total_seconds())
        told(alice, "tea:2")
        clock.pass_s(timedelta(days=29).total_seconds() + 1)
        forget_notices()
        assert [notice.key for notice in Notice.objects.all()] == ["tea:2"]

    def test_much_is_forgotten_in_bites(self, clock: StoppedClock, monkeypatch) -> None:
        monkeypatch.setattr("accounts.services.notices.BITE", 2)
        alice = a_user("alice")
        for number in range(5):
            told(alice, f"tea:{number}")
        clock.pass_s(timedelta(days=31).total_seconds())
        forget_notices()
        assert not Notice.objects.exists()

    def test_it_is_in_what_one_can_download_and_goes_with_the_account(self) -> None:
        alice = a_user("alice")
        told(alice)
        (kept,) = account_record(alice)["notices"]
        assert kept["text"].startswith("Tea is ready")
        notices_give(NewNotice(alice.pk, "cake", f"cake:{n}", "/") for n in range(SHOWN))
        assert len(account_record(alice)["notices"]) == SHOWN + 1
        user_close(user=alice, typed_name="alice")
        assert not Notice.objects.exists()


class TestOldOnes:
    """From before a notice knew whom it is about."""

    def test_they_learn_it_and_others_stay_as_they_are(self) -> None:
        alice, bob = a_user("alice"), a_user("bob")
        for key, name in (("old:1", "bob"), ("old:2", "nobody")):
            notices_give([NewNotice(alice.pk, "challenge", key, "/", {"name": name})])
        told(alice)
        import_module("accounts.migrations.0012_notices_about_players").say_who(apps, None)
        user_rename(user=bob, name="robert")
        tea, nobody, robert = (each.text for each in notices_of(alice))
        assert robert == "robert challenges you."
        assert nobody == "nobody challenges you."
        assert tea.startswith("Tea is ready")


class TestPages:
    def test_the_bell_counts_and_the_page_tells(self, client: Client) -> None:
        alice = a_user("alice")
        told(alice)
        client.force_login(alice)
        page = client.get(PAGE).content.decode()
        assert '<a href="/rules/" dir="auto">Tea is ready at Thu 28 May, 20:26 UTC.</a>' in page
        assert "Notices, 1 unread" in page

    def test_a_form_marks_all_of_the_page_as_read(self, client: Client) -> None:
        alice = a_user("alice")
        told(alice)
        client.force_login(alice)
        until = client.get(PAGE).context["until_ms"]
        answer = client.post("/notices/read/", {"until": until}, follow=True)
        assert "unread" not in answer.content.decode()

    def test_a_script_is_given_the_bell(self, client: Client) -> None:
        alice = a_user("alice")
        told(alice)
        client.force_login(alice)
        answer = client.post("/notices/read/", {"url": "/rules/"}, headers={"HX-Request": "true"})
        assert answer.content.decode().count("data-bell") == 1
        assert "unread" not in answer.content.decode()

    @pytest.mark.parametrize("until", ["", "soon", "-1", "9" * 40, "٣"])
    def test_nonsense_marks_nothing(self, client: Client, until: str) -> None:
        alice = a_user("alice")
        told(alice)
        client.force_login(alice)
        assert client.post("/notices/read/", {"until": until}).status_code == HTTPStatus.FOUND
        assert unread_of(alice).count == 1

    def test_strangers_have_none(self, client: Client) -> None:
        assert client.get(PAGE).status_code == HTTPStatus.FOUND
        assert "data-bell" not in client.get("/rules/").content.decode()

    def test_a_page_asks_once_however_much_waits(self, client: Client) -> None:
        alice = a_user("alice")
        client.force_login(alice)
        counts = []
        for number in range(3):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                client.get("/rules/")
            counts.append(len(queries))
            told(alice, f"tea:{number}")
            told(alice, f"cake:{number}", kind="cake")
        assert len(set(counts[1:])) == 1
        assert counts[0] >= counts[1]
