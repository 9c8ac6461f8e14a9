"""Row streams: many small "row X changed" become few numbered messages.

Business code says only that a row changed. A little later the coalescer reads
the changed rows once, whatever the number of followers, and sends one message
with the next number. Where little happens it is told at once; where much does,
what happens within `APART_S` is told together. Numbers belong to this process
and its `epoch`; a client that sees a hole or a new epoch asks for a snapshot.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wire.codec import encode

log = logging.getLogger(__name__)

GATHER_S = 0.05
APART_S = 0.2

RowReader = Callable[[str, Sequence[str]], Awaitable[Mapping[str, Any]]]

_readers: dict[str, RowReader] = {}


def register_rows(kind: str, read: RowReader) -> None:
    """Say how the rows of streams named `kind` or `kind:<id>` are read.

    `read(stream, rows)` gives each row's present value, None for a row that
    is gone. Messages are then sent as `<kind>.changed`.
    """
    _readers[kind] = read


@dataclass(slots=True)
class _Stream:
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    seq: int = 0
    sent_at: float = 0.0
    changed: dict[str, None] = field(default_factory=dict)
    flushing: asyncio.Task[None] | None = None


class Coalescer:
    """Numbers and gathers the row streams that have followers in this process."""

    def __init__(self, deliver: Callable[[str, str], None]) -> None:
        self._deliver = deliver
        self._streams: dict[str, _Stream] = {}

    def mark(self, stream: str) -> tuple[str, int]:
        """(epoch, number) so far: take it before reading a snapshot."""
        state = self._streams.setdefault(stream, _Stream())
        return state.epoch, state.seq

    def note(self, stream: str, row: str) -> None:
        """A row changed; it will be read within `APART_S`."""
        state = self._streams.setdefault(stream, _Stream())
        state.changed[row] = None
        if state.flushing is None:
            state.flushing = asyncio.ensure_future(self._flush(stream, state))

    def renew_epoch(self, stream: str) -> None:
        """Messages may have been missed: whatever a client knows is out of date."""
        if stream in self._streams:
            self._streams[stream].epoch = secrets.token_hex(4)

    def forget(self, stream: str) -> None:
        """Nobody follows any more; the next follower meets a new epoch."""
        self._streams.pop(stream, None)

    async def _flush(self, stream: str, state: _Stream) -> None:
        while state.changed:
            await asyncio.sleep(max(GATHER_S, state.sent_at + APART_S - time.monotonic()))
            rows, state.changed = list(state.changed), {}
            kind = stream.partition(":")[0]
            try:
                values = await _readers[kind](stream, rows)
            except Exception:
                log.exception("rows of %s could not be read", stream)
                self.renew_epoch(stream)
                values = {}
            state.seq += 1
            state.sent_at = time.monotonic()
            changes = [{"row": row, "value": values.get(row)} for row in rows]
            message = {
                "type": f"{kind}.changed",
                "seq": state.seq,
                "epoch": state.epoch,
                "changes": changes,
            }
            self._deliver(stream, encode(message).decode())
        state.flushing = None
