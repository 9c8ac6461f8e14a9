"""Wanting nothing more to do with somebody, and changing one's mind."""

from typing import Final

from django.db import transaction

from accounts.models import Block, User
from wire.errors import Refused

#: Most players one player may block: enough for years, and a list that fits on a page.
MOST_BLOCKS: Final = 500


@transaction.atomic
def player_block(*, user: User, blocked: User) -> Block:
    """Have `blocked` kept away from `user`: no challenge, no pairing, no talk between them.

    Doing it twice changes nothing. The blocked player is not told.

    Raises Refused `block.self`, `block.bot`, or `block.too_many` above `MOST_BLOCKS`.
    """
    if blocked.pk == user.pk:
        raise Refused("block.self", _("You cannot block yourself."))
    if blocked.is_bot:
        raise Refused("block.bot", _("House bots do not talk and cannot be blocked."))
    # Whoever blocks two at once counts one after the other.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    standing = Block.objects.filter(user=user, blocked=blocked).first()
    if standing is not None:
        return standing
    if Block.objects.filter(user=user).count() >= MOST_BLOCKS:
        raise Refused(
            "block.too_many",
            _("You block {limit} players already. Take somebody off the list first."),
            limit=MOST_BLOCKS,
        )
    return Block.objects.create(user=user, blocked=blocked)


@transaction.atomic
def player_unblock(*, user: User, blocked: User) -> None:
    """End a block. Where there is none, nothing happens."""
    Block.objects.filter(user=user, blocked=blocked).delete()


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
