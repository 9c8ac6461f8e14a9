"""Notices for programs: what somebody was told, and that he has read it."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.notices import NewNotice
from accounts.services import notices_give, preferences_set
from tests.api.callers import Program
from tests.factories import a_user

pytestmark = pytest.mark.django_db


def told(user: User, key: str) -> None:
    """Somebody is told that he is challenged."""
    notices_give([NewNotice(user.pk, "challenge", key, "/table/1/", {"name": "bob"})])


def test_one_reads_what_one_was_told_and_says_so(alice: User, as_alice: Program) -> None:
    told(alice, "challenge:1")
    (notice,) = as_alice.get("me/notices/").body
    assert notice == {
        "kind": "challenge",
        "text": "bob challenges you.",
        "url": "/table/1/",
        "told_at": notice["told_at"],
        "is_read": False,
    }
    (notice,) = as_alice.post("me/notices/", {"until": notice["told_at"]}).body
    assert notice["is_read"]


def test_nobody_hears_what_another_was_told(as_alice: Program) -> None:
    told(a_user("bob"), "challenge:1")
    assert as_alice.get("me/notices/").body == []


def test_moments_are_utc_for_a_browser_too_whatever_clock_its_reader_has(
    alice: User, client: Client
) -> None:
    told(alice, "challenge:1")
    preferences_set(user=alice, changes={"time_zone": "Europe/Tallinn"})
    client.force_login(alice)
    (notice,) = client.get("/api/v1/me/notices/").json()
    assert notice["told_at"].endswith("Z")


def test_to_the_end_of_all_time_is_until_now(alice: User, as_alice: Program) -> None:
    told(alice, "challenge:1")
    (notice,) = as_alice.post("me/notices/", {"until": "9999-12-31T23:59:59.999999Z"}).body
    assert notice["is_read"]


@pytest.mark.parametrize("until", ["", "soon", 7, None, "9999-99-99T00:00:00Z"])
def test_nonsense_is_refused(as_alice: Program, until: object) -> None:
    assert as_alice.post("me/notices/", {"until": until}).status == 400
