"""What must hold in the published document of a draw: one check a promise."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tournaments.formats.base import Outcome
from tournaments.formats.seating import draw_seats, draw_white
from tournaments.formats.swiss import Swiss
from tournaments.proof.awarding import OpenedDraw, prizes_due
from tournaments.proof.document import (
    BUY_BACK,
    IN_TIME,
    LATE,
    OVER,
    REPLACEMENT,
    Entrant,
    Met,
    PublishedDraw,
    draw_from_dict,
)
from tournaments.proof.replaying import pairing_faults

MOST_FAULTS_TOLD: Final = 3


@dataclass(frozen=True, slots=True)
class Check:
    """One promise. what: its name; count: over how many things it goes; faults: in sentences."""

    what: str
    count: Callable[[PublishedDraw], int]
    faults: Callable[[OpenedDraw], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check has found: over how many things it looked, and what is the matter."""

    what: str
    count: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What checking a draw has found. Nothing can be found before the secret is open."""

    event_id: str
    is_open: bool
    findings: tuple[Finding, ...]

    @property
    def is_true(self) -> bool:
        """Everything belongs together."""
        return self.is_open and not any(each.faults for each in self.findings)

    def sentences(self) -> Iterator[str]:
        """What is the matter, the gravest first; one sentence where all is well."""
        if not self.is_open:
            yield "The secret is opened when the event is over; until then nothing can be checked."
        for finding in self.findings:
            yield from finding.faults[:MOST_FAULTS_TOLD]
            if (more := len(finding.faults) - MOST_FAULTS_TOLD) > 0:
                yield f"And {more} more of the {finding.what}."
        if self.is_true:
            yield f"The secret is the promised one, and all else follows from it: {self._counts()}."

    def _counts(self) -> str:
        counted = [f"{each.what} {each.count}" for each in self.findings[1:] if each.count]
        return ", ".join(counted) or "there was no draw"


def verify(document: Mapping[str, Any]) -> Report:
    """Whether promise, seats, byes, pairings, colours and prizes of a document belong together.

    Raises Unreadable for what is no document of a draw.
    """
    draw = draw_from_dict(document)
    if draw.secret is None:
        return Report(draw.event_id, is_open=False, findings=())
    opened = OpenedDraw(draw, draw.secret)
    findings = tuple(
        Finding(check.what, check.count(draw), _found(check, opened)) for check in CHECKS
    )
    return Report(draw.event_id, is_open=True, findings=findings)


def _found(check: Check, opened: OpenedDraw) -> tuple[str, ...]:
    """The faults of one check. What a format cannot even follow cannot have happened."""
    try:
        return tuple(check.faults(opened))
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as trouble:
        return (f"The {check.what} contradict each other: {type(trouble).__name__} {trouble}.",)


def secret_faults(opened: OpenedDraw) -> Iterator[str]:
    """The secret is the one whose fingerprint was shown before anybody could enter."""
    if hashlib.sha256(opened.secret).hexdigest() != opened.draw.commitment:
        yield "The secret is not the one that was promised: its SHA-256 is another."
    if opened.draw.state not in OVER:
        yield "The secret is open although the event is not over."


def seat_faults(opened: OpenedDraw) -> Iterator[str]:
    """Everybody has the seat he drew; who came later has one after those, or another's."""
    draw = opened.draw
    if list(draw.names) != sorted(set(draw.names)):
        yield "The names are not in order, or one of them stands there twice."
    given = draw_seats(draw.names, secret=opened.secret, event_id=draw.event_id)
    if len(draw.seats) != len(given):
        yield f"{len(given)} names were drawn, but {len(draw.seats)} seats are shown."
    for seat, (shown, due) in enumerate(zip(draw.seats, given, strict=False), start=1):
        if shown != due:
            yield f"Seat {seat} is shown as {shown}'s, but the secret gives it to {due}."
    if draw.seat_numbers != tuple(range(1, len(draw.entrants) + 1)):
        yield "The seats of the entrants do not count from 1 upwards without a gap."
    for each in draw.entrants:
        if not _may_sit(each, draw):
            yield f"{each.name} sits on seat {each.seat}, which was not drawn for this name."


def _may_sit(entrant: Entrant, draw: PublishedDraw) -> bool:
    """Whether he drew his seat, was given it for another, or came later to one of the next."""
    if entrant.seat > len(draw.seats):
        return entrant.came in (LATE, BUY_BACK) and entrant.joined > 1
    drew = draw.seats[entrant.seat - 1]
    is_his = entrant.came == REPLACEMENT or (entrant.came == IN_TIME and entrant.name == drew)
    return is_his and entrant.joined == 1


def bye_faults(opened: OpenedDraw) -> Iterator[str]:
    """In a Swiss nobody has a second bye while another who was there has none.

    Having come late counts as one. Elsewhere byes follow from the seats, as all pairings do.
    """
    draw = opened.draw
    if draw.card.format != Swiss.key:
        return
    present = {each.number: each.present for each in draw.rounds}
    had = {each.seat for each in draw.entrants if each.joined > 1}
    for met in byes_of(draw):
        lucky = frozenset(met.entrants)
        if had & lucky and present.get(met.ref.round, frozenset()) - had - lucky:
            yield f"In round {met.ref.round} somebody has a second bye while another has none."
        had |= lucky


def pairings_faults(opened: OpenedDraw) -> Iterator[str]:
    """Every pairing is the one that followed from the results before it."""
    if opened.draw.is_drawn:
        yield from pairing_faults(opened.draw, opened.lots)


def colour_faults(opened: OpenedDraw) -> Iterator[str]:
    """White is who the secret gave it to."""
    draw = opened.draw
    for met in draw.contested:
        low, high = met.entrants
        number = met.ref.round
        white = draw_white(
            (low, high), secret=opened.secret, event_id=draw.event_id, round_number=number
        )
        if white != met.white:
            yield (
                f"In pairing {number}.{met.ref.slot} seat {met.white} had White,"
                f" but the secret gives it to seat {white}."
            )


def place_faults(opened: OpenedDraw) -> Iterator[str]:
    """Everybody has the place that the results give him."""
    due = {each.entrant: each.place for each in opened.standings}
    for entrant in opened.draw.entrants if due else ():
        if entrant.place != due.get(entrant.seat):
            yield (
                f"{entrant.name} is shown on place {entrant.place},"
                f" but the results give place {due.get(entrant.seat)}."
            )


def prize_faults(opened: OpenedDraw) -> Iterator[str]:
    """Every prize is the one that shares or tickets, places and lots give."""
    if not opened.standings:
        return
    due = {paid.place: paid for paid in prizes_due(opened)}
    shown = {paid.place: paid for paid in opened.draw.paid}
    for place in sorted(due.keys() | shown.keys()):
        if due.get(place) != shown.get(place):
            yield f"Prize {place} is not the one that the card, places and lots give."


def byes_of(draw: PublishedDraw) -> list[Met]:
    """The pairings that were byes, in the order of the rounds."""
    found = (met for met in draw.meetings if met.result and met.result.outcome is Outcome.BYE)
    return sorted(found, key=lambda met: met.ref)


#: Every promise, the gravest first. What is paid when an event is stopped is settled by its own
#: rules, receipt by receipt; no lot but that of a last chip has a part in it.
CHECKS: Final = (
    Check("secret", lambda _draw: 1, secret_faults),
    Check("seats", lambda draw: len(draw.seats), seat_faults),
    Check("byes", lambda draw: len(byes_of(draw)), bye_faults),
    Check("pairings", lambda draw: len(draw.meetings), pairings_faults),
    Check("colours", lambda draw: len(draw.contested), colour_faults),
    Check("places", lambda draw: len(draw.entrants) * draw.is_finished, place_faults),
    Check("prizes", lambda draw: len(draw.paid) * draw.is_finished, prize_faults),
)
