"""Templates of events for staff: a form with a preview, and the cards of the events to come."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.desk import BoundedAdmin, choice_filter, nobody
from tournaments import selectors
from tournaments.admin import fieldsets
from tournaments.admin.card_form import CardForm
from tournaments.admin.preview import preview_of
from tournaments.admin.series_form import PREVIEW, SeriesForm
from tournaments.models import Kind, Series, Tournament
from tournaments.pages.card_diff import CardLine, card_changes, card_diff
from tournaments.services import card_change, card_planned, series_store
from tournaments.wording import FORMAT_WORDS
from wire.errors import NotFound, PlatformError
from wire.texts import error_body
from wire.time import now

FormatFilter = choice_filter(
    "format", _("format"), {key: words.name for key, words in FORMAT_WORDS.items()}
)


@admin.register(Series)
class SeriesAdmin(BoundedAdmin):
    """Templates of events. What staff store here is announced, or opens, at once."""

    form = SeriesForm
    fieldsets = fieldsets.SERIES
    list_display = ("name", "kind", "is_open", "way", "seats", "price", "target_series", "when")
    list_filter = ("is_open", "kind", FormatFilter)
    list_select_related = ("target_series",)
    search_fields = ("name",)
    change_form_template = "admin/tournaments/series_form.html"
    has_delete_permission = nobody

    class Media:
        css = {"all": ["css/desk-series.css"]}

    @admin.display(description=_("format"), ordering="format")
    def way(self, series: Series) -> str:
        return str(FORMAT_WORDS[series.format].name)

    @admin.display(description=_("buy-in + fee"))
    def price(self, series: Series) -> str:
        return f"{series.buy_in_chips} + {series.fee_chips}"

    @admin.display(description=_("when"))
    def when(self, series: Series) -> str:
        if series.kind == Kind.SIT_AND_GO:
            return "–"
        return f"{series.start_time:%H:%M} {series.time_zone} {series.recurrence}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.card_view)
        own = path("event/<slug:event_id>/card/", view, name="tournaments_card_change")
        return [own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Series]:
        return super().get_queryset(request).select_related("target_series")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        form, series = context["adminform"].form, context.get("original")
        planned = form.planned if form.is_bound and not form.errors else series
        if planned is not None and not (form.is_bound and form.errors):
            faults = selectors.card_faults(planned, moment=now())
            context["notes"] = [fault for fault in faults if fault.is_note]
            if len(context["notes"]) == len(faults):
                context["preview"] = preview_of(planned)
        context["is_looked_at"] = form.is_bound
        context["coming"] = selectors.coming_events(series) if series else ()
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Series, form: Any, change: Any) -> None:
        series_store(series=obj)

    def card_view(self, request: HttpRequest, event_id: str) -> HttpResponse:
        """Change the card of one event: first what would be different, then in earnest."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        try:
            tournament = selectors.tournament_by_id(event_id)
        except NotFound as missing:
            raise Http404 from missing
        form = CardForm(tournament, request.POST if request.method == "POST" else None)
        lines: tuple[CardLine, ...] = ()
        if request.method == "POST" and (form.is_valid() or not form.errors):
            try:
                card = card_planned(tournament=tournament, changes=form.changes)
                lines = card_diff(tournament.rules_card, card)
                if PREVIEW not in request.POST:
                    return self._card_changed(request, tournament, form)
            except PlatformError as error:
                _add_refusals(form, error)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Change the rules card"),
            "opts": self.opts,
            "event": tournament,
            "is_open": tournament.state in selectors.COMING,
            "adminform": AdminForm(form, form.fieldsets, {}, model_admin=self),
            "media": self.media + form.media,
            "lines": lines,
            "history": card_changes(tournament),
        }
        return render(request, "admin/tournaments/card_form.html", context)

    def _card_changed(
        self, request: HttpRequest, tournament: Tournament, form: CardForm
    ) -> HttpResponse:
        assert request.user.is_authenticated  # the desk lets nobody else in
        card_change(
            tournament_id=tournament.public_id,
            actor=request.user,
            changes=form.changes,
            reason=form.cleaned_data["reason"],
        )
        text = _("The card of {event} is changed, and its entrants are told.")
        messages.success(request, text.format(event=tournament.name))
        return redirect(reverse("admin:tournaments_series_change", args=[tournament.series_id]))


def _add_refusals(form: CardForm, error: PlatformError) -> None:
    """Every reason at the field it belongs to, else at the top."""
    body = error_body(error)
    for refusal in body["data"].get("refusals", [body]):
        field = refusal["data"].get("field")
        form.add_error(field if field in form.fields else None, refusal["message"])
