"""The front door: what strangers and members see, and the buttons of a row."""

import pytest
from django.test import Client

import lobby.views.index
from backgammon import Rules
from lobby.asks import USUAL
from lobby.services import challenge_make
from tests.factories import a_guest, a_user
from tests.lobby.builders import a_table, fresh, taken
from tests.matches.builders import CLOCK
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    here,
    live_boards,
    seated,
)
from tournaments.director import tournament_advance

pytestmark = pytest.mark.django_db

#: Session and person; rows of five kinds; what the visitor has going on and has entered; what a
#: panel reads; the bell; the sliding session.
MOST_QUERIES = 24


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


TABS = ("/", "/matches/", "/stakes/", "/tournaments/", "/my/events/", "/my/tickets/", "/find/")


def a_lobby_with(rows: int) -> None:
    """So many open and running things of every kind, and people who are here."""
    for _time in range(rows):
        a_table()
        a_table(a_user(chips=50), rules=Rules.table(1, 50, 50, clock=CLOCK))
        seated(a_sit_and_go(), a_user(chips=50))
    taken(a_table())
    a_started_event(seats=2)


@pytest.mark.parametrize("path", TABS)
@pytest.mark.parametrize("rows", [5, 50])
def test_a_page_costs_as_many_queries_with_fifty_rows_as_with_five(
    rows, path, django_assert_max_num_queries
) -> None:
    a_lobby_with(rows)
    alice = a_user("alice")
    a_table(alice)
    client = signed_in(alice)
    page_of(client, path)
    with django_assert_max_num_queries(MOST_QUERIES):
        page_of(client, path)


def test_a_stranger_is_shown_no_tabs_of_his_own_and_led_to_sign_in(stranger) -> None:
    page = page_of(stranger)
    assert "My tickets" not in page
    for path in ("/my/events/", "/my/tickets/"):
        assert stranger.get(path).headers["Location"] == f"/accounts/login/?next={path}"
    assert stranger.get("/find/").headers["Location"] == "/accounts/login/?next=/find/"


@pytest.mark.parametrize("path", [path for path in TABS if path != "/find/"])
def test_an_empty_tab_says_what_to_do_with_a_button(path) -> None:
    page = page_of(signed_in(a_user()), path)
    empty = page.partition("data-lobby-empty")[2].partition("</div>\n")[0]
    assert not empty.startswith(" hidden")
    assert 'class="button' in empty


def test_filters_in_the_address_narrow_the_rows_and_stay_chosen(stranger) -> None:
    fast, usual = a_table(clock="fast"), a_table()
    page = page_of(stranger, "/matches/?clock=fast")
    assert f"table:{fast.public_id}" in page
    assert f"table:{usual.public_id}" not in page
    assert '<option value="fast" selected>' in page
    assert "data-lobby-nothing hidden" in page
    nothing = page_of(stranger, "/matches/?clock=casual")
    assert "data-lobby-nothing>" in nothing
    assert "data-lobby-empty hidden" in nothing


@pytest.mark.parametrize(
    "query", ["clock=slow", "game=%00", "clock=fast&clock=casual", "x=y", "rated=<script>", "all=1"]
)
def test_nonsense_in_the_address_is_no_error(stranger, query) -> None:
    a_table()
    assert "<script>alert" not in page_of(stranger, f"/matches/?{query}")


def test_a_long_list_is_cut_and_can_be_shown_whole(stranger, monkeypatch) -> None:
    monkeypatch.setattr(lobby.views.index, "MOST_ROWS", 2)
    for _time in range(3):
        a_table()
    page = page_of(stranger, "/matches/?free=on")
    assert page.count('data-state="open"') == 2
    assert 'href="?free=on&amp;all=on"' in page
    assert page_of(stranger, "/matches/?free=on&all=on").count('data-state="open"') == 3


def test_every_tab_counts_what_waits_in_it() -> None:
    alice = a_user("alice", chips=100)
    a_table()
    taken(a_table())
    seated(a_sit_and_go(), alice)
    page = page_of(signed_in(alice), "/stakes/")
    for tab, number in [("matches", 1), ("sit_and_go", 1), ("my_events", 1)]:
        assert f'data-lobby-open="{tab}">{number}<' in page
    for tab in ("stakes", "my_tickets"):
        assert f'data-lobby-open="{tab}" hidden>' in page


def test_whoever_is_here_is_met_in_the_lobby_and_challenged_from_there() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    here(alice, bob)
    page = page_of(signed_in(alice))
    assert 'href="/players/bob/"' in page
    assert 'href="/challenge/bob/"' in page


# --- looking for an opponent and challenging, without scripts ---------------------


ASKED = {"game": "backgammon", "points": "5", "clock": "fast", "next": "/matches/"}


def test_two_clicks_find_an_opponent_and_one_stops_looking() -> None:
    client = signed_in(a_user("alice"))
    assert 'action="/find/"' in page_of(client, "/matches/")
    answer = client.post("/find/", ASKED)
    assert answer.headers["Location"] == "/matches/"
    page = page_of(client, "/matches/")
    assert "Looking for an opponent" in page
    assert 'data-rating="1500"' in page
    assert "Looking for an opponent" in page_of(client, "/find/panel/")
    client.post("/find/cancel/", {"next": "/matches/"})
    page = page_of(client, "/matches/")
    assert "Looking for an opponent" not in page
    assert '<option value="fast" selected>' in page


@pytest.mark.parametrize(
    "change", [{"game": "chess"}, {"points": "6"}, {"points": ""}, {"clock": ""}]
)
def test_a_search_that_makes_no_sense_is_explained(change) -> None:
    client = signed_in(a_user("eve"))
    client.post("/find/", {**ASKED, **change})
    assert "There is no such choice of" in page_of(client, "/matches/")


def test_a_guest_is_told_that_he_has_no_rating() -> None:
    client = signed_in(a_guest())
    assert "guests have no rating" in page_of(client, "/find/")
    client.post("/find/", {**ASKED, "is_rated": "on"})
    assert "guests have no rating. Sign up first" in page_of(client, "/find/")


def test_a_search_without_a_clock_is_not_rated() -> None:
    client = signed_in(a_user("alice"))
    assert "No clock (not rated)" in page_of(client, "/find/")
    assert "No clock (not rated)" not in page_of(signed_in(a_guest()), "/find/")
    client.post("/find/", {**ASKED, "clock": "untimed", "is_rated": "on"})
    assert "A match without a clock is not rated." in page_of(client, "/find/")
    client.post("/find/", {**ASKED, "clock": "untimed"})
    assert "Looking for an opponent" in page_of(client, "/find/")


def test_buttons_ask_strangers_to_sign_in_first(stranger) -> None:
    for path in ("/find/", "/find/cancel/", "/challenge/bob/", "/table/x/decline/"):
        assert stranger.post(path).headers["Location"].startswith("/accounts/login/")


def test_a_challenge_is_made_seen_and_declined_without_scripts() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    here(alice, bob)
    challenger, invited = signed_in(alice), signed_in(bob)
    assert "Challenge bob" in page_of(challenger, "/challenge/bob/")
    place = challenger.post("/challenge/bob/", ASKED).headers["Location"]
    assert "Waiting for an answer from bob." in page_of(challenger, place)
    assert "You have challenged bob." in page_of(challenger)
    assert "alice challenges you." in page_of(invited)
    assert "alice challenges you." in page_of(invited, "/challenges/")
    assert invited.post(f"{place}decline/", {"next": "/"}).headers["Location"] == "/"
    after = page_of(invited)
    assert "You have declined." in after
    assert "alice challenges you" not in after
    assert "bob has declined." in page_of(challenger, place)


def test_why_somebody_cannot_be_challenged_is_said_before_and_after() -> None:
    alice = a_user("alice")
    a_user("bob")
    client = signed_in(alice)
    assert "bob is not here at the moment." in page_of(client, "/challenge/bob/")
    answer = client.post("/challenge/bob/", ASKED, follow=True)
    assert "bob is not here at the moment." in answer.content.decode()
    assert "You cannot challenge yourself." in page_of(client, "/challenge/alice/")
    assert client.get("/challenge/nobody/").status_code == 404
    assert client.post("/table/nothing/decline/").status_code == 404


def test_only_whoever_is_challenged_can_decline() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    here(alice, bob)
    table = challenge_make(host=alice, name="bob", ask=USUAL)
    answer = signed_in(a_user("eve")).post(f"/table/{table.public_id}/decline/", follow=True)
    assert "This challenge is for somebody else." in answer.content.decode()
    assert "You have declined." not in answer.content.decode()
    assert fresh(table).state == "open"
