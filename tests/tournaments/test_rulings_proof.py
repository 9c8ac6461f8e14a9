"""Whatever staff rule, the draw of an event can be verified after its end."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import a_user
from tests.tournaments.builders import (
    a_started_event,
    assert_settled,
    fresh,
    live_boards,
    play_through,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    play_round,
    rule,
    white_at,
)
from tests.tournaments.scheduled import a_started_evening
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.orders import Declare, Disqualify, Replace, Reverse, Stop
from tournaments.proof import verify
from tournaments.selectors import draw_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


def play_on(clock: Any, event: Tournament) -> None:
    """Play to the end, pauses included."""
    for _round in range(8):
        clock.pass_s(700)
        tournament_advance(tournament_id=event.public_id)
        play_through(event)


def assert_proved(event: Tournament, state: str) -> None:
    """It is over like that, paid to the last chip, and nothing speaks against its draw."""
    assert fresh(event).state == state
    assert_settled(event)
    report = verify(draw_document(fresh(event)))
    assert [fault for finding in report.findings for fault in finding.faults] == []


def test_after_a_result_was_declared_and_another_reversed(dora, clock) -> None:
    event = eight_after_the_first_round()
    rule(event, Reverse(1, 1, loser_of(event, 1, 1).number), dora)
    rule(event, Declare(2, 2, white_at(event, 2, 2).number), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_both_were_put_out(dora, clock) -> None:
    event = eight_after_the_first_round()
    rule(event, Declare(2, 1, 0), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_somebody_was_disqualified(dora, clock) -> None:
    event = eight_after_the_first_round()
    rule(event, Disqualify(white_at(event, 2, 1).number), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_somebody_was_replaced(dora, clock) -> None:
    event = a_started_event(seats=6, buy_in_chips=50)
    bye = event.pairings.filter(black__isnull=True)[0].entries[0]
    a_user("carol", chips=100)
    rule(event, Replace(bye.number, "carol"), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_a_round_of_a_swiss_was_drawn_again(dora, clock) -> None:
    event = a_started_evening(clock, players=6, format="swiss", rounds=3, pause_s=600)
    play_round(event)
    rule(event, Reverse(1, 1, loser_of(event, 1, 1).number), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_a_result_of_a_round_robin_was_reversed(dora, clock) -> None:
    event = a_started_evening(clock, players=4, format="round_robin")
    play_round(event)
    play_round(event)
    rule(event, Reverse(1, 1, loser_of(event, 1, 1).number), dora)
    play_on(clock, event)
    assert_proved(event, "finished")


def test_after_the_event_was_stopped_and_its_page_says_who_got_what(dora) -> None:
    event = eight_after_the_first_round()
    rule(event, Stop(), dora)
    assert_proved(event, "stopped")
    page = Client().get(reverse("tournaments:detail", args=[event.public_id])).content.decode()
    assert "Ruled by the director." in page
    assert "210" in page
    assert live_boards(event) == []
