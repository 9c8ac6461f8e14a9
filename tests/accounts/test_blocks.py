"""Blocking somebody: what it means, how it is undone, and what it refuses."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Block, User
from accounts.selectors import blocked_pks, blocks_of, has_block, has_blocked
from accounts.services import player_block, player_unblock
from tests.factories import a_bot, a_guest, a_user
from wire.errors import Refused


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


def test_a_block_stands_between_two_players_whoever_made_it(alice: User, bob: User) -> None:
    carol = a_user("carol")
    player_block(user=alice, blocked=bob)
    player_block(user=carol, blocked=alice)
    assert has_blocked(alice, bob)
    assert not has_blocked(bob, alice)
    assert has_block(alice, bob)
    assert has_block(bob, alice)
    assert not has_block(bob, carol)
    assert blocked_pks(alice) == {bob.pk, carol.pk}
    assert blocked_pks(bob) == {alice.pk}
    assert [block.blocked for block in blocks_of(alice)] == [bob]


def test_blocking_twice_is_blocking_once_and_unblocking_twice_is_fine(
    alice: User, bob: User
) -> None:
    assert player_block(user=alice, blocked=bob) == player_block(user=alice, blocked=bob)
    for _ in range(2):
        player_unblock(user=alice, blocked=bob)
    assert not has_block(alice, bob)


def test_a_guest_can_be_blocked_and_can_block(alice: User) -> None:
    guest = a_guest()
    player_block(user=alice, blocked=guest)
    player_block(user=guest, blocked=alice)
    assert has_blocked(guest, alice)


def test_nobody_blocks_himself_or_a_house_bot(alice: User) -> None:
    for other, code in ((alice, "block.self"), (a_bot(), "block.bot")):
        with pytest.raises(Refused) as refusal:
            player_block(user=alice, blocked=other)
        assert refusal.value.code == code
    assert not Block.objects.exists()


def test_a_list_of_blocks_has_an_end(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.services.blocks.MOST_BLOCKS", 1)
    player_block(user=alice, blocked=bob)
    with pytest.raises(Refused) as refusal:
        player_block(user=alice, blocked=a_user("carol"))
    assert (refusal.value.code, refusal.value.facts) == ("block.too_many", {"limit": 1})
    player_block(user=alice, blocked=bob)


def test_the_database_refuses_a_second_block_and_a_block_of_oneself(alice: User, bob: User) -> None:
    player_block(user=alice, blocked=bob)
    for blocked in (bob, alice):
        with pytest.raises(IntegrityError), transaction.atomic():
            Block.objects.create(user=alice, blocked=blocked)


def test_a_players_page_offers_to_block_him_and_to_take_it_back(browser: Client, bob: User) -> None:
    assert "Block this player" in browser.get("/players/bob/").content.decode()
    answer = browser.post("/players/BOB/block/", {"next": "/players/bob/"}, follow=True)
    assert answer.redirect_chain == [("/players/bob/", 302)]
    page = answer.content.decode()
    assert "bob is blocked." in page
    assert "Unblock" in page
    page = browser.post("/players/bob/unblock/", follow=True).content.decode()
    assert "bob is not blocked any more." in page
    assert "You have blocked nobody." in page


def test_the_list_shows_whom_one_has_blocked_and_not_by_whom_one_is(
    browser: Client, alice: User, bob: User
) -> None:
    player_block(user=alice, blocked=bob)
    player_block(user=a_user("carol"), blocked=alice)
    page = browser.get("/account/blocked/").content.decode()
    assert "bob" in page
    assert "carol" not in page


def test_the_list_takes_as_many_queries_however_long_it_is(
    browser: Client, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(20):
        player_block(user=alice, blocked=a_user())
    with django_assert_max_num_queries(5):
        browser.get("/account/blocked/")


def test_what_cannot_be_blocked_is_explained_on_the_page(browser: Client, alice: User) -> None:
    page = browser.post("/players/alice/block/", follow=True).content.decode()
    assert "You cannot block yourself." in page
    assert "Block this player" not in browser.get("/players/alice/").content.decode()


def test_who_was_closed_by_staff_can_still_be_taken_off_the_list(
    browser: Client, alice: User, bob: User
) -> None:
    player_block(user=alice, blocked=bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    browser.post("/players/bob/unblock/")
    assert blocks_of(alice) == ()
    assert browser.post("/players/bob/block/").status_code == 404


@pytest.mark.parametrize("act", ["block", "unblock"])
def test_only_who_is_signed_in_blocks_and_only_by_a_form(
    client: Client, bob: User, act: str
) -> None:
    path = f"/players/bob/{act}/"
    assert client.post(path)["Location"] == f"/accounts/login/?next={path}"
    client.force_login(a_user("eve"))
    assert client.get(path).status_code == 405
    assert client.post(f"/players/nobody/{act}/").status_code == 404
    assert client.post(path, {"next": "https://evil.example/"})["Location"] == "/account/blocked/"
