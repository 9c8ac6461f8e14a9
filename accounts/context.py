"""What every page says about its reader: how many notices wait. Read only where a page draws it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.selectors import unread_of


def unread(request: HttpRequest) -> dict[str, Any]:
    """`unread`: of whoever asks for the page. Only where somebody is signed in."""
    return {"unread": SimpleLazyObject(lambda: unread_of(request.user, request.path))}  # type: ignore[arg-type]  # only drawn for members
