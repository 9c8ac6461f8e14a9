"""What a user sees of his chips: available, in play, and the statement."""

import re

import pytest
from django.test import Client

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import Holdings, holdings_of, stake_in, statement
from bankroll.services import fee_take, grant, hold, pay, release
from tests.factories import a_user, chips_for
from wire.errors import Refused

pytestmark = pytest.mark.django_db

EVENT = "tournament:evening"


def shown(client: Client, figure: str) -> int:
    page = client.get("/wallet/").content.decode()
    found = re.search(rf'data-wallet="{figure}">(\d+)<', page)
    assert found is not None
    return int(found.group(1))


def test_d_mon_05_chips_in_play_are_shown_apart_and_cannot_be_spent(
    client: Client, alice: User
) -> None:
    client.force_login(alice)
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    assert holdings_of(alice) == Holdings(available_chips=40, in_play_chips=60)
    assert shown(client, "available") == 40
    assert shown(client, "in-play") == 60
    assert shown(client, "total") == 100
    with pytest.raises(Refused, match=r"bankroll\.short"):
        hold(user=alice, escrow_ref="tournament:other", chips=50, key="second entry")
    release(escrow_ref=EVENT, user=alice, chips=60, key="left")
    assert (shown(client, "available"), shown(client, "in-play")) == (100, 0)
    assert books_check() == ()


def test_a_buy_in_stays_in_play_until_the_event_has_paid_out(alice: User, bob: User) -> None:
    for user in (alice, bob):
        hold(user=user, escrow_ref=EVENT, chips=60, key=f"entry:{user.username}")
    fee_take(escrow_ref=EVENT, chips=20, key="fee")
    assert holdings_of(alice) == holdings_of(bob) == Holdings(40, 60)
    pay(escrow_ref=EVENT, user=alice, chips=70, key="first")
    assert holdings_of(alice) == Holdings(110, 0)
    assert holdings_of(bob) == Holdings(40, 60)
    pay(escrow_ref=EVENT, user=bob, chips=30, key="second")
    assert holdings_of(bob) == Holdings(70, 0)
    assert books_check() == ()


def test_who_wins_nothing_has_nothing_in_play_once_the_event_is_over(
    alice: User, bob: User
) -> None:
    for user in (alice, bob):
        hold(user=user, escrow_ref=EVENT, chips=60, key=f"entry:{user.username}")
    pay(escrow_ref=EVENT, user=alice, chips=120, key="first")
    assert holdings_of(bob) == Holdings(40, 0)
    assert books_check() == ()


def test_stakes_are_counted_event_by_event(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry:alice")
    hold(user=alice, escrow_ref="tournament:other", chips=15, key="entry:alice:other")
    hold(user=bob, escrow_ref=EVENT, chips=60, key="entry:bob")
    assert stake_in(alice, EVENT) == 60
    assert stake_in(alice, "tournament:other") == 15
    assert stake_in(bob, "tournament:other") == 0
    assert holdings_of(alice) == Holdings(25, 75)
    assert books_check() == ()


def test_the_statement_tells_each_movement_and_the_balance_after_it(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry:alice", note="Evening")
    hold(user=bob, escrow_ref=EVENT, chips=60, key="entry:bob", note="Evening")
    pay(escrow_ref=EVENT, user=alice, chips=120, key="first", note="Evening")
    lines = [
        (line.reason, line.note, line.chips, line.balance_chips) for line in statement(alice).lines
    ]
    assert lines == [
        ("Prize", "Evening", 120, 160),
        ("Buy-in", "Evening", -60, 40),
        ("Chips from the house", "", 100, 100),
    ]
    assert books_check() == ()


def test_the_statement_comes_in_pages_newest_first(alice: User) -> None:
    for number in range(6):
        grant(user=alice, chips=1, key=f"gift:{number}")
    first = statement(alice, page=1, lines_per_page=3)
    last = statement(alice, page=3, lines_per_page=3)
    assert [line.balance_chips for line in first.lines] == [106, 105, 104]
    assert (first.number, first.pages, first.newer, first.older) == (1, 3, None, 2)
    assert [line.balance_chips for line in last.lines] == [100]
    assert (last.newer, last.older) == (2, None)
    assert statement(alice, page=99, lines_per_page=3) == last


def test_the_statement_of_an_untouched_wallet_is_empty(db: None) -> None:
    page = statement(a_user())
    assert (page.lines, page.pages) == ((), 1)


def test_the_wallet_page_shows_only_ones_own_movements(
    client: Client, alice: User, bob: User
) -> None:
    hold(user=bob, escrow_ref=EVENT, chips=60, key="entry:bob", note="Bob's secret evening")
    client.force_login(alice)
    page = client.get("/wallet/").content.decode()
    assert "Chips from the house" in page
    assert "secret evening" not in page
    assert "wallet:" not in page


@pytest.mark.parametrize("number", ["0", "-1", "x", "", "9" * 40, "²"])
def test_the_wallet_page_survives_any_page_number(client: Client, alice: User, number: str) -> None:
    client.force_login(alice)
    assert client.get("/wallet/", {"page": number}).status_code == 200


def test_the_wallet_page_turns_its_leaves(client: Client, alice: User) -> None:
    for _ in range(30):
        chips_for(alice, 1)
    client.force_login(alice)
    assert 'href="?page=2"' in client.get("/wallet/").content.decode()
    assert 'href="?page=1"' in client.get("/wallet/?page=2").content.decode()


def test_the_wallet_page_is_for_its_owner_alone(client: Client, db: None) -> None:
    answer = client.get("/wallet/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/wallet/")
