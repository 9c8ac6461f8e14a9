"""Chips that keep going one way between two players make a line for staff, and nothing else."""

from itertools import count

import pytest
from pytest_django import Settings

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import OneWay, balance_of
from bankroll.services import stack_hold, stack_pay
from lobby import tasks
from lobby.services import chip_flows_watch
from moderation.models import Notice
from tests.factories import a_bot, a_user, chips_for
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db

TABLE = "table:4k2m"
_numbers = count(1)


@pytest.fixture
def eve(settings: Settings) -> User:
    """Eve, who loses to her friends. The house looks from five games and 500 chips on."""
    settings.HOUSE_ONE_WAY_GAMES = 5
    settings.HOUSE_ONE_WAY_CHIPS = 500
    settings.HOUSE_ONE_WAY_PERCENT = 90
    return at_the_table(a_user("eve"))


@pytest.fixture
def bob(db: None) -> User:
    return at_the_table(a_user("bob"))


def at_the_table(user: User) -> User:
    chips_for(user, 10_000)
    stack_hold(user=user, table_ref=TABLE, chips=10_000, key=f"sit:{user.pk}")
    return user


def play(loser: User, winner: User, *, games: int = 1, chips: int = 100) -> None:
    for _game in range(games):
        key = f"game:{next(_numbers)}"
        stack_pay(table_ref=TABLE, loser=loser, winner=winner, chips=chips, key=key)


def lines() -> list[str]:
    return [str(notice) for notice in Notice.objects.order_by("pk")]


def test_a_pair_that_moves_chips_one_way_again_and_again_is_one_line(eve: User, bob: User) -> None:
    play(eve, bob, games=6)
    assert chip_flows_watch() == 1
    tasks.watch_chip_flows()
    assert lines() == ["eve lost 600 chips to bob in 6 games of the last 30 days, and won 0 back."]
    assert Notice.objects.get().subject == "user:eve user:bob"
    assert books_check() == ()


def test_the_line_grows_with_what_it_is_about(eve: User, bob: User) -> None:
    play(eve, bob, games=6)
    chip_flows_watch()
    play(eve, bob, games=2)
    play(bob, eve, chips=30)
    chip_flows_watch()
    assert lines() == ["eve lost 800 chips to bob in 8 games of the last 30 days, and won 30 back."]


def test_nobody_is_punished_and_nothing_moves(eve: User, bob: User) -> None:
    play(eve, bob, games=6)
    before = balance_of(eve), balance_of(bob)
    chip_flows_watch()
    eve.refresh_from_db()
    assert eve.is_active
    assert (balance_of(eve), balance_of(bob)) == before
    assert books_check() == ()


def test_few_games_are_no_habit(eve: User, bob: User) -> None:
    play(eve, bob, games=4, chips=1_000)
    assert chip_flows_watch() == 0


def test_few_chips_are_not_worth_a_look(eve: User, bob: User) -> None:
    play(eve, bob, games=9, chips=55)
    assert chip_flows_watch() == 0


def test_chips_that_come_back_are_a_game_like_any_other(eve: User, bob: User) -> None:
    play(eve, bob, games=20)
    play(bob, eve, games=3)
    assert chip_flows_watch() == 0


def test_what_is_long_ago_is_forgotten(eve: User, bob: User, clock: StoppedClock) -> None:
    play(eve, bob, games=6)
    clock.pass_s(31 * 24 * 3600)
    play(eve, bob)
    assert chip_flows_watch() == 0


def test_house_bots_win_and_lose_without_a_line(eve: User) -> None:
    bot = at_the_table(a_bot("Deep-Brown"))
    play(eve, bot, games=6)
    play(bot, eve, games=60)
    assert chip_flows_watch() == 0


@pytest.mark.parametrize("who", ["eve", "bob"])
def test_a_closed_account_makes_no_line(eve: User, bob: User, who: str) -> None:
    play(eve, bob, games=6)
    User.objects.filter(username=who).update(is_active=False)
    assert chip_flows_watch() == 0


def test_the_largest_sums_are_told_first(eve: User, bob: User) -> None:
    carol = at_the_table(a_user("carol"))
    play(eve, bob, games=6)
    play(eve, carol, games=7)
    assert chip_flows_watch() == 2
    assert [line.partition(" chips")[0] for line in lines()] == ["eve lost 700", "eve lost 600"]


def test_what_is_left_with_the_taker_is_what_did_not_come_back() -> None:
    assert OneWay(1, 2, games=8, chips=900, back_chips=100).net_chips == 800
