"""Rounds: the pairings that follow from the results so far, and their matches.

Each step locks the event, looks, and writes in one transaction, and does what is due, once,
however often it is asked.
"""

from datetime import timedelta

from django.db import transaction

from matches.services import match_create
from tournaments import selectors
from tournaments.formats import format_of
from tournaments.formats.base import Pairing as DuePairing
from tournaments.formats.base import settled_without_play
from tournaments.formats.seating import draw_white
from tournaments.models import Pairing, PairingResult, Tournament
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState
from wire.time import now

OWNER = "tournament"


@transaction.atomic
def round_start(*, tournament_id: str) -> bool:
    """Make every pairing that follows from the results so far; whether anything followed.

    Byes and walkovers are settled at once and may bring up further pairings.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state not in (TournamentState.SEATED, TournamentState.PLAYING):
        return False
    counted = PairingResult.objects.filter(pairing__tournament=tournament, is_counted=False).update(
        is_counted=True
    )
    if tournament.state == TournamentState.SEATED:
        state_become(tournament, TournamentState.PLAYING)
    elif not counted:
        return False
    pairing_format, lots = format_of(tournament.rules_card), selectors.lots_of(tournament)
    history = selectors.history_of(tournament)
    while due := pairing_format.pairings_due(history, lots):
        results = [result for each in due if (result := settled_without_play(each))]
        _pairings_store(tournament, due)
        history = history.with_pairings(due).with_results(results)
    say_changed(tournament, "state", "bracket")
    return True


@transaction.atomic
def matches_start(*, tournament_id: str) -> bool:
    """Create the match of every pairing whose time has come; whether there was one.

    Creating a match summons its players.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.PLAYING:
        return False
    due = list(selectors.pairings_to_start(now()).filter(tournament=tournament))
    card = tournament.rules_card
    for pairing in due:
        white, black = pairing.entries
        pairing.match = match_create(
            rules=card.rules_of(pairing.round),
            white=white.user,
            black=black.user,
            owner=OWNER,
            owner_ref=str(pairing.pk),
            title=tournament.name,
            step_ms=card.no_show_step_s * 1000,
            is_rated=card.is_rated,
            is_public=not tournament.is_private,
        )
        pairing.save(update_fields=["match"])
    if due:
        say_changed(tournament, "bracket")
    return bool(due)


def _pairings_store(tournament: Tournament, due: tuple[DuePairing, ...]) -> None:
    """The pairings as rows, colours drawn, with the results of those that need no match."""
    secret = selectors.secret_of(tournament)
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    card = tournament.rules_card
    rows = []
    for each in due:
        seats = each.entrants
        if each.is_contested:
            white = draw_white(
                (seats[0], seats[1]),
                secret=secret,
                event_id=tournament.public_id,
                round_number=each.ref.round,
            )
            seats = seats if seats[0] == white else (seats[1], seats[0])
        white_entry, black_entry = [*(entries[seat] for seat in seats), None, None][:2]
        rows.append(
            Pairing(
                tournament=tournament,
                round=each.ref.round,
                slot=each.ref.slot,
                white=white_entry,
                black=black_entry,
                starts_at=now() + timedelta(seconds=card.rest_s(each.ref.round)),
            )
        )
    Pairing.objects.bulk_create(rows)
    PairingResult.objects.bulk_create(
        PairingResult(pairing=row, outcome=settled.outcome.value, winner=row.white, is_counted=True)
        for row, each in zip(rows, due, strict=True)
        if (settled := settled_without_play(each))
    )
