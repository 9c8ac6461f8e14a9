"""The one port for reading a match and appending to it.

An append carries the number it was judged at and does nothing if the match has
moved on since: that check is the lock. Sockets hand their appends to
`GroupedAppends`, which commits everything pending in this process together:
one durable commit serves many matches. Services append inside their own
transaction with `append_now`. Both write the same rows by the same statement.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import InterfaceError, OperationalError, connection, transaction

from backgammon import Side
from backgammon.notation.codec import event_to_dict, rules_from_dict, state_from_dict
from matches.dice import DiceSeed
from matches.facts import LiveMatch, MatchFacts
from matches.judge import Request, Verdict
from matches.models import Match, MatchEvent, Seat
from matches.projection import snapshot_text
from wire.codec import encode
from wire.errors import NotFound
from wire.secrets import unseal

log = logging.getLogger(__name__)

REMEMBERED_REQUESTS = 256


@dataclass(frozen=True, slots=True)
class Append:
    """A verdict in the words of the database."""

    match_pk: int
    verdict: Verdict
    kinds: tuple[str, ...]
    bodies: tuple[str, ...]
    snapshot: str

    @classmethod
    def of(cls, facts: MatchFacts, verdict: Verdict) -> "Append":
        """What must be written for a verdict about a match."""
        plain = [event_to_dict(event) for event in verdict.events]
        return cls(
            match_pk=facts.pk,
            verdict=verdict,
            kinds=tuple(event["type"] for event in plain),
            bodies=tuple(encode(event).decode() for event in plain),
            snapshot=snapshot_text(verdict.state),
        )

    def move_row(self) -> tuple[Any, ...]:
        """The new head of the match: id, previous and last number, snapshot, what is due."""
        verdict = self.verdict
        return (
            self.match_pk,
            verdict.previous,
            verdict.last,
            self.snapshot,
            verdict.deadline_ms,
            verdict.bot_due_ms,
        )

    def event_rows(self) -> list[tuple[Any, ...]]:
        """The new events. The request's id stands on the last of them, whose number it was told."""
        verdict = self.verdict
        request = verdict.request
        told = zip(verdict.events, self.kinds, self.bodies, strict=True)
        return [
            (
                self.match_pk,
                seq,
                kind,
                body,
                event.at_ms,
                request.actor,
                request.request_id if seq == verdict.last else "",
            )
            for seq, (event, kind, body) in enumerate(told, start=verdict.previous + 1)
        ]


# --- reading ------------------------------------------------------------------


def load_live(match_id: str, *, lock: bool = False) -> LiveMatch:
    """The match as it stands. With `lock`, its row is held until the transaction ends.

    Raises NotFound `match.not_found`.
    """
    rows = Match.objects.select_for_update() if lock else Match.objects
    row = rows.filter(public_id=match_id).first()
    if row is None:
        raise NotFound("match.not_found", _("There is no such match."))
    live = live_of(row, Seat.objects.filter(match=row))
    live.requests = _recent_requests(row.pk)
    return live


def live_of(row: Match, seated: Iterable[Seat]) -> LiveMatch:
    """The match behind its rows. Which requests were answered is not known of it."""
    facts = _facts_of(row, {Side(seat.side): seat for seat in seated})
    state = state_from_dict(msgspec.json.decode(row.snapshot), facts.rules)
    return LiveMatch(facts, row.seq, state, row.deadline_ms)


def _facts_of(row: Match, seats: Mapping[Side, Seat]) -> MatchFacts:
    return MatchFacts(
        pk=row.pk,
        match_id=row.public_id,
        owner=row.owner,
        owner_ref=row.owner_ref,
        is_public=row.is_public,
        is_rated=row.is_rated,
        rules=rules_from_dict(row.rules),
        sides={seat.user_id: side for side, seat in seats.items()},
        house_sides=frozenset(side for side, seat in seats.items() if seat.is_bot),
        seed=DiceSeed(
            match_id=row.public_id,
            secret=unseal(row.sealed_secret),
            white=seats[Side.WHITE].contribution,
            black=seats[Side.BLACK].contribution,
        ),
    )


def _recent_requests(match_pk: int) -> dict[tuple[str, str], int]:
    answered = (
        MatchEvent.objects.filter(match_id=match_pk)
        .exclude(request_id="")
        .order_by("-seq")
        .values_list("actor", "request_id", "seq")[:REMEMBERED_REQUESTS]
    )
    return {(actor, request_id): seq for actor, request_id, seq in answered}


def stored_answer(match_pk: int, request: Request) -> int | None:
    """The number this very request was answered with, however long ago; None if it is new."""
    if not request.request_id:
        return None
    answered = MatchEvent.objects.filter(
        match_id=match_pk, actor=request.actor, request_id=request.request_id
    )
    return answered.values_list("seq", flat=True).first()


# --- appending ----------------------------------------------------------------

# `locked` takes the rows in id order whatever the plan, so that two processes never wait
# for each other's matches crosswise.
_HEAD = ("match_id", "previous", "last", "snapshot", "deadline_ms", "bot_due_ms")
_EVENT = ("match_id", "seq", "kind", "body", "at_ms", "actor", "request_id")

_POSTGRES = """
WITH head AS (
    SELECT * FROM json_to_recordset(%s::json) AS head(
        match_id bigint, previous int, last int, snapshot text, deadline_ms bigint,
        bot_due_ms bigint)
), locked AS MATERIALIZED (
    SELECT m.id FROM matches_match AS m
    WHERE m.id = ANY(SELECT match_id FROM head) ORDER BY m.id FOR NO KEY UPDATE
), moved AS (
    UPDATE matches_match AS m
    SET seq = head.last, snapshot = head.snapshot,
        deadline_ms = head.deadline_ms, bot_due_ms = head.bot_due_ms
    FROM head JOIN locked ON locked.id = head.match_id
    WHERE m.id = head.match_id AND m.seq = head.previous AND m.status = 'playing'
    RETURNING m.id
), added AS (
    INSERT INTO matches_matchevent (match_id, seq, kind, body, at_ms, actor, request_id)
    SELECT event.*
    FROM json_to_recordset(%s::json) AS event(
        match_id bigint, seq int, kind text, body text, at_ms bigint, actor text,
        request_id text)
    JOIN moved ON moved.id = event.match_id
)
SELECT id FROM moved
"""

_SQLITE_MOVE = """
UPDATE matches_match SET seq = %s, snapshot = %s, deadline_ms = %s, bot_due_ms = %s
WHERE id = %s AND seq = %s AND status = 'playing'
"""

_SQLITE_ADD = """
INSERT INTO matches_matchevent (match_id, seq, kind, body, at_ms, actor, request_id)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


def append_now(appends: Sequence[Append]) -> set[int]:
    """Write inside the caller's transaction; the keys of the matches that had not moved on."""
    if connection.vendor == "postgresql":
        return _append_postgres(appends)
    return _append_sqlite(appends)


def _append_postgres(appends: Sequence[Append]) -> set[int]:
    # Two JSON texts instead of thirteen arrays: psycopg quotes them five times as fast.
    heads = [dict(zip(_HEAD, append.move_row(), strict=True)) for append in appends]
    events = [
        dict(zip(_EVENT, row, strict=True)) for append in appends for row in append.event_rows()
    ]
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRES, [encode(heads).decode(), encode(events).decode()])
        return {row[0] for row in cursor.fetchall()}


def _append_sqlite(appends: Sequence[Append]) -> set[int]:
    moved = set()
    with connection.cursor() as cursor:
        for append in appends:
            pk, previous, *head = append.move_row()
            cursor.execute(_SQLITE_MOVE, [*head, pk, previous])
            if cursor.rowcount == 1:
                moved.add(pk)
                cursor.executemany(_SQLITE_ADD, append.event_rows())
    return moved


class GroupedAppends:
    """Commits whatever is pending in this process in one transaction, again and again.

    While one commit is on its way to the disk the next group gathers, so the
    busier the house, the cheaper each append.
    """

    def __init__(self) -> None:
        self._pending: list[tuple[Append, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="append")

    async def close(self) -> None:
        """Give the thread's database connection back. The next append opens another."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, lambda: connection.close())

    def append(self, append: Append) -> "asyncio.Future[bool]":
        """True once the append is durable, False if the match had moved on."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        self._pending.append((append, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(self._write_pending())
        return done

    async def _write_pending(self) -> None:
        loop = asyncio.get_running_loop()
        while self._pending:
            group, self._pending = self._pending, []
            appends = [append for append, _ in group]
            outcomes = await loop.run_in_executor(self._thread, _write_group, appends)
            for (_, done), outcome in zip(group, outcomes, strict=True):
                if done.cancelled():
                    continue
                if isinstance(outcome, Exception):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)


def _write_group(appends: Sequence[Append]) -> list[bool | Exception]:
    """One commit for all; if something in the group is refused, one commit each."""
    try:
        moved = _commit(appends)
    except Exception as trouble:
        if len(appends) == 1:
            return [trouble]
        return [outcome for append in appends for outcome in _write_group([append])]
    return [append.match_pk in moved for append in appends]


def _commit(appends: Sequence[Append]) -> set[int]:
    try:
        with transaction.atomic():
            return append_now(appends)
    except (OperationalError, InterfaceError):
        # The database was restarted. Appending again is safe: what did get through has
        # moved its match on, and the fence then answers False.
        connection.close()
        with transaction.atomic():
            return append_now(appends)


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
