"""What can happen to an account. The only writers of the tables of accounts."""

from accounts.services.bars import user_bar
from accounts.services.blocks import player_block, player_unblock
from accounts.services.closing import user_close
from accounts.services.describing import ABOUT_CHARS, user_describe
from accounts.services.desk import staff_action_record
from accounts.services.locks import people_lock
from accounts.services.names import former_name_check, name_change, user_rename
from accounts.services.notices import notices_give, notices_read, old_notices_forget
from accounts.services.people import bot_ensure, guest_claim, guest_create, user_welcome
from accounts.services.preferring import language_keep, preferences_set, preferences_take_along
from accounts.services.ranks import rank_give
from accounts.services.ratings import rating_apply, rating_reverse
from accounts.services.rules import rules_accept
from accounts.services.second_factor import authenticators_reseal
from accounts.services.sessions import session_end, sessions_end

__all__ = [
    "ABOUT_CHARS",
    "authenticators_reseal",
    "bot_ensure",
    "former_name_check",
    "guest_claim",
    "guest_create",
    "language_keep",
    "name_change",
    "notices_give",
    "notices_read",
    "old_notices_forget",
    "people_lock",
    "player_block",
    "player_unblock",
    "preferences_set",
    "preferences_take_along",
    "rank_give",
    "rating_apply",
    "rating_reverse",
    "rules_accept",
    "session_end",
    "sessions_end",
    "staff_action_record",
    "user_bar",
    "user_close",
    "user_describe",
    "user_rename",
    "user_welcome",
]
