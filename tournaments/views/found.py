"""The event that an address names."""

from django.http import Http404

from tournaments.models import Tournament
from tournaments.selectors import tournament_by_id
from wire.errors import NotFound


def event_or_404(event_id: str) -> Tournament:
    """The event. Raises Http404 where there is none."""
    try:
        return tournament_by_id(event_id)
    except NotFound as missing:
        raise Http404 from missing
