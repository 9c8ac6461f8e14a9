"""Honest evenings prove their draw, whatever players do and staff rule in them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.factories import a_user
from tests.tournaments.builders import fresh, here, live_boards, play_through, players
from tests.tournaments.evening import Evening, attempt
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    pairing_at,
    rule,
    winner_of,
)
from tests.tournaments.test_evening import FORMATS, an_evening
from tests.tournaments.ticketed import a_satellite, a_target, a_ticket, drawn
from tournaments.card import LateTerms
from tournaments.models import Tournament
from tournaments.orders import Declare, Disqualify, Order, Replace, Reverse, Stop
from tournaments.proof import verify
from tournaments.selectors import draw_document
from tournaments.services import buy_back, entry_leave, late_enter
from wire.errors import PlatformError

pytestmark = pytest.mark.django_db


def assert_proved(event: Tournament) -> None:
    """Nobody finds anything that is the matter with its draw."""
    report = verify(draw_document(fresh(event)))
    assert list(report.sentences())[1:] == []
    assert report.is_true, list(report.sentences())


@pytest.mark.parametrize("name", FORMATS)
def test_an_evening_on_which_everything_happens_is_proved(clock, name: str) -> None:
    """Some stay away, leave, come late or come back, and staff rule at every look at the clock."""
    late = LateTerms(has_late_entry=True, buy_back_s=1800)
    form: dict[str, Any] = dict(FORMATS[name])
    event = an_evening(clock, players=13, late=late, **form)
    dora = a_director()
    absent = frozenset(entry.user_id for entry in list(event.entries.drawn())[:2])
    newcomers = players(4)
    here(*newcomers)

    def incident(event: Tournament, chance: Random) -> None:
        active = list(event.entries.active())
        if len(active) > 6 and chance.random() < 0.3:
            entry_leave(event_id=event.public_id, user=chance.choice(active).user)
        for entry in event.entries.filter(state="out", reason="")[:1]:
            attempt(buy_back, event, entry.user)
        if newcomers:
            attempt(late_enter, event, newcomers.pop())
        _rule_somehow(event, chance, dora)

    event = Evening(clock, event, seed=3, absent=absent, incident=incident).play()
    assert event.rulings.exists()
    assert_proved(event)


def _rule_somehow(event: Tournament, chance: Random, dora) -> None:
    """Try a ruling of some kind; many are refused, and none may break the proof."""
    pairings = list(event.pairings.filter(black__isnull=False))
    if not pairings:
        return
    pairing = chance.choice(pairings)
    entry = chance.choice(pairing.entries)
    orders: list[Order] = [
        Declare(pairing.round, pairing.slot, entry.number),
        Reverse(pairing.round, pairing.slot, entry.number, voids_next=True),
        Reverse(pairing.round, pairing.slot, 0, voids_next=True),
        Replace(entry.number, a_user(chips=100).username),
    ]
    if event.entries.active().count() > 8:
        orders.append(Disqualify(entry.number))
    try:
        rule(event, chance.choice(orders), dora)
    except PlatformError:
        return


RULINGS: dict[str, Callable[[Tournament], Order]] = {
    "declared": lambda event: Declare(2, 1, pairing_at(event, 2, 1).entries[0].number),
    "declared for nobody": lambda event: Declare(2, 1, 0),
    "reversed": lambda event: Reverse(1, 1, loser_of(event, 1, 1).number, voids_next=True),
    "disqualified": lambda event: Disqualify(winner_of(event, 1, 1).number),
    "stopped": lambda event: Stop(),
}


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_breaks_no_proof(clock, name: str) -> None:
    event = eight_after_the_first_round()
    rule(event, RULINGS[name](event), a_director())
    assert_proved(Evening(clock, event, seed=1).play())


def test_a_replacement_breaks_no_proof(clock) -> None:
    event = an_evening(clock, players=5)
    board = live_boards(event)[0]
    entry = event.entries.drawn().exclude(user__in=[board.white, board.black]).first()
    assert entry is not None
    rule(event, Replace(entry.number, a_user("eve", chips=100).username), a_director())
    event = Evening(clock, event, seed=1).play()
    assert_proved(event)
    came = {each["name"]: each["came"] for each in draw_document(event)["entrants"]}
    assert came["eve"] == "replacement"


def test_whoever_had_a_ticket_already_is_named_where_tickets_pass_on(clock) -> None:
    target, people = a_target(), players(8, chips=50)
    holders, others = people[:6], people[6:]
    for holder in holders:
        a_ticket(holder, target)
    satellite = drawn(clock, a_satellite(target, second_ticket="next"), *people)
    play_through(satellite)
    document = draw_document(fresh(satellite))
    named = {each["name"] for each in document["entrants"] if each["had_ticket"]}
    assert named == {holder.username for holder in holders}
    won = {award.entry.user for award in satellite.awards.filter(ticket__kind="target")}
    assert won == set(others)
    assert_proved(satellite)
