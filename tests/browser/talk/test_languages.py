"""Everybody talks in English, and is told everything else in his own language."""

from collections.abc import Callable

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from chat.phrases import PHRASES
from tests.browser.talk.hands import line, panel, say
from tests.stories.browsers import Person

pytestmark = pytest.mark.services

ESTONIAN_LINE = "Kas keegi tahab minuga mängida?"


@pytest.fixture
def alice(person: Callable[..., Person]) -> Person:
    """A guest who reads English."""
    return person()


@pytest.fixture
def mart(person: Callable[..., Person]) -> Person:
    """A guest who has chosen Estonian at the foot of the page."""
    mart = person()
    mart.go("/")
    mart.page.get_by_label("Language", exact=True).select_option("et")
    mart.page.get_by_role("button", name="Change language").click()
    expect(mart.page.locator("html")).to_have_attribute("lang", "et")
    return mart


def in_estonian(english: str) -> str:
    """A sentence of the house as Mart reads it. It differs, or this would prove nothing."""
    with translation.override("et"):
        estonian = gettext(english)
    assert estonian != english
    return estonian


def test_an_estonian_line_is_refused_in_estonian_to_its_author_alone(
    alice: Person, mart: Person
) -> None:
    alice.go("/")
    talk = panel(mart.page)
    talk.get_by_role("textbox").fill(ESTONIAN_LINE)
    mart.page.keyboard.press("Enter")
    refused = talk.get_by_role("alert")
    expect(refused).to_contain_text("inglise keeles")
    expect(talk.get_by_role("textbox")).to_have_value(ESTONIAN_LINE)
    expect(talk.get_by_role("button", name=in_estonian("Say a quick phrase"))).to_be_visible()
    say(alice.page, "Anyone for a match?")
    assert ESTONIAN_LINE not in alice.page.content()


def test_a_quick_phrase_is_read_by_everybody_in_his_own_language(
    alice: Person, mart: Person
) -> None:
    alice.go("/")
    english, estonian = PHRASES["good_luck"], in_estonian(PHRASES["good_luck"])
    panel(mart.page).get_by_role("button", name=in_estonian("Quick phrases")).click()
    mart.page.get_by_role("button", name=estonian, exact=True).click()
    expect(line(mart.page, estonian)).to_be_visible()
    expect(line(alice.page, english)).to_be_visible()
    mart.page.reload()
    expect(line(mart.page, estonian)).to_be_visible()
