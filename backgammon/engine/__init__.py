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

__all__ = [
    "action_fault",
    "decide",
    "evolve",
    "explain_play",
    "legal_actions",
    "legal_plays",
    "legal_ways",
    "replay",
    "resignation_cost",
    "start_match",
]
