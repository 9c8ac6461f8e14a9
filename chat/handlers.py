"""How any socket takes part in talk."""

from chat.protocol import Say
from chat.services import message_say
from wire.consumer import BaseConsumer
from wire.errors import Forbidden
from wire.offload import offload


async def say_in(consumer: BaseConsumer, message: Say, *, room: str) -> None:
    """Say a line in the one room this socket belongs to, and acknowledge it."""
    if message.room != room:
        raise Forbidden("auth.forbidden", "You cannot speak in this room.")
    said = await offload(
        message_say,
        room=room,
        user=consumer.user,
        text=message.text,
        request_id=message.id,
    )
    consumer.put({"type": "ack", "re": message.id, "seq": said.pk})
