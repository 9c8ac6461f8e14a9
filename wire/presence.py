"""Who is here: a user is present while any socket of his is open anywhere.

Each process writes a time under its own name into the user's hash and renews
it; a killed process falls silent and its word lapses after `LAPSE_MS`.
"""

import logging
from collections.abc import Iterable

import redis

from wire.redis import redis_client
from wire.time import now_ms

LAPSE_MS = 30_000
RENEW_S = 10.0
ROLL_CALL = "presence:all"

log = logging.getLogger(__name__)


def key_of(user_pk: int) -> str:
    """The Redis hash of one user: process name -> last time in milliseconds."""
    return f"presence:{user_pk}"


def users_online(user_pks: Iterable[int]) -> set[int]:
    """Those of the given users who are here.

    While Redis is out of reach everybody counts as present: our failure costs
    nobody a seat.
    """
    wanted = list(user_pks)
    if not wanted:
        return set()
    try:
        pipe = redis_client().pipeline(transaction=False)
        for pk in wanted:
            pipe.hvals(key_of(pk))
        answers = pipe.execute()
    except redis.RedisError:
        log.warning("presence is out of reach; everybody counts as present")
        return set(wanted)
    since = now_ms() - LAPSE_MS
    return {
        pk
        for pk, times in zip(wanted, answers, strict=True)
        if any(int(seen) >= since for seen in times)
    }


def online_count() -> int:
    """How many people are here, for the lobby's header. 0 while Redis is out of reach."""
    try:
        return int(redis_client().zcount(ROLL_CALL, now_ms() - LAPSE_MS, "+inf"))
    except redis.RedisError:
        return 0
