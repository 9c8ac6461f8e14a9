"""How long an event is expected to take, from its card and its field alone. Pure; no Django.

An estimate for what must be known before anything is played: whether a satellite ends in time
for its target, and how long an event stands in a calendar.
"""

from math import ceil, log2

from backgammon.rules import Rules
from tournaments.card import RulesCard

#: What people need for a point of a match, a double now and then included.
POINT_S = 240
#: What they need for one game with a cube.
GAME_S = 480


def expected_s(card: RulesCard, entrants: int) -> int:
    """Seconds from the start to the last result if so many play, breaks and pauses included."""
    if card.swing is not None:
        return _swing_s(card)
    rounds = range(1, rounds_of(card, entrants) + 1)
    return sum(card.rest_s(number) + match_s(card.rules_of(number)) for number in rounds)


def rounds_of(card: RulesCard, entrants: int) -> int:
    """Rounds that follow one another in the longest way through the event."""
    field = max(2, min(entrants, card.seats))
    halvings = ceil(log2(field))
    match card.format:
        case "double_elimination":
            return 2 * halvings + 1
        case "swiss":
            return card.rounds or halvings
        case "round_robin":
            return field - 1 + field % 2
        case "groups":
            return 3 + max(1, ceil(log2(max(2, ceil(field / 4) * 2))))
        case _:
            return halvings


def match_s(rules: Rules) -> int:
    """What a match by these rules is expected to take."""
    points = getattr(rules.length, "points", 0)
    return points * POINT_S if points else GAME_S


def _swing_s(card: RulesCard) -> int:
    """Until the doubled rate is as high as a stack, and a game for those who are left."""
    assert card.swing is not None
    doublings = ceil(log2(max(2, card.swing.stack / card.swing.rate)))
    return doublings * card.swing.doubles_s + 2 * GAME_S
