"""Coming into an event that has begun: late entry and buying back, who may and what it costs."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.models import Account
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_bot, a_user, chips_for
from tests.tournaments.builders import (
    assert_settled,
    finish,
    fresh,
    live_boards,
    play_through,
    state_of,
)
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entrants, start
from tournaments import selectors
from tournaments.card import LateTerms
from tournaments.director import tournament_advance
from tournaments.models import PairingResult, Tournament
from tournaments.services import buy_back, entry_leave, late_enter
from wire.errors import Refused

pytestmark = pytest.mark.django_db

LATE = LateTerms(has_late_entry=True)
BACK = LateTerms(buy_back_s=1800)


def byes(event: Tournament) -> int:
    """Free passes of the first round that stand."""
    return PairingResult.objects.filter(
        pairing__tournament=event, pairing__round=1, outcome="bye"
    ).count()


def codes(ask: Callable[..., object], **arguments: object) -> list[str]:
    """Every reason against, by code, in the order in which they are told."""
    with pytest.raises(Refused) as refused:
        ask(**arguments)
    return [each["code"] for each in refused.value.facts["refusals"]]


def a_loser(event: Tournament) -> User:
    """Somebody who has just lost his match, and has gone nowhere yet."""
    board = live_boards(event)[0]
    finish(board)
    tournament_advance(tournament_id=event.public_id)
    return board.black


class TestLateEntry:
    def test_of_eleven_in_a_bracket_of_sixteen_two_latecomers_leave_three_byes(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=LATE)
        assert byes(event) == 5
        for _newcomer in range(2):
            late_enter(event_id=event.public_id, user=a_user(chips=55))
        assert byes(event) == 3
        assert selectors.pool_of(event) == 13 * 50
        assert escrow_balance(event.escrow_ref) == 13 * 50
        assert Account.objects.get(kind="house").balance_chips == 13 * 5
        assert books_check() == ()

    def test_a_latecomer_meets_the_holder_of_a_free_pass_after_the_pause(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=LATE, pause_s=60)
        before = {board.match_id for board in live_boards(event)}
        alice = a_user(chips=55)
        entry = late_enter(event_id=event.public_id, user=alice)
        assert (entry.seat, entry.arrival, entry.state) == (12, "late", "active")
        tournament_advance(tournament_id=event.public_id)
        assert {board.match_id for board in live_boards(event)} == before
        clock.pass_s(60)
        tournament_advance(tournament_id=event.public_id)
        assert any(alice in (board.white, board.black) for board in live_boards(event))
        assert 12 in event.rounds.get(number=1).present

    def test_an_event_with_latecomers_ends_with_everybody_placed_and_paid(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=LATE)
        for _newcomer in range(2):
            late_enter(event_id=event.public_id, user=a_user(chips=55))
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        assert state_of(event) == "finished"
        assert event.entries.filter(place=0).count() == 0
        assert_settled(event)

    def test_a_latecomer_of_a_swiss_comes_into_the_next_round_with_half_a_point(
        self, clock
    ) -> None:
        event = a_started_evening(clock, players=8, format="swiss", rounds=7, late=LATE)
        alice = a_user(chips=55)
        entry = late_enter(event_id=event.public_id, user=alice)
        assert entry.joined_round == 2
        points = {
            standing.entrant: standing.points
            for standing in selectors.format_of_event(event).standings(
                selectors.history_of(event), selectors.lots_of(event)
            )
        }
        assert points[entry.seat] == Fraction(1, 2)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        assert event.pairings.filter(round=2, white=entry).exists() or (
            event.pairings.filter(round=2, black=entry).exists()
        )

    def test_d_trn_11_nobody_collects_free_points_by_coming_late_or_again(self, clock) -> None:
        event = a_started_evening(clock, players=8, format="swiss", rounds=7, late=LATE)
        paul, quinn, rose = event.entries.drawn()[0].user, a_user(chips=55), a_user(chips=55)
        chips_for(paul, 100)
        entry_leave(event_id=event.public_id, user=paul)
        assert "tournament.was_entered" in codes(late_enter, event_id=event.public_id, user=paul)
        late_enter(event_id=event.public_id, user=rose)
        _round_played(event)
        late_enter(event_id=event.public_id, user=quinn)
        _round_played(event)
        entries = {entry.user: entry for entry in event.entries.filter(seat__gt=0)}
        assert (entries[rose].joined_round, entries[quinn].joined_round) == (2, 3)
        standings = selectors.format_of_event(event).standings(
            selectors.history_of(event), selectors.lots_of(event)
        )
        points = {standing.entrant: standing.points for standing in standings}
        assert points[entries[quinn].seat] == Fraction(1, 2)
        assert points[entries[paul].seat] == 0
        refusals = selectors.late_refusals(event_id=event.public_id, user=a_user(chips=55))
        assert [refusal.code for refusal in refusals] == ["tournament.late_closed"]


class TestWhoMayNotComeLate:
    def test_everybody_hears_every_reason_at_once(self, clock) -> None:
        event = a_started_evening(clock, players=16)
        poor = a_user(chips=10)
        assert codes(late_enter, event_id=event.public_id, user=poor) == [
            "tournament.no_late_entry",
            "tournament.full",
            "bankroll.short",
        ]
        assert balance_of(poor) == 10

    def test_there_is_no_place_where_every_free_pass_is_used(self, clock) -> None:
        event = a_started_evening(clock, players=8, late=LATE)
        alice = a_user(chips=55)
        assert codes(late_enter, event_id=event.public_id, user=alice) == [
            "tournament.no_free_pass"
        ]

    def test_who_is_in_is_not_let_in_again(self, clock) -> None:
        event = a_started_evening(clock, players=5, late=LATE)
        inside = event.entries.drawn()[0].user
        chips_for(inside, 100)
        assert codes(late_enter, event_id=event.public_id, user=inside) == [
            "tournament.already_entered"
        ]

    def test_an_event_that_has_not_begun_is_entered_as_usual(self, clock) -> None:
        event = a_scheduled_event(late=LATE)
        assert "tournament.not_begun" in codes(
            late_enter, event_id=event.public_id, user=a_user(chips=55)
        )

    def test_an_event_that_is_over_takes_nobody(self, clock) -> None:
        event = a_started_evening(clock, players=5, late=LATE)
        play_through(event)
        assert "tournament.over" in codes(
            late_enter, event_id=event.public_id, user=a_user(chips=55)
        )

    def test_house_bots_come_late_only_where_the_card_lets_them_in(self, clock) -> None:
        event = a_started_evening(clock, players=5, late=LATE)
        bot = a_bot()
        chips_for(bot, 100)
        assert codes(late_enter, event_id=event.public_id, user=bot) == ["tournament.no_house_bots"]


class TestBuyBack:
    def test_twelve_at_a_hundred_and_three_at_fifty_play_for_1350(self, clock) -> None:
        event = a_scheduled_event(seats=12, buy_in_chips=100, fee_chips=0, late=BACK)
        people = entrants(event, 12, chips=150)
        event = start(clock, event, *people)
        boards = {board.pairing.slot: board for board in live_boards(event)}
        slot = min(boards)
        for _loss in range(3):
            board = boards[slot]
            finish(board)
            tournament_advance(tournament_id=event.public_id)
            # His place is beside a match that is still on, whose loser comes back next.
            beside = selectors.late_slots(event)[0].slot
            slot = beside + 1 if beside % 2 else beside - 1
            entry = buy_back(event_id=event.public_id, user=board.black)
            assert (entry.arrival, entry.buy_in_chips, entry.fee_chips) == ("buy_back", 50, 0)
            assert balance_of(board.black) == 0
        assert selectors.pool_of(fresh(event)) == 1350
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        assert sum(award.chips for award in event.awards.all()) == 1350
        assert_settled(event)

    def test_somebody_who_came_back_stands_twice_in_the_event(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=BACK)
        loser = a_loser(event)
        chips_for(loser, 100)
        buy_back(event_id=event.public_id, user=loser)
        states = event.entries.filter(user=loser).order_by("number").values_list("state", flat=True)
        assert list(states) == ["out", "active"]

    def test_coming_back_is_for_losers_of_a_first_match_and_once(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=BACK)
        stranger, inside = a_user(chips=100), event.entries.active()[0].user
        chips_for(inside, 100)
        event_id = event.public_id
        assert codes(buy_back, event_id=event_id, user=stranger) == ["tournament.not_first_match"]
        assert codes(buy_back, event_id=event_id, user=inside) == [
            "tournament.already_entered",
            "tournament.not_first_match",
        ]
        loser = a_loser(event)
        chips_for(loser, 200)
        buy_back(event_id=event_id, user=loser)
        entry_leave(event_id=event_id, user=loser)
        assert "tournament.came_back" in codes(buy_back, event_id=event_id, user=loser)

    def test_who_leaves_does_not_come_back(self, clock) -> None:
        event = a_started_evening(clock, players=5, late=BACK)
        leaver = live_boards(event)[0].white
        chips_for(leaver, 100)
        entry_leave(event_id=event.public_id, user=leaver)
        assert "tournament.not_first_match" in codes(
            buy_back, event_id=event.public_id, user=leaver
        )

    def test_coming_back_ends_at_the_time_on_the_card(self, clock) -> None:
        event = a_started_evening(clock, players=11, late=BACK)
        loser = a_loser(event)
        chips_for(loser, 100)
        clock.pass_s(1800)
        assert selectors.buy_back_refusals(event_id=event.public_id, user=loser) == ()
        clock.pass_s(1)
        assert codes(buy_back, event_id=event.public_id, user=loser) == [
            "tournament.buy_back_closed"
        ]

    def test_nobody_comes_back_without_offer_chips_or_a_free_pass(self, clock) -> None:
        event = a_started_evening(clock, players=8)
        loser = a_loser(event)
        chips_for(loser, 1)
        assert codes(buy_back, event_id=event.public_id, user=loser) == [
            "tournament.no_buy_back",
            "bankroll.short",
        ]
        event = a_started_evening(clock, players=8, late=BACK)
        loser = a_loser(event)
        assert codes(buy_back, event_id=event.public_id, user=loser) == [
            "tournament.no_free_pass",
            "bankroll.short",
        ]
        assert books_check() == ()


def _round_played(event: Tournament) -> None:
    """The round that is on is played, and the next one is paired."""
    for board in live_boards(event):
        finish(board)
    tournament_advance(tournament_id=event.public_id)
