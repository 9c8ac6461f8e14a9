"""The buttons of an event: each does one thing, says every reason against it, and leads back."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.selectors import board_path, clocked_matches_of
from tournaments.services import sit_and_go_join, sit_and_go_leave
from wire.errors import NotFound, PlatformError
from wire.pages import explain, way_back


@require_POST
def join(request: HttpRequest, event_id: str) -> HttpResponse:
    """Take a seat; the last one leads straight to the board."""
    if not request.user.is_authenticated:
        return _sign_in_first(event_id)
    try:
        sit_and_go_join(event_id=event_id, user=request.user)
    except PlatformError as error:
        _explain(request, error)
    for match in clocked_matches_of(request.user):
        return redirect(board_path(match.public_id))
    return redirect(_back(request, event_id))


@require_POST
def leave(request: HttpRequest, event_id: str) -> HttpResponse:
    """Give the seat back."""
    if not request.user.is_authenticated:
        return _sign_in_first(event_id)
    try:
        sit_and_go_leave(event_id=event_id, user=request.user)
        messages.success(request, _("Your seat is free again and your chips are back."))
    except PlatformError as error:
        _explain(request, error)
    return redirect(_back(request, event_id))


def _sign_in_first(event_id: str) -> HttpResponse:
    """To the sign-in page, and from there to the event: the button itself cannot be opened."""
    return redirect_to_login(reverse("tournaments:detail", args=[event_id]))


def _explain(request: HttpRequest, error: PlatformError) -> None:
    """Show a refusal to its person; an event that does not exist has no page."""
    if isinstance(error, NotFound) and error.code == "tournament.not_found":
        raise Http404 from error
    explain(request, error)


def _back(request: HttpRequest, event_id: str) -> str:
    return way_back(request, otherwise=reverse("tournaments:detail", args=[event_id]))
