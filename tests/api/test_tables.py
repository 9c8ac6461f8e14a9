"""Tables for programs: ordered, taken, left, filled up, played again; the books at the end."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from backgammon import Side, TableStakes, WinKind
from bankroll.selectors import balance_of, holdings_of
from lobby.models import Table
from tests.api.callers import Program, program_of
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import a_table, finished, taken
from tests.lobby.sittings import Sitting, a_sitting, stakes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]

STAKES = {"kind": "table", "stake": 3, "buy_in": 60}
TOP_UP = stakes(3, 60, length=TableStakes(3, 60, 60, leave_between_games=True, top_up=True))


@pytest.fixture
def sitting(alice: User, bob: User) -> Sitting:
    """Alice has won a single game of 3 chips from Bob."""
    return a_sitting(TOP_UP, alice=alice, bob=bob).on_roll().lose(Side.BLACK, WinKind.SINGLE)


def at_table(table: Table, rest: str = "") -> str:
    return f"tables/{table.public_id}/{rest}"


# --- ordering ---------------------------------------------------------------------------------


def test_a_table_is_opened_by_a_few_words(alice: User, as_alice: Program) -> None:
    opened = as_alice.post("tables/", {"game": "nackgammon", "points": 7, "is_rated": True})
    assert opened.status == 201
    told = opened.body
    assert (told["state"], told["host"], told["access"]) == ("open", "alice", "lobby")
    assert told["rules"]["length"] == {"kind": "match", "points": 7}
    assert (told["is_rated"], told["match"], told["receipts"]) == (True, None, [])
    (seat,) = told["seats"]
    assert (seat["name"], seat["side"], seat["stack_chips"]) == ("alice", "white", 0)
    assert as_alice.get(f"tables/{told['id']}/").body == told


def test_a_table_of_chips_holds_what_its_host_brings(alice: User, as_alice: Program) -> None:
    told = as_alice.post("tables/", {**STAKES, "has_different_sums": True}).body
    assert told["seats"][0]["stack_chips"] == told["seats"][0]["brought_chips"] == 60
    assert balance_of(alice) == 940


def test_against_a_house_bot_the_match_begins_at_once(as_alice: Program) -> None:
    a_bot("house-1")
    told = as_alice.post("tables/", {"access": "bot", "clock": "untimed", "points": 1}).body
    assert told["state"] == "playing"
    assert told["match"] is not None
    assert [(seat["name"], seat["is_bot"]) for seat in told["seats"]] == [
        ("alice", False),
        ("house-1", True),
    ]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("kind", "money"),
        ("clock", 5),
        ("access", "challenge"),
        ("points", True),
        ("points", "5"),
        ("points", 5.0),
        ("points", -1),
        ("points", None),
        ("stake", 0.5),
        ("buy_in", "60"),
        ("buy_in", 10**15),
        ("cube", "on"),
        ("cube", 1),
        ("cube", None),
        ("cube_cap", "8"),
        ("cube_cap", 8.0),
        ("cube_cap", 7),
        ("automatic_doubles", True),
        ("automatic_doubles", [1]),
        ("holland", "sometimes"),
        ("is_rated", "yes"),
        ("colour", "black"),
        ("options_for", "backgammon/match"),
        ("key", "k"),
    ],
)
def test_a_word_that_makes_no_sense_is_malformed(
    as_alice: Program, field: str, value: object
) -> None:
    answer = as_alice.post("tables/", {field: value})
    assert (answer.status, answer.fields) == (400, {field})
    assert not Table.objects.exists()


def test_what_cannot_be_had_is_refused_by_name_and_never_dropped(as_alice: Program) -> None:
    order = {"jacoby": True, "top_up": True, "stake": 5, "points": 26}
    answer = as_alice.post("tables/", order)
    assert answer.status == 422
    reasons = answer.body["data"]["refusals"]
    assert {reason["data"]["field"] for reason in reasons} == set(order)
    assert all(reason["message"] for reason in reasons)
    assert not Table.objects.exists()


def test_a_guest_orders_no_rated_table() -> None:
    guest = a_guest()
    browser = Client()
    browser.force_login(guest)
    answer = browser.post("/api/v1/tables/", {"is_rated": True}, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["data"]["field"] == "is_rated"


def test_another_players_chips_are_not_ordered_without_a_clock(as_alice: Program) -> None:
    answer = as_alice.post("tables/", {**STAKES, "clock": "untimed"})
    assert (answer.status, answer.refusals) == (422, ["table.needs_clock"])
    assert answer.body["data"]["field"] == "clock"
    assert not Table.objects.exists()


def test_who_may_not_open_a_table_is_told_every_reason(alice: User, as_alice: Program) -> None:
    taken(a_table(alice))
    answer = as_alice.post("tables/", {**STAKES, "buy_in": 5_000})
    assert (answer.status, answer.refusals) == (422, ["table.in_match", "bankroll.short"])
    assert balance_of(alice) == 1_000


# --- sitting down and getting up --------------------------------------------------------------


def test_who_sits_down_is_at_a_match(alice: User, as_bob: Program) -> None:
    table = a_table(alice)
    told = as_bob.post(at_table(table, "seat/")).body
    assert told["state"] == "playing"
    assert [seat["name"] for seat in told["seats"]] == ["alice", "bob"]


def test_where_sums_differ_one_says_what_one_brings(
    alice: User, bob: User, as_bob: Program
) -> None:
    table = a_table(alice, rules=stakes(3, 60), has_different_sums=True)
    told = as_bob.post(at_table(table, "seat/"), {"chips": 30}).body
    assert [seat["stack_chips"] for seat in told["seats"]] == [60, 30]
    assert balance_of(bob) == 970


@pytest.mark.parametrize("chips", [True, "30", 30.0, -3, 10**20])
def test_chips_that_are_none_are_malformed(alice: User, as_bob: Program, chips: object) -> None:
    table = a_table(alice, rules=stakes(3, 60), has_different_sums=True)
    answer = as_bob.post(at_table(table, "seat/"), {"chips": chips})
    assert (answer.status, answer.fields) == (400, {"chips"})


def test_a_seat_is_refused_with_every_reason(alice: User) -> None:
    table = a_table(alice, rules=stakes(3, 60))
    answer = program_of(a_user(chips=10)).post(at_table(table, "seat/"), {"chips": 40})
    assert (answer.status, answer.refusals) == (422, ["table.limits", "bankroll.short"])
    own = program_of(alice).post(at_table(table, "seat/"))
    assert own.refusals[0] == "table.own"


def test_the_host_gets_up_before_anybody_has_come(
    alice: User, as_alice: Program, as_bob: Program
) -> None:
    table = a_table(alice, rules=stakes(3, 60))
    assert as_bob.delete(at_table(table, "seat/")).code == "table.not_host"
    for _time in range(2):
        closed = as_alice.delete(at_table(table, "seat/"))
        assert (closed.status, closed.body["state"]) == (200, "closed")
    assert balance_of(alice) == 1_000


def test_a_player_leaves_between_games_with_what_lies_before_him(
    sitting: Sitting, as_bob: Program
) -> None:
    table = sitting.table
    told = as_bob.get(at_table(table)).body
    assert [seat["stack_chips"] for seat in told["seats"]] == [63, 57]
    left = as_bob.delete(at_table(table, "seat/")).body
    assert (left["state"], left["ending"]) == ("finished", "left")
    bob = sitting.people["black"]
    assert (balance_of(bob), holdings_of(bob).in_play_chips) == (997, 0)


def test_nobody_leaves_in_the_middle_of_a_game(alice: User, bob: User, as_bob: Program) -> None:
    sitting = a_sitting(alice=alice, bob=bob).on_roll()
    answer = as_bob.delete(at_table(sitting.table, "seat/"))
    assert (answer.status, answer.code) == (422, "rules.leave_mid_game")
    carol = program_of(a_user("carol"))
    assert carol.delete(at_table(sitting.table, "seat/")).code == "table.not_seated"


# --- chips ------------------------------------------------------------------------------------


def test_every_game_has_its_receipt(sitting: Sitting, stranger: Program) -> None:
    (receipt,) = stranger.get(at_table(sitting.table)).body["receipts"]
    assert receipt | {"ended_at": ""} == {
        "game": 1,
        "winner": "alice",
        "kind": "single",
        "cube_value": 1,
        "points": 1,
        "owed_chips": 3,
        "covered_chips": 60,
        "moved_chips": 3,
        "is_capped": False,
        "white_chips": 63,
        "black_chips": 57,
        "ended_at": "",
    }


def test_chips_are_added_between_games_once_by_their_key(
    sitting: Sitting, bob: User, as_bob: Program
) -> None:
    for _time in range(2):
        answer = as_bob.post(at_table(sitting.table, "top-up/"), {"chips": 2}, key="a top-up")
        assert answer.status == 201
        assert [seat["stack_chips"] for seat in answer.body["seats"]] == [63, 59]
    assert answer.body["seats"][1]["added_chips"] == 2
    assert balance_of(bob) == 938


def test_adding_chips_needs_a_key(sitting: Sitting, as_bob: Program) -> None:
    answer = as_bob.post(at_table(sitting.table, "top-up/"), {"chips": 2})
    assert (answer.status, answer.code) == (400, "request.key_needed")
    assert sitting.stacks == (63, 57)


@pytest.mark.parametrize(
    ("chips", "status"), [(4, 422), (0, 422), (-1, 400), (True, 400), ("2", 400), (None, 400)]
)
def test_chips_beyond_what_was_brought_stay_in_the_wallet(
    sitting: Sitting, as_bob: Program, chips: object, status: int
) -> None:
    answer = as_bob.post(at_table(sitting.table, "top-up/"), {"chips": chips}, key="a top-up")
    assert answer.status == status
    assert sitting.stacks == (63, 57)


def test_only_who_sits_there_adds_chips(sitting: Sitting) -> None:
    carol = program_of(a_user("carol", chips=100))
    answer = carol.post(at_table(sitting.table, "top-up/"), {"chips": 1}, key="k")
    assert (answer.status, answer.code) == (403, "table.not_seated")


# --- afterwards -------------------------------------------------------------------------------


def test_the_same_two_play_again(
    alice: User, bob: User, as_alice: Program, as_bob: Program
) -> None:
    table = finished(taken(a_table(alice), bob))
    waiting = as_alice.post(at_table(table, "rematch/"))
    assert (waiting.status, waiting.body["state"]) == (201, "open")
    assert as_bob.get(at_table(table)).body["rematch"] == waiting.body["id"]
    again = as_bob.post(at_table(table, "rematch/"))
    assert (again.body["id"], again.body["state"]) == (waiting.body["id"], "playing")


def test_there_is_no_rematch_before_the_end_nor_for_others(
    alice: User, bob: User, as_bob: Program
) -> None:
    table = taken(a_table(alice), bob)
    assert as_bob.post(at_table(table, "rematch/")).code == "table.not_over"
    carol = program_of(a_user("carol"))
    assert carol.post(at_table(table, "rematch/")).code == "table.not_seated"


@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("get", ""),
        ("post", "seat/"),
        ("delete", "seat/"),
        ("post", "top-up/"),
        ("post", "rematch/"),
    ],
)
def test_a_table_that_is_none_is_not_found(as_alice: Program, method: str, rest: str) -> None:
    sent = {"body": {"chips": 1}, "key": "k"} if rest == "top-up/" else {}
    answer = getattr(as_alice, method)(f"tables/nothing/{rest}", **sent)
    assert (answer.status, answer.code) == (404, "table.not_found")


def test_a_long_session_costs_no_more_queries(sitting: Sitting, stranger: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get(at_table(sitting.table)).status == 200
        return len(queries)

    one = cost()
    for _ in range(3):
        sitting.on_roll().lose(Side.BLACK, WinKind.SINGLE)
    assert len(stranger.get(at_table(sitting.table)).body["receipts"]) == 4
    assert cost() == one
