"""Results: what a finished match means to its pairing, in the transaction that finishes it."""

import logging

from django.db import transaction

from matches.owners import MatchResult
from tournaments import selectors
from tournaments.formats import format_of
from tournaments.formats.base import Outcome
from tournaments.models import Entry, EntryState, Pairing, PairingResult
from tournaments.services.locks import say_changed
from tournaments.states import TournamentState
from wire.publish import enqueue_on_commit
from wire.time import now

log = logging.getLogger(__name__)

BOTH_ABSENT = "both_absent"


@transaction.atomic
def result_record(*, result: MatchResult) -> None:
    """Take a finished match into the event; called inside the transaction that finishes it.

    A match without a winner is played again, unless nobody came: then both are
    out. The loser is free for another event at once; all further consequences
    are the director's.
    """
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .select_related("tournament", "match", "white", "black")
        .get(pk=int(result.owner_ref))
    )
    is_ours = pairing.match is not None and pairing.match.public_id == result.match_id
    # Asked anew: the lock was waited for, and the event may have been stopped meanwhile.
    is_played = selectors.state_of(pairing.tournament.public_id) == TournamentState.PLAYING
    if not is_ours or not is_played or PairingResult.objects.filter(pairing=pairing).exists():
        log.info("match %s means nothing to pairing %s any more", result.match_id, pairing)
        return
    if result.winner_id is None and result.reason != BOTH_ABSENT:
        pairing.match = None
        pairing.starts_at = now()
        pairing.save(update_fields=["match", "starts_at"])
    else:
        _result_store(pairing, result)
    tournament = pairing.tournament
    say_changed(tournament, "bracket")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)


def _result_store(pairing: Pairing, result: MatchResult) -> None:
    """The result as a row; who did not win is out of the event."""
    by_user = {entry.user_id: entry for entry in pairing.entries}
    winner = by_user.get(result.winner_id) if result.winner_id is not None else None
    PairingResult.objects.create(
        pairing=pairing,
        outcome=(Outcome.PLAYED if winner else Outcome.BOTH_OUT).value,
        winner=winner,
        white_points=result.score[0],
        black_points=result.score[1],
    )
    if winner is None or format_of(pairing.tournament.rules_card).has_knockout:
        out = [entry.pk for entry in by_user.values() if entry != winner]
        Entry.objects.filter(pk__in=out).update(state=EntryState.OUT)
