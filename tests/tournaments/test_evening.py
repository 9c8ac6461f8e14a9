"""Simulated evenings of 64 players from the announcement to the prizes, in every format."""

from random import Random
from typing import Any

import pytest

from accounts.models import User
from backgammon import Rules, TableStakes
from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.tournaments.builders import assert_settled, here
from tests.tournaments.evening import Evening, attempt
from tests.tournaments.scheduled import a_scheduled_event, entrants, start
from tournaments.card import LateTerms, SwingTerms
from tournaments.director import tournament_advance
from tournaments.models import Award, Entry, Tournament
from tournaments.services import buy_back, entry_leave, late_enter

pytestmark = pytest.mark.django_db

PLAYERS = 64

SWING_GAME = Rules.table(
    5, 100, 100, length=TableStakes(5, 100, 100, leave_between_games=False, games=1)
)

#: By name: what makes the card of an evening in this format.
FORMATS: dict[str, dict[str, Any]] = {
    "knockout": {"format": "knockout"},
    "double_elimination": {"format": "double_elimination"},
    "swiss": {"format": "swiss"},
    "groups": {"format": "groups"},
    "swing": {
        "format": "swing",
        "rules": (SWING_GAME.checked(),),
        "swing": SwingTerms(stack=100, rate=5, doubles_s=120),
    },
}


def an_evening(clock, *, players: int = PLAYERS, opens_in_s: float = 60, **changes) -> Tournament:
    """An event that was announced, opened, entered by so many, and has just been drawn."""
    event = a_scheduled_event(
        opens_in_s=opens_in_s, seats=128, pause_s=60, buy_in_chips=50, **changes
    )
    assert not tournament_advance(tournament_id=event.public_id)
    clock.pass_s(opens_in_s)
    assert tournament_advance(tournament_id=event.public_id)
    people = entrants(event, players)
    return start(clock, event, *people)


def assert_ended_well(event: Tournament) -> None:
    """Everybody who played has a place, all of the pool is paid, and the books balance."""
    assert event.state == "finished"
    played = list(event.entries.filter(seat__gt=0))
    assert all(entry.state == "out" and entry.place >= 1 for entry in played)
    assert min(entry.place for entry in played) == 1
    pool_chips = sum(entry.buy_in_chips for entry in event.entries.exclude(state="withdrawn"))
    awards = list(Award.objects.filter(tournament=event))
    assert sum(award.chips for award in awards) == pool_chips + event.added_chips
    assert len({award.place for award in awards}) == len(awards)
    assert not event.pairings.filter(result__isnull=True).exists()
    assert_settled(event)


@pytest.mark.parametrize("name", FORMATS)
def test_an_evening_of_64_ends_with_everybody_placed_and_paid(clock, name: str) -> None:
    event = an_evening(clock, **FORMATS[name])
    event = Evening(clock, event, seed=1).play()
    assert_ended_well(event)
    assert event.entries.filter(place=1).count() == 1


def test_a_round_robin_of_eight_lets_everybody_meet_everybody(clock) -> None:
    event = an_evening(clock, players=8, format="round_robin")
    event = Evening(clock, event, seed=2).play()
    assert_ended_well(event)
    meetings = {frozenset((pairing.white_id, pairing.black_id)) for pairing in event.pairings.all()}
    assert len(meetings) == event.pairings.count() == 28


@pytest.mark.parametrize("name", FORMATS)
def test_an_evening_on_which_half_misbehave_ends_as_well(clock, name: str) -> None:
    """Four of 21 stay away, others leave, come late or come back, some every minute."""
    late = LateTerms(has_late_entry=True, buy_back_s=1800)
    event = an_evening(clock, players=21, late=late, **FORMATS[name])
    drawn = list(event.entries.drawn())
    chance = Random(3)
    absent = frozenset(entry.user_id for entry in chance.sample(drawn, 4))
    newcomers = [a_user(chips=100) for _ in range(4)]
    here(*newcomers)

    def incident(event: Tournament, chance: Random) -> None:
        active = list(event.entries.active())
        if len(active) > 6:
            entry_leave(event_id=event.public_id, user=chance.choice(active).user)
        for entry in event.entries.filter(state="out", reason="")[:3]:
            attempt(buy_back, event, entry.user)
        if newcomers:
            attempt(late_enter, event, newcomers.pop())

    event = Evening(clock, event, seed=4, absent=absent, incident=incident).play()
    assert_ended_well(event)
    assert event.entries.filter(reason="left").count() >= 2
    came = {entry.arrival for entry in event.entries.all()}
    assert ("late" in came) == (name in {"knockout", "swiss"})
    assert "buy_back" not in came or name == "knockout"


def test_an_evening_on_which_nobody_comes_to_a_board_ends_with_the_prizes_shared(clock) -> None:
    event = an_evening(clock, players=8)
    people = frozenset(entry.user_id for entry in event.entries.drawn())
    event = Evening(clock, event, seed=5, absent=people).play()
    assert_ended_well(event)
    assert set(event.entries.drawn().values_list("place", flat=True)) == {1}
    assert _chips_of(event) == [95] * 8


def _chips_of(event: Tournament) -> list[int]:
    """What the entrants have in the end, of the 100 each began with."""
    users = User.objects.filter(pk__in=Entry.objects.filter(tournament=event).values("user"))
    return sorted(balance_of(user) for user in users)
