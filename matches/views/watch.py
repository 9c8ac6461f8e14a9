"""Looking on: the page of a running match for everybody else, and of any match that is over."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from matches.models import Match, MatchStatus
from matches.selectors import is_player, match_by_id, may_watch
from matches.wording import title_shown
from wire.errors import NotFound


def watched_match(request: HttpRequest, match_id: str) -> Match:
    """The match, if this visitor may look on. Raises Http404 as if there were none if not."""
    try:
        match = match_by_id(match_id)
    except NotFound as missing:
        raise Http404 from missing
    if not may_watch(match=match, user=request.user):
        raise Http404
    return match


def watch(request: HttpRequest, match_id: str) -> HttpResponse:
    """A running match as anybody sees it; one that is over is replayed."""
    match = watched_match(request, match_id)
    if match.status != MatchStatus.PLAYING:
        return redirect("matches:replay", match_id=match.public_id)
    context = {
        "match_id": match.public_id,
        "title": title_shown(match.title),
        "is_player": is_player(match=match, user=request.user),
    }
    return render(request, "matches/watch.html", context)
