"""Reading about people, for everybody above."""

from accounts.selectors.blocks import blocked_pks, blocks_of, has_block, has_blocked
from accounts.selectors.people import guest_by_badge, house_bots, is_name_free, user_by_name

__all__ = [
    "blocked_pks",
    "blocks_of",
    "guest_by_badge",
    "has_block",
    "has_blocked",
    "house_bots",
    "is_name_free",
    "user_by_name",
]
