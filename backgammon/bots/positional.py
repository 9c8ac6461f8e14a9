"""The house bot: judges every legal result by its features and turns the cube by stated rules.

Play: the result with the highest value (`evaluation`). Cube, by its chance to win: doubles from
70 %, takes from 25 %, turns a double back from 50 %; behind after the Crawford game it doubles at
once. Resignations: takes what costs the other side as much as losing the game probably would.

Source: docs/rules.md, "The house bot".
"""

from dataclasses import dataclass

from backgammon.actions import (
    AcceptResignation,
    Beaver,
    DeclineResignation,
    Double,
    Drop,
    MakePlay,
    PlayerAction,
    Raccoon,
    Roll,
    StartGame,
    Take,
)
from backgammon.bots.evaluation import (
    cells_of,
    chance_of,
    closed_value,
    pips_to_save_the_gammon,
    race_count,
    value,
)
from backgammon.engine import legal_actions, legal_ways
from backgammon.packed import pack
from backgammon.sides import Side
from backgammon.state import ActionType, MatchState
from backgammon.variants.base import Contact, WinKind

DOUBLES_FROM = 0.70
TAKES_FROM = 0.25
TURNS_BACK_FROM = 0.50
_PIPS_A_ROLL = 8.17


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A sound, quick player without look-ahead; the same state always gets the same answer."""

    key: str = "house"

    def choose_action(self, state: MatchState, side: Side) -> PlayerAction | None:
        """A legal action of the side, or None when nothing is asked of it."""
        asked = legal_actions(state, side)
        if AcceptResignation in asked:
            return _answer_to_resignation(state, side)
        if MakePlay in asked:
            return _best_play(state)
        if Take in asked:
            return _answer_to_cube(state, side, asked)
        if Double in asked and _wants_to_double(state, side):
            return Double()
        if Roll in asked:
            return Roll()
        return StartGame() if StartGame in asked else None


def _best_play(state: MatchState) -> MakePlay:
    judge = value if state.rules.variant.contact is Contact.HITTING else closed_value
    ways = legal_ways(state)
    return MakePlay(ways[max(ways, key=lambda packed: judge(*cells_of(packed)))])


def winning_chance(state: MatchState, side: Side) -> float:
    """The side's chance to win the running game, the side on roll to roll."""
    game = state.running_game
    waiting = game.on_roll.other
    own, enemy = cells_of(pack(game.position, waiting, state.rules.variant.geometry))
    chance = chance_of(own, enemy)
    return chance if side is waiting else 1.0 - chance


def _wants_to_double(state: MatchState, side: Side) -> bool:
    needs_one = state.rules.length.points_needed(state.score, side.other) == 1
    return needs_one or winning_chance(state, side) >= DOUBLES_FROM


def _answer_to_cube(
    state: MatchState, side: Side, asked: frozenset[ActionType]
) -> Take | Drop | Beaver | Raccoon:
    chance = winning_chance(state, side)
    if chance >= TURNS_BACK_FROM:
        if Beaver in asked:
            return Beaver()
        if Raccoon in asked:
            return Raccoon()
    return Take() if chance >= TAKES_FROM else Drop()


def _answer_to_resignation(state: MatchState, side: Side) -> AcceptResignation | DeclineResignation:
    game = state.running_game
    if game.offer is None or game.offer.level >= _probable_win(state, side):
        return AcceptResignation()
    return DeclineResignation()


def _probable_win(state: MatchState, side: Side) -> WinKind:
    """A gammon when the other side will hardly bear one off in time, else a single game."""
    position = state.running_game.position
    own, other = position.of(side), position.of(side.other)
    own_rolls = max(race_count(own) / _PIPS_A_ROLL, sum(own[1:]) / 2)
    other_rolls = pips_to_save_the_gammon(other) / _PIPS_A_ROLL
    return WinKind.GAMMON if not other[0] and other_rolls > own_rolls else WinKind.SINGLE
