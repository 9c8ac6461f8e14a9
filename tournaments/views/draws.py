"""The draw of an event as a document that anybody can take away and check."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.selectors import draw_document
from tournaments.views.found import event_or_404
from wire.codec import encode


@require_safe
def draw_json(request: HttpRequest, event_id: str) -> HttpResponse:
    """The published document; its secret is part of it once the event is over."""
    too_fast = ratelimit.consume_or_429(request, action="draw_file", limit_get=True)
    if too_fast is not None:
        return too_fast
    tournament = event_or_404(event_id)
    response = HttpResponse(encode(draw_document(tournament)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="draw-{tournament.public_id}.json"'
    return response
