"""Matches of the furnished house: played, being played, waited for; talk beside them."""

import random

from accounts.models import User
from backgammon import Rules
from lobby.asks import Ask
from lobby.models import Table
from lobby.services import seek_post
from matches.judge import Request
from matches.services import match_act, match_present
from matches.store import load_live
from tests.lobby.builders import a_table, fresh, taken
from tests.matches.builders import CLOCK
from tests.matches.pastmatches import a_past_match
from tests.rules.builders import a_random_action

UNTIMED = Rules.match(3)


def play_furnish(people: dict[str, User]) -> dict[str, str]:
    """Where the matches and tables are."""
    alice, bob, carl, long = (people[name] for name in ("alice", "bob", "carl", "long"))
    for number in range(25):
        a_past_match(*((bob, alice) if number % 3 else (alice, bob)), is_rated=number % 5 != 0)
    finished = _played(taken(a_table(alice, rules=UNTIMED), carl), most=2_000)
    running = _played(taken(a_table(bob, rules=UNTIMED), carl), most=9)
    stakes = taken(a_table(people["ida"], rules=Rules.table(2, 40, 40, clock=CLOCK)), people["ole"])
    seek_post(user=people["tess"], ask=Ask(game="backgammon", points=5, clock="standard"))
    waiting = a_table(long)
    return {
        "finished_match": finished,
        "running_match": running,
        "stakes_match": _played(stakes, most=5),
        "stakes_table": stakes.public_id,
        "waiting_table": waiting.public_id,
    }


def _played(table: Table, *, most: int) -> str:
    """The match of a table after so many decisions of both, or its end; always the same one."""
    match = fresh(table).match
    assert match is not None
    for seat in match.seats.all():
        match_present(match_id=match.public_id, user_pk=seat.user_id, contribution="a1" * 16)
    chance = random.Random(7)
    for _ in range(most):
        live = load_live(match.public_id)
        if live.state.outcome is not None:
            break
        side, action = a_random_action(live.state, chance)
        match_act(match_id=match.public_id, request=Request(side, action, seen=live.seq))
    return str(match.public_id)
