"""Pairs of entrants who may meet, as many as there can be, the first in an order served first.

Whether the others can still be paired is decided exactly and in polynomial time: by the size of
the field where that is enough (Dirac), else by augmenting paths through blossoms (Edmonds).
Written out here because a general library would be the largest dependency of the rules.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from tournaments.formats.base import EntrantId

Couple: TypeAlias = tuple[EntrantId, EntrantId]
Barred: TypeAlias = Mapping[EntrantId, AbstractSet[EntrantId]]


def matched(
    order: Sequence[EntrantId], barred: Barred
) -> tuple[tuple[Couple, ...], tuple[EntrantId, ...]]:
    """Couples of entrants not barred from each other, and who is left over, both in order.

    There are as many couples as there can be. Going down the order, each gets the first one
    below him for whom that stays true; who cannot have anybody then is left over.
    """
    couples, rest = _while_it_cannot_fail(order, barred)
    left_over = []
    mates = _Mates(rest, barred)
    while rest:
        first, *others = rest
        partner = next((each for each in others if mates.part(first, each)), None)
        if partner is None:
            left_over.append(first)
            mates.leave(first)
        else:
            couples.append((first, partner))
        rest = [each for each in others if each != partner]
    return tuple(couples), tuple(left_over)


def lonely_count(entrants: Sequence[EntrantId], barred: Barred) -> int:
    """How many are left over when as many as possible are coupled."""
    if len(entrants) - len(entrants) % 2 >= _safe_size(entrants, barred):
        return len(entrants) % 2
    return len(entrants) - 2 * _Mates(entrants, barred).couple_count


def _safe_size(entrants: Sequence[EntrantId], barred: Barred) -> int:
    """From how many of these entrants upwards an even number can always be coupled completely.

    Everybody can meet at least half of them then, and Dirac's theorem gives a round trip
    through all, of which every second step is a couple.
    """
    field = frozenset(entrants)
    return 2 + 2 * max((len(barred[each] & field) for each in entrants), default=0)


def _while_it_cannot_fail(
    order: Sequence[EntrantId], barred: Barred
) -> tuple[list[Couple], list[EntrantId]]:
    """Couples from the top of the order as long as the rest is large enough not to be looked at."""
    rest, couples = dict.fromkeys(order), list[Couple]()
    safe = _safe_size(order, barred)
    while len(rest) - len(rest) % 2 - 2 >= safe:
        first = next(iter(rest))
        del rest[first]
        partner = next(each for each in rest if each not in barred[first])
        del rest[partner]
        couples.append((first, partner))
    return couples, list(rest)


class _Mates:
    """A largest set of couples in a field, kept largest while entrants are taken out of it."""

    def __init__(self, field: Sequence[EntrantId], barred: Barred) -> None:
        self._field = dict.fromkeys(field)
        self._barred = barred
        self._mate: dict[EntrantId, EntrantId] = {}
        for each in field:
            if each not in self._mate:
                self._augment(each)

    @property
    def couple_count(self) -> int:
        """How many couples there are."""
        return len(self._mate) // 2

    def part(self, first: EntrantId, second: EntrantId) -> bool:
        """Take two out as a couple, if the others then make all couples but one; whether so."""
        if second in self._barred[first]:
            return False
        before, wanted = (self._field, self._mate), self.couple_count - 1
        self._field, self._mate = dict(self._field), dict(self._mate)
        widows = [widow for each in (first, second) if (widow := self._take(each)) is not None]
        for widow in widows:
            if self.couple_count < wanted and widow in self._field and widow not in self._mate:
                self._augment(widow)
        if self.couple_count < wanted:
            self._field, self._mate = before
            return False
        return True

    def leave(self, entrant: EntrantId) -> None:
        """Take out one whom no largest set of couples needs."""
        self._take(entrant)

    def _take(self, entrant: EntrantId) -> EntrantId | None:
        """Take one out; who loses his mate by that, or None."""
        del self._field[entrant]
        mate = self._mate.pop(entrant, None)
        if mate is not None:
            del self._mate[mate]
        return mate

    def _augment(self, lonely: EntrantId) -> None:
        """Find a mate for somebody, others changing theirs, if there is a way."""
        search = _Search(lonely, self._field, self._barred, self._mate)
        last = search.path_end()
        while last is not None:
            before = search.parent[last]
            following = self._mate.get(before)
            self._mate[last], self._mate[before] = before, last
            last = following


class _Search:
    """A search for an augmenting path from one entrant without a mate (Edmonds, 1965).

    parent: for entrants at odd distance, whom the path comes from. base: the entrance of the
    contracted odd cycle (blossom) somebody lies in, else himself.
    """

    def __init__(
        self,
        root: EntrantId,
        field: Mapping[EntrantId, None],
        barred: Barred,
        mate: Mapping[EntrantId, EntrantId],
    ) -> None:
        self._root, self._field, self._barred, self._mate = root, field, barred, mate
        self.parent: dict[EntrantId, EntrantId] = {}
        self._base = {each: each for each in field}
        self._even = {root}
        self._queue = deque([root])

    def path_end(self) -> EntrantId | None:
        """The entrant without a mate at whom a path ends, None if there is no path."""
        while self._queue:
            here = self._queue.popleft()
            for there in self._field:
                if there in self._barred[here] or self._base[here] == self._base[there]:
                    continue
                if there in self._even:
                    self._contract(here, there)
                elif there not in self.parent:
                    self.parent[there] = here
                    if there not in self._mate:
                        return there
                    self._visit(self._mate[there])
        return None

    def _visit(self, entrant: EntrantId) -> None:
        if entrant not in self._even:
            self._even.add(entrant)
            self._queue.append(entrant)

    def _contract(self, one: EntrantId, other: EntrantId) -> None:
        """Make one of the odd cycle that closes between two entrants at even distance."""
        entrance = self._common_base(one, other)
        blossom: set[EntrantId] = set()
        for start, child in ((one, other), (other, one)):
            while self._base[start] != entrance:
                mate = self._mate[start]
                blossom |= {self._base[start], self._base[mate]}
                self.parent[start] = child
                start, child = self.parent[mate], mate
        for each in self._field:
            if self._base[each] in blossom:
                self._base[each] = entrance
                self._visit(each)

    def _common_base(self, one: EntrantId, other: EntrantId) -> EntrantId:
        """Where the ways of two entrants back to the root first come together."""
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if one == self._root or one not in self._mate:
                break
            one = self.parent[self._mate[one]]
        while (other := self._base[other]) not in passed:
            other = self.parent[self._mate[other]]
        return other
