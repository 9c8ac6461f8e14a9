"""Players, blocks, ratings and leaderboards for programs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.selectors import has_blocked
from tests.api.callers import Program
from tests.factories import a_bot, a_guest, a_user
from tests.tournaments.builders import here

pytestmark = pytest.mark.django_db


def test_everybody_is_told_who_a_player_is_and_nothing_private(stranger: Program) -> None:
    alice = User.objects.create_user("alice", email="alice@example.org", password="x")
    answer = stranger.get("players/ALICE/")
    assert answer.status == 200
    assert answer.body == {
        "name": "alice",
        "is_guest": False,
        "is_bot": False,
        "is_staff": False,
        "joined_at": answer.body["joined_at"],
        "is_online": False,
    }
    assert answer.body["joined_at"].endswith("Z")
    here(alice)
    assert stranger.get("players/alice/").body["is_online"]


def test_one_sees_ones_own_address(alice: User, as_alice: Program) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    assert as_alice.get("me/").body["email"] == "alice@example.org"


def test_bots_and_guests_are_marked(stranger: Program) -> None:
    bot, guest = a_bot("house-1"), a_guest()
    assert stranger.get(f"players/{bot.username}/").body["is_bot"]
    assert stranger.get(f"players/{guest.username}/").body["is_guest"]


@pytest.mark.parametrize("rest", ["", "ratings/", "ratings/backgammon/", "matches/"])
def test_nobody_is_not_found(stranger: Program, rest: str) -> None:
    answer = stranger.get(f"players/nobody/{rest}")
    assert (answer.status, answer.code) == (404, "account.not_found")


def test_a_block_is_made_listed_and_lifted(
    alice: User, bob: User, as_alice: Program, as_bob: Program
) -> None:
    assert as_alice.post("me/blocks/", {"name": "bob"}).body["name"] == "bob"
    assert has_blocked(alice, bob)
    assert [each["name"] for each in as_alice.get("me/blocks/").body] == ["bob"]
    assert as_bob.get("me/blocks/").body == []
    assert as_alice.delete("me/blocks/bob/").status == 204
    assert as_alice.get("me/blocks/").body == []


def test_a_block_of_oneself_is_refused(as_alice: Program) -> None:
    answer = as_alice.post("me/blocks/", {"name": "alice"})
    assert answer.status == 422


@pytest.mark.parametrize("name", [None, 5, True, "", "x" * 21, "a\0b"])
def test_a_name_that_is_none_is_malformed(as_alice: Program, name: object) -> None:
    answer = as_alice.post("me/blocks/", {"name": name})
    assert (answer.status, answer.fields) == (400, {"name"})


def test_a_list_of_blocks_costs_the_same_however_long(alice: User, as_alice: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert as_alice.get("me/blocks/").status == 200
        return len(queries)

    as_alice.post("me/blocks/", {"name": a_user().username})
    one = cost()
    for _ in range(5):
        as_alice.post("me/blocks/", {"name": a_user().username})
    assert cost() == one


def test_a_rated_match_shows_in_ratings_receipts_and_the_leaderboard(
    rated_match: str, stranger: Program
) -> None:
    (rating,) = stranger.get("players/alice/ratings/").body
    assert rating["ladder"] == "backgammon"
    assert rating["rating"] > 1500
    assert rating["experience"] == 1
    (receipt,) = stranger.get("players/alice/ratings/backgammon/").body
    assert receipt["match"] == rated_match
    assert receipt["opponent"] == "bob"
    assert receipt["is_win"]
    assert receipt["rating_after"] == rating["rating"]


def test_the_leaderboard_lists_who_has_played_enough(
    rated_match: str, stranger: Program, settings: object
) -> None:
    assert stranger.get("leaderboard/backgammon/").body["players"] == 0
    settings.HOUSE_LEADERBOARD_EXPERIENCE = 1  # type: ignore[attr-defined]
    board = stranger.get("leaderboard/backgammon/", page=7).body
    assert [(each["rank"], each["name"]) for each in board["places"]] == [(1, "alice"), (2, "bob")]
    assert (board["page"], board["pages"], board["players"]) == (1, 1, 2)


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "9" * 30])
def test_a_page_that_is_none_is_malformed(stranger: Program, number: str) -> None:
    assert stranger.get("leaderboard/backgammon/", page=number).fields == {"page"}


def test_a_ladder_nobody_knows_is_not_found(alice: User, stranger: Program) -> None:
    assert stranger.get("leaderboard/chess/").code == "ladder.not_found"
    assert stranger.get("players/alice/ratings/chess/").code == "ladder.not_found"
