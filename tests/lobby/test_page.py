"""The front door: what strangers and members see, and the buttons of a row."""

import pytest
from django.test import Client

from tests.factories import a_user
from tests.lobby.builders import a_table
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    live_boards,
    players,
    seated,
)
from tournaments.director import tournament_advance

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger() -> Client:
    return Client()


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(client: Client, path: str = "/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_stranger_sees_what_is_open_and_is_invited_with_one_click(stranger) -> None:
    a_sit_and_go(name="Evening Four")
    page = page_of(stranger)
    assert "Evening Four" in page
    assert "Play as a guest" in page
    assert 'action="/guest/"' in page
    assert "Take a seat" not in page


def test_a_member_can_take_a_seat_and_leave_the_one_he_has() -> None:
    event = a_sit_and_go()
    alice = a_user("alice", chips=100)
    client = signed_in(alice)
    assert f'action="/event/{event.public_id}/join/"' in page_of(client)
    seated(event, alice)
    page = page_of(client)
    assert f'data-row="sit_and_go:{event.public_id}" data-state="open" data-mine="true"' in page


def test_a_running_match_is_one_click_away() -> None:
    event = a_started_event()
    board = live_boards(event)[0]
    assert f'href="/match/{board.match_id}/"' in page_of(signed_in(board.white))


def test_who_waits_for_his_next_match_sees_his_event() -> None:
    event = a_started_event(seats=6)
    bye = event.pairings.get(slot=1)
    (entry,) = bye.entries
    page = page_of(signed_in(entry.user))
    assert "Your next match calls you" in page
    assert f'href="/event/{event.public_id}/"' in page


def test_a_seat_lost_with_the_connection_is_explained(clock) -> None:
    event = a_sit_and_go(name="Evening Four", has_house_bots=False)
    alice = a_user("alice", chips=100)
    seated(event, alice)
    clock.pass_s(31)
    tournament_advance(tournament_id=event.public_id)
    assert "your seat in Evening Four was given free" in page_of(signed_in(alice))
    clock.pass_s(16 * 60)
    assert "was given free" not in page_of(signed_in(alice))


def test_an_empty_lobby_says_so(stranger) -> None:
    assert "data-lobby-empty hidden" not in page_of(stranger)


def test_names_are_shown_as_text(stranger) -> None:
    a_sit_and_go(name="<script>alert(1)</script>")
    assert "<script>alert" not in page_of(stranger)


def test_a_full_lobby_costs_no_more_queries_than_an_empty_one(
    stranger, django_assert_num_queries
) -> None:
    for _time in range(3):
        seated(a_sit_and_go(), *players(3))
        a_table()
    with django_assert_num_queries(4):
        page_of(stranger)
