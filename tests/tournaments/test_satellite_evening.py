"""A satellite from its entries to its tickets, played match by match, and checked by anybody."""

import pytest

from bankroll.audit import books_check
from tests.tournaments.builders import assert_settled, fresh, play_through, players
from tests.tournaments.scheduled import entered, start
from tests.tournaments.ticketed import a_drawn_satellite, a_target
from tournaments import tasks
from tournaments.models import PairingResult, TicketKind, Tournament
from tournaments.proof import verify
from tournaments.selectors import draw_document, places_held
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db


def matches_by_round(event: Tournament) -> list[int]:
    """How many matches each round had."""
    played = PairingResult.objects.filter(pairing__tournament=event, outcome="played")
    rounds = list(played.values_list("pairing__round", flat=True))
    return [rounds.count(number) for number in sorted(set(rounds))]


def assert_anybody_finds_it_in_order(event: Tournament) -> None:
    report = verify(draw_document(fresh(event)))
    assert [fault for finding in report.findings for fault in finding.faults] == []


def test_sixteen_for_three_tickets_play_no_final_but_one_match_for_the_third(clock) -> None:
    target = a_target(buy_in_chips=250)
    satellite = a_drawn_satellite(clock, target, 16)
    play_through(satellite)
    assert fresh(satellite).state == TournamentState.FINISHED
    assert sum(matches_by_round(satellite)) == 8 + 4 + 2 + 1
    kinds = [award.ticket.kind for award in satellite.awards.order_by("place") if award.ticket]
    assert kinds == [TicketKind.TARGET] * 3 + [TicketKind.SERIES]
    assert_settled(satellite)
    assert_anybody_finds_it_in_order(satellite)


def test_two_tickets_need_no_final(clock) -> None:
    satellite = a_drawn_satellite(clock, a_target(), 8)
    play_through(satellite)
    assert fresh(satellite).state == TournamentState.FINISHED
    assert sum(matches_by_round(satellite)) == 4 + 2
    assert satellite.awards.count() == 2
    assert_settled(satellite)
    assert_anybody_finds_it_in_order(satellite)


def test_with_a_ticket_for_everybody_nothing_is_played(clock) -> None:
    satellite = a_drawn_satellite(clock, a_target(), 2, guaranteed=5)
    assert fresh(satellite).state == TournamentState.FINISHED
    assert matches_by_round(satellite) == []
    assert [award.ticket.value_chips for award in satellite.awards.all() if award.ticket] == [
        200
    ] * 2
    assert_settled(satellite)


def test_the_winners_play_in_the_target_beside_those_who_paid(clock) -> None:
    target = a_target()
    satellite = a_drawn_satellite(clock, target, 14)
    play_through(satellite)
    assert places_held(target) == 3
    tasks.sweep_tickets()
    winners = [award.entry.user for award in satellite.awards.filter(ticket__kind="target")]
    assert {entry.user for entry in target.entries.active()} == set(winners)
    (other,) = players(1, chips=200)

    entered(target, other)
    start(clock, target, other, *winners)
    play_through(target)
    assert fresh(target).state == TournamentState.FINISHED
    assert sum(award.chips for award in target.awards.all()) == 4 * 200
    assert {ticket.state for ticket in target.tickets.all()} == {"used"}
    assert_settled(target)
    assert_anybody_finds_it_in_order(target)
    assert books_check() == ()
