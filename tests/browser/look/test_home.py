"""The door of the house: what a stranger is told, and how far one press takes him."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.board.hands import button
from tests.stories.browsers import SMALL, WIDE, Person

pytestmark = pytest.mark.services

Visitor = Callable[..., Person]


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["phone", "desk"])
def test_a_stranger_sees_what_this_is_and_how_to_play_without_scrolling(
    visitor: Visitor, size: dict[str, int]
) -> None:
    alice = visitor(viewport=size)
    alice.go("/")
    expect(alice.page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)
    expect(alice.page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    expect(alice.page.get_by_text("Whoever plays accepts the").first).to_be_in_viewport(ratio=1)


def test_one_press_takes_a_stranger_to_a_board_he_can_play_at(visitor: Visitor) -> None:
    alice = visitor(viewport=SMALL)
    alice.go("/")
    alice.page.get_by_role("button", name="Play now").click()
    alice.wait_for_board()
    waiting = button(alice.page, "roll").or_(button(alice.page, "confirm"))
    expect(waiting.first).to_be_visible()


def test_whoever_presses_again_goes_on_with_the_game_he_has(visitor: Visitor) -> None:
    alice = visitor()
    alice.go("/")
    alice.page.get_by_role("button", name="Play now").click()
    board = alice.wait_for_board()
    alice.context.clear_cookies(name="sessionid")
    alice.go("/")
    alice.page.get_by_role("button", name="Play now").click()
    assert alice.wait_for_board() == board


def test_without_scripts_the_door_says_what_play_needs_and_begins_no_match(
    visitor: Visitor,
) -> None:
    alice = visitor(java_script_enabled=False)
    alice.go("/")
    expect(alice.page.locator("noscript .home-script")).to_be_visible()
    expect(alice.page.get_by_role("button", name="Play now")).to_be_hidden()
    expect(alice.page.get_by_role("main").get_by_role("link", name="Sign up")).to_be_visible()


def test_what_is_said_of_this_moment_is_counted(visitor: Visitor) -> None:
    alice, bob = visitor(), visitor()
    facts = bob.page.get_by_role("list", name="At this moment")
    bob.go("/")
    expect(facts).to_contain_text("free seats")
    expect(facts).to_contain_text("Evening Cup")
    alice.become_guest()
    expect(alice.page.locator("[data-lobby-online]")).not_to_have_text("0")
    bob.look_until_seen("/", facts.get_by_text(re.compile("person is here|people are here")))


def test_members_find_the_lobby_in_place_of_the_door(visitor: Visitor) -> None:
    alice = visitor()
    alice.become_guest()
    expect(alice.page.get_by_role("heading", name="Lobby", level=1)).to_be_visible()
    expect(alice.page.get_by_role("button", name="Play now")).to_have_count(0)
