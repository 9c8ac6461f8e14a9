"""Challenging somebody by name, and the challenges one has to answer."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.selectors import user_by_name
from lobby import selectors, services
from lobby.asks import Ask
from lobby.panels import ChallengePage
from wire.errors import NotFound, PlatformError
from wire.pages import explain, way_back

if TYPE_CHECKING:
    from accounts.requests import SignedInRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: "SignedInRequest", name: str) -> HttpResponse:
    """Challenge one player: to what, and whether he can be asked."""
    try:
        invited = user_by_name(name)
    except NotFound as missing:
        raise Http404 from missing
    if request.method == "POST":
        try:
            ask = Ask.of_form(request.POST.dict())
            table = services.challenge_make(host=request.user, name=name, ask=ask)
        except PlatformError as error:
            explain(request, error)
            return redirect("lobby:challenge", name=invited.username)
        return redirect("lobby:table", table_id=table.public_id)
    page = ChallengePage(viewer=request.user, invited=invited)
    return render(request, "lobby/challenge.html", {"page": page})


@login_required
@require_safe
def challenges(request: "SignedInRequest") -> HttpResponse:
    """The banner of open challenges, read again when the socket says they have changed."""
    return _banner(request)


@login_required
@require_POST
def decline(request: "SignedInRequest", table_id: str) -> HttpResponse:
    """Say no. A page with scripts gets the rest of its banner back."""
    is_swapped = bool(getattr(request, "htmx", False))
    try:
        services.challenge_decline(table_id=table_id, user=request.user)
    except NotFound as missing:
        raise Http404 from missing
    except PlatformError as error:
        explain(request, error)
    else:
        if not is_swapped:
            messages.success(request, _("You have declined."))
    if is_swapped:
        return _banner(request)
    return redirect(way_back(request, otherwise=reverse("lobby:index")))


def _banner(request: "SignedInRequest") -> HttpResponse:
    context = {"challenges": selectors.challenges_to(request.user)}
    return render(request, "includes/challenges.html", context)
