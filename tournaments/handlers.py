"""What the sockets of the lobby and of events share: seats by message, and what was missed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from matches.selectors import summonses_waiting_for
from tournaments.protocol import CheckIn, Enter, Join, Leave, Withdraw
from tournaments.services import (
    entry_check_in,
    entry_register,
    entry_withdraw,
    sit_and_go_join,
    sit_and_go_leave,
)
from wire.consumer import BaseConsumer, Handler
from wire.errors import LoginRequired
from wire.offload import offload

#: Every wish that is about one event.
Ask = Join | Leave | Enter | Withdraw | CheckIn


async def join(consumer: BaseConsumer, message: Join) -> None:
    """A seat, or every reason against it."""
    await _do(consumer, message, sit_and_go_join, invitation=message.invitation)


async def leave(consumer: BaseConsumer, message: Leave) -> None:
    """The seat given back, with its chips."""
    await _do(consumer, message, sit_and_go_leave)


async def enter(consumer: BaseConsumer, message: Enter) -> None:
    """An entry, a place among those who stand by, or every reason against it."""
    await _do(
        consumer, message, entry_register, invitation=message.invitation, ticket_id=message.ticket
    )


async def withdraw(consumer: BaseConsumer, message: Withdraw) -> None:
    """The entry given back, in the form in which it was paid."""
    await _do(consumer, message, entry_withdraw)


async def check_in(consumer: BaseConsumer, message: CheckIn) -> None:
    """The word that one will be there."""
    await _do(consumer, message, entry_check_in)


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


async def _do(consumer: BaseConsumer, message: Ask, service: Any, **further: str) -> None:
    if not consumer.is_signed_in:
        raise LoginRequired("auth.required")
    await offload(service, event_id=message.event, user=consumer.user, **further)
    consumer.put({"type": "ack", "re": message.id, "seq": consumer.stream_seq()})


HANDLERS: Mapping[type, Handler] = {
    Join: join,
    Leave: leave,
    Enter: enter,
    Withdraw: withdraw,
    CheckIn: check_in,
}
