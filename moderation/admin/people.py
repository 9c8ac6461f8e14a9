"""The card of a player: everything staff know of him, and what can be done about him."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.ranks import senior_refusal
from accounts.selectors import account_by_name
from moderation.admin.forms import NoteForm
from moderation.admin.pages import desk_context, player_or_404, staff_of
from moderation.admin.presses import buttons_about, rank_text
from moderation.selectors import IMPOSE
from moderation.selectors.card import player_card
from moderation.services import note_write
from wire.errors import NotFound, PlatformError
from wire.pages import explain
from wire.plain import plain_row
from wire.texts import sentence
from wire.time import now


@require_safe
def card(request: HttpRequest, name: str) -> HttpResponse:
    """One player."""
    user = player_or_404(name)
    actor = staff_of(request)
    found = player_card(user, reader=actor)
    refusal = senior_refusal(actor, user)
    context = desk_context(
        request,
        user.username,
        card=found,
        player=user,
        rank=rank_text(found.rank),
        refusal=sentence(refusal.text, dict(refusal.facts)) if refusal else "",
        buttons=buttons_about(actor, user),
        form=NoteForm(),
        may_note=actor.has_perm(IMPOSE),
        moment=now(),
    )
    return render(request, "moderation/admin/card.html", context)


@require_POST
def note(request: HttpRequest, name: str) -> HttpResponse:
    """Write a note about a player."""
    user = player_or_404(name)
    form = NoteForm(request.POST)
    if form.is_valid():
        try:
            note_write(actor=staff_of(request), user=user, text=form.cleaned_data["text"])
        except PlatformError as error:
            explain(request, error)
        else:
            messages.success(request, _("The note is written."))
    return redirect("admin:moderation_card", user.username)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Go to the card of the player of a name."""
    name = plain_row(request.GET.get("name", ""), most=40)
    try:
        return redirect("admin:moderation_card", account_by_name(name).username)
    except NotFound:
        messages.error(request, _("There is nobody called {name}.").format(name=name))
    return redirect("admin:moderation_queue")
