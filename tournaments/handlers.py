"""What the sockets of the lobby and of events share: seats by message, and missed summonses."""

from collections.abc import Mapping
from typing import Any

from matches.selectors import summonses_waiting_for
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


async def repeat_summonses(consumer: BaseConsumer) -> None:
    """Call a visitor to the boards he has not been at yet; he may have been between two pages."""
    if consumer.is_signed_in:
        for summons in await offload(summonses_waiting_for, consumer.user):
            consumer.put(summons)


async def _do(consumer: BaseConsumer, message_id: str, service: Any, *, event_id: str) -> None:
    if not consumer.is_signed_in:
        raise LoginRequired("auth.required")
    await offload(service, event_id=event_id, user=consumer.user)
    consumer.put({"type": "ack", "re": message_id, "seq": consumer.stream_seq()})


HANDLERS: Mapping[type, Handler] = {Join: join, Leave: leave}
