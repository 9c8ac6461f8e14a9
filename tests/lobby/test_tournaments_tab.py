"""The tournaments of two weeks in the lobby, and everything a person is in or was in."""

import pytest
from django.test import Client

import lobby.my_events
from lobby.filters import filter_lines, wanted_words
from lobby.my_events import MyEventsPanel
from lobby.selectors import lobby_snapshot, row_values
from lobby.selectors.rows import tournament_tab_rows
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go, finish, live_boards, play_through, seated
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entered, entrants
from tests.tournaments.ticketed import a_satellite, a_target
from tournaments.card import EntryTerms
from tournaments.director import tournament_advance
from tournaments.services import entry_check_in, entry_withdraw

pytestmark = pytest.mark.django_db

DAY_S = 86_400


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def row_of(event):
    return tournament_tab_rows([event.public_id])[event.public_id]


# --- rows -------------------------------------------------------------------------


def test_a_row_says_what_its_card_promises_and_how_full_it_is(clock) -> None:
    event = a_scheduled_event(name="Daily", seats=16, guarantee_chips=1_000)
    entrants(event, 3)
    row = row_of(event)
    assert row["row"] == f"tournament:{event.public_id}"
    assert (row["tab"], row["state"], row["name"]) == ("tournaments", "open", "Daily")
    assert (row["taken"], row["seats"], row["cost_chips"]) == (3, 16, 55)
    assert (row["pool_chips"], row["guarantee_chips"]) == (1_000, 1_000)
    assert row["zone"] == "Europe/Tallinn"
    assert row["starts_ms"] == event.starts_at.timestamp() * 1000
    assert row["card_url"] == f"/event/{event.public_id}/#rules-card"


def test_the_next_two_weeks_come_by_their_start_and_what_is_played_last(clock) -> None:
    played = a_started_evening(clock)
    late = a_scheduled_event(starts_in_s=13 * DAY_S, opens_in_s=DAY_S)
    soon = a_scheduled_event(starts_in_s=DAY_S)
    a_scheduled_event(starts_in_s=15 * DAY_S)
    rows = tournament_tab_rows()
    assert list(rows) == [each.public_id for each in (soon, late, played)]
    assert [row["state"] for row in rows.values()] == ["open", "announced", "playing"]


def test_a_private_event_has_no_row_and_nobody_hears_of_it(clock, commits) -> None:
    event = a_scheduled_event()
    event.is_private = True
    event.save()
    with commits() as heard:
        entrants(event, 1)
    assert heard.rows("lobby") == []
    assert tournament_tab_rows() == {}
    assert event.public_id not in page_of("/tournaments/")


def test_an_entry_renews_the_row_and_a_finished_event_has_none(clock, commits) -> None:
    event = a_started_evening(clock)
    with commits() as heard:
        finish(live_boards(event)[0])
        tournament_advance(tournament_id=event.public_id)
    assert set(heard.rows("lobby")) >= {f"tournament:{event.public_id}"}
    play_through(event)
    assert row_values([f"tournament:{event.public_id}"]) == {f"tournament:{event.public_id}": None}


def test_every_row_is_read_alone_as_with_the_others(clock) -> None:
    a_scheduled_event()
    a_started_evening(clock)
    rows = [row for row in lobby_snapshot()["rows"] if row["row"].startswith("tournament:")]
    assert len(rows) == 2
    assert row_values([row["row"] for row in rows]) == {row["row"]: row for row in rows}


def test_cards_are_read_once(clock, django_assert_num_queries) -> None:
    for _time in range(3):
        a_scheduled_event()
    tournament_tab_rows()
    with django_assert_num_queries(1):
        tournament_tab_rows()


def test_rows_are_found_by_format_entry_rating_and_what_they_lead_to(clock) -> None:
    target = a_target(is_rated=True, entry=EntryTerms(needs_ticket=True))
    satellite = a_satellite(target, seats=4, format="knockout")
    assert {"format-knockout", "entry-high", "rated", "ticket", "free"} <= set(
        row_of(target)["words"]
    )
    assert {"satellite", "length-short", "entry-low"} <= set(row_of(satellite)["words"])
    lines = filter_lines("tournaments", {"format": "knockout", "satellite": "on"})
    assert wanted_words(lines) == {"format-knockout", "satellite"}
    page = page_of("/tournaments/?satellite=on")
    assert satellite.public_id in page
    assert f"tournament:{target.public_id}" not in page


def test_the_tab_shows_marks_and_leads_to_the_rules_card(clock) -> None:
    target = a_target(name="Big One", is_rated=True)
    event = a_satellite(target, name="Little One")
    alice = a_user("alice", chips=100)
    entered(event, alice)
    page = page_of("/tournaments/", signed_in(alice))
    assert f'href="/event/{event.public_id}/#rules-card"' in page
    assert f'data-row="tournament:{event.public_id}" data-state="open" data-mine="true"' in page
    assert f'data-row="tournament:{target.public_id}" data-state="open" data-mine="false"' in page
    assert f'data-entered="{event.public_id}"' in page
    assert 'data-lobby-open="tournaments">2<' in page
    assert 'data-lobby-open="my_events">1<' in page


# --- my events --------------------------------------------------------------------


def test_what_is_entered_comes_by_its_start_with_standby_and_check_in(clock) -> None:
    alice = a_user("alice", chips=300)
    second, first = a_scheduled_event(starts_in_s=7200), a_scheduled_event(starts_in_s=600)
    full = a_scheduled_event(seats=4)
    entrants(full, 4)
    for event in (second, first, full):
        entered(event, alice)
    entry_check_in(event_id=first.public_id, user=alice)
    given_back = a_scheduled_event()
    entered(given_back, alice)
    entry_withdraw(event_id=given_back.public_id, user=alice)
    panel = MyEventsPanel(alice, {})
    assert [each.tournament for each in panel.before] == [first, full, second]
    page = page_of("/my/events/", signed_in(alice))
    assert page.count("checked in") == 1
    assert page.count("on standby") == 1
    assert given_back.public_id not in page


def test_events_that_will_overlap_are_marked(clock) -> None:
    alice = a_user("alice", chips=300)
    first, second = a_scheduled_event(starts_in_s=600), a_scheduled_event(starts_in_s=900)
    later = a_scheduled_event(starts_in_s=DAY_S)
    for event in (first, second, later):
        entered(event, alice)
    assert MyEventsPanel(alice, {}).overlapping == {second.pk}
    assert page_of("/my/events/", signed_in(alice)).count("overlaps<") == 1


def test_what_is_played_leads_to_the_board_or_says_what_comes(clock) -> None:
    event = a_started_evening(clock)
    board, other = live_boards(event)
    page = page_of("/my/events/", signed_in(board.white))
    assert f'href="/match/{board.match_id}/"' in page
    finish(board)
    tournament_advance(tournament_id=event.public_id)
    assert "when your opponent is known" in page_of("/my/events/", signed_in(board.white))
    assert "You are out of this event." in page_of("/my/events/", signed_in(board.black))
    assert other.match_id not in page


def test_what_is_over_stands_with_place_and_prize_page_by_page(clock, monkeypatch) -> None:
    monkeypatch.setattr(lobby.my_events, "PAST_ON_A_PAGE", 1)
    first, second = a_started_evening(clock), a_started_evening(clock)
    for event in (first, second):
        play_through(event)
    alice = first.entries.get(place=1).user
    event = a_scheduled_event(min_entrants=2, seats=2)
    panel = MyEventsPanel(alice, {"page": "1"})
    assert [each.tournament.public_id for each in panel.after] == [first.public_id]
    page = page_of("/my/events/panel/?page=1", signed_in(alice))
    assert "Place 1" in page
    assert "120" in page
    assert event.public_id not in page
    for nonsense in ("x", "0", "-1", "99999", "²"):
        assert MyEventsPanel(alice, {"page": nonsense}).page >= 1


def test_an_own_sit_and_go_is_there_as_well() -> None:
    alice = a_user("alice", chips=100)
    event = seated(a_sit_and_go(), alice)
    page = page_of("/my/events/", signed_in(alice))
    assert f'data-event="{event.public_id}"' in page
    assert "Begins when its last seat is taken" in page


def test_the_panel_is_for_its_person_alone() -> None:
    answer = Client().get("/my/events/panel/")
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert "<html" not in page_of("/my/events/panel/", signed_in(a_user("alice")))


def test_more_events_cost_no_more_queries(clock, django_assert_max_num_queries) -> None:
    alice = a_user("alice", chips=2_000)
    for _time in range(6):
        entered(a_scheduled_event(), alice)
    client = signed_in(alice)
    page_of("/my/events/panel/", client)
    with django_assert_max_num_queries(8):
        page_of("/my/events/panel/", client)
