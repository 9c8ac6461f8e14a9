"""What one was told: the page, the bell in the header, and that it has been read."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest
from accounts.selectors import notices_of, unread_of
from accounts.services import notices_read
from wire.pages import form_text

#: Digits of a moment in milliseconds; more are no moment.
LONGEST_MS: Final = 13


@never_cache
@login_required
@require_safe
def notices(request: SignedInRequest) -> HttpResponse:
    """What one was told within a month, the newest first."""
    told = notices_of(request.user)
    context = {"notices": told, "until_ms": told[0].told_ms if told else 0}
    return render(request, "accounts/notices.html", context)


@never_cache
@login_required
@require_safe
def bell(request: SignedInRequest) -> HttpResponse:
    """The bell again, for a page that has heard of something new."""
    return _bell(request)


@login_required
@require_POST
def notices_note(request: SignedInRequest) -> HttpResponse:
    """Those that lead to `url` have been read, or all that were told no later than `until`.

    A script is given the bell, a form the page again.
    """
    until = form_text(request, "until")
    if url := form_text(request, "url"):
        notices_read(user_pk=request.user.pk, url=url)
    elif until.isdecimal() and len(until) <= LONGEST_MS:
        notices_read(user_pk=request.user.pk, until_ms=int(until))
    return _bell(request) if request.headers.get("HX-Request") else redirect("accounts:notices")


def _bell(request: SignedInRequest) -> HttpResponse:
    return render(request, "includes/bell.html", {"unread": unread_of(request.user)})
