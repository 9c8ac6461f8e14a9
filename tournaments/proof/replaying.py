"""The pairings of an event made once more, from its secret and the results that were published.

Results are facts, not part of the draw: a result that staff declared or reversed is taken as it
stands, and so is who was there when a round was drawn.
"""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.formats.base import Format, History, Lots, Outcome, Pairing, Ref
from tournaments.proof.document import Met, PublishedDraw


def pairing_faults(draw: PublishedDraw, rule: Format, lots: Lots) -> Iterator[str]:
    """A sentence for each pairing that is not the one which had to follow."""
    yield from _foreign_seats(draw)
    if rule.by_round:
        yield from _round_by_round(draw, rule, lots)
    else:
        yield from _as_they_come(draw, rule, lots)


def _foreign_seats(draw: PublishedDraw) -> Iterator[str]:
    seats = set(draw.seat_numbers)
    for met in draw.meetings:
        if not seats.issuperset(met.entrants):
            yield f"Pairing {_at(met.ref)} has a seat that nobody drew."
        elif met.result and met.result.winner not in (None, *met.entrants):
            yield f"Pairing {_at(met.ref)} is won by somebody who was not in it."


def _round_by_round(draw: PublishedDraw, rule: Format, lots: Lots) -> Iterator[str]:
    """Each round as a whole: its pairings follow from the rounds before and from who was there."""
    told = {each.number for each in draw.rounds}
    for number in sorted({met.ref.round for met in draw.meetings} - told):
        yield f"Round {number} was played, but not who was there for it is told."
    for each in draw.rounds:
        earlier = _until(draw, each.number)
        due = rule.pairings_due(replace(earlier, present=each.present), lots)
        published = {met.ref: met for met in draw.meetings if met.ref.round == each.number}
        for pairing in due:
            met = published.pop(pairing.ref, None)
            if met is None:
                yield f"Pairing {_at(pairing.ref)} is missing."
            elif not _is_same(pairing, met):
                yield _difference(pairing, met)
        for ref in published:
            yield f"Pairing {_at(ref)} does not follow from anything."


def _until(draw: PublishedDraw, number: int) -> History:
    """The event before a round, without those who came later."""
    return replace(
        draw.history,
        entrants=tuple(each.seat for each in draw.entrants if each.joined <= number),
        pairings={met.ref: met.pairing for met in draw.meetings if met.ref.round < number},
        results={
            met.ref: met.result for met in draw.meetings if met.result and met.ref.round < number
        },
    )


def _as_they_come(draw: PublishedDraw, rule: Format, lots: Lots) -> Iterator[str]:
    """Each pairing as soon as its players are known, until no further one follows."""
    gone = frozenset(each.seat for each in draw.entrants if each.has_left)
    published = {met.ref: met for met in draw.meetings}
    history = replace(draw.history, pairings={}, results={}, present=None)
    while due := rule.pairings_due(history, lots):
        for pairing in due:
            met = published.pop(pairing.ref, None)
            if met is None:
                if draw.is_finished:
                    yield f"Pairing {_at(pairing.ref)} is missing."
            elif not _is_same(_without(pairing, gone - set(met.entrants)), met):
                yield _difference(pairing, met)
            found = met.pairing if met else pairing
            history = history.with_pairings([found])
            history = history.with_results([met.result] if met and met.result else [])
    for ref in published:
        yield f"Pairing {_at(ref)} does not follow from anything."


def _without(pairing: Pairing, gone: frozenset[int]) -> Pairing:
    """The pairing without those who had left by then: the other has a walkover."""
    left = tuple(each for each in pairing.entrants if each not in gone)
    return pairing if left == pairing.entrants else Pairing(pairing.ref, left, Outcome.WALKOVER)


def _is_same(pairing: Pairing, met: Met) -> bool:
    """Whether the same people meet, and a lone one has the bye or the walkover due to him."""
    if tuple(sorted(pairing.entrants)) != met.entrants:
        return False
    is_alone = len(met.entrants) == 1
    return not is_alone or met.result is None or met.result.outcome is pairing.alone


def _difference(due: Pairing, met: Met) -> str:
    return f"Pairing {_at(met.ref)} is {_named(met.entrants)} where {_named(due.entrants)} was due."


def _named(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody"
    return " and ".join(f"seat {seat}" for seat in sorted(seats)) + (
        " alone" if len(seats) == 1 else ""
    )


def _at(ref: Ref) -> str:
    return f"{ref.round}.{ref.slot}"
