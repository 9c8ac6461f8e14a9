"""The house rules: to read, and to accept."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest
from accounts.rules import RULES_VERSION
from accounts.services import rules_accept
from wire.errors import Conflict
from wire.pages import explain, form_text, way_back


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """What the house asks of everybody, and how staff act."""
    context = {"version": RULES_VERSION, "keep_days": settings.HOUSE_DEVICE_KEEP_DAYS}
    return render(request, "accounts/rules.html", context)


@login_required
@require_POST
def accept_rules(request: SignedInRequest) -> HttpResponse:
    """Accept the version that was shown."""
    is_shown = form_text(request, "version") == str(RULES_VERSION)
    try:
        rules_accept(user=request.user, version=RULES_VERSION if is_shown else 0)
    except Conflict as changed:
        explain(request, changed)
        return redirect("accounts:rules")
    messages.success(request, _("Thank you. You have accepted the house rules."))
    return redirect(way_back(request, otherwise=resolve_url("accounts:rules")))
