"""Going out of an event that has begun, staying away from its matches, and holding it."""

import pytest

from accounts.models import User
from bankroll.selectors import balance_of
from matches.services import match_annul, match_present, match_tick
from tests.factories import a_user
from tests.tournaments.builders import (
    assert_settled,
    come,
    finish,
    fresh,
    live_boards,
    play_through,
    state_of,
)
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entered
from tournaments.director import tournament_advance
from tournaments.models import Attendance, Entry, PairingResult, Tournament, WithdrawReason
from tournaments.selectors import tournaments_due
from tournaments.services import attendance_miss, entrant_remove, entry_leave
from tournaments.services.locks import tournament_locked
from wire.errors import Conflict, NotFound
from wire.time import now

pytestmark = pytest.mark.django_db


def entry_of(event: Tournament, user: User) -> Entry:
    """The one entry somebody has in the event."""
    return event.entries.get(user=user)


def leave_all(event: Tournament, *entries: Entry) -> None:
    """These leave one after the other, then the director looks."""
    for entry in entries:
        entry_leave(event_id=event.public_id, user=entry.user)
    tournament_advance(tournament_id=event.public_id)


class TestLeaving:
    def test_the_match_being_played_is_lost_and_the_other_goes_on(self, clock, commits) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        come(board)
        with commits() as heard:
            entry = entry_leave(event_id=event.public_id, user=board.white)
        assert (entry.state, entry.reason) == ("out", "left")
        result = PairingResult.objects.get(pairing=board.pairing)
        assert result.winner == entry_of(event, board.black)
        assert result.outcome == "played"
        assert "tournaments.advance_tournament" in heard.tasks
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        assert_settled(event)

    def test_who_leaves_before_any_dice_gives_a_walkover(self, clock) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        entry_leave(event_id=event.public_id, user=board.white)
        result = PairingResult.objects.get(pairing=board.pairing)
        assert (result.outcome, result.winner) == ("walkover", entry_of(event, board.black))

    def test_who_leaves_in_the_pause_gives_a_walkover_without_a_match(self, clock) -> None:
        event = a_started_evening(clock, pause_s=60)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        final = event.pairings.get(round=2)
        white, black = final.entries
        entry_leave(event_id=event.public_id, user=white.user)
        tournament_advance(tournament_id=event.public_id)
        assert event.pairings.get(round=2).match is None
        assert PairingResult.objects.get(pairing=final).winner == black
        assert state_of(event) == "finished"
        assert balance_of(black.user) > balance_of(white.user)
        assert_settled(event)

    def test_who_leaves_before_an_annulled_match_is_played_again_gives_a_walkover(
        self, clock
    ) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        match_annul(match_id=board.match_id, reason="staff")
        entry_leave(event_id=event.public_id, user=board.white)
        tournament_advance(tournament_id=event.public_id)
        assert PairingResult.objects.get(pairing=board.pairing).outcome == "walkover"
        assert len(live_boards(event)) == 1

    def test_who_leaves_while_he_waits_gives_his_next_opponent_a_walkover(self, clock) -> None:
        event = a_started_evening(clock)
        first, second = live_boards(event)
        finish(first)
        tournament_advance(tournament_id=event.public_id)
        entry_leave(event_id=event.public_id, user=first.white)
        finish(second)
        tournament_advance(tournament_id=event.public_id)
        final = PairingResult.objects.get(pairing__tournament=event, pairing__round=2)
        assert final.outcome == "walkover"
        assert final.winner == entry_of(event, second.white)
        assert_settled(event)

    @pytest.mark.parametrize(
        ("format_key", "walkovers"), [("round_robin", 3), ("double_elimination", 2), ("groups", 3)]
    )
    def test_where_a_loss_is_not_the_end_every_later_match_is_given_away(
        self, clock, format_key, walkovers
    ) -> None:
        event = a_started_evening(clock, format=format_key)
        leaver = entry_of(event, live_boards(event)[0].white)
        entry_leave(event_id=event.public_id, user=leaver.user)
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        results = PairingResult.objects.filter(pairing__tournament=event)
        assert results.filter(outcome="walkover").count() == walkovers
        assert not results.filter(winner=leaver).exists()
        assert_settled(event)

    def test_leaving_twice_is_leaving_once(self, clock) -> None:
        event = a_started_evening(clock)
        leaver = live_boards(event)[0].white
        for _again in range(2):
            entry = entry_leave(event_id=event.public_id, user=leaver)
        assert (entry.state, entry.reason) == ("out", "left")
        assert PairingResult.objects.filter(pairing__tournament=event).count() == 1

    def test_a_loser_has_nothing_left_to_leave(self, clock) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        finish(board)
        assert entry_leave(event_id=event.public_id, user=board.black).reason == ""

    def test_there_is_nothing_to_leave_before_the_draw_after_the_end_or_outside(
        self, clock
    ) -> None:
        alice = a_user(chips=100)
        coming = entered(a_scheduled_event(), alice)
        with pytest.raises(Conflict) as refused:
            entry_leave(event_id=coming.public_id, user=alice)
        assert refused.value.code == "tournament.not_begun"
        with pytest.raises(NotFound):
            entry_leave(event_id=coming.public_id, user=a_user())
        over = a_started_evening(clock)
        play_through(over)
        with pytest.raises(Conflict) as refused:
            entry_leave(event_id=over.public_id, user=over.entries.drawn()[0].user)
        assert refused.value.code == "tournament.over"

    def test_staff_take_somebody_out_the_same_way(self, clock) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        entry = entry_of(event, board.white)
        entrant_remove(
            tournament=tournament_locked(event.public_id),
            entry=entry,
            reason=WithdrawReason.DISQUALIFIED,
        )
        assert (entry.state, entry.reason) == ("out", "disqualified")
        assert PairingResult.objects.get(pairing=board.pairing).winner == entry_of(
            event, board.black
        )


class TestDTrn02EverybodyWithdraws:
    """Swiss with six players, after the first round."""

    @pytest.fixture
    def event(self, clock) -> Tournament:
        event = a_started_evening(clock, players=6, format="swiss", rounds=5)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        return event

    def test_all_six_leave_and_the_event_ends_with_standings_and_prizes(self, event) -> None:
        leave_all(event, *event.entries.drawn())
        assert state_of(event) == "finished"
        assert event.pairings.order_by("-round")[0].round == 2
        assert sum(award.chips for award in event.awards.all()) == 300
        assert_settled(event)

    def test_five_leave_and_the_last_one_has_won(self, event) -> None:
        *leaving, last = event.entries.drawn()
        leave_all(event, *leaving)
        assert state_of(event) == "finished"
        assert event.pairings.order_by("-round")[0].round == 2
        assert_settled(event)
        assert fresh(event).entries.get(pk=last.pk).place >= 1

    def test_all_leave_but_two_who_have_met_and_they_do_not_meet_again(self, event) -> None:
        met = event.pairings.filter(round=1)[0].entries
        others = [entry for entry in event.entries.drawn() if entry not in met]
        leave_all(event, *others)
        while boards := live_boards(event):
            for board in boards:
                finish(board)
            tournament_advance(tournament_id=event.public_id)
        pairs = [
            frozenset(entry.pk for entry in pairing.entries) for pairing in event.pairings.all()
        ]
        assert pairs.count(frozenset(entry.pk for entry in met)) == 1
        assert state_of(event) == "finished"
        assert_settled(event)


class TestStayingAway:
    def test_who_is_absent_in_a_swiss_loses_and_stays_in_the_first_time(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss", rounds=3)
        board = live_boards(event)[0]
        _only_white_comes(clock, board)
        result = PairingResult.objects.get(pairing=board.pairing)
        assert (result.outcome, result.winner) == ("walkover", entry_of(event, board.white))
        assert entry_of(event, board.black).state == "active"

    def test_who_is_absent_twice_in_a_swiss_is_treated_as_having_left(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss", rounds=3)
        absent = live_boards(event)[0].black
        for _round in range(2):
            for board in live_boards(event):
                if absent in (board.white, board.black):
                    other = board.white if board.black == absent else board.black
                    match_present(match_id=board.match_id, user_pk=other.pk, contribution="")
                    clock.pass_s(61)
                    match_tick(match_id=board.match_id)
                else:
                    finish(board)
            tournament_advance(tournament_id=event.public_id)
        entry = entry_of(event, absent)
        assert (entry.state, entry.reason) == ("out", "left")
        assert not event.pairings.filter(round=3, white=entry).exists()
        assert not event.pairings.filter(round=3, black=entry).exists()

    def test_both_absent_in_a_swiss_get_nothing_and_stay_in(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss", rounds=3)
        board = live_boards(event)[0]
        clock.pass_s(61)
        match_tick(match_id=board.match_id)
        assert PairingResult.objects.get(pairing=board.pairing).outcome == "both_out"
        assert entry_of(event, board.white).state == "active"
        assert entry_of(event, board.black).state == "active"

    def test_a_scheduled_match_that_was_played_clears_the_row_of_absences(self, clock) -> None:
        missed = a_scheduled_event()
        event = a_started_evening(clock)
        first, second = live_boards(event)
        attendance_miss(tournament=missed, users=[first.white, first.black, second.white])
        finish(first)
        entry_leave(event_id=event.public_id, user=second.black)
        assert dict(Attendance.objects.values_list("user", "missed_in_row")) == {
            first.white.pk: 0,
            first.black.pk: 0,
            second.white.pk: 1,
            second.black.pk: 1,
        }


class TestHolding:
    def test_nothing_new_begins_in_an_event_that_staff_hold(self, clock) -> None:
        event = a_started_evening(clock)
        _hold(event, is_paused=True)
        for board in live_boards(event):
            finish(board)
        assert event.public_id not in tournaments_due(now())
        assert not tournament_advance(tournament_id=event.public_id)
        assert event.pairings.count() == 2
        _hold(event, is_paused=False)
        assert event.public_id in tournaments_due(now())
        tournament_advance(tournament_id=event.public_id)
        assert len(live_boards(event)) == 1

    def test_a_match_that_waits_for_its_time_waits_for_the_event_as_well(self, clock) -> None:
        event = a_started_evening(clock, pause_s=60)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        _hold(event, is_paused=True)
        clock.pass_s(600)
        assert not tournament_advance(tournament_id=event.public_id)
        assert live_boards(event) == []

    def test_no_prize_is_paid_while_it_is_held(self, clock) -> None:
        event = a_started_evening(clock)
        for _round in range(2):
            boards = live_boards(event)
            if len(boards) == 1:
                _hold(event, is_paused=True)
            for board in boards:
                finish(board)
            tournament_advance(tournament_id=event.public_id)
        assert not event.awards.exists()
        _hold(event, is_paused=False)
        tournament_advance(tournament_id=event.public_id)
        assert_settled(event)


def _only_white_comes(clock, board) -> None:
    match_present(match_id=board.match_id, user_pk=board.white.pk, contribution="")
    clock.pass_s(61)
    match_tick(match_id=board.match_id)


def _hold(event: Tournament, *, is_paused: bool) -> None:
    Tournament.objects.filter(pk=event.pk).update(is_paused=is_paused)
