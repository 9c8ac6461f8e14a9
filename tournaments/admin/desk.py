"""The director's desk: the queue of open problems, an event at a glance, and ruling in it.

A ruling is shown before it is made: the first answer to its form lists what it does and carries
the same form to be confirmed.
"""

from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournaments.admin.direct import EventAtHand
from tournaments.admin.order_forms import FORMS, OrderForm, Subject
from tournaments.models import Tournament
from tournaments.selectors import tournament_by_id
from tournaments.selectors.desk import Problem, desk_queue
from tournaments.services import RULE, ruling_make, ruling_preview
from tournaments.services.ruling_parts import entry_numbered, pairing_named
from wire.errors import Conflict, NotFound, PlatformError
from wire.pages import explain
from wire.texts import sentence
from wire.time import now

VIEW: Final = "tournaments.view_tournament"


class DirectorPages:
    """The pages of the desk, mixed into the staff page of events."""

    admin_site: Any

    def director_urls(self) -> list[URLPattern]:
        """Ahead of those of the rows."""
        return [
            path("desk/", self._page(self.desk, VIEW), name="tournaments_desk"),
            path(
                "direct/<slug:event_id>/", self._page(self.direct, VIEW), name="tournaments_direct"
            ),
            path(
                "direct/<slug:event_id>/<slug:order>/",
                self._page(self.rule, RULE),
                name="tournaments_rule",
            ),
        ]

    def desk(self, request: HttpRequest) -> HttpResponse:
        """Every open problem, with its evidence and the rulings that fit."""
        moment = now()
        queue = desk_queue(moment)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Director's desk"),
            "queue": queue,
            "problems": [(each, _links(each)) for each in queue.problems],
            "moment": moment,
            "may_rule": request.user.has_perm(RULE),
        }
        return render(request, "tournaments/admin/desk.html", context)

    def direct(self, request: HttpRequest, event_id: str) -> HttpResponse:
        """One event: what is the matter, its rounds, its people, what was ruled, and buttons."""
        event = _event(event_id)
        page = EventAtHand(event, request.GET.get("round", ""), request.GET.get("who", ""))
        context = {
            **self.admin_site.each_context(request),
            "title": event.name,
            "page": page,
            "event": event,
            "may_rule": request.user.has_perm(RULE),
        }
        return render(request, "tournaments/admin/event.html", context)

    def rule(self, request: HttpRequest, event_id: str, order: str) -> HttpResponse:
        """Ask, show, and after the second press rule."""
        event = _event(event_id)
        if order not in FORMS:
            raise Http404
        subject = _subject(event, request, FORMS[order].about)
        form = FORMS[order](request.POST or None, subject=subject)
        preview = None
        if form.is_valid() and "edit" not in request.POST:
            if "confirmed" in request.POST and self._ruled(request, event, form):
                return redirect("admin:tournaments_direct", event_id=event_id)
            preview = self._preview(request, event, form)
        context = {
            **self.admin_site.each_context(request),
            "title": form.title,
            "event": event,
            "form": form,
            "subject": subject,
            "preview": preview,
        }
        return render(request, "tournaments/admin/rule.html", context)

    def _preview(
        self, request: HttpRequest, event: Tournament, form: OrderForm
    ) -> list[str] | None:
        """What the order does, in sentences; None where it is refused, which is said."""
        assert request.user.is_authenticated  # the desk lets nobody else in
        try:
            preview = ruling_preview(
                tournament_id=event.public_id, order=form.order(), actor=request.user
            )
        except PlatformError as error:
            explain(request, error)
            return None
        form.data = {**request.POST.dict(), "seen": preview.seen}
        return [sentence(each.text, dict(each.facts)) for each in preview.consequences]

    def _ruled(self, request: HttpRequest, event: Tournament, form: OrderForm) -> bool:
        """Whether the service did it; where not, it says why."""
        assert request.user.is_authenticated  # the desk lets nobody else in
        asked = form.cleaned_data
        try:
            ruling = ruling_make(
                tournament_id=event.public_id,
                order=form.order(),
                actor=request.user,
                reason=asked["reason"],
                public_text=asked["public_text"],
                key=asked["key"],
                seen=asked["seen"],
            )
        except PlatformError as error:
            explain(request, error)
            return False
        messages.success(request, _("Ruled: {line}").format(line=ruling.public_text))
        return True

    def _page(self, view: Any, permission: str) -> Any:
        """A page of the desk for whoever holds the permission."""

        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            answer: HttpResponse = view(request, **kwargs)
            return answer

        return self.admin_site.admin_view(guarded)


def rule_url(event_id: str, order: str, **about: int) -> str:
    """The page of a ruling, about a pairing or an entry."""
    address = reverse("admin:tournaments_rule", args=[event_id, order])
    return f"{address}?{urlencode(about)}" if about else address


def _links(problem: Problem) -> list[tuple[str, str]]:
    """The rulings that fit a problem: what the button says, and where it leads."""
    about = {
        "pairing": {"round": problem.round, "slot": problem.slot} if problem.round else None,
        "entry": {"entry": problem.entry} if problem.entry else None,
        "event": {},
    }
    links = []
    for order in problem.orders:
        names = about[FORMS[order].about]
        if names is not None:
            links.append(
                (str(FORMS[order].title), rule_url(problem.event.event_id, order, **names))
            )
    return links


def _event(event_id: str) -> Tournament:
    try:
        return tournament_by_id(event_id)
    except NotFound as missing:
        raise Http404 from missing


def _subject(event: Tournament, request: HttpRequest, about: str) -> Subject:
    """What the address says the ruling is about."""
    try:
        if about == "pairing":
            round_number, slot = _number(request, "round"), _number(request, "slot")
            return Subject(pairing=pairing_named(event, round_number, slot))
        if about == "entry":
            return Subject(entry=entry_numbered(event, _number(request, "entry")))
    except (NotFound, Conflict) as missing:
        raise Http404 from missing
    return Subject()


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Http404
    return int(text)
