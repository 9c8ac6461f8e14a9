"""The lobby page: what can be joined now, the visitor's own seat and match."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lobby.selectors import lobby_snapshot
from matches.selectors import board_path, running_matches_of
from tournaments.selectors import live_entry_of, seat_lost_by
from wire.time import now

#: For how long the lobby explains a seat that was lost by being away.
EXPLAIN_LOST_SEAT = timedelta(minutes=15)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The front door."""
    context = lobby_snapshot()
    if request.user.is_authenticated:
        matches = running_matches_of(request.user)
        seat = live_entry_of(request.user)
        context |= {
            "board_urls": [board_path(match.public_id) for match in matches],
            "seat": seat,
            "my_event_id": seat.tournament.public_id if seat else "",
            "lost_seat": seat_lost_by(request.user, since=now() - EXPLAIN_LOST_SEAT),
        }
    return render(request, "lobby/index.html", context)
