"""Play now: one press, and there is a board."""

import pytest
from django.test import Client

from accounts.models import User
from lobby.home import facts_of
from lobby.models import Table
from lobby.services import table_at_once
from tests.factories import a_bot, a_user

pytestmark = pytest.mark.django_db


def test_a_stranger_becomes_a_guest_and_sits_at_a_board() -> None:
    a_bot()
    stranger = Client()
    answer = stranger.post("/play/")
    guest = User.objects.get(is_bot=False)
    table = Table.objects.select_related("match").get(host=guest)
    assert guest.is_guest
    assert table.match is not None
    assert answer["Location"] == f"/match/{table.match.public_id}/"
    board = stranger.get(answer["Location"])
    assert board.status_code == 200
    assert "The match has no clock; it waits for you" in board.content.decode()
    assert "and so does your clock" not in board.content.decode()


def test_an_unfinished_game_goes_on() -> None:
    a_bot()
    alice = a_user("alice")
    assert table_at_once(user=alice) == table_at_once(user=alice)


def test_where_nobody_can_be_played_the_lobby_says_why() -> None:
    client = Client()
    client.force_login(a_user("alice"))
    answer = client.post("/play/", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "No house bot is here at the moment." in answer.content.decode()


def test_only_a_press_plays() -> None:
    assert Client().get("/play/").status_code == 405


def test_of_what_is_to_come_the_soonest_is_told_first() -> None:
    later = {"state": "announced", "starts_ms": 9}
    soon = {"state": "open", "starts_ms": 5, "free_chairs": []}
    played = {"state": "playing", "starts_ms": 1, "watch_url": "/match/x/watch/"}
    seats = {"state": "open", "free_chairs": [2, 3]}
    facts = facts_of([later, soon, played, seats], 4)
    assert facts.coming == (soon, later)
    assert (facts.online, facts.played, facts.free_seats) == (4, 1, 2)
