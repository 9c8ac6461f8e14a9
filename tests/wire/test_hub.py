"""Streams: who hears what, also from another process, and what a break does."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from wire import coalescer
from wire.hub import CHANGED, FRAME, SHUT_OUT, SIGN_OUT, Parcel, hub
from wire.relay import Relay

pytestmark = pytest.mark.usefixtures("valkey")


class Listener:
    """A follower that remembers what it was given."""

    def __init__(self) -> None:
        self.got: list[Parcel] = []
        self.broken: list[str] = []
        self.staying = ""
        self.is_shut_out = False
        self.news = asyncio.Event()

    def receive_parcel(self, parcel: Parcel) -> None:
        self.got.append(parcel)
        self.news.set()

    def stream_broken(self, stream: str) -> None:
        self.broken.append(stream)
        self.news.set()

    def sign_out(self, staying: str) -> None:
        self.staying = staying
        self.news.set()

    def shut_out(self) -> None:
        self.is_shut_out = True
        self.news.set()

    async def heard(self) -> Parcel:
        await asyncio.wait_for(self.news.wait(), 30)
        return self.got[-1]


def from_elsewhere(valkey, parcel: Parcel) -> None:
    """Publish as another process would."""
    foreign = msgspec.structs.replace(parcel, origin="elsewhere")
    valkey.publish(Relay.channel(parcel.stream), msgspec.json.encode(foreign))


async def test_a_follower_hears_its_stream_and_no_other() -> None:
    alice, bob = Listener(), Listener()
    await hub().follow("match:a", alice)
    await hub().follow("match:b", bob)
    hub().publish(Parcel("match:a", FRAME, "hello"))
    assert [parcel.body for parcel in alice.got] == ["hello"]
    assert bob.got == []


async def test_another_process_is_heard_from_the_moment_follow_returns(valkey) -> None:
    alice = Listener()
    await hub().follow("match:a", alice)
    from_elsewhere(valkey, Parcel("match:a", FRAME, "from afar", 3, 4))
    parcel = await alice.heard()
    assert (parcel.body, parcel.first, parcel.last) == ("from afar", 3, 4)


async def test_who_is_signed_out_or_shut_out_hears_of_it_from_another_process(valkey) -> None:
    alice, eve = Listener(), Listener()
    await hub().follow("user:1", alice)
    await hub().follow("user:2", eve)
    from_elsewhere(valkey, Parcel("user:1", SIGN_OUT, "a b"))
    from_elsewhere(valkey, Parcel("user:2", SHUT_OUT, ""))
    for listener in (alice, eve):
        await asyncio.wait_for(listener.news.wait(), 30)
    assert (alice.staying, alice.is_shut_out) == ("a b", False)
    assert (eve.staying, eve.is_shut_out) == ("", True)
    assert alice.got == eve.got == []


async def test_our_own_message_is_not_heard_twice(valkey) -> None:
    alice = Listener()
    await hub().follow("match:a", alice)
    hub().publish(Parcel("match:a", FRAME, "once"))
    from_elsewhere(valkey, Parcel("match:a", FRAME, "last"))
    while (await alice.heard()).body != "last":
        alice.news.clear()
    assert [parcel.body for parcel in alice.got] == ["once", "last"]


async def test_a_follower_that_fails_keeps_nothing_from_the_others(valkey) -> None:
    class Failing(Listener):
        def receive_parcel(self, parcel: Parcel) -> None:
            raise ValueError("not fit to listen")

    alice = Listener()
    for follower in (Failing(), alice, Failing()):
        await hub().follow("match:a", follower)
    hub().publish(Parcel("match:a", FRAME, "from here"))
    from_elsewhere(valkey, Parcel("match:a", FRAME, "from afar"))
    while len(alice.got) < 2:
        alice.news.clear()
        await alice.heard()
    assert [parcel.body for parcel in alice.got] == ["from here", "from afar"]


async def test_a_parcel_nobody_can_read_is_dropped_and_the_next_one_heard(valkey) -> None:
    alice = Listener()
    await hub().follow("match:a", alice)
    for garbage in (b"", b"\xff\x00", b"{}", b'["match:a"]', b'[1,2,3,"x"]', b"[" * 500):
        valkey.publish(Relay.channel("match:a"), garbage)
    from_elsewhere(valkey, Parcel("match:a", FRAME, "sense"))
    assert (await alice.heard()).body == "sense"
    assert len(alice.got) == 1


async def test_whoever_stops_following_hears_nothing_more() -> None:
    alice = Listener()
    await hub().follow("match:a", alice)
    hub().unfollow("match:a", alice)
    hub().publish(Parcel("match:a", FRAME, "too late"))
    assert alice.got == []


async def test_a_broken_connection_is_made_again_and_followers_are_told(valkey) -> None:
    alice = Listener()
    await hub().follow("match:a", alice)
    valkey.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    await asyncio.wait_for(alice.news.wait(), 30)
    assert alice.broken == ["match:a"]
    alice.news.clear()
    from_elsewhere(valkey, Parcel("match:a", FRAME, "again"))
    assert (await alice.heard()).body == "again"


async def test_a_burst_of_changes_becomes_few_numbered_messages() -> None:
    reads = []

    async def read(stream, rows):
        reads.append(list(rows))
        return {row: {"name": row} for row in rows if row != "gone"}

    coalescer.register_rows("hall", read)
    alice = Listener()
    await hub().follow("hall", alice)
    epoch, seq = hub().coalescer.mark("hall")
    for _ in range(50):
        hub().publish(Parcel("hall", CHANGED, "table"))
        hub().publish(Parcel("hall", CHANGED, "gone"))
    message = msgspec.json.decode((await alice.heard()).body)
    assert reads == [["table", "gone"]]
    assert message == {
        "type": "hall.changed",
        "seq": seq + 1,
        "epoch": epoch,
        "changes": [{"row": "table", "value": {"name": "table"}}, {"row": "gone", "value": None}],
    }


async def test_a_busy_stream_is_told_of_after_a_pause_and_a_quiet_one_at_once(monkeypatch) -> None:
    async def read(stream: str, rows: Sequence[str]) -> dict[str, Any]:
        return dict.fromkeys(rows, True)

    monkeypatch.setattr(coalescer, "GATHER_S", 0)
    monkeypatch.setattr(coalescer, "APART_S", 0.1)
    coalescer.register_rows("hall", read)
    listener = Listener()
    await hub().follow("hall", listener)
    moments = []
    for row in ("one", "two", "three"):
        hub().publish(Parcel("hall", CHANGED, row))
        listener.news.clear()
        await listener.heard()
        moments.append(asyncio.get_running_loop().time())
    first, second, third = moments
    assert second - first >= 0.09
    assert third - second >= 0.09


async def test_rows_that_cannot_be_read_begin_a_new_epoch() -> None:
    async def fail(stream, rows):
        raise OSError("the database is away")

    coalescer.register_rows("hall", fail)
    alice = Listener()
    await hub().follow("hall", alice)
    epoch, _ = hub().coalescer.mark("hall")
    hub().publish(Parcel("hall", CHANGED, "table"))
    message = msgspec.json.decode((await alice.heard()).body)
    assert message["epoch"] != epoch
