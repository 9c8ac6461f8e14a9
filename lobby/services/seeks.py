"""Looking for an opponent: a seek is posted, waits, and is paired with another or withdrawn.

People are locked first, then their seeks in the order of the rows, then tables. Who is paired
with whom is decided by `lobby/seeks.py`, from what was read before any lock; under the locks it
is looked at again, and what has changed meanwhile waits for the next sweep.
"""

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from accounts.selectors import has_block
from accounts.services import people_lock
from lobby import selectors
from lobby.asks import Ask
from lobby.invitations import SEEK_CHECKS
from lobby.models import Access, Seek, SeekState
from lobby.seeks import Pair, pairs_of
from lobby.services.offers import seeks_close
from lobby.services.tables import table_give_up, table_open, table_take, tables_withdraw
from lobby.streams import seek_message
from wire.errors import PlatformError
from wire.presence import users_online
from wire.publish import enqueue_on_commit, publish_on_commit, user_stream
from wire.refusals import all_refusals, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)


@transaction.atomic
def seek_post(*, user: "User", ask: Ask) -> Seek:
    """Look for an opponent. Whoever looks for one already looks for this from now on.

    Asked twice for the same, it goes on waiting as before.

    Raises Refused: the first reason against, all of them in `refusals`.
    """
    people_lock([user.pk])
    earlier = selectors.open_seek_of(user)
    if earlier is not None and selectors.ask_of(earlier) == ask:
        return earlier
    refuse_if_any(all_refusals(SEEK_CHECKS, selectors.seek_facts(user, ask)))
    seeks_close([user.pk], SeekState.WITHDRAWN)
    seek = Seek.objects.create(
        user=user,
        game=ask.game,
        points=ask.points,
        clock=ask.clock,
        is_rated=ask.is_rated,
        rating=selectors.rating_for(user, ask),
    )
    publish_on_commit(user_stream(user.pk), seek_message(seek.state))
    enqueue_on_commit("lobby.pair_seeks")
    return seek


@transaction.atomic
def seek_cancel(*, user: "User") -> None:
    """Look for nobody any more. Without a seek nothing happens."""
    people_lock([user.pk])
    seeks_close([user.pk], SeekState.WITHDRAWN)


def seeks_pair() -> int:
    """Bring together whoever may be; how many pairs were made.

    Any number of workers may do this at once: a pair somebody else is busy with is left to him.
    """
    waiting, blocks = selectors.seeks_waiting()
    return sum(_paired(pair) for pair in pairs_of(waiting, blocks))


def _paired(pair: Pair) -> bool:
    try:
        return _pair(pair)
    except PlatformError as refusal:
        # Something happened to one of them since the locks were taken elsewhere; both wait on.
        log.info("seeks %s could not be paired: %s", [each.seek for each in pair], refusal.code)
        return False


@transaction.atomic
def _pair(pair: Pair) -> bool:
    """Seat two people at a table of their own, if they are still free to be."""
    people = {each.person for each in pair}
    if people_lock(people, is_patient=False) != people:
        return False
    first, second = selectors.seeks_locked([each.seek for each in pair]) or (None, None)
    if first is None or second is None or has_block(first.user, second.user):
        return False
    ask = selectors.ask_of(first)
    held = [
        each.user_id
        for each in (first, second)
        if all_refusals(SEEK_CHECKS, selectors.seek_facts(each.user, ask))
    ]
    if held:
        seeks_close(held, SeekState.ELSEWHERE)
        return False
    for seek in (first, second):
        tables_withdraw(user=seek.user)
    table = table_open(
        host=first.user,
        rules=ask.rules,
        access=Access.LOBBY,
        clock=ask.clock,
        is_rated=ask.is_rated,
    )
    seeks_close([first.user_id, second.user_id], SeekState.PAIRED, table=table)
    table_take(table_id=table.public_id, user=second.user)
    return True


def offers_withdraw(*, user: "User") -> None:
    """He has sat down elsewhere: nobody shall find him waiting. He is locked."""
    seeks_close([user.pk], SeekState.ELSEWHERE)
    tables_withdraw(user=user)


def offers_give_up(*, user: "User") -> None:
    """He is kept out of the house: he waits for nobody, and nobody waits for him.

    His seek, his open table, challenges to him, and tables at which others wait for him to play
    again; whatever was brought to a table goes back.
    """
    with transaction.atomic():
        people_lock([user.pk])
        seeks_close([user.pk], SeekState.WITHDRAWN)
        waiting = selectors.tables_waiting_for(user)
    for table_id in waiting:
        table_give_up(table_id=table_id, user=user)


def abandoned_seeks_close() -> int:
    """End the seeks of those who are gone, or play elsewhere; how many were ended.

    Who is here now is noted first, outside the locks. Under them only those end
    whose person nobody has noted since.
    """
    waiting = Seek.objects.filter(state=SeekState.OPEN)
    online = users_online(waiting.values_list("user_id", flat=True))
    grace = timedelta(seconds=settings.HOUSE_SEAT_GRACE_S)
    waiting.filter(user_id__in=online, last_seen_at__lt=now() - grace / 3).update(
        last_seen_at=now()
    )
    gone = set(waiting.filter(last_seen_at__lt=now() - grace).values_list("user_id", flat=True))
    busy = selectors.elsewhere(waiting.values_list("user_id", flat=True))
    return _end(gone - busy, SeekState.ABSENT) + _end(busy, SeekState.ELSEWHERE)


@transaction.atomic
def _end(user_pks: Iterable[int], state: SeekState) -> int:
    """End the seeks of these people, who are locked first like everywhere."""
    return seeks_close(people_lock(user_pks), state)
