"""What is published of the draw of an event: all that checking it needs, and no more.

`tournaments.proof` and the browser read it. The secret is part of it only once nothing can follow
from it any more.
"""

from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from tournaments.models import (
    Award,
    Entry,
    EntryState,
    Pairing,
    Ticket,
    TicketEvent,
    Tournament,
)
from tournaments.models import WithdrawReason as Reason
from tournaments.proof.document import FINISHED, FORMAT
from tournaments.satellites import NEXT
from tournaments.selectors.events import name_drawn, pool_of, revealed_secret
from tournaments.ticket_states import ALIVE

#: Who left on these grounds may have given an opponent a walkover.
GONE = (Reason.LEFT, Reason.DISQUALIFIED, Reason.REPLACED)


def draw_document(tournament: Tournament) -> dict[str, Any]:
    """The published document; its fields are listed in docs/fairness.md."""
    drawn: list[str] = tournament.draw.get("seats", [])
    holders = _holders(tournament)
    return {
        "format": FORMAT,
        "id": tournament.public_id,
        "name": tournament.name,
        "state": tournament.state,
        "commitment": tournament.commitment,
        "committed_ms": _ms(tournament.opened_at),
        "secret": revealed_secret(tournament),
        "card": tournament.card,
        "names": tournament.draw.get("names", []),
        "seats": drawn,
        "entrants": [_entrant(each, drawn, holders) for each in tournament.entries.drawn()],
        "rounds": [
            {"number": each.number, "present": each.present, "drawn_ms": _ms(each.drawn_at)}
            for each in tournament.rounds.order_by("number")
        ],
        "pairings": _pairings(tournament),
        "tickets": tournament.draw.get("tickets", 0),
        "pool_chips": pool_of(tournament),
        "prizes": [_prize(each) for each in _awards(tournament)],
    }


def _pairings(tournament: Tournament) -> list[dict[str, Any]]:
    rows = tournament.pairings.select_related("white", "black", "result__winner")
    pairings = list(rows.order_by("round", "slot"))
    decided = [each for each in pairings if hasattr(each, "result")]
    decided.sort(key=lambda each: each.result.recorded_at)
    numbers = {each.pk: number for number, each in enumerate(decided, start=1)}
    return [_pairing(each, numbers.get(each.pk, 0)) for each in pairings]


def _holders(tournament: Tournament) -> frozenset[int]:
    """Who had a ticket to the target when the prizes were paid, where it made tickets pass on."""
    satellite = tournament.rules_card.satellite
    if satellite is None or satellite.second_ticket != NEXT or tournament.state != FINISHED:
        return frozenset()
    at_the_end = TicketEvent.objects.filter(
        ticket=OuterRef("pk"), at__lte=tournament.state_since
    ).order_by("-pk")
    tickets = (
        Ticket.objects.exclude(won_in=tournament)
        .annotate(was=Subquery(at_the_end.values("state")[:1]))
        .filter(event=tournament.target_id, was__in=ALIVE)
    )
    return frozenset(tickets.values_list("holder_id", flat=True))


def _awards(tournament: Tournament) -> Any:
    return tournament.awards.select_related("entry", "ticket").order_by("place")


def _entrant(entry: Entry, drawn: list[str], holders: frozenset[int]) -> dict[str, Any]:
    """An entrant by the name that was drawn."""
    return {
        "seat": entry.seat,
        "name": name_drawn(entry, drawn),
        "came": entry.arrival,
        "joined": entry.joined_round,
        "has_left": entry.state != EntryState.ACTIVE and entry.reason in GONE,
        "had_ticket": entry.user_id in holders,
        "place": entry.place,
    }


def _pairing(pairing: Pairing, number: int) -> dict[str, Any]:
    result = getattr(pairing, "result", None)
    return {
        "round": pairing.round,
        "slot": pairing.slot,
        "white": pairing.white.seat if pairing.white else None,
        "black": pairing.black.seat if pairing.black else None,
        "result": result
        and {
            "outcome": result.outcome,
            "winner": result.winner.seat if result.winner else None,
            "points": [result.white_points, result.black_points],
            "number": number,
        },
    }


def _prize(award: Award) -> dict[str, Any]:
    return {
        "place": award.place,
        "seat": award.entry.seat,
        "chips": award.chips,
        "ticket_chips": award.ticket.value_chips if award.ticket else 0,
    }


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
