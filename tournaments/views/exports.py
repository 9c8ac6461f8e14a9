"""Results of an event as files."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tournaments.exports import (
    MATCH_COLUMNS,
    RESULT_COLUMNS,
    csv_text,
    document_of,
    matches_of,
    results_of,
)
from tournaments.pages.play import Play
from tournaments.views.found import event_or_404


@require_safe
def results_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Places, points and prizes as a table."""
    event = event_or_404(event_id)
    return _csv(f"{event_id}-results.csv", csv_text(RESULT_COLUMNS, results_of(event, Play(event))))


@require_safe
def matches_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Every match as a table."""
    event = event_or_404(event_id)
    rows = matches_of(event, Play(event), site=_site(request))
    return _csv(f"{event_id}-matches.csv", csv_text(MATCH_COLUMNS, rows))


@require_safe
def results_json(request: HttpRequest, event_id: str) -> HttpResponse:
    """All of it as one document."""
    answer = JsonResponse(document_of(event_or_404(event_id), site=_site(request)))
    answer["Content-Disposition"] = f'attachment; filename="{event_id}-results.json"'
    return answer


def _csv(name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
