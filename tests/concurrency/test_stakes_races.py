"""Chips at tables under real threads on PostgreSQL: held once, moved once, all of them back."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from backgammon import (
    Cube,
    Leave,
    MakePlay,
    Resign,
    Side,
    StartGame,
    WinKind,
    legal_plays,
)
from bankroll.audit import books_check
from bankroll.kinds import TransferKind
from bankroll.selectors import balance_of, holdings_of, table_transfers
from lobby.models import Access, Table, TableSeat
from lobby.owners import TableOwner
from lobby.services import (
    abandoned_tables_close,
    table_close,
    table_leave,
    table_open,
    table_rematch,
    table_top_up,
)
from lobby.streams import table_ref
from matches.judge import Request
from matches.models import Match
from matches.selectors import clocked_matches_of
from matches.services import match_act, match_annul, match_tick
from matches.store import load_live
from tests.concurrency.test_table_races import refusal_codes, take
from tests.concurrency.together import failures, together
from tests.factories import a_bot, a_user
from tests.lobby.builders import a_private_table, a_table, an_old_table, fresh
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.lobby.test_stakes_games import over
from tests.matches.test_tables import TOP_UP
from tests.tournaments.builders import a_sit_and_go, gone
from tournaments.services import sit_and_go_join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

Calls = list[Callable[[], Any]]

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.fixture(autouse=True)
def books(transactional_db: None) -> Iterator[None]:
    """The books are in order when the race is over."""
    yield
    assert books_check() == ()


def act(sitting: Sitting, side: Side, action: Any) -> Callable[[], Any]:
    return partial(match_act, match_id=sitting.match_id, request=Request(side, action))


def games_of(sitting: Sitting) -> list[int]:
    """What each game moved, by the ledger."""
    moved = table_transfers(table_ref(sitting.table.public_id))
    return [line.chips for line in moved if line.kind is TransferKind.GAME]


def chips_of(*users: User) -> list[tuple[int, int]]:
    """Of each: what he has in his wallet, and in play."""
    holdings = [holdings_of(user) for user in users]
    return [(each.available_chips, each.in_play_chips) for each in holdings]


# --- sitting down -----------------------------------------------------------------


def test_of_many_who_reach_for_the_one_seat_one_pays() -> None:
    table = a_table(rules=stakes(3, 60))
    guests = [a_user(chips=60) for _ in range(8)]
    answers = together([take(table, guest) for guest in guests])
    assert refusal_codes(answers) == {"table.taken": 7}
    assert sorted(chips_of(*guests)) == [(0, 60)] + [(60, 0)] * 7


def test_chips_for_one_table_are_brought_to_one() -> None:
    """Tables without a clock, as there used to be for chips, hold nobody: only the wallet stands
    between him and all of them."""
    bob = a_user(chips=100)
    tables = [an_old_table(rules=stakes(1, 60, clock=None)) for _ in range(6)]
    answers = together([take(table, bob) for table in tables])
    codes = refusal_codes(answers)
    assert sum(codes.values()) == 5
    assert codes.keys() <= {"bankroll.short", "table.already_seated"}
    assert chips_of(bob) == [(40, 60)]


def test_chips_go_to_a_table_or_to_an_event_and_not_to_both() -> None:
    for _time in range(5):
        bob = a_user(chips=60)
        table, event = a_table(rules=stakes(1, 60)), a_sit_and_go(buy_in_chips=50)
        join = partial(sit_and_go_join, event_id=event.public_id, user=bob)
        answers = together([take(table, bob), join])
        assert len(failures(answers)) == 1, answers
        refusal_codes(answers)
        assert chips_of(bob) in ([(0, 60)], [(10, 50)])


def test_a_host_who_is_seated_elsewhere_has_his_chips_at_one_place() -> None:
    for _time in range(5):
        alice, bob = a_user(chips=60), a_user(chips=60)
        table, other = a_table(alice, rules=stakes(1, 60)), a_table(rules=stakes(1, 50))
        answers = together([take(other, alice), take(table, bob)])
        refusal_codes(answers)
        assert len(clocked_matches_of(alice)) == 1
        assert chips_of(alice) in ([(0, 60)], [(10, 50)])
        assert sum(chips_of(bob)[0]) == 60


def test_a_form_sent_many_times_at_once_opens_one_table_and_holds_once() -> None:
    a_bot()
    for access in (Access.LINK, Access.BOT):
        alice = a_user(chips=500)
        send = partial(
            table_open, host=alice, rules=stakes(1, 60), access=access, clock="standard", key="form"
        )
        tables = together([send] * 8)
        assert failures(tables) == []
        assert len({table.pk for table in tables if isinstance(table, Table)}) == 1
        assert chips_of(alice) == [(440, 60)]


def test_the_host_closes_while_somebody_sits_down_and_nobodys_chips_are_lost() -> None:
    for _time in range(5):
        bob = a_user(chips=60)
        table = a_private_table(a_user(chips=60), rules=stakes(1, 60))
        close = partial(table_close, table_id=table.public_id, user=table.host)
        refusal_codes(together([close, take(table, bob), abandoned_tables_close]))
        both = {"closed": [(60, 0)] * 2, "playing": [(0, 60)] * 2}
        assert chips_of(table.host, bob) == both[fresh(table).state]


def test_the_sweep_and_the_host_give_the_chips_back_once(settings) -> None:
    settings.HOUSE_SEAT_GRACE_S = 0
    table = a_table(a_user(chips=60), rules=stakes(1, 60))
    gone(table.host)
    close = partial(table_close, table_id=table.public_id, user=table.host)
    assert failures(together([close, abandoned_tables_close] * 4)) == []
    assert chips_of(table.host) == [(60, 0)]


def test_both_want_a_rematch_at_once_and_each_buys_in_once() -> None:
    for _time in range(3):
        sitting = a_sitting(stakes(1, 60)).on_roll().lose(WHITE)
        alice, bob = sitting.people["white"], sitting.people["black"]
        table_leave(table_id=sitting.table.public_id, user=alice)
        again = partial(table_rematch, table_id=sitting.table.public_id)
        answers = together([partial(again, user=user) for user in (alice, bob, alice, bob)])
        assert failures(answers) == []
        assert chips_of(alice, bob) == [(939, 60), (941, 60)]


# --- the end of a game ------------------------------------------------------------


def test_d_mon_04_the_same_game_is_settled_once() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    news = over(sitting)
    answers = together([partial(TableOwner().game_finished, news)] * 8)
    assert failures(answers) == []
    assert games_of(sitting) == [3]
    assert sitting.stacks == (57, 63)


def test_the_last_play_the_flag_and_a_resignation_settle_one_game() -> None:
    """Whichever comes first decides: White's last checker, his flag, or Black giving up."""
    for _time in range(6):
        sitting = a_sitting(stakes(3, 60)).last_checker(WHITE, against="6:15")
        live = load_live(sitting.match_id)
        last_play = MakePlay(next(iter(legal_plays(live.state).values())))
        flag_due(sitting)
        calls: Calls = [
            act(sitting, WHITE, last_play),
            partial(match_tick, match_id=sitting.match_id),
            act(sitting, BLACK, Resign(WinKind.BACKGAMMON)),
            partial(match_annul, match_id=sitting.match_id, reason="staff"),
        ]
        answers = together(calls)
        refusal_codes(answers)
        assert len(games_of(sitting)) <= 1
        assert len(sitting.receipts) == len(games_of(sitting))
        assert_whole(sitting)


def flag_due(sitting: Sitting) -> None:
    """The house looks at the match now."""
    Match.objects.filter(public_id=sitting.match_id).update(deadline_ms=0)


def assert_whole(sitting: Sitting) -> None:
    """Two thousand chips between the two, and stacks that are empty once the table is over."""
    people = list(sitting.people.values())
    assert sum(sum(each) for each in chips_of(*people)) == 2_000
    if sitting.now.state == "finished":
        assert sitting.stacks == (0, 0)
    else:
        assert sitting.stacks == load_live(sitting.match_id).state.score


def test_a_match_that_ends_many_times_gives_the_stacks_back_once() -> None:
    for _time in range(5):
        sitting = a_sitting(stakes(3, 60)).on_roll(cube=Cube(8, WHITE))
        end: Calls = [
            partial(match_annul, match_id=sitting.match_id, reason="staff"),
            act(sitting, BLACK, Resign(WinKind.BACKGAMMON)),
            act(sitting, WHITE, Resign(WinKind.BACKGAMMON)),
        ]
        refusal_codes(together(end * 2))
        assert sitting.now.state == "finished"
        assert_whole(sitting)


# --- between two games ------------------------------------------------------------


def next_game(sitting: Sitting) -> Callable[[], Any]:
    """Both have pressed, or nobody has and time is up."""
    return partial(match_tick, match_id=sitting.match_id)


def test_a_stack_is_filled_up_before_the_next_game_or_not_at_all() -> None:
    for _time in range(5):
        sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(WHITE)
        flag_due(sitting)
        alice = sitting.people["white"]
        fill = partial(
            table_top_up, table_id=sitting.table.public_id, user=alice, chips=3, key="one"
        )
        codes = refusal_codes(together([fill, next_game(sitting), fill]))
        assert sitting.stacks in ((60, 63), (57, 63))
        assert codes.keys() <= {"rules.top_up_mid_game"}
        assert_whole(sitting)


def test_a_form_that_adds_chips_pressed_many_times_adds_them_once() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(WHITE)
    fill = partial(
        table_top_up,
        table_id=sitting.table.public_id,
        user=sitting.people["white"],
        chips=1,
        key="one",
    )
    assert failures(together([fill] * 6)) == []
    assert sitting.stacks == (58, 63)


def test_who_leaves_as_the_next_game_begins_leaves_or_plays_it() -> None:
    for _time in range(5):
        sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
        flag_due(sitting)
        leave = partial(table_leave, table_id=sitting.table.public_id, user=sitting.people["black"])
        codes = refusal_codes(together([leave, next_game(sitting), leave]))
        state = sitting.now.state
        assert (state, codes.keys() <= {"rules.leave_mid_game"}) in [
            ("finished", True),
            ("playing", True),
        ]
        assert_whole(sitting)


def test_both_leave_at_once_and_each_takes_home_his_own() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    leave = partial(table_leave, table_id=sitting.table.public_id)
    people = list(sitting.people.values())
    assert failures(together([partial(leave, user=user) for user in people * 3])) == []
    assert sorted(balance_of(user) for user in people) == [997, 1_003]


def test_leaving_and_adding_chips_at_once_loses_none() -> None:
    for _time in range(5):
        sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(WHITE)
        table_id, alice = sitting.table.public_id, sitting.people["white"]
        calls: Calls = [
            partial(table_top_up, table_id=table_id, user=alice, chips=3, key="one"),
            partial(table_leave, table_id=table_id, user=sitting.people["black"]),
            act(sitting, BLACK, StartGame()),
            act(sitting, WHITE, Leave()),
        ]
        answers = together(calls)
        refusal_codes(answers)
        assert sitting.now.state == "finished"
        assert_whole(sitting)


def test_many_tables_of_the_same_people_end_at_once_without_a_deadlock() -> None:
    people = [a_user(chips=300) for _ in range(4)]
    rules = stakes(1, 60, clock=None)
    sittings = [
        a_sitting(rules, alice=people[i], bob=people[j]).on_roll(cube=Cube(64, WHITE))
        for i, j in [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (2, 0)]
    ]
    resign = Resign(WinKind.BACKGAMMON)
    answers = together([act(sitting, WHITE, resign) for sitting in sittings])
    assert failures(answers) == []
    assert [games_of(sitting) for sitting in sittings] == [[60]] * 6
    assert sum(balance_of(user) for user in people) == 1_200


# --- D-RT-09 ----------------------------------------------------------------------


def test_d_rt_09_a_worker_that_dies_while_a_table_is_made_leaves_nothing_behind() -> None:
    """The connection is cut by the database in the middle of the transaction, as kill -9 does."""
    a_bot()
    alice = a_user(chips=100)

    def open_and_die() -> None:
        with transaction.atomic():
            table_open(host=alice, rules=stakes(1, 60), access=Access.BOT, clock="standard")
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    (death,) = together([open_and_die])
    assert isinstance(death, DatabaseError)
    assert not Table.objects.exists()
    assert not TableSeat.objects.exists()
    assert not Match.objects.exists()
    assert chips_of(alice) == [(100, 0)]
    a_table(alice, rules=stakes(1, 60))
    assert chips_of(alice) == [(40, 60)]
