"""The pairings of an event made once more, from its secret and the results that were published.

Results are facts, not part of the draw: a result that staff declared or reversed is taken as it
stands, and so is who was there when a round was drawn.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tournaments.formats.base import (
    EntrantId,
    Format,
    History,
    Lots,
    Outcome,
    Pairing,
    Ref,
)
from tournaments.proof.document import Met, PublishedDraw


def pairing_faults(draw: PublishedDraw, lots: Lots) -> Iterator[str]:
    """A sentence for each pairing that is not the one which had to follow."""
    yield from _impossible(draw)
    if draw.rule.by_round or draw.card.swing is not None:
        yield from _round_by_round(draw, draw.rule, lots)
    else:
        yield from _as_they_come(draw, draw.rule, lots)


def _impossible(draw: PublishedDraw) -> Iterator[str]:
    """Pairings that no format could have made, or that could not have ended so."""
    seats = set(draw.seat_numbers)
    for ref, count in Counter(met.ref for met in draw.meetings).items():
        if count > 1:
            yield f"Pairing {_at(ref)} is told {count} times."
    for met in draw.meetings:
        if not seats.issuperset(met.entrants):
            yield f"Pairing {_at(met.ref)} has a seat that nobody drew."
        if met.result is None:
            continue
        if met.result.winner not in (None, *met.entrants):
            yield f"Pairing {_at(met.ref)} is won by somebody who was not in it."
        if (met.result.winner is None) != (met.result.outcome is Outcome.BOTH_OUT):
            yield f"Pairing {_at(met.ref)} has a winner that does not go with its outcome."


def _round_by_round(draw: PublishedDraw, rule: Format, lots: Lots) -> Iterator[str]:
    """Each round as a whole: it follows from the rounds before and from who could play in it."""
    told = {each.number for each in draw.rounds}
    for number in sorted({met.ref.round for met in draw.meetings} - told):
        yield f"Round {number} was played, but not who could play in it is told."
    gone = _gone(draw)
    for each in draw.rounds:
        due = rule.pairings_due(replace(_until(draw, each.number), present=each.present), lots)
        published = {met.ref: met for met in draw.meetings if met.ref.round == each.number}
        for pairing in due:
            yield from _pairing_fault(pairing, published.pop(pairing.ref, None), gone)
        for ref in published:
            yield f"Pairing {_at(ref)} does not follow from anything."
    if draw.is_finished and rule.pairings_due(draw.history, lots):
        yield "The event was ended before its last round."


def _until(draw: PublishedDraw, number: int) -> History:
    """The event before a round, without those who came later."""
    whole = draw.history
    return replace(
        whole,
        entrants=tuple(each for each in whole.entrants if whole.joined.get(each, 1) <= number),
        pairings={ref: each for ref, each in whole.pairings.items() if ref.round < number},
        results={ref: each for ref, each in whole.results.items() if ref.round < number},
    )


def _as_they_come(draw: PublishedDraw, rule: Format, lots: Lots) -> Iterator[str]:
    """Each pairing as soon as its players are known, until no further one follows.

    A latecomer may stand beside somebody who had a bye of the first round.
    """
    gone = _gone(draw)
    late = frozenset(seat for seat, first in draw.history.joined.items() if first > 1)
    published = {met.ref: met for met in draw.meetings}
    history = replace(draw.history, pairings={}, results={}, present=None)
    while due := rule.pairings_due(history, lots):
        for pairing in due:
            met = published.pop(pairing.ref, None)
            if met or draw.is_finished:
                yield from _pairing_fault(_with_latecomer(pairing, met, late), met, gone)
            history = history.with_pairings([met.pairing if met else pairing])
            history = history.with_results([met.result] if met and met.result else [])
    for ref in published:
        yield f"Pairing {_at(ref)} does not follow from anything."


def _gone(draw: PublishedDraw) -> frozenset[EntrantId]:
    return frozenset(each.seat for each in draw.entrants if each.has_left)


def _with_latecomer(pairing: Pairing, met: Met | None, late: frozenset[EntrantId]) -> Pairing:
    """The pairing that was due, and in it the latecomer who took its free place."""
    is_free = pairing.ref.round == 1 and len(pairing.entrants) == 1
    comers = late.intersection(met.entrants) if met and is_free else frozenset()
    return Pairing(pairing.ref, (*pairing.entrants, *comers)) if len(comers) == 1 else pairing


def _pairing_fault(due: Pairing, met: Met | None, gone: frozenset[EntrantId]) -> Iterator[str]:
    """What is the matter with a published pairing, if anything."""
    if met is None:
        yield f"Pairing {_at(due.ref)} is missing."
    elif not _is_same(_without(due, gone - set(met.entrants)), met):
        yield (
            f"Pairing {_at(met.ref)} is {_named(met.entrants)}"
            f" where {_named(due.entrants)} was due."
        )


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


def _named(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody"
    return " and ".join(f"seat {seat}" for seat in sorted(seats)) + (
        " alone" if len(seats) == 1 else ""
    )


def _at(ref: Ref) -> str:
    return f"{ref.round}.{ref.slot}"
