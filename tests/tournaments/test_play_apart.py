"""Players whom the card of a Swiss keeps apart are not paired, whoever pairs the rounds again."""

import pytest

from tests.factories import a_user
from tests.tournaments.builders import assert_settled, fresh, play_through, players, state_of
from tests.tournaments.scheduled import a_scheduled_event, entered, start
from tournaments.proof import verify
from tournaments.selectors import draw_document, history_of

pytestmark = pytest.mark.django_db


def test_a_couple_never_meets_and_anybody_pairs_it_so_again(clock) -> None:
    alice, bob = a_user("alice", chips=100), a_user("bob", chips=100)
    others = players(4)
    event = a_scheduled_event(format="swiss", rounds=4, apart=(("Bob", "ALICE"), ("bob", "eve")))
    entered(event, alice, bob, *others)
    start(clock, event, alice, bob, *others)
    bob.username = "robert"
    bob.save(update_fields=["username"])
    play_through(event)
    assert state_of(event) == "finished"
    met = {frozenset((each.white_id, each.black_id)) for each in event.pairings.all()}
    couple = event.entries.filter(user__in=(alice, bob)).values_list("pk", flat=True)
    assert len(met) >= 10
    assert frozenset(couple) not in met
    assert len(history_of(fresh(event)).forbidden) == 1
    report = verify(draw_document(fresh(event)))
    assert [fault for finding in report.findings for fault in finding.faults] == []
    assert_settled(event)
