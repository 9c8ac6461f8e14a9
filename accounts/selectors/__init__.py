"""Reading about people, for everybody above."""

from accounts.selectors.blocks import blocked_pks, blocks_among, blocks_of, has_block, has_blocked
from accounts.selectors.closing import closing_refusals
from accounts.selectors.names import is_name_free, name_refusal
from accounts.selectors.notices import Told, Unread, notices_of, unread_of
from accounts.selectors.overview import Overview, account_overview, account_record
from accounts.selectors.people import (
    account_by_name,
    guest_by_badge,
    house_bots,
    people_by_pk,
    people_like,
    people_named,
    staff_who_may,
    user_by_name,
    verified_address,
)
from accounts.selectors.ratings import (
    LeaderboardPage,
    Ranked,
    leaderboard,
    place_of,
    rating_changes,
    rating_history,
    rating_of,
    rating_receipts,
    ratings_of,
    ratings_on,
)
from accounts.selectors.sessions import OpenSession, session_key_by_mark, sessions_of

__all__ = [
    "LeaderboardPage",
    "OpenSession",
    "Overview",
    "Ranked",
    "Told",
    "Unread",
    "account_by_name",
    "account_overview",
    "account_record",
    "blocked_pks",
    "blocks_among",
    "blocks_of",
    "closing_refusals",
    "guest_by_badge",
    "has_block",
    "has_blocked",
    "house_bots",
    "is_name_free",
    "leaderboard",
    "name_refusal",
    "notices_of",
    "people_by_pk",
    "people_like",
    "people_named",
    "place_of",
    "rating_changes",
    "rating_history",
    "rating_of",
    "rating_receipts",
    "ratings_of",
    "ratings_on",
    "session_key_by_mark",
    "sessions_of",
    "staff_who_may",
    "unread_of",
    "user_by_name",
    "verified_address",
]
