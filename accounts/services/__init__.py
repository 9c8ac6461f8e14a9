"""What can happen to an account. The only writers of the tables of accounts."""

from accounts.services.blocks import player_block, player_unblock
from accounts.services.desk import staff_action_record
from accounts.services.people import bot_ensure, guest_claim, guest_create, user_welcome
from accounts.services.ratings import rating_apply, rating_reverse

__all__ = [
    "bot_ensure",
    "guest_claim",
    "guest_create",
    "player_block",
    "player_unblock",
    "rating_apply",
    "rating_reverse",
    "staff_action_record",
    "user_welcome",
]
