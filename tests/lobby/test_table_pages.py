"""Opening a table and sitting down at it by pages alone, as they work without any script."""

import re

import pytest
from django.test import Client

from backgammon import LONG_NARDY, Rules
from lobby.models import Access, Table
from lobby.services import table_close, table_rematch
from lobby.states import TableState
from matches.services import match_annul
from tests.factories import a_bot, a_user
from tests.lobby.builders import (
    UNTIMED,
    a_private_table,
    a_table,
    finished,
    fresh,
    seats_at,
    taken,
)
from tests.lobby.sittings import stakes
from tests.matches.builders import CLOCK

pytestmark = pytest.mark.django_db

ONE_POINT = Rules.match(1, clock=CLOCK)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def address(table: Table, rest: str = "") -> str:
    return f"/table/{table.public_id}/{rest}"


def notices(client: Client, path: str) -> list[str]:
    """What the next page says on top."""
    return re.findall(r'<li class="notice[^"]*">([^<]+)</li>', page_of(client, path))


# --- the form ---------------------------------------------------------------------


def test_a_stranger_is_asked_in_and_comes_back_to_the_form() -> None:
    response = Client().get("/table/new/?game=long_nardy")
    assert response.headers["Location"] == ("/accounts/login/?next=/table/new/%3Fgame%3Dlong_nardy")


def test_the_form_offers_every_game_and_the_usual_is_chosen() -> None:
    page = page_of(signed_in(a_user()), "/table/new/")
    assert page.count('type="radio" name="game"') == 9
    assert 'name="game" value="backgammon" checked' in page
    assert 'name="kind" value="match" checked' in page
    assert re.search(r'name="points"[^>]*value="5"[^>]*max="25"', page)


def test_an_address_may_choose_beforehand() -> None:
    page = page_of(signed_in(a_user()), "/table/new/?game=long_nardy&kind=fixed&games=7")
    assert 'value="long_nardy" checked' in page
    assert re.search(r'name="games"[^>]*value="7"', page)
    assert 'name="end_setting"' in page
    assert 'name="crawford"' not in page
    assert "7 games" in page


def test_what_is_not_said_is_as_usual() -> None:
    client = signed_in(a_user("alice"))
    response = client.post("/table/new/", {"game": "long_nardy", "points": "3", "access": "link"})
    table = Table.objects.get()
    assert response.headers["Location"] == address(table)
    assert (table.access, table.clock) == (Access.LINK, "standard")
    assert table.rules_value.variant == LONG_NARDY
    assert table.rules_value.cube == Rules.match(3, variant=LONG_NARDY).cube


def test_a_table_against_a_house_bot_leads_to_the_board() -> None:
    a_bot()
    client = signed_in(a_user("alice", chips=100))
    response = client.post("/table/new/", {"kind": "table", "access": "bot"})
    (match,) = [table.match for table in Table.objects.select_related("match")]
    assert match is not None
    assert response.headers["Location"] == f"/match/{match.public_id}/"


def test_faults_of_the_rules_stand_beside_their_fields_all_at_once() -> None:
    client = signed_in(a_user())
    sent = {
        "options_for": "backgammon/match",
        "points": "26",
        "cube": "on",
        "jacoby": "on",
        "raccoons": "on",
    }
    page = client.post("/table/new/", sent).content.decode()
    assert not Table.objects.exists()
    assert 'id="error_points">A match is 1 to 25 points long, a set 1 to 99 games.<' in page
    assert "Jacoby is not played in matches to points." in page
    assert "Raccoons are played only with beavers." in page
    assert '<details class="options-off" open' in page


@pytest.mark.parametrize("points", ["", "many", "3.5", "1e9", "9" * 5_000, "\x00"])
def test_a_number_that_is_none_is_told_at_its_field(points) -> None:
    page = signed_in(a_user()).post("/table/new/", {"points": points}).content.decode()
    assert 'id="error_points"' in page
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {"game": "chess"},
        {"game": "forced_bear_off+rearmost_bear_off"},
        {"kind": "marathon"},
        {"clock": "hourglass"},
        {"access": "everybody"},
        {"holland": "always"},
        {"cube_cap": "9" * 30},
    ],
)
def test_a_choice_nobody_was_offered_opens_no_table(sent) -> None:
    response = signed_in(a_user()).post("/table/new/", sent)
    assert response.status_code == 200
    assert re.search(r'class="(field-error|notice notice-error)"', response.content.decode())
    assert not Table.objects.exists()


def test_options_of_another_choice_are_looked_at_again() -> None:
    """Without scripts the page cannot follow a change of what is played for."""
    sent = {"kind": "table", "options_for": "backgammon/match", "cube": "on", "crawford": "on"}
    page = signed_in(a_user()).post("/table/new/", sent).content.decode()
    assert "The options have changed with your choice." in page
    assert re.search(r'name="jacoby"[^>]*checked', page)
    assert not Table.objects.exists()


def test_the_options_follow_the_choice_and_the_rules_card_comes_along() -> None:
    client = signed_in(a_user())
    asked = {"kind": "table", "options_for": "backgammon/match", "crawford": "on"}
    part = client.get("/table/new/choice/", asked).content.decode()
    assert "<html" not in part
    assert 'name="stake"' in part
    assert 'name="buy_in"' in part
    assert "You have 0. They are held while you sit at the table." not in part
    assert 'id="error_buy_in">You have 0 chips; this takes 50.<' in part
    assert re.search(r'name="jacoby"[^>]*checked', part)
    assert 'hx-swap-oob="true"' in part


def test_a_switch_that_was_turned_off_stays_off() -> None:
    client = signed_in(a_user())
    asked = {"kind": "table", "options_for": "backgammon/table", "cube": "on"}
    part = client.get("/table/new/choice/", asked).content.decode()
    assert not re.search(r'name="jacoby"[^>]*checked', part)


def test_whoever_may_not_open_a_table_is_told_why() -> None:
    alice = a_user("alice")
    taken(a_table(), alice)
    page = signed_in(alice).post("/table/new/", {}).content.decode()
    assert "You are playing a match. Finish it first." in page


def test_whoever_presses_twice_is_led_to_the_table_he_has() -> None:
    client = signed_in(a_user("alice"))
    first, second = (client.post("/table/new/", {"access": "link"}) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"] == address(Table.objects.get())
    assert notices(client, second.headers["Location"]) == [
        "You have a table already. Close it first."
    ]


def test_an_option_that_cannot_be_so_is_called_by_its_name() -> None:
    sent = {"kind": "table", "options_for": "backgammon/table", "automatic_doubles": "99"}
    page = signed_in(a_user(chips=200)).post("/table/new/", sent).content.decode()
    assert "Automatic doubles cannot be 99." in page
    assert "automatic_doubles cannot" not in page


# --- the page of a table ----------------------------------------------------------


def test_the_host_sees_the_link_and_how_to_close() -> None:
    alice = a_user("alice")
    table = a_private_table(alice)
    page = page_of(signed_in(alice), address(table))
    assert f'value="http://testserver{address(table)}"' in page
    assert "nobody else finds the table" in page
    assert f'action="{address(table, "close/")}"' in page
    assert "Sit down" not in page


def test_a_stranger_with_the_link_plays_as_a_guest_and_comes_back() -> None:
    table = a_private_table(a_user("alice"))
    friend = Client()
    page = page_of(friend, address(table))
    assert "alice waits for an opponent." in page
    assert f'name="next" value="{address(table)}"' in page
    response = friend.post("/guest/", {"next": address(table)})
    assert response.headers["Location"] == address(table)
    assert f'action="{address(table, "take/")}"' in page_of(friend, address(table))
    response = friend.post(address(table, "take/"))
    assert response.headers["Location"].startswith("/match/")
    assert fresh(table).state == TableState.PLAYING


def test_who_cannot_sit_down_reads_why_instead_of_a_button() -> None:
    alice = a_user("alice")
    taken(a_table(), alice)
    page = page_of(signed_in(alice), address(a_table()))
    assert "You are playing a match. Finish it first." in page
    assert "/take/" not in page


def test_the_rules_card_is_on_the_page() -> None:
    table = a_table(rules=Rules.table(2, 20, 30, clock=CLOCK))
    page = page_of(Client(), address(table))
    for text in ("Table stakes, 2 chips a point", "White brings 20 chips, Black 30"):
        assert text in page


def test_a_seat_that_is_gone_is_explained_and_leads_nowhere_else() -> None:
    table = taken(a_table())
    client = signed_in(a_user())
    response = client.post(address(table, "take/"))
    assert response.headers["Location"] == address(table)
    assert notices(client, address(table)) == ["Somebody else has just sat down at this table."]


def test_taking_from_the_lobby_leads_back_to_the_lobby_when_refused() -> None:
    table = taken(a_table())
    client = signed_in(a_user())
    response = client.post(address(table, "take/"), {"next": "/matches/"})
    assert response.headers["Location"] == "/matches/"


def test_players_find_their_board_and_others_do_not() -> None:
    bob = a_user("bob")
    table = taken(a_table(), bob)
    assert "Go to the board" in page_of(signed_in(bob), address(table))
    page = page_of(Client(), address(table))
    assert "The match is being played." in page
    assert "/match/" not in page


def test_closing_leads_to_the_lobby_with_a_word() -> None:
    table = a_table()
    client = signed_in(table.host)
    response = client.post(address(table, "close/"))
    assert response.headers["Location"] == "/matches/"
    assert notices(client, "/matches/") == ["Your table is closed."]
    assert "has left." in page_of(Client(), address(table))


def test_the_end_is_told_with_the_score_and_a_rematch() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    table = finished(taken(a_table(alice, rules=ONE_POINT), bob))
    page = page_of(signed_in(bob), address(table))
    assert "alice has won." in page
    assert 'class="seat-score">1<' in page
    assert f'action="{address(table, "rematch/")}"' in page
    assert "Rematch" not in page_of(Client(), address(table))


def test_who_is_asked_for_a_rematch_sees_it_and_sits_down_with_one_press() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    table = finished(taken(a_table(alice, rules=ONE_POINT), bob))
    response = signed_in(alice).post(address(table, "rematch/"))
    again = table.rematches.get()
    assert response.headers["Location"] == address(again)
    assert "You have asked for a rematch." in page_of(signed_in(alice), address(table))
    asked = signed_in(bob)
    assert "alice would like a rematch" in page_of(asked, address(table))
    assert asked.post(address(table, "rematch/")).headers["Location"].startswith("/match/")
    assert seats_at(again) == {"black": "alice", "white": "bob"}
    assert "To the rematch" in page_of(asked, address(table))


def test_a_match_called_off_has_no_score() -> None:
    table = taken(a_table())
    assert table.match is not None
    match_annul(match_id=table.match.public_id, reason="staff")
    page = page_of(Client(), address(table))
    assert "The match was annulled." in page
    assert "seat-score" not in page


def test_the_live_part_comes_alone() -> None:
    part = page_of(Client(), address(a_table(), "state/"))
    assert "<html" not in part
    assert "waits for an opponent" in part


def test_what_does_not_exist_is_not_found() -> None:
    client = signed_in(a_user())
    assert client.get("/table/nothing/").status_code == 404
    assert client.get("/table/nothing/state/").status_code == 404
    for button in ("take", "close", "rematch"):
        assert client.post(f"/table/nothing/{button}/").status_code == 404


def test_buttons_of_a_table_need_somebody_to_press_them() -> None:
    table = a_table()
    for button in ("take", "close", "rematch"):
        response = Client().post(address(table, f"{button}/"))
        assert response.headers["Location"] == f"/accounts/login/?next={address(table)}"
        assert Client().get(address(table, f"{button}/")).status_code == 405


def test_somebody_elses_table_is_not_closed_by_its_address() -> None:
    table = a_private_table()
    client = signed_in(a_user("eve"))
    client.post(address(table, "close/"))
    assert notices(client, address(table)) == ["Only its host can close a table."]
    assert fresh(table).state == TableState.OPEN


@pytest.mark.parametrize("is_over", [False, True])
def test_a_page_costs_the_same_few_queries(is_over, django_assert_max_num_queries) -> None:
    table = taken(a_table(rules=ONE_POINT))
    if is_over:
        finished(table)
        table_rematch(table_id=table.public_id, user=table.host)
    with django_assert_max_num_queries(5):
        page_of(Client(), address(table))


# --- the lobby --------------------------------------------------------------------


def test_the_tab_of_matches_shows_tables_that_are_listed() -> None:
    table, private = a_table(a_user("alice")), a_private_table()
    page = page_of(Client(), "/matches/")
    assert f'data-row="table:{table.public_id}" data-state="open"' in page
    assert private.public_id not in page
    assert re.search(rf'form="guest-form" name="next"[^>]* value="{address(table)}">', page)
    assert re.search(r'<a href="/matches/[^"]*" aria-current="page"', page)


def test_a_member_sits_down_from_the_lobby() -> None:
    table = a_table()
    page = page_of(signed_in(a_user()), "/matches/")
    assert f'formaction="{address(table, "take/")}"' in page


def test_an_own_table_is_one_click_away_and_marked() -> None:
    alice = a_user("alice")
    table = a_table(alice)
    client = signed_in(alice)
    assert "Your table is open." in page_of(client, "/")
    page = page_of(client, "/matches/")
    assert re.search(rf'data-row="table:{table.public_id}"[^>]* data-mine="true"', page)


def test_a_match_without_a_clock_is_not_said_to_press() -> None:
    alice = a_user("alice")
    taken(a_table(rules=UNTIMED, clock="untimed"), alice)
    page = page_of(signed_in(alice), "/")
    assert "This match has no clock" in page
    assert "Its clock does not wait." not in page


def test_an_empty_tab_says_what_to_do() -> None:
    page = page_of(Client(), "/matches/")
    assert "Nobody waits for an opponent at the moment." in page


def test_the_tabs_count_what_is_open() -> None:
    a_table()
    taken(a_table())
    a_table(rules=stakes(1, 50))
    page = page_of(Client(), "/")
    assert re.search(r'data-lobby-open="matches">1<', page)
    assert re.search(r'data-lobby-open="stakes">1<', page)


def test_a_closed_table_leaves_the_lobby() -> None:
    table = a_table()
    table_close(table_id=table.public_id, user=table.host)
    assert table.public_id not in page_of(Client(), "/matches/")
