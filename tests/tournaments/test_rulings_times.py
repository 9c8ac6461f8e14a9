"""Rulings on time and on the whole event: later, held, on again, stopped, cancelled."""

import pytest

from accounts.models import StaffAction, User
from backgammon.clock import ClockRules
from backgammon.rules import Rules
from bankroll.audit import books_check
from bankroll.explain import steps_of
from bankroll.selectors import StatementFilter, balance_of, statement_lines
from matches.models import Match
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    come,
    fresh,
    live_boards,
    players,
    seated,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    lines_of,
    play_round,
    rule,
)
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants, start
from tests.tournaments.ticketed import a_flexible_ticket
from tournaments.director import tournament_advance
from tournaments.models import Ruling, Ticket
from tournaments.orders import Cancel, Declare, Delay, GiveTime, Pause, Resume, Stop
from wire.errors import Conflict, PlatformError, Refused

CLOCKED = Rules.match(1, clock=ClockRules(delay_ms=12_000, reserve_ms=120_000)).checked()

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


class TestMoreTime:
    def test_an_event_starts_later_and_its_card_says_so(self, dora, clock) -> None:
        event = a_scheduled_event(starts_in_s=600, rules=(CLOCKED,))
        people = entrants(event, 4)
        rule(event, Delay(15), dora)
        later = fresh(event)
        assert (later.starts_at - event.starts_at).total_seconds() == 15 * 60
        assert later.rules_card.times is not None
        assert later.rules_card.times.starts_at == later.starts_at
        assert later.rules_card.version == 2
        start(clock, event, *people)
        assert state_of(event) == "registering"
        start(clock, later, *people)
        assert state_of(event) == "playing"

    def test_a_sit_and_go_has_no_start_to_put_off(self, dora) -> None:
        with pytest.raises(Refused) as error:
            rule(a_sit_and_go(), Delay(15), dora)
        assert error.value.code == "ruling.no_start_time"

    @pytest.mark.parametrize("minutes", [0, -5, 24 * 60 + 1])
    def test_between_a_minute_and_a_day(self, dora, minutes) -> None:
        with pytest.raises(Refused) as error:
            rule(a_scheduled_event(), Delay(minutes), dora)
        assert error.value.code == "ruling.minutes"

    def test_the_next_step_of_the_ladder_comes_later(self, dora, clock) -> None:
        event = a_started_event(seats=2)
        board = live_boards(event)[0]
        due_ms = Match.objects.get(public_id=board.match_id).deadline_ms
        rule(event, GiveTime(1, 1, 5), dora)
        assert Match.objects.get(public_id=board.match_id).deadline_ms == due_ms + 300_000

    def test_of_a_running_clock_what_this_turn_has_used_comes_back(self, dora, clock) -> None:
        event = a_started_event(seats=2, length_points=3)
        board = live_boards(event)[0]
        come(board)
        due_ms = Match.objects.get(public_id=board.match_id).deadline_ms
        clock.pass_s(50)
        rule(event, GiveTime(1, 1, 2), dora)
        assert Match.objects.get(public_id=board.match_id).deadline_ms == due_ms + 50_000

    def test_a_match_that_waits_begins_later(self, dora, clock) -> None:
        event = eight_after_the_first_round()
        starts_at = event.pairings.get(round=2, slot=1).starts_at
        rule(event, GiveTime(2, 1, 10), dora)
        later = event.pairings.get(round=2, slot=1).starts_at
        assert (later - starts_at).total_seconds() == 600
        clock.pass_s(61)
        tournament_advance(tournament_id=event.public_id)
        assert len(live_boards(event)) == 1

    def test_nothing_is_due_in_a_match_with_a_result(self, dora) -> None:
        with pytest.raises(Conflict) as error:
            rule(eight_after_the_first_round(), GiveTime(1, 1, 5), dora)
        assert error.value.code == "ruling.has_result"


class TestPause:
    def test_nothing_new_begins_while_the_event_is_held(self, dora, clock) -> None:
        event = eight_after_the_first_round()
        rule(event, Pause(), dora)
        clock.pass_s(3600)
        assert not tournament_advance(tournament_id=event.public_id)
        assert live_boards(event) == []

    def test_it_goes_on_where_it_was(self, dora, clock) -> None:
        event = eight_after_the_first_round(pause_s=60)
        clock.pass_s(20)
        rule(event, Pause(), dora)
        clock.pass_s(3600)
        rule(event, Resume(), dora)
        clock.pass_s(39)
        tournament_advance(tournament_id=event.public_id)
        assert live_boards(event) == []
        clock.pass_s(1)
        tournament_advance(tournament_id=event.public_id)
        assert len(live_boards(event)) == 2

    def test_matches_that_run_are_played_on(self, dora) -> None:
        event = a_started_event(seats=4, pause_s=0)
        rule(event, Pause(), dora)
        play_round(event)
        assert event.pairings.filter(result__isnull=False).count() == 2
        assert event.pairings.filter(round=2).count() == 0
        rule(event, Resume(), dora)
        assert event.pairings.filter(round=2).count() == 1

    def test_twice_is_refused(self, dora) -> None:
        event = eight_after_the_first_round()
        with pytest.raises(Conflict) as error:
            rule(event, Resume(), dora)
        assert error.value.code == "ruling.not_paused"
        rule(event, Pause(), dora)
        with pytest.raises(Conflict) as error:
            rule(event, Pause(), dora)
        assert error.value.code == "ruling.is_paused"

    def test_a_result_declared_in_a_held_event_waits_for_it_to_go_on(self, dora) -> None:
        event = a_started_event(seats=2)
        rule(event, Pause(), dora)
        rule(event, Declare(1, 1, event.entries.get(seat=1).number), dora)
        assert state_of(event) == "playing"
        rule(event, Resume(), dora)
        assert state_of(event) == "finished"


class TestStop:
    def test_everybody_sees_first_what_he_will_get(self, dora) -> None:
        event = eight_after_the_first_round()
        lines = lines_of(event, Stop(), dora)
        assert [line for line in lines if line.endswith("gets 210 chips.")] == [
            f"{name} gets 210 chips."
            for name in sorted(entry.user.username for entry in event.entries.active())
        ]
        assert "The house gives 40 chips of fees back." in lines
        assert "The event is now: stopped." in lines
        assert state_of(event) == "playing"

    def test_it_pays_and_keeps_every_receipt(self, dora) -> None:
        event = eight_after_the_first_round()
        left = [entry.number for entry in event.entries.active()]
        ruling = rule(event, Stop(), dora)
        receipt = {"buy_in": 100, "fee": 10, "prize": 0, "share": 100, "lot": 0}
        assert ruling.details["receipts"] == {str(number): receipt for number in left}
        assert ruling.details["basis"] == "entries"
        assert_settled(event)

    def test_the_statement_explains_the_settlement_part_by_part(self, dora) -> None:
        event = eight_after_the_first_round()
        alice = event.entries.active()[0].user
        rule(event, Stop(), dora)
        line = next(statement_lines(alice, StatementFilter()))
        assert (line.kind, line.chips) == ("settle", 210)
        steps = [(step.text, step.chips) for step in steps_of(alice, line)]
        assert steps == [
            ("The house stopped the event before a prize was reached.", None),
            ("Your entry, back", 100),
            ("Your fee, back from the house", 10),
            ("Your part of 400 chips, the entries of those who were out", 100),
            ("Settlement", 210),
        ]

    def test_before_the_draw_an_event_is_cancelled(self, dora) -> None:
        with pytest.raises(PlatformError) as error:
            rule(seated(a_sit_and_go(), *players(1)), Stop(), dora)
        assert error.value.code == "tournament.wrong_state"


class TestCancel:
    def test_every_entry_goes_back_in_the_form_paid(self, dora, clock) -> None:
        event = a_scheduled_event()
        alice, bob = players(2)
        ticket = a_flexible_ticket(bob, 55)
        people = entrants(event, 2)
        entered(event, alice, bob)
        lines = lines_of(event, Cancel(), dora)
        assert "Entries that go back in full: 4. Chips in them: 165, tickets: 1." in lines, lines
        rule(event, Cancel(), dora)
        assert state_of(event) == "cancelled"
        assert [balance_of(user) for user in (alice, bob, *people)] == [100] * 4
        assert Ticket.objects.get(pk=ticket.pk).state == "returned"
        assert_settled(event)

    def test_it_is_one_act_of_staff_and_one_ruling(self, dora) -> None:
        event = seated(a_sit_and_go(), *players(2))
        rule(event, Cancel(), dora)
        assert Ruling.objects.get().kind == "cancel"
        assert StaffAction.objects.get().act == "ruling.cancel"
        assert books_check() == ()

    def test_after_the_draw_it_is_stopped(self, dora) -> None:
        with pytest.raises(Conflict):
            rule(a_started_event(seats=2), Cancel(), dora)
