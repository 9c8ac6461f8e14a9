"""Why a move, a play or a set of rules is refused: one named fault each, in a plain sentence."""

from dataclasses import replace

import pytest

from backgammon import (
    BACKGAMMON,
    LONG_NARDY,
    ClockRules,
    Cube,
    CubeRules,
    Dice,
    Double,
    Drop,
    Fault,
    FirstMove,
    FixedGames,
    GivenDice,
    Holland,
    IllegalPlay,
    InvalidRules,
    MakePlay,
    MatchState,
    NotationError,
    OpenGame,
    Position,
    PositionProblem,
    Roll,
    Rules,
    SeededDice,
    Side,
    TableStakes,
    Take,
    TieBreak,
    explain_play,
    find_variant,
    initial_state,
    set_up,
)
from backgammon.notation.options import rules_with_options
from backgammon.position import points
from backgammon.scoring import has_contact
from backgammon.variants import VARIANTS
from tests.rules.builders import BLACK, START, WHITE, Sitting, a_game, moves, plays_of, position

HOME = "6:2 5:2 4:2 3:2 2:2 1:2 off:3"
AWAY = "6:5 5:5 4:5"


def _in(key: str, white: str, black: str, dice: tuple[int, int]) -> MatchState:
    return a_game(white, black, dice=dice, rules=Rules.match(7, variant=find_variant(key)))


@pytest.mark.parametrize(
    ("state", "play", "fault"),
    [
        (a_game(dice=(6, 1)), "12/6 8/7", Fault.NO_CHECKER),
        (a_game(dice=(6, 1)), "13/8 8/7", Fault.DIE_NOT_LEFT),
        (a_game(dice=(6, 5)), "24/19 13/7", Fault.POINT_BLOCKED),
        (a_game(dice=(6, 5)), "6/off(6) 13/8", Fault.NOT_ALL_HOME),
        (a_game(HOME, AWAY, dice=(5, 5)), "4/off(5)", Fault.HIGHER_CHECKER),
        (a_game("bar:1 6:14", AWAY, dice=(5, 1)), "6/5", Fault.BAR_FIRST),
        (a_game(dice=(2, 1)), "13/11 6/5 5/4", Fault.TOO_MANY_MOVES),
        (a_game(dice=(2, 1)), "13/11", Fault.MUST_PLAY_MORE),
        (_in("forced_bear_off", HOME, AWAY, (6, 5)), "5/off(5) 6/1(5)", Fault.DIE_NOT_LEFT),
        (_in("forced_bear_off", HOME, AWAY, (2, 1)), "6/4", Fault.EXACT_BEAR_OFF),
        (_in("forced_bear_off", "6:2 4:2 off:11", AWAY, (5, 2)), "4/2", Fault.REARMOST_FIRST),
        (_in("rearmost_bear_off", HOME, AWAY, (2, 1)), "5/3", Fault.REARMOST_FIRST),
        (_in("rearmost_bear_off", HOME, AWAY, (2, 1)), "2/off(2)", Fault.REARMOST_FIRST),
        (_in("five_high", START, START, (5, 2)), "13/8 8/6", Fault.STACK_LIMIT),
        (_in("long_nardy", "24:14 13:1", "24:14 13:1", (3, 3)), "24/21 24/21", Fault.HEAD_RULE),
        (
            _in("long_nardy", "24:5 10:2 9:2 8:2 7:2 6:2", "24:14 23:1", (3, 1)),
            "8/5",
            Fault.PRIME_RULE,
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Fault) else "",
)
def test_a_refused_play_names_its_fault(state: MatchState, play: str, fault: Fault) -> None:
    assert explain_play(state, moves(play)) is fault


def test_checkers_that_are_off_or_nowhere_cannot_move() -> None:
    state = a_game(HOME, AWAY, dice=(6, 1))
    for source in (-3, 0, 26, 40):
        play = tuple(replace(move, source=source) for move in moves("6/off(6)"))
        assert explain_play(state, play) is Fault.NO_CHECKER


SENTENCES = (
    (
        a_game("11:1 10:1 3:5 2:4 1:4", "21:2 20:2 6:5 5:3 4:3", dice=(6, 4)),
        "10/6",
        "Both dice can be played: 11/7 then 7/1.",
        (11, 7),
    ),
    (a_game(dice=(3, 1)), "", "Both dice can be played: 24/21 then 24/23.", (24, 24)),
    (
        a_game("24:1 13:1 3:5 2:4 1:4", "6:4 5:3 4:3 3:3 2:2", dice=(4, 4)),
        "13/9 9/5",
        "More of the roll can be played: 13/9 then 9/5 then 5/1.",
        (13, 9, 5),
    ),
    (
        a_game("13:1 3:5 2:5 1:4", "21:2 6:5 5:4 4:4", dice=(6, 3)),
        "13/10",
        "Only one die can be played: the 6, 13/7.",
        (13,),
    ),
    (
        a_game("bar:1 13:3 8:3 6:8", START, dice=(5, 1)),
        "13/8",
        "Your checkers on the bar must enter first.",
        (13, 8),
    ),
    (a_game(dice=(6, 5)), "24/19", "Point 19 is closed by the other side.", (24, 19)),
    (a_game(dice=(6, 5)), "bar/19", "There is no checker of yours on the bar.", (25, 19)),
    (a_game(dice=(6, 5)), "12/6", "There is no checker of yours on point 12.", (12, 6)),
    (a_game(dice=(6, 5)), "24/20", "There is no 4 left to play.", (24, 20)),
    (
        a_game(HOME, AWAY, dice=(5, 4)),
        "3/off(5)",
        "The 5 cannot bear off from point 3 while a checker stands on a higher point.",
        (3,),
    ),
    (
        a_game(dice=(6, 5)),
        "6/off(6)",
        "You may bear off only when all your checkers are in your home board.",
        (6,),
    ),
    (
        _in("forced_bear_off", HOME, AWAY, (2, 1)),
        "6/4",
        "With the 2 you must bear off from point 2.",
        (6, 4),
    ),
    (
        _in("five_high", START, START, (5, 2)),
        "8/6",
        "Point 6 already holds as many checkers as it may.",
        (8, 6),
    ),
    (
        _in("long_nardy", "24:14 13:1", "24:14 13:1", (3, 3)),
        "24/21 24/21",
        "No more checkers may leave the head this turn.",
        (24, 21),
    ),
    (
        _in("long_nardy", "24:5 10:2 9:2 8:2 7:2 6:2", "24:14 23:1", (3, 1)),
        "8/5",
        "Six points in a row need an enemy checker that is already past them.",
        (8, 5),
    ),
)


@pytest.mark.parametrize(("state", "play", "sentence", "squares"), SENTENCES, ids=range(15))
def test_a_refusal_tells_a_player_what_would_help_and_the_board_where(
    state: MatchState, play: str, sentence: str, squares: tuple[int, ...]
) -> None:
    with pytest.raises(IllegalPlay) as caught:
        Sitting(state).act(WHITE, MakePlay(moves(play)))
    assert str(caught.value) == sentence
    assert caught.value.points == squares


def test_every_sentence_can_be_filled_and_every_code_is_its_name() -> None:
    blanks = {"source": 1, "target": 1, "die": 1, "play": "", "count": 1, "found": ""}
    blanks |= {
        "detail": "",
        "key": "",
        "value": "",
        "form": "",
        "white": 0,
        "black": 0,
        "found": "",
    }
    for fault in Fault:
        assert fault.template.format(**blanks).endswith((".", ".."))
        assert fault.code == fault.name.lower()


def test_asking_about_a_turn_without_dice_or_game_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no game has begun"):
        explain_play(initial_state(Rules.match(1)), ())
    with pytest.raises(ValueError, match="dice have not been thrown"):
        explain_play(a_game(), ())


def test_the_house_variants_combine() -> None:
    both = find_variant("five_high+forced_bear_off")
    assert both.key == "forced_bear_off+five_high"
    assert both.bear_off.value == "forced"
    assert len(both.restrictions) == 1
    assert find_variant("forced_bear_off+five_high") == both


@pytest.mark.parametrize(
    "key", ["", "Backgammon", "forced_bear_off+rearmost_bear_off", "five_high+nackgammon", "+"]
)
def test_what_is_no_variant_is_refused(key: str) -> None:
    with pytest.raises(NotationError) as caught:
        find_variant(key)
    assert caught.value.fault is Fault.UNKNOWN_VARIANT


def test_variants_begin_as_players_know_them() -> None:
    starts = {variant.key: variant.start for variant in VARIANTS}
    assert starts["backgammon"] == points(p24=2, p13=5, p8=3, p6=5)
    assert starts["nackgammon"] == points(p24=2, p23=2, p13=4, p8=3, p6=4)
    assert starts["hypergammon"] == points(p24=1, p23=1, p22=1)
    assert starts["long_nardy"] == points(p24=15)
    assert all(not variant.opening_position.problems(variant) for variant in VARIANTS)


def test_start_positions_are_playable_data() -> None:
    three = find_variant("hypergammon")
    state = set_up(Rules.match(1, variant=three), three.opening_position, WHITE, dice=Dice(6, 5))
    assert "24/18 23/18" in plays_of(state)


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (Rules.match(0), Fault.LENGTH_RANGE),
        (Rules.match(26), Fault.LENGTH_RANGE),
        (Rules.fixed(0), Fault.LENGTH_RANGE),
        (Rules.table(0, 5, 5), Fault.STAKE_RANGE),
        (Rules.table(10, 50, 0), Fault.STAKE_RANGE),
        (Rules.match(3, cube=CubeRules(jacoby=True)), Fault.JACOBY_IN_MATCH),
        (Rules.match(3, cube=CubeRules(beavers=True)), Fault.BEAVERS_IN_MATCH),
        (Rules.match(3, cube=CubeRules(cap=64)), Fault.CUBE_CAP_IN_MATCH),
        (
            Rules.match(3, cube=CubeRules(automatic_doubles=None)),
            Fault.AUTOMATIC_DOUBLES_IN_MATCH,
        ),
        (Rules.fixed(3, cube=CubeRules(raccoons=True)), Fault.RACCOONS_NEED_BEAVERS),
        (Rules.fixed(3, cube=CubeRules(crawford=True)), Fault.CRAWFORD_NEEDS_MATCH),
        (
            Rules.fixed(3, cube=CubeRules(holland=Holland.POST_CRAWFORD)),
            Fault.HOLLAND_NEEDS_MATCH,
        ),
        (Rules.fixed(3, cube=CubeRules(cap=48)), Fault.CUBE_CAP_VALUE),
        (Rules.fixed(3, cube=CubeRules(automatic_doubles=-1)), Fault.AUTOMATIC_DOUBLES_VALUE),
        (Rules.match(3, variant=LONG_NARDY, cube=CubeRules()), Fault.VARIANT_HAS_NO_CUBE),
        (Rules.match(3, first_move=FirstMove.LOSER), Fault.FIRST_MOVE_IN_VARIANT),
        (Rules.match(3, clock=ClockRules(delay_ms=-1, reserve_ms=5)), Fault.CLOCK_RANGE),
        (Rules.match(3, clock=ClockRules(delay_ms=1, reserve_ms=0)), Fault.CLOCK_RANGE),
    ],
    ids=lambda value: value.code if isinstance(value, Fault) else "",
)
def test_options_that_do_not_fit_together_are_refused(rules: Rules, fault: Fault) -> None:
    assert fault in rules.problems()
    with pytest.raises(InvalidRules):
        initial_state(rules)


def test_the_presets_are_sound() -> None:
    for variant in VARIANTS:
        assert Rules.match(7, variant=variant).problems() == ()
        assert Rules.fixed(3, variant=variant).problems() == ()
        assert Rules.table(1, 20, 30, variant=variant).problems() == ()


def test_a_capped_cube_goes_no_higher() -> None:
    capped = Rules.fixed(3, cube=CubeRules(dead_cube=False, cap=4))
    sitting = Sitting(a_game(rules=capped, cube=Cube(2, WHITE)))
    sitting.act(WHITE, Double())
    at_the_top = Sitting(a_game(rules=capped, cube=Cube(4, WHITE)))
    assert at_the_top.refusal(WHITE, Double()) is Fault.CAP_REACHED


def test_opening_ties_turn_the_cube_no_higher_than_its_cap() -> None:
    rules = Rules.fixed(3, cube=CubeRules(dead_cube=False, automatic_doubles=None, cap=4))
    sitting = Sitting(initial_state(rules), throws=[(1, 1)] * 5 + [(2, 1)])
    sitting.act(None, OpenGame())
    assert sitting.state.running_game.cube == Cube(4, None)


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        (Position((0,) * 25, points(p6=15)), PositionProblem.SHAPE),
        (Position(points(p6=16), points(p6=15)), PositionProblem.SHAPE),
        (Position((-1, *points(p6=15)[1:]), points(p6=15)), PositionProblem.SHAPE),
        (Position(points(p6=14), points(p6=15)), PositionProblem.COUNT),
        (Position(points(p6=15), points(p19=15)), PositionProblem.SHARED_POINT),
        (Position(points(off=15), points(off=15)), PositionProblem.BOTH_FINISHED),
    ],
    ids=lambda value: value.name if isinstance(value, PositionProblem) else "",
)
def test_an_unsound_position_says_what_is_wrong(place: Position, problem: PositionProblem) -> None:
    assert place.problems(BACKGAMMON) == problem
    with pytest.raises(NotationError):
        set_up(Rules.match(1), place, WHITE)


def test_what_is_wrong_with_a_position_is_told_with_what_was_found() -> None:
    for place, sentence in (
        (Position(points(p6=14), points(p6=15)), "Each side has 15 checkers, not 14 and 15."),
        (
            Position(points(p6=14, p8=1), points(p19=3, p6=12)),
            "Both sides stand on one point, white's 6.",
        ),
    ):
        with pytest.raises(NotationError) as caught:
            set_up(Rules.match(1), place, WHITE)
        assert str(caught.value) == sentence


def test_long_nardy_has_no_bar_and_shares_points_half_a_board_apart() -> None:
    barred = Position(points(bar=1, p6=14), points(p6=15))
    assert barred.problems(LONG_NARDY) == PositionProblem.BAR_USED
    shared = Position(points(p6=15), points(p18=15))
    assert shared.problems(LONG_NARDY) == PositionProblem.SHARED_POINT


def test_pips_count_every_checker_not_yet_off() -> None:
    start = position(START, "bar:2 6:13")
    assert start.pips(WHITE) == 167
    assert start.pips(BLACK) == 2 * 25 + 13 * 6


def test_dice_are_one_to_six_and_a_double_is_four_moves() -> None:
    assert Dice(6, 1).pips == (6, 1)
    assert Dice(3, 3).pips == (3, 3, 3, 3)
    assert tuple(Dice(2, 5)) == (2, 5)
    for wrong in (0, 7, True, 2.0, "3", None):
        with pytest.raises(NotationError) as caught:
            Dice(1, wrong)  # type: ignore[arg-type]
        assert caught.value.fault is Fault.BAD_DIE


def test_dice_sources_repeat_themselves_and_given_dice_run_out() -> None:
    one, two = SeededDice(5), SeededDice(5)
    assert [one.roll() for _ in range(20)] == [two.roll() for _ in range(20)]
    given = GivenDice([(1, 2)])
    assert given.roll() == (1, 2)
    with pytest.raises(NotationError, match="not enough dice"):
        given.roll()


def test_the_other_side_of_the_other_side_is_the_side() -> None:
    for side in Side:
        assert side.other is not side
        assert side.other.other is side


@pytest.mark.parametrize(
    ("preset", "options", "expected"),
    [
        (Rules.match(5), {"crawford": False}, CubeRules()),
        (
            Rules.match(5),
            {"holland": "post_crawford"},
            CubeRules(crawford=True, holland=Holland.POST_CRAWFORD),
        ),
        (Rules.match(5), {"cube": False}, CubeRules(crawford=True, enabled=False)),
        (
            Rules.fixed(5),
            {"beavers": True, "raccoons": True, "automatic_doubles": None, "cube_cap": 64},
            CubeRules(dead_cube=False, beavers=True, raccoons=True, automatic_doubles=None, cap=64),
        ),
        (Rules.fixed(5), {"jacoby": True}, CubeRules(dead_cube=False, jacoby=True)),
    ],
    ids=str,
)
def test_options_of_the_card_change_the_cube_of_a_preset(
    preset: Rules, options: dict[str, object], expected: CubeRules
) -> None:
    assert rules_with_options(preset, options).cube == expected


def test_options_of_the_card_change_length_and_first_move() -> None:
    level = rules_with_options(Rules.fixed(3), {"tie_break": "one_more_game"})
    assert level.length == FixedGames(3, TieBreak.ONE_MORE_GAME)
    table = rules_with_options(Rules.table(1, 9, 9), {"leave_between_games": False, "top_up": True})
    assert table.length == TableStakes(1, 9, 9, leave_between_games=False, top_up=True)
    nardy = Rules.match(3, variant=LONG_NARDY)
    assert nardy.first_move is FirstMove.ALTERNATE
    assert rules_with_options(nardy, {"first_move": "loser"}).first_move is FirstMove.LOSER
    assert rules_with_options(nardy, {"last_roll": True}) == nardy


def test_an_option_of_a_variant_takes_its_own_values_only() -> None:
    with pytest.raises(NotationError) as caught:
        find_variant("long_nardy", {"end_setting": "koks"})
    assert caught.value.fault is Fault.BAD_OPTION


def test_nothing_of_a_turn_can_be_asked_between_games() -> None:
    sitting = Sitting(initial_state(Rules.match(3)))
    for action in (Roll(), Double(), Take(), Drop(), MakePlay(())):
        assert sitting.refusal(WHITE, action) is Fault.WRONG_PHASE


def test_a_roll_that_cannot_be_played_is_the_empty_play_and_no_other() -> None:
    shut_out = a_game("bar:1 6:14", "6:2 5:2 4:2 3:2 2:2 1:2 8:3", dice=(6, 5))
    assert plays_of(shut_out) == []
    assert explain_play(shut_out, ()) is None
    assert explain_play(shut_out, moves("bar/19")) is Fault.POINT_BLOCKED


def test_contact_ends_when_the_rearmost_checkers_have_passed() -> None:
    assert has_contact(position(START, START))
    assert has_contact(position("bar:1 1:14", "1:15"))
    assert has_contact(position("13:1 1:14", "13:1 1:14"))
    assert not has_contact(position("12:1 1:14", "12:1 1:14"))
    assert not has_contact(position("off:15", "20:15"))
