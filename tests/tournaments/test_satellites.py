"""Satellites: tickets from a pool, the remainder by the rule of the card, never a chip more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.card import SatelliteTerms
from tournaments.formats.base import Standing
from tournaments.satellites import (
    Division,
    SatellitePrize,
    Won,
    division,
    finishers,
    prizes,
    tickets_of_pool,
)


def terms(ticket_chips: int, again_chips: int = 50, **changes) -> SatelliteTerms:
    return SatelliteTerms(
        target_id="t1",
        target_name="Sunday",
        ticket_chips=ticket_chips,
        again_chips=again_chips,
        **changes,
    )


def divided(asked: SatelliteTerms, *, entrants: int, buy_in_chips: int) -> Division:
    return division(
        asked,
        pool_chips=entrants * buy_in_chips,
        entrants=entrants,
        buy_in_chips=buy_in_chips,
    )


def won(paid: tuple[SatellitePrize, ...]) -> list[tuple[int, int, str, int]]:
    return [(each.place, each.entrant, each.won.value, each.chips) for each in paid]


# --- worked numbers -------------------------------------------------------------------


def test_fourteen_at_50_make_three_tickets_of_200_and_two_of_50() -> None:
    assert divided(terms(200), entrants=14, buy_in_chips=50) == Division(tickets=3, again=2)


def test_by_chips_the_next_finishers_get_twice_the_entry_each_while_it_lasts() -> None:
    by_chips = terms(300, 30, remainder="chips")
    assert divided(by_chips, entrants=25, buy_in_chips=30) == Division(
        tickets=2, chips=(60, 60, 30)
    )


def test_d_trn_08_a_pool_of_100_makes_three_tickets_of_30_and_10_go_to_the_target() -> None:
    assert divided(terms(30, 11), entrants=10, buy_in_chips=10) == Division(3, target_chips=10)


def test_d_trn_08_two_entrants_make_no_ticket() -> None:
    assert tickets_of_pool(terms(30, 11), pool_chips=20, entrants=2) == 0


def test_d_trn_08_for_five_guaranteed_tickets_the_house_adds_50() -> None:
    guaranteed = terms(30, 11, guaranteed=5)
    assert divided(guaranteed, entrants=10, buy_in_chips=10) == Division(5, overlay_chips=50)


def test_d_trn_08_two_who_share_places_3_and_4_get_one_of_three_tickets_by_lot() -> None:
    standings = [Standing(1, 1), Standing(2, 2), Standing(3, 3), Standing(4, 3)]
    for lots, third in ([1, 2, 3, 4], 3), ([4, 3, 2, 1], 4):
        order = finishers(standings, lots)
        paid = prizes(terms(30, 11), Division(3, target_chips=10), order)
        assert [each.entrant for each in paid] == [1, 2, third]
        assert all(each.won is Won.TICKET for each in paid)


# --- edges ----------------------------------------------------------------------------


def test_there_are_never_more_tickets_than_entrants() -> None:
    assert divided(terms(30, guaranteed=5), entrants=2, buy_in_chips=10) == Division(
        2, overlay_chips=40
    )
    assert divided(terms(30, 50), entrants=2, buy_in_chips=50) == Division(2, target_chips=40)


def test_a_guarantee_the_pool_has_passed_costs_the_house_nothing() -> None:
    assert divided(terms(30, 40, guaranteed=2), entrants=10, buy_in_chips=10) == Division(
        3, target_chips=10
    )


def test_small_tickets_end_with_the_last_finisher() -> None:
    assert division(
        terms(100, 10), pool_chips=290, entrants=4, buy_in_chips=10, tickets=2
    ) == Division(2, again=2, target_chips=70)


def test_chips_end_with_the_last_finisher() -> None:
    by_chips = terms(100, 10, remainder="chips")
    assert division(by_chips, pool_chips=290, entrants=4, buy_in_chips=10, tickets=2) == Division(
        2, chips=(20, 20), target_chips=50
    )


@pytest.mark.parametrize("rule", ["try_again", "chips"])
def test_what_a_free_satellite_has_over_goes_to_the_target(rule) -> None:
    free = terms(100, 0, remainder=rule)
    assert division(free, pool_chips=130, entrants=8, buy_in_chips=0) == Division(
        1, target_chips=30
    )


def test_the_tickets_fixed_at_the_draw_stay_whatever_the_pool_becomes() -> None:
    assert division(
        terms(200), pool_chips=900, entrants=14, buy_in_chips=50, tickets=3
    ) == Division(3, again=6)


# --- who gets them --------------------------------------------------------------------


def test_small_tickets_go_down_the_places_after_the_tickets() -> None:
    paid = prizes(terms(200), Division(3, again=2), [9, 4, 7, 1, 3, 8])
    assert won(paid) == [
        (1, 9, "ticket", 200),
        (2, 4, "ticket", 200),
        (3, 7, "ticket", 200),
        (4, 1, "try_again", 50),
        (5, 3, "try_again", 50),
    ]


def test_chips_go_down_the_places_after_the_tickets() -> None:
    paid = prizes(terms(300, remainder="chips"), Division(2, chips=(60, 60, 30)), [1, 2, 3, 4, 5])
    assert won(paid)[2:] == [(3, 3, "chips", 60), (4, 4, "chips", 60), (5, 5, "chips", 30)]


def test_a_second_ticket_is_a_flexible_one() -> None:
    paid = prizes(terms(200), Division(2), [1, 2, 3], holders={1})
    assert won(paid) == [(1, 1, "flexible", 200), (2, 2, "ticket", 200)]


def test_a_second_ticket_passes_to_the_next_finisher_where_the_card_says_so() -> None:
    passing = terms(200, second_ticket="next")
    paid = prizes(passing, Division(2, again=1), [1, 2, 3, 4], holders={1})
    assert won(paid) == [
        (1, 1, "try_again", 50),
        (2, 2, "ticket", 200),
        (3, 3, "ticket", 200),
    ]


def test_a_ticket_nobody_else_can_take_is_a_flexible_one_after_all() -> None:
    passing = terms(200, second_ticket="next")
    paid = prizes(passing, Division(2), [1, 2, 3], holders={1, 2})
    assert won(paid) == [(1, 1, "flexible", 200), (3, 3, "ticket", 200)]


# --- properties -----------------------------------------------------------------------

CHIPS = st.integers(min_value=0, max_value=500)


@st.composite
def satellites(draw: st.DrawFn) -> tuple[SatelliteTerms, int, int]:
    """Terms, a number of entrants and a buy-in: the target dearer than another try."""
    buy_in_chips, fee_chips = draw(CHIPS), draw(st.integers(0, 50))
    again_chips = buy_in_chips + fee_chips
    asked = terms(
        draw(st.integers(again_chips + 1, 5 * again_chips + 100)),
        again_chips,
        guaranteed=draw(st.integers(0, 5)),
        remainder=draw(st.sampled_from(["try_again", "chips"])),
        second_ticket=draw(st.sampled_from(["flexible", "next", "no_entry"])),
    )
    return asked, draw(st.integers(2, 64)), buy_in_chips


@given(satellites())
def test_tickets_chips_and_the_rest_add_up_to_the_pool_and_the_overlay(satellite) -> None:
    asked, entrants, buy_in_chips = satellite
    share = divided(asked, entrants=entrants, buy_in_chips=buy_in_chips)
    paid = share.tickets * asked.ticket_chips + share.again * asked.again_chips + sum(share.chips)
    assert paid + share.target_chips == entrants * buy_in_chips + share.overlay_chips
    assert share.target_chips >= 0
    assert share.tickets + share.again + len(share.chips) <= entrants


@given(satellites(), st.data())
def test_everything_is_handed_out_once_and_to_nobody_twice(satellite, data) -> None:
    asked, entrants, buy_in_chips = satellite
    order = data.draw(st.permutations(range(1, entrants + 1)))
    holders = data.draw(st.sets(st.sampled_from(order)))
    share = divided(asked, entrants=entrants, buy_in_chips=buy_in_chips)
    paid = prizes(asked, share, order, holders=holders)
    assert len({each.entrant for each in paid}) == len(paid)
    assert [order[each.place - 1] for each in paid] == [each.entrant for each in paid]
    tickets = [each for each in paid if each.won in (Won.TICKET, Won.FLEXIBLE)]
    assert len(tickets) == share.tickets
    assert all((each.entrant in holders) == (each.won is Won.FLEXIBLE) for each in tickets)
    assert sum(each.won is Won.TRY_AGAIN for each in paid) == share.again
    assert tuple(each.chips for each in paid if each.won is Won.CHIPS) == share.chips


@given(st.lists(st.integers(1, 8), min_size=2, max_size=32), st.randoms(use_true_random=False))
def test_everybody_finishes_once_and_better_places_come_first(places, random) -> None:
    standings = [Standing(seat, place) for seat, place in enumerate(sorted(places), start=1)]
    lots = [each.entrant for each in standings]
    random.shuffle(lots)
    order = finishers(standings, lots)
    by_seat = {each.entrant: each.place for each in standings}
    assert sorted(order) == sorted(lots)
    assert [by_seat[seat] for seat in order] == sorted(places)
