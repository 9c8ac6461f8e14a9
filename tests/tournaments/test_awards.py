"""What a satellite pays: tickets, another try, chips, and the rest to its target; each once."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_user
from tests.tournaments.builders import fresh, players
from tests.tournaments.scheduled import entered, start
from tests.tournaments.ticketed import (
    a_drawn_satellite,
    a_satellite,
    a_target,
    a_ticket,
    drawn,
    finished_as,
)
from tournaments.director import tournament_advance
from tournaments.models import Award, TicketKind, Tournament
from tournaments.selectors import satellite_outlook
from tournaments.states import TournamentState
from wire.time import now

pytestmark = pytest.mark.django_db

#: Places of so many players in a bracket: two finalists, the semifinal's losers, and so on.
FOURTEEN = [1, 2, 3, 4, 5, 6, 7, 8, *[9] * 6]
TEN = [1, 2, 3, 3, 5, 5, 5, 5, 9, 9]


def told(awards: list[Award]) -> list[tuple[int, str, int]]:
    """Place, kind and worth of each award."""
    return [
        (each.place, each.ticket.kind, each.ticket.value_chips)
        if each.ticket
        else (each.place, "chips", each.chips)
        for each in awards
    ]


def assert_paid_out(satellite: Tournament) -> None:
    assert escrow_balance(satellite.escrow_ref) == 0
    assert books_check() == ()


def test_fourteen_at_50_win_three_tickets_of_200_and_two_of_50(clock) -> None:
    target = a_target()
    satellite = a_drawn_satellite(clock, target, 14)
    assert satellite_outlook(satellite).division.tickets == satellite.draw["tickets"] == 3
    awards = finished_as(satellite, FOURTEEN)
    assert told(awards) == [(place, "target", 200) for place in (1, 2, 3)] + [
        (place, "series", 50) for place in (4, 5)
    ]
    again = awards[3].ticket
    assert again is not None
    assert again.series == satellite.series
    assert again.expires_at == now() + timedelta(days=90)
    assert fresh(target).added_chips == 0
    assert_paid_out(satellite)


def test_by_chips_the_next_finishers_get_60_60_and_30(clock) -> None:
    target = a_target(buy_in_chips=300)
    satellite = a_drawn_satellite(clock, target, 25, buy_in_chips=30, remainder="chips")
    awards = finished_as(satellite, list(range(1, 26)))
    assert told(awards) == [
        (1, "target", 300),
        (2, "target", 300),
        (3, "chips", 60),
        (4, "chips", 60),
        (5, "chips", 30),
    ]
    assert [balance_of(each.entry.user) for each in awards] == [0, 0, 60, 60, 30]
    assert_paid_out(satellite)


def test_d_trn_08_a_remainder_that_makes_no_ticket_is_carried_into_the_pool_of_the_target(
    clock,
) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_drawn_satellite(clock, target, 10, buy_in_chips=10, fee_chips=1)
    awards = finished_as(satellite, TEN)
    assert told(awards) == [(place, "target", 30) for place in (1, 2, 3)]
    assert fresh(target).added_chips == escrow_balance(target.escrow_ref) == 10
    assert Transfer.objects.get(kind="carry").key == f"carry:{satellite.public_id}"
    assert Transfer.objects.get(kind="fee").postings.get().chips == 10
    assert_paid_out(satellite)


def test_d_trn_08_for_guaranteed_tickets_the_house_adds_what_is_missing(clock) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_drawn_satellite(clock, target, 10, buy_in_chips=10, guaranteed=5)
    awards = finished_as(satellite, TEN)
    assert told(awards) == [(place, "target", 30) for place in range(1, 6)]
    overlay = Transfer.objects.get(kind="overlay")
    assert overlay.postings.get().chips == fresh(satellite).added_chips == 50
    assert_paid_out(satellite)


def test_d_trn_08_a_shared_third_place_makes_one_ticket_and_the_seed_says_whose(clock) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_drawn_satellite(clock, target, 10, buy_in_chips=10, fee_chips=1)
    (*_better, third) = finished_as(satellite, TEN)
    assert third.place == 3
    assert third.entry.seat in (3, 4)
    assert target.tickets.count() == 3


def test_d_trn_08_a_pool_without_a_ticket_is_not_played_and_everybody_gets_it_back(clock) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_satellite(target, buy_in_chips=10, fee_chips=1)
    alice, bob = players(2, chips=11)
    drawn(clock, satellite, alice, bob)
    tournament_advance(tournament_id=satellite.public_id)
    assert fresh(satellite).state == TournamentState.CANCELLED
    assert balance_of(alice) == balance_of(bob) == 11
    assert_paid_out(satellite)


def test_one_guaranteed_ticket_is_played_for_however_small_the_pool(clock) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_drawn_satellite(clock, target, 2, buy_in_chips=10, guaranteed=1)
    assert told(finished_as(satellite, [1, 2])) == [(1, "target", 30)]
    assert_paid_out(satellite)


# --- second tickets -------------------------------------------------------------------


def a_satellite_with_a_holder(clock, **changes) -> tuple[Tournament, Tournament, int]:
    """A drawn satellite of four, two tickets, and the seat of somebody who has one already."""
    target = a_target(buy_in_chips=100)
    alice, *others = [a_user("alice", chips=50), *players(3, chips=50)]
    satellite = a_satellite(target, **changes)
    entered(satellite, alice)
    a_ticket(alice, target)
    tournament_advance(tournament_id=target.public_id)
    entered(satellite, *others)
    start(clock, satellite, alice, *others)
    return target, satellite, satellite.entries.get(user=alice).seat


def with_winner(seat: int) -> list[int]:
    """Places of four seats, the first one to this seat."""
    others = iter((2, 3, 4))
    return [1 if each == seat else next(others) for each in range(1, 5)]


def test_a_second_ticket_is_flexible_and_good_for_ninety_days(clock) -> None:
    target, satellite, seat = a_satellite_with_a_holder(clock)
    awards = finished_as(satellite, with_winner(seat))
    assert told(awards) == [(1, "flexible", 100), (2, "target", 100)]
    flexible = awards[0].ticket
    assert flexible is not None
    assert flexible.expires_at == now() + timedelta(days=90)
    assert fresh(target).taken_seats == 1
    assert_paid_out(satellite)


def test_a_second_ticket_passes_on_where_the_card_says_so(clock) -> None:
    _target, satellite, seat = a_satellite_with_a_holder(clock, second_ticket="next")
    awards = finished_as(satellite, with_winner(seat))
    assert told(awards) == [(2, "target", 100), (3, "target", 100)]
    assert_paid_out(satellite)


# --- the target -----------------------------------------------------------------------


@pytest.mark.parametrize("state", ["seated", "playing", "finished", "cancelled", "stopped"])
def test_when_the_target_takes_nobody_any_more_the_tickets_are_flexible(clock, state) -> None:
    target = a_target(buy_in_chips=100)
    satellite = a_drawn_satellite(clock, target, 4)
    Tournament.objects.filter(pk=target.pk).update(state=state)
    awards = finished_as(satellite, [1, 2, 3, 3])
    assert told(awards) == [(1, "flexible", 100), (2, "flexible", 100)]
    assert_paid_out(satellite)


def test_the_rest_goes_to_the_house_where_the_target_is_settled(clock) -> None:
    target = a_target(buy_in_chips=30)
    satellite = a_drawn_satellite(clock, target, 10, buy_in_chips=10, fee_chips=1)
    Tournament.objects.filter(pk=target.pk).update(state="finished")
    finished_as(satellite, TEN)
    assert fresh(target).added_chips == 0
    assert Transfer.objects.get(kind="lapse").postings.get().chips == 10
    assert_paid_out(satellite)


def test_the_rest_of_a_satellite_is_played_for_in_the_target(clock) -> None:
    target = a_target(buy_in_chips=30, min_entrants=2)
    finished_as(a_drawn_satellite(clock, target, 10, buy_in_chips=10, fee_chips=1), TEN)
    tournament_advance(tournament_id=target.public_id)
    winners = [entry.user for entry in target.entries.active()]
    start(clock, target, *winners)
    assert fresh(target).draw["names"] == sorted(winner.username for winner in winners)
    awards = finished_as(target, [1, 2, 3])
    assert sum(each.chips for each in awards) == 3 * 30 + 10
    assert_paid_out(target)


# --- outlook --------------------------------------------------------------------------


def test_the_outlook_says_what_it_would_pay_if_it_started_now(clock) -> None:
    satellite = a_satellite(a_target())
    entered(satellite, *players(14, chips=50))
    outlook = satellite_outlook(satellite)
    assert (outlook.entrants, outlook.pool_chips) == (14, 700)
    assert (outlook.division.tickets, outlook.remainder_chips) == (3, 100)
    assert outlook.division.again == 2
    sixteen = satellite_outlook(satellite, 16)
    assert (sixteen.division.tickets, sixteen.remainder_chips) == (4, 0)


# --- properties -----------------------------------------------------------------------


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    entrants=st.integers(4, 9),
    buy_in_chips=st.integers(1, 40),
    ticket_chips=st.integers(41, 120),
    guaranteed=st.integers(1, 3),
    remainder=st.sampled_from(["try_again", "chips"]),
    data=st.data(),
)
def test_what_goes_into_a_satellite_comes_out_of_it_and_nobody_is_paid_twice(
    clock, entrants, buy_in_chips, ticket_chips, guaranteed, remainder, data
) -> None:
    target = a_target(buy_in_chips=ticket_chips)
    satellite = a_drawn_satellite(
        clock,
        target,
        entrants,
        buy_in_chips=buy_in_chips,
        guaranteed=guaranteed,
        remainder=remainder,
    )
    places = data.draw(st.lists(st.integers(1, 4), min_size=entrants, max_size=entrants))
    awards = finished_as(satellite, places)
    overlay = fresh(satellite).added_chips
    tickets = sum(each.ticket.value_chips for each in awards if each.ticket)
    chips = sum(each.chips for each in awards)
    carried = fresh(target).added_chips
    assert tickets + chips + carried == entrants * buy_in_chips + overlay
    assert len({each.entry_id for each in awards}) == len(awards)
    to_target = [each for each in awards if each.ticket and each.ticket.kind == TicketKind.TARGET]
    assert len(to_target) == satellite.draw["tickets"]
    assert_paid_out(satellite)
