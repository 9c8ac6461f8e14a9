"""Parts of pages: answers that scripts draw inside a page, and that are no page themselves."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def part_of(page: str, view: View, *, by: str = "") -> View:
    """The view of a part, which leads a browser that opens its address by itself to `page`.

    page: the name of the page's route. by: the place of its address, where it has one; the
    address of the part has the same.
    """

    @wraps(view)
    def drawn(request: HttpRequest, **places: Any) -> HttpResponse:
        # A script that fetches the part sends "empty".
        if request.headers.get("Sec-Fetch-Dest") == "document":
            return redirect(page, **({by: places[by]} if by else {}))
        return view(request, **places)

    return drawn
