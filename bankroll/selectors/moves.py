"""What a stretch of postings has moved at one place, summed up by whose it was."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Max, Q

from bankroll.kinds import AccountKind, escrow
from bankroll.models import Posting


@dataclass(frozen=True, slots=True)
class Moves:
    """Chips that left a place (positive) or came to it (negative), by where they went.

    users: by key. house, mint: in the same sense.
    """

    users: dict[int, int]
    house_chips: int
    mint_chips: int


def latest_posting() -> int:
    """The number of the latest posting; `moves_at` tells what came after it."""
    return Posting.objects.aggregate(pk=Max("pk"))["pk"] or 0


def moves_at(place: str, *, after: int) -> Moves:
    """What has moved at the escrow of a place since a posting, each side's movements summed up."""
    held = escrow(place).ref
    postings = Posting.objects.filter(Q(source__ref=held) | Q(target__ref=held), pk__gt=after)
    users: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    rows = postings.values_list(
        "source__ref", "source__kind", "source__owner", "target__kind", "target__owner", "chips"
    )
    for source, source_kind, source_owner, target_kind, target_owner, chips in rows:
        is_out = source == held
        owner = target_owner if is_out else source_owner
        signed = chips if is_out else -chips
        if owner is not None:
            users[owner] += signed
        else:
            kinds[target_kind if is_out else source_kind] += signed
    return Moves(
        users={user: chips for user, chips in users.items() if chips},
        house_chips=kinds[AccountKind.HOUSE],
        mint_chips=kinds[AccountKind.MINT],
    )
