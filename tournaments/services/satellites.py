"""A satellite and its target: calling off what could not end in time."""

from django.db import transaction

from tournaments import selectors
from tournaments.models import Tournament
from tournaments.selectors.series import COMING
from tournaments.services.locks import tournament_locked
from tournaments.services.planning import tournament_call_off


@transaction.atomic
def satellite_close(*, tournament_id: str) -> bool:
    """Call off a satellite whose tickets could not be used any more; whether it was one.

    That is when its target takes no entries, or starts so soon that even the smallest field
    would not be done half an hour before. A Sit&Go's field is always the same: it closes as
    soon as it may not begin any more. Everybody gets back what he paid.
    """
    if not Tournament.objects.filter(public_id=tournament_id, target__isnull=False).exists():
        return False
    tournament = tournament_locked(tournament_id)
    if tournament.state not in COMING:
        return False
    if selectors.target_refusal(tournament, tournament.rules_card.min_entrants) is None:
        return False
    tournament_call_off(tournament=tournament)
    return True
