"""Results: what a finished match means to its pairing, in the transaction that finishes it."""

import logging
from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q

from matches.owners import MatchResult
from matches.selectors import came_to
from tournaments import selectors
from tournaments.formats.base import Outcome
from tournaments.models import (
    Entry,
    EntryState,
    Kind,
    Pairing,
    PairingResult,
    Tournament,
    WithdrawReason,
)
from tournaments.services.attendance import attendance_clear, attendance_miss
from tournaments.services.locks import say_changed
from tournaments.services.swing import points_before
from tournaments.states import TournamentState
from wire.publish import enqueue_on_commit
from wire.time import now

log = logging.getLogger(__name__)

#: Words of a match that ended because somebody was not there.
BOTH_ABSENT, ONE_ABSENT = "both_absent", "no_show"

#: Who misses so many of his matches in an event where a loss does not end it has left it.
MOST_MISSED = 2


@transaction.atomic
def result_record(*, result: MatchResult) -> None:
    """Take a finished match into the event; called inside the transaction that finishes it.

    A match that nobody won is played again, unless somebody stayed away: where only one came he
    has won it, where nobody did both have lost it. Whom a format that knocks out sends home is
    free for another event at once; all further consequences are the director's.
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
    came = _came(pairing, result)
    if result.winner_id is None and came is None:
        pairing.match = None
        pairing.starts_at = now()
        pairing.save(update_fields=["match", "starts_at"])
    else:
        _result_store(pairing, result, came)
    tournament = pairing.tournament
    say_changed(tournament, "bracket", "standings")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)


def walkover_store(*, pairing: Pairing, winner: Entry) -> None:
    """Decide a pairing of two that has no match because one of them will not play it.

    The caller has locked the event, and lets the director draw the consequences.
    """
    white_points, black_points = points_before(pairing, pairing.tournament)
    PairingResult.objects.create(
        pairing=pairing,
        outcome=Outcome.WALKOVER.value,
        winner=winner,
        white_points=white_points,
        black_points=black_points,
    )


def _came(pairing: Pairing, result: MatchResult) -> set[int] | None:
    """The keys of those who came to a match that was lost by staying away, else None."""
    if result.reason == BOTH_ABSENT:
        return set()
    if result.reason == ONE_ABSENT and pairing.match is not None:
        return came_to(pairing.match)
    if result.winner_id is not None and not result.has_rolled:
        return {result.winner_id}
    return None


def _result_store(pairing: Pairing, result: MatchResult, came: set[int] | None) -> None:
    """The result as a row, and what it means for its two at once."""
    by_user = {entry.user_id: entry for entry in pairing.entries}
    winner_id = next(iter(came), None) if came is not None else result.winner_id
    winner = by_user.get(winner_id) if winner_id is not None else None
    PairingResult.objects.create(
        pairing=pairing,
        outcome=_outcome(winner, is_played=came is None).value,
        winner=winner,
        white_points=result.score[0],
        black_points=result.score[1],
    )
    tournament = pairing.tournament
    beaten = [entry for entry in by_user.values() if entry != winner]
    if selectors.format_of_event(tournament).has_knockout:
        _leave(beaten, WithdrawReason.NONE)
    elif came is not None:
        _leave(_often_missing(tournament, beaten), WithdrawReason.LEFT)
    if tournament.kind == Kind.SCHEDULED:
        _attendance_note(pairing, by_user, winner=winner, is_played=came is None)


def _attendance_note(
    pairing: Pairing, by_user: Mapping[int, Entry], *, winner: Entry | None, is_played: bool
) -> None:
    """Whoever has played has come; whoever never was at the board has stayed away.

    Not so the winner: the other one left before he could come.
    """
    if is_played:
        attendance_clear(user_pks=by_user)
    elif pairing.match is not None:
        came = came_to(pairing.match)
        missing = [
            entry.user for key, entry in by_user.items() if key not in came and entry != winner
        ]
        attendance_miss(tournament=pairing.tournament, users=missing)


def _outcome(winner: Entry | None, *, is_played: bool) -> Outcome:
    if winner is None:
        return Outcome.BOTH_OUT
    return Outcome.PLAYED if is_played else Outcome.WALKOVER


def _leave(entries: Iterable[Entry], reason: WithdrawReason) -> None:
    """Those still in the event are out of it now."""
    keys = [entry.pk for entry in entries]
    Entry.objects.filter(pk__in=keys, state=EntryState.ACTIVE).update(
        state=EntryState.OUT, reason=reason
    )


def _often_missing(tournament: Tournament, entries: Collection[Entry]) -> list[Entry]:
    """Those of them who have stayed away from as many of their matches as make them leave."""
    unplayed = PairingResult.objects.filter(
        pairing__tournament=tournament,
        pairing__match__isnull=False,
        outcome__in=(Outcome.WALKOVER.value, Outcome.BOTH_OUT.value),
    )
    return [
        entry
        for entry in entries
        if unplayed.filter(Q(pairing__white=entry) | Q(pairing__black=entry))
        .exclude(winner=entry)
        .count()
        >= MOST_MISSED
    ]
