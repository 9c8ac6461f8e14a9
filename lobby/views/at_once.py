"""Play now: one press takes a stranger to a board, as a guest of the house."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.views import guest
from lobby import services
from matches.selectors import board_path
from wire.errors import PlatformError
from wire.pages import explain

if TYPE_CHECKING:
    from accounts.models import User


@require_POST
def play_at_once(request: HttpRequest) -> HttpResponse:
    """Sit down with a house bot; whoever is not signed in becomes a guest first."""
    welcome = None if request.user.is_authenticated else guest(request)
    if not request.user.is_authenticated:
        assert welcome is not None
        return welcome
    response = welcome or HttpResponseRedirect("")
    response["Location"] = _place(request, request.user)
    return response


def _place(request: HttpRequest, user: "User") -> str:
    """The board; where there cannot be one, the lobby, and why."""
    try:
        table = services.table_at_once(user=user)
    except PlatformError as error:
        explain(request, error)
        return reverse("lobby:index")
    assert table.match is not None, "a table against a house bot is played at once"
    return board_path(table.match.public_id)
