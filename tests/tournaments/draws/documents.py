"""Published draws made without a database: whole events of random results from a known secret."""

import hashlib
import random
from dataclasses import replace
from typing import Any

from backgammon import Rules
from tournaments.card import RulesCard, card_to_dict
from tournaments.formats import format_of
from tournaments.formats.base import (
    EntrantId,
    History,
    Outcome,
    Pairing,
    Result,
    settled_without_play,
)
from tournaments.formats.seating import DrawnLots, draw_seats, draw_white

EVENT_ID = "0a1b2c3d4e5f"
BUY_IN_CHIPS = 50
LENGTH_POINTS = 3

#: Names whose order differs by language, by case and between code points and UTF-16.
NAMES = ("alice", "Bob", "Åsa", "Zoë", "zoe", "émile", "Ωmega", "ﬁn", "𝒜da", "10", "9", "_eve")


def a_card(form: str = "knockout", **changes: Any) -> RulesCard:
    """A card of three-point matches with the house's shares."""
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
    )
    return replace(card, **changes)


def names_of(entrants: int) -> tuple[str, ...]:
    """So many different names, the awkward ones first."""
    return (*NAMES, *(f"player{number}" for number in range(entrants)))[:entrants]


def a_draw(entrants: int = 6, seed: int = 1, card: RulesCard | None = None) -> dict[str, Any]:
    """What the house would publish of an event in which chance has won every match."""
    return Evening(card or a_card(), entrants, seed).played()


class Evening:
    """An event played by chance, as the director would run it."""

    def __init__(self, card: RulesCard, entrants: int, seed: int) -> None:
        self.card = card
        self.chance = random.Random(seed)
        self.secret = random.Random(seed).randbytes(32)
        self.names = sorted(names_of(entrants))
        self.rule = format_of(card)
        self.lots = DrawnLots(self.secret, EVENT_ID)
        self.history = History(tuple(range(1, entrants + 1)))
        self.rounds: list[dict[str, Any]] = []

    def played(self) -> dict[str, Any]:
        """The document at the end of it."""
        while due := self.rule.pairings_due(self.history, self.lots):
            if not self.rounds or self.rule.by_round:
                self._note_round()
            self.history = self.history.with_pairings(due)
            self.history = self.history.with_results(map(self._decided, due))
        return self._document()

    def _note_round(self) -> None:
        present = list(self.history.entrants)
        self.rounds.append({"number": len(self.rounds) + 1, "present": present, "drawn_ms": 1_000})

    def _decided(self, pairing: Pairing) -> Result:
        settled = settled_without_play(pairing)
        if settled:
            return settled
        winner = self.chance.choice(pairing.entrants)
        points = tuple(
            LENGTH_POINTS if each == winner else self.chance.randrange(LENGTH_POINTS)
            for each in pairing.entrants
        )
        return Result(pairing.ref, Outcome.PLAYED, winner, points)

    def _document(self) -> dict[str, Any]:
        seats = draw_seats(self.names, secret=self.secret, event_id=EVENT_ID)
        standings = self.rule.standings(self.history, self.lots)
        place_of = {each.entrant: each.place for each in standings}
        pool_chips = self.card.pool_chips(len(seats))
        prizes = self.card.shares_for(len(seats)).prizes(
            standings, pool_chips, lots=self.lots.order("prizes", self.history.entrants)
        )
        return {
            "format": 1,
            "id": EVENT_ID,
            "name": self.card.name,
            "state": "finished",
            "commitment": hashlib.sha256(self.secret).hexdigest(),
            "committed_ms": 0,
            "secret": self.secret.hex(),
            "card": card_to_dict(self.card),
            "names": self.names,
            "seats": list(seats),
            "entrants": [
                {
                    "seat": seat,
                    "name": name,
                    "came": "in_time",
                    "joined": 1,
                    "has_left": False,
                    "place": place_of[seat],
                }
                for seat, name in enumerate(seats, start=1)
            ],
            "rounds": self.rounds,
            "pairings": [self._pairing(each) for each in self.history.pairings.values()],
            "pool_chips": pool_chips,
            "prizes": [
                {"place": each.place, "seat": each.entrant, "chips": each.chips, "ticket_chips": 0}
                for each in prizes
            ],
        }

    def _pairing(self, pairing: Pairing) -> dict[str, Any]:
        result = self.history.results[pairing.ref]
        white, black = self._colours(pairing)
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
            },
        }

    def _colours(self, pairing: Pairing) -> tuple[EntrantId | None, EntrantId | None]:
        if not pairing.is_contested:
            return (*pairing.entrants, None, None)[:2]  # type: ignore[return-value]
        low, high = sorted(pairing.entrants)
        white = draw_white(
            (low, high), secret=self.secret, event_id=EVENT_ID, round_number=pairing.ref.round
        )
        return (low, high) if white == low else (high, low)
