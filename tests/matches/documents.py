"""Published documents made without a database: random matches by the rules and a known secret."""

import hashlib
import random
from typing import Any

from backgammon import MatchState, Phase, Rules, decide, evolve, initial_state
from backgammon.notation.codec import event_to_dict, rules_to_dict
from matches.dice import DiceSeed, HouseDice
from tests.rules.builders import a_random_action

MATCH_ID = "8kq2m9xwzr"


def a_document(rules: Rules, seed: int = 1) -> dict[str, Any]:
    """What the house would publish of a match two random players have finished."""
    secret = random.Random(seed).randbytes(32)
    dice_seed = DiceSeed(MATCH_ID, secret, "a1" * 16, "b2" * 16)
    return {
        "format": 1,
        "id": MATCH_ID,
        "title": "A test match",
        "white": {"name": "alice", "bot": False, "guest": False},
        "black": {"name": "bob", "bot": False, "guest": False},
        "rules": rules_to_dict(rules),
        "dice": {
            "commitment": hashlib.sha256(secret).hexdigest(),
            "secret": secret.hex(),
            "white": dice_seed.white,
            "black": dice_seed.black,
        },
        "events": _played(rules, dice_seed, random.Random(seed)),
    }


def places(document: dict[str, Any], kind: str) -> list[int]:
    """The indices of the events of a kind."""
    return [index for index, event in enumerate(document["events"]) if event["type"] == kind]


def _played(rules: Rules, seed: DiceSeed, chance: random.Random) -> list[dict[str, Any]]:
    state, now_ms = initial_state(rules), 1_000
    events: list[dict[str, Any]] = []
    while state.outcome is None:
        side, action = a_random_action(state, chance)
        now_ms += 1_000
        for event in decide(state, side, action, dice=_dice(state, seed), now_ms=now_ms):
            state = evolve(state, event)
            events.append(event_to_dict(event))
    return events


def _dice(state: MatchState, seed: DiceSeed) -> HouseDice:
    if state.phase is Phase.BETWEEN_GAMES or state.game is None:
        return HouseDice(seed, game=state.game_number + 1, throws=0)
    return HouseDice(seed, game=state.game_number, throws=state.game.throws)
