"""What waits for one socket."""

import asyncio

from wire.outbox import LIMIT, Outbox


class Socket:
    """Takes what is sent, but only while its door is open."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.door = asyncio.Event()

    async def send(self, text: str) -> None:
        await self.door.wait()
        self.got.append(text)


async def test_messages_arrive_in_order() -> None:
    socket = Socket()
    socket.door.set()
    outbox = Outbox(socket.send)
    for number in range(5):
        assert outbox.put(str(number))
    outbox.close()
    await outbox.run()
    assert socket.got == ["0", "1", "2", "3", "4"]


async def test_a_reader_that_stands_still_is_found_out_and_holds_nobody_up() -> None:
    socket = Socket()
    outbox = Outbox(socket.send)
    writing = asyncio.ensure_future(outbox.run())
    accepted = 0
    while outbox.put("x"):
        accepted += 1
    assert accepted == LIMIT
    socket.door.set()
    outbox.close()
    await writing
    assert len(socket.got) == LIMIT
