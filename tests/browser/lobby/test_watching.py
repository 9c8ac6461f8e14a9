"""A third browser: finds two at a board, looks on, replays what it saw and checks the dice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.board.hands import part
from tests.browser.lobby.test_tables import by_mover, open_table, row_of, sit_down
from tests.stories.browsers import SMALL, Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def name_in(page: Page, strip: str) -> str:
    """The player whose line this is."""
    return part(page, strip).locator("[data-part='name']").inner_text()


def talk(person: Person, text: str) -> None:
    """Says something at the table."""
    person.page.get_by_role("textbox", name="Message").fill(text)
    person.page.get_by_role("button", name="Send").click()
    expect(person.page.locator(".talk-line")).to_contain_text(text)


def test_a_stranger_watches_two_play_and_checks_their_dice_afterwards(person: Somebody) -> None:
    alice, bob, carol = person(), person(), person(is_guest=False)
    path = open_table(alice, choose="?points=1")
    sit_down(bob, path)
    match_id = alice.wait_for_board()
    bob.wait_for_board()

    carol.go("/matches/")
    row_of(carol, path).get_by_role("link", name="Watch").click()
    carol.page.wait_for_url(f"**/match/{match_id}/watch/")
    mover, other = by_mover(alice, bob)
    carol.sees("status", f"{mover.name} is moving.")
    carol.sees("watchers", "Watching: 1")
    for each in (mover, other):
        each.sees("watchers", "Watching: 1")
    expect(carol.page.get_by_role("button", name="Confirm")).to_have_count(0)

    talk(mover, "good luck")
    mover.play_anything()
    carol.sees("log", f"{mover.name} plays")
    assert "good luck" not in carol.page.content()
    assert {name_in(carol.page, "own"), name_in(carol.page, "enemy")} == {alice.name, bob.name}
    below = name_in(carol.page, "own")
    part(carol.page, "flip").click()
    expect(part(carol.page, "enemy").locator("[data-part='name']")).to_have_text(below)
    assert violations(carol.page) == []

    other.resign("backgammon")
    carol.sees("result-title", f"{mover.name} wins the match.")
    mover.sees("result-title", "You win the match!")
    carol.page.get_by_role("link", name="Replay").click()
    carol.page.wait_for_url(f"**/match/{match_id}/replay/")
    carol.page.wait_for_selector("bg-board svg")
    carol.page.keyboard.press("End")
    expect(carol.page).to_have_url(re.compile(r"\?at=\d+$"))
    carol.sees("status", f"{mover.name} wins the match.")
    carol.page.get_by_role("button", name="Verify the dice").click()
    carol.sees("verdict", "Verified in your browser")

    mover.page.get_by_role("link", name="Replay").click()
    mover.page.get_by_role("button", name="Verify the dice").click()
    mover.sees("verdict", "Your own part in these dice, kept by this browser, is among")


def test_a_player_who_looks_on_plays_only_at_his_board(person: Somebody) -> None:
    alice, bob = person(**SMALL), person()
    path = open_table(alice, choose="?points=3")
    sit_down(bob, path)
    match_id = alice.wait_for_board()
    bob.wait_for_board()
    alice.go(f"/match/{match_id}/watch/")
    alice.sees("status", "is moving.")
    expect(alice.page.locator(".spot.is-live")).to_have_count(0)
    expect(part(bob.page, "enemy")).to_have_attribute("data-online", "false")
    alice.page.get_by_role("link", name="To my board").click()
    assert alice.wait_for_board() == match_id
    expect(part(bob.page, "enemy")).to_have_attribute("data-online", "true")


def test_a_private_match_is_not_watched(person: Somebody) -> None:
    alice, bob, carol = person(), person(), person()
    path = open_table(alice, "A friend", choose="?points=3")
    sit_down(bob, path)
    match_id = alice.wait_for_board()
    for page in ("watch/", "replay/", "match.json", "match.mat", ""):
        answer = carol.page.request.get(f"{carol.url}/match/{match_id}/{page}")
        assert answer.status == 404, page
