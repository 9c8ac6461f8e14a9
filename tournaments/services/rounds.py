"""Rounds: the pairings that follow from the results so far, and their matches.

Each step locks the event, looks, and writes in one transaction, and does what is due, once,
however often it is asked. Staff may hold an event: then nothing new begins in it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from matches.services import MatchSpec, matches_create
from tournaments import selectors
from tournaments.formats.base import EntrantId, Format, History, settled_without_play
from tournaments.formats.base import Pairing as DuePairing
from tournaments.formats.seating import draw_white
from tournaments.models import Entry, EntryState, Pairing, PairingResult, Round, Tournament
from tournaments.services.bulk import numbers_store
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.services.swing import rate_at, rules_by_pairing
from tournaments.states import TournamentState
from wire.time import now

OWNER = "tournament"
BATCH = 2_000


@transaction.atomic
def round_start(*, tournament_id: str) -> bool:
    """Make every pairing that follows from the results so far; whether there was news to act on.

    Byes and walkovers are settled at once and may bring up further pairings. Who cannot win any
    more by the results is out of the event.
    """
    tournament = tournament_locked(tournament_id)
    has_begun = tournament.state == TournamentState.PLAYING
    if tournament.is_paused or not (has_begun or tournament.state == TournamentState.SEATED):
        return False
    has_news = bool(_results_count(tournament)) or not has_begun
    if not has_news and tournament.pairings.filter(result__isnull=True).exists():
        return False
    if not has_begun:
        state_become(tournament, TournamentState.PLAYING)
    if not _pairings_make(tournament) and not has_news:
        return False
    say_changed(tournament, "state", "entrants", "bracket", "standings")
    return True


@transaction.atomic
def matches_start(*, tournament_id: str) -> bool:
    """Create the match of every pairing whose time has come; whether there was one.

    Creating a match summons its players.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.is_paused or tournament.state != TournamentState.PLAYING:
        return False
    due = list(selectors.pairings_to_start(now()).filter(tournament=tournament))
    if not due:
        return False
    matches = matches_create(_match_specs(tournament, due))
    for pairing, match in zip(due, matches, strict=True):
        pairing.match = match
    numbers_store(due, "match")
    say_changed(tournament, "bracket")
    return True


def color_drawn(
    tournament: Tournament, seats: tuple[int, int], round_number: int
) -> tuple[int, int]:
    """Two seats that meet in a round, White first, by lot from the secret of the event."""
    return _white_first(tournament, selectors.secret_of(tournament), seats, round_number)


def starts_after_pause(tournament: Tournament) -> datetime:
    """When a match begins whose players have become known just now, in whatever round."""
    return now() + timedelta(seconds=tournament.rules_card.pause_s)


def _results_count(tournament: Tournament) -> int:
    """Mark the results whose consequences are drawn now; how many there were."""
    new = PairingResult.objects.filter(pairing__tournament=tournament, is_counted=False)
    return new.update(is_counted=True)


def _pairings_make(tournament: Tournament) -> bool:
    """The pairings that follow, wave after wave, as rows; whether there were any."""
    event_format, lots = selectors.format_of_event(tournament), selectors.lots_of(tournament)
    history = selectors.history_of(tournament)
    _beaten_out(tournament, event_format.alive(history))
    keys = dict(tournament.entries.filter(seat__gt=0).values_list("seat", "pk"))
    before = len(history.pairings)
    while due := event_format.pairings_due(history, lots):
        _rounds_store(tournament, event_format, history, due)
        _pairings_store(tournament, keys, due)
        results = [result for each in due if (result := settled_without_play(each))]
        history = history.with_pairings(due).with_results(results)
    return len(history.pairings) > before


def _beaten_out(tournament: Tournament, alive: Collection[EntrantId]) -> None:
    """Let go of those whom the results so far leave nothing to play for."""
    active = tournament.entries.filter(state=EntryState.ACTIVE, seat__gt=0)
    beaten = [pk for pk, seat in active.values_list("pk", "seat") if seat not in alive]
    Entry.objects.filter(pk__in=beaten).update(state=EntryState.OUT)


def _rounds_store(
    tournament: Tournament, event_format: Format, history: History, due: Sequence[DuePairing]
) -> None:
    """A row for each round that begins with these pairings.

    Where who is paired depends on who is there and free, it says who was; a bracket follows from
    its results and notes everybody.
    """
    is_by_presence = event_format.by_round or tournament.rules_card.swing is not None
    busy = history.busy
    present = [
        entrant
        for entrant in history.entrants
        if not is_by_presence or (history.is_present(entrant) and entrant not in busy)
    ]
    moment = now()
    Round.objects.bulk_create(
        (
            Round(
                tournament=tournament,
                number=number,
                present=present,
                rate=rate_at(tournament, moment),
                drawn_at=moment,
                starts_at=_starts_at(tournament, number, moment),
            )
            for number in sorted({each.ref.round for each in due})
        ),
        ignore_conflicts=True,
    )


def _pairings_store(
    tournament: Tournament, keys: Mapping[EntrantId, int], due: Sequence[DuePairing]
) -> None:
    """The pairings as rows, colours drawn, with the results of those that need no match.

    keys: of the entries, by seat.
    """
    moment, secret = now(), selectors.secret_of(tournament)
    rows = []
    for each in due:
        number, seats = each.ref.round, each.entrants
        if each.is_contested:
            seats = _white_first(tournament, secret, (seats[0], seats[1]), number)
        white, black = [*(keys[seat] for seat in seats), None, None][:2]
        rows.append(
            Pairing(
                tournament=tournament,
                round=number,
                slot=each.ref.slot,
                white_id=white,
                black_id=black,
                starts_at=_starts_at(tournament, number, moment),
            )
        )
    Pairing.objects.bulk_create(rows, batch_size=BATCH)
    PairingResult.objects.bulk_create(
        (
            PairingResult(
                pairing=row,
                outcome=settled.outcome.value,
                winner_id=row.white_id,
                is_counted=True,
            )
            for row, each in zip(rows, due, strict=True)
            if (settled := settled_without_play(each))
        ),
        batch_size=BATCH,
    )


def _white_first(
    tournament: Tournament, secret: bytes, seats: tuple[int, int], round_number: int
) -> tuple[int, int]:
    white = draw_white(
        seats, secret=secret, event_id=tournament.public_id, round_number=round_number
    )
    return seats if seats[0] == white else (seats[1], seats[0])


def _starts_at(tournament: Tournament, round_number: int, moment: datetime) -> datetime:
    """When a match that is paired at `moment` begins: after the rest its card gives it."""
    return moment + timedelta(seconds=tournament.rules_card.rest_s(round_number))


def _match_specs(tournament: Tournament, due: Sequence[Pairing]) -> list[MatchSpec]:
    card, rules_of = tournament.rules_card, rules_by_pairing(tournament)
    specs = []
    for pairing in due:
        white, black = pairing.entries
        specs.append(
            MatchSpec(
                rules=rules_of(pairing),
                white=white.user,
                black=black.user,
                owner=OWNER,
                owner_ref=str(pairing.pk),
                title=tournament.name,
                step_ms=card.no_show_s(pairing.round) * 1000,
                is_rated=card.is_rated,
                is_public=not tournament.is_private,
            )
        )
    return specs
