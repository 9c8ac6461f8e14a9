"""What every page says about its reader's standing. Read only where a page draws it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from moderation.selectors.standing import standing_of


def standing(request: HttpRequest) -> dict[str, Any]:
    """`standing`: of whoever asks for the page."""
    return {"standing": SimpleLazyObject(lambda: standing_of(request.user))}
