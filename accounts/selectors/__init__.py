"""Reading about people, for everybody above."""

from accounts.selectors.blocks import blocked_pks, blocks_among, blocks_of, has_block, has_blocked
from accounts.selectors.people import (
    guest_by_badge,
    house_bots,
    is_name_free,
    people_by_pk,
    people_named,
    user_by_name,
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
    "Ranked",
    "blocked_pks",
    "blocks_of",
    "guest_by_badge",
    "has_block",
    "has_blocked",
    "house_bots",
    "is_name_free",
    "leaderboard",
    "place_of",
    "rating_changes",
    "rating_history",
    "rating_of",
    "rating_receipts",
    "ratings_of",
    "ratings_on",
    "user_by_name",
]
