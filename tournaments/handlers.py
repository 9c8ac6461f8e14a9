"""The sit_and_go.* entries any consumer may add to its dispatch table."""

from collections.abc import Mapping
from typing import Any

from tournaments.protocol import Join, Leave
from tournaments.services import sit_and_go_join, sit_and_go_leave
from wire.consumer import BaseConsumer, Handler
from wire.errors import LoginRequired
from wire.offload import offload


async def join(consumer: BaseConsumer, message: Join) -> None:
    """A seat, or every reason against it."""
    await _do(consumer, message.id, sit_and_go_join, event_id=message.event)


async def leave(consumer: BaseConsumer, message: Leave) -> None:
    """The seat given back, with its chips."""
    await _do(consumer, message.id, sit_and_go_leave, event_id=message.event)


async def _do(consumer: BaseConsumer, message_id: str, service: Any, *, event_id: str) -> None:
    if not consumer.is_signed_in:
        raise LoginRequired("auth.required")
    await offload(service, event_id=event_id, user=consumer.user)
    consumer.put({"type": "ack", "re": message_id, "seq": consumer.stream_seq()})


HANDLERS: Mapping[type, Handler] = {Join: join, Leave: leave}
