"""The page on which a player asks staff to look at one of his matches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.requests import SignedInRequest
from tournaments.selectors.appeals import own_matches
from tournaments.services import appeal_open
from tournaments.services.appeals import MOST_TEXT
from tournaments.states import OVER
from tournaments.views.found import event_or_404
from wire.errors import PlatformError
from wire.pages import explain, form_text


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: SignedInRequest, event_id: str) -> HttpResponse:
    """His matches with what staff have said, and a form for each that can be looked at."""
    event = event_or_404(event_id)
    if request.method == "POST":
        _appeal(request, event_id)
        return redirect("tournaments:appeal", event_id=event_id)
    context = {
        "event": event,
        "matches": own_matches(request.user, event),
        "is_over": event.state in OVER,
        "most": MOST_TEXT,
    }
    return render(request, "tournaments/appeal.html", context)


def _appeal(request: SignedInRequest, event_id: str) -> None:
    """Send one; a refusal is shown on the next page."""
    round_text, _dot, slot_text = request.POST.get("match", "").partition(".")
    if not (round_text.isascii() and round_text.isdigit() and slot_text.isascii()):
        raise Http404
    if not slot_text.isdigit():
        raise Http404
    try:
        appeal_open(
            event_id=event_id,
            user=request.user,
            round_number=int(round_text[:6]),
            slot=int(slot_text[:6]),
            text=form_text(request, "text"),
        )
    except PlatformError as error:
        explain(request, error)
    else:
        messages.success(request, _("Staff have your appeal. What they rule is final."))
