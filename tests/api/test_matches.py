"""Matches for programs: those that run, one with its events, its record, a player's past ones."""

import hashlib
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from matches.selectors import match_by_id
from tests.api.callers import Program, program_of
from tests.factories import a_user
from tests.lobby.builders import a_private_table, a_table, finished, fresh, taken
from tests.matches.builders import a_match, a_noting_owner

pytestmark = pytest.mark.django_db


def a_running_match(**people: User) -> str:
    a_noting_owner()
    return a_match(people.get("white", a_user()), people.get("black", a_user())).public_id


def a_private_match(alice: User, bob: User) -> str:
    match = fresh(taken(a_private_table(alice), bob)).match
    assert match is not None
    return match.public_id


# --- one --------------------------------------------------------------------------------------


def test_a_running_match_tells_everything_but_the_secret(
    alice: User, bob: User, stranger: Program
) -> None:
    match_id = a_running_match(white=alice, black=bob)
    told = stranger.get(f"matches/{match_id}/").body
    assert told["white"] == {
        "name": "alice",
        "is_bot": False,
        "is_guest": False,
        "score": 0,
        "contribution": None,
    }
    assert (told["id"], told["status"], told["is_rated"]) == (match_id, "playing", False)
    assert told["rules"]["length"] == {"kind": "match", "points": 3}
    assert len(told["commitment"]) == 64
    assert told["secret"] is None
    assert told["ended_at"] is None
    assert told["began_at"].endswith("Z")


def test_the_secret_is_told_at_the_end_and_fits_its_commitment(
    rated_match: str, stranger: Program
) -> None:
    told = stranger.get(f"matches/{rated_match}/").body
    assert (told["status"], told["is_rated"]) == ("finished", True)
    assert (told["white"]["score"], told["black"]["score"]) == (1, 0)
    assert hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest() == told["commitment"]
    assert told["ended_at"] is not None


@pytest.mark.parametrize("rest", ["", "events/", "record/"])
def test_a_private_match_is_there_for_its_players_alone(
    alice: User, bob: User, stranger: Program, rest: str
) -> None:
    match_id = a_private_match(alice, bob)
    for program in (stranger, program_of(a_user("carol"))):
        answer = program.get(f"matches/{match_id}/{rest}")
        assert (answer.status, answer.code) == (404, "match.not_found")
    for player in (alice, bob):
        assert program_of(player).get(f"matches/{match_id}/").status == 200


@pytest.mark.parametrize("rest", ["", "events/", "record/"])
def test_a_match_that_is_none_is_not_found(stranger: Program, rest: str) -> None:
    answer = stranger.get(f"matches/nothing/{rest}")
    assert (answer.status, answer.code) == (404, "match.not_found")


# --- its events and its record ----------------------------------------------------------------


def test_events_are_numbered_and_told_from_where_one_was(
    rated_match: str, stranger: Program
) -> None:
    everything = stranger.get(f"matches/{rated_match}/events/").body
    assert everything["first"] == 1
    assert len(everything["events"]) == everything["seq"] == match_by_id(rated_match).seq
    later = stranger.get(f"matches/{rated_match}/events/", since=2).body
    assert later["first"] == 3
    assert later["events"] == everything["events"][2:]
    assert stranger.get(f"matches/{rated_match}/events/", since=10_000).body["events"] == []


@pytest.mark.parametrize("since", ["-1", "x", "1.5", str(2**31)])
def test_a_number_that_is_none_is_malformed(
    rated_match: str, stranger: Program, since: str
) -> None:
    answer = stranger.get(f"matches/{rated_match}/events/", since=since)
    assert (answer.status, answer.fields) == (400, {"since"})


def test_the_record_is_taken_away_as_a_document_or_a_match_file(
    rated_match: str, stranger: Program
) -> None:
    document = stranger.get(f"matches/{rated_match}/record/")
    assert document.body["id"] == rated_match
    assert 'filename="alice-bob-' in document.response.headers["Content-Disposition"]
    file = stranger.get(f"matches/{rated_match}/record/", format="mat").response
    assert file.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "1 point match" in file.content.decode()
    assert stranger.get(f"matches/{rated_match}/record/", format="pdf").fields == {"format"}


def test_there_is_no_record_before_the_end(stranger: Program) -> None:
    answer = stranger.get(f"matches/{a_running_match()}/record/")
    assert (answer.status, answer.code) == (404, "match.running")


# --- lists ------------------------------------------------------------------------------------


def test_running_public_matches_are_listed_page_by_page(
    alice: User, bob: User, stranger: Program
) -> None:
    ids = [a_running_match() for _ in range(5)]
    a_private_match(alice, bob)
    page = stranger.get("matches/", limit=2).body
    seen = [each["id"] for each in page["results"]]
    a_running_match()  # a newer one shifts nothing
    while page["next"]:
        page = stranger.get(page["next"]).body
        seen += [each["id"] for each in page["results"]]
    assert seen == ids[::-1]


def test_a_list_that_goes_on_from_nowhere_is_not_found(stranger: Program) -> None:
    assert stranger.get("matches/", older_than="nothing").code == "match.not_found"


def test_a_long_list_costs_no_more_queries(stranger: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("matches/").status == 200
        return len(queries)

    a_running_match()
    one = cost()
    for _ in range(5):
        a_running_match()
    assert cost() == one


def test_a_players_matches_are_told_from_his_side(rated_match: str, stranger: Program) -> None:
    (line,) = stranger.get("players/bob/matches/").body["results"]
    assert (line["match"], line["opponent"], line["result"]) == (rated_match, "alice", "lost")
    assert (line["score"], line["opponent_score"]) == (0, 1)
    assert line["change"] < 0
    assert stranger.get("players/bob/matches/", result="won").body["results"] == []
    narrowed = stranger.get("players/bob/matches/", opponent="alice", ladder="backgammon").body
    assert len(narrowed["results"]) == 1


def test_private_matches_stay_between_their_players(
    alice: User, bob: User, stranger: Program
) -> None:
    finished(taken(a_private_table(alice), bob))
    assert stranger.get("players/alice/matches/").body["results"] == []
    assert program_of(a_user("carol")).get("players/alice/matches/").body["results"] == []
    assert len(program_of(bob).get("players/alice/matches/").body["results"]) == 1


def test_past_matches_come_in_pages_and_at_the_same_cost(
    alice: User, bob: User, stranger: Program
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("players/alice/matches/").status == 200
        return len(queries)

    finished(taken(a_table(alice), bob))
    one = cost()
    for _ in range(3):
        finished(taken(a_table(alice), bob))
    assert cost() == one
    page = stranger.get("players/alice/matches/", limit=3).body
    rest = stranger.get(page["next"]).body
    assert (len(page["results"]), len(rest["results"]), rest["next"]) == (3, 1, None)
    assert json.dumps(page).count('"unrated": ""') == 0
