"""Who is here: a user is present while any socket of his is open anywhere.

Each process writes a time under its own name into the user's hash and renews
it; a killed process falls silent and its word lapses after `LAPSE_MS`. Behind
the time stands `AWAY` while none of the user's pages there is looked at.
"""

import logging
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

import redis

from wire.redis import redis_client
from wire.time import now_ms

LAPSE_MS = 30_000
RENEW_S = 10.0
ROLL_CALL = "presence:all"
LAST_CALL = "presence:last"
REMEMBERED_MS = 24 * 3_600_000
AWAY = b" away"

log = logging.getLogger(__name__)


class Presence(StrEnum):
    """How much of somebody is here: he looks at a page, or has one open that he does not see."""

    ONLINE = "online"
    AWAY = "away"


PresenceHook = Callable[[Any], None]

_hooks: list[PresenceHook] = []


def on_presence(hook: PresenceHook) -> None:
    """Have `hook(user)` called whenever somebody comes, goes, turns away or back.

    It is called on the event loop of the process at whose socket it happened, and must not wait.
    """
    _hooks.append(hook)


def presence_changed(user: Any) -> None:
    """Tell everybody who asked to be told."""
    for hook in _hooks:
        hook(user)


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
        return set(_read(wanted))
    except redis.RedisError:
        log.warning("presence is out of reach; everybody counts as present")
        return set(wanted)


def presence_of(user_pks: Iterable[int]) -> dict[int, Presence]:
    """By key: those of the given users who are here. Nobody while Redis is out of reach."""
    wanted = list(user_pks)
    if not wanted:
        return {}
    try:
        return _read(wanted)
    except redis.RedisError:
        return {}


def people_here() -> list[int]:
    """The keys of all who are here. Nobody while Redis is out of reach."""
    try:
        since = now_ms() - LAPSE_MS
        keys: list[bytes] = redis_client().zrangebyscore(ROLL_CALL, since, "+inf")  # type: ignore[assignment]
        return [int(pk) for pk in keys]
    except redis.RedisError:
        return []


def is_presence_known() -> bool:
    """Whether anybody could say who is here: False while Redis is out of reach."""
    try:
        redis_client().ping()
    except redis.RedisError:
        return False
    return True


def last_seen_ms(user_pks: Iterable[int]) -> dict[int, int]:
    """By key: when each of the given users was last known to be here, within the last day.

    To the ten seconds in which presence is renewed. Empty while Redis is out of reach.
    """
    wanted = list(user_pks)
    if not wanted:
        return {}
    try:
        scores: list[float | None] = redis_client().zmscore(LAST_CALL, list(map(str, wanted)))
    except redis.RedisError:
        return {}
    return {pk: int(score) for pk, score in zip(wanted, scores, strict=True) if score is not None}


def _read(user_pks: list[int]) -> dict[int, Presence]:
    pipe = redis_client().pipeline(transaction=False)
    for pk in user_pks:
        pipe.hvals(key_of(pk))
    since = now_ms() - LAPSE_MS
    found: dict[int, Presence] = {}
    for pk, words in zip(user_pks, pipe.execute(), strict=True):
        valid = [word for word in words if int(word.removesuffix(AWAY)) >= since]
        if valid:
            is_away = all(word.endswith(AWAY) for word in valid)
            found[pk] = Presence.AWAY if is_away else Presence.ONLINE
    return found


def online_count() -> int:
    """How many people are here, for the lobby's header. 0 while Redis is out of reach."""
    try:
        return int(redis_client().zcount(ROLL_CALL, now_ms() - LAPSE_MS, "+inf"))
    except redis.RedisError:
        return 0
