"""Verifying draws in the browser from what is published alone: true ones, and forged ones."""

from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.draws.cases import CASES
from tests.tournaments.draws.documents import a_card, a_draw, a_satellite_card
from tests.tournaments.draws.forgeries import (
    FORGERIES,
    a_prize_cut,
    colours_exchanged,
    forged_secret,
    two_seats_swapped,
)


@pytest.fixture
def document() -> dict[str, Any]:
    """A knock-out of six."""
    return a_draw(entrants=6, seed=4)


def verified(page: Page) -> str:
    """Presses the button; the sentences that follow."""
    page.get_by_role("button", name="Verify the draw").click()
    verdict = page.get_by_role("status")
    expect(verdict).to_be_visible()
    return verdict.inner_text()


def test_a_true_draw_is_verified_in_one_sentence(open_draw, document) -> None:
    assert verified(open_draw(document)) == (
        "Verified in your browser: the secret has the fingerprint that was shown before anybody"
        " could enter, and all of this follows from it and from the results (seats: 6, byes: 2,"
        " pairings: 7, colours: 5, places: 6, prizes: 2)."
    )


def test_a_forged_draw_says_what_is_wrong(open_draw, document) -> None:
    forged = deepcopy(document)
    two_seats_swapped(forged)
    first, second, *_ = document["seats"]
    assert verified(open_draw(document, published=forged)).startswith(
        f"Not verified: seat 1 is shown as {second}'s, but the secret gives it to {first}."
    )


def test_what_is_no_draw_is_said_to_be_unreadable(open_draw, document) -> None:
    page = open_draw(document, published={"format": 7})
    assert verified(page) == "Not verified: what is published is no draw of an event."


def test_before_the_end_there_is_nothing_to_press(open_draw, document) -> None:
    page = open_draw(document | {"secret": None})
    expect(page.get_by_text(document["commitment"])).to_be_visible()
    expect(page.get_by_role("button", name="Verify the draw")).to_have_count(0)


def test_a_name_is_text_and_never_markup(open_draw, document) -> None:
    forged = deepcopy(document)
    forged["entrants"][0]["name"] = "<img src=x onerror=alert(1)>"
    page = open_draw(document, published=forged)
    assert "<img src=x onerror=alert(1)> sits on seat 1" in verified(page)


def proves(page: Page, published: dict[str, Any]) -> bool:
    """Whether the browser finds that everything belongs together; what it cannot read, does not."""
    found = page.evaluate(
        """async (published) => {
            const { prove } = await import("/static/js/drawproof/checks.js");
            try {
                return prove(published).isTrue;
            } catch {
                return false;
            }
        }""",
        published,
    )
    return bool(found)


def test_no_forgery_passes_in_the_browser_either(open_draw, document) -> None:
    page = open_draw(document)
    for forge in FORGERIES:
        forged = deepcopy(document)
        forge(forged)
        assert not proves(page, forged), forge.__name__
    assert proves(page, document)


def test_true_knock_outs_of_many_sizes_are_verified(open_draw, document) -> None:
    page = open_draw(document)
    for entrants in (2, 3, 5, 7, 8, 11, 16, 33, 64, 65, 100, 130):
        assert proves(page, a_draw(entrants, seed=entrants)), entrants


def test_true_events_of_every_kind_are_verified_as_far_as_the_browser_checks(
    open_draw, document
) -> None:
    page = open_draw(document)
    cards = [a_card(form) for form in ("double_elimination", "swiss", "round_robin", "groups")]
    for card in (*cards, a_card("swing"), a_satellite_card()):
        for seed in range(4):
            assert proves(page, a_draw(9 + seed, seed, card, leaving=0.05)), card.format
    for form in ("knockout", "swiss"):
        for seed in range(10):
            assert proves(page, a_draw(11, seed, a_card(form), leaving=0.1, late=2)), (form, seed)


def test_of_other_formats_the_browser_says_what_is_left_to_the_command(open_draw) -> None:
    told = verified(open_draw(a_draw(9, 2, a_card("swiss"))))
    assert told.startswith("Verified in your browser: ")
    assert "are repeated by the command: manage.py verify --draw-file." in told


def test_a_lie_about_another_format_is_found_in_the_browser_too(open_draw) -> None:
    swiss = a_draw(9, 2, a_card("swiss"))
    page = open_draw(swiss)
    for forge in (forged_secret, two_seats_swapped, colours_exchanged, a_prize_cut):
        forged = deepcopy(swiss)
        forge(forged)
        assert not proves(page, forged), forge.__name__


def test_browser_and_house_draw_the_same_from_the_shared_table(open_draw, document) -> None:
    page = open_draw(document)
    found = page.evaluate(
        """async (cases) => {
            const { DrawStream } = await import("/static/js/drawproof/stream.js");
            const { fromHex } = await import("/static/js/replay/sha256.js");
            return cases.map(({ secret, event, what, items }) =>
                new DrawStream(fromHex(secret), event, what).shuffled(items));
        }""",
        list(CASES),
    )
    assert found == [case["order"] for case in CASES]
