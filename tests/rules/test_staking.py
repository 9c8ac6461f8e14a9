"""What can be lost at a table of chips, as it is told before a double is offered or answered."""

from dataclasses import replace

import pytest

from backgammon import (
    Beaver,
    Cube,
    CubeOffer,
    Double,
    MatchState,
    OpenGame,
    Resign,
    Rules,
    Side,
    Stakes,
    Take,
    WinKind,
    find_variant,
    initial_state,
    stakes_at,
)
from backgammon.engine import Amounts
from backgammon.notation.codec import state_from_dict, state_to_dict
from tests.rules.builders import BLACK, WHITE, Sitting, a_game, result_of


def at_a_table(
    white: int = 30, black: int = 15, *, cube: Cube | None = None, raccoons: bool = False
) -> MatchState:
    """White on roll at 3 chips a point, Jacoby and beavers on."""
    rules = Rules.table(3, white, black)
    rules = replace(rules, cube=replace(rules.cube, raccoons=raccoons))
    return a_game(rules=rules, cube=cube)


def test_before_a_double_both_can_see_every_amount() -> None:
    assert stakes_at(at_a_table()) == Stakes(
        stake=3,
        covered=15,
        now=Amounts(1, 3, 3, 3),  # Jacoby: nobody has accepted a double
        offer=CubeOffer(
            taken=Amounts(2, 6, 12, 15),
            dropped=3,
            turned=CubeOffer(taken=Amounts(4, 12, 15, 15), dropped=6, turned=None),
        ),
    )


def test_an_offered_cube_tells_the_same_as_before_it_was_offered() -> None:
    sitting = Sitting(at_a_table())
    before = stakes_at(sitting.state)
    sitting.act(WHITE, Double())
    assert stakes_at(sitting.state) == before


def test_a_beaver_and_a_raccoon_tell_what_follows_from_them() -> None:
    sitting = Sitting(at_a_table(500, 500, raccoons=True))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Beaver())
    stakes = stakes_at(sitting.state)
    assert stakes is not None
    assert stakes.now == Amounts(1, 3, 3, 3)
    raccoon = CubeOffer(taken=Amounts(8, 24, 48, 72), dropped=12, turned=None)
    assert stakes.offer == CubeOffer(Amounts(4, 12, 24, 36), dropped=6, turned=raccoon)


def test_d_cub_07_the_amounts_of_a_cube_of_four_are_those_that_move() -> None:
    rules = Rules.table(3, 30, 15)
    state = a_game("6:5 5:5 4:5", rules=rules, cube=Cube(4, BLACK))
    stakes = stakes_at(state)
    assert stakes is not None
    assert stakes.now == Amounts(4, 12, 15, 15)
    assert stakes.offer is None, "the cube is black's"
    sitting = Sitting(state)
    sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    assert (sitting.state.score, result_of(sitting.state).chips) == ((15, 30), 15)


@pytest.mark.parametrize(
    ("cube", "is_offered"), [(Cube(4, WHITE), True), (Cube(8, WHITE), False), (Cube(4), True)]
)
def test_a_cube_that_covers_the_smaller_stack_is_not_offered(cube: Cube, is_offered: bool) -> None:
    stakes = stakes_at(at_a_table(cube=cube))
    assert stakes is not None
    assert (stakes.offer is not None) is is_offered
    assert (stakes.now.single == stakes.covered) is not is_offered


def test_between_games_the_next_game_is_told_from_the_new_stacks() -> None:
    sitting = Sitting(initial_state(Rules.table(3, 30, 15)), throws=[(5, 1)])
    first = stakes_at(sitting.state)
    assert first is not None
    assert (first.covered, first.offer) == (15, None)
    sitting.act(None, OpenGame())
    sitting.act(BLACK, Resign(WinKind.SINGLE))
    assert stakes_at(sitting.state) == Stakes(3, 12, Amounts(1, 3, 3, 3), None)


def test_once_a_double_was_taken_gammons_count() -> None:
    sitting = Sitting(at_a_table(500, 500))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Take())
    stakes = stakes_at(sitting.state)
    assert stakes is not None
    assert stakes.now == Amounts(2, 6, 12, 18)


def test_long_nardy_is_played_for_oin_and_mars_without_a_cube() -> None:
    rules = Rules.table(5, 100, 100, variant=find_variant("long_nardy"))
    sitting = Sitting(initial_state(rules), throws=[(5, 1)])
    sitting.act(None, OpenGame())
    assert stakes_at(sitting.state) == Stakes(5, 100, Amounts(1, 5, 10, None), None)


def test_nothing_is_at_stake_in_points_or_after_the_end() -> None:
    assert stakes_at(a_game(rules=Rules.match(5))) is None
    sitting = Sitting(at_a_table(cube=Cube(8, BLACK)))
    sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    assert sitting.state.score == (15, 30)
    sitting.throws = [(5, 1)]
    sitting.act(None, OpenGame())
    sitting.state = replace(
        sitting.state, game=replace(sitting.state.running_game, cube=Cube(8, BLACK))
    )
    sitting.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    assert stakes_at(sitting.state) is None


def test_a_result_without_chips_is_read_as_none_moved() -> None:
    """States that were stored before results told their chips."""
    sitting = Sitting(a_game(rules=Rules.match(5)))
    sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    plain = state_to_dict(sitting.state)
    del plain["game"]["result"]["chips"]
    assert state_from_dict(plain, sitting.state.rules) == sitting.state
