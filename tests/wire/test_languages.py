"""A socket is spoken to in the language of the page it belongs to."""

from typing import Any

import pytest

from wire.languages import language_of


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
