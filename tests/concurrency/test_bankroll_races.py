"""The ledger under real threads on PostgreSQL: nothing twice, nothing lost, nobody stuck."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.kinds import MINT, Leg, TransferKind, wallet
from bankroll.models import Account, Transfer
from bankroll.selectors import balance_of, escrow_balance, holdings_of, stack_of, stacks_at
from bankroll.services import (
    correction_post,
    fee_take,
    hold,
    newcomer_welcome,
    pay,
    refill,
    release,
    stack_hold,
    stack_pay,
    stack_release,
    transfer_post,
    wallet_close,
)
from tests.concurrency.together import failures, together
from tests.factories import a_user, chips_for
from wire.errors import Conflict, Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

EVENT = "tournament:evening"
TABLE = "table:4k2m"


def test_d_mon_01_of_twenty_joins_with_chips_for_one_exactly_one_succeeds() -> None:
    alice = a_user("alice", chips=100)
    answers = together(
        [
            partial(hold, user=alice, escrow_ref=f"tournament:{n}", chips=100, key=f"entry:{n}")
            for n in range(20)
        ]
    )
    refusals = [(type(error), str(error)) for error in failures(answers)]
    assert refusals == [(Refused, "bankroll.short")] * 19
    assert Transfer.objects.filter(kind=TransferKind.HOLD).count() == 1
    assert sum(escrow_balance(f"tournament:{n}") for n in range(20)) == 100
    assert balance_of(alice) == 0
    assert books_check() == ()


def test_the_last_seat_of_an_event_takes_chips_from_all_who_have_them() -> None:
    players = [a_user(chips=100) for _ in range(12)]
    answers = together(
        [
            partial(hold, user=player, escrow_ref=EVENT, chips=60, key=f"entry:{number}")
            for number, player in enumerate(players)
        ]
    )
    assert failures(answers) == []
    assert escrow_balance(EVENT) == 12 * 60
    assert books_check() == ()


def test_opposing_legs_never_wait_for_each_other_in_a_circle() -> None:
    players = [a_user(chips=1_000) for _ in range(4)]
    for number, player in enumerate(players):
        hold(user=player, escrow_ref=EVENT, chips=500, key=f"entry:{number}")

    def evening(thread: int) -> None:
        dice = Random(thread)
        for turn in range(25):
            legs = [Leg(MINT, wallet(player), 1) for player in players]
            dice.shuffle(legs)
            transfer_post(kind=TransferKind.GRANT, key=f"gift:{thread}:{turn}", legs=legs)
            player, key = dice.choice(players), f"{thread}:{turn}"
            hold(user=player, escrow_ref=EVENT, chips=2, key=f"in:{key}")
            pay(escrow_ref=EVENT, user=dice.choice(players), chips=1, key=f"out:{key}")
            fee_take(escrow_ref=EVENT, chips=1, key=f"fee:{key}")

    assert failures(together([partial(evening, thread) for thread in range(8)])) == []
    assert escrow_balance(EVENT) == 2_000
    assert sum(balance_of(player) for player in players) == 2_000 + 8 * 25 * (4 - 2 + 1)
    assert books_check() == ()


def test_d_mon_04_one_settlement_delivered_by_eight_workers_is_paid_once() -> None:
    alice, bob = a_user("alice", chips=100), a_user("bob")
    hold(user=alice, escrow_ref=EVENT, chips=100, key="entry")
    settle = partial(pay, escrow_ref=EVENT, user=bob, chips=40, key="game:42:1")
    answers = together([settle] * 8)
    assert failures(answers) == []
    assert len(set(answers)) == 1
    assert (balance_of(bob), escrow_balance(EVENT)) == (40, 60)
    assert books_check() == ()


def test_d_mon_02_a_cancellation_by_two_members_of_staff_refunds_each_player_once() -> None:
    players = [a_user(chips=100) for _ in range(15)]
    for number, player in enumerate(players):
        hold(user=player, escrow_ref=EVENT, chips=60, key=f"entry:{number}")

    def cancel(staff: str) -> int:
        refunded = 0
        for number, player in enumerate(players):
            try:
                release(escrow_ref=EVENT, user=player, chips=60, key=f"{staff}:{number}")
                refunded += 1
            except Refused:
                continue  # the other one was first
        return refunded

    def leave() -> int:
        release(escrow_ref=EVENT, user=players[14], chips=60, key="left:14")
        return 1

    acts: list[Callable[[], int]] = [partial(cancel, "dora"), partial(cancel, "dan"), leave]
    answers = together(acts)
    assert sum(answer for answer in answers if isinstance(answer, int)) == 15
    assert all(isinstance(error, Refused) for error in failures(answers))
    assert [balance_of(player) for player in players] == [100] * 15
    assert escrow_balance(EVENT) == 0
    assert books_check() == ()


def test_one_key_for_two_different_transfers_is_taken_by_one_of_them() -> None:
    players = [a_user(chips=100) for _ in range(6)]
    answers = together(
        [
            partial(hold, user=player, escrow_ref=f"tournament:{n}", chips=50, key="the only key")
            for n, player in enumerate(players)
        ]
    )
    assert [type(error) for error in failures(answers)] == [Conflict] * 5
    assert sum(balance_of(player) for player in players) == 6 * 100 - 50
    assert books_check() == ()


def test_an_account_needed_by_many_at_once_is_opened_once() -> None:
    players = [a_user() for _ in range(8)]
    answers = together([partial(chips_for, player, 10) for player in players])
    assert failures(answers) == []
    assert Account.objects.filter(ref=MINT.ref).count() == 1
    assert books_check() == ()


def test_a_newcomer_who_arrives_in_eight_windows_is_welcomed_once() -> None:
    alice = a_user("alice")
    answers = together([partial(newcomer_welcome, user=alice)] * 8)
    assert failures(answers) == []
    assert holdings_of(alice).total_chips == 1_000
    assert books_check() == ()


def test_the_last_chips_before_a_player_are_lost_once() -> None:
    alice, bob = a_user("alice", chips=100), a_user("bob", chips=100)
    for player in (alice, bob):
        stack_hold(user=player, table_ref=TABLE, chips=100, key=f"sit:{player.username}")
    answers = together(
        [
            partial(
                stack_pay, table_ref=TABLE, loser=alice, winner=bob, chips=30, key=f"game:m:{n}"
            )
            for n in range(12)
        ]
    )
    assert [str(error) for error in failures(answers)] == ["bankroll.short"] * 9
    assert stacks_at(TABLE) == {alice.pk: 10, bob.pk: 190}
    assert books_check() == ()


def test_games_of_eight_threads_to_and_fro_lose_no_chip() -> None:
    players = [a_user(chips=500) for _ in range(3)]
    for number, player in enumerate(players):
        stack_hold(user=player, table_ref=TABLE, chips=400, key=f"sit:{number}")

    def evening(thread: int) -> None:
        dice = Random(thread)
        for turn in range(40):
            loser, winner = dice.sample(players, 2)
            key = f"game:{thread}:{turn}"
            stack_pay(table_ref=TABLE, loser=loser, winner=winner, chips=1, key=key)

    assert failures(together([partial(evening, thread) for thread in range(8)])) == []
    assert Transfer.objects.filter(kind=TransferKind.GAME).count() == 8 * 40
    assert sum(stacks_at(TABLE).values()) == 3 * 400
    assert books_check() == ()


def test_a_player_who_rises_in_eight_windows_takes_his_chips_home_once() -> None:
    alice = a_user("alice", chips=100)
    stack_hold(user=alice, table_ref=TABLE, chips=60, key="sit")
    rise = partial(stack_release, table_ref=TABLE, user=alice)
    answers = together([partial(rise, key=f"rise:{n % 2}") for n in range(8)])
    assert failures(answers) == []
    assert (balance_of(alice), stack_of(alice, TABLE)) == (100, 0)
    assert books_check() == ()


def test_a_refill_asked_for_in_eight_windows_is_given_once() -> None:
    alice = a_user("alice", chips=10)
    clicks = [partial(refill, user=alice), partial(refill, user=alice, number=1)]
    answers = together(clicks * 4)
    assert all(isinstance(error, Refused) for error in failures(answers))
    assert Transfer.objects.filter(kind=TransferKind.REFILL).count() == 1
    assert balance_of(alice) == 200
    assert books_check() == ()


def test_a_refill_and_the_last_chips_put_into_an_event_know_of_each_other() -> None:
    alice = a_user("alice", chips=49)
    answers = together(
        [
            partial(refill, user=alice),
            partial(hold, user=alice, escrow_ref=EVENT, chips=49, key="entry"),
        ]
    )
    assert failures(answers) == []
    assert holdings_of(alice).total_chips == 200
    assert books_check() == ()


def test_a_correction_confirmed_in_eight_windows_is_made_once() -> None:
    alice, dora = a_user("alice", chips=100), a_user("dora", is_staff=True)
    User.objects.filter(pk=dora.pk).update(is_superuser=True)
    dora.refresh_from_db()
    correct = partial(
        correction_post, staff=dora, user=alice, chips=-40, reason="Booked twice.", key="form"
    )
    answers = together([correct] * 8)
    assert failures(answers) == []
    assert len(set(answers)) == 1
    assert balance_of(alice) == 60
    assert StaffAction.objects.count() == 1
    assert books_check() == ()


def test_two_members_of_staff_do_not_take_the_same_chips_twice() -> None:
    alice = a_user("alice", chips=100)
    staff = [User.objects.create_superuser(name) for name in ("dora", "dan")]
    answers = together(
        [
            partial(
                correction_post,
                staff=person,
                user=alice,
                chips=-60,
                reason="Booked twice.",
                key=person.username,
            )
            for person in staff
        ]
    )
    assert [str(error) for error in failures(answers)] == ["bankroll.short"]
    assert balance_of(alice) == 40
    assert books_check() == ()


def test_d_mon_04_one_game_settled_by_eight_threads_moves_its_chips_once() -> None:
    alice, bob = a_user("alice", chips=100), a_user("bob", chips=100)
    for player in (alice, bob):
        stack_hold(user=player, table_ref=TABLE, chips=100, key=f"sit:{player.username}")
    settle = partial(stack_pay, table_ref=TABLE, loser=alice, winner=bob, chips=40, key="game:m:1")
    answers = together([settle] * 8)
    assert failures(answers) == []
    assert len(set(answers)) == 1
    assert settle() == answers[0]
    assert stacks_at(TABLE) == {alice.pk: 60, bob.pk: 140}
    assert books_check() == ()


def test_an_account_closes_or_its_chips_go_into_play_but_never_both() -> None:
    alice = a_user("alice", chips=100)
    acts: list[Callable[[], object]] = [
        partial(wallet_close, user=alice),
        partial(stack_hold, user=alice, table_ref=TABLE, chips=60, key="sit"),
    ]
    answers = together(acts)
    assert [str(error) for error in failures(answers)] in (
        ["bankroll.short"],
        ["bankroll.in_play"],
    )
    assert (balance_of(alice), stack_of(alice, TABLE)) in ((0, 0), (40, 60))
    assert books_check() == ()
