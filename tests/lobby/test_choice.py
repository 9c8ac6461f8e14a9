"""What can be chosen at a table is data; the rules package alone says what fits together."""

import ast
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from backgammon import (
    VARIANTS,
    ClockRules,
    FirstMove,
    FixedGames,
    Holland,
    Rules,
    TableStakes,
    TieBreak,
)
from backgammon.notation.codec import rules_from_dict, rules_to_dict
from config.environment import ROOT
from lobby.choice import Choice
from lobby.games import ABOUT, GAMES
from lobby.lengths import CLOCKS, KINDS
from lobby.options import OPTIONS, offered

EVERY_CHOICE = list(product(GAMES, KINDS, CLOCKS))


def choice(game: str = "backgammon", kind: str = "match", **changes: Any) -> Choice:
    """What somebody chooses; numbers and options as they are offered unless said otherwise."""
    numbers = {number.key: number.default for number in KINDS[kind].numbers}
    offers = offered(GAMES[game], KINDS[kind], None)
    options = {offer.option.key: offer.sent for offer in offers if offer.is_available}
    return Choice(
        game=GAMES[game],
        kind=KINDS[kind],
        clock=CLOCKS[changes.get("clock", "standard")],
        numbers=numbers | changes.get("numbers", {}),
        options=options | changes.get("options", {}),
    )


def rules_of(*args: str, **changes: Any) -> Rules:
    rules, problems = choice(*args, **changes).rules()
    assert problems == ()
    return rules


def problems_of(*args: str, **changes: Any) -> dict[str, str]:
    """Codes of what does not fit, by field."""
    _, problems = choice(*args, **changes).rules()
    return {problem.field: problem.refusal.code for problem in problems}


def available(game: str, kind: str, sent: dict[str, str] | None = None) -> set[str]:
    offers = offered(GAMES[game], KINDS[kind], sent)
    return {offer.option.key for offer in offers if offer.is_available}


# --- games ------------------------------------------------------------------------


def test_every_variant_of_the_rules_can_be_chosen() -> None:
    assert [variant.key for variant in VARIANTS] == [key for key in GAMES if "+" not in key]


def test_house_rules_that_combine_can_be_chosen_together_and_no_others() -> None:
    joined = {key for key in GAMES if "+" in key}
    assert joined == {"forced_bear_off+five_high", "rearmost_bear_off+five_high"}


def test_every_game_is_explained() -> None:
    assert {variant.key for variant in VARIANTS} == ABOUT.keys()
    assert GAMES["rearmost_bear_off+five_high"].about == (
        "At home only the rearmost checker moves. No point takes more than five of your checkers."
    )


def test_nothing_in_the_lobby_asks_what_a_game_is_called() -> None:
    """No comparison with a variant's key or with one of the options only some games have."""
    for path in (ROOT / "lobby").glob("*.py"):
        compared = {
            part.value
            for node in ast.walk(ast.parse(Path(path).read_text()))
            if isinstance(node, ast.Compare)
            for part in (node.left, *node.comparators)
            if isinstance(part, ast.Constant)
        }
        assert not compared & GAMES.keys(), path


# --- what is offered --------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind", "clock"), EVERY_CHOICE)
def test_what_is_offered_first_is_the_preset_of_the_rules(game, kind, clock) -> None:
    rules = rules_of(game, kind, clock=clock)
    numbers = {number.key: number.default for number in KINDS[kind].numbers}
    preset = KINDS[kind].make(numbers, GAMES[game].variant)
    assert rules_to_dict(rules) | {"clock": None} == rules_to_dict(preset)
    assert rules_from_dict(rules_to_dict(rules)) == rules


@pytest.mark.parametrize(("game", "kind"), list(product(GAMES, KINDS)))
def test_everything_that_is_offered_can_be_had(game, kind) -> None:
    for offer in offered(GAMES[game], KINDS[kind], None):
        if not offer.is_available:
            continue
        for sent in [choice.key for choice in offer.choices] or ["", "on"]:
            options = {offer.option.key: sent}
            if (offer.option.key, sent) == ("cube", ""):
                options |= dict.fromkeys(("jacoby", "beavers", "crawford"), "")
            assert problems_of(game, kind, options=options) == {}


@pytest.mark.parametrize(
    ("game", "kind", "has", "has_not"),
    [
        ("backgammon", "match", {"crawford", "holland"}, {"jacoby", "cube_cap", "tie_break"}),
        ("nackgammon", "fixed", {"jacoby", "beavers", "tie_break"}, {"crawford"}),
        ("five_high", "table", {"jacoby", "automatic_doubles", "cube_cap"}, {"crawford"}),
        ("long_nardy", "match", {"end_setting", "first_move", "last_roll"}, {"cube", "holland"}),
        ("long_nardy", "table", {"opening_double_exception"}, {"jacoby", "beavers", "cube_cap"}),
        ("backgammon", "table", {"leave_between_games", "top_up"}, {"crawford"}),
        ("backgammon", "fixed", set(), {"leave_between_games", "top_up"}),
    ],
)
def test_the_options_that_make_sense_are_offered(game, kind, has, has_not) -> None:
    options = available(game, kind)
    assert has <= options
    assert not has_not & options


def test_an_option_that_needs_another_comes_with_it() -> None:
    assert "raccoons" not in available("backgammon", "fixed", {"cube": "on"})
    assert "raccoons" in available("backgammon", "fixed", {"cube": "on", "beavers": "on"})
    assert available("backgammon", "table", {}) == {"cube", "leave_between_games", "top_up"}


def test_holland_after_crawford_needs_a_crawford_game() -> None:
    def choices(sent: dict[str, str]) -> list[str]:
        (holland,) = (
            offer
            for offer in offered(GAMES["backgammon"], KINDS["match"], sent)
            if offer.option.key == "holland"
        )
        return [each.key for each in holland.choices]

    assert choices({"cube": "on", "crawford": "on"}) == ["off", "post_crawford", "all_games"]
    assert choices({"cube": "on"}) == ["off", "all_games"]


def test_what_cannot_be_had_says_why() -> None:
    offers = offered(GAMES["backgammon"], KINDS["match"], None)
    why = {offer.option.key: str(offer.why_not) for offer in offers if not offer.is_available}
    assert why["jacoby"] == "Not in matches to points."
    assert why["tie_break"] == "For a number of games only."


def test_an_option_keeps_what_it_was_set_to() -> None:
    sent = {"cube": "on", "holland": "all_games", "crawford": ""}
    offers = offered(GAMES["backgammon"], KINDS["match"], sent)
    assert {offer.option.key: offer.sent for offer in offers}["holland"] == "all_games"


# --- the rules that follow --------------------------------------------------------


def test_every_option_reaches_the_rules() -> None:
    options = {
        "jacoby": "",
        "beavers": "on",
        "raccoons": "on",
        "automatic_doubles": "none",
        "holland": "all_games",
        "cube_cap": "64",
    }
    cube = rules_of("backgammon", "table", options=options).cube
    assert (cube.jacoby, cube.beavers, cube.raccoons) == (False, True, True)
    assert (cube.automatic_doubles, cube.holland, cube.cap) == (None, Holland.ALL_GAMES, 64)


def test_the_options_of_long_nardy_reach_the_rules() -> None:
    options = {
        "end_setting": "oin",
        "first_move": "loser",
        "opening_double_exception": "both",
        "last_roll": "on",
    }
    rules = rules_of("long_nardy", "match", options=options)
    assert rules.first_move is FirstMove.LOSER
    assert dict(rules.variant.options) == {
        "end_setting": "oin",
        "opening_double_exception": "both",
        "last_roll": True,
    }


def test_a_game_may_be_played_without_its_cube() -> None:
    assert not rules_of(options={"cube": ""}).cube.enabled


def test_lengths_reach_the_rules() -> None:
    assert rules_of(numbers={"points": 25}).length == Rules.match(25).length
    one_more = {"tie_break": "one_more_game"}
    fixed = rules_of("backgammon", "fixed", numbers={"games": 9}, options=one_more)
    assert fixed.length == FixedGames(9, TieBreak.ONE_MORE_GAME)
    chips = {"stake": 5, "buy_in": 100}
    assert rules_of("backgammon", "table", numbers=chips).length == TableStakes(5, 100, 100)
    agreed = {"leave_between_games": "", "top_up": "on"}
    assert rules_of("backgammon", "table", numbers=chips, options=agreed).length == TableStakes(
        5, 100, 100, leave_between_games=False, top_up=True
    )


@pytest.mark.parametrize(
    ("clock", "kind", "numbers", "expected"),
    [
        ("standard", "match", {"points": 5}, ClockRules(delay_ms=12_000, reserve_ms=600_000)),
        ("fast", "match", {"points": 3}, ClockRules(delay_ms=8_000, reserve_ms=60_000)),
        ("casual", "fixed", {"games": 2}, ClockRules(delay_ms=15_000, reserve_ms=360_000)),
        (
            "standard",
            "table",
            {},
            ClockRules(delay_ms=12_000, reserve_ms=120_000, renews_each_game=True),
        ),
        ("untimed", "match", {"points": 5}, None),
    ],
)
def test_the_reserve_grows_with_what_is_played_for(clock, kind, numbers, expected) -> None:
    assert rules_of("backgammon", kind, clock=clock, numbers=numbers).clock == expected


# --- what does not fit ------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "numbers", "problem"),
    [
        ("match", {"points": 0}, {"points": "rules.length_range"}),
        ("match", {"points": 26}, {"points": "rules.length_range"}),
        ("fixed", {"games": 100}, {"games": "rules.length_range"}),
        ("table", {"stake": 0}, {"stake": "table.limits"}),
        ("table", {"stake": -1}, {"stake": "table.limits"}),
        ("table", {"stake": 1_001}, {"stake": "table.limits"}),
        ("table", {"buy_in": 0}, {"buy_in": "table.limits"}),
        ("table", {"buy_in": -5}, {"buy_in": "table.limits"}),
        ("table", {"stake": 10, "buy_in": 9}, {"buy_in": "table.limits"}),
        ("table", {"buy_in": 1_000_001}, {"buy_in": "table.limits"}),
        ("table", {"stake": 0, "buy_in": 0}, {"stake": "table.limits", "buy_in": "table.limits"}),
    ],
)
def test_numbers_out_of_range_are_told_at_their_field(kind, numbers, problem) -> None:
    assert problems_of("backgammon", kind, numbers=numbers) == problem


@pytest.mark.parametrize(
    ("game", "kind", "options", "problem"),
    [
        ("backgammon", "match", {"jacoby": "on"}, {"jacoby": "rules.jacoby_in_match"}),
        ("backgammon", "match", {"beavers": "on"}, {"beavers": "rules.beavers_in_match"}),
        ("backgammon", "match", {"cube_cap": "64"}, {"cube_cap": "rules.cube_cap_in_match"}),
        ("backgammon", "match", {"tie_break": "draw"}, {"tie_break": "rules.unknown_option"}),
        ("backgammon", "match", {"last_roll": "on"}, {"last_roll": "rules.unknown_option"}),
        ("backgammon", "match", {"holland": "x"}, {"holland": "rules.bad_option"}),
        ("backgammon", "fixed", {"raccoons": "on"}, {"raccoons": "rules.raccoons_need_beavers"}),
        ("backgammon", "fixed", {"crawford": "on"}, {"crawford": "rules.crawford_needs_match"}),
        ("backgammon", "table", {"cube_cap": "3"}, {"cube_cap": "rules.bad_option"}),
        ("long_nardy", "match", {"cube": "on"}, {"cube": "rules.variant_has_no_cube"}),
        ("long_nardy", "match", {"end_setting": "x"}, {"end_setting": "rules.bad_option"}),
        (
            "nackgammon",
            "match",
            {"first_move": "loser"},
            {"first_move": "rules.first_move_in_variant"},
        ),
    ],
)
def test_an_option_that_does_not_fit_is_told_at_its_field(game, kind, options, problem) -> None:
    assert problems_of(game, kind, options=options) == problem


def test_everything_that_does_not_fit_is_told_at_once() -> None:
    options = {"jacoby": "on", "raccoons": "on", "end_setting": "oin", "cube_cap": "7"}
    assert problems_of(numbers={"points": 99}, options=options).keys() == {
        "points",
        "jacoby",
        "raccoons",
        "end_setting",
        "cube_cap",
    }


def test_every_option_is_one_of_the_rules_card() -> None:
    from backgammon.notation.options import OPTIONS as SETTERS

    assert {option.key for option in OPTIONS} == SETTERS.keys()
