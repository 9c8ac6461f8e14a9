"""Using a ticket from the tab *My tickets*."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest
from tournaments.services import ticket_use
from wire.errors import PlatformError
from wire.pages import explain, form_text


@require_POST
@login_required
def ticket_use_now(request: SignedInRequest, ticket_id: str) -> HttpResponse:
    """Enter the event that was chosen, with this ticket and no other."""
    try:
        entry = ticket_use(
            ticket_id=ticket_id, event_id=form_text(request, "event"), user=request.user
        )
    except PlatformError as error:
        explain(request, error)
        return redirect("lobby:my_tickets")
    done = _("You have entered {event} with your ticket.")
    messages.success(request, done.format(event=entry.tournament.name))
    return redirect("tournaments:detail", event_id=entry.tournament.public_id)
