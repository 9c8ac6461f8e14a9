"""Bots: always a legal action, sensible plays, cube by the stated rule, far better than chance."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import (
    LONG_NARDY,
    AcceptResignation,
    Beaver,
    CubeRules,
    DeclineResignation,
    Double,
    Drop,
    Fault,
    MakePlay,
    MatchState,
    NotationError,
    Phase,
    Position,
    Raccoon,
    Resign,
    Roll,
    Rules,
    SeededDice,
    Side,
    StartGame,
    Take,
    WinKind,
    find_variant,
    initial_state,
    start_match,
)
from backgammon.bots import BOTS, Bot, HouseBot, RandomBot, find_bot
from backgammon.bots.evaluation import cells_of, closed_value, race_count, value
from backgammon.bots.positional import winning_chance
from backgammon.bots.shots import exposure
from backgammon.packed import pack
from tests.rules.builders import BLACK, WHITE, Sitting, a_game, checkers, position, written

HOUSE = HouseBot()


def _winner(white: Bot, black: Bot, seed: int, rules: Rules | None = None) -> Side | None:
    """Who wins a match between two bots; every action they choose must be legal."""
    bots, dice = {WHITE: white, BLACK: black}, SeededDice(seed)
    sitting = Sitting(start_match(rules or Rules.match(1), dice=dice))
    while sitting.state.phase is not Phase.OVER:
        sitting.throws = [dice.roll() for _ in range(12)]
        for side, bot in bots.items():
            action = bot.choose_action(sitting.state, side)
            if action is not None:
                sitting.act(side, action)
                break
        else:
            raise AssertionError(f"nobody acts in {sitting.state.phase}")
    assert sitting.state.outcome is not None
    return sitting.state.outcome.winner


def test_the_house_bot_beats_a_random_player_in_95_of_100_one_point_games() -> None:
    won = 0
    for seed in range(100):
        chance = RandomBot(random.Random(seed))
        if seed % 2:
            won += _winner(HOUSE, chance, seed) is WHITE
        else:
            won += _winner(chance, HOUSE, seed) is BLACK
    assert won >= 95


@settings(max_examples=12, deadline=None)
@given(
    rules=st.sampled_from(
        [
            Rules.match(3),
            Rules.table(5, 60, 90, cube=CubeRules(beavers=True, raccoons=True, dead_cube=False)),
            Rules.match(2, variant=find_variant("long_nardy", {"last_roll": True})),
            Rules.match(3, variant=find_variant("hypergammon")),
            Rules.match(2, variant=find_variant("forced_bear_off+five_high")),
        ]
    ),
    seed=st.integers(0, 10_000),
)
def test_bots_play_whole_matches_of_every_kind_to_the_end(rules: Rules, seed: int) -> None:
    _winner(HOUSE, RandomBot(random.Random(seed)), seed, rules)


def _play(state: MatchState) -> str:
    action = HOUSE.choose_action(state, state.running_game.on_roll)
    assert isinstance(action, MakePlay)
    return " ".join(sorted(written(action.play).split(), key=_descending))


def _descending(step: str) -> tuple[int, str]:
    source = step.split("/")[0]
    return (-25 if source == "bar" else -int(source), step)


@pytest.mark.parametrize(
    ("dice", "play"),
    [
        ((3, 1), "8/5 6/5"),
        ((4, 2), "8/4 6/4"),
        ((6, 1), "13/7 8/7"),
        ((5, 3), "8/3 6/3"),
        ((6, 5), "24/18 18/13"),
    ],
    ids=str,
)
def test_the_house_bot_makes_the_points_every_player_makes(
    dice: tuple[int, int], play: str
) -> None:
    assert _play(a_game(dice=dice)) == play


def test_the_house_bot_hits_where_a_hit_wins_the_race() -> None:
    state = a_game("24:2 13:5 8:3 6:5", "21:1 24:1 13:5 8:3 6:5", dice=(4, 2))
    assert "8/4" in _play(state)


def test_the_house_bot_bears_off_rather_than_moving_down() -> None:
    state = a_game("6:2 5:2 4:2 off:9", "6:5 5:5 4:5", dice=(6, 5))
    assert _play(state) == "6/off 5/off"


def test_the_house_bot_acts_on_its_turn_and_is_silent_otherwise() -> None:
    fresh = initial_state(Rules.match(3))
    assert HOUSE.choose_action(fresh, WHITE) == StartGame()
    sitting = Sitting(fresh)
    sitting.act(WHITE, StartGame())
    assert HOUSE.choose_action(sitting.state, WHITE) is None
    assert HOUSE.choose_action(a_game(), WHITE) == Roll()
    assert HOUSE.choose_action(a_game(), BLACK) is None


def _race(lead: int) -> tuple[str, str]:
    """Both sides home but for a runner of black, which is behind by `lead` pips."""
    return "6:5 5:5 4:3 3:2", f"6:5 5:5 4:3 3:1 {3 + lead}:1"


@pytest.mark.parametrize(("lead", "doubles"), [(4, False), (9, True)])
def test_the_house_bot_doubles_a_race_it_leads_clearly(lead: int, *, doubles: bool) -> None:
    state = a_game(*_race(lead))
    assert HOUSE.choose_action(state, WHITE) == (Double() if doubles else Roll())


@pytest.mark.parametrize(
    ("lead", "answer"), [(4, Take()), (15, Drop())], ids=["close", "far behind"]
)
def test_the_house_bot_takes_from_a_quarter_and_drops_below(lead: int, answer: Take | Drop) -> None:
    sitting = Sitting(a_game(*_race(lead)))
    sitting.act(WHITE, Double())
    chance = winning_chance(sitting.state, BLACK)
    assert (chance >= 0.25) is (answer == Take())
    assert HOUSE.choose_action(sitting.state, BLACK) == answer


def test_the_house_bot_takes_a_double_it_is_the_favourite_against() -> None:
    sitting = Sitting(a_game(*reversed(_race(21))))
    sitting.act(WHITE, Double())
    assert HOUSE.choose_action(sitting.state, BLACK) == Take()


def test_the_house_bot_behind_after_the_crawford_game_doubles_at_once() -> None:
    assert HOUSE.choose_action(a_game(score=(2, 6)), WHITE) == Double()


def test_the_house_bot_turns_a_double_back_when_it_is_the_favourite() -> None:
    cube = CubeRules(beavers=True, raccoons=True, dead_cube=False)
    sitting = Sitting(a_game(*reversed(_race(21)), rules=Rules.table(1, 90, 90, cube=cube)))
    sitting.act(WHITE, Double())
    assert HOUSE.choose_action(sitting.state, BLACK) == Beaver()
    sitting.act(BLACK, Beaver())
    assert HOUSE.choose_action(sitting.state, WHITE) == Drop()
    foolish = Sitting(a_game(*_race(21), rules=Rules.table(1, 90, 90, cube=cube)))
    foolish.act(WHITE, Double())
    foolish.act(BLACK, Beaver())
    assert HOUSE.choose_action(foolish.state, WHITE) == Raccoon()


def test_the_house_bot_takes_a_fair_resignation_and_refuses_a_cheap_one() -> None:
    even = Sitting(a_game())
    even.act(BLACK, Resign(WinKind.SINGLE))
    assert HOUSE.choose_action(even.state, WHITE) == AcceptResignation()
    crushed = Sitting(a_game("6:2 5:1 off:12", "24:2 13:5 8:3 6:5"))
    crushed.act(BLACK, Resign(WinKind.SINGLE))
    assert HOUSE.choose_action(crushed.state, WHITE) == DeclineResignation()


def test_bots_are_found_by_key() -> None:
    for key in BOTS:
        assert find_bot(key, random.Random(1)).key == key
    with pytest.raises(NotationError) as caught:
        find_bot("grandmaster", random.Random(1))
    assert caught.value.fault is Fault.UNKNOWN_BOT


def test_a_random_player_answers_the_cube_by_a_coin() -> None:
    sitting = Sitting(a_game())
    sitting.act(WHITE, Double())
    bot = RandomBot(random.Random(4))
    answers = {str(bot.choose_action(sitting.state, BLACK)) for _ in range(50)}
    assert answers == {"Take()", "Drop()"}


@pytest.mark.parametrize(
    ("white", "black", "rolls"),
    [
        ("8:1 6:14", "23:1 6:14", 11 + 5),
        ("8:1 6:14", "24:1 6:14", 6),
        ("6:1 5:14", "bar:1 6:14", 11 + 6),
        ("8:1 6:14", "6:15", 0),
        ("7:1 6:2 5:2 4:2 3:2 2:2 1:2 8:2", "bar:2 6:13", 0),
    ],
    ids=["six away", "seven away", "from the bar", "no contact", "shut out"],
)
def test_shots_are_counted_in_rolls_of_36(white: str, black: str, rolls: int) -> None:
    own, enemy = cells_of(pack(position(white, black), WHITE))
    assert exposure(own, enemy).rolls == rolls


def test_waste_counts_in_a_race() -> None:
    smooth, stacked = checkers("6:2 3:2 off:11"), checkers("6:2 4:1 1:2 off:10")
    assert race_count(smooth) < race_count(stacked)


def test_a_closed_board_against_the_bar_is_worth_more_than_an_open_one() -> None:
    closed = cells_of(pack(position("6:2 5:2 4:2 3:2 2:2 1:2 8:3", "bar:1 6:14"), WHITE))
    opened = cells_of(pack(position("6:2 5:2 4:2 3:2 8:2 7:2 9:3", "bar:1 6:14"), WHITE))
    assert value(*closed) > value(*opened)


def test_in_long_nardy_the_house_bot_makes_blocks_and_lets_the_head_go() -> None:
    rules = Rules.match(3, variant=LONG_NARDY)
    opening = a_game("24:15", "24:15", rules=rules, dice=(6, 5))
    assert _play(opening) == "24/18 18/13"
    middle = a_game("24:10 18:2 17:1 16:2", "24:15", rules=rules, dice=(2, 1))
    assert "24/" in _play(middle)
    one_row, scattered = ("9:3 8:3 7:3 24:6", "20:3 15:3 7:3 24:6")
    assert _closed_value(one_row) > _closed_value(scattered)


def _closed_value(own: str) -> float:
    place = Position(checkers(own), checkers("24:15"))
    return closed_value(*cells_of(pack(place, WHITE, LONG_NARDY.geometry)))
