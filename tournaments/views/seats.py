"""The buttons of an event: each does one thing, says every reason against it, and leads back."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest
from matches.selectors import board_path, clocked_matches_of
from tournaments.models import Entry, EntryState, Kind, Tournament
from tournaments.pages.event import EventPage
from tournaments.services import (
    buy_back,
    entry_check_in,
    entry_leave,
    entry_register,
    entry_withdraw,
    late_enter,
    sit_and_go_join,
    sit_and_go_leave,
)
from tournaments.views.found import event_or_404
from wire.errors import PlatformError
from wire.pages import explain, way_back

View = Callable[..., HttpResponse]


def button(act: Callable[[SignedInRequest, Tournament], None]) -> View:
    """A view for a button: `act` does it, and its refusals are shown on the page it came from.

    Whoever is not signed in is asked to, and comes back to the event: a button cannot be opened.
    """

    @require_POST
    @wraps(act)
    def pressed(request: SignedInRequest, event_id: str) -> HttpResponse:
        page = reverse("tournaments:detail", args=[event_id])
        if not request.user.is_authenticated:
            return redirect_to_login(page)
        event = event_or_404(event_id)
        try:
            act(request, event)
        except PlatformError as error:
            explain(request, error)
        for match in clocked_matches_of(request.user):
            return redirect(board_path(match.public_id))
        return redirect(way_back(request, otherwise=page))

    return pressed


@button
def join(request: SignedInRequest, event: Tournament) -> None:
    """Take a seat, or one of those who stand by; the last seat of a Sit&Go leads to the board."""
    invitation = request.POST.get("invitation", "")
    if event.kind == Kind.SIT_AND_GO:
        sit_and_go_join(event_id=event.public_id, user=request.user, invitation=invitation)
        return
    entry = entry_register(event_id=event.public_id, user=request.user, invitation=invitation)
    messages.success(request, _entered_text(entry, event))


@button
def leave(request: SignedInRequest, event: Tournament) -> None:
    """Give the seat back before the draw, with what was paid for it."""
    if event.kind == Kind.SIT_AND_GO:
        sit_and_go_leave(event_id=event.public_id, user=request.user)
        messages.success(request, _("Your seat is free again and your chips are back."))
        return
    entry = entry_withdraw(event_id=event.public_id, user=request.user)
    text = _("You have left, and your chips are back.")
    if entry.ticket_id:
        text = _("You have left, and your ticket is back.")
    messages.success(request, text)


@button
def check_in(request: SignedInRequest, event: Tournament) -> None:
    """Say that one is here."""
    entry_check_in(event_id=event.public_id, user=request.user)
    messages.success(request, _("You are checked in. Your match calls you when it begins."))


@button
def enter_late(request: SignedInRequest, event: Tournament) -> None:
    """Come into an event that has begun."""
    late_enter(
        event_id=event.public_id,
        user=request.user,
        invitation=request.POST.get("invitation", ""),
    )
    messages.success(request, _("You are in. Your match calls you when it begins."))


@button
def come_back(request: SignedInRequest, event: Tournament) -> None:
    """Buy back after a first loss."""
    buy_back(event_id=event.public_id, user=request.user)
    messages.success(request, _("You are in again. Your match calls you when it begins."))


@button
def walk_out(request: SignedInRequest, event: Tournament) -> None:
    """Leave an event that is being played; the page before asked whether it is meant."""
    entry_leave(event_id=event.public_id, user=request.user)
    messages.success(request, _("You have left the event."))


@require_safe
def walk_out_ask(request: HttpRequest, event_id: str) -> HttpResponse:
    """What leaving a running event costs, before it is done."""
    page = EventPage(event_or_404(event_id), request.user)
    if not page.entering.can_leave:
        return redirect("tournaments:detail", event_id=event_id)
    return render(request, "tournaments/walk_out.html", {"page": page})


def _entered_text(entry: Entry, event: Tournament) -> str:
    """What has happened, and what comes next."""
    if entry.state == EntryState.STANDBY:
        return _(
            "All places are taken. You stand by: you play if one comes free, else you get"
            " everything back."
        )
    text = _("You are in, on your ticket.") if entry.ticket_id else _("You are in.")
    return f"{text} {_check_in_text(event)}"


def _check_in_text(event: Tournament) -> str:
    minutes = event.rules_card.times.check_in_s // 60 if event.rules_card.times else 0
    return _("Be here at the start, or check in during the %(minutes)d minutes before it.") % {
        "minutes": minutes
    }
