"""The draw of an event as a document that anybody can take away and check."""

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.selectors import draw_document, tournament_by_id
from wire.codec import encode
from wire.errors import NotFound


@require_safe
def draw_json(request: HttpRequest, event_id: str) -> HttpResponse:
    """The published document; its secret is part of it once the event is over."""
    too_fast = ratelimit.consume_or_429(request, action="draw_file", limit_get=True)
    if too_fast is not None:
        return too_fast
    try:
        tournament = tournament_by_id(event_id)
    except NotFound as missing:
        raise Http404 from missing
    response = HttpResponse(encode(draw_document(tournament)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="draw-{tournament.public_id}.json"'
    return response
