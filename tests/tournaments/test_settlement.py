"""What everybody gets when the house stops an event: worked numbers, and laws for any event."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.base import History, Outcome, Ref, Result, Standing
from tournaments.formats.knockout import Knockout
from tournaments.formats.seating import DrawnLots
from tournaments.prizes import ChipShares, default_shares, percents_of
from tournaments.settlement import (
    Basis,
    Settlement,
    Stake,
    Stopped,
    full_rounds,
    played_out,
    settlement,
    up_to_round,
)

LOTS = DrawnLots(secret=bytes(32), event_id="event")


def shares(text: str) -> ChipShares:
    return ChipShares(percents_of(text.split()))


def played(entrants: int, *, results: int) -> History:
    """A knock-out in which so many results are in, round after round, won by the first."""
    knockout = Knockout()
    history = History(tuple(range(1, entrants + 1)))
    while due := knockout.pairings_due(history, LOTS):
        history = history.with_pairings(due)
        for pairing in due:
            if not pairing.is_contested:
                winner = pairing.entrants[0] if pairing.entrants else None
                history = history.with_results([Result(pairing.ref, pairing.alone, winner)])
        open_refs = [ref for ref in history.pairings if ref not in history.results]
        for ref in open_refs:
            if not results:
                return history
            results -= 1
            winner = history.pairings[ref].entrants[0]
            history = history.with_results([Result(ref, Outcome.PLAYED, winner, (1, 0))])
    return history


def knockout_stopped(
    history: History,
    *,
    buy_in: int = 100,
    fee: int = 10,
    others: int = 0,
    prizes: ChipShares | None = None,
    guarantee: int = 0,
) -> Settlement:
    """The settlement of a knock-out with this history and equal entries."""
    knockout = Knockout()
    stake = Stake(buy_in_chips=buy_in, fee_chips=fee)
    event = Stopped(
        stakes=dict.fromkeys(history.entrants, stake),
        others_chips=others,
        still_in=knockout.alive(history),
        final=knockout.standings(played_out(knockout, history, LOTS), LOTS),
        shares=prizes or default_shares(len(history.entrants)),
        guarantee_chips=guarantee,
    )
    return settlement(event, lots=LOTS.order("prizes", history.entrants))


def chips_of(settled: Settlement) -> list[int]:
    return sorted((receipt.chips for receipt in settled.receipts), reverse=True)


class TestNobodyPaidYet:
    def test_four_of_eight_left_get_entry_fee_and_a_share_of_the_beaten(self) -> None:
        settled = knockout_stopped(played(8, results=4))
        assert settled.basis is Basis.ENTRIES
        assert chips_of(settled) == [210, 210, 210, 210]
        assert settled.fees_back_chips == 40

    def test_before_the_first_result_everybody_has_all_back(self) -> None:
        settled = knockout_stopped(played(8, results=0))
        assert chips_of(settled) == [110] * 8

    def test_a_semifinal_that_is_still_played_keeps_the_prizes_unreached(self) -> None:
        settled = knockout_stopped(played(8, results=5))
        assert settled.basis is Basis.ENTRIES
        assert sum(chips_of(settled)) == 800 + 3 * 10
        assert chips_of(settled) == [277, 277, 276]

    def test_who_paid_half_for_coming_back_gets_half_back(self) -> None:
        stakes = {
            1: Stake(buy_in_chips=100, fee_chips=10),
            2: Stake(buy_in_chips=50, fee_chips=0),
            3: Stake(buy_in_chips=100, fee_chips=10),
            4: Stake(buy_in_chips=100, fee_chips=10),
        }
        event = Stopped(
            stakes=stakes,
            others_chips=0,
            still_in=frozenset({1, 2}),
            final=[Standing(1, 1), Standing(2, 2), Standing(3, 3), Standing(4, 3)],
            shares=shares("100"),
        )
        settled = settlement(event, lots=(1, 2, 3, 4))
        assert {each.entrant: each.chips for each in settled.receipts} == {1: 210, 2: 150}

    def test_what_satellites_and_no_shows_left_is_divided_too(self) -> None:
        settled = knockout_stopped(played(8, results=4), others=42)
        assert chips_of(settled) == [221, 221, 220, 220]

    def test_a_guarantee_is_not_owed_before_a_prize_is_reached(self) -> None:
        settled = knockout_stopped(played(8, results=4), guarantee=5000)
        assert (settled.overlay_chips, chips_of(settled)) == (0, [210] * 4)


class TestInThePrizes:
    def test_final_of_sixteen_unplayed(self) -> None:
        settled = knockout_stopped(played(16, results=14), buy_in=50, fee=0)
        assert settled.basis is Basis.PRIZES
        assert chips_of(settled) == [300, 300, 100, 100]

    def test_final_of_eight_unplayed(self) -> None:
        settled = knockout_stopped(played(8, results=6))
        assert chips_of(settled) == [400, 400]
        assert settled.fees_back_chips == 0

    def test_four_left_of_sixteen_are_all_certain_of_a_prize(self) -> None:
        settled = knockout_stopped(played(16, results=12), buy_in=50)
        assert settled.basis is Basis.PRIZES
        assert chips_of(settled) == [200] * 4
        assert {each.prize_chips for each in settled.receipts} == {100}

    def test_a_beaten_semifinalist_shares_the_prize_of_his_tie(self) -> None:
        settled = knockout_stopped(played(8, results=5), prizes=shares("60 25 15"))
        assert chips_of(settled) == [247, 247, 246, 60]

    def test_a_guarantee_is_kept(self) -> None:
        settled = knockout_stopped(played(8, results=6), guarantee=1000)
        assert settled.overlay_chips == 200
        assert chips_of(settled) == [500, 500]

    def test_a_prize_that_is_certain_far_ahead_of_the_others_is_paid(self) -> None:
        """One half of the bracket has lost its semifinal before the other has begun."""
        history = played(8, results=0)
        for ref in (Ref(1, 1), Ref(1, 2)):
            winner = history.pairings[ref].entrants[0]
            history = history.with_results([Result(ref, Outcome.PLAYED, winner, (1, 0))])
        history = history.with_pairings(Knockout().pairings_due(history, LOTS))
        history = history.with_results([Result(Ref(2, 1), Outcome.PLAYED, 1, (1, 0))])
        settled = knockout_stopped(history, prizes=shares("50 30 10 10"))
        assert settled.basis is Basis.PRIZES
        assert {each.entrant: each.chips for each in settled.receipts}[3] == 80
        assert sum(chips_of(settled)) == 800


class TestOtherKinds:
    def test_enough_rounds_make_the_places_count(self) -> None:
        stake = Stake(buy_in_chips=50, fee_chips=5)
        event = Stopped(
            stakes=dict.fromkeys((1, 2, 3, 4), stake),
            others_chips=0,
            still_in=frozenset({1, 2, 3, 4}),
            final=[Standing(2, 1), Standing(1, 2), Standing(3, 2), Standing(4, 4)],
            shares=shares("60 40"),
            has_places=True,
        )
        settled = settlement(event, lots=(4, 3, 2, 1))
        assert settled.basis is Basis.STANDINGS
        assert {each.entrant: each.chips for each in settled.receipts} == {2: 120, 3: 40, 1: 40}

    def test_a_satellite_divides_entries_for_tickets_cannot_be_divided(self) -> None:
        event = Stopped(
            stakes=dict.fromkeys((1, 2, 3, 4), Stake(buy_in_chips=50, fee_chips=5)),
            others_chips=0,
            still_in=frozenset({1, 2}),
            final=[Standing(1, 1), Standing(2, 2), Standing(3, 3), Standing(4, 3)],
            shares=shares("60 40"),
            pays_prizes=False,
        )
        settled = settlement(event, lots=(1, 2, 3, 4))
        assert settled.basis is Basis.ENTRIES
        assert chips_of(settled) == [105, 105]

    def test_in_a_swing_the_rest_goes_by_stacks(self) -> None:
        stakes = {
            seat: Stake(buy_in_chips=100, fee_chips=0, weight=weight)
            for seat, weight in ((1, 300), (2, 100), (3, 0), (4, 0))
        }
        event = Stopped(
            stakes=stakes,
            others_chips=0,
            still_in=frozenset({1, 2}),
            final=[Standing(1, 1), Standing(2, 2), Standing(3, 3), Standing(4, 4)],
            shares=shares("100"),
        )
        settled = settlement(event, lots=(1, 2, 3, 4))
        assert {each.entrant: each.chips for each in settled.receipts} == {1: 250, 2: 150}

    def test_where_nobody_is_left_the_places_are_paid(self) -> None:
        event = Stopped(
            stakes=dict.fromkeys((1, 2), Stake(buy_in_chips=50, fee_chips=5)),
            others_chips=0,
            still_in=frozenset(),
            final=[Standing(1, 1), Standing(2, 1)],
            shares=shares("100"),
        )
        assert chips_of(settlement(event, lots=(2, 1))) == [50, 50]


class TestLaws:
    @given(
        entrants=st.integers(2, 70),
        part=st.fractions(0, 1),
        buy_in=st.integers(0, 1000),
        fee=st.integers(0, 50),
        others=st.integers(0, 500),
        guarantee=st.integers(0, 5000),
    )
    def test_all_chips_go_out_and_never_more(
        self,
        entrants: int,
        part: Fraction,
        buy_in: int,
        fee: int,
        others: int,
        guarantee: int,
    ) -> None:
        history = played(entrants, results=int(part * (entrants - 2)))
        settled = knockout_stopped(
            history, buy_in=buy_in, fee=fee, others=others, guarantee=guarantee
        )
        assert settled.pool_chips == entrants * buy_in + others + settled.overlay_chips
        assert sum(chips_of(settled)) == settled.pool_chips + settled.fees_back_chips
        assert settled.fees_back_chips <= fee * len(Knockout().alive(history))
        assert all(chips >= 0 for chips in chips_of(settled))

    @given(entrants=st.integers(2, 70), part=st.fractions(0, 1), buy_in=st.integers(1, 1000))
    def test_whoever_is_still_in_loses_nothing_and_all_get_the_same_but_for_lots(
        self, entrants: int, part: Fraction, buy_in: int
    ) -> None:
        history = played(entrants, results=int(part * (entrants - 2)))
        settled = knockout_stopped(history, buy_in=buy_in, fee=0)
        alive = Knockout().alive(history)
        theirs = {each.chips for each in settled.receipts if each.entrant in alive}
        assert max(theirs) - min(theirs) <= 1
        assert min(theirs) >= buy_in

    @given(entrants=st.integers(2, 70), part=st.fractions(0, 1))
    def test_who_is_out_gets_what_he_would_have_got_at_the_end(
        self, entrants: int, part: Fraction
    ) -> None:
        history = played(entrants, results=int(part * (entrants - 2)))
        settled = knockout_stopped(history, buy_in=1000)
        knockout = Knockout()
        end = knockout.standings(played_out(knockout, history, LOTS), LOTS)
        prizes = {
            each.entrant: each.chips
            for each in default_shares(entrants).prizes(
                end, entrants * 1000, lots=LOTS.order("prizes", history.entrants)
            )
        }
        alive = knockout.alive(history)
        for receipt in settled.receipts:
            if receipt.entrant not in alive:
                assert receipt.chips == prizes[receipt.entrant]


@pytest.mark.parametrize(("results", "rounds"), [(0, 0), (3, 0), (4, 1), (6, 2), (7, 3)])
def test_a_round_is_full_when_each_of_its_pairings_has_a_result(results, rounds) -> None:
    history = played(8, results=results)
    assert full_rounds(history) == rounds
    assert all(ref.round <= rounds for ref in up_to_round(history, rounds).pairings)
