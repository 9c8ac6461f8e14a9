"""The page on which an organiser mutes somebody in his own event, and lets him speak again."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import SignedInRequest
from accounts.selectors import user_by_name
from moderation.selectors.sanctions import mutes_in_scope
from tournaments.models import Tournament
from tournaments.mute_form import MuteForm
from tournaments.services import organiser_mute, organiser_unmute
from tournaments.services.muting import own_event
from tournaments.streams import talk_scope
from wire.errors import NotFound, PlatformError
from wire.pages import explain

if TYPE_CHECKING:
    from accounts.models import User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: SignedInRequest, event_id: str, name: str) -> HttpResponse:
    """For how long and why; and who is muted in the event."""
    event, player = _found(request, event_id, name)
    form = MuteForm(request.POST or None)
    if form.is_valid() and _mute(request, event, player, form):
        return redirect("tournaments:organiser_mute", event_id=event_id, name=player.username)
    muted = mutes_in_scope(talk_scope(event_id))
    context = {
        "event": event,
        "player": player,
        "form": form,
        "muted": muted,
        "is_muted": any(each.user_id == player.pk for each in muted),
    }
    return render(request, "tournaments/mute.html", context)


@login_required
@require_POST
def unmute(request: SignedInRequest, event_id: str, name: str) -> HttpResponse:
    """Let somebody speak again."""
    event, player = _found(request, event_id, name)
    try:
        lifted = organiser_unmute(event_id=event.public_id, organiser=request.user, user=player)
    except PlatformError as error:
        explain(request, error)
    else:
        if lifted:
            text = _("%(name)s may speak in your event again.")
            messages.success(request, text % {"name": player.username})
    return redirect("tournaments:organiser_mute", event_id=event_id, name=player.username)


def _found(request: SignedInRequest, event_id: str, name: str) -> tuple[Tournament, "User"]:
    try:
        return own_event(event_id, request.user), user_by_name(name)
    except NotFound as missing:
        raise Http404 from missing


def _mute(request: SignedInRequest, event: Tournament, player: "User", form: MuteForm) -> bool:
    """Do it; whether it was done. A refusal is shown above the form."""
    try:
        organiser_mute(
            event_id=event.public_id,
            organiser=request.user,
            user=player,
            lasts=form.length,
            text=form.cleaned_data["text"],
            key=form.cleaned_data["key"],
        )
    except PlatformError as error:
        explain(request, error)
        return False
    text = _("%(name)s is muted in your event and reads why.")
    messages.success(request, text % {"name": player.username})
    return True
