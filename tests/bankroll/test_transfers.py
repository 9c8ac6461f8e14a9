"""One example of each kind of transfer, and what is refused."""

from typing import Any

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.kinds import HOUSE, MINT, AccountKind, AccountRef, Leg, TransferKind, escrow, wallet
from bankroll.models import Account, Posting, Transfer
from bankroll.selectors import balance_of, escrow_balance
from bankroll.services import fee_take, grant, hold, pay, release, transfer_post
from tests.factories import a_user
from wire.errors import Conflict, Malformed, Refused

pytestmark = pytest.mark.django_db

EVENT = "tournament:evening"


def house_chips() -> int:
    return Account.objects.get(ref=HOUSE.ref).balance_chips


def test_a_grant_mints_chips_into_a_wallet(alice: User) -> None:
    grant(user=alice, chips=50, key="gift")
    assert balance_of(alice) == 150
    assert Account.objects.get(ref=MINT.ref).balance_chips == -150
    assert books_check() == ()


def test_a_hold_moves_chips_from_the_wallet_to_the_event(alice: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    assert (balance_of(alice), escrow_balance(EVENT)) == (40, 60)
    assert books_check() == ()


def test_a_release_gives_back_what_was_held(alice: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    release(escrow_ref=EVENT, user=alice, chips=60, key="refund")
    assert (balance_of(alice), escrow_balance(EVENT)) == (100, 0)
    assert books_check() == ()


def test_a_prize_is_paid_from_what_the_event_holds(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry:alice")
    hold(user=bob, escrow_ref=EVENT, chips=60, key="entry:bob")
    pay(escrow_ref=EVENT, user=bob, chips=120, key="prize")
    assert (balance_of(alice), balance_of(bob), escrow_balance(EVENT)) == (40, 160, 0)
    assert books_check() == ()


def test_a_fee_goes_from_the_event_to_the_house(alice: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    fee_take(escrow_ref=EVENT, chips=10, key="fee")
    assert (escrow_balance(EVENT), house_chips()) == (50, 10)
    assert books_check() == ()


def test_one_transfer_may_have_many_legs(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=100, key="entry")
    prizes = (Leg(escrow(EVENT), wallet(alice), 70), Leg(escrow(EVENT), wallet(bob), 30))
    transfer_post(kind=TransferKind.PAY, key="prizes", legs=prizes)
    assert (balance_of(alice), balance_of(bob), escrow_balance(EVENT)) == (70, 130, 0)
    assert books_check() == ()


def test_a_wallet_that_was_never_opened_holds_nothing(db: None) -> None:
    assert balance_of(a_user()) == 0
    assert escrow_balance("tournament:unheard-of") == 0


def test_nobody_spends_more_than_he_has(alice: User) -> None:
    with pytest.raises(Refused) as refusal:
        hold(user=alice, escrow_ref=EVENT, chips=101, key="entry")
    assert refusal.value.code == "bankroll.short"
    assert refusal.value.facts == {"available_chips": 100, "needed_chips": 101}
    assert (balance_of(alice), escrow_balance(EVENT)) == (100, 0)
    assert not Transfer.objects.filter(key="entry").exists()
    assert books_check() == ()


def test_an_event_pays_no_more_than_it_holds(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    with pytest.raises(Refused) as refusal:
        pay(escrow_ref=EVENT, user=bob, chips=61, key="prize")
    assert (refusal.value.code, refusal.value.facts) == ("bankroll.short", {})
    assert (balance_of(bob), escrow_balance(EVENT)) == (100, 60)
    assert books_check() == ()


def test_all_legs_are_posted_or_none(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=100, key="entry")
    prizes = (Leg(escrow(EVENT), wallet(alice), 70), Leg(escrow(EVENT), wallet(bob), 31))
    with pytest.raises(Refused):
        transfer_post(kind=TransferKind.PAY, key="prizes", legs=prizes)
    assert (balance_of(alice), balance_of(bob), escrow_balance(EVENT)) == (0, 100, 100)
    assert books_check() == ()


@pytest.mark.parametrize("chips", [0, -1, 1.5, "5", True, None, 10**15 + 1])
def test_chips_are_whole_numbers_from_one_up(alice: User, chips: Any) -> None:
    with pytest.raises(Malformed) as refusal:
        hold(user=alice, escrow_ref=EVENT, chips=chips, key="entry")
    assert refusal.value.code == "bankroll.amount"
    with pytest.raises(Malformed):
        release(escrow_ref=EVENT, user=alice, chips=chips, key="refund")
    assert balance_of(alice) == 100
    assert books_check() == ()


def test_chips_go_only_where_their_kind_of_transfer_goes(alice: User, bob: User) -> None:
    gift = (Leg(wallet(alice), wallet(bob), 10),)
    for kind in TransferKind:
        with pytest.raises(Malformed) as refusal:
            transfer_post(kind=kind, key="gift", legs=gift)
        assert refusal.value.code == "bankroll.road"
    assert (balance_of(alice), balance_of(bob)) == (100, 100)


def test_an_account_passed_off_as_another_kind_gives_and_takes_nothing(alice: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    hold(user=alice, escrow_ref="tournament:eve", chips=1, key="eve's entry")
    forged = AccountRef(AccountKind.WALLET, escrow(EVENT).ref, alice.pk)
    for target in (escrow("tournament:eve"), escrow("tournament:new")):
        with pytest.raises(Malformed, match=r"bankroll\.road"):
            transfer_post(kind=TransferKind.HOLD, key="theft", legs=(Leg(forged, target, 10),))
    assert (balance_of(alice), escrow_balance(EVENT)) == (39, 60)
    assert books_check() == ()


def test_a_transfer_without_legs_is_refused(db: None) -> None:
    with pytest.raises(Malformed) as refusal:
        transfer_post(kind=TransferKind.GRANT, key="nothing", legs=())
    assert refusal.value.code == "bankroll.road"


def test_the_same_key_posts_once_and_answers_with_the_first(alice: User) -> None:
    first = hold(user=alice, escrow_ref=EVENT, chips=60, key="entry", note="Evening")
    again = hold(user=alice, escrow_ref=EVENT, chips=60, key="entry", note="Evening, renamed")
    assert again == first
    assert again.note == "Evening"
    assert balance_of(alice) == 40
    assert books_check() == ()


def test_a_repeated_transfer_is_answered_even_when_it_could_not_be_made_now(alice: User) -> None:
    first = hold(user=alice, escrow_ref=EVENT, chips=100, key="entry")
    assert hold(user=alice, escrow_ref=EVENT, chips=100, key="entry") == first
    refund = release(escrow_ref=EVENT, user=alice, chips=100, key="refund")
    assert release(escrow_ref=EVENT, user=alice, chips=100, key="refund") == refund
    assert balance_of(alice) == 100
    assert books_check() == ()


def test_a_key_cannot_name_another_transfer(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    for user, escrow_ref, chips in (
        (alice, EVENT, 61),
        (bob, EVENT, 60),
        (alice, "tournament:other", 60),
    ):
        with pytest.raises(Conflict) as refusal:
            hold(user=user, escrow_ref=escrow_ref, chips=chips, key="entry")
        assert refusal.value.code == "bankroll.key_reused"
    with pytest.raises(Conflict):
        pay(escrow_ref=EVENT, user=alice, chips=60, key="entry")
    assert Posting.objects.filter(transfer__key="entry").count() == 1
    assert (balance_of(alice), balance_of(bob)) == (40, 100)
    assert books_check() == ()


def test_d_mon_02_a_refund_is_given_once_whatever_its_key(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry:alice")
    hold(user=bob, escrow_ref=EVENT, chips=60, key="entry:bob")
    release(escrow_ref=EVENT, user=alice, chips=60, key="cancelled:alice")
    with pytest.raises(Refused) as refusal:
        release(escrow_ref=EVENT, user=alice, chips=60, key="left:alice")
    assert refusal.value.code == "bankroll.not_held"
    assert refusal.value.facts == {"stake_chips": 0, "asked_chips": 60}
    assert (balance_of(alice), escrow_balance(EVENT)) == (100, 60)
    assert books_check() == ()


def test_who_joins_again_after_leaving_can_leave_again(alice: User) -> None:
    for visit in range(2):
        hold(user=alice, escrow_ref=EVENT, chips=60, key=f"entry:{visit}")
        release(escrow_ref=EVENT, user=alice, chips=60, key=f"left:{visit}")
    assert (balance_of(alice), escrow_balance(EVENT)) == (100, 0)
    assert books_check() == ()


def test_d_mon_04_a_game_settled_twice_is_paid_once(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry")
    first = pay(escrow_ref=EVENT, user=bob, chips=60, key="game:42:1")
    assert pay(escrow_ref=EVENT, user=bob, chips=60, key="game:42:1") == first
    assert (balance_of(bob), escrow_balance(EVENT)) == (160, 0)
    assert books_check() == ()
