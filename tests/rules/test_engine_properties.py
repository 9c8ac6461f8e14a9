"""What holds for every match of every variant and length, played by chance."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import (
    BACKGAMMON,
    AcceptResignation,
    Annul,
    Beaver,
    ClaimFlag,
    ClockRules,
    CubeRules,
    DeclineResignation,
    Dice,
    Double,
    Drop,
    Event,
    FirstMove,
    FixedGames,
    Forfeit,
    Holland,
    IllegalAction,
    Leave,
    MakePlay,
    MatchState,
    Move,
    OpenGame,
    PenaltyPoint,
    Phase,
    Position,
    Raccoon,
    Resign,
    Roll,
    Rules,
    SeededDice,
    ShiftClock,
    Side,
    StartGame,
    TableStakes,
    Take,
    TieBreak,
    TopUp,
    Turn,
    WinKind,
    decide,
    evolve,
    find_variant,
    initial_state,
    legal_actions,
    legal_plays,
    replay,
    results,
)
from backgammon.movegen import move_fault, play_fault, ways
from backgammon.notation.codec import (
    event_from_dict,
    event_to_dict,
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from backgammon.packed import flipped, pack, unpack
from backgammon.state import GameState, Offer, Outcome, PerSide
from backgammon.variants import VARIANTS
from tests.rules.builders import Sitting, a_random_action, play_random_match

CLOCK = ClockRules(delay_ms=2_000, reserve_ms=500_000)
MONEY = CubeRules(
    dead_cube=False, jacoby=True, beavers=True, raccoons=True, automatic_doubles=2, cap=64
)
LAST_ROLL: dict[str, str | bool] = {
    "last_roll": True,
    "end_setting": "oin",
    "opening_double_exception": "both",
}
EVERY_RULES = (
    *(
        rules
        for variant in (*VARIANTS, find_variant("rearmost_bear_off+five_high"))
        for rules in (
            Rules.match(1, variant=variant),
            Rules.match(3, variant=variant, clock=CLOCK),
            Rules.match(7, variant=variant, clock=replace(CLOCK, reserve_ms=60_000)),
            Rules.fixed(2, variant=variant, clock=replace(CLOCK, renews_each_game=True)),
            Rules.table(3, 20, 35, variant=variant, clock=replace(CLOCK, overtimes=1)),
        )
    ),
    Rules.match(25),
    Rules.fixed(3, cube=MONEY, clock=replace(CLOCK, renews_each_game=True, overtimes=1)),
    Rules.fixed(2, length=FixedGames(2, TieBreak.ONE_MORE_GAME)),
    Rules.match(5, cube=CubeRules(crawford=True, holland=Holland.POST_CRAWFORD)),
    Rules.table(3, 40, 90, clock=replace(CLOCK, reserve_ms=60_000)),
    Rules.table(3, 90, 40, length=TableStakes(3, 90, 40, top_up=True)),
    Rules.table(3, 50, 50, length=TableStakes(3, 50, 50, leave_between_games=False)),
    Rules.match(3, variant=find_variant("long_nardy", LAST_ROLL), first_move=FirstMove.LOSER),
)

seeds = st.integers(0, 2**32)
every_rules = st.sampled_from(EVERY_RULES)


@settings(max_examples=60, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_replaying_the_events_gives_the_same_state(rules: Rules, seed: int) -> None:
    state, events, _ = play_random_match(rules, seed)
    assert replay(rules, events) == state


@settings(max_examples=30, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_a_legal_action_is_never_refused_and_a_finished_match_has_none(
    rules: Rules, seed: int
) -> None:
    """Every random match asks only legal actions; here every other legal one is tried too."""
    state, _, states = play_random_match(rules, seed)
    for side in (*Side, None):
        assert legal_actions(state, side) == frozenset()
    chance = random.Random(seed)
    for each in chance.sample(states, min(12, len(states))):
        for side in (*Side, None):
            for kind in legal_actions(each, side):
                decide(each, side, _filled(kind, each, chance), dice=SeededDice(seed), now_ms=0)


def _filled(kind: Any, state: MatchState, chance: random.Random) -> Any:
    """An action of this kind, with what it needs."""
    if kind is MakePlay:
        return MakePlay(chance.choice(list(legal_plays(state).values())))
    needs = {
        Resign: (WinKind.SINGLE,),
        PenaltyPoint: (Side.WHITE,),
        ShiftClock: (5,),
        TopUp: _room(state),
        Forfeit: (Side.BLACK, "staff"),
        Annul: ("",),
    }
    return kind(*needs.get(kind, ()))


def _room(state: MatchState) -> tuple[Side, int]:
    """A side that may top up, and all it may add; both mean nothing where nobody may."""
    length = state.rules.length
    if not isinstance(length, TableStakes):
        return Side.WHITE, 0
    return max(((side, length.missing(state.score, side)) for side in Side), key=lambda of: of[1])


@settings(max_examples=40, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_no_checker_is_ever_made_or_lost(rules: Rules, seed: int) -> None:
    _, _, states = play_random_match(rules, seed)
    for state in states:
        if state.game is not None:
            for side in Side:
                assert sum(state.game.position.of(side)) == rules.variant.checkers
            before_last = state.phase in (Phase.BETWEEN_GAMES, Phase.OVER)
            assert before_last or not state.game.position.problems(rules.variant)


@settings(max_examples=25, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_every_listed_play_uses_the_most_dice_and_the_higher_of_two(
    rules: Rules, seed: int
) -> None:
    _, _, states = play_random_match(rules, seed)
    for state in states[:: max(1, len(states) // 10)]:
        if state.phase is Phase.TO_MOVE:
            _check_the_most_dice(rules, state)


def _check_the_most_dice(rules: Rules, state: MatchState) -> None:
    turn = state.running_game.turn(rules.variant)
    listed = ways(rules.variant, turn)
    longest = {len(play) for play in listed.values()}
    assert len(longest) == 1
    if longest == {1} and not turn.dice.is_double:
        high, low = max(turn.dice), min(turn.dice)
        can_play_high = any(
            move_fault(rules.variant, turn, turn.start, Move(source, high)) is None
            for source in range(1, 26)
        )
        assert {play[0].die for play in listed.values()} == {high if can_play_high else low}
    for play in listed.values():
        assert play_fault(rules.variant, turn, play) is None


@settings(max_examples=25, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_exchanging_the_seats_changes_nothing_but_the_seats(rules: Rules, seed: int) -> None:
    """Mirrored states, actions and dice give mirrored events and states."""
    chance = random.Random(seed)
    state, mirror = initial_state(rules), _mirrored(initial_state(rules))
    source = SeededDice(seed)
    while state.phase is not Phase.OVER:
        side, action = a_random_action(state, chance)
        throws = [source.roll() for _ in range(12)]
        one = Sitting(state, throws=throws)
        other = Sitting(mirror, throws=[(black, white) for white, black in throws])
        events = one.act(side, action)
        mirrored_events = other.act(side.other, action)
        opening = [type(event).__name__ for event in events]
        assert opening == [type(event).__name__ for event in mirrored_events]
        state, mirror = one.state, other.state
        assert _unordered(_mirrored(state)) == _unordered(mirror)


def _mirrored(state: MatchState) -> MatchState:
    white, black = state.score
    return replace(
        state,
        rules=_mirrored_rules(state.rules),
        to_act=state.to_act and state.to_act.other,
        score=(black, white),
        ready=frozenset(side.other for side in state.ready),
        game=state.game and _mirrored_game(state.game),
        clock=state.clock
        and replace(
            state.clock,
            white_ms=state.clock.black_ms,
            black_ms=state.clock.white_ms,
            running=state.clock.running and state.clock.running.other,
        ),
        outcome=state.outcome
        and Outcome(state.outcome.winner and state.outcome.winner.other, state.outcome.reason),
    )


def _mirrored_rules(rules: Rules) -> Rules:
    length: Any = rules.length
    if hasattr(length, "white"):
        length = replace(length, white=length.black, black=length.white)
    return replace(rules, length=length)


def _mirrored_game(game: GameState) -> GameState:
    white, black = game.first_dice
    result = game.result
    return replace(
        game,
        position=game.position.mirrored,
        starter=game.starter.other,
        on_roll=game.on_roll.other,
        cube=replace(game.cube, owner=game.cube.owner and game.cube.owner.other),
        rolls=PerSide(game.rolls.black, game.rolls.white),
        first_dice=(black, white),
        offer=game.offer and Offer(game.offer.side.other, game.offer.level),
        result=result and replace(result, winner=result.winner and result.winner.other),
    )


def _unordered(state: MatchState) -> MatchState:
    """The state with its dice in order: a mirrored throw shows them the other way round."""
    if state.game is None:
        return state

    def ordered(dice: Dice | None) -> Dice | None:
        return dice and Dice(max(dice), min(dice))

    white, black = state.game.first_dice
    game = replace(
        state.game, dice=ordered(state.game.dice), first_dice=(ordered(white), ordered(black))
    )
    return replace(state, game=game)


@settings(max_examples=25, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_plain_data_gives_back_equal_rules_states_and_events(rules: Rules, seed: int) -> None:
    _, events, states = play_random_match(rules, seed)
    assert rules_from_dict(rules_to_dict(rules)) == rules
    for state in states[::5]:
        assert state_from_dict(state_to_dict(state), rules) == state
    for event in events:
        assert event_from_dict(event_to_dict(event)) == event


plays = st.lists(st.builds(Move, st.integers(-1, 27), st.integers(-1, 7)), max_size=5).map(tuple)
any_action = st.one_of(
    st.sampled_from([StartGame(), Roll(), Double(), Beaver(), Raccoon(), Take(), Drop()]),
    st.sampled_from([AcceptResignation(), DeclineResignation(), ClaimFlag(), OpenGame(), Leave()]),
    st.builds(MakePlay, plays),
    st.builds(Resign, st.sampled_from(WinKind)),
    st.builds(PenaltyPoint, st.sampled_from(Side)),
    st.builds(ShiftClock, st.integers(-5, 10_000)),
    st.builds(TopUp, st.sampled_from(Side), st.integers(-5, 60)),
    st.builds(Forfeit, st.sampled_from(Side), st.text(max_size=5)),
    st.builds(Annul, st.text(max_size=5)),
)
any_side = st.sampled_from([*Side, None])


@settings(max_examples=60, deadline=None)
@given(
    rules=every_rules,
    seed=seeds,
    asked=st.lists(st.tuples(any_side, any_action), max_size=60),
)
def test_an_arbitrary_action_is_answered_or_refused_by_name(
    rules: Rules, seed: int, asked: list[Any]
) -> None:
    state = initial_state(rules)
    events: list[Event] = []
    dice, chance = SeededDice(seed), random.Random(seed)
    for now_ms, (side, action) in enumerate(asked):
        if state.phase is not Phase.OVER and chance.random() < 0.7:
            side, action = a_random_action(state, chance)
        try:
            batch = decide(state, side, action, dice=dice, now_ms=now_ms * 1_000)
        except IllegalAction:
            continue
        for event in batch:
            state = evolve(state, event)
        events += batch
    assert replay(rules, events) == state


@settings(max_examples=300, deadline=None)
@given(seed=seeds)
def test_the_fast_door_agrees_with_the_search_for_plays_on_any_position(seed: int) -> None:
    chance = random.Random(seed)
    start = pack(_any_position(chance), Side.WHITE)
    dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
    assert results(start, dice) == ways(BACKGAMMON, Turn(start, dice)).keys()


def _any_position(chance: random.Random) -> Position:
    """A sound position with any spread of checkers: few or many, home or out, on the bar."""
    reach = chance.choice((6, 8, 12, 24))
    white, black = [0] * 26, [0] * 26
    for own, other in ((white, black), (black, white)):
        places = [point for point in range(1, reach + 1) if not other[25 - point]] + [0, 25]
        for _ in range(15):
            own[chance.choice(places)] += 1
    return Position(tuple(white), tuple(black))


@settings(max_examples=100, deadline=None)
@given(seed=seeds, side=st.sampled_from(Side), variant=st.sampled_from(VARIANTS))
def test_packing_a_position_loses_nothing(seed: int, side: Side, variant: Any) -> None:
    position, geometry = _any_position(random.Random(seed)), variant.geometry
    packed = pack(position, side, geometry)
    assert unpack(packed, side, geometry) == position
    assert flipped(packed, geometry) == pack(position, side.other, geometry)
    assert flipped(flipped(packed, geometry), geometry) == packed
