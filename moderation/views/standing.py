"""One's own standing: the banner, what was ever imposed, appeals, and the page of the barred."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import SignedInRequest
from accounts.turned_away import barred_by
from moderation.selectors.standing import bars_of, standing_record
from moderation.services import appeal_make, sanction_read
from moderation.services.appeals import MOST_APPEAL
from wire.errors import PlatformError
from wire.pages import explain, form_text, way_back

if TYPE_CHECKING:
    from accounts.models import User


@never_cache
@login_required
@require_safe
def standing(request: SignedInRequest) -> HttpResponse:
    """All that was ever imposed on one, with one's appeals and what came of them."""
    context = {
        "lines": standing_record(request.user),
        "most": MOST_APPEAL,
        "appeal_url": reverse("moderation:appeal"),
    }
    return render(request, "moderation/standing.html", context)


@never_cache
@require_safe
def banner(request: HttpRequest) -> HttpResponse:
    """What stands on top of every page, read again when the socket says that it has changed.

    Nothing for whoever is not signed in any more: a page to sign in does not belong there.
    """
    return render(request, "includes/standing.html")


@login_required
@require_POST
def read(request: SignedInRequest, sanction_id: str) -> HttpResponse:
    """Mark a warning as read."""
    sanction_read(user=request.user, sanction_id=sanction_id)
    if getattr(request, "htmx", False):
        return render(request, "includes/standing.html")
    return redirect(way_back(request, otherwise=reverse("moderation:standing")))


@login_required
@require_POST
def appeal(request: SignedInRequest) -> HttpResponse:
    """Appeal against something that was imposed."""
    _appeal(request, request.user)
    return redirect("moderation:standing")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def barred(request: HttpRequest, token: str) -> HttpResponse:
    """What keeps somebody out, until when, and his appeal; for whoever holds the signed address."""
    user = barred_by(token)
    if user is None:
        return render(request, "moderation/barred_expired.html", status=404)
    if request.method == "POST":
        _appeal(request, user)
        return redirect("moderation:barred", token=token)
    context = {
        "barred": user,
        "lines": bars_of(user),
        "most": MOST_APPEAL,
        "appeal_url": request.path,
    }
    return render(request, "moderation/barred.html", context)


def _appeal(request: HttpRequest, user: "User") -> None:
    sanction_id, text = form_text(request, "sanction"), form_text(request, "text")
    try:
        appeal_make(user=user, sanction_id=sanction_id, text=text)
    except PlatformError as refusal:
        explain(request, refusal)
    else:
        messages.success(
            request, _("Your appeal is with our staff. Somebody who did not impose this decides.")
        )
