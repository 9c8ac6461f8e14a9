"""The page of an event, and its parts as fragments.

An address may ask for a page of entrants (`q`, `page`), of standings (`places`) and for a round
of a large event (`round`, `from`), with scripts or without.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages.event import EventPage
from tournaments.views.found import event_or_404

#: What is read again when the socket says that it has changed.
PARTS = (
    "state",
    "entrants",
    "bracket",
    "standings",
    "draw",
    "log",
    "card",
    "prizes",
    "satellites",
)


@require_safe
def detail(request: HttpRequest, event_id: str) -> HttpResponse:
    """The event: where it stands, rules card, entrants, rounds, standings, prizes, draw."""
    return render(request, "tournaments/detail.html", {"page": _page(request, event_id)})


@require_safe
def part(request: HttpRequest, event_id: str, part: str) -> HttpResponse:
    """One live part of the page."""
    if part not in PARTS:
        raise Http404
    return render(request, f"tournaments/parts/{part}.html", {"page": _page(request, event_id)})


@require_safe
def one_round(request: HttpRequest, event_id: str) -> HttpResponse:
    """What stands under one heading of a large event, when somebody opens it."""
    page = _page(request, event_id)
    if page.rounds.one is None:
        raise Http404
    context = {"page": page, "line": page.rounds.one}
    return render(request, "tournaments/parts/round.html", context)


def _page(request: HttpRequest, event_id: str) -> EventPage:
    return EventPage(event_or_404(event_id), request.user, request.GET)
