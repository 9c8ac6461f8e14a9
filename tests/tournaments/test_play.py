"""From the draw to the prizes: each step once, whatever is asked again."""

import hashlib

import pytest
from django.db import IntegrityError, transaction

from backgammon import Side
from bankroll.audit import books_check
from bankroll.models import Account, Transfer
from bankroll.selectors import balance_of, escrow_balance
from matches.models import Match
from matches.selectors import match_about
from matches.services import match_annul
from tests.factories import a_bot
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    finish,
    fresh,
    live_boards,
    play_through,
    players,
    result_of,
    seated,
    state_of,
)
from tests.tournaments.scheduled import a_started_evening
from tournaments import tasks
from tournaments.director import tournament_advance
from tournaments.formats.seating import draw_seats
from tournaments.models import Award, PairingResult
from tournaments.selectors import pool_of, revealed_secret, secret_of, tournaments_due
from tournaments.services import (
    matches_start,
    result_record,
    round_start,
    tournament_draw,
    tournament_finish,
)
from tournaments.states import OVER, TRANSITIONS, TournamentState, may_become
from wire.time import now

pytestmark = pytest.mark.django_db


class TestDraw:
    def test_everybody_gets_one_seat_from_the_committed_secret(self) -> None:
        event = a_started_event()
        secret = secret_of(event)
        assert hashlib.sha256(secret).hexdigest() == event.commitment
        names = [entry.user.username for entry in event.entries.drawn()]
        assert names == event.draw["seats"]
        assert tuple(names) == draw_seats(names, secret=secret, event_id=event.public_id)
        assert event.draw["names"] == sorted(names)

    def test_the_secret_stays_closed_until_nothing_can_follow_from_it(self) -> None:
        event = a_started_event(seats=2)
        assert revealed_secret(event) is None
        play_through(event)
        assert revealed_secret(fresh(event)) == secret_of(event).hex()

    def test_the_secret_does_not_rest_in_the_open(self) -> None:
        event = a_sit_and_go()
        assert secret_of(event) not in bytes(event.sealed_secret)

    def test_the_fees_go_to_the_house_at_the_draw_and_not_before(self) -> None:
        event = a_sit_and_go(seats=2, buy_in_chips=50, fee_chips=5)
        alice, bob = players(2)
        seated(event, alice)
        assert not Account.objects.filter(kind="house", balance_chips__gt=0).exists()
        seated(event, bob)
        assert Account.objects.get(kind="house").balance_chips == 10
        assert escrow_balance(event.escrow_ref) == 100
        assert books_check() == ()

    def test_d_trn_05_a_draw_asked_three_times_seats_once(self) -> None:
        event = a_started_event(fee_chips=5)
        before = list(event.entries.drawn().values_list("pk", "seat"))
        assert not tournament_draw(tournament_id=event.public_id)
        assert not tournament_draw(tournament_id=event.public_id)
        assert list(event.entries.drawn().values_list("pk", "seat")) == before
        assert Transfer.objects.filter(kind="fee").count() == 1

    def test_nothing_is_drawn_while_a_seat_is_free(self) -> None:
        event = seated(a_sit_and_go(), *players(3))
        assert not tournament_draw(tournament_id=event.public_id)
        assert state_of(event) == "registering"


class TestRounds:
    def test_d_trn_05_rounds_and_matches_are_made_once(self) -> None:
        event = a_started_event()
        for _again in range(3):
            assert not round_start(tournament_id=event.public_id)
            assert not matches_start(tournament_id=event.public_id)
        assert event.pairings.count() == 2
        assert Match.objects.count() == 2

    def test_six_entrants_play_two_matches_and_two_have_a_bye(self) -> None:
        event = a_started_event(seats=6)
        outcomes = PairingResult.objects.filter(pairing__tournament=event)
        assert list(outcomes.values_list("outcome", flat=True)) == ["bye", "bye"]
        assert len(live_boards(event)) == 2
        play_through(event)
        assert state_of(event) == "finished"
        assert Match.objects.count() == 5
        assert_settled(event)

    def test_the_next_match_begins_when_both_its_players_are_known(self) -> None:
        event = a_started_event(seats=8)
        upper = [board for board in live_boards(event) if board.pairing.slot <= 2]
        for board in upper:
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        semi_final = event.pairings.get(round=2)
        assert semi_final.slot == 1
        assert {entry.user for entry in semi_final.entries} == {board.white for board in upper}
        assert semi_final.match is not None

    def test_a_later_match_begins_after_the_pause_of_the_card(self, clock, commits) -> None:
        event = a_started_event(pause_s=60)
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        clock.pass_s(59)
        tournament_advance(tournament_id=event.public_id)
        assert event.public_id not in tournaments_due(now())
        assert live_boards(event) == []
        clock.pass_s(1)
        assert event.public_id in tournaments_due(now())
        with commits() as heard:
            tournament_advance(tournament_id=event.public_id)
        (final,) = live_boards(event)
        assert sorted(heard.streams("summons")) == sorted(
            f"user:{user.pk}" for user in (final.white, final.black)
        )

    def test_nothing_is_paired_before_the_draw(self) -> None:
        event = seated(a_sit_and_go(), *players(3))
        assert not round_start(tournament_id=event.public_id)
        assert not matches_start(tournament_id=event.public_id)
        assert not tournament_finish(tournament_id=event.public_id)
        assert not event.pairings.exists()

    def test_the_board_leads_back_to_the_event(self) -> None:
        event = a_started_event()
        about = match_about(live_boards(event)[0].match_id)
        assert about["back_url"] == f"/event/{event.public_id}/"

    def test_matches_between_house_bots_begin_by_themselves(self) -> None:
        event = a_sit_and_go(seats=2)
        seated(event, a_bot("Bot-Ada"), a_bot("Bot-Ben"))
        assert Match.objects.get().seq > 0


class TestResults:
    def test_a_finished_match_is_the_result_of_its_pairing(self, commits) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        with commits() as heard:
            finish(board, Side.BLACK)
        result = PairingResult.objects.get(pairing=board.pairing)
        assert result.winner is not None
        assert result.winner.user == board.black
        assert result.outcome == "played"
        assert (result.white_points, result.black_points) == (0, 1)
        assert "tournaments.advance_tournament" in heard.tasks
        assert f"tournament:{event.public_id}" in heard.streams("tournament.changed")

    def test_the_loser_is_out_at_once(self) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        finish(board)
        assert event.entries.get(user=board.black).state == "out"

    def test_d_mon_04_the_same_result_delivered_again_changes_nothing(self) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        finish(board)
        result_record(result=result_of(board, winner=Side.BLACK))
        assert PairingResult.objects.get(pairing=board.pairing).winner == board.pairing.white

    def test_the_database_refuses_a_second_result(self) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        finish(board)
        with pytest.raises(IntegrityError), transaction.atomic():
            PairingResult.objects.create(
                pairing=board.pairing, outcome="played", winner=board.pairing.black
            )

    def test_an_annulled_match_is_played_again(self) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        match_annul(match_id=board.match_id, reason="staff")
        tournament_advance(tournament_id=event.public_id)
        again = event.pairings.get(pk=board.pairing.pk)
        assert again.match_id not in (None, board.pairing.match_id)
        play_through(event)
        assert state_of(event) == "finished"
        assert_settled(event)

    def test_a_result_of_a_match_that_was_replaced_is_ignored(self) -> None:
        event = a_started_event()
        board = live_boards(event)[0]
        match_annul(match_id=board.match_id, reason="staff")
        tournament_advance(tournament_id=event.public_id)
        result_record(result=result_of(board, winner=Side.WHITE))
        assert not PairingResult.objects.filter(pairing=board.pairing).exists()

    def test_d_trn_03_neither_came_so_both_are_out_and_the_next_has_a_walkover(self) -> None:
        event = a_started_event(seats=8)
        absent, *others = live_boards(event)
        match_annul(match_id=absent.match_id, reason="both_absent")
        for board in others:
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        outcomes = dict(event.pairings.values_list("result__outcome", "round"))
        assert outcomes["both_out"] == 1
        assert outcomes["walkover"] == 2
        play_through(event)
        assert state_of(event) == "finished"
        places = sorted(event.entries.values_list("place", flat=True))
        assert places == [1, 2, 3, 4, 4, 4, 4, 4]
        assert_settled(event)

    def test_d_trn_03_both_absent_at_the_final_share_its_prizes(self) -> None:
        event = a_started_event()
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        (final,) = live_boards(event)
        match_annul(match_id=final.match_id, reason="both_absent")
        tournament_advance(tournament_id=event.public_id)
        assert list(event.awards.values_list("chips", flat=True)) == [100, 100]
        assert_settled(event)


class TestPrizes:
    def test_the_pool_is_paid_by_the_card(self) -> None:
        event = a_started_event(buy_in_chips=50, prize_shares="60 40")
        play_through(event)
        assert state_of(event) == "finished"
        first, second = event.awards.all()
        assert (first.chips, second.chips) == (120, 80)
        assert (first.entry.place, second.entry.place) == (1, 2)
        assert balance_of(first.entry.user) == 120
        assert sorted(event.entries.values_list("place", flat=True)) == [1, 2, 3, 3]
        assert_settled(event)

    def test_d_trn_05_prizes_asked_for_again_are_not_paid_again(self) -> None:
        event = a_started_event()
        play_through(event)
        for _again in range(3):
            assert not tournament_finish(tournament_id=event.public_id)
            tournament_advance(tournament_id=event.public_id)
        assert Transfer.objects.filter(kind="pay").count() == 2
        assert_settled(event)

    def test_the_database_refuses_a_second_award_for_a_place(self) -> None:
        event = a_started_event()
        play_through(event)
        entry = event.entries.filter(award__isnull=True)[0]
        with pytest.raises(IntegrityError), transaction.atomic():
            Award.objects.create(tournament=event, place=1, entry=entry, chips=1)

    def test_tied_semi_finalists_share_what_their_places_are_worth(self) -> None:
        event = a_started_event(buy_in_chips=51, prize_shares="50 25 15 10")
        play_through(event)
        assert list(event.awards.values_list("chips", flat=True)) == [103, 51, 25, 25]
        assert_settled(event)

    def test_an_event_without_a_pool_has_winners_and_no_transfers(self) -> None:
        event = a_started_event(buy_in_chips=0)
        play_through(event)
        assert list(event.awards.values_list("chips", flat=True)) == [0, 0]
        assert not Transfer.objects.filter(kind="pay").exists()


class TestGuarantees:
    def test_37_at_a_hundred_with_5000_guaranteed_get_1300_from_the_house(self, clock) -> None:
        event = a_started_evening(
            clock, players=37, seats=64, buy_in_chips=100, fee_chips=0, guarantee_chips=5000
        )
        assert pool_of(event) == 3700
        play_through(event)
        event = fresh(event)
        assert (event.added_chips, pool_of(event)) == (1300, 5000)
        assert Transfer.objects.get(kind="overlay").key == f"overlay:{event.public_id}"
        assert sum(award.chips for award in event.awards.all()) == 5000
        assert_settled(event)

    def test_a_pool_that_reaches_the_guarantee_gets_nothing(self, clock) -> None:
        event = a_started_evening(clock, buy_in_chips=100, fee_chips=0, guarantee_chips=400)
        play_through(event)
        assert not Transfer.objects.filter(kind="overlay").exists()
        assert_settled(event)


class TestSweep:
    def test_the_sweep_alone_plays_an_event_to_its_end(self) -> None:
        event = a_started_event(seats=8)
        while boards := live_boards(event):
            for board in boards:
                finish(board)
            tasks.sweep_tournaments()
        assert state_of(event) == "finished"
        assert_settled(event)

    def test_d_trn_05_a_task_delivered_again_does_nothing_and_says_so(self, caplog) -> None:
        event = a_started_event(seats=2)
        finish(live_boards(event)[0])
        with caplog.at_level("INFO"):
            tasks.advance_tournament(tournament_id=event.public_id)
            assert "nothing was due" not in caplog.text
            tasks.advance_tournament(tournament_id=event.public_id)
        assert f"nothing was due in event {event.public_id}" in caplog.text
        assert_settled(event)

    def test_an_event_with_nothing_due_is_left_alone(self) -> None:
        event = a_started_event()
        assert event.public_id not in tournaments_due(now())

    def test_an_event_that_was_left_before_its_prizes_is_found(self) -> None:
        event = a_started_event(seats=2)
        finish(live_boards(event)[0])
        round_start(tournament_id=event.public_id)
        assert event.public_id in tournaments_due(now())
        tasks.sweep_tournaments()
        assert state_of(event) == "finished"

    def test_an_open_series_without_an_event_gets_one(self) -> None:
        event = a_sit_and_go()
        event.series.tournaments.update(state="cancelled")
        tasks.sweep_tournaments()
        assert event.series.tournaments.filter(state="registering").count() == 1

    def test_one_event_in_trouble_does_not_keep_the_others_waiting(
        self, monkeypatch, caplog
    ) -> None:
        bad, good = a_started_event(seats=2), a_started_event(seats=2)
        for event in (bad, good):
            finish(live_boards(event)[0])

        def advance(*, tournament_id: str) -> bool:
            if tournament_id == bad.public_id:
                raise RuntimeError("trouble")
            return tournament_advance(tournament_id=tournament_id)

        monkeypatch.setattr(tasks, "tournament_advance", advance)
        tasks.sweep_tournaments()
        assert state_of(good) == "finished"
        assert bad.public_id in caplog.text


class TestStates:
    def test_every_state_is_in_the_table(self) -> None:
        assert set(TRANSITIONS) == set(TournamentState)
        assert all(following <= set(TournamentState) for following in TRANSITIONS.values())

    def test_what_is_over_stays_over(self) -> None:
        assert {
            TournamentState.FINISHED,
            TournamentState.CANCELLED,
            TournamentState.STOPPED,
        } == OVER
        assert not may_become("finished", TournamentState.PLAYING)
