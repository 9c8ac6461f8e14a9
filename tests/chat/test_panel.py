"""The place of a room on a page, and what all of them share."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.utils.translation import override

from chat.phrases import PHRASES
from moderation.cases import ReportReason

ALICE = SimpleNamespace(username="Alice", is_authenticated=True, is_staff=False)
DORA = SimpleNamespace(username="Dora", is_authenticated=True, is_staff=True)


def drawn(tag: str, user: object) -> str:
    """What a tag makes of a page of this user."""
    template = Template("{% load talk %}{% " + tag + " %}")
    return template.render(Context({"user": user}))


@pytest.mark.parametrize("kind", ["lobby", "event", "match", "watch"])
def test_a_panel_names_its_room_and_holds_nothing_of_it(kind: str) -> None:
    page = drawn(f'talk_panel "{kind}:x"', ALICE)

    assert f'data-talk="{kind}:x"' in page
    assert "<li" not in page


def test_a_stranger_is_led_to_sign_in_and_nobody_else_is() -> None:
    assert "/accounts/login/" in drawn('talk_panel "lobby:main"', AnonymousUser())
    assert "/accounts/login/" not in drawn('talk_panel "lobby:main"', ALICE)


def test_the_kit_offers_every_phrase_and_every_reason() -> None:
    with override("en"):
        page = drawn("talk_kit", ALICE)

    assert [key for key in PHRASES if f'data-choice="{key}"' not in page] == []
    assert [word for word in ReportReason.values if f'value="{word}"' not in page] == []


def test_only_staff_are_given_the_addresses_of_the_desk() -> None:
    assert "/admin/" not in drawn("talk_kit", ALICE)
    assert "/admin/" in drawn("talk_kit", DORA)
