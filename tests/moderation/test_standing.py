"""What somebody reads of his own standing: on every page, on its own page, and to take along."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import account_record
from moderation.models import Appeal, Sanction
from moderation.sanctions import SanctionKind
from moderation.services import appeal_decide, appeal_make, sanction_lift
from tests.factories import a_bot, a_user
from tests.moderation.barring import REASON, a_chief, sanctioned
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db

BANNER = "/standing/banner/"


@pytest.fixture
def reader(client: Client, eve: User) -> Client:
    """Eve's browser."""
    client.force_login(eve)
    return client


def text_of(reader: Client, path: str) -> str:
    """A page or a part of one, its spaces single and its marks gone."""
    shown = re.sub(r"<[^>]+>", " ", reader.get(path).content.decode())
    return re.sub(r"\s+", " ", shown).replace("&#x27;", "'")


# --- the banner --------------------------------------------------------------------------------


def test_nothing_is_shown_to_whom_nothing_was_imposed_on(reader: Client) -> None:
    assert text_of(reader, BANNER).strip() == ""
    assert 'class="standing' not in reader.get("/wallet/").content.decode()


def test_a_mute_is_shown_on_every_page_with_reason_end_and_what_is_left(
    clock: StoppedClock, reader: Client, eve: User
) -> None:
    sanctioned(eve, SanctionKind.MUTE, lasts=timedelta(hours=24))
    for path in (BANNER, "/", "/wallet/", "/standing/", "/leaderboard/"):
        shown = text_of(reader, path)
        assert "You are muted until Fri 29 May, 20:26 UTC · 1 d 0 h left" in shown
        assert REASON in shown
    clock.pass_s(24 * 3600)
    assert text_of(reader, BANNER).strip() == ""


def test_a_warning_is_shown_until_it_is_marked_as_read(reader: Client, eve: User) -> None:
    warning = sanctioned(eve, SanctionKind.WARN)
    assert "You have been warned" in text_of(reader, BANNER)
    answer = reader.post(f"/standing/{warning.public_id}/read/", {"next": "/wallet/"})
    assert answer["Location"] == "/wallet/"
    assert text_of(reader, BANNER).strip() == ""


def test_a_page_with_scripts_gets_the_rest_of_its_banner_back(reader: Client, eve: User) -> None:
    warning = sanctioned(eve, SanctionKind.WARN)
    sanctioned(eve, SanctionKind.MUTE)
    answer = reader.post(
        f"/standing/{warning.public_id}/read/", headers={"hx-request": "true"}
    ).content.decode()
    assert "You are muted" in answer
    assert "You have been warned" not in answer


def test_what_has_no_end_says_so(reader: Client, eve: User) -> None:
    sanctioned(eve, SanctionKind.EVENT_BAN, lasts=None)
    shown = text_of(reader, BANNER)
    assert "You are kept out of events · until staff have looked at it again" in shown


def test_visitors_and_bots_have_no_standing(client: Client) -> None:
    assert client.get(BANNER).content.decode().strip() == ""
    client.force_login(a_bot())
    assert client.get(BANNER).content.decode().strip() == ""


def test_the_banner_costs_one_query(
    reader: Client, eve: User, django_assert_max_num_queries: object
) -> None:
    for kind in (SanctionKind.MUTE, SanctionKind.WARN, SanctionKind.EVENT_BAN):
        sanctioned(eve, kind)
    with django_assert_max_num_queries(3):  # type: ignore[operator]  # with session and user
        reader.get(BANNER)


def test_nobody_marks_or_appeals_what_is_not_his(reader: Client, bob: User) -> None:
    warning = sanctioned(bob, SanctionKind.WARN)
    reader.post(f"/standing/{warning.public_id}/read/")
    reader.post("/standing/appeal/", {"sanction": warning.public_id, "text": "Let him be."})
    assert not Sanction.objects.get().is_read
    assert not Appeal.objects.exists()


@pytest.mark.parametrize("path", ["/standing/", "/standing/appeal/", "/standing/x/read/"])
def test_the_pages_are_for_members_alone(client: Client, path: str) -> None:
    answer = client.get(path) if path == "/standing/" else client.post(path)
    assert answer["Location"].startswith("/accounts/login/")


# --- the page ----------------------------------------------------------------------------------


def test_the_page_lists_everything_with_what_became_of_it(reader: Client, eve: User) -> None:
    chief = a_chief()
    lifted = sanctioned(eve, SanctionKind.MUTE)
    sanction_lift(actor=chief, sanction_id=lifted.public_id, text="Our mistake.", reason="Seen.")
    sanctioned(eve, SanctionKind.WARN)
    shown = text_of(reader, "/standing/")
    assert shown.index("You have been warned", shown.index("Your standing")) < shown.index(
        "You are muted", shown.index("Your standing")
    )
    assert "Our mistake." in shown
    assert chief.username not in shown, "who of the staff it was is not his to know"


def test_one_appeals_on_the_page_and_reads_the_answer_there(reader: Client, eve: User) -> None:
    mute = sanctioned(eve, SanctionKind.MUTE)
    form = {"sanction": mute.public_id, "text": "I was <b>quoting</b>."}
    answer = reader.post("/standing/appeal/", form, follow=True).content.decode()
    assert "Your appeal is with our staff." in answer
    assert "I was &lt;b&gt;quoting&lt;/b&gt;." in answer
    again = reader.post("/standing/appeal/", form, follow=True).content.decode()
    assert "You have appealed against this already." in again
    appeal_decide(
        actor=a_chief(),
        sanction_id=mute.public_id,
        is_lifted=False,
        answer="It was no quotation.",
        reason="Read.",
    )
    shown = text_of(reader, "/standing/")
    assert "It stands. This decision is final. It was no quotation." in shown


def test_a_mute_in_one_event_says_where(reader: Client, eve: User) -> None:
    mute = sanctioned(eve, SanctionKind.MUTE)
    Sanction.objects.filter(pk=mute.pk).update(scope="event:abc123")
    page = reader.get("/standing/").content.decode()
    assert "You are muted in one event" in page
    assert f'href="{reverse("tournaments:detail", args=["abc123"])}"' in page


# --- to take along -----------------------------------------------------------------------------


def test_ones_download_holds_sanctions_and_appeals_and_nobody_of_the_staff(eve: User) -> None:
    mute = sanctioned(eve, SanctionKind.MUTE)
    appeal_make(user=eve, sanction_id=mute.public_id, text="I was quoting.")
    sanctioned(eve, SanctionKind.EVENT_BAN, lasts=None)
    record = account_record(eve)
    first, second = record["sanctions"]
    assert (first["kind"], first["reason"], first["state"]) == ("mute", REASON, "in_force")
    assert first["appeal"]["text"] == "I was quoting."
    assert (second["until"], second["appeal"]) == (None, None)
    assert record["browsers"] == []
    for staff in User.objects.filter(is_staff=True):
        assert staff.username not in json.dumps(record)


def test_ones_download_holds_nothing_of_others(eve: User) -> None:
    sanctioned(a_user("bob"), SanctionKind.MUTE)
    assert account_record(eve)["sanctions"] == []
