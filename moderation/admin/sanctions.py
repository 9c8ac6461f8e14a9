"""Sanctions and appeals at the desk: to look up, to lift, to answer."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from accounts.desk import ReadOnlyAdmin
from moderation.admin.forms import AppealForm, LiftForm, ReasonForm
from moderation.admin.pages import desk_context, desk_page, staff_of
from moderation.models import Sanction
from moderation.sanctions import SanctionState
from moderation.selectors import IMPOSE, lifting_consequences, sanction_at, sanction_record
from moderation.services import appeal_decide, sanction_lift
from wire.errors import NotFound, PlatformError
from wire.pages import explain
from wire.time import now

DECIDE_APPEAL = "moderation.decide_appeal"


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    """All sanctions, newest first. From here each is lifted or its appeal answered."""

    list_display = ("starts_at", "user", "kind", "offence", "ends_at", "state", "imposed_by")
    list_select_related = ("user", "imposed_by")
    list_filter = ("kind", "offence", "state")
    search_fields = ("=public_id",)
    search_people = ("user_id", "imposed_by_id")
    change_list_template = "moderation/admin/cases.html"

    def get_urls(self) -> list[URLPattern]:
        """Lifting and answering, ahead of the pages of the rows."""
        pages = [
            path("lift/<slug:sanction_id>/", desk_page(lift, IMPOSE), name="moderation_lift"),
            path(
                "appeal/<slug:sanction_id>/",
                desk_page(appeal, DECIDE_APPEAL),
                name="moderation_appeal",
            ),
        ]
        return pages + super().get_urls()

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A row of the list leads to the card of its player."""
        sanction = self.get_object(request, object_id)
        if sanction is None:
            return super().change_view(request, object_id, form_url, extra_context)
        return redirect("admin:moderation_card", sanction.user.username)


def lift(request: HttpRequest, sanction_id: str) -> HttpResponse:
    """Ask, show, and after the second press take a sanction back."""
    sanction = _sanction(sanction_id)
    form = LiftForm(request.POST or None)

    def done() -> None:
        asked = form.cleaned_data
        sanction_lift(
            actor=staff_of(request),
            sanction_id=sanction_id,
            text=asked["text"],
            reason=asked["reason"],
        )

    lines = None
    if form.is_valid() and "edit" not in request.POST:
        if "confirmed" in request.POST and _is_done(request, done):
            messages.success(request, _("The sanction is lifted."))
            return redirect("admin:moderation_card", sanction.user.username)
        lines = lifting_consequences(sanction)
    context = desk_context(
        request, _("Lift a sanction"), sanction=sanction, form=form, preview=lines, moment=now()
    )
    return render(request, "moderation/admin/lift.html", context)


def appeal(request: HttpRequest, sanction_id: str) -> HttpResponse:
    """Ask, show, and after the second press answer an appeal."""
    sanction = _sanction(sanction_id)
    if getattr(sanction, "appeal", None) is None:
        raise Http404
    form = AppealForm(request.POST or None)

    def done() -> None:
        asked = form.cleaned_data
        appeal_decide(
            actor=staff_of(request),
            sanction_id=sanction_id,
            is_lifted=asked["is_lifted"],
            answer=asked["answer"],
            reason=asked["reason"],
        )

    lines = None
    if form.is_valid() and "edit" not in request.POST:
        if "confirmed" in request.POST and _is_done(request, done):
            messages.success(request, _("The appeal is answered."))
            return redirect("admin:moderation_queue")
        lines = _appeal_preview(sanction, form)
    context = desk_context(
        request,
        _("Decide an appeal"),
        sanction=sanction,
        form=form,
        preview=lines,
        others=[each for each in sanction_record(sanction.user) if each.pk != sanction.pk][:10],
        moment=now(),
    )
    return render(request, "moderation/admin/appeal.html", context)


def _appeal_preview(sanction: Sanction, form: ReasonForm) -> tuple[str, ...]:
    if form.cleaned_data["is_lifted"]:
        return lifting_consequences(sanction)
    if sanction.state == SanctionState.LIFTED:
        return (_("It was lifted already; the answer is kept."),)
    return (
        _("The sanction stands as it is, and {name} cannot appeal again.").format(
            name=sanction.user.username
        ),
    )


def _is_done(request: HttpRequest, act: Callable[[], None]) -> bool:
    """Whether the service did it; where not, it says why."""
    try:
        act()
    except PlatformError as error:
        explain(request, error)
        return False
    return True


def _sanction(sanction_id: str) -> Sanction:
    try:
        return sanction_at(sanction_id)
    except NotFound as missing:
        raise Http404 from missing
