"""One match with a clock at a time; one without waits for anybody, and keeps nobody."""

from collections.abc import Iterable

import pytest

from backgammon import Rules
from matches.models import Match
from matches.selectors import (
    clocked_matches_of,
    players_in_clocked_matches,
    running_matches_of,
)
from matches.services import match_annul
from tests.matches.builders import CLOCK, a_match

pytestmark = pytest.mark.django_db


def ids(matches: Iterable[Match]) -> set[str]:
    return {match.public_id for match in matches}


def test_a_match_with_a_clock_needs_both_its_players(match: Match, alice, bob, carol) -> None:
    assert ids(clocked_matches_of(alice)) == ids(clocked_matches_of(bob)) == {match.public_id}
    assert clocked_matches_of(carol) == []
    assert players_in_clocked_matches([alice.pk, bob.pk, carol.pk]) == {alice.pk, bob.pk}


def test_a_match_without_a_clock_needs_nobody(alice, bob, owner) -> None:
    untimed = a_match(alice, bob, Rules.match(3))
    assert ids(running_matches_of(alice)) == {untimed.public_id}
    assert clocked_matches_of(alice) == []
    assert players_in_clocked_matches([alice.pk, bob.pk]) == set()


def test_who_has_one_of_each_is_needed_in_the_one_with_a_clock(alice, bob, owner) -> None:
    a_match(alice, bob, Rules.match(3))
    clocked = a_match(alice, bob, Rules.match(3, clock=CLOCK))
    assert ids(clocked_matches_of(alice)) == {clocked.public_id}
    assert players_in_clocked_matches([alice.pk]) == {alice.pk}


def test_a_match_that_is_over_needs_nobody(match: Match, alice) -> None:
    match_annul(match_id=match.public_id, reason="staff")
    assert clocked_matches_of(alice) == []
    assert players_in_clocked_matches([alice.pk]) == set()
