"""Two people talk at their board; those who look on have a room of their own."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.talk.hands import (
    choose,
    expect_accessible,
    line,
    panel,
    say,
    sit_down_together,
    write,
)
from tests.stories.browsers import SMALL, Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def test_two_players_talk_answer_and_use_quick_phrases(person: Somebody) -> None:
    alice, bob = person(), person()
    room = sit_down_together(alice, bob)
    say(alice.page, "Good evening, have fun.", room)
    heard = line(bob.page, "Good evening, have fun.", room)
    expect(heard).to_contain_text(alice.name)
    expect(heard).not_to_have_class("is-mine")

    heard.get_by_role("button", name=alice.name, exact=True).click()
    expect(panel(bob.page, room).get_by_text(f"To {alice.name}")).to_be_visible()
    expect(panel(bob.page, room).get_by_role("textbox", name="Message")).to_be_focused()
    bob.page.keyboard.type("You too, good luck.")
    bob.page.keyboard.press("Enter")
    expect(line(bob.page, "You too, good luck.", room)).to_contain_text(f"to {alice.name}")
    answer = line(alice.page, "You too, good luck.", room)
    expect(answer).to_contain_text("to you")
    expect(answer).to_have_class(re.compile("is-for-me"))

    panel(bob.page, room).get_by_role("button", name="Quick phrases").click()
    bob.page.get_by_role("button", name="Nice roll!").click()
    for each in (alice, bob):
        expect(line(each.page, "Nice roll!", room)).to_be_visible()
    expect(panel(alice.page, room).locator("[data-here]")).to_have_text("2 here")
    expect_accessible(alice.page)


def test_a_refused_line_says_why_and_comes_back_to_its_author_alone(person: Somebody) -> None:
    alice, bob = person(), person()
    room = sit_down_together(alice, bob)
    advert = "Cheap chips at www.cheap-chips.example today"
    write(alice.page, advert, room)
    refused = panel(alice.page, room).get_by_role("alert")
    expect(refused).to_be_visible()
    expect(panel(alice.page, room).get_by_role("textbox", name="Message")).to_have_value(advert)
    expect_accessible(alice.page)
    panel(alice.page, room).get_by_role("button", name="Say a quick phrase").click()
    alice.page.get_by_role("button", name="Good luck!").click()
    expect(refused).to_be_hidden()
    expect(line(bob.page, "Good luck!", room)).to_be_visible()
    assert "cheap-chips" not in bob.page.content()


def test_what_comes_unseen_is_counted_on_a_phone_until_it_is_read(person: Somebody) -> None:
    alice, bob = person(), person(**SMALL)
    room = sit_down_together(alice, bob)
    link = bob.page.get_by_role("link", name="Chat")
    say(alice.page, "Hello there.", room)
    expect(link).to_have_text("Chat 1", use_inner_text=False)
    say(alice.page, "Are you there?", room)
    expect(link.locator("[data-talk-unread]")).to_have_text("2")
    link.click()
    expect(line(bob.page, "Are you there?", room)).to_be_in_viewport()
    expect(link.locator("[data-talk-unread]")).to_be_hidden()
    expect(panel(bob.page, room).get_by_text("New", exact=True)).to_be_visible()
    expect_accessible(bob.page)


def test_a_mute_for_oneself_follows_on_every_page(person: Somebody) -> None:
    alice, bob = person(), person()
    room = sit_down_together(alice, bob)
    say(bob.page, "First I say this.", room)
    name = bob.name
    second = alice.context.new_page()
    second.goto(f"{alice.url}/")
    say(bob.page, "And then I say that.", room)
    choose(alice.page, "And then I say that.", f"Mute {name} for me", room)
    expect(line(alice.page, "First I say this.", room)).to_be_hidden()
    muted_lines = panel(alice.page, room).get_by_text("Lines by people you have muted: 2.")
    expect(muted_lines).to_be_visible()
    panel(alice.page, room).get_by_role("button", name="Show anyway").click()
    expect(line(alice.page, "First I say this.", room)).to_be_visible()

    panel(second).get_by_role("button", name="Options of this room").click()
    second.get_by_role("button", name=f"Unmute {name}").click()
    expect(muted_lines).to_be_hidden()
    expect(line(alice.page, "And then I say that.", room)).to_be_visible()


def test_players_read_the_talk_of_watchers_only_when_they_have_played(person: Somebody) -> None:
    alice, bob, carol = person(), person(), person()
    room = sit_down_together(alice, bob)
    match_id = room.partition(":")[2]
    gallery = f"watch:{match_id}"
    carol.go(f"/match/{match_id}/watch/")
    say(carol.page, "White should run now.", gallery)
    for each in (alice, bob):
        expect(panel(each.page, gallery)).to_be_hidden()
        assert "should run" not in each.page.content()

    alice.resign("backgammon")
    alice.sees("result-title", "the match")
    bob.page.get_by_role("button", name="Watchers").click()
    expect(line(bob.page, "White should run now.", gallery)).to_be_visible()
    expect(panel(bob.page, room)).to_be_hidden()
    say(bob.page, "I saw that too late.", gallery)
    expect(line(carol.page, "I saw that too late.", gallery)).to_be_visible()
    expect_accessible(bob.page)
