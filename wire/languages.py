"""The language of whoever is at the other end of a socket: the same as that of his pages."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of(scope: Mapping[str, Any]) -> str:
    """What the cookie says that a page set, else what the browser asks for, else English."""
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin1")
    return get_language_from_request(request)
