"""Events for calendars elsewhere: those of the next two weeks, or one of them."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments import selectors
from tournaments.feed import events_calendar
from tournaments.models import Tournament

CALENDAR_TYPE = "text/calendar; charset=utf-8"


@require_safe
@cache_control(public=True, max_age=300)
def feed(request: HttpRequest) -> HttpResponse:
    """Every scheduled event of the next two weeks that is not private."""
    return _calendar(request, selectors.feed_events(), "events.ics")


@require_safe
@cache_control(public=True, max_age=300)
def event_ics(request: HttpRequest, event_id: str) -> HttpResponse:
    """One event of the feed."""
    events = selectors.feed_events().filter(public_id=event_id)
    if not events:
        raise Http404
    return _calendar(request, events, f"event-{event_id}.ics")


def _calendar(request: HttpRequest, events: Iterable[Tournament], name: str) -> HttpResponse:
    def page_of(event: Tournament) -> str:
        return request.build_absolute_uri(reverse("tournaments:detail", args=[event.public_id]))

    response = HttpResponse(events_calendar(events, page_of), content_type=CALENDAR_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
