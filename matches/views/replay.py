"""A match that is over: the page that steps through it, and its files."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from backgammon import Side
from matches.downloads import FinishedMatch, finished_match, has_match_file
from matches.models import MatchStatus
from matches.replay import games_of
from matches.views.watch import watched_match
from matches.wording import length_text
from wire.errors import NotFound, Refused
from wire.texts import error_body


def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Every game of a finished match to read, and with scripts to step through.

    `?at=` is the number of an event; whatever else stands there means the beginning.
    """
    match = watched_match(request, match_id)
    if match.status == MatchStatus.PLAYING:
        return redirect("matches:watch", match_id=match.public_id)
    finished = finished_match(match)
    at = _event_number(request.GET.get("at", ""), last=match.seq)
    games = games_of(finished.rules, finished.events, finished.names)
    context = {
        "match": match,
        "white": finished.seats[Side.WHITE].user,
        "black": finished.seats[Side.BLACK].user,
        "score": finished.score,
        "played_for": length_text(finished.rules),
        "games": games,
        "at": at,
        "current": max((game.current(at) for game in games), default=0),
        "dice": finished.dice,
        "has_match_file": has_match_file(finished.rules),
    }
    return render(request, "matches/replay.html", context)


def _event_number(text: str, *, last: int) -> int:
    """The number in an address, never beyond the match; 0 for anything that is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= 9
    return min(int(text), last) if is_number else 0


def match_json(request: HttpRequest, match_id: str) -> HttpResponse:
    """The published document."""
    return _file(request, match_id, ending="json")


def match_mat(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match file other programs read."""
    return _file(request, match_id, ending="mat")


def _file(request: HttpRequest, match_id: str, *, ending: str) -> HttpResponse:
    too_fast = ratelimit.consume_or_429(request, action="match_file", limit_get=True)
    if too_fast is not None:
        return too_fast
    match = watched_match(request, match_id)
    try:
        finished = finished_match(match)
        response = _response(finished, ending)
    except (NotFound, Refused) as error:
        sentence = error_body(error)["message"]
        return HttpResponse(sentence, status=error.status, content_type="text/plain; charset=utf-8")
    name = finished.file_name(ending)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _response(finished: FinishedMatch, ending: str) -> HttpResponse:
    if ending == "json":
        return HttpResponse(finished.document(), content_type="application/json")
    return HttpResponse(finished.match_file(), content_type="text/plain; charset=utf-8")
