"""An event that the house stops after its draw: paid out at once, ended whole, once."""

import pytest

from backgammon import Side
from bankroll.audit import books_check
from bankroll.models import Account, Transfer
from bankroll.selectors import balance_of
from matches.models import Match
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    come,
    finish,
    fresh,
    give_up,
    live_boards,
    players,
    seated,
    state_of,
)
from tournaments.director import tournament_advance
from tournaments.models import Award, PairingResult, Tournament
from tournaments.selectors import revealed_secret
from tournaments.services import tournament_stop
from wire.errors import Conflict

pytestmark = pytest.mark.django_db


def eight_with_four_left() -> Tournament:
    """Eight paid 100 and a fee of 10; the first round is played."""
    event = a_started_event(seats=8, buy_in_chips=100, fee_chips=10, pause_s=60)
    for board in live_boards(event):
        finish(board)
    tournament_advance(tournament_id=event.public_id)
    return fresh(event)


def stop(event: Tournament) -> None:
    tournament_stop(tournament_id=event.public_id)
    tournament_advance(tournament_id=event.public_id)


def house_chips() -> int:
    return Account.objects.get(kind="house").balance_chips


def test_four_left_of_eight_get_210_each_and_the_house_gives_their_fees_back() -> None:
    event = eight_with_four_left()
    left = [entry.user for entry in event.entries.active()]
    assert house_chips() == 80
    stop(event)
    assert [balance_of(user) for user in left] == [210] * 4
    assert house_chips() == 40
    assert sorted(Award.objects.values_list("place", "chips")) == [(n, 210) for n in (1, 2, 3, 4)]
    assert_settled(event)


def test_running_matches_end_without_a_result_and_the_secret_is_opened() -> None:
    event = a_started_event(seats=4, buy_in_chips=50)
    boards = live_boards(event)
    come(boards[0])
    stop(event)
    assert state_of(event) == "stopped"
    assert set(Match.objects.values_list("status", flat=True)) == {"annulled"}
    assert not PairingResult.objects.exists()
    assert revealed_secret(fresh(event)) is not None
    assert not event.entries.active().exists()
    assert_settled(event)


def test_before_the_first_result_everybody_has_everything_back() -> None:
    event = a_started_event(seats=4, buy_in_chips=50, fee_chips=5)
    stop(event)
    assert [balance_of(entry.user) for entry in event.entries.drawn()] == [55] * 4
    assert house_chips() == 0
    assert_settled(event)


def test_the_final_of_sixteen_unplayed_pays_300_each_and_the_semifinalists_theirs() -> None:
    event = a_started_event(seats=16, buy_in_chips=50, has_house_bots=False)
    for _round in range(3):
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
    stop(event)
    assert sorted(Award.objects.values_list("chips", flat=True)) == [100, 100, 300, 300]
    places = list(fresh(event).entries.drawn().values_list("place", flat=True))
    assert sorted(places) == [1, 1, 3, 3, *[5] * 4, *[9] * 8]
    assert_settled(event)


def test_stopping_twice_pays_once() -> None:
    event = eight_with_four_left()
    stop(event)
    before = Transfer.objects.count()
    assert tournament_stop(tournament_id=event.public_id) is None
    assert not tournament_advance(tournament_id=event.public_id)
    assert Transfer.objects.count() == before
    assert books_check() == ()


def test_a_result_that_comes_after_the_stop_means_nothing() -> None:
    event = a_started_event(seats=4, buy_in_chips=50)
    board = live_boards(event)[0]
    come(board)
    tournament_stop(tournament_id=event.public_id)
    give_up(board, Side.BLACK)
    assert not PairingResult.objects.exists()
    tournament_advance(tournament_id=event.public_id)
    assert [entry.state for entry in event.entries.drawn()] == ["out"] * 4
    assert_settled(event)


def test_many_matches_end_over_several_steps(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.services.stopping.MATCHES_A_STEP", 3)
    event = a_started_event(seats=16, buy_in_chips=10)
    stop(event)
    assert not Match.objects.filter(status="playing").exists()


def test_an_event_that_is_not_drawn_is_cancelled_not_stopped() -> None:
    event = seated(a_sit_and_go(), *players(2))
    with pytest.raises(Conflict) as refused:
        tournament_stop(tournament_id=event.public_id)
    assert refused.value.code == "tournament.wrong_state"
    assert state_of(event) == "registering"


def test_a_finished_event_cannot_be_stopped() -> None:
    event = a_started_event(seats=2)
    finish(live_boards(event)[0])
    tournament_advance(tournament_id=event.public_id)
    with pytest.raises(Conflict):
        tournament_stop(tournament_id=event.public_id)
    assert_settled(event)
