"""What can be won and lost at a table of chips, told before anybody decides about the cube.

Source: docs/rules.md, "Table stakes".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backgammon.actions import Beaver, Double, Raccoon
from backgammon.engine.asking import OFFER_FACTORS, action_fault
from backgammon.engine.evolving import evolve
from backgammon.engine.playing import counts_single
from backgammon.events import Beavered, Doubled, Raccooned
from backgammon.length import TableStakes
from backgammon.scoring import game_points
from backgammon.state import GAME_PHASES, MatchState, Phase
from backgammon.variants.base import WinKind

_TURNINGS: Mapping[Phase, tuple[type[Beaver | Raccoon], type[Beavered | Raccooned]]] = {
    Phase.DOUBLED: (Beaver, Beavered),
    Phase.BEAVERED: (Raccoon, Raccooned),
}
"""How an offered cube is turned once more: what is asked, and what has happened then."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """Chips the loser pays at a cube of `value`, by the kind of win; never more than is covered.

    `backgammon` is None where the variant knows none.
    """

    value: int
    single: int
    gammon: int
    backgammon: int | None


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """A cube that waits for an answer: what is at stake once it is taken, what a drop costs.

    `turned` is the offer that turning it once more would make, whose drop is the other side's;
    None where it may not be turned.
    """

    taken: Amounts
    dropped: int
    turned: CubeOffer | None


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a game moves at most (`covered`), what it moves now, and what the cube would make of it.

    Between games they are those of the next one. `offer` is the cube on offer, or the one that
    the side to act may offer now; None where nobody may turn it.
    """

    stake: int
    covered: int
    now: Amounts
    offer: CubeOffer | None


def stakes_at(state: MatchState) -> Stakes | None:
    """What is at stake; None where nobody plays for chips, and after the end."""
    length = state.rules.length
    if not isinstance(length, TableStakes) or state.phase is Phase.OVER:
        return None
    if state.phase in GAME_PHASES:
        value, is_single = state.running_game.cube.value, counts_single(state)
    else:
        value, is_single = 1, state.rules.cube.jacoby
    now = _amounts(state, value, is_single=is_single)
    return Stakes(length.stake, min(state.score), now, _offer(state))


def _offer(state: MatchState) -> CubeOffer | None:
    side = state.to_act
    if side is None or state.phase in OFFER_FACTORS:
        return None if side is None else _offered(state)
    if action_fault(state, side, Double) is not None:
        return None
    return _offered(evolve(state, Doubled(side, state.running_game.cube.value * 2)))


def _offered(state: MatchState) -> CubeOffer:
    """The cube that lies before the side to act."""
    value = state.running_game.cube.value * OFFER_FACTORS[state.phase]
    taken = _amounts(state, value, is_single=False)
    return CubeOffer(taken, _chips(state, value // 2), _turned(state, value))


def _turned(state: MatchState, value: int) -> CubeOffer | None:
    side, turning = state.to_act, _TURNINGS.get(state.phase)
    if side is None or turning is None:
        return None
    action, event = turning
    if action_fault(state, side, action) is not None:
        return None
    return _offered(evolve(state, event(side, value * 2)))


def _amounts(state: MatchState, value: int, *, is_single: bool) -> Amounts:
    variant = state.rules.variant
    single, gammon, backgammon = (
        _chips(state, game_points(kind, value, variant, counts_single=is_single))
        for kind in WinKind
    )
    return Amounts(value, single, gammon, None if variant.worth.backgammon is None else backgammon)


def _chips(state: MatchState, points: int) -> int:
    return state.rules.length.chips(state.score, points)
