"""Mara at the desk, and what those see whom it is about, at the same moment."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.talk.hands import expect_accessible, line, panel
from tests.stories.browsers import SMALL, Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]

INSULT = "go home loser, nobody wants you here"


def decide(mara: Person, button: str) -> None:
    """Both presses on the page of a decision."""
    mara.page.get_by_label("Reason").fill("I have read what was said around it.")
    mara.page.get_by_role("button", name="Show what it does").click()
    expect(mara.page.get_by_role("heading", name="This will happen")).to_be_visible()
    mara.page.get_by_role("button", name=button).click()
    expect(mara.page.get_by_text("Done.")).to_be_visible()


def test_a_mute_from_a_report_is_seen_by_the_muted_and_told_to_the_reporter(
    signed_in: Somebody,
) -> None:
    mara, rex, clara = signed_in("Mara"), signed_in("Rex"), signed_in("Clara")
    rex.go("/")
    second = rex.context.new_page()
    second.goto(f"{rex.url}/leaderboard/")
    clara.go("/")
    expect(line(clara.page, INSULT)).to_be_visible()
    mara.go("/admin/moderation/case/queue/")
    case = mara.page.locator("[data-case]", has_text=INSULT)
    case.get_by_role("link", name="Open the case").click()
    expect(mara.page.get_by_label("The line that was reported")).to_contain_text(INSULT)
    mara.page.get_by_role("link", name="Usual: Mute, 24 hours").click()
    decide(mara, "Mute: Rex, 24 hours")
    for page in (rex.page, second):
        expect(page.get_by_text("You insulted another player.").first).to_be_visible()
        expect(page.get_by_text("23 h").first).to_be_visible()
    expect(panel(rex.page).get_by_role("textbox", name="Message")).to_be_hidden()
    expect(line(clara.page, INSULT)).to_have_count(0)
    expect(line(rex.page, INSULT)).to_have_count(0)
    clara.page.get_by_role("link", name="See what came of it").click()
    answer = clara.page.locator("[data-report]", has_text=INSULT)
    expect(answer).to_contain_text("We have acted on it. Thank you for telling us.")
    expect(mara.page.locator("[data-case]", has_text=INSULT)).to_have_count(0)


def test_a_line_that_is_hidden_at_the_desk_disappears_from_open_pages(signed_in: Somebody) -> None:
    mara, anna, karl = signed_in("Mara"), signed_in("Anna"), signed_in("Karl")
    foreign = "no buenas noches para ti"
    for each in (anna, karl):
        each.go("/")
        expect(line(each.page, foreign)).to_be_visible()
    mara.go("/admin/moderation/case/queue/")
    case = mara.page.locator("[data-case]", has_text=foreign)
    case.get_by_role("link", name="Hide the line").click()
    decide(mara, "Hide the line: Karl")
    for each in (anna, karl):
        expect(line(each.page, foreign)).to_have_count(0)
        each.page.reload()
        expect(panel(each.page).get_by_role("textbox", name="Message")).to_be_visible()
        expect(line(each.page, foreign)).to_have_count(0)


def test_a_player_is_reported_from_his_page(signed_in: Somebody) -> None:
    ben = signed_in("Ben", **SMALL)
    ben.go("/players/Spammy/")
    ben.page.get_by_role("link", name="Report this player").click()
    ben.page.get_by_label("Spam or advertising").check()
    ben.page.get_by_label("Anything that helps us").fill("<b>Adverts</b> in every room")
    expect_accessible(ben.page)
    ben.page.get_by_role("button", name="Send the report").click()
    expect(ben.page.get_by_text("Thank you. Staff will look at it")).to_be_visible()
    expect(ben.page.get_by_text("<b>Adverts</b> in every room")).to_be_visible()
    expect_accessible(ben.page)


def test_the_sentence_for_the_player_follows_the_offence_until_it_is_changed(
    signed_in: Somebody,
) -> None:
    mara = signed_in("Mara")
    mara.go("/admin/moderation/case/player/Karl/warn/")
    text = mara.page.get_by_label("What the player reads")
    mara.page.get_by_label("Offence").select_option("advert")
    expect(text).to_have_value("You advertised in the chat. That is not allowed here.")
    text.fill("Lessons are not sold here, Karl.")
    mara.page.get_by_label("Offence").select_option("spam")
    expect(text).to_have_value("Lessons are not sold here, Karl.")


@pytest.mark.parametrize("size", [{}, SMALL])
def test_the_desk_keeps_nobody_out(signed_in: Somebody, size: dict[str, int]) -> None:
    mara = signed_in("Mara", **size)
    for address in (
        "case/queue/",
        "case/player/Rex/",
        "case/player/Max/",
        "case/player/Bruno/",
        "case/player/Karl/mute/",
        "case/",
        "sanction/",
    ):
        mara.go(f"/admin/moderation/{address}")
        expect(mara.page.locator("#content h1")).to_be_visible()
        expect_accessible(mara.page)
        width = mara.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, address
    mara.go("/admin/moderation/case/queue/")
    mara.page.get_by_role("link", name="Open the case").first.click()
    mara.page.wait_for_url("**/case/at/**")
    expect_accessible(mara.page)
