"""Which pairings stand on a result: those that would be others if it had gone the other way.

Pure. A knock-out answers with the next match of the old winner, a Swiss with the whole next
round, a round robin with nothing.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tournaments.formats.base import EntrantId, Format, History, Lots, Pairing, Ref, Result


def displaced(
    event_format: Format,
    history: History,
    lots: Lots,
    *,
    changed: Result,
    later: Collection[Ref],
    presents: Mapping[int, frozenset[EntrantId]],
) -> frozenset[Ref]:
    """Those of the `later` pairings that do not follow any more once `changed` stands.

    later: the pairings of later rounds. presents: by round, who could be paired in it, for
    formats that go by rounds; in a bracket everybody follows from results, and who was away
    then is missing from the pairing that was made.
    """
    kept = {ref: each for ref, each in history.pairings.items() if ref not in later}
    results = {ref: each for ref, each in history.results.items() if ref in kept}
    told = replace(history, pairings=kept, results=results).with_results([changed])
    left = set(later)
    while left:
        due = _due(event_format, told, lots, left, presents)
        same = [each for each in due if each.ref in left and _is_same(each, history)]
        if not same or (event_format.by_round and len(same) < len(due)):
            break  # a round is drawn as a whole
        left -= {each.ref for each in same}
        told = told.with_pairings(same).with_results(
            history.results[each.ref] for each in same if each.ref in history.results
        )
    return frozenset(left)


def _due(
    event_format: Format,
    told: History,
    lots: Lots,
    left: Collection[Ref],
    presents: Mapping[int, frozenset[EntrantId]],
) -> tuple[Pairing, ...]:
    """What follows next, as it followed when the first round that is left was paired."""
    present = presents.get(min(left).round) if event_format.by_round else None
    return event_format.pairings_due(replace(told, present=present), lots)


def _is_same(due: Pairing, history: History) -> bool:
    """Whether it was made like this, or without somebody who is away."""
    made, follows = set(history.pairings[due.ref].entrants), set(due.entrants)
    return made <= follows and not any(map(history.is_present, follows - made))
