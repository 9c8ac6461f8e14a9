"""From the draw to the prizes. Each step does what is due, once, however often it is asked.

A step locks the event, looks, and writes in one transaction, so a kill between
any two lines leaves either all of it or none.
"""

import logging
from datetime import timedelta

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, fee_take, pay
from matches.owners import MatchResult
from matches.services import match_create
from tournaments import selectors
from tournaments.formats import find_format
from tournaments.formats.base import Outcome, settled_without_play
from tournaments.formats.base import Pairing as DuePairing
from tournaments.formats.seating import draw_lots, draw_seats, draw_white
from tournaments.models import Award, Entry, EntryState, Pairing, PairingResult, Tournament
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState
from wire.publish import enqueue_on_commit
from wire.time import now

log = logging.getLogger(__name__)

OWNER = "tournament"
BOTH_ABSENT = "both_absent"


@transaction.atomic
def tournament_draw(*, tournament_id: str) -> bool:
    """Seat the entrants of a full event at random and pass its fees to the house.

    Whether it was due. The names, sorted, and the seats they drew are stored
    for everybody to check once the secret is open.
    """
    tournament = tournament_locked(tournament_id)
    is_full = tournament.taken_seats == tournament.seats
    if tournament.state != TournamentState.REGISTERING or not is_full:
        return False
    entries = {entry.user.username: entry for entry in tournament.entries.active()}
    drawn = draw_seats(
        entries, secret=selectors.secret_of(tournament), event_id=tournament.public_id
    )
    for seat, name in enumerate(drawn, start=1):
        entries[name].seat = seat
    Entry.objects.bulk_update(entries.values(), ["seat"])
    tournament.draw = {"names": sorted(entries), "seats": list(drawn)}
    tournament.save(update_fields=["draw"])
    state_become(tournament, TournamentState.SEATED)
    if fee_chips := tournament.rules_card.fee_chips * len(drawn):
        fee_take(
            escrow_ref=tournament.escrow_ref,
            chips=fee_chips,
            key=f"fee:{tournament.public_id}",
            note=tournament.name,
        )
    say_changed(tournament, "state", "entrants", "draw")
    return True


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
    pairing_format = find_format(tournament.rules_card.format)
    history = selectors.history_of(tournament)
    while due := pairing_format.pairings_due(history):
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
        )
        pairing.save(update_fields=["match"])
    if due:
        say_changed(tournament, "bracket")
    return bool(due)


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
    if not is_ours or PairingResult.objects.filter(pairing=pairing).exists():
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


@transaction.atomic
def tournament_finish(*, tournament_id: str) -> bool:
    """Place everybody and pay every prize, once the last result is in; whether it was.

    Each award has its own key in the books and its own row here, so no second
    attempt pays anything.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.PLAYING:
        return False
    pairing_format = find_format(tournament.rules_card.format)
    history = selectors.history_of(tournament)
    if not pairing_format.is_over(history):
        return False
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    standings = pairing_format.standings(history)
    for standing in standings:
        entries[standing.entrant].place = standing.place
        entries[standing.entrant].state = EntryState.OUT
    Entry.objects.bulk_update(entries.values(), ["place", "state"])
    lots = draw_lots(
        entries,
        secret=selectors.secret_of(tournament),
        event_id=tournament.public_id,
        what="prizes",
    )
    card = tournament.rules_card
    prizes = card.shares.prizes(standings, card.pool_chips(len(entries)), lots=lots)
    _awards_pay(
        tournament,
        [
            Award(
                tournament=tournament,
                place=prize.place,
                entry=entries[prize.entrant],
                chips=prize.chips,
            )
            for prize in prizes
        ],
    )
    state_become(tournament, TournamentState.FINISHED)
    say_changed(tournament, "state", "entrants", "bracket", "draw")
    return True


def _pairings_store(tournament: Tournament, due: tuple[DuePairing, ...]) -> None:
    """The pairings as rows, colours drawn, with the results of those that need no match."""
    secret = selectors.secret_of(tournament)
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    pause = timedelta(seconds=tournament.rules_card.pause_s)
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
                starts_at=now() + (pause if each.ref.round > 1 else timedelta(0)),
            )
        )
    Pairing.objects.bulk_create(rows)
    PairingResult.objects.bulk_create(
        PairingResult(pairing=row, outcome=settled.outcome.value, winner=row.white, is_counted=True)
        for row, each in zip(rows, due, strict=True)
        if (settled := settled_without_play(each))
    )


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
    out = [entry.pk for entry in by_user.values() if entry != winner]
    Entry.objects.filter(pk__in=out).update(state=EntryState.OUT)


def _awards_pay(tournament: Tournament, awards: list[Award]) -> None:
    """Store the awards and move their chips, all accounts locked ahead in one order."""
    accounts_lock(
        [kinds.escrow(tournament.escrow_ref), *(kinds.wallet(each.entry.user) for each in awards)]
    )
    Award.objects.bulk_create(awards)
    for award in awards:
        if award.chips:
            pay(
                escrow_ref=tournament.escrow_ref,
                user=award.entry.user,
                chips=award.chips,
                key=f"award:{tournament.public_id}:{award.place}",
                note=tournament.name,
            )
