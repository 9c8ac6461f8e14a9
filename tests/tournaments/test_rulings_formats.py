"""Rulings and stops in every format: what stands on a result, and who gets what."""

from typing import Any

import pytest

from accounts.models import User
from backgammon import Rules, Side
from bankroll.selectors import balance_of
from tests.tournaments.builders import (
    assert_settled,
    finish,
    fresh,
    live_boards,
    play_through,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    black_at,
    loser_of,
    names_at,
    play_round,
    rule,
    white_at,
    winner_of,
)
from tests.tournaments.scheduled import a_started_evening
from tests.tournaments.ticketed import a_drawn_satellite, a_target
from tournaments.card import SwingTerms
from tournaments.director import tournament_advance
from tournaments.models import Award, Tournament
from tournaments.orders import Declare, Reverse, Stop
from wire.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


def an_evening(clock: Any, format_key: str, players: int, **changes: Any) -> Tournament:
    """A scheduled event of this format, its first round being played."""
    return a_started_evening(clock, players=players, format=format_key, **changes)


def a_swing(clock: Any) -> Tournament:
    """Four with stacks of 20, five a point."""
    rules = (Rules.table(5, 20, 20).checked(),)
    return an_evening(clock, "swing", 4, swing=SwingTerms(stack=20, rate=5), rules=rules)


def reversal(event: Tournament, **changes: Any) -> Reverse:
    return Reverse(1, 1, loser_of(event, 1, 1).number, **changes)


def the_round_is_played(clock: Any, event: Tournament) -> None:
    """Play what runs, and let the pause before the next round begin."""
    for board in live_boards(event):
        finish(board)
    tournament_advance(tournament_id=event.public_id)


class TestReversing:
    def test_in_a_swiss_the_whole_next_round_is_drawn_again(self, dora, clock) -> None:
        event = an_evening(clock, "swiss", 6, rounds=3, pause_s=120)
        the_round_is_played(clock, event)
        new = loser_of(event, 1, 1)
        ruling = rule(event, reversal(event), dora)
        assert winner_of(event, 1, 1) == new
        assert event.pairings.filter(round=2).count() == 3
        assert {each["round"] for each in ruling.details["voided"]} <= {2}
        assert event.rounds.filter(number=2).count() == 1
        self.plays_to_its_end(clock, event)

    def test_in_a_round_robin_nothing_stands_on_a_result(self, dora, clock) -> None:
        event = an_evening(clock, "round_robin", 4)
        play_round(event)
        play_round(event)
        before = [names_at(event, 3, slot) for slot in (1, 2)]
        ruling = rule(event, reversal(event), dora)
        assert ruling.details["voided"] == []
        assert [names_at(event, 3, slot) for slot in (1, 2)] == before
        self.plays_to_its_end(clock, event)

    def test_in_a_double_elimination_both_brackets_are_put_right(self, dora, clock) -> None:
        event = an_evening(clock, "double_elimination", 4, pause_s=60)
        the_round_is_played(clock, event)
        old, new = winner_of(event, 1, 1), loser_of(event, 1, 1)
        met = {name for pair in event.pairings.filter(round=2) for name in self.names(pair)}
        assert {old.user.username, new.user.username} <= met
        ruling = rule(event, reversal(event), dora)
        assert len(ruling.details["voided"]) == 2
        assert event.pairings.filter(round=2).count() == 2
        self.plays_to_its_end(clock, event)

    def test_in_a_swing_nothing_is_reversed(self, dora, clock) -> None:
        event = a_swing(clock)
        play_round(event)
        with pytest.raises(Refused) as error:
            rule(event, reversal(event), dora)
        assert error.value.code == "ruling.not_in_swing"

    @staticmethod
    def names(pairing: Any) -> set[str]:
        return {entry.user.username for entry in pairing.entries}

    @staticmethod
    def plays_to_its_end(clock: Any, event: Tournament) -> None:
        for _round in range(12):
            clock.pass_s(130)
            tournament_advance(tournament_id=event.public_id)
            play_through(event)
        assert state_of(event) == "finished"
        assert_settled(event)


class TestDeclaring:
    def test_both_may_have_lost_in_a_swiss_and_go_on(self, dora, clock) -> None:
        event = an_evening(clock, "swiss", 4, rounds=2)
        rule(event, Declare(1, 1, 0), dora)
        play_round(event)
        assert event.pairings.filter(round=2).exists()
        assert event.entries.active().count() == 4

    def test_in_a_swing_a_declared_game_moves_no_stack(self, dora, clock) -> None:
        event = a_swing(clock)
        rule(event, Declare(1, 1, white_at(event, 1, 1).number), dora)
        result = event.pairings.get(round=1, slot=1).result
        assert (result.white_points, result.black_points) == (20, 20)
        assert black_at(event, 1, 1).state == "active"


class TestStopping:
    def test_a_swiss_of_which_half_is_played_pays_its_places(self, dora, clock) -> None:
        event = an_evening(clock, "swiss", 4, rounds=2)
        play_round(event)
        ruling = rule(event, Stop(), dora)
        assert ruling.details["basis"] == "standings"
        assert sum(Award.objects.values_list("chips", flat=True)) == 200
        assert_settled(event)

    def test_a_swiss_that_has_only_begun_gives_everything_back(self, dora, clock) -> None:
        event = an_evening(clock, "swiss", 4, rounds=2)
        finish(live_boards(event)[0])
        rule(event, Stop(), dora)
        assert [balance_of(entry.user) for entry in event.entries.drawn()] == [55] * 4
        assert_settled(event)

    @pytest.mark.parametrize("format_key", ["round_robin", "double_elimination", "groups"])
    def test_every_format_is_paid_out_to_the_last_chip(self, dora, clock, format_key) -> None:
        event = an_evening(clock, format_key, 8)
        play_round(event)
        rule(event, Stop(), dora)
        assert state_of(event) == "stopped"
        assert_settled(event)

    def test_a_swing_goes_by_the_stacks(self, dora, clock) -> None:
        event = a_swing(clock)
        play_round(event)
        rule(event, Stop(), dora)
        assert_settled(event)

    def test_a_satellite_gives_entries_back_and_divides_the_rest(self, dora, clock) -> None:
        satellite = a_drawn_satellite(clock, a_target(), 8)
        play_round(satellite, Side.BLACK)
        left = [entry.user for entry in satellite.entries.active()]
        before = [balance_of(user) for user in left]
        ruling = rule(satellite, Stop(), dora)
        assert ruling.details["basis"] == "entries"
        assert all(balance_of(user) > was for user, was in zip(left, before, strict=True))
        assert fresh(satellite).tickets_won.count() == 0
        assert_settled(satellite)
