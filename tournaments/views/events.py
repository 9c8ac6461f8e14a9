"""The page of an event, and its parts as fragments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages import EventPage
from tournaments.selectors import tournament_by_id
from wire.errors import NotFound

PARTS = ("state", "entrants", "bracket", "draw")


@require_safe
def detail(request: HttpRequest, event_id: str) -> HttpResponse:
    """The event: rules card, entrants, bracket, prizes, draw."""
    return render(request, "tournaments/detail.html", {"page": _page(request, event_id)})


@require_safe
def part(request: HttpRequest, event_id: str, part: str) -> HttpResponse:
    """One live part of the page, read again when the socket says it has changed."""
    if part not in PARTS:
        raise Http404
    return render(request, f"tournaments/parts/{part}.html", {"page": _page(request, event_id)})


def _page(request: HttpRequest, event_id: str) -> EventPage:
    try:
        return EventPage(tournament_by_id(event_id), request.user)
    except NotFound as missing:
        raise Http404 from missing
