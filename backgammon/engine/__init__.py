"""The only way to change a match: ask `decide`, then fold what happened with `evolve`.

Time and dice come in as arguments; nothing here looks at a clock or throws.

Source: docs/rules.md, "The course of a match".
"""

from backgammon.engine.asking import action_fault, legal_actions
from backgammon.engine.deciding import decide, start_match
from backgammon.engine.evolving import evolve, replay
from backgammon.engine.playing import (
    explain_play,
    legal_plays,
    legal_ways,
    resignation_cost,
)
from backgammon.engine.staking import Amounts, CubeOffer, Stakes, stakes_at

__all__ = [
    "Amounts",
    "CubeOffer",
    "Stakes",
    "action_fault",
    "decide",
    "evolve",
    "explain_play",
    "legal_actions",
    "legal_plays",
    "legal_ways",
    "replay",
    "resignation_cost",
    "stakes_at",
    "start_match",
]
