"""The board page. Everything live on it comes over the match socket."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from matches.owners import owner_of
from matches.selectors import is_player, match_by_id
from matches.wording import title_shown
from wire.errors import NotFound


@never_cache
def board(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board, for the two players of the match. Others look on, where the match is public.

    Whoever comes back to it from the settings has it with what he has chosen there.
    """
    try:
        match = match_by_id(match_id)
    except NotFound as missing:
        raise Http404 from missing
    if is_player(match=match, user=request.user):
        context = {
            "match_id": match.public_id,
            "title": title_shown(match.title),
            "is_player": True,
            "has_clock": match.rules["clock"] is not None,
            "back_text": owner_of(match.owner).back_text,
        }
        return render(request, "matches/board.html", context)
    if match.is_public:
        return redirect("matches:watch", match_id=match.public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    raise Http404
