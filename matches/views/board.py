"""The board page. Everything live on it comes over the match socket."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from matches.owners import owner_of
from matches.selectors import is_player, match_by_id
from wire.errors import NotFound


@login_required
def board(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board, for the two players of the match and for nobody else yet."""
    try:
        match = match_by_id(match_id)
    except NotFound as missing:
        raise Http404 from missing
    if not is_player(match=match, user=request.user):
        raise Http404
    context = {
        "match_id": match.public_id,
        "title": match.title,
        "is_player": True,
        "back_text": owner_of(match.owner).back_text,
    }
    return render(request, "matches/board.html", context)
