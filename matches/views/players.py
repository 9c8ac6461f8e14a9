"""Pages about players: a profile with its matches, the leaderboard, the formula, a receipt."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.ladders import Ladder
from accounts.selectors import account_by_name
from matches.history import why_unrated
from matches.profile import LeaderboardView, Profile, ProfileQuery
from matches.receipts import formula_examples, paces, receipt_lines
from matches.selectors import match_by_id, may_watch
from wire.errors import NotFound


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know about a player: ratings, and the matches he has played."""
    try:
        found = account_by_name(name)
    except NotFound as missing:
        raise Http404 from missing
    if not found.is_active:
        return render(request, "matches/player_closed.html", {"player": found})
    query = ProfileQuery.of(request.GET)
    profile = Profile(player=found, viewer=request.user, query=query)
    return render(request, "matches/player.html", {"player": found, "profile": profile})


@require_safe
def leaderboard(request: HttpRequest, ladder: str = Ladder.BACKGAMMON) -> HttpResponse:
    """The best players of one ladder, and where the reader stands."""
    if ladder not in Ladder.values:
        raise Http404
    asked = request.GET.get("page", "")
    page = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else 1
    view = LeaderboardView(ladder=Ladder(ladder), viewer=request.user, page=page)
    return render(request, "matches/leaderboard.html", {"view": view})


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The formula in plain words, with examples it has worked out itself."""
    context = {
        "examples": formula_examples(),
        "paces": paces(),
        "listed_from": settings.HOUSE_LEADERBOARD_EXPERIENCE,
        "ladders": Ladder,
    }
    return render(request, "matches/ratings.html", context)


@require_safe
def rating(request: HttpRequest, match_id: str) -> HttpResponse:
    """What a match did to the ratings of its players, line by line."""
    try:
        match = match_by_id(match_id)
    except NotFound as missing:
        raise Http404 from missing
    if not may_watch(match=match, user=request.user):
        raise Http404
    receipts = receipt_lines(match_id)
    reasons = () if receipts else why_unrated(match)
    context = {"match": match, "receipts": receipts, "reasons": reasons}
    return render(request, "matches/rating.html", context)
