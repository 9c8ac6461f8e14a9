"""One event: its row, the secret of its draw, and its history as its format sees it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, Sum

from tournaments.formats import format_of
from tournaments.formats.base import Format, History, Lots, Outcome, Ref, Result
from tournaments.formats.base import Pairing as PairingValue
from tournaments.formats.seating import DrawnLots
from tournaments.models import Arrival, Entry, EntryState, Tournament, WithdrawReason
from tournaments.states import OVER, TournamentState
from wire.errors import NotFound
from wire.secrets import unseal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


def tournament_by_id(tournament_id: str) -> Tournament:
    """The event. Raises NotFound `tournament.not_found`."""
    tournament = Tournament.objects.filter(public_id=tournament_id).first()
    if tournament is None:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


def state_of(tournament_id: str) -> TournamentState:
    """Where the event stands. Raises NotFound `tournament.not_found`."""
    return TournamentState(tournament_by_id(tournament_id).state)


def tournament_id_of(pairing_pk: int) -> str:
    """The public id of the event a pairing belongs to."""
    return Tournament.objects.values_list("public_id", flat=True).get(pairings=pairing_pk)


def secret_of(tournament: Tournament) -> bytes:
    """The secret of the draw. For the draw alone: nobody is shown it before the end."""
    return unseal(bytes(tournament.sealed_secret))


def revealed_secret(tournament: Tournament) -> str | None:
    """The secret of the draw in hex once nothing can follow from it any more, else None."""
    return secret_of(tournament).hex() if tournament.state in OVER else None


def pool_of(tournament: Tournament) -> int:
    """The chips that are played for: what every entry that counts paid in, and what was added.

    Entries that were drawn count whatever became of them, and so do those of players who were
    absent at the draw and whose seats nobody took. Fees are no part of it. Before the draw it
    says what the pool is so far.
    """
    counts = Q(state__in=(EntryState.ACTIVE, EntryState.OUT)) | Q(
        state=EntryState.WITHDRAWN, reason=WithdrawReason.NO_SHOW
    )
    paid = tournament.entries.filter(counts).aggregate(chips=Sum("buy_in_chips", default=0))
    return int(paid["chips"]) + tournament.added_chips


def format_of_event(tournament: Tournament) -> Format:
    """The way the event is run: by its card, and as a satellite to the tickets of its draw."""
    return format_of(tournament.rules_card, tickets=tournament.draw.get("tickets", 0))


def lots_of(tournament: Tournament) -> Lots:
    """The lots of the event, for the draw and what follows from it alone."""
    return DrawnLots(secret_of(tournament), tournament.public_id)


def history_of(tournament: Tournament) -> History:
    """The event as its format sees it; seats stand for entrants."""
    drawn = tournament.entries.filter(seat__gt=0).order_by("seat")
    entries = list(drawn.values_list("seat", "state", "joined_round"))
    pairings, results = _decided(tournament)
    return History(
        entrants=tuple(seat for seat, _state, _joined in entries),
        pairings=pairings,
        results=results,
        present=frozenset(seat for seat, state, _joined in entries if state == EntryState.ACTIVE),
        joined={seat: joined for seat, _state, joined in entries if joined > 1},
        forbidden=_seats_apart(tournament),
    )


def name_drawn(entry: Entry, drawn: Sequence[str]) -> str:
    """The name under which somebody sits: a player may have another one by now.

    drawn: the names in the order of their seats, as they were drawn.
    """
    is_drawn = entry.arrival == Arrival.IN_TIME and entry.seat <= len(drawn)
    return drawn[entry.seat - 1] if is_drawn else entry.user.username


def _seats_apart(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """The seats whose players the card keeps apart."""
    if not tournament.rules_card.apart:
        return frozenset()
    drawn = tournament.draw.get("seats", ())
    names = {entry.seat: name_drawn(entry, drawn) for entry in tournament.entries.drawn()}
    return tournament.rules_card.seats_apart(names)


def _decided(tournament: Tournament) -> tuple[dict[Ref, PairingValue], dict[Ref, Result]]:
    """The pairings of an event in page order, and its results in the order they came in."""
    rows = tournament.pairings.order_by("round", "slot").values_list(
        "round",
        "slot",
        "result__outcome",
        "result__winner__seat",
        "result__recorded_at",
        "white__seat",
        "black__seat",
        "result__white_points",
        "result__black_points",
    )
    pairings: dict[Ref, PairingValue] = {}
    results: list[tuple[datetime, Result]] = []
    for round_number, slot, outcome, winner, recorded_at, white, black, *points in rows:
        ref = Ref(round_number, slot)
        scores = {
            seat: score
            for seat, score in zip((white, black), points, strict=True)
            if seat is not None
        }
        seats = tuple(sorted(scores))
        is_walkover = outcome == Outcome.WALKOVER.value
        pairings[ref] = PairingValue(ref, seats, Outcome.WALKOVER if is_walkover else Outcome.BYE)
        if outcome is not None:
            scored = tuple(scores[seat] for seat in seats) if black is not None else ()
            results.append((recorded_at, Result(ref, Outcome(outcome), winner, scored)))
    results.sort(key=lambda each: each[0])
    return pairings, {result.ref: result for _recorded_at, result in results}
