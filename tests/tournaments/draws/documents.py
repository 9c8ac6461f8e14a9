"""Published draws made without a database: whole events of random results from a known secret."""

import hashlib
import random
from dataclasses import replace
from typing import Any

from backgammon import Rules
from tests.tournaments.draws.evening import LENGTH_POINTS, Evening
from tournaments.card import RulesCard, SatelliteTerms, SwingTerms, card_to_dict
from tournaments.formats.base import EntrantId, Pairing
from tournaments.formats.seating import draw_seats, draw_white
from tournaments.proof.awarding import OpenedDraw, prizes_due
from tournaments.proof.document import draw_from_dict

EVENT_ID = "0a1b2c3d4e5f"
BUY_IN_CHIPS = 50

#: Names whose order differs by language, by case and between code points and UTF-16.
NAMES = ("alice", "Bob", "Åsa", "Zoë", "zoe", "émile", "Ωmega", "ﬁn", "𝒜da", "10", "9", "_eve")


def a_card(form: str = "knockout", **changes: Any) -> RulesCard:
    """A card of three-point matches with the house's shares; of a swing, stacks of 20."""
    card = RulesCard(
        version=1,
        name="A test event",
        kind="scheduled",
        format=form,
        seats=512,
        buy_in_chips=BUY_IN_CHIPS,
        fee_chips=0,
        shares=None,
        rules=(Rules.match(LENGTH_POINTS),),
        pause_s=0,
        no_show_step_s=60,
        has_house_bots=False,
        swing=SwingTerms(stack=20, rate=5) if form == "swing" else None,
    )
    return replace(card, **changes)


def a_satellite_card(**changes: Any) -> RulesCard:
    """A card whose prizes are tickets of 200 chips, and 50 for another try."""
    terms = {"target_id": "f" * 12, "target_name": "Final", "ticket_chips": 200, "again_chips": 50}
    return a_card(satellite=SatelliteTerms(**{**terms, **changes}))


def names_of(entrants: int) -> tuple[str, ...]:
    """So many different names, the awkward ones first."""
    return (*NAMES, *(f"player{number}" for number in range(entrants)))[:entrants]


def a_draw(
    entrants: int = 6,
    seed: int = 1,
    card: RulesCard | None = None,
    *,
    leaving: float = 0,
    late: int = 0,
) -> dict[str, Any]:
    """What the house would publish of an event in which chance has won every match.

    leaving: how likely each goes home after a match. late: so many come when it has begun.
    """
    card = card or a_card()
    chance = random.Random(seed)
    secret = chance.randbytes(32)
    pool_chips = BUY_IN_CHIPS * (entrants + late)
    tickets = pool_chips // card.satellite.ticket_chips if card.satellite else 0
    evening = Evening(card, entrants, secret, EVENT_ID, chance, tickets=tickets)
    evening.play(leaving=leaving, late=late)
    document = _document(evening, secret, pool_chips)
    opened = OpenedDraw(draw_from_dict(document), secret)
    for standing in opened.standings:
        document["entrants"][standing.entrant - 1]["place"] = standing.place
    document["prizes"] = [
        {
            "place": each.place,
            "seat": each.seat,
            "chips": each.chips,
            "ticket_chips": each.ticket_chips,
        }
        for each in prizes_due(opened)
    ]
    return document


def _document(evening: Evening, secret: bytes, pool_chips: int) -> dict[str, Any]:
    """Everything but places and prizes."""
    history = evening.history
    names = sorted(names_of(len(history.drawn)))
    seats = draw_seats(names, secret=secret, event_id=EVENT_ID)
    latecomers = [f"late{seat}" for seat in history.entrants[len(seats) :]]
    numbers = {ref: number for number, ref in enumerate(history.results, start=1)}
    return {
        "format": 1,
        "id": EVENT_ID,
        "name": evening.card.name,
        "state": "finished",
        "commitment": hashlib.sha256(secret).hexdigest(),
        "committed_ms": 0,
        "secret": secret.hex(),
        "card": card_to_dict(evening.card),
        "names": names,
        "seats": list(seats),
        "entrants": [
            {
                "seat": seat,
                "name": name,
                "came": "in_time" if seat <= len(seats) else "late",
                "joined": history.joined.get(seat, 1),
                "has_left": seat in evening.gone,
                "had_ticket": False,
                "place": 0,
            }
            for seat, name in enumerate((*seats, *latecomers), start=1)
        ],
        "rounds": [
            {"number": number, "present": sorted(present), "drawn_ms": 1_000}
            for number, present in evening.rounds.items()
        ],
        "pairings": [
            _pairing(evening, secret, pairing, numbers[pairing.ref])
            for pairing in sorted(history.pairings.values(), key=lambda each: each.ref)
        ],
        "tickets": evening.tickets,
        "pool_chips": pool_chips,
        "prizes": [],
    }


def _pairing(evening: Evening, secret: bytes, pairing: Pairing, number: int) -> dict[str, Any]:
    result = evening.history.results[pairing.ref]
    white, black = _colours(secret, pairing)
    points = dict(zip(pairing.entrants, result.points, strict=False))
    return {
        "round": pairing.ref.round,
        "slot": pairing.ref.slot,
        "white": white,
        "black": black,
        "result": {
            "outcome": result.outcome.value,
            "winner": result.winner,
            "points": [points.get(seat or 0, 0) for seat in (white, black)],
            "number": number,
        },
    }


def _colours(secret: bytes, pairing: Pairing) -> tuple[EntrantId | None, EntrantId | None]:
    if not pairing.is_contested:
        return next(iter(pairing.entrants), None), None
    low, high = sorted(pairing.entrants)
    white = draw_white(
        (low, high), secret=secret, event_id=EVENT_ID, round_number=pairing.ref.round
    )
    return (low, high) if white == low else (high, low)
