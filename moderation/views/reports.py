"""Reporting a player, and what came of one's reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import SignedInRequest
from accounts.selectors import account_by_name
from moderation.report_form import ReportForm
from moderation.selectors import reports_of
from moderation.services import report_open
from wire.errors import NotFound, PlatformError
from wire.pages import explain


@login_required
@require_safe
def reports(request: SignedInRequest) -> HttpResponse:
    """What one has reported, the newest first, each with its outcome."""
    return render(request, "moderation/reports.html", {"reports": reports_of(request.user)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_player(request: SignedInRequest, name: str) -> HttpResponse:
    """Say what is wrong with a player."""
    try:
        player = account_by_name(name)
    except NotFound as missing:
        raise Http404 from missing
    form = ReportForm(request.POST or None)
    if form.is_valid():
        try:
            report_open(
                reporter=request.user,
                subject=f"user:{player.username}",
                reason=form.cleaned_data["reason"],
                note=form.cleaned_data["note"],
            )
        except PlatformError as refusal:
            explain(request, refusal)
        else:
            thanks = _("Thank you. Staff will look at it, and you will read here what came of it.")
            messages.success(request, thanks)
        return redirect("moderation:reports")
    return render(request, "moderation/report_player.html", {"player": player, "form": form})
