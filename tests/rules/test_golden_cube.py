"""Golden rows of the cube: who may turn it, how high, beavers, opening ties, resignations."""

from dataclasses import replace
from typing import Any

from backgammon import (
    AcceptResignation,
    Action,
    Beaver,
    Cube,
    CubeRules,
    DeclineResignation,
    Dice,
    Double,
    Drop,
    Fault,
    Holland,
    MatchState,
    OpenGame,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Rules,
    Side,
    Take,
    WinKind,
    initial_state,
    legal_actions,
    resignation_cost,
)
from backgammon.engine import action_fault
from backgammon.state import PerSide
from tests.rules.builders import BLACK, START, WHITE, Sitting, a_game, names, result_of
from tests.rules.golden_games import KINDS, Row, each_row, money, opened, won

NO_CRAWFORD = CubeRules(crawford=False)


def _legality_state(given: Row) -> MatchState:
    """The moment a row of `cube_legality` describes, white the side that asks."""
    length = given.get("match_to")
    if length:
        score = tuple(given.get("score_self_opp", (0, 0)))
        is_crawford = given.get("crawford_game", False)
        return a_game(rules=Rules.match(length), score=score, crawford=is_crawford)
    owner = {"self": WHITE, "opponent": BLACK}.get(given.get("owner", ""))
    rules = money(enabled=given.get("cube_in_play", True))
    if "opening turn" in given.get("phase", ""):
        return opened(initial_state(rules))
    dice = (2, 1) if given.get("phase") == "dice already rolled" else None
    return a_game(rules=rules, cube=Cube(given.get("cube", 1), owner), dice=dice)


@each_row("cube_legality")
def test_who_may_double(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    sitting = Sitting(_legality_state(given))
    if not expect.get("may_double", True):
        assert sitting.refusal(WHITE, Double()).code == expect["reason"]
        return
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Take())
    cube = sitting.state.running_game.cube
    assert cube.owner is BLACK
    assert cube.value == expect.get("cube_after_take", expect.get("cube", cube.value))


@each_row("max_cube")
def test_the_highest_useful_cube_of_a_match(row: Row) -> None:
    given = row["given"]
    doubler = WHITE if given["first_doubler"] == "A" else BLACK
    rules = Rules.match(given["match_to"], cube=NO_CRAWFORD)
    state = a_game(rules=rules, score=tuple(given["score_A_B"]), on_roll=doubler)
    while Double in legal_actions(state, doubler):
        sitting = Sitting(state)
        sitting.act(doubler, Double())
        sitting.act(doubler.other, Take())
        doubler = doubler.other
        game = replace(sitting.state.running_game, on_roll=doubler)
        state = replace(sitting.state, to_act=doubler, game=game)
    assert state.running_game.cube.value == row["expect"]["highest_cube_reached"]


def _turned(given: Row) -> list[tuple[Side, Action]]:
    """The turns of the cube a row tells, by its words."""
    words: dict[str, Action] = {
        "doubles": Double(),
        "redoubles": Double(),
        "beavers": Beaver(),
        "raccoons": Raccoon(),
        "accepts": Take(),
        "drops": Drop(),
        "turns": Beaver(),
    }
    told = [
        (key.removeprefix("then_").removeprefix("finally_"), text)
        for key, text in given.items()
        if isinstance(text, str)
    ]
    return [
        (WHITE if who == "A" else BLACK, words[text.split()[0]])
        for who, text in told
        if who in ("A", "B")
    ]


@each_row("beaver")
def test_beavers_and_raccoons(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    if "moment" in given:
        _check_a_late_beaver()
        return
    is_on = given.get("beavers_enabled", True)
    rules = money(beavers=is_on, raccoons=is_on, jacoby=given.get("jacoby", False))
    cube = Cube(given.get("cube", 1), WHITE if given.get("owner") == "A" else None)
    sitting = Sitting(a_game(rules=rules, cube=cube))
    for side, action in _turned(given):
        fault = action_fault(sitting.state, side, type(action))
        if fault is not None:
            assert fault is Fault.BEAVERS_OFF
            assert "otter" in str(given) or expect["reason"] == fault.code
            assert sitting.state.phase in (Phase.DOUBLED, Phase.RACCOONED)
            return
        sitting.act(side, action)
    game = sitting.state.running_game
    if "cube" in expect:
        assert game.cube == Cube(expect["cube"], BLACK)
        return
    if "result" in given:
        _, points = won(sitting.state, BLACK, WinKind.GAMMON, game.cube)
        assert points == expect["points"]
        return
    result = result_of(sitting.state)
    assert result.winner is (WHITE if expect["winner"] == "A" else BLACK)
    assert result.points == expect["points"]


def _check_a_late_beaver() -> None:
    sitting = Sitting(a_game(rules=money(beavers=True)))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Take())
    game = replace(sitting.state.running_game, on_roll=BLACK)
    sitting.state = replace(sitting.state, to_act=BLACK, game=game)
    assert sitting.refusal(BLACK, Beaver()) is Fault.WRONG_PHASE
    sitting.act(BLACK, Double())
    sitting.act(WHITE, Take())
    assert sitting.state.running_game.cube == Cube(4, WHITE)


@each_row("automatic_doubles")
def test_opening_ties_turn_the_cube(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    jacoby = given.get("jacoby", False)
    if "class" in given:
        state = opened(initial_state(money(jacoby=jacoby)))
        _, points = won(state, WHITE, KINDS[given["class"]], Cube(given["cube_after_auto"]))
        assert points == expect["points"]
        return
    throws = [(int(throw[0]), int(throw[2])) for throw in given["opening_throws"]]
    sitting = Sitting(
        initial_state(money(automatic_doubles=given["cap"], jacoby=jacoby)), throws=throws
    )
    sitting.act(None, OpenGame())
    game = sitting.state.running_game
    assert game.cube == Cube(expect["cube"], None)
    if "first_roll" in expect:
        assert game.starter is WHITE
        assert game.dice == Dice(*expect["first_roll"])


@each_row("holland")
def test_no_double_until_both_have_rolled_twice(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    holland = Holland(given["setting"])
    if given.get("match_to"):
        rules = Rules.match(given["match_to"], cube=CubeRules(crawford=True, holland=holland))
        score = (0, 6) if "after" in given["game"] else (0, 0)
        state = a_game(rules=rules, score=score)
    else:
        state = a_game(rules=money(holland=holland))
    rolls = PerSide(given["rolls_made"]["starter"], given["rolls_made"]["second"])
    state = replace(state, game=replace(state.running_game, rolls=rolls))
    fault = action_fault(state, WHITE, Double)
    assert (fault is None) is expect["may_double"]
    assert fault is None or fault is Fault.HOLLAND


_RESIGNERS = {
    "one checker off": ("off:1 6:14", "6:15"),
    "none off, none on the bar or in the winner's home, no contact left (race)": ("6:15", "6:15"),
    "no contact, none off": ("6:15", "6:15"),
    "starting position": (START, START),
    "none off, one on the bar": ("bar:1 6:14", "6:15"),
}


@each_row("resign")
def test_what_a_resignation_costs(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    if "class_if_the_game_ended_now" in expect:
        _check_the_least_without_consent(given, expect)
    elif "level_offered_and_accepted" in given:
        sitting = Sitting(a_game(rules=money(), cube=Cube(given["cube"])))
        level = KINDS[given["level_offered_and_accepted"]]
        if names(sitting.act(WHITE, Resign(level))) == ["ResignationOffered"]:
            sitting.act(BLACK, AcceptResignation())
        assert result_of(sitting.state).points == expect["points"]
    else:
        sitting = Sitting(a_game())
        sitting.act(BLACK, Resign(WinKind.SINGLE))
        before = replace(sitting.state, game=replace(sitting.state.running_game, offer=None))
        sitting.act(WHITE, DeclineResignation())
        assert sitting.state == before
        assert Resign in legal_actions(sitting.state, BLACK)


def _check_the_least_without_consent(given: Row, expect: Row) -> None:
    own, other = _RESIGNERS[given["resigner"]]
    taken = given.get("a_player_double_was_accepted", False)
    cube = Cube(given.get("cube", 1), BLACK if taken else None)
    rules, score = money(jacoby=given.get("jacoby", False)), (0, 0)
    if "match_to" in given:
        rules, score = Rules.match(given["match_to"]), tuple(given["score_resigner_opponent"])
    state = a_game(own, other, rules=rules, score=score, cube=cube, on_roll=BLACK)
    least = KINDS[expect["least_without_consent"]]
    assert resignation_cost(state, WHITE) is least
    if least > WinKind.SINGLE:
        offered = Sitting(state).act(WHITE, Resign(WinKind(least - 1)))
        assert names(offered) == ["ResignationOffered"]
    sitting = Sitting(state)
    sitting.act(WHITE, Resign(least))
    result = result_of(sitting.state)
    for key in ("points", "points_at_cube_1"):
        assert result.points == expect.get(key, result.points)
    if "match_over" in expect:
        assert (sitting.state.phase is Phase.OVER) is expect["match_over"]
    if "score_after_resigner_opponent" in expect:
        assert sitting.state.score == tuple(expect["score_after_resigner_opponent"])
        assert opened(sitting.state).running_game.crawford is expect["next_game_is_crawford"]


def _table(given: Row, **cube: Any) -> Rules:
    rules = Rules.table(given["unit"], given["stack_A"], given["stack_B"])
    return replace(rules, cube=replace(rules.cube, **cube))


@each_row("table_stakes_cube")
def test_the_cube_at_a_table(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    if "session" in given:
        _check_a_session(expect)
    elif "automatic_doubles" in given:
        ties = [(3, 3)] * 4 + [(2, 1)]
        rules = _table(given, automatic_doubles=given["cap"])
        sitting = Sitting(initial_state(rules), throws=ties)
        sitting.act(None, OpenGame())
        assert sitting.state.running_game.cube.value == expect["cube"]
    elif "class" in given:
        state, _ = won(opened(initial_state(_table(given))), WHITE, KINDS[given["class"]], Cube())
        assert state.score[0] - given["stack_A"] == expect["transfer_B_to_A"]
    else:
        _check_doubling_at_a_table(given, expect)


def _check_doubling_at_a_table(given: Row, expect: Row) -> None:
    sitting = Sitting(a_game(rules=_table(given), cube=Cube(given["cube"])), throws=[(2, 1)])
    if "doubler_otherwise_entitled" in given:
        fault = action_fault(sitting.state, WHITE, Double)
        assert (fault is None) is expect["may_double"]
        assert fault is None or fault.code == expect["reason"]
        return
    sitting.act(WHITE, Double())
    if not expect.get("allowed", True):
        assert sitting.refusal(BLACK, Beaver()).code == expect["reason"]
        return
    sitting.act(BLACK, Beaver())
    assert sitting.refusal(WHITE, Roll()) is Fault.WRONG_PHASE
    sitting.act(WHITE, Drop())
    assert given["stack_A"] - sitting.state.score[0] == expect["transfer_A_to_B"]


def _check_a_session(expect: Row) -> None:
    state = initial_state(Rules.table(10, 60, 60))
    stacks = []
    for winner, cube in ((WHITE, 2), (BLACK, 4), (WHITE, 8)):
        state, _ = won(opened(state), winner, WinKind.SINGLE, Cube(cube, winner))
        stacks.append(list(state.score))
    assert stacks == expect["stacks_after_each_game"]
