"""Who wants nothing to do with whom."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractUser
from django.db.models import Q

from accounts.models import Block


def has_blocked(user: AbstractUser, other: AbstractUser) -> bool:
    """Whether `user` has blocked `other`."""
    return Block.objects.filter(user_id=user.pk, blocked_id=other.pk).exists()


def has_block(one: AbstractUser, other: AbstractUser) -> bool:
    """Whether either of the two has blocked the other."""
    either = Q(user_id=one.pk, blocked_id=other.pk) | Q(user_id=other.pk, blocked_id=one.pk)
    return Block.objects.filter(either).exists()


def blocked_pks(user: AbstractUser) -> frozenset[int]:
    """Everybody whom `user` has blocked or who has blocked him, by primary key."""
    pairs = Block.objects.filter(Q(user_id=user.pk) | Q(blocked_id=user.pk))
    everybody = {pk for pair in pairs.values_list("user_id", "blocked_id") for pk in pair}
    return frozenset(everybody - {user.pk})


def blocks_among(user_pks: Iterable[int]) -> frozenset[frozenset[int]]:
    """The pairs among these people of whom one has blocked the other, by primary key."""
    wanted = list(user_pks)
    pairs = Block.objects.filter(user_id__in=wanted, blocked_id__in=wanted)
    return frozenset(frozenset(pair) for pair in pairs.values_list("user_id", "blocked_id"))


def blocks_of(user: AbstractUser) -> tuple[Block, ...]:
    """Whom `user` has blocked, the latest first, with their names."""
    return tuple(Block.objects.filter(user_id=user.pk).select_related("blocked").order_by("-pk"))
