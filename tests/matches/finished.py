"""Matches that are over: played at random by the service, to be replayed and checked.

The same call always gives the same match: its id and its secret follow from the seed too.
"""

import random
from unittest.mock import patch

from accounts.models import User
from backgammon import Rules
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_present
from matches.store import load_live
from tests.matches.builders import a_match
from tests.rules.builders import a_random_action

WHITE_PART, BLACK_PART = "a1" * 16, "b2" * 16


def a_finished_match(
    white: User, black: User, rules: Rules | None = None, *, seed: int = 11
) -> Match:
    """A match to three points unless `rules` say otherwise, both contributions given."""
    chance = random.Random(f"{seed} {rules}")
    match_id = "".join(chance.choices("23456789abcdefghjkmnpqrstuvwxyz", k=10))
    secret = chance.randbytes(32)
    with (
        patch("matches.creation.new_match_id", lambda: match_id),
        patch("matches.creation.new_secret", lambda: secret),
    ):
        match = a_match(white, black, rules)
    for user, part in ((white, WHITE_PART), (black, BLACK_PART)):
        match_present(match_id=match.public_id, user_pk=user.pk, contribution=part)
    while (live := load_live(match.public_id)).state.outcome is None:
        side, action = a_random_action(live.state, chance)
        match_act(match_id=match.public_id, request=Request(side, action, seen=live.seq))
    match.refresh_from_db()
    return match
