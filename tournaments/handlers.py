"""What the sockets of the lobby and of events share: seats by message, and what was missed."""

from collections.abc import Callable, Iterable, Mapping
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


#: What somebody may have missed between two pages, by readers that floors above may add to.
CallReader = Callable[[Any], Iterable[dict[str, Any]]]

_call_readers: list[CallReader] = [summonses_waiting_for]


def register_calls(read: CallReader) -> None:
    """Have the messages of `read(user)` repeated to everybody who opens a page."""
    _call_readers.append(read)


async def repeat_calls(consumer: BaseConsumer) -> None:
    """Call a visitor to boards he has not been at yet, and tell him whatever else waits for him."""
    if consumer.is_signed_in:
        for message in await offload(_calls_for, consumer.user):
            consumer.put(message)


def _calls_for(user: Any) -> list[dict[str, Any]]:
    return [message for read in _call_readers for message in read(user)]


async def _do(consumer: BaseConsumer, message_id: str, service: Any, *, event_id: str) -> None:
    if not consumer.is_signed_in:
        raise LoginRequired("auth.required")
    await offload(service, event_id=event_id, user=consumer.user)
    consumer.put({"type": "ack", "re": message_id, "seq": consumer.stream_seq()})


HANDLERS: Mapping[type, Handler] = {Join: join, Leave: leave}
