"""The card of a player: everything staff know of him, on one page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from chat.models import Message, RefusedLine
from moderation.models import Sanction, StaffNote
from moderation.sanctions import SanctionKind
from moderation.services import report_open
from tests.factories import a_bot, a_user
from tests.moderation.barring import sanctioned
from tests.moderation.desk import ROOM, Desk, a_line, place, reported, staff
from tests.support.clock import StoppedClock
from wire.time import now_ms

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(db: None) -> Desk:
    """The desk of Mara, a moderator."""
    return Desk(staff("mara"))


def a_refused_line(user: User, text: str = "buy chips at evil.example") -> None:
    RefusedLine.objects.create(
        room=ROOM, user=user, text=text, code="chat.advert", evidence="link", at_ms=now_ms()
    )


def test_the_card_has_all_that_staff_know(
    desk: Desk, alice: User, eve: User, clock: StoppedClock
) -> None:
    reported(a_line(eve, "go home, loser"), alice, note="Again and again")
    report_open(reporter=eve, subject="user:alice", reason="unfair", note="She always wins")
    a_refused_line(eve)
    Message.objects.filter(pk=a_line(eve, "a hidden line").pk).update(is_hidden=True)
    sanctioned(eve, SanctionKind.MUTE)
    desk.send("case/player/eve/note/", {"text": "Promised to behave."})
    page = desk.page("case/player/eve/")
    for text in (
        "Player · ",
        "not here",
        "go home, loser",
        "a hidden line",
        "buy chips at evil.example",
        "advertising",
        "She always wins",
        "1 in all; 1 wait, 0 without a breach.",
        "Promised to behave.",
        "in force, 30 days left",
        "Threats in the lobby.",
    ):
        assert text in page, text


def test_names_are_found_in_any_case_of_letters(desk: Desk, eve: User) -> None:
    found = desk.client.get(reverse("admin:moderation_find"), {"name": " EVE "})
    assert found["Location"] == reverse("admin:moderation_card", args=["eve"])
    lost = desk.client.get(reverse("admin:moderation_find"), {"name": "nobody\0"}, follow=True)
    assert "There is nobody called" in lost.content.decode()


def test_the_card_costs_the_same_for_few_and_for_many(desk: Desk, alice: User, eve: User) -> None:
    desk.page("case/player/eve/")
    with CaptureQueriesContext(connection) as few:
        desk.page("case/player/eve/")
    for number in range(12):
        reported(a_line(eve), a_user())
        report_open(reporter=eve, subject=f"user:{a_user().username}", reason="other")
        sanctioned(eve, SanctionKind.WARN, lasts=None)
        a_refused_line(eve)
        desk.send("case/player/eve/note/", {"text": f"Note {number}"})
    with CaptureQueriesContext(connection) as many:
        desk.page("case/player/eve/")
    assert len(many) == len(few) <= 25


def test_a_player_is_muted_from_his_card(desk: Desk, eve: User) -> None:
    page = desk.press("case/player/eve/mute/", lasts="7d", text="Three insults in one evening.")
    assert "Done. Mute: eve, 7 days" in page
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.case, sanction.text) == (
        eve,
        None,
        "Three insults in one evening.",
    )


def test_the_address_without_a_press_is_that_of_a_mute(desk: Desk, eve: User) -> None:
    assert (
        reverse("admin:moderation_impose", args=["eve"])
        == "/admin/moderation/case/player/eve/impose/"
    )
    assert desk.form("case/player/eve/impose/")["lasts"] == "15m"


def test_the_last_hour_is_hidden_from_the_card(desk: Desk, eve: User) -> None:
    line = a_line(eve)
    desk.press("case/player/eve/hide_hour/")
    line.refresh_from_db()
    assert line.is_hidden


@pytest.mark.parametrize("rank", ["director", "operator"])
def test_the_card_of_a_senior_says_why_nothing_can_be_done(desk: Desk, rank: str) -> None:
    staff("boss", rank)
    page = desk.page("case/player/boss/")
    assert "boss is not below you in rank" in page
    assert "/boss/mute/" not in page


def test_ones_own_card_has_no_buttons(desk: Desk) -> None:
    assert "You cannot act against yourself." in desk.page("case/player/mara/")


def test_bots_and_closed_accounts_have_cards_too(desk: Desk, eve: User) -> None:
    assert "house bot" in desk.page(f"case/player/{a_bot('house-1').username}/")
    User.objects.filter(pk=eve.pk).update(is_active=False, is_closed=True)
    assert "closed" in desk.page("case/player/eve/")


def test_an_empty_note_is_not_written(desk: Desk, eve: User) -> None:
    desk.send("case/player/eve/note/", {"text": " \u202e "})
    assert not StaffNote.objects.exists()


def test_notes_are_for_staff_alone(desk: Desk, eve: User) -> None:
    desk.send("case/player/eve/note/", {"text": "Plays under two names?"})
    reader = Desk(eve)
    for address in ("/players/eve/", "/account/", "/account/download/", "/api/v1/me/"):
        assert "two names" not in reader.client.get(address).content.decode()


def test_staff_never_read_who_reported_them(alice: User) -> None:
    mara, nora = staff("mara"), staff("nora")
    case = reported(a_line(mara), alice, note="She insults people").case
    report_open(reporter=alice, subject="user:mara", reason="unfair", note="She always wins")
    own, other = Desk(mara), Desk(nora)
    for page, is_named in (
        ("case/queue/", "alice"),
        (place(case), "She insults people"),
        ("case/player/alice/", "She always wins"),
        ("case/player/alice/", "2 in all; 2 wait, 0 without a breach."),
    ):
        assert is_named in other.page(page), page
        assert is_named not in own.page(page), page
    assert "This case is about you." in own.page(place(case))
    for page in ("case/player/mara/", "case/", place(case), place(case, "no_breach")):
        assert "alice" not in own.page(page), page
