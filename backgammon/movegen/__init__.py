"""Which plays the dice allow, and why another is refused. Knows positions and turns, no state.

`results` is the fast door (packed integers in and out); everything else is for people and games.

Source: docs/rules.md, "A move" to "Bearing off".
"""

from backgammon.movegen.fast import results
from backgammon.movegen.judge import judged, play_fault
from backgammon.movegen.search import after_play, all_results, can_move, legal_plays, ways
from backgammon.movegen.single import after_move, move_fault

__all__ = [
    "after_move",
    "after_play",
    "all_results",
    "can_move",
    "judged",
    "legal_plays",
    "move_fault",
    "play_fault",
    "results",
    "ways",
]
