"""Going out of an event that has begun: a player leaves, or staff take him out of it."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from matches.services import match_forfeit
from tournaments.models import (
    Entry,
    EntryState,
    Pairing,
    PairingResult,
    Tournament,
    WithdrawReason,
)
from tournaments.services.locks import _, say_changed, tournament_locked
from tournaments.services.results import walkover_store
from tournaments.states import OVER, TournamentState
from wire.errors import Conflict, NotFound
from wire.publish import enqueue_on_commit

if TYPE_CHECKING:
    from accounts.models import User

RUNNING = (TournamentState.SEATED, TournamentState.PLAYING)


@transaction.atomic
def entry_leave(*, event_id: str, user: "User") -> Entry:
    """Leave an event that has begun: the match being played is lost, and he meets nobody any more.

    Nothing comes back. A second time nothing is done.

    Raises NotFound `tournament.not_found` or `tournament.not_entered`, and Conflict
    `tournament.not_begun` before the draw, when an entry is given back instead, or
    `tournament.over` after the end.
    """
    tournament = tournament_locked(event_id)
    entry = _entry_of(tournament, user)
    if tournament.state in OVER:
        raise Conflict("tournament.over", _("The event is over; there is nothing left to leave."))
    if tournament.state not in RUNNING:
        text = _("The event has not begun: give your entry back instead.")
        raise Conflict("tournament.not_begun", text)
    entrant_remove(tournament=tournament, entry=entry, reason=WithdrawReason.LEFT)
    return entry


def entrant_remove(*, tournament: Tournament, entry: Entry, reason: WithdrawReason) -> None:
    """Take an entrant out of a running event; whoever he was to meet goes on without him.

    The caller has locked the event. Does nothing for somebody who is out of it already.
    """
    if entry.state != EntryState.ACTIVE:
        return
    # The match comes first: its end locks the match, then the entry, whoever brings it about.
    for pairing in _open_pairings(entry):
        _give_away(pairing, entry, reason)
    entry.state, entry.reason = EntryState.OUT, reason
    entry.save(update_fields=["state", "reason"])
    say_changed(tournament, "state", "entrants", "bracket", "standings")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)


def _give_away(pairing: Pairing, entry: Entry, reason: WithdrawReason) -> None:
    """The pairing goes to the other one: the match is lost, or never begins.

    Where the match has just ended by itself, its own result stands.
    """
    if pairing.match is not None:
        match_forfeit(match_id=pairing.match.public_id, user_pk=entry.user_id, reason=reason.value)
    # No match yet, or one that has just been annulled and is to be played again.
    locked = Pairing.objects.select_for_update(of=("self",)).get(pk=pairing.pk)
    if not PairingResult.objects.filter(pairing=locked).exists():
        (other,) = (each for each in locked.entries if each != entry)
        walkover_store(pairing=locked, winner=other)


def _open_pairings(entry: Entry) -> list[Pairing]:
    mine = Pairing.objects.filter(Q(white=entry) | Q(black=entry), result__isnull=True)
    return list(mine.select_related("match", "tournament", "white", "black").order_by("pk"))


def _entry_of(tournament: Tournament, user: "User") -> Entry:
    """The entry he is in the event with now, or was last. Raises NotFound."""
    entries = tournament.entries.filter(user=user).exclude(state=EntryState.WITHDRAWN)
    entry = entries.order_by("-number").first()
    if entry is None:
        raise NotFound("tournament.not_entered", _("You have no seat in this event."))
    return entry
