"""What a sanction ends of what its bearer has going on, and how everybody else goes on."""

from collections.abc import Iterator

import pytest

import wire.time
from accounts.models import User
from backgammon import Cube, Rules, Side
from bankroll.audit import books_check
from bankroll.selectors import balance_of, escrow_balance, holdings_of
from lobby.asks import USUAL
from lobby.models import Access, SeekState
from lobby.selectors import open_seek_of
from lobby.services import challenge_make, seek_post, table_rematch
from matches.models import Match, MatchEvent
from matches.selectors import running_matches_of
from moderation.director import sanction_carry_out, sanctions_sweep
from moderation.sanctions import SanctionKind
from moderation.services import sanction_lift
from tests.factories import a_bot, a_user, chips_for
from tests.lobby.builders import a_table, finished, fresh, taken
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.moderation.barring import a_chief, carried_out, sanctioned
from tests.support.clock import StoppedClock
from tests.tournaments.builders import (
    a_sit_and_go,
    assert_settled,
    here,
    live_boards,
    play_through,
    seated,
    state_of,
)
from tests.tournaments.builders import fresh as event_now
from tests.tournaments.conftest import commits
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entered, entrants
from tests.tournaments.ticketed import a_target, a_ticket, again, assert_price_lies_with
from tournaments.director import tournament_advance
from tournaments.models import Tournament

__all__ = ["commits"]

pytestmark = pytest.mark.django_db

EVENT_BAN = SanctionKind.EVENT_BAN


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


@pytest.fixture(autouse=True)
def books(db: None) -> Iterator[None]:
    """The books are in order when the test is over."""
    yield
    assert books_check() == ()


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob", chips=1_000)


@pytest.fixture
def eve(db: None) -> User:
    """Whoever is kept out."""
    return a_user("eve", chips=1_000)


def entry_of(event: Tournament, user: User) -> tuple[str, str]:
    """What has become of somebody's entry, and why."""
    entry = event.entries.get(user=user)
    return entry.state, entry.reason


# --- matches and tables --------------------------------------------------------------


def test_a_running_match_is_lost_by_leaving_and_the_opponent_is_told(eve, bob, commits) -> None:
    table = taken(a_table(eve), bob)
    assert table.match is not None
    sanction = sanctioned(eve)
    with commits() as heard:
        assert sanction_carry_out(sanction_pk=sanction.pk)
    (events,) = [each for each in heard.messages() if each["type"] == "match.events"]
    assert [event["type"] for event in events["events"]] == ["forfeited", "match_won"]
    table = fresh(table)
    assert (table.state, table.ending) == ("finished", "forfeit")
    assert table.seats.get(user=bob).is_winner
    assert running_matches_of(bob) == []


def test_what_both_players_read_of_the_match_says_nothing_of_a_sanction(eve, bob) -> None:
    table = taken(a_table(eve), bob)
    carried_out(eve)
    (event,) = MatchEvent.objects.filter(match=table.match, kind="forfeited")
    assert '"reason":"left"' in event.body


def test_a_game_for_chips_is_settled_at_the_most_it_could_cost(eve, bob) -> None:
    sitting = a_sitting(stakes(3, 60), alice=eve, bob=bob)
    sitting.on_roll(Side.WHITE, cube=Cube(value=2, owner=Side.BLACK))
    carried_out(eve)
    (receipt,) = sitting.receipts
    assert receipt.moved_chips == 3 * 2 * 3  # a backgammon on a cube at 2
    assert (balance_of(eve), balance_of(bob)) == (982, 1_018)


def test_it_costs_no_more_than_lies_on_the_table(eve, bob) -> None:
    sitting = a_sitting(stakes(20, 60), alice=eve, bob=bob)
    sitting.on_roll(Side.BLACK, cube=Cube(value=4, owner=Side.WHITE))
    carried_out(eve)
    assert (balance_of(eve), balance_of(bob)) == (940, 1_060)


def test_between_two_games_for_chips_every_stack_goes_home(eve, bob) -> None:
    Sitting(a_sitting(stakes(3, 60), alice=eve, bob=bob).table).on_roll().lose(Side.BLACK)
    before = [holdings_of(user).total_chips for user in (eve, bob)]
    carried_out(eve)
    assert [balance_of(eve), balance_of(bob)] == before


def test_all_games_without_a_clock_end_too(eve) -> None:
    untimed = [
        taken(a_table(eve, rules=Rules.match(3), clock="untimed"), a_user()) for _ in range(3)
    ]
    carried_out(eve)
    assert {fresh(table).ending for table in untimed} == {"forfeit"}


def test_nobody_finds_him_waiting_any_more(eve) -> None:
    table = a_table(eve, rules=stakes(1, 60))
    carried_out(eve)
    assert (fresh(table).state, fresh(table).close_reason) == ("closed", "left")
    assert balance_of(eve) == 1_000


def test_his_search_for_an_opponent_ends(eve) -> None:
    here(eve)
    seek = seek_post(user=eve, ask=USUAL)
    carried_out(eve)
    seek.refresh_from_db()
    assert seek.state == SeekState.WITHDRAWN
    assert open_seek_of(eve) is None


def test_nobody_waits_for_him_any_more(eve, bob) -> None:
    here(bob, eve)
    challenge = challenge_make(host=bob, name="eve", ask=USUAL)
    carried_out(eve)
    assert (fresh(challenge).state, fresh(challenge).close_reason) == ("closed", "gone")


def test_a_rematch_that_was_asked_of_him_is_closed_and_another_cannot_be_asked(eve, bob) -> None:
    table = finished(taken(a_table(eve, rules=stakes(1, 1)), bob))
    wish = table_rematch(table_id=table.public_id, user=bob)
    carried_out(eve)
    assert fresh(wish).close_reason == "gone"
    assert balance_of(bob) in (999, 1_001)


# --- events --------------------------------------------------------------------------


def test_an_entry_goes_back_with_its_fee_and_who_stands_by_is_seated(eve, bob) -> None:
    event = a_scheduled_event(seats=4)
    entered(event, eve)
    entrants(event, 3)
    entered(event, bob)
    assert entry_of(event, bob)[0] == "standby"
    carried_out(eve)
    assert entry_of(event, eve) == ("withdrawn", "left")
    assert balance_of(eve) == 1_000
    assert entry_of(event, bob)[0] == "active"
    assert event_now(event).taken_seats == 4


def test_who_stands_by_waits_no_longer(eve) -> None:
    event = a_scheduled_event(seats=4)
    entrants(event, 4)
    entered(event, eve)
    carried_out(eve)
    assert entry_of(event, eve) == ("withdrawn", "left")
    assert (balance_of(eve), event_now(event).taken_seats) == (1_000, 4)


def test_a_ticket_comes_back_as_a_ticket_and_does_not_enter_him_again(eve) -> None:
    target = a_target()
    ticket = a_ticket(eve, target)
    tournament_advance(tournament_id=target.public_id)
    assert entry_of(target, eve)[0] == "active"
    carried_out(eve)
    tournament_advance(tournament_id=target.public_id)
    assert entry_of(target, eve) == ("withdrawn", "left")
    assert (again(ticket).state, balance_of(eve)) == ("returned", 1_000)
    assert_price_lies_with(ticket)


def test_a_waiting_sit_and_go_goes_on_without_him(eve) -> None:
    event = a_sit_and_go()
    seated(event, eve, a_user(chips=50))
    carried_out(eve)
    assert entry_of(event, eve) == ("withdrawn", "left")
    assert (balance_of(eve), event_now(event).taken_seats) == (1_000, 1)


def test_out_of_a_running_event_he_is_taken_and_the_others_go_on(clock) -> None:
    event = a_started_evening(clock)
    board = live_boards(event)[0]
    carried_out(board.white)
    assert entry_of(event, board.white) == ("out", "left")
    assert running_matches_of(board.white) == []
    assert balance_of(board.white) == 0
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert state_of(event) == "finished"
    assert_settled(event)


def test_what_he_has_won_stays_his_in_a_frozen_wallet(clock) -> None:
    event = a_started_evening(clock)
    play_through(event)
    winner = event.awards.get(place=1)
    won = balance_of(winner.entry.user)
    carried_out(winner.entry.user)
    assert balance_of(winner.entry.user) == won > 0


def test_a_ban_from_events_gives_back_what_has_not_begun_and_nothing_else(clock, bob) -> None:
    running = a_started_evening(clock)
    board = live_boards(running)[0]
    eve = board.white

    chips_for(eve, 100)
    coming = entered(a_scheduled_event(), eve)
    table = a_table(eve, rules=Rules.match(3), clock="untimed")
    carried_out(eve, EVENT_BAN)
    assert entry_of(coming, eve) == ("withdrawn", "left")
    assert balance_of(eve) == 100
    assert entry_of(running, eve)[0] == "active"
    assert [match.public_id for match in running_matches_of(eve)] == [board.match_id]
    assert fresh(table).state == "open"


# --- carrying out --------------------------------------------------------------------


def test_carried_out_twice_it_is_done_once(eve, bob) -> None:
    table = taken(a_table(eve, rules=stakes(1, 60)), bob)
    entered(a_scheduled_event(), eve)
    sanction = carried_out(eve)
    chips, events = balance_of(eve), MatchEvent.objects.filter(match=table.match).count()
    assert sanction_carry_out(sanction_pk=sanction.pk)
    assert balance_of(eve) == chips
    assert MatchEvent.objects.filter(match=table.match).count() == events


def test_the_sweep_finds_what_nobody_has_carried_out(eve, bob) -> None:
    table = taken(a_table(eve), bob)
    sanctioned(eve)
    sanctions_sweep()
    assert fresh(table).ending == "forfeit"
    assert not Match.objects.filter(status="playing").exists()


def test_what_was_lifted_before_is_not_carried_out(eve, bob) -> None:
    table = taken(a_table(eve), bob)
    sanction = sanctioned(eve)
    sanction_lift(
        actor=a_chief(), sanction_id=sanction.public_id, text="A mistake.", reason="A mistake."
    )
    sanctions_sweep()
    assert fresh(table).state == "playing"


def test_a_private_table_and_a_house_bot_are_left_in_peace(eve) -> None:

    a_bot("Bot-Ada")
    table = a_table(eve, access=Access.BOT)
    carried_out(eve)
    assert fresh(table).ending == "forfeit"
    assert escrow_balance(f"table:{table.public_id}") == 0
