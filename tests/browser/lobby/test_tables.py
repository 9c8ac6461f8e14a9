"""Opening a table, sitting down at it, and what everybody else sees of that, live."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.axe import serious
from tests.browser.board.hands import button, part, point, pressable
from tests.browser.waiting import wait_until, wait_until_live
from tests.stories.browsers import SMALL, Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def open_table(host: Person, *choices: str, choose: str = "") -> str:
    """Opens a table by the form; the path of the page that follows."""
    host.go(f"/table/new/{choose}")
    for choice in choices:
        host.page.get_by_label(choice, exact=False).first.check()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url(re.compile("/(table/[0-9a-f]{12}|match/[a-z0-9]+)/"))
    path = host.page.url.removeprefix(host.url)
    wait_until_live(host.page)
    return path


def close_table(host: Person) -> None:
    """Closes the table at whose page he is."""
    host.page.get_by_role("button", name="Close the table").click()
    expect(host.page.get_by_text("Your table is closed.")).to_be_visible()


def sit_down(guest: Person, path: str) -> None:
    """Sits down at the table of this page."""
    guest.arrive(path)
    guest.page.get_by_role("button", name="Sit down").click()


def row_of(person: Person, path: str) -> Locator:
    """The row of a table in the lobby a person looks at."""
    return person.page.locator(f"[data-row='table:{path.split('/')[2]}']")


def test_a_friend_without_an_account_comes_by_the_link_and_plays_long_nardy(
    person: Somebody,
) -> None:
    alice, bob = person(), person(is_guest=False, **SMALL)
    path = open_table(alice, "A friend", choose="?game=long_nardy&points=1")
    link = alice.page.get_by_label("Link to this table").input_value()
    assert link == f"{alice.url}{path}"

    bob.arrive(path)
    bob.page.get_by_role("main").get_by_role("button", name="Play as a guest").click()
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
    wait_until_live(bob.page)
    bob.page.get_by_role("button", name="Sit down").click()

    assert alice.wait_for_board() == bob.wait_for_board()
    for each in (alice, bob):
        expect(point(each.page, 24)).to_have_attribute("aria-label", "Point 24: yours 15")
        expect(point(each.page, 12)).to_have_attribute("aria-label", "Point 12: opponent 15")
        expect(part(each.page, "back").first).to_have_text("Back to the table")
    first, second = by_turn(alice, bob)
    first.press("roll")
    first.tap(24)
    first.tap(min(pressable(first.page)))
    expect(button(first.page, "confirm")).to_be_visible()
    while not button(first.page, "confirm").is_enabled():
        point(first.page, max(pressable(first.page))).dblclick()
    first.press("confirm")
    expect(part(second.page, "status")).to_have_text("You are on roll.")
    expect(point(second.page, 12)).not_to_have_attribute("aria-label", "Point 12: opponent 15")
    first.resign()
    second.sees("result-title", "You win the match!")


def by_turn(*players: Person) -> tuple[Person, Person]:
    """Who is on roll, and the other."""
    one, other = players
    expect(part(one.page, "status")).to_contain_text("on roll")
    is_first = part(one.page, "status").inner_text() == "You are on roll."
    return (one, other) if is_first else (other, one)


def test_the_lobby_shows_a_table_that_opens_is_taken_and_goes(person: Somebody) -> None:
    alice, bob, carol = person(), person(), person(is_guest=False)
    bob.go("/matches/")
    carol.go("/")
    path = open_table(alice, choose="?game=nackgammon&kind=fixed&games=1")
    row = row_of(bob, path)
    expect(row).to_contain_text("Nackgammon")
    expect(row).to_contain_text(alice.name)
    expect(row.get_by_role("button", name="Close the table")).to_be_hidden()
    expect(carol.page.locator("[data-lobby-open='matches']")).to_have_text("1")

    carol.go("/matches/")
    row.get_by_role("button", name="Sit down").click()
    assert alice.wait_for_board() == bob.wait_for_board()
    expect(row_of(carol, path)).to_contain_text("being played")
    expect(row_of(carol, path).get_by_role("button")).to_have_count(0)

    first, second = by_mover(alice, bob)
    first.resign("backgammon")
    second.sees("result-title", "You win the match!")
    expect(row_of(carol, path)).to_have_count(0)

    for each in (first, second):
        each.page.get_by_role("link", name="Back to the table").last.click()
        each.page.wait_for_url(f"**{path}")
        wait_until_live(each.page)
    first.page.get_by_role("button", name="Rematch").click()
    expect(second.page.get_by_text("would like a rematch")).to_be_visible()
    second.page.get_by_role("button", name="Rematch").click()
    assert first.wait_for_board() == second.wait_for_board()
    for each, side in ((alice, "black"), (bob, "white")):
        expect(each.page.locator(".strip-own")).to_have_attribute("data-side", side)


def by_mover(*players: Person) -> tuple[Person, Person]:
    """Who has to move after the opening throw, and the other."""
    one, other = players
    expect(part(one.page, "status")).to_contain_text("ov")
    return (one, other) if part(one.page, "status").inner_text() == "Your move." else (other, one)


def test_a_host_closes_his_table_and_those_who_look_at_it_see_why(person: Somebody) -> None:
    alice, bob = person(), person()
    path = open_table(alice)
    bob.arrive(path)
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
    close_table(alice)
    expect(bob.page.get_by_text("This table is closed.")).to_be_visible()
    expect(bob.page.get_by_text(f"{alice.name} has left.")).to_be_visible()


def test_a_host_whose_connection_is_gone_loses_his_table(person: Somebody) -> None:
    alice, bob = person(), person()
    path = open_table(alice)
    bob.arrive(path)
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
    name = alice.name
    alice.page.goto("about:blank")
    lost = bob.page.get_by_text(f"The connection of {name} was lost.")
    expect(lost).to_be_visible(timeout=20_000)
    alice.go(path)
    expect(alice.page.get_by_text("This table is closed.")).to_be_visible()


def test_the_form_follows_every_choice(person: Somebody) -> None:
    alice = person()
    page = alice.page
    alice.go("/table/new/")
    card = page.get_by_role("region", name="Rules card")
    expect(page.get_by_label("Crawford rule")).to_be_checked()
    expect(page.get_by_label("Jacoby rule")).to_be_hidden()

    page.get_by_label("Table stakes").check()
    expect(page.get_by_label("Jacoby rule")).to_be_checked()
    expect(page.get_by_label("Leaving between games")).to_be_checked()
    expect(card).to_contain_text("Both bring 50 chips")
    page.get_by_label("Beavers").uncheck()
    expect(page.get_by_label("Raccoons")).to_be_disabled()
    expect(card).not_to_contain_text("beavers")

    page.get_by_label("Long nardy").check()
    expect(page.get_by_label("Winning")).to_be_visible()
    expect(page.get_by_label("Jacoby rule")).to_have_count(0)
    expect(card).to_contain_text("No doubling cube")

    page.get_by_label("Chips for a point").fill("0")
    page.get_by_label("Fast").check()
    fault = page.get_by_text("A point costs 1 to 1,000 chips.")
    expect(fault).to_be_visible()
    expect(page.get_by_label("Chips for a point")).to_have_attribute("aria-invalid", "true")
    expect(card).to_contain_text("does not fit together yet")
    with page.expect_navigation():
        page.get_by_role("button", name="Open the table").click()
    expect(fault).to_be_visible()
    page.get_by_label("Chips for a point").fill("2")
    page.get_by_role("button", name="Open the table").click()
    title = "Long nardy, table stakes, 2 chips a point"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    wait_until_live(page)
    close_table(alice)


def test_what_is_chosen_while_the_house_answers_is_not_undone_by_the_answer(
    person: Somebody,
) -> None:
    alice = person()
    page = alice.page
    alice.go("/table/new/?kind=table")
    held: list[Route] = []
    page.route(
        "**/table/new/choice/**",
        lambda route: route.continue_() if held else held.append(route),
    )
    page.get_by_label("Chips for a point").fill("3")
    with page.expect_request("**/table/new/choice/**"):
        page.get_by_label("Chips you bring").fill("60")
    page.get_by_label("Raccoons").check()
    page.get_by_label("Chips you bring").fill("66")
    wait_until(page, lambda: bool(held))
    held[0].continue_()
    card = page.get_by_role("region", name="Rules card")
    expect(card).to_contain_text("Both bring 66 chips")
    expect(card).to_contain_text("raccoons")
    expect(card).to_contain_text("3 chips a point")
    expect(page.get_by_label("Chips you bring")).to_have_value("66")


def test_a_house_bot_sits_down_at_once_and_plays_hypergammon(person: Somebody) -> None:
    alice = person()
    open_table(alice, "A house bot", choose="?game=hypergammon&points=1&clock=untimed")
    alice.wait_for_board()
    expect(alice.page.locator(".checker-white")).to_have_count(3)
    alice.play_match()
    alice.sees("result-title", "the match")
    alice.page.get_by_role("link", name="Back to the table").last.click()
    expect(alice.page.get_by_text("has won.")).to_be_visible()
    wait_until_live(alice.page)
    alice.page.get_by_role("button", name="Rematch").click()
    alice.wait_for_board()


def test_nobody_is_kept_out_of_the_pages_of_tables(person: Somebody) -> None:
    alice, bob = person(), person(is_guest=False, **SMALL)
    alice.go("/table/new/")
    expect_accessible(alice)
    alice.go("/table/new/?kind=table&stake=0")
    expect(alice.page.locator("#error_stake")).to_be_visible()
    alice.page.get_by_text("Not with this choice").click()
    expect_accessible(alice)
    path = open_table(alice)
    expect_accessible(alice)
    for page in (path, "/matches/"):
        bob.go(page)
        expect_accessible(bob)
    close_table(alice)
    expect_accessible(alice)


def expect_accessible(each: Person) -> None:
    """Axe finds nothing on this page that keeps anybody out."""
    assert serious(each.page) == []
