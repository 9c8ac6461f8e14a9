"""Every rule two players agree on can be read before they do."""

import pytest
from django.utils import translation

from backgammon import (
    LONG_NARDY,
    VARIANTS,
    ClockRules,
    CubeRules,
    FirstMove,
    FixedGames,
    Holland,
    Rules,
    TieBreak,
    find_variant,
)
from matches.wording import (
    GAME_OPTIONS,
    cube_fact,
    kept_title_of,
    rules_facts,
    seconds_text,
    title_of,
)


def facts_of(rules: Rules) -> dict[str, str]:
    return {fact.label: fact.value for fact in rules_facts(rules)}


@pytest.mark.parametrize(
    ("rules", "title", "played_for"),
    [
        (Rules.match(1), "Backgammon, to 1 point", "To 1 point"),
        (Rules.match(5), "Backgammon, to 5 points", "To 5 points"),
        (Rules.fixed(1), "Backgammon, 1 game", "1 game"),
        (Rules.fixed(3), "Backgammon, 3 games", "3 games"),
        (
            Rules.table(2, 50, 75),
            "Backgammon, table stakes, 2 chips a point",
            "Table stakes, 2 chips a point",
        ),
    ],
)
def test_what_is_played_for_is_said_shortly_and_in_full(rules, title, played_for) -> None:
    assert title_of(rules) == title
    assert facts_of(rules)["Played for"] == played_for


def test_a_title_is_kept_in_english_whatever_its_table_was_opened_in(monkeypatch) -> None:
    monkeypatch.setattr("matches.wording._", lambda text: f"{translation.get_language()}: {text}")
    with translation.override("et"):
        assert title_of(Rules.match(5)).startswith("et: ")
        assert kept_title_of(Rules.match(5)).startswith("en: ")


def test_a_set_that_must_not_be_level_says_so() -> None:
    rules = Rules(length=FixedGames(3, TieBreak.ONE_MORE_GAME), cube=CubeRules(dead_cube=False))
    assert facts_of(rules)["Played for"] == "3 games; when level, one more"


@pytest.mark.parametrize(
    ("cube", "text"),
    [
        (CubeRules(enabled=False), "No doubling cube"),
        (CubeRules(), "Doubling cube"),
        (CubeRules(crawford=True), "Doubling cube, Crawford rule"),
        (
            CubeRules(jacoby=True, beavers=True, raccoons=True),
            "Doubling cube, Jacoby rule, beavers, raccoons",
        ),
        (CubeRules(automatic_doubles=1), "Doubling cube, 1 automatic double"),
        (CubeRules(automatic_doubles=3), "Doubling cube, up to 3 automatic doubles"),
        (
            CubeRules(automatic_doubles=None, cap=64),
            "Doubling cube, automatic doubles, no higher than 64",
        ),
        (
            CubeRules(holland=Holland.ALL_GAMES),
            "Doubling cube, no double before both have rolled twice",
        ),
        (
            CubeRules(holland=Holland.POST_CRAWFORD),
            "Doubling cube, after the Crawford game no double before both have rolled twice",
        ),
    ],
)
def test_every_option_of_the_cube_is_named(cube, text) -> None:
    assert cube_fact(Rules(cube=cube)).value == text


def test_a_game_without_options_of_its_own_has_no_line_for_them() -> None:
    assert list(facts_of(Rules.match(3))) == ["Game", "Played for", "Cube", "Clock"]


def test_the_options_of_a_game_are_told_with_their_defaults() -> None:
    facts = facts_of(Rules.match(3, variant=LONG_NARDY))
    assert facts["Winning"].startswith("Mars counts 2")
    assert facts["Later games"] == "Begun in turn"
    assert facts["First double"].endswith("for who begins")
    assert facts["Last roll"] == "Who finishes first has won"


def test_the_options_of_a_game_are_told_as_they_were_chosen() -> None:
    variant = find_variant(
        "long_nardy",
        {"end_setting": "oin", "opening_double_exception": "both", "last_roll": True},
    )
    facts = facts_of(Rules.match(3, variant=variant, first_move=FirstMove.LOSER))
    assert facts["Winning"] == "Every win counts 1"
    assert facts["Later games"] == "Begun by who lost the game before"
    assert facts["First double"].endswith("for both")
    assert "for a draw" in facts["Last roll"]


def test_every_option_a_variant_offers_has_its_words() -> None:
    assert {key for variant in VARIANTS for key in variant.offers} <= GAME_OPTIONS.keys()


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (None, "No clock"),
        (
            ClockRules(delay_ms=8_000, reserve_ms=100_000),
            "8 seconds free at each turn, then 100 seconds for the whole match",
        ),
        (
            ClockRules(delay_ms=12_000, reserve_ms=120_000, renews_each_game=True),
            "12 seconds free at each turn, then 2 minutes for each game",
        ),
    ],
)
def test_the_clock_says_for_how_long_its_reserve_is(clock, text) -> None:
    assert facts_of(Rules.match(1, clock=clock))["Clock"] == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(1, "1 second"), (60, "60 seconds"), (120, "2 minutes")]
)
def test_times_are_said_as_people_say_them(seconds, text) -> None:
    assert seconds_text(seconds) == text
