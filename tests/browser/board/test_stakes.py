"""A table of chips: what is at stake, before every double and after every game; leaving it."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from backgammon import (
    Beaver,
    Cube,
    Double,
    EndReason,
    GivenDice,
    Resign,
    Roll,
    Rules,
    Side,
    TableStakes,
    Take,
    TopUp,
    WinKind,
)
from tests.browser.board.hands import button, first_play, part
from tests.browser.board.table import Table
from tests.support.golden import GOLDEN


def a_table(white: int = 30, black: int = 15, *, leave: bool = True, top_up: bool = False) -> Table:
    """3 chips a point; Bob has played his first turn and Alice is on roll with a live cube."""
    length = TableStakes(3, white, black, leave_between_games=leave, top_up=top_up)
    table = Table(Rules.table(3, white, black, length=length), [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


def rows(page: Page, name: str) -> list[str]:
    """The lines of a list of amounts, as read."""
    return (
        part(page, name)
        .locator("div")
        .evaluate_all(
            "rows => rows.map(row => [...row.children].map(part => part.textContent).join(': '))"
        )
    )


def amounts(page: Page) -> list[str]:
    """The lines of the table of amounts, as read on a large screen."""
    lines = part(page, "stakes-amounts").locator("tr").all_inner_texts()
    return [" ".join(line.split()) for line in lines]


def test_the_table_tells_its_stake_the_stacks_and_what_the_game_moves(open_board) -> None:
    page = open_board(a_table())
    expect(page.locator(".strip-own .strip-score")).to_contain_text("Stack")
    expect(page.locator(".strip-own [data-part=score]")).to_have_text("30")
    expect(page.locator(".strip-enemy [data-part=score]")).to_have_text("15")
    assert rows(page, "stakes-game") == [
        "Stake: 3 a point",
        "This game: 15 at most",
    ]
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    assert amounts(page) == ["single gammon backgammon", "Cube at 1 3 3 3"]


def test_who_may_double_reads_first_what_can_be_lost(open_board) -> None:
    page = open_board(a_table(), width=1440, height=900)
    expect(button(page, "double")).to_be_enabled()
    assert amounts(page) == [
        "single gammon backgammon dropped",
        "Cube at 1 3 3 3",
        "Taken at 2 6 12 15 all in you win 3",
        "Beaver to 4 12 15 all in 15 all in you lose 6",
    ]
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    assert len(amounts(page)) == 2


def test_who_is_doubled_reads_what_each_answer_costs_and_hears_it(open_board) -> None:
    table = a_table()
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    page = open_board(table, width=1440, height=900)
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    assert len(amounts(page)) == 2, "nobody knows whether Bob will double"
    table.act(Side.BLACK, Double())
    expect(button(page, "beaver")).to_be_enabled()
    assert amounts(page)[2:] == [
        "Take at 2 6 12 15 all in you lose 3",
        "Beaver to 4 12 15 all in 15 all in you win 6",
    ]
    expect(part(page, "speech")).to_contain_text(
        "Take at 2: single 6, gammon 12, backgammon 15, dropped: you lose 3."
    )
    button(page, "beaver").click()
    expect(part(page, "status")).to_have_text("Bob decides about the cube.")
    assert amounts(page)[2:] == ["Taken at 4 12 15 all in 15 all in you win 6"]


def test_a_cube_that_covers_the_stack_stands_still_and_says_why(open_board) -> None:
    table = a_table()
    game = replace(table.state.running_game, cube=Cube(8, Side.WHITE))
    table.state = replace(table.state, game=game)
    page = open_board(table)
    expect(button(page, "roll")).to_be_enabled()
    expect(button(page, "double")).to_be_disabled()
    expect(part(page, "hint")).to_contain_text("already covers all that is at stake")
    assert rows(page, "stakes-game")[2] == "All in: any win takes it; nobody doubles"
    assert len(amounts(page)) == 2


def test_a_game_without_a_cube_tells_its_amounts_all_the_same(open_board) -> None:
    rules = Rules.table(3, 30, 30)
    table = Table(replace(rules, cube=replace(rules.cube, enabled=False, jacoby=False)), [(3, 1)])
    table.begin()
    page = open_board(table)
    expect(part(page, "stakes")).to_be_visible()
    assert amounts(page)[1] == "A win moves 3 6 9"


def test_nothing_of_it_shows_in_a_match_to_points(open_board) -> None:
    table = Table(Rules.match(5), [(3, 1)])
    table.begin()
    page = open_board(table)
    expect(button(page, "confirm")).to_be_visible()
    for name in ("stakes", "leaving", "receipt", "absence"):
        expect(part(page, name)).to_be_hidden()


def test_a_game_ends_with_its_receipt(open_board) -> None:
    table = a_table()
    table.act(Side.WHITE, Double())
    table.act(Side.BLACK, Beaver())
    table.act(Side.WHITE, Take())
    page = open_board(table)
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    expect(part(page, "result")).to_be_visible()
    receipt = ["Owed: 12 × 3 = 36", "The smaller stack: 15", "Paid: 15 to Bob"]
    assert rows(page, "receipt") == receipt
    expect(part(page, "result-score")).to_have_text("Alice 15 : 30 Bob")
    page.reload()
    expect(part(page, "result")).to_be_visible()
    assert rows(page, "receipt") == receipt
    assert rows(page, "stakes-game")[1] == "Next game: 15 at most"


def test_the_end_of_a_sitting_shows_who_has_everything_and_the_way_back(open_board) -> None:
    table = a_table(6, 6)
    table.act(Side.WHITE, Double())
    table.act(Side.BLACK, Take())
    page = open_board(table)
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(part(page, "result-title")).to_have_text("Everything on the table is yours!")
    assert rows(page, "receipt")[-1] == "Paid: 6 to Alice"
    expect(part(page, "result-back")).to_have_attribute("href", "/event/demo/")
    for gone in ("stakes", "leaving", "top-up"):
        expect(part(page, gone)).to_be_hidden()


def test_leaving_between_games_takes_two_steps_and_no_habit(open_board) -> None:
    table = a_table()
    page = open_board(table)
    expect(part(page, "leave")).to_be_disabled()
    expect(part(page, "leave-hint")).to_have_text("Possible between two games.")
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    button(page, "leave").click()
    dialog = part(page, "leave-dialog")
    expect(dialog).to_contain_text("You take your 27 chips along.")
    expect(dialog.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert table.of_type("match.leave") == []
    part(page, "leave").click()
    dialog.get_by_role("button", name="Leave the table").click()
    expect(part(page, "result-title")).to_have_text("The sitting is over.")
    expect(part(page, "result-text")).to_have_text("Each player takes his stack along.")
    expect(part(page, "receipt")).to_be_hidden()
    assert len(table.of_type("match.leave")) == 1
    assert table.state.outcome is not None
    assert table.state.outcome.reason is EndReason.LEFT


def test_the_next_game_answers_the_question_whether_to_leave(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    button(page, "leave").click()
    expect(part(page, "leave-dialog")).to_be_visible()
    table.dice = GivenDice([(6, 4)])
    table.begin()
    expect(part(page, "leave-dialog")).to_be_hidden()


def test_a_table_that_is_played_to_its_end_offers_no_way_out(open_board) -> None:
    table = a_table(leave=False)
    page = open_board(table)
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    expect(button(page, "next")).to_be_visible()
    expect(button(page, "leave")).to_have_count(0)
    expect(part(page, "leaving")).to_be_hidden()


def test_chips_are_added_on_the_page_of_the_table(open_board) -> None:
    table = a_table(top_up=True)
    page = open_board(table)
    expect(part(page, "top-up")).to_be_hidden()
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    link = part(page, "top-up")
    expect(link).to_have_text("Top up, 3 at most")
    expect(link).to_have_attribute("href", "/event/demo/#top_up")
    table.act(None, TopUp(Side.WHITE, 3))
    expect(page.locator(".strip-own [data-part=score]")).to_have_text("30")
    expect(part(page, "log")).to_contain_text("You add 3 chips.")
    expect(link).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_the_board_keeps_its_size_when_the_cube_may_be_turned(
    open_board, width: int, height: int
) -> None:
    table = a_table()
    page = open_board(table, width=width, height=height)
    expect(button(page, "double")).to_be_enabled()
    assert len(amounts(page)) == 4
    before = page.locator("bg-board").bounding_box()
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    assert len(amounts(page)) == 2
    assert page.locator("bg-board").bounding_box() == before
    controls = page.locator("[data-part-of-match=buttons]").bounding_box()
    assert controls is not None
    assert controls["y"] + controls["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_is_at_stake_is_the_same_here_and_in_the_rules(open_board, page: Page) -> None:
    open_board(a_table())
    cases = json.loads((GOLDEN / "stakes_cases.json").read_text())
    found = page.evaluate(
        """async (cases) => {
            const { stakesAt } = await import("/static/js/match/stakes.js");
            return cases.map(({ state, rules }) => stakesAt(state, rules));
        }""",
        cases,
    )
    for case, stakes in zip(cases, found, strict=True):
        assert stakes == case["stakes"], case["name"]
