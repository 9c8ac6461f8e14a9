"""The lobby for programs: what can be played, who is here, seeks and challenges."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import player_block
from lobby.models import Seek, Table
from tests.api.callers import Program, program_of
from tests.factories import a_guest, a_user
from tests.lobby.builders import a_table, taken
from tests.tournaments.builders import a_sit_and_go, here

pytestmark = pytest.mark.django_db

ASK = {"game": "backgammon", "points": 3, "clock": "standard"}


# --- what can be played -----------------------------------------------------------------------


def test_the_games_and_all_there_is_to_say_of_a_table_are_data(stranger: Program) -> None:
    games = {game["key"]: game for game in stranger.get("games/").body}
    assert "cube" in games["backgammon"]["gives"]
    assert "cube" not in games["long_nardy"]["gives"]
    assert all(game["name"] and game["about"] for game in games.values())
    rules = stranger.get("rules/").body
    assert [kind["key"] for kind in rules["kinds"]] == ["match", "fixed", "table"]
    assert rules["access"] == ["lobby", "link", "bot"]
    by_key = {option["key"]: option for option in (*rules["options"], *rules["terms"])}
    values = [choice["value"] for choice in by_key["automatic_doubles"]["choices"]]
    assert values == [0, 1, 2, 3, None]
    assert by_key["is_rated"]["choices"] == []


def test_everything_the_rules_offer_can_be_said_of_a_table(as_alice: Program) -> None:
    rules = as_alice.get("rules/").body
    said = {
        option["key"]: option["choices"][0]["value"] if option["choices"] else False
        for option in (*rules["options"], *rules["terms"])
    }
    assert as_alice.post("tables/", said).status == 201


def test_the_lobby_is_told_as_its_rows(alice: User, stranger: Program) -> None:
    table, event = a_table(alice), a_sit_and_go()
    lobby = stranger.get("lobby/").body
    rows = {row["row"] for row in lobby["rows"]}
    assert rows == {f"table:{table.public_id}", f"sit_and_go:{event.public_id}"}
    assert [person["name"] for person in lobby["people"]] == ["alice"]
    assert lobby["online"] == 1


def test_a_full_lobby_costs_no_more_queries(stranger: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("lobby/").status == 200
        return len(queries)

    a_table()
    taken(a_table())
    one = cost()
    for _ in range(4):
        a_table()
        taken(a_table())
    assert cost() == one


# --- seeks ------------------------------------------------------------------------------------


def test_a_seek_is_posted_read_and_withdrawn(alice: User, as_alice: Program) -> None:
    assert as_alice.get("seek/").code == "seek.not_found"
    posted = as_alice.post("seek/", ASK)
    assert posted.status == 201
    assert posted.body["rating"] == 1500
    assert as_alice.get("seek/").body == posted.body
    assert (posted.body["state"], posted.body["is_rated"]) == ("open", False)
    for _time in range(2):
        assert as_alice.delete("seek/").status == 204
    assert as_alice.get("seek/").status == 404
    assert Seek.objects.get().state == "withdrawn"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("game", None),
        ("points", 4),
        ("points", "x"),
        ("points", 3.5),
        ("points", "3"),
        ("points", 3.0),
        ("points", True),
        ("clock", "sundial"),
        ("is_rated", "true"),
        ("is_rated", 1),
        ("color", "white"),
    ],
)
def test_a_seek_for_what_there_is_not_is_malformed(
    as_alice: Program, field: str, value: object
) -> None:
    answer = as_alice.post("seek/", {**ASK, field: value})
    assert (answer.status, answer.fields) == (400, {field})
    assert not Seek.objects.exists()


def test_a_seek_is_refused_with_every_reason(alice: User, as_alice: Program) -> None:
    taken(a_table(alice))
    answer = as_alice.post("seek/", ASK)
    assert (answer.status, answer.refusals) == (422, ["table.in_match"])


# --- challenges -------------------------------------------------------------------------------


def test_a_challenge_is_heard_of_and_accepted_by_sitting_down(
    bob: User, as_alice: Program, as_bob: Program
) -> None:
    here(bob)
    made = as_alice.post("challenges/", {**ASK, "name": "bob"})
    assert made.status == 201
    assert (made.body["access"], made.body["challenged"]) == ("challenge", "bob")
    (challenge,) = as_bob.get("challenges/").body
    assert (challenge["challenger"], challenge["table"]) == ("alice", made.body["id"])
    assert as_bob.post(f"tables/{challenge['table']}/seat/").body["match"] is not None
    assert as_bob.get("challenges/").body == []


def test_a_challenge_is_declined(bob: User, as_alice: Program, as_bob: Program) -> None:
    here(bob)
    table_id = as_alice.post("challenges/", {**ASK, "name": "bob"}).body["id"]
    assert as_alice.delete(f"challenges/{table_id}/").code == "challenge.not_yours"
    for _time in range(2):
        assert as_bob.delete(f"challenges/{table_id}/").status == 204
    assert Table.objects.get().close_reason == "declined"
    assert as_bob.delete("challenges/nothing/").code == "table.not_found"


def test_a_challenge_that_cannot_be_is_refused_with_every_reason(
    alice: User, as_alice: Program
) -> None:
    guest = a_guest()
    player_block(user=alice, blocked=guest)
    answer = as_alice.post("challenges/", {**ASK, "name": guest.username, "is_rated": True})
    assert answer.status == 422
    assert answer.refusals == ["challenge.blocked", "challenge.absent", "challenge.not_rated"]
    assert as_alice.post("challenges/", {**ASK, "name": "nobody"}).code == "account.not_found"
    assert as_alice.post("challenges/", {**ASK, "name": 5}).fields == {"name"}


def test_many_challenges_cost_no_more_queries(bob: User, as_bob: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert as_bob.get("challenges/").status == 200
        return len(queries)

    def one_more() -> None:
        program_of(a_user()).post("challenges/", {**ASK, "name": "bob"})

    here(bob)
    as_bob.get("me/")
    one_more()
    one = cost()
    for _ in range(4):
        one_more()
    assert len(as_bob.get("challenges/").body) == 5
    assert cost() == one
