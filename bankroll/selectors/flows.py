"""Where chips flow between players: pairs of whom one keeps losing to the other."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Sum

from accounts.selectors import house_bots
from bankroll.kinds import TransferKind
from bankroll.models import Posting


@dataclass(frozen=True, slots=True)
class OneWayTerms:
    """From when on chips that go one way are worth a look.

    games: as many at least that moved chips that way. chips: so many more at least than came
    back. percent: of all the chips that moved between the two, the least share that went that way.
    """

    games: int
    chips: int
    percent: int


@dataclass(frozen=True, slots=True)
class OneWay:
    """What one player lost to another at tables, and what he won back from him."""

    giver_pk: int
    taker_pk: int
    games: int
    chips: int
    back_chips: int

    @property
    def net_chips(self) -> int:
        """What is left with the taker. Negative where it went the other way."""
        return self.chips - self.back_chips

    def exceeds(self, terms: OneWayTerms) -> bool:
        """Whether it is worth a look on these terms."""
        return (
            self.games >= terms.games
            and self.net_chips >= terms.chips
            and 100 * self.chips >= terms.percent * (self.chips + self.back_chips)
        )


def one_way_pairs(*, since: datetime, terms: OneWayTerms) -> tuple[OneWay, ...]:
    """Pairs of people between whom chips went one way since then, the largest sums first.

    House bots are left out: who plays them well or badly is nobody's business.
    """
    bots = [bot.pk for bot in house_bots()]
    flows = (
        Posting.objects.filter(transfer__kind=TransferKind.GAME, transfer__created_at__gte=since)
        .exclude(source__owner__in=bots)
        .exclude(target__owner__in=bots)
        .values_list("source__owner", "target__owner")
        .annotate(games=Count("pk"), chips=Sum("chips"))
    )
    moved = {(giver, taker): (games, chips) for giver, taker, games, chips in flows}
    pairs = (
        OneWay(giver, taker, games, chips, back_chips=moved.get((taker, giver), (0, 0))[1])
        for (giver, taker), (games, chips) in moved.items()
    )
    worth_a_look = (pair for pair in pairs if pair.exceeds(terms))
    return tuple(
        sorted(worth_a_look, key=lambda pair: (-pair.net_chips, pair.giver_pk, pair.taker_pk))
    )
