"""The page of statistics, and the same as a file."""

import csv
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from bankroll.csvfile import safe_cell
from chat.admin.figures import HEIGHT, WIDTH, Figures, bars, figures
from chat.admin.refused import CODES
from moderation.sanctions import SanctionKind
from wire.time import now


def statistics_page(site: admin.AdminSite) -> Any:
    """The page."""

    def page(request: HttpRequest) -> HttpResponse:
        shown = figures(is_weekly=_is_weekly(request))
        context = {
            **site.each_context(request),
            "title": _("Statistics of chat"),
            "figures": shown,
            "lines": bars([(str(span.first), span.lines) for span in shown.spans]),
            "refused": bars([(str(span.first), span.refused) for span in shown.spans]),
            "most_lines": max(span.lines for span in shown.spans),
            "most_refused": max(span.refused for span in shown.spans),
            "width": WIDTH,
            "height": HEIGHT,
            "codes": [(CODES.get(each.name, each.name), each) for each in shown.codes],
            "sanctions": [(SanctionKind(kind).label, count) for kind, count in shown.sanctions],
            "median": _lasting(shown.answers.median),
            "ninety": _lasting(shown.answers.ninety),
        }
        return render(request, "chat/admin/statistics.html", context)

    return page


def statistics_csv(request: HttpRequest) -> HttpResponse:
    """The figures as rows of (from, what, which, count); times in whole seconds."""
    shown = figures(is_weekly=_is_weekly(request))
    answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    name = f"chat-{'weeks' if shown.is_weekly else 'days'}-{now():%Y-%m-%d}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(answer)
    writer.writerow(("from", "what", "which", "count"))
    writer.writerows(_rows(shown))
    return answer


def _rows(shown: Figures) -> list[tuple[str, str, str, int]]:
    """Every figure of the page. What a filter found comes from people: no cell is a formula."""
    first = str(shown.spans[0].first)
    rows = [
        (str(span.first), what, "", getattr(span, what))
        for span in shown.spans
        for what in ("lines", "refused", "reports", "sanctions")
    ]
    for what, reasons in (("code", shown.codes), ("language", shown.languages)):
        for each in reasons:
            name = safe_cell(each.name)
            rows.append((first, f"refused by {what}", name, each.count))
            rows.append((first, f"looked at by {what}", name, each.looked))
            rows.append((first, f"wrongly refused by {what}", name, each.wrong))
    rows += [(first, "sanctions", safe_cell(kind), count) for kind, count in shown.sanctions]
    answers = shown.answers
    rows.append((first, "cases decided", "", answers.count))
    rows.append((first, "seconds to an answer", "median", round(answers.median.total_seconds())))
    rows.append((first, "seconds to an answer", "90 %", round(answers.ninety.total_seconds())))
    return rows


def _is_weekly(request: HttpRequest) -> bool:
    return request.GET.get("by") == "week"


def _lasting(time: timedelta) -> str:
    """A time as 3:07 h."""
    minutes = round(time.total_seconds() / 60)
    return f"{minutes // 60}:{minutes % 60:02} h"
