"""Chips that have to do with tickets are explained in the statement, like all others."""

import pytest

from accounts.models import User
from bankroll.explain import steps_of
from bankroll.selectors import statement
from tests.factories import a_user
from tests.tournaments.builders import players
from tests.tournaments.scheduled import a_scheduled_event, entered, start
from tests.tournaments.ticketed import a_drawn_satellite, a_target, a_ticket, finished_as
from tournaments import tasks
from tournaments.models import Arrival, Entry

pytestmark = pytest.mark.django_db

Told = list[tuple[str, int | None, bool]]


def last_line_explained(user: User) -> Told:
    steps = steps_of(user, statement(user).lines[0])
    return [(step.text, step.chips, step.is_sum) for step in steps]


def test_chips_from_what_the_tickets_leave_are_explained_down_to_the_place(clock) -> None:
    target = a_target(buy_in_chips=300)
    satellite = a_drawn_satellite(clock, target, 25, buy_in_chips=30, remainder="chips")
    awards = finished_as(satellite, list(range(1, 26)))
    pool: Told = [
        ("25 entries at 30 chips", 750, False),
        ("Prize pool", 750, True),
        ("2 tickets of 300 chips", -600, False),
        ("Left over", 150, True),
    ]
    goes_on = "Nobody gets more than twice the buy-in; the rest goes on down the places"
    assert last_line_explained(awards[2].entry.user) == [
        *pool,
        (goes_on, -90, False),
        ("Your prize", 60, True),
    ]
    assert last_line_explained(awards[4].entry.user) == [
        *pool,
        ("To the places before yours", -120, False),
        ("Your prize", 30, True),
    ]


def test_chips_that_a_ticket_brought_back_say_so(clock) -> None:
    alice, target = a_user("alice", chips=200), a_target(buy_in_chips=180, fee_chips=20)
    entered(target, alice)
    a_ticket(alice, target)
    tasks.sweep_tickets()
    assert last_line_explained(alice)[-2:] == [
        ("Price of a seat", 200, True),
        (
            "You have won a ticket since. It pays for your seat, so the chips came back.",
            None,
            False,
        ),
    ]


def test_what_was_added_to_a_pool_and_who_forfeited_his_entry_are_part_of_it(clock) -> None:
    target = a_target(buy_in_chips=30, fee_chips=5, min_entrants=2)
    finished_as(
        a_drawn_satellite(clock, target, 10, buy_in_chips=10, fee_chips=1),
        [1, 2, 3, 3, 5, 5, 5, 5, 9, 9],
    )
    tasks.sweep_tickets()
    people = players(3, chips=35)
    entered(target, *people)
    start(clock, target, *people[:2])
    (award,) = finished_as(target, [1, 2])
    assert last_line_explained(award.entry.user) == [
        ("5 entries at 35 chips", 175, False),
        ("5 fees of 5, to the house", -25, False),
        ("Added by the house, and by satellites that led here", 8, False),
        ("Prize pool", 158, True),
        ("Place 1: 100 % of the pool", 158, False),
        ("Your prize", 158, True),
    ]


def test_a_buy_back_is_explained_as_half_the_buy_in(clock) -> None:
    alice = a_user("alice", chips=55)
    event = a_scheduled_event(buy_in_chips=50, fee_chips=5)
    entered(event, alice)
    Entry.objects.filter(user=alice).update(arrival=Arrival.BUY_BACK, fee_chips=0)
    assert last_line_explained(alice)[0] == (
        "Buy-back, half the buy-in, for the prizes",
        55,
        False,
    )
