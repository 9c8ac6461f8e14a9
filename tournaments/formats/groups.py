"""Groups of four, each a round robin, whose two best play on in a bracket.

Every group has four or three entrants, as few groups as that allows, so the group stage has three
rounds. The bracket keeps the two of a group in different halves: they can only meet in the final.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Pairing,
    Part,
    Place,
    Ref,
    Section,
    SectionKind,
    Standing,
    placed,
)
from tournaments.formats.round_robin import circle_pairings, circle_rounds
from tournaments.formats.scores import scores_of
from tournaments.formats.tiebreaks import TieBreak, ranked, tie_breaks_of
from tournaments.formats.trees import Seats, Tree, due, fallen, round_count, slot_count, spread

LARGEST = 4
ADVANCE = 2


def group_count(entrants: int) -> int:
    """How many groups: 1 up to five entrants, else as few as hold four at most."""
    return 1 if entrants <= LARGEST + 1 else -(-entrants // LARGEST)


def groups_of(entrants: Sequence[EntrantId]) -> tuple[tuple[EntrantId, ...], ...]:
    """The groups in seat order, the larger ones first."""
    count = group_count(len(entrants))
    small, larger = divmod(len(entrants), count)
    ends = [number * small + min(number, larger) for number in range(count + 1)]
    return tuple(tuple(entrants[start:end]) for start, end in pairwise(ends))


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups and a final bracket. With fewer than six entrants it is one group and no bracket."""

    key: ClassVar[str] = "groups"
    by_round: ClassVar[bool] = True
    has_knockout: ClassVar[bool] = False

    tie_breaks: tuple[TieBreak, ...] = tie_breaks_of(())

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """The next round of all groups or of the bracket, once the one before is decided."""
        if not history.is_decided or self.is_over(history):
            return ()
        number = history.last_round + 1
        if number <= self._group_rounds(history):
            return tuple(_group_pairings(groups_of(history.drawn), number, history))
        tree = self._tree(history)
        seats = {} if number > tree.first else self._seats(tree, history, lots)
        return tuple(due(tree.places, seats, history))

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Everybody during the group stage, then who is in the bracket and has not lost there."""
        return frozenset(history.entrants) - self._out_in(history).keys()

    def is_over(self, history: History) -> bool:
        """Whether the final is decided, or nobody is left."""
        is_full = history.last_round >= self.round_total(history)
        return history.is_decided and (
            is_full or not any(map(history.is_present, history.entrants))
        )

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by the round of the bracket; whoever is not in it, by the place in his group.

        Those of one round, or of one place in several groups, are tied.
        """
        tables = self.tables(history, lots)
        if len(tables) == 1:
            return tables[0]
        in_group = {standing.entrant: standing for table in tables for standing in table}
        out_in = self._out_in(history)
        is_in_groups = not out_in
        for entrant, standing in in_group.items():
            if is_in_groups or out_in.get(entrant) == 0:
                out_in[entrant] = -standing.place
        return tuple(
            replace(in_group[each.entrant], place=each.place)
            for each in placed(history.drawn, out_in)
        )

    def tables(self, history: History, lots: Lots) -> tuple[tuple[Standing, ...], ...]:
        """The standings of each group by its own matches."""
        last = self._group_rounds(history)
        stage = replace(
            history,
            results={ref: each for ref, each in history.results.items() if ref.round <= last},
        )
        scores = scores_of(stage, lots)
        return tuple(ranked(group, scores, self.tie_breaks) for group in groups_of(history.drawn))

    def round_total(self, history: History) -> int:
        """Rounds of the groups and of the bracket."""
        rounds = self._group_rounds(history)
        groups = group_count(len(history.drawn))
        return rounds if groups == 1 else rounds + round_count(ADVANCE * groups)

    def sections(self, history: History) -> tuple[Section, ...]:
        """A section for each group with all its rounds, then the rounds of the bracket."""
        groups = groups_of(history.drawn)
        bracket = self._tree(history).sections(Part.BRACKET) if len(groups) > 1 else ()
        return (*_group_sections(groups), *bracket)

    def _group_rounds(self, history: History) -> int:
        return max(map(circle_rounds, map(len, groups_of(history.drawn))))

    def _tree(self, history: History) -> Tree:
        """The bracket, for two of each group."""
        first = self._group_rounds(history) + 1
        slots = slot_count(ADVANCE * group_count(len(history.drawn)), 1)
        return Tree(first, slots, self.round_total(history))

    def _seats(self, tree: Tree, history: History, lots: Lots) -> Seats:
        """Who stands where in the first round of the bracket.

        The groups are drawn by the lot `bracket` of their winners and go to the halves in turn,
        each runner-up to the other half. Where somebody has a free pass it is a winner, as far
        as there are winners enough.
        """
        tables = self.tables(history, lots)
        best = [_advancing(table, history) for table in tables]
        drawn = lots.order("bracket", (two[0] for two in best if two))
        place = {winner: at for at, winner in enumerate(drawn)}
        best.sort(key=lambda two: place[two[0]] if two else len(drawn))
        seats: dict[Ref, tuple[EntrantId, ...]] = dict.fromkeys(tree.refs(tree.first), ())
        for half in (0, 1):
            slots = spread(tree.slots)[half::2]
            winners, others = best[half::2], best[1 - half :: 2]
            own, empty = slots[: len(winners)], slots[len(winners) :]
            comers = [*((slot, two[:1]) for slot, two in zip(own, winners, strict=True))]
            chairs = (*empty, *empty, *reversed(own))
            comers += ((slot, two[1:]) for slot, two in zip(chairs, others, strict=False))
            for slot, comer in comers:
                seats[Ref(tree.first, slot)] += comer
        return seats

    def _out_in(self, history: History) -> dict[EntrantId, int]:
        """Once the bracket is drawn: who is out, by round; 0 for who did not come into it."""
        tree = self._tree(history)
        made = [history.pairings[ref] for ref in tree.refs(tree.first) if ref in history.pairings]
        if not made:
            return {}
        inside = {entrant for pairing in made for entrant in pairing.entrants}
        out = {each: 0 for each in history.drawn if each not in inside}
        out.update((each, ref.round) for each, ref in fallen(tree.places, {}, history))
        return out


def _advancing(table: Sequence[Standing], history: History) -> tuple[EntrantId, ...]:
    """The two best of a group who are still there."""
    present = [each.entrant for each in table if history.is_present(each.entrant)]
    return tuple(present[:ADVANCE])


def _group_pairings(
    groups: Sequence[Sequence[EntrantId]], number: int, history: History
) -> Iterator[Pairing]:
    """A round of every group, the slots counted through."""
    slot = 1
    for group in groups:
        yield from circle_pairings(group, number, slot, history)
        slot += _tables(group)


def _group_sections(groups: Sequence[tuple[EntrantId, ...]]) -> Iterator[Section]:
    slot = 1
    for number, group in enumerate(groups, 1):
        places = tuple(
            Place(Ref(round_number, slot + table))
            for round_number in range(1, circle_rounds(len(group)) + 1)
            for table in range(_tables(group))
        )
        yield Section(Part.GROUPS, SectionKind.GROUP, number, places, group)
        slot += _tables(group)


def _tables(group: Sequence[EntrantId]) -> int:
    """Places of a group in a round, that of a free entrant included."""
    return (len(group) + 1) // 2
