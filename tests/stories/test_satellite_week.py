"""From a satellite of fourteen to the prizes of its target, with a lost connection on the way."""

from collections.abc import Mapping

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import balance_of, escrow_balance
from tests.support.clock import StoppedClock
from tests.tournaments.builders import (
    Board,
    assert_settled,
    come,
    fresh,
    gone,
    live_boards,
    play_through,
    players,
)
from tests.tournaments.ruled import a_director, rule
from tests.tournaments.scheduled import entered, start
from tests.tournaments.ticketed import a_drawn_satellite, a_target
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.orders import Declare

pytestmark = [pytest.mark.story, pytest.mark.django_db]

ENTRANTS, ENTRY, TARGET_ENTRY = 14, 50, 200
PRIZES = {1: 480, 2: 320}


def prizes_of(satellite: Tournament) -> Mapping[int, tuple[str, int]]:
    """By place: the kind of the ticket and the price it pays."""
    awards = satellite.awards.select_related("ticket").order_by("place")
    return {
        each.place: (each.ticket.kind, each.ticket.value_chips) for each in awards if each.ticket
    }


def board_of(event: Tournament, user: User) -> Board:
    """The board at which somebody plays now."""
    return next(each for each in live_boards(event) if user in (each.white, each.black))


def declare_for_the_other(event: Tournament, board: Board, absent: User, director: User) -> None:
    """Staff rule that whoever stayed has won."""
    entry = next(each for each in board.pairing.entries if each.user != absent)
    order = Declare(board.pairing.round, board.pairing.slot, entry.number)
    rule(event, order, director, public_text="The connection was lost and did not come back.")


def test_a_ticket_is_won_enters_its_target_and_loses_to_a_lost_connection(
    clock: StoppedClock,
) -> None:
    # The satellite: 14 x 50 = 700, so three tickets of 200 and two of 50 for another try.
    target = a_target(buy_in_chips=TARGET_ENTRY)
    satellite = a_drawn_satellite(clock, target, ENTRANTS, buy_in_chips=ENTRY)
    play_through(satellite)
    assert fresh(satellite).state == "finished"
    assert prizes_of(satellite) == {
        1: ("target", TARGET_ENTRY),
        2: ("target", TARGET_ENTRY),
        3: ("target", TARGET_ENTRY),
        4: ("series", ENTRY),
        5: ("series", ENTRY),
    }
    assert_settled(satellite)

    # The tickets enter their holders; one more pays in chips.
    tournament_advance(tournament_id=target.public_id)
    holders = [ticket.holder for ticket in target.tickets.filter(kind="target")]
    (payer,) = players(1, chips=TARGET_ENTRY)
    entered(target, payer)
    assert {entry.user for entry in target.entries.active()} == {payer, *holders}
    assert escrow_balance(target.escrow_ref) == 4 * TARGET_ENTRY

    # The target: a holder sits down, and his connection is lost.
    start(clock, target, payer, *holders)
    absent = holders[0]
    board = board_of(target, absent)
    come(board)
    gone(absent)
    director = a_director("dora")
    declare_for_the_other(target, board, absent, director)
    play_through(target)

    # Prizes, the public line, the books.
    event = fresh(target)
    assert event.state == "finished"
    assert {award.place: award.chips for award in event.awards.all()} == PRIZES
    assert absent not in {award.entry.user for award in event.awards.all()}
    assert [each.public_text for each in event.rulings.all()] == [
        "The connection was lost and did not come back."
    ]
    assert {ticket.state for ticket in target.tickets.all()} == {"used"}
    winner = event.awards.get(place=1).entry.user
    assert balance_of(winner) == PRIZES[1]
    assert_settled(target)
    assert books_check() == ()
