"""A table of chips by its pages: what is shown, what is pressed, what the wallet says meanwhile."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from backgammon import Cube, Side, WinKind
from lobby.models import Access, Table
from lobby.services import table_leave
from lobby.states import TableState
from matches.services import match_annul
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import a_private_table, a_table, fresh
from tests.lobby.sittings import a_sitting, stakes
from tests.lobby.test_table_pages import address, notices, page_of, signed_in
from tests.matches.test_tables import TOP_UP
from tests.tournaments.builders import a_sit_and_go

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def words(page: str) -> str:
    """A page without its tags and gaps."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def purse(client: Client, table: Table) -> tuple[int, int]:
    """What the page of a table says is available, and on this table."""
    page = page_of(client, address(table))
    available, here = (
        re.search(rf'data-purse="{name}">([\d,]+)<', page) for name in ("available", "table")
    )
    assert available is not None
    assert here is not None
    return int(available[1].replace(",", "")), int(here[1].replace(",", ""))


# --- opening ----------------------------------------------------------------------


def test_a_table_of_chips_is_opened_by_the_form_and_holds_what_was_said() -> None:
    alice = a_user("alice", chips=200)
    client = signed_in(alice)
    sent = {
        "kind": "table",
        "stake": "3",
        "buy_in": "60",
        "has_different_sums": "on",
        "top_up": "on",
        "options_for": "backgammon/table",
        "access": "link",
        "clock": "fast",
    }
    client.post("/table/new/", sent)
    table = Table.objects.get()
    assert table.has_different_sums
    assert (table.stake_chips, table.access) == (3, Access.LINK)
    length = table.rules_value.length
    assert (length.leave_between_games, length.top_up) == (False, True)  # type: ignore[union-attr]
    assert purse(client, table) == (140, 60)


def test_a_form_pressed_twice_opens_one_table_even_when_it_is_played_at_once() -> None:
    a_bot()
    client = signed_in(a_user(chips=200))
    page = page_of(client, "/table/new/?kind=table&access=bot&clock=untimed")
    key = re.search(r'name="key" value="(\w+)"', page)
    assert key is not None
    sent = {"kind": "table", "access": "bot", "clock": "untimed", "key": key[1]}
    places = {client.post("/table/new/", sent).headers["Location"] for _ in range(2)}
    assert len(places) == 1
    assert Table.objects.count() == 1


def test_each_form_has_a_key_of_its_own_and_is_kept_nowhere() -> None:
    client = signed_in(a_user(chips=200))
    responses = [client.get("/table/new/") for _ in range(2)]
    keys = {re.search(r'name="key" value="(\w+)"', r.content.decode())[1] for r in responses}  # type: ignore[index]
    assert len(keys) == 2
    assert "no-store" in responses[0].headers["Cache-Control"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"stake": "0"}, "stake"),
        ({"stake": "-3"}, "stake"),
        ({"stake": "2.5"}, "stake"),
        ({"stake": "9" * 30}, "stake"),
        ({"stake": "60"}, "buy_in"),
        ({"buy_in": ""}, "buy_in"),
        ({"buy_in": "0.5"}, "buy_in"),
        ({"buy_in": "201"}, "buy_in"),
        ({"buy_in": "9" * 5_000}, "buy_in"),
    ],
)
def test_numbers_that_cannot_be_are_told_at_their_field(sent, field) -> None:
    alice = a_user(chips=200)
    page = signed_in(alice).post("/table/new/", {"kind": "table"} | sent).content.decode()
    assert f'id="error_{field}"' in page
    assert not Table.objects.exists()


def test_a_match_between_members_can_be_rated_and_others_read_why_not() -> None:
    client = signed_in(a_user())
    client.post("/table/new/", {"is_rated": "on"})
    assert Table.objects.get().is_rated
    asked = "/table/new/choice/?is_rated=on"
    assert "Against people only." in page_of(signed_in(a_user()), f"{asked}&access=bot")
    assert "Guests have no rating" in page_of(signed_in(a_guest()), asked)
    assert "In matches to points only." in page_of(signed_in(a_user()), f"{asked}&kind=fixed")


def test_without_a_clock_a_match_is_not_rated_and_the_form_says_so_at_once() -> None:
    asked = "/table/new/choice/?is_rated=on&clock="
    assert "With a clock only." in page_of(signed_in(a_user()), f"{asked}untimed")
    assert "With a clock only." not in page_of(signed_in(a_user()), f"{asked}standard")


def test_another_players_chips_are_not_played_for_without_a_clock() -> None:
    a_bot()
    client = signed_in(a_user(chips=200))
    sentence = "Without a clock nobody plays for another player&#x27;s chips. Choose a clock."
    for access in ("lobby", "link"):
        choice = {"kind": "table", "clock": "untimed", "access": access}
        changed = page_of(client, f"/table/new/choice/?{urlencode(choice)}")
        assert f'id="error_clock" role="alert" hx-swap-oob="true">{sentence}' in changed
        opened = client.post("/table/new/", choice).content.decode()
        assert f'id="error_clock" role="alert">{sentence}' in opened
    assert not Table.objects.exists()
    client.post("/table/new/", {**choice, "access": "bot"})
    assert Table.objects.get().state == TableState.PLAYING


@pytest.mark.parametrize("stake", ["0", "-5", "1" + "0" * 26])
def test_whoever_has_chosen_a_clock_is_not_told_to_choose_one(stake: str) -> None:
    choice = {"kind": "table", "clock": "standard", "stake": stake}
    page = signed_in(a_user(chips=200)).post("/table/new/", choice).content.decode()
    assert 'id="error_stake"' in page
    assert "Choose a clock." not in page


# --- sitting down -----------------------------------------------------------------


def test_the_button_says_what_sitting_down_costs() -> None:
    table = a_table(rules=stakes(3, 60))
    assert "Sit down with 60 chips" in words(page_of(signed_in(a_user(chips=60)), address(table)))
    page = words(page_of(signed_in(a_user(chips=59)), address(table)))
    assert "You have 59 chips; this takes 60." in page
    assert "Sit down with" not in page


def test_where_sums_may_differ_the_page_asks_for_one() -> None:
    table = a_private_table(a_user(chips=600), rules=stakes(10, 500), has_different_sums=True)
    bob = a_user("bob", chips=75)
    client = signed_in(bob)
    page = page_of(client, address(table))
    assert re.search(r'name="chips"[^>]*min="10" max="75" value="75"', page)
    response = client.post(address(table, "take/"), {"chips": "70"})
    assert response.headers["Location"].startswith("/match/")
    assert purse(client, table) == (5, 70)


@pytest.mark.parametrize("chips", ["9", "-70", "7.5", "many", "9" * 5_000])
def test_a_sum_that_makes_no_sense_is_refused_with_a_reason(chips) -> None:
    table = a_table(rules=stakes(10, 500), has_different_sums=True)
    client = signed_in(a_user(chips=75))
    client.post(address(table, "take/"), {"chips": chips})
    assert notices(client, address(table)) == [
        "A buy-in here is 10 to 1,000,000 chips: at least what one point costs."
    ]
    assert fresh(table).state == TableState.OPEN


# --- while it is played -----------------------------------------------------------


def test_everybody_reads_the_stacks_the_limit_and_a_receipt_for_each_game() -> None:
    sitting = a_sitting(
        stakes(10, 500), alice=a_user("alice", chips=500), has_different_sums=True, chips=75
    )
    sitting.on_roll(cube=Cube(2, Side.WHITE)).lose(Side.BLACK, WinKind.GAMMON).on_roll()
    page = page_of(Client(), address(sitting.table))
    assert 'data-stack="white">540<' in page
    assert 'data-stack="black">35<' in page
    text = words(page)
    assert "A game moves at most 35 chips" in text
    assert "alice gammon, cube 2 4 × 10 = 40 75 40 540 35" in text
    assert "data-purse" not in page
    assert "/leave/" not in page


def test_a_game_that_took_everything_says_so() -> None:
    sitting = a_sitting(stakes(10, 75)).on_roll(cube=Cube(4, Side.WHITE))
    sitting.lose(Side.BLACK, WinKind.GAMMON)
    text = words(page_of(Client(), address(sitting.table)))
    assert "8 × 10 = 80 75 75 all in 150 0" in text
    assert "One side holds everything" in text


def test_a_gammon_that_counts_single_says_why() -> None:
    sitting = a_sitting(stakes(1, 50)).last_checker(Side.WHITE, against="6:15")
    text = words(page_of(Client(), address(sitting.bear_off(Side.WHITE).table)))
    assert "gammon, counts single: no double was taken (Jacoby) 1 × 1 = 1 50 1 51 49" in text


def test_the_receipts_come_alone_when_a_game_has_ended(commits) -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll()
    with commits() as heard:
        sitting.lose(Side.WHITE)
    assert heard.types().count("table.changed") == 2
    part = page_of(Client(), address(sitting.table, "games/"))
    assert "<html" not in part
    assert "3 57 63" in words(part)


def test_between_games_a_player_leaves_by_the_page() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(Side.WHITE)
    client = signed_in(sitting.people["black"])
    assert "Leave with 63 chips" in words(page_of(client, address(sitting.table)))
    client.post(address(sitting.table, "leave/"))
    text = words(page_of(client, address(sitting.table)))
    assert "The table was left between two games. Both took home what lay before them." in text
    assert purse(client, sitting.table) == (1_003, 0)


def test_between_games_a_player_adds_chips_by_the_page_once_for_each_form() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    client = signed_in(sitting.people["white"])
    page = page_of(client, address(sitting.table))
    assert re.search(r'name="chips" id="top_up" min="1" max="3" value="3"', page)
    key = re.search(r'name="key" value="(\w+)"', page)
    assert key is not None
    for _ in range(2):
        client.post(address(sitting.table, "top-up/"), {"chips": "2", "key": key[1]})
    assert purse(client, sitting.table) == (938, 59)
    assert "brought 60, added 2" in page_of(client, address(sitting.table))


def test_during_a_game_neither_is_offered_and_a_late_press_is_explained() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE).on_roll()
    client = signed_in(sitting.people["white"])
    page = page_of(client, address(sitting.table))
    assert "/leave/" not in page
    assert "/top-up/" not in page
    client.post(address(sitting.table, "leave/"))
    client.post(address(sitting.table, "top-up/"), {"chips": "x", "key": "a"})
    assert notices(client, address(sitting.table)) == [
        "A game is running. You can leave the table when it is over.",
        "A game is running. You can add chips when it is over.",
    ]


def test_strangers_press_nothing() -> None:
    sitting = a_sitting(stakes(3, 60))
    for button in ("leave", "top-up"):
        response = Client().post(address(sitting.table, f"{button}/"))
        assert response.headers["Location"].startswith("/accounts/login/")
        assert (
            signed_in(a_user()).post(f"/table/nothing/{button}/", {"key": "a"}).status_code == 404
        )


def test_a_rematch_is_offered_with_its_new_buy_in() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(Side.WHITE)
    alice = sitting.people["white"]
    table_leave(table_id=sitting.table.public_id, user=alice)
    text = words(page_of(signed_in(alice), address(sitting.table)))
    assert "A new buy-in: you bring 60 chips again." in text


def test_who_cannot_pay_for_a_rematch_is_offered_another_buy_in() -> None:
    bob = a_user(chips=60)
    sitting = a_sitting(stakes(3, 60), bob=bob).on_roll().lose(Side.BLACK)
    table_leave(table_id=sitting.table.public_id, user=bob)
    page = page_of(signed_in(bob), address(sitting.table))
    assert "A rematch takes 60 chips; you have 57." in words(page)
    assert 'href="/table/new/?kind=table"' in page
    assert "/rematch/" not in page


def test_a_match_called_off_says_that_the_chips_went_home() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll()
    match_annul(match_id=sitting.match_id, reason="staff")
    text = words(page_of(Client(), address(sitting.table)))
    assert "The match was annulled. Both took home what lay before them" in text


def test_a_long_sitting_costs_no_more_queries_than_a_short_one(
    django_assert_max_num_queries,
) -> None:
    sitting = a_sitting(stakes(1, 60))
    for _ in range(6):
        sitting.on_roll().lose(Side.WHITE)
    client = signed_in(sitting.people["white"])
    with django_assert_max_num_queries(9):
        page_of(client, address(sitting.table))


# --- D-MON-05: points on the table are not in the pocket --------------------------


def wallet(user: User) -> tuple[int, int, int]:
    """What the wallet page says is available, in play, and together."""
    page = page_of(signed_in(user), "/wallet/")
    figures = [
        re.search(rf'data-wallet="{name}">(\d+)<', page)
        for name in ("available", "in-play", "total")
    ]
    available, in_play, total = (int(figure[1]) for figure in figures if figure is not None)
    return available, in_play, total


def test_d_mon_05_chips_on_the_table_are_seen_and_not_spent_twice() -> None:
    alice = a_user("alice", chips=100)
    rules = stakes(1, 60, clock=None)
    sitting = a_sitting(rules, alice=alice).on_roll(cube=Cube(2, Side.BLACK))
    assert wallet(alice) == (40, 60, 100)
    event = a_sit_and_go(buy_in_chips=50)
    client = signed_in(alice)
    client.post(f"/event/{event.public_id}/join/")
    assert "You have 40 chips; this takes 50." in notices(client, "/")
    client.post(address(sitting.table, "leave/"))
    assert wallet(alice) == (40, 60, 100)
    sitting.lose(Side.WHITE)
    assert wallet(alice) == (40, 58, 98)
    client.post(address(sitting.table, "leave/"))
    assert wallet(alice) == (98, 0, 98)
