"""Looking for an opponent, with or without scripts."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby import services
from lobby.asks import Ask
from lobby.panels import SeekPanel
from wire.errors import PlatformError
from wire.pages import explain, way_back

if TYPE_CHECKING:
    from accounts.requests import SignedInRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: "SignedInRequest") -> HttpResponse:
    """Find an opponent: the panel on a page of its own, and where its form is sent."""
    if request.method == "POST":
        try:
            services.seek_post(user=request.user, ask=Ask.of_form(request.POST.dict()))
        except PlatformError as error:
            explain(request, error)
        return redirect(way_back(request, otherwise=reverse("lobby:find")))
    return render(request, "lobby/find.html", {"seek": SeekPanel(request.user, request.path)})


@require_safe
def panel(request: HttpRequest) -> HttpResponse:
    """The panel alone, read again when the socket says that the search has changed."""
    here = urlsplit(request.headers.get("HX-Current-URL", "")).path or reverse("lobby:find")
    return render(request, "lobby/seek.html", {"seek": SeekPanel(request.user, here)})


@login_required
@require_POST
def cancel(request: "SignedInRequest") -> HttpResponse:
    """Look for nobody any more."""
    services.seek_cancel(user=request.user)
    return redirect(way_back(request, otherwise=reverse("lobby:index")))
