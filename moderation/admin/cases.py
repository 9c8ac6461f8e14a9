"""The queue and the cases: what waits for staff, what was said, and the buttons."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.desk import ReadOnlyAdmin
from moderation.admin import decide, people
from moderation.admin.pages import case_or_404, desk_context, desk_page, staff_of
from moderation.admin.presses import HIDE, buttons_about, press_address, step_text
from moderation.decisions import press_of
from moderation.models import Case
from moderation.selectors import IMPOSE, sanction_record
from moderation.selectors.cases import (
    cases_about,
    context_lines,
    is_open,
    offence_of,
    record_of,
    reports_in,
)
from moderation.selectors.queue import Queued, moderation_queue
from moderation.services import CLOSE, DECIDE
from moderation.services.cases import decide_refusal
from wire.texts import sentence
from wire.time import now

HISTORY_SHOWN = 10


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin):
    """All cases, decided ones too. Those that wait stand in the queue, by urgency."""

    list_display = ("opened_at", "kind", "about", "reports_count", "state", "outcome", "decided_at")
    list_select_related = ("about",)
    list_filter = ("state", "kind", "outcome")
    search_fields = ("=public_id", "=subject")
    search_people = ("about_id", "decided_by_id")
    change_list_template = "moderation/admin/cases.html"

    def get_urls(self) -> list[URLPattern]:
        """The pages of the desk, ahead of those of the rows."""
        pages = [
            path("queue/", desk_page(queue), name="moderation_queue"),
            path("at/<slug:case_id>/", desk_page(case_page), name="moderation_case_page"),
            path(
                "at/<slug:case_id>/<slug:press>/",
                desk_page(decide.decide, DECIDE),
                name="moderation_decide",
            ),
            path("player/<slug:name>/", desk_page(people.card), name="moderation_card"),
            path("player/<slug:name>/note/", desk_page(people.note), name="moderation_note"),
            path(
                "player/<slug:name>/impose/",
                desk_page(decide.impose, IMPOSE),
                {"press": "mute"},
                name="moderation_impose",
            ),
            path(
                "player/<slug:name>/<slug:press>/",
                desk_page(decide.impose, IMPOSE),
                name="moderation_impose",
            ),
            path("find/", desk_page(people.find), name="moderation_find"),
        ]
        return pages + super().get_urls()

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A row of the list leads to the page of its case."""
        case = self.get_object(request, object_id)
        if case is None:
            return super().change_view(request, object_id, form_url, extra_context)
        return redirect("admin:moderation_case_page", case.public_id)


def queue(request: HttpRequest) -> HttpResponse:
    """Everything that waits, the most urgent first, each with the usual step as a button."""
    moment = now()
    actor = staff_of(request)
    waiting = moderation_queue(moment, reader=actor)
    context = desk_context(
        request,
        _("Moderation queue"),
        queue=waiting,
        cases=[(each, _first_buttons(each)) for each in waiting.cases],
        moment=moment,
        may_decide=actor.has_perm(DECIDE),
        may_impose=actor.has_perm(IMPOSE),
        may_hide=actor.has_perm(HIDE),
        may_close=actor.has_perm(CLOSE),
        may_judge=actor.has_perm("moderation.decide_appeal"),
    )
    return render(request, "moderation/admin/queue.html", context)


def case_page(request: HttpRequest, case_id: str) -> HttpResponse:
    """One case: what was said, who reported it, whom it is about, and every button."""
    case = case_or_404(request, case_id)
    actor = staff_of(request)
    reports = reports_in(case)
    offence = offence_of(case, [report.reason for report in reports])
    record = record_of(case.about)
    usual = record.usual_step(offence)
    refusal = decide_refusal(actor, case.about)
    context = desk_context(
        request,
        capfirst(str(case)),
        case=case,
        is_open=is_open(case),
        lines=context_lines(case),
        reports=reports,
        is_about_reader=case.about_id == actor.pk,
        offence=offence,
        earlier=record.earlier.get(offence.value, 0),
        usual=step_text(usual),
        refusal=sentence(refusal.text, dict(refusal.facts)) if refusal else "",
        buttons=buttons_about(actor, case.about, case=case, usual=usual),
        sanctions=sanction_record(case.about)[:HISTORY_SHOWN],
        others=[each for each in cases_about(case.about, most=HISTORY_SHOWN) if each.pk != case.pk],
        may_decide=actor.has_perm(DECIDE),
        moment=now(),
    )
    return render(request, "moderation/admin/case.html", context)


def _first_buttons(queued: Queued) -> dict[str, str]:
    """What is pressed from the queue itself: the usual step, hiding, and “no breach”."""
    case = queued.case
    key, lasts = press_of(queued.usual)
    return {
        "usual": press_address(key, case.about, case=case, lasts=lasts),
        "usual_title": step_text(queued.usual),
        "hide": press_address("hide", case.about, case=case),
        "no_breach": press_address("no_breach", case.about, case=case),
    }
