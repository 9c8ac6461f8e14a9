"""Tickets for staff: to read, and to give, to extend and to declare void, with a reason."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from accounts.selectors import user_by_name
from tournaments.admin.order_forms import new_form_key
from tournaments.models import Ticket, TicketEvent
from tournaments.models.series import MOST_ENTRY_CHIPS
from tournaments.services import ticket_extend, ticket_give, ticket_void
from tournaments.services.ticket_desk import HANDLE
from tournaments.ticket_states import USABLE
from wire.errors import NotFound, PlatformError
from wire.moments import moment_text
from wire.texts import error_body
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

MOST_REASON = 200


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MOST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=_("Kept in the staff log; the holder reads it in the history of the ticket."),
    )


class ExtendForm(ReasonForm):
    """Until when, and why."""

    field_order = ("days", "reason")

    days = forms.IntegerField(
        label=_("Days from now"),
        min_value=1,
        max_value=366,
        initial=30,
        help_text=_("From now on it can be used for so many days."),
    )


class GiveForm(ReasonForm):
    """To whom, for what, and why. The key names the form."""

    field_order = ("holder", "event_id", "value_chips", "reason")

    holder = forms.CharField(label=_("Player"), max_length=20)
    event_id = forms.CharField(
        label=_("Event"),
        max_length=12,
        required=False,
        help_text=_("The id of the event it leads to. Empty: a ticket to any event of a price."),
    )
    value_chips = forms.IntegerField(
        label=_("Price it pays"),
        min_value=0,
        max_value=2 * MOST_ENTRY_CHIPS,
        initial=0,
        required=False,
        help_text=_("For a ticket to any event; the price of a named event is known."),
    )
    key = forms.CharField(max_length=40, initial=new_form_key, widget=forms.HiddenInput)

    def clean_holder(self) -> "User":
        """The player of that name."""
        try:
            return user_by_name(self.cleaned_data["holder"])
        except NotFound as missing:
            raise forms.ValidationError(error_body(missing)["message"]) from missing

    def clean_value_chips(self) -> int:
        """Nothing where nothing was written."""
        return self.cleaned_data["value_chips"] or 0


class TicketEventInline(admin.TabularInline):
    """What has become of a ticket."""

    model = TicketEvent
    fields = ("at", "state", "event", "note")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[TicketEvent]:
        return super().get_queryset(request).select_related("event").order_by("pk")


@admin.register(Ticket)
class TicketAdmin(ReadOnlyAdmin):
    """Every ticket, newest first. From here one is given, extended or declared void."""

    list_display = (
        "public_id",
        "holder",
        "kind",
        "state",
        "event",
        "series",
        "value_chips",
        "expires_at",
    )
    list_select_related = ("holder", "event", "series")
    list_filter = ("state", "kind", "issued_at")
    search_fields = ("=public_id", "=event__public_id", "=key")
    search_people = ("holder",)
    inlines = (TicketEventInline,)
    change_list_template = "tournaments/admin_tickets.html"
    change_form_template = "tournaments/admin_ticket.html"

    def get_urls(self) -> list[URLPattern]:
        """The pages of what can be done, ahead of those of the rows."""
        pages = [
            path("give/", self._page(self.give), name="tournaments_ticket_give"),
            path("<int:pk>/void/", self._page(self.void), name="tournaments_ticket_void"),
            path("<int:pk>/extend/", self._page(self.extend), name="tournaments_ticket_extend"),
        ]
        return pages + super().get_urls()

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with a button for whoever may give tickets."""
        may = {"may_handle": request.user.has_perm(HANDLE)}
        return super().changelist_view(request, may | (extra_context or {}))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One ticket, with buttons where something can still be done with it."""
        ticket = Ticket.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        is_open = ticket is not None and ticket.state in USABLE
        may = {"may_handle": is_open and request.user.has_perm(HANDLE)}
        return super().change_view(request, object_id, form_url, may | (extra_context or {}))

    def give(self, request: HttpRequest) -> HttpResponse:
        """Give somebody a ticket at the house's cost."""
        form = GiveForm(request.POST or None)
        return self._act(request, form, gettext("Give a ticket"), ticket_give, [])

    def void(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Declare a ticket void, after a look at whose it is and what it is worth."""
        ticket = get_object_or_404(Ticket, pk=pk)
        form = ReasonForm(request.POST or None)
        consequences = [
            _described(ticket),
            gettext("It cannot be used any more; its price goes to the house. This is final."),
        ]

        def act(**asked: Any) -> Ticket:
            return ticket_void(ticket_id=ticket.public_id, **asked)

        return self._act(request, form, gettext("Declare it void"), act, consequences)

    def extend(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Let a ticket be used for longer."""
        ticket = get_object_or_404(Ticket, pk=pk)
        form = ExtendForm(request.POST or None)

        def act(*, days: int, **asked: Any) -> Ticket:
            until = now() + timedelta(days=days)
            return ticket_extend(ticket_id=ticket.public_id, until=until, **asked)

        return self._act(request, form, gettext("Extend it"), act, [_described(ticket)])

    def _act(
        self, request: HttpRequest, form: forms.Form, title: str, act: Any, lines: list[str]
    ) -> HttpResponse:
        """Ask, and when the form makes sense do it; a refusal is shown with the form."""
        if form.is_valid():
            try:
                ticket = act(actor=request.user, **form.cleaned_data)
            except PlatformError as error:
                messages.error(request, error_body(error)["message"])
            else:
                messages.success(request, f"{title}: {_described(ticket)}")
                return redirect("admin:tournaments_ticket_change", ticket.pk)
        context = {**self.admin_site.each_context(request), "title": title, "form": form}
        return render(request, "tournaments/admin_ticket_act.html", context | {"lines": lines})

    def _page(self, view: Any) -> Any:
        """A page of the desk for whoever may decide about tickets."""

        def guarded(request: HttpRequest, **which: int) -> HttpResponse:
            if not request.user.has_perm(HANDLE):
                raise PermissionDenied
            answer: HttpResponse = view(request, **which)
            return answer

        return self.admin_site.admin_view(guarded)


def _described(ticket: Ticket) -> str:
    """A ticket in a line: whose, where to, and what it pays."""
    place = ticket.event or ticket.series
    text = gettext("ticket {ticket} of {holder}, {place}, {chips} chips, until {until}")
    return text.format(
        ticket=ticket.public_id,
        holder=ticket.holder.username,
        place=place.name if place else gettext("any event of its price"),
        chips=ticket.value_chips,
        until=moment_text(ticket.expires_at),
    )
