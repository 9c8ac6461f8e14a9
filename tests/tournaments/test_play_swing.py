"""A swing: single games between the stacks so far, at a rate that doubles by the clock."""

from typing import Any

import pytest

from backgammon import Rules, Side, TableStakes
from backgammon.notation.codec import rules_from_dict
from bankroll.models import Transfer
from matches.models import Match
from matches.services import match_annul, match_present, match_tick
from tests.tournaments.builders import (
    Board,
    assert_settled,
    come,
    finish,
    live_boards,
    state_of,
)
from tests.tournaments.scheduled import a_started_evening
from tournaments.card import SwingTerms
from tournaments.director import tournament_advance
from tournaments.models import PairingResult, Tournament
from tournaments.services import entry_leave
from tournaments.services.swing import rate_at
from wire.time import now

pytestmark = pytest.mark.django_db

STACK, RATE = 100, 5


def a_swing(clock: Any, *, players: int = 4, **changes: Any) -> Tournament:
    """A swing of stacks of a hundred at a rate of five that has just begun."""
    game = TableStakes(RATE, STACK, STACK, leave_between_games=False, games=1)
    rules = Rules.table(RATE, STACK, STACK, length=game).checked()
    terms = SwingTerms(stack=STACK, rate=RATE, doubles_s=600)
    settings = {"format": "swing", "rules": (rules,), "swing": terms, **changes}
    return a_started_evening(clock, players=players, **settings)


def played_by(board: Board) -> TableStakes:
    """What the match is for."""
    length = rules_from_dict(Match.objects.get(public_id=board.match_id).rules).length
    assert isinstance(length, TableStakes)
    return length


def result_of(board: Board) -> PairingResult:
    """What came of it."""
    return PairingResult.objects.get(pairing=board.pairing)


def stacks_after(board: Board) -> tuple[int, int]:
    """The stacks it left behind, White first."""
    result = result_of(board)
    return result.white_points, result.black_points


class TestGames:
    def test_everybody_begins_with_the_same_stack_at_the_rate_of_the_card(self, clock) -> None:
        boards = live_boards(a_swing(clock))
        assert len(boards) == 2
        for board in boards:
            length = played_by(board)
            assert (length.white, length.black) == (STACK, STACK)
            assert (length.stake, length.games, length.leave_between_games) == (RATE, 1, False)

    def test_one_game_ends_it_and_its_stacks_are_what_the_next_is_for(self, clock) -> None:
        event = a_swing(clock)
        first, second = live_boards(event)
        finish(first)
        assert result_of(first).outcome == "played"
        white, black = stacks_after(first)
        assert white > STACK
        assert white + black == 2 * STACK
        finish(second, Side.BLACK)
        tournament_advance(tournament_id=event.public_id)
        held = {first.white: white, first.black: black}
        held |= dict(zip((second.white, second.black), stacks_after(second), strict=True))
        for board in live_boards(event):
            length = played_by(board)
            assert (length.white, length.black) == (held[board.white], held[board.black])

    def test_two_who_have_just_met_wait_for_others_while_a_game_is_on(self, clock) -> None:
        event = a_swing(clock)
        first, second = live_boards(event)
        finish(first)
        tournament_advance(tournament_id=event.public_id)
        assert [board.match_id for board in live_boards(event)] == [second.match_id]
        finish(second)
        tournament_advance(tournament_id=event.public_id)
        pairs = [{board.white, board.black} for board in live_boards(event)]
        assert {first.white, first.black} not in pairs
        assert len(pairs) == 2

    def test_a_game_that_is_annulled_is_played_again_for_the_same(self, clock) -> None:
        event = a_swing(clock, players=2, min_entrants=2)
        (board,) = live_boards(event)
        match_annul(match_id=board.match_id, reason="staff")
        tournament_advance(tournament_id=event.public_id)
        (again,) = live_boards(event)
        assert again.match_id != board.match_id
        assert played_by(again) == played_by(board)


class TestTheRate:
    def test_it_doubles_by_the_clock(self, clock) -> None:
        event = a_swing(clock)
        assert rate_at(event, now()) == RATE
        clock.pass_s(599)
        assert rate_at(event, now()) == RATE
        clock.pass_s(1)
        assert rate_at(event, now()) == 2 * RATE
        clock.pass_s(600)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        assert event.rounds.order_by("-number")[0].rate == 4 * RATE
        assert {played_by(board).stake for board in live_boards(event)} == {4 * RATE}

    def test_it_never_passes_what_all_stacks_hold(self, clock) -> None:
        event = a_swing(clock)
        clock.pass_s(24 * 3600)
        assert rate_at(event, now()) == 4 * STACK

    def test_there_is_none_where_nobody_plays_for_stacks(self, clock) -> None:
        assert rate_at(a_started_evening(clock), now()) == 0


class TestTheEnd:
    def test_the_last_holder_of_all_stacks_has_won_and_the_pool_is_paid(self, clock) -> None:
        event = a_swing(clock)
        clock.pass_s(3600)
        while state_of(event) == "playing":
            for board in live_boards(event):
                finish(board)
            clock.pass_s(600)
            tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "finished"
        assert sorted(event.entries.values_list("place", flat=True))[:2] == [1, 2]
        kinds = set(Transfer.objects.exclude(kind="grant").values_list("kind", flat=True))
        assert kinds == {"hold", "fee", "pay"}, "stacks are never in the ledger"
        assert_settled(event)

    def test_who_has_lost_everything_is_out(self, clock) -> None:
        event = a_swing(clock)
        clock.pass_s(24 * 3600)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        board = live_boards(event)[0]
        length = played_by(board)
        white_wins = length.white >= length.black
        finish(board, Side.WHITE if white_wins else Side.BLACK)
        tournament_advance(tournament_id=event.public_id)
        lost_all = board.black if white_wins else board.white
        assert event.entries.get(user=lost_all).state == "out"


class TestLeavingAndStayingAway:
    def test_a_leaver_loses_what_the_game_can_cost_and_the_rest_of_his_stack_is_gone(
        self, clock
    ) -> None:
        event = a_swing(clock)
        first, second = live_boards(event)
        come(first)
        entry_leave(event_id=event.public_id, user=first.white)
        white, black = stacks_after(first)
        assert 0 < white < STACK < black
        finish(second)
        tournament_advance(tournament_id=event.public_id)
        seated = {user for board in live_boards(event) for user in (board.white, board.black)}
        assert first.white not in seated

    def test_who_leaves_before_his_next_game_takes_nobody_s_chips_along(self, clock) -> None:
        event = a_swing(clock, pause_s=60)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        coming = event.pairings.filter(round=2)[0]
        white, black = coming.entries
        entry_leave(event_id=event.public_id, user=white.user)
        result = PairingResult.objects.get(pairing=coming)
        held = {
            entry.pk: points
            for pairing in event.pairings.filter(round=1)
            for entry, points in zip(
                pairing.entries,
                (pairing.result.white_points, pairing.result.black_points),
                strict=True,
            )
        }
        assert (result.outcome, result.winner) == ("walkover", black)
        assert (result.white_points, result.black_points) == (held[white.pk], held[black.pk])

    def test_one_who_does_not_come_costs_nobody_a_chip_the_first_time(self, clock) -> None:
        event = a_swing(clock)
        board = live_boards(event)[0]
        match_present(match_id=board.match_id, user_pk=board.black.pk, contribution="")
        _ladder_runs(clock, board)
        result = result_of(board)
        assert (result.outcome, result.winner) == ("walkover", board.pairing.black)
        assert stacks_after(board) == (STACK, STACK)
        assert event.entries.get(user=board.white).state == "active"

    def test_two_who_do_not_come_are_both_out(self, clock) -> None:
        event = a_swing(clock)
        board = live_boards(event)[0]
        _ladder_runs(clock, board)
        assert result_of(board).outcome == "both_out"
        tournament_advance(tournament_id=event.public_id)
        states = {event.entries.get(user=user).state for user in (board.white, board.black)}
        assert states == {"out"}

    def test_all_but_one_leave_and_the_last_one_has_won(self, clock) -> None:
        event = a_swing(clock)
        *leaving, last = [entry.user for entry in event.entries.drawn()]
        for user in leaving:
            entry_leave(event_id=event.public_id, user=user)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "finished"
        assert event.entries.get(user=last).place == 1
        assert_settled(event)


def _ladder_runs(clock: Any, board: Board) -> None:
    """The three steps after which an absent side of a table has lost."""
    for _step in range(3):
        clock.pass_s(61)
        match_tick(match_id=board.match_id)
