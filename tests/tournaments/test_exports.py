"""Results as files: whole, exact, and harmless in a spreadsheet."""

import csv
from io import StringIO

import pytest
from django.test import Client

from tests.factories import a_user
from tests.tournaments.builders import a_started_event, live_boards, play_through
from tests.tournaments.scheduled import a_started_evening
from tournaments.exports import MATCH_COLUMNS, RESULT_COLUMNS, csv_text

pytestmark = pytest.mark.django_db


def table_of(event, name: str) -> list[dict[str, str]]:
    answer = Client().get(f"/event/{event.public_id}/{name}")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert event.public_id in answer.headers["Content-Disposition"]
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_places_and_prizes_come_as_a_table() -> None:
    event = a_started_event(buy_in_chips=50)
    play_through(event)
    rows = table_of(event, "results.csv")
    assert [row["place"] for row in rows] == ["1", "2", "3", "3"]
    assert [row["prize_chips"] for row in rows] == ["120", "80", "0", "0"]
    assert set(rows[0]) == set(RESULT_COLUMNS)


def test_every_match_comes_with_its_address() -> None:
    event = a_started_event(seats=6, buy_in_chips=0)
    board = live_boards(event)[0]
    play_through(event)
    rows = table_of(event, "matches.csv")
    assert len(rows) == 7
    assert sum(row["outcome"] == "bye" for row in rows) == 2
    (row,) = [row for row in rows if row["match"] == board.match_id]
    assert row["address"] == f"http://testserver/match/{board.match_id}/replay/"
    assert row["winner"] == board.white.username
    assert {row["player_1"], row["player_2"]} == {board.white.username, board.black.username}
    assert sorted((row["points_1"], row["points_2"])) == ["0", "1"]
    assert set(row) == set(MATCH_COLUMNS)


def test_the_document_holds_both_and_what_they_go_by(clock) -> None:
    event = a_started_evening(clock, players=4, format="swiss")
    play_through(event)
    document = Client().get(f"/event/{event.public_id}/results.json").json()
    assert (document["event"], document["format"]) == (event.public_id, "swiss")
    assert document["pool_chips"] == 200
    assert document["tie_breaks"] == ["buchholz", "sonneborn_berger", "head_to_head", "lots"]
    assert [len(each["tie_breaks"]) for each in document["standings"]] == [4] * 4
    assert document["standings"][0]["points"] == 2
    assert len(document["matches"]) == 4
    assert sum(each["prize_chips"] for each in document["standings"]) == 200


def test_what_is_played_can_be_read_before_it_is_over(clock) -> None:
    event = a_started_evening(clock)
    assert {row["outcome"] for row in table_of(event, "matches.csv")} == {"live"}
    assert {row["place"] for row in table_of(event, "results.csv")} == {"1"}


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2", "@sum", " =1"])
def test_no_name_becomes_a_formula(cell) -> None:
    text = csv_text(("player",), [{"player": cell}])
    assert list(csv.reader(StringIO(text)))[1] == [f"'{cell}"]


@pytest.mark.parametrize("name", ["results.csv", "matches.csv", "results.json"])
def test_an_unknown_event_has_no_files(name) -> None:
    client = Client()
    client.force_login(a_user("eve"))
    assert client.get(f"/event/nothing/{name}").status_code == 404
