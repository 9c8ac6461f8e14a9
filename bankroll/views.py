"""The wallet page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from bankroll.selectors import holdings_of, statement


@require_safe
@login_required
def wallet(request: SignedInRequest) -> HttpResponse:
    """What the user has, what is in play, and how it came to be."""
    asked = request.GET.get("page", "")
    page = int(asked) if asked.isascii() and asked.isdecimal() else 1
    return render(
        request,
        "bankroll/wallet.html",
        {
            "holdings": holdings_of(request.user),
            "statement": statement(request.user, page=page),
        },
    )
