"""The published document of a draw, as values.

Whatever is not where the document should have it is `Unreadable`; whether it is true is the
business of `tournaments.proof.checks`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from backgammon import RulesError
from tournaments.card import RulesCard, card_from_dict
from tournaments.formats import format_of
from tournaments.formats.base import EntrantId, Format, History, Outcome, Pairing, Ref, Result

FORMAT = 1
"""The number of the document's form; raised when old documents would be misread."""

IN_TIME, REPLACEMENT, LATE, BUY_BACK = "in_time", "replacement", "late", "buy_back"
"""How entrants came: on a seat they drew or were given, or on one after the drawn ones."""

FINISHED = "finished"
OVER = (FINISHED, "cancelled", "stopped")


class Unreadable(ValueError):
    """This is no document of a draw; the text says where."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who sits on a seat. joined: the first round he could play in. place: 0 before the end.

    came: how, a value of `Arrival`. has_left: he went, or was sent, before the end, so that an
    opponent may have a walkover. had_ticket: where the tickets of a satellite pass on, that he
    had one to its target already.
    """

    seat: EntrantId
    name: str
    came: str
    joined: int
    has_left: bool
    had_ticket: bool
    place: int


@dataclass(frozen=True, slots=True)
class Round:
    """When a round was drawn, the seats that could be paired in it."""

    number: int
    present: frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class Met:
    """A pairing with its colours, and what came of it; a lone entrant stands as White.

    decided: the how-manieth result of the event it was, 0 without one.
    """

    ref: Ref
    white: EntrantId | None
    black: EntrantId | None
    result: Result | None
    decided: int = 0

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """Who met, the lower seat first, as the formats name them."""
        return tuple(sorted(each for each in (self.white, self.black) if each is not None))

    @property
    def pairing(self) -> Pairing:
        """The pairing as the formats see it."""
        is_bye = self.result is not None and self.result.outcome is Outcome.BYE
        return Pairing(self.ref, self.entrants, Outcome.BYE if is_bye else Outcome.WALKOVER)


@dataclass(frozen=True, slots=True)
class Paid:
    """A prize that was paid. ticket_chips: what its ticket pays, 0 for none."""

    place: int
    seat: EntrantId
    chips: int
    ticket_chips: int


@dataclass(frozen=True)
class PublishedDraw:
    """Everything that is published of the draw of one event.

    secret: None while something may still follow from it. pool_chips: what was divided.
    tickets: how many a satellite paid, fixed with the seats; 0 for any other event.
    """

    event_id: str
    state: str
    commitment: str
    secret: bytes | None
    card: RulesCard
    names: tuple[str, ...]
    seats: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    meetings: tuple[Met, ...]
    tickets: int
    pool_chips: int
    paid: tuple[Paid, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether seats were drawn at all; a cancelled event has none."""
        return bool(self.seats)

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end."""
        return self.state == FINISHED

    @cached_property
    def contested(self) -> tuple[Met, ...]:
        """The pairings of two."""
        return tuple(met for met in self.meetings if len(met.entrants) == 2)

    @cached_property
    def seat_numbers(self) -> tuple[EntrantId, ...]:
        """All seats, those of latecomers too."""
        return tuple(sorted(each.seat for each in self.entrants))

    @cached_property
    def rule(self) -> Format:
        """The way the event was run."""
        return format_of(self.card, tickets=self.tickets)

    @cached_property
    def history(self) -> History:
        """The event from its first to its last result."""
        decided = sorted(self.meetings, key=lambda met: met.decided)
        return History(
            entrants=self.seat_numbers,
            pairings={met.ref: met.pairing for met in self.meetings},
            results={met.ref: met.result for met in decided if met.result},
            present=frozenset(each.seat for each in self.entrants if not each.has_left),
            joined={each.seat: each.joined for each in self.entrants if each.joined > 1},
            forbidden=self.card.seats_apart({each.seat: each.name for each in self.entrants}),
        )


def draw_from_dict(document: Mapping[str, Any]) -> PublishedDraw:
    """The values of a document. Raises Unreadable for what is no document of a draw."""
    try:
        if document["format"] != FORMAT:
            raise Unreadable(f"format {document['format']!r} is not {FORMAT}")
        secret = document["secret"]
        return PublishedDraw(
            event_id=_text(document["id"]),
            state=_text(document["state"]),
            commitment=_text(document["commitment"]),
            secret=None if secret is None else bytes.fromhex(_text(secret)),
            card=card_from_dict(document["card"]),
            names=tuple(map(_text, document["names"])),
            seats=tuple(map(_text, document["seats"])),
            entrants=tuple(map(_entrant, document["entrants"])),
            rounds=tuple(map(_round, document["rounds"])),
            meetings=tuple(map(_met, document["pairings"])),
            tickets=_whole(document["tickets"]),
            pool_chips=_whole(document["pool_chips"]),
            paid=tuple(map(_paid, document["prizes"])),
        )
    except Unreadable:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RulesError) as trouble:
        raise Unreadable(f"{type(trouble).__name__}: {trouble}") from trouble


def _entrant(entry: Mapping[str, Any]) -> Entrant:
    return Entrant(
        seat=_whole(entry["seat"]),
        name=_text(entry["name"]),
        came=_text(entry["came"]),
        joined=_whole(entry["joined"]),
        has_left=_flag(entry["has_left"]),
        had_ticket=_flag(entry["had_ticket"]),
        place=_whole(entry["place"]),
    )


def _round(entry: Mapping[str, Any]) -> Round:
    return Round(_whole(entry["number"]), frozenset(map(_whole, entry["present"])))


def _met(entry: Mapping[str, Any]) -> Met:
    ref = Ref(_whole(entry["round"]), _whole(entry["slot"]))
    white, black = (_seat(entry[side]) for side in ("white", "black"))
    if white is None and black is not None:
        raise TypeError(f"pairing {ref.round}.{ref.slot} has Black alone")
    if (found := entry["result"]) is None:
        return Met(ref, white, black, None)
    scored = dict(zip((white, black), map(_whole, found["points"]), strict=True))
    in_order = tuple(scored[seat] for seat in sorted((white, black))) if white and black else ()
    result = Result(ref, Outcome(found["outcome"]), _seat(found["winner"]), in_order)
    return Met(ref, white, black, result, _whole(found["number"]))


def _paid(entry: Mapping[str, Any]) -> Paid:
    return Paid(*(_whole(entry[name]) for name in ("place", "seat", "chips", "ticket_chips")))


def _seat(value: Any) -> EntrantId | None:
    return None if value is None else _whole(value)


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
