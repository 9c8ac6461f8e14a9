"""Backgammon and its relatives as rules: values in, values out.

Standard library only: no clock, no entropy, no files. A match is a `MatchState`; ask `decide`
what follows from an action, fold the events with `evolve`, rebuild with `replay`.

>>> from backgammon import Rules, SeededDice, legal_plays, start_match
>>> state = start_match(Rules.match(7), dice=SeededDice(1))
>>> state.running_game.on_roll, state.running_game.dice
(<Side.BLACK: 'black'>, Dice(first=5, second=2))
>>> len(legal_plays(state))
8
"""

from backgammon.actions import (
    AcceptResignation,
    Action,
    Annul,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Forfeit,
    Leave,
    MakePlay,
    OpenGame,
    PenaltyPoint,
    PlayerAction,
    Raccoon,
    Resign,
    Roll,
    ShiftClock,
    StartGame,
    Take,
    TopUp,
)
from backgammon.clock import ClockRules, ClockState
from backgammon.cube import Cube, CubeRules, Holland
from backgammon.dice import Dice, DiceSource, GivenDice, SeededDice
from backgammon.engine import (
    CubeOffer,
    Stakes,
    decide,
    evolve,
    explain_play,
    legal_actions,
    legal_plays,
    legal_ways,
    replay,
    resignation_cost,
    stakes_at,
    start_match,
)
from backgammon.errors import (
    Fault,
    IllegalAction,
    IllegalPlay,
    InvalidRules,
    NotationError,
    RulesError,
)
from backgammon.events import EndReason, Event
from backgammon.length import (
    FixedGames,
    PointMatch,
    TableStakes,
    TieBreak,
    ladder_points_to_win,
)
from backgammon.movegen import results
from backgammon.packed import pack, unpack
from backgammon.play import Move, Play
from backgammon.position import Position, PositionProblem
from backgammon.ratings import START_RATING, RatingStep, Standing, rating_step
from backgammon.rules import FirstMove, Rules
from backgammon.sides import Side
from backgammon.state import GameState, MatchState, Outcome, Phase, initial_state, set_up
from backgammon.variants import BACKGAMMON, LONG_NARDY, VARIANTS, find_variant
from backgammon.variants.base import Turn, Variant, WinKind

__all__ = [
    "BACKGAMMON",
    "LONG_NARDY",
    "START_RATING",
    "VARIANTS",
    "AcceptResignation",
    "Action",
    "Annul",
    "Beaver",
    "ClaimFlag",
    "ClockRules",
    "ClockState",
    "Cube",
    "CubeOffer",
    "CubeRules",
    "DeclineResignation",
    "Dice",
    "DiceSource",
    "Double",
    "Drop",
    "EndReason",
    "Event",
    "Fault",
    "FirstMove",
    "FixedGames",
    "Forfeit",
    "GameState",
    "GivenDice",
    "Holland",
    "IllegalAction",
    "IllegalPlay",
    "InvalidRules",
    "Leave",
    "MakePlay",
    "MatchState",
    "Move",
    "NotationError",
    "OpenGame",
    "Outcome",
    "PenaltyPoint",
    "Phase",
    "Play",
    "PlayerAction",
    "PointMatch",
    "Position",
    "PositionProblem",
    "Raccoon",
    "RatingStep",
    "Resign",
    "Roll",
    "Rules",
    "RulesError",
    "SeededDice",
    "ShiftClock",
    "Side",
    "Stakes",
    "Standing",
    "StartGame",
    "TableStakes",
    "Take",
    "TieBreak",
    "TopUp",
    "Turn",
    "Variant",
    "WinKind",
    "decide",
    "evolve",
    "explain_play",
    "find_variant",
    "initial_state",
    "ladder_points_to_win",
    "legal_actions",
    "legal_plays",
    "legal_ways",
    "pack",
    "rating_step",
    "replay",
    "resignation_cost",
    "results",
    "set_up",
    "stakes_at",
    "start_match",
    "unpack",
]
