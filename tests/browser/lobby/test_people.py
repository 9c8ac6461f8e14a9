"""Finding one another in the lobby: pairing, challenges, who is here, filters, and no scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lobby.conftest import PATIENCE_MS
from tests.browser.lobby.test_tables import close_table, expect_accessible, open_table, row_of
from tests.browser.waiting import wait_until_live
from tests.stories.browsers import SMALL, NewContext, Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def find(person: Person, **answers: str) -> None:
    """Looks for an opponent by the panel in the lobby, and is told so."""
    panel = ask(person, **answers)
    expect(panel.get_by_text("Looking for an opponent")).to_be_visible()


def ask(person: Person, **answers: str) -> Locator:
    """Presses the button of the panel in the lobby; whoever fits may be there already."""
    panel = person.page.get_by_role("region", name="Find an opponent")
    if (folded := panel.locator("details:not([open]) > summary")).is_visible():
        folded.click()
    for label, answer in answers.items():
        panel.get_by_label(label.replace("_", " "), exact=False).select_option(answer)
    panel.get_by_role("button", name="Find an opponent").click()
    return panel


def person_in(list_of: Person, name: str) -> Locator:
    """Somebody in the list of who is here."""
    return list_of.page.locator(f"[data-row='person:{name}']")


def test_two_people_find_each_other_in_two_clicks(person: Somebody) -> None:
    alice, bob = person(), person(**SMALL)
    for each in (alice, bob):
        each.go("/matches/")
    find(alice, Points_to_win="1")
    lowest = alice.page.locator("[data-seek-lowest]")
    expect(lowest).to_have_text(re.compile(r"^\d+$"))
    before = int(lowest.inner_text())
    expect(lowest).not_to_have_text(str(before))
    assert int(lowest.inner_text()) < before
    expect_accessible(alice)
    ask(bob, Points_to_win="1")
    assert alice.wait_for_board() == bob.wait_for_board()


def test_who_stops_looking_is_asked_again_for_the_same(person: Somebody) -> None:
    alice = person()
    alice.go("/stakes/")
    find(alice, Game="long_nardy", Clock="casual")
    alice.page.get_by_role("button", name="Stop looking").click()
    alice.page.wait_for_url("**/stakes/")
    panel = alice.page.get_by_role("region", name="Find an opponent")
    expect(panel.get_by_label("Game")).to_have_value("long_nardy")
    expect(panel.get_by_label("Clock")).to_have_value("casual")


def test_a_search_that_ends_elsewhere_ends_on_every_page(person: Somebody) -> None:
    alice, bob = person(), person()
    alice.go("/matches/")
    find(alice)
    path = open_table(bob, choose="?game=nackgammon&points=1")
    second = alice.context.new_page()
    second.goto(f"{alice.url}{path}")
    wait_until_live(second)
    second.get_by_role("button", name="Sit down").click()
    alice.wait_for_board()
    second.close()


def test_a_challenge_stands_on_every_page_until_it_is_answered(person: Somebody) -> None:
    alice, bob = person(), person(**SMALL)
    alice.go("/")
    bob.go("/wallet/")
    name = bob.name
    person_in(alice, name).get_by_role("link", name="Challenge").click()
    expect(alice.page.get_by_role("button", name="Challenge", exact=True)).to_be_visible()
    expect_accessible(alice)
    alice.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(alice.page.get_by_text(f"Waiting for an answer from {name}.")).to_be_visible()
    banner = bob.page.get_by_text(f"{alice.name} challenges you.")
    expect(banner).to_be_visible()
    expect_accessible(bob)
    bob.arrive("/leaderboard/")
    expect(banner).to_be_visible()
    bob.page.get_by_role("button", name="Decline").click()
    expect(banner).to_have_count(0)
    expect(alice.page.get_by_text(f"{name} has declined.")).to_be_visible()


def test_a_challenge_is_accepted_in_one_press_or_withdrawn(person: Somebody) -> None:
    alice, bob = person(), person()
    bob.go("/matches/")
    banner = bob.page.get_by_text(f"{alice.name} challenges you.")
    alice.go(f"/challenge/{bob.name}/")
    alice.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(banner).to_be_visible()
    wait_until_live(alice.page)
    alice.page.get_by_role("button", name="Withdraw the challenge").click()
    expect(banner).to_have_count(0)
    alice.go(f"/challenge/{bob.name}/")
    alice.page.get_by_role("button", name="Challenge", exact=True).click()
    bob.page.get_by_role("button", name="Accept").click()
    assert alice.wait_for_board() == bob.wait_for_board()


def test_the_lobby_lists_who_comes_turns_away_plays_and_goes(person: Somebody) -> None:
    carol = person(is_guest=False)
    carol.go("/")
    alice = person()
    name = alice.name
    expect(person_in(carol, name)).to_contain_text("online")
    alice.page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(person_in(carol, name)).to_contain_text("away")
    alice.page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: false, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(person_in(carol, name)).to_contain_text("online")
    open_table(alice, "A house bot", choose="?points=1")
    expect(person_in(carol, name)).to_contain_text("playing")
    alice.page.goto("about:blank")
    expect(person_in(carol, name)).to_have_count(0, timeout=PATIENCE_MS)


def test_filters_hold_for_rows_that_come_live_and_stay_in_the_address(person: Somebody) -> None:
    alice, bob = person(), person(is_guest=False)
    bob.go("/matches/")
    filters = bob.page.locator("[data-lobby-filters]")
    filters.locator("[name=game]").select_option("hypergammon")
    filters.get_by_label("Free seats only").check()
    expect(bob.page).to_have_url(re.compile(r"\?game=hypergammon&free=on$"))
    other = open_table(alice, choose="?game=nackgammon&points=1")
    expect(bob.page.locator("[data-lobby-open='matches']")).to_be_visible()
    expect(row_of(bob, other)).to_have_count(0)
    expect(bob.page.get_by_text("Nothing here fits what you filter for.")).to_be_visible()
    bob.page.reload()
    expect(filters.locator("[name=game]")).to_have_value("hypergammon")
    expect(row_of(bob, other)).to_have_count(0)
    bob.page.get_by_role("link", name="Show everything").click()
    expect(row_of(bob, other)).to_be_visible()
    expect(bob.page).to_have_url(re.compile(r"/matches/$"))
    filters.locator("[name=game]").select_option("hypergammon")
    expect(row_of(bob, other)).to_have_count(0)
    close_table(alice)
    mine = open_table(alice, choose="?game=hypergammon&points=1")
    expect(row_of(bob, mine)).to_be_visible()
    close_table(alice)
    expect(row_of(bob, mine)).to_have_count(0)


def test_what_is_played_is_watched_from_its_row_and_counts_who_watches(person: Somebody) -> None:
    alice, bob, carol = person(), person(is_guest=False), person(is_guest=False)
    path = open_table(alice, "A house bot", choose="?game=nackgammon&points=7")
    match_id = path.split("/")[2]
    for each in (bob, carol):
        each.go("/matches/")
    row = carol.page.locator(f"[data-match='{match_id}']")
    expect(row.locator("[data-field='watchers']")).to_be_hidden()
    bob.page.locator(f"[data-match='{match_id}']").get_by_role("link", name="Watch").click()
    bob.page.wait_for_url(f"**/match/{match_id}/watch/")
    expect(row.locator("[data-field='watchers']")).to_have_text("1")
    alice.resign("single")


@pytest.mark.parametrize("path", ["/", "/stakes/", "/tournaments/", "/my/events/", "/find/"])
def test_nobody_is_kept_out_of_the_lobby(person: Somebody, path: str) -> None:
    for each in (person(), person(**SMALL)):
        each.go(path)
        expect_accessible(each)
        width = each.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0


@pytest.fixture
def plain_page(house: House, new_context: NewContext) -> Page:
    """A page on a phone whose browser runs no scripts."""
    page = new_context(java_script_enabled=False, viewport=SMALL).new_page()
    page.goto(house.url)
    return page


def test_without_scripts_a_phone_leads_everywhere_and_finds_an_opponent(
    plain_page: Page, person: Somebody
) -> None:
    page = plain_page
    page.get_by_role("main").get_by_role("button", name="Play as a guest").first.click()
    for link in ("Leaderboard", "Wallet", "Lobby"):
        page.get_by_role("navigation", name="Main").get_by_role("link", name=link).click()
    page.get_by_role("link", name="Matches").click()
    page.get_by_text("Filters", exact=True).click()
    page.locator(".filters [name=game]").select_option("long_nardy")
    page.get_by_role("button", name="Apply").click()
    expect(page).to_have_url(re.compile("game=long_nardy"))
    panel = page.get_by_role("region", name="Find an opponent")
    panel.locator("summary").click()
    panel.get_by_label("Points to win").select_option("3")
    panel.get_by_role("button", name="Find an opponent").click()
    expect(panel.get_by_text("Looking for an opponent")).to_be_visible()
    panel.get_by_role("button", name="Stop looking").click()
    panel.locator("summary").click()
    expect(panel.get_by_role("button", name="Find an opponent")).to_be_visible()
