"""A socket is spoken to in the language of the page it belongs to."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from wire.languages import language_of, zone_of


def scope(cookie: str = "", accepted: str = "") -> dict[str, Any]:
    """A handshake as the browser sends it."""
    headers = [(b"accept-language", accepted.encode())] if accepted else []
    return {"cookies": {"django_language": cookie} if cookie else {}, "headers": headers}


@pytest.mark.parametrize(
    ("handshake", "language"),
    [
        (scope(), "en"),
        (scope(cookie="et"), "et"),
        (scope(accepted="lv-LV,lv;q=0.9,en;q=0.5"), "lv"),
        (scope(cookie="fi", accepted="nb"), "fi"),
        (scope(cookie="tlh", accepted="nb-NO"), "nb"),
        (scope(accepted="de, sv;q=0.9"), "en"),
        (scope(cookie="../../etc", accepted=";;;q=x"), "en"),
    ],
)
def test_the_cookie_goes_before_what_the_browser_asks_for(
    handshake: dict[str, Any], language: str
) -> None:
    assert language_of(handshake) == language


def test_a_handshake_without_headers_is_spoken_to_in_english() -> None:
    assert language_of({}) == "en"


class Member:
    """Somebody with an account, as far as a clock is concerned."""

    def __init__(self, **preferences: str) -> None:
        self.preferences = preferences


OSLO = {"preferences": "look=dark&time_zone=Europe%2FOslo"}


@pytest.mark.parametrize(
    ("cookies", "user", "zone"),
    [
        ({}, AnonymousUser(), "UTC"),
        ({"zone": "Asia%2FTokyo"}, AnonymousUser(), "Asia/Tokyo"),
        ({**OSLO, "zone": "Asia%2FTokyo"}, AnonymousUser(), "Europe/Oslo"),
        ({"preferences": "time_zone=Mars", "zone": "Asia%2FTokyo"}, AnonymousUser(), "Asia/Tokyo"),
        ({"preferences": "%%%;&=time_zone"}, AnonymousUser(), "UTC"),
        (OSLO, None, "Europe/Oslo"),
        (OSLO, Member(time_zone="Europe/Riga"), "Europe/Riga"),
        (OSLO, Member(), "UTC"),
    ],
)
def test_a_socket_tells_the_time_by_the_clock_of_the_page_it_belongs_to(
    cookies: dict[str, str], user: Any, zone: str
) -> None:
    assert zone_of({"cookies": cookies, "user": user}).key == zone
