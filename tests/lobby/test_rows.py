"""Rows of the lobby: which there are, what they say, what they are found by, how they are drawn."""

from datetime import time, timedelta

import pytest

from backgammon import Rules
from lobby.drawing import row_html, rows_html
from lobby.filters import FILTERS, Filter, filter_lines, wanted_words
from lobby.models import Access
from lobby.selectors import lobby_snapshot, match_rows, person_rows, row_values, table_rows
from lobby.selectors.rows import sit_and_go_tab_rows
from matches.models import Match
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import UNTIMED, a_private_table, a_table, finished, fresh, taken
from tests.matches.builders import CLOCK
from tests.tournaments.builders import a_series, a_sit_and_go, a_started_event, gone, here
from wire.presence import AWAY, key_of
from wire.redis import redis_client
from wire.time import now, now_ms

pytestmark = pytest.mark.django_db


def row_of(table):
    return table_rows([table.public_id])[table.public_id]


def match_of(table) -> Match:
    match = fresh(table).match
    assert match is not None
    return match


# --- which rows there are ---------------------------------------------------------


def test_an_open_table_can_be_joined_and_a_running_one_watched() -> None:
    table = a_table(a_user("alice"))
    row = row_of(table)
    assert (row["state"], row["watch_url"], row["match"]) == ("open", "", "")
    assert row["take_url"] == f"/table/{table.public_id}/take/"
    taken(table, a_user("bob"))
    row, match = row_of(table), match_of(table)
    assert (row["state"], row["match"], row["watchers"]) == ("playing", match.public_id, 0)
    assert row["watch_url"] == f"/match/{match.public_id}/watch/"
    assert [player["name"] for player in row["players"]] == ["alice", "bob"]


def test_a_match_against_a_house_bot_can_be_watched() -> None:
    a_bot()
    table = a_table(access=Access.BOT)
    assert row_of(table)["state"] == "playing"


def test_a_satellite_promises_tickets_and_not_chips() -> None:
    target = a_series(
        name="Sunday Open",
        kind="scheduled",
        buy_in_chips=200,
        seats=64,
        first_date=now().date() + timedelta(days=3),
        start_time=time(18),
    )
    event = a_sit_and_go(seats=12, target_series=target)
    row = sit_and_go_tab_rows()[event.public_id]
    assert (row["prizes_chips"], row["tickets"], row["target"]) == ([], 3, "Sunday Open")
    assert "satellite" in row["words"]


def test_a_private_table_has_no_row_before_and_while_it_is_played() -> None:
    table = a_private_table()
    assert table_rows() == {}
    taken(table)
    assert table_rows() == match_rows() == {}


def test_a_finished_table_has_no_row() -> None:
    table = finished(taken(a_table(rules=Rules.match(1, clock=CLOCK))))
    assert table_rows([table.public_id]) == {}


def test_open_tables_stand_before_those_being_played_and_the_youngest_first() -> None:
    played, old, young = taken(a_table()), a_table(), a_table()
    assert list(table_rows()) == [each.public_id for each in (young, old, played)]


def test_matches_of_events_are_rows_of_their_own_and_those_of_tables_are_not() -> None:
    taken(a_table())
    event = a_started_event(seats=2)
    (row,) = match_rows().values()
    (pairing,) = event.pairings.all()
    assert pairing.match is not None
    assert row["row"] == f"match:{pairing.match.public_id}"
    assert (row["tab"], row["state"], len(row["players"])) == ("matches", "playing", 2)


def test_every_row_is_read_alone_as_it_is_read_with_the_others() -> None:
    taken(a_table())
    a_table(rules=UNTIMED, clock="untimed")
    a_started_event(seats=2)
    here(a_user("alice"))
    snapshot = lobby_snapshot()
    rows = [*snapshot["rows"], *snapshot["people"]]
    assert row_values([row["row"] for row in rows]) == {row["row"]: row for row in rows}
    assert row_values(["table:nothing", "match:nothing", "person:nobody"]) == {
        "table:nothing": None,
        "match:nothing": None,
        "person:nobody": None,
    }


# --- what rows are found by -------------------------------------------------------


def test_the_words_of_a_table_say_all_that_a_filter_can_ask() -> None:
    table = a_table(a_user(), is_rated=True)
    assert row_of(table)["words"] == [
        "game-backgammon",
        "kind-match",
        "length-short",
        "clock-standard",
        "free",
        "rated",
    ]
    alice = a_user(chips=100)
    stakes = a_table(alice, rules=Rules.table(5, 50, 50, clock=CLOCK))
    row = row_of(stakes)
    assert (row["tab"], row["stake"], row["buy_in_chips"]) == ("stakes", 5, 50)
    assert {"kind-table", "stake-middle", "free"} <= set(row["words"])


def test_a_sit_and_go_is_found_by_its_length_entry_and_free_seats() -> None:
    event = a_sit_and_go(length_points=5, buy_in_chips=100)
    assert sit_and_go_tab_rows()[event.public_id]["words"] == [
        "length-medium",
        "entry-high",
        "chips",
        "free",
    ]


def test_every_word_a_filter_asks_for_is_one_that_rows_can_have() -> None:
    kinds = {"game", "kind", "length", "clock", "stake", "entry", "rated", "free"}
    kinds |= {"format", "satellite"}
    assert {each.key for filters in FILTERS.values() for each in filters} == kinds


def test_an_address_sets_filters_and_what_we_do_not_know_sets_none() -> None:
    lines = filter_lines("matches", {"clock": "fast", "rated": "on", "game": "", "x": "y"})
    assert wanted_words(lines) == {"clock-fast", "rated"}
    for nonsense in ({"clock": "slow"}, {"rated": "yes"}, {"game": "backgammon' OR 1=1"}):
        assert wanted_words(filter_lines("matches", nonsense)) == frozenset()
    assert filter_lines("my_events", {"clock": "fast"}) == ()


@pytest.mark.parametrize("each", [each for filters in FILTERS.values() for each in filters])
def test_every_choice_of_a_filter_is_a_word(each: Filter) -> None:
    asked = each.choices or ("on",)
    words = [each.word(choice) for choice in asked]
    assert None not in words
    assert len(set(words)) == len(words)


# --- how rows are drawn -----------------------------------------------------------


def test_a_row_is_drawn_once_for_everybody_and_anew_for_whom_it_belongs_to() -> None:
    table = a_table(a_user("alice"))
    rows = [row_of(table)]
    assert rows_html(rows, name="bob") == rows_html(rows, name="carol")
    assert 'data-mine="false"' in rows_html(rows, name="bob")
    assert 'data-mine="true"' in rows_html(rows, name="alice")
    assert "Play as a guest" in rows_html(rows, name="")


def test_a_drawn_row_follows_what_it_is_drawn_from() -> None:
    table = a_table(a_user("alice"))
    assert "free" in rows_html([row_of(table)], name="carol")
    taken(table, a_user("bob"))
    drawn = rows_html([row_of(table)], name="carol")
    assert "bob" in drawn
    assert ">free<" not in drawn


def test_what_people_call_themselves_and_their_events_is_drawn_as_text() -> None:
    event = a_sit_and_go(name="<b>Bold</b>")
    drawn = row_html(sit_and_go_tab_rows()[event.public_id], is_signed_in=True, is_mine=False)
    assert "&lt;b&gt;Bold" in drawn


# --- people -----------------------------------------------------------------------


def test_everybody_who_is_here_is_listed_with_how_much_of_him_is() -> None:
    alice, bob, carol, guest = a_user("alice"), a_user("bob"), a_user("Carol"), a_guest()
    here(alice, bob, carol, guest)
    redis_client().hset(key_of(bob.pk), "test", str(now_ms()).encode() + AWAY)
    taken(a_table(carol), a_user("dora"))
    rows = person_rows()
    assert list(rows) == ["alice", "bob", "Carol", guest.username]
    assert [row["state"] for row in rows.values()] == ["online", "away", "playing", "online"]
    assert rows[guest.username]["guest"]
    assert rows["alice"]["url"] == "/players/alice/"
    assert rows["alice"]["challenge_url"] == "/challenge/alice/"
    gone(alice)
    assert person_rows(["alice", "bob"]).keys() == {"bob"}


def test_a_match_without_a_clock_keeps_nobody_from_others() -> None:
    alice = a_user("alice")
    taken(a_table(alice, rules=UNTIMED, clock="untimed"))
    assert person_rows()["alice"]["state"] == "online"
