"""The players of a bench, at a table whose house is played by the test."""

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest

from config.bench import BenchFailed
from config.bench.load import FullLoad, PacedLoad, alarm
from config.bench.table import Snapshot, Table


class House:
    """Both sockets of one table: hears what the players say and answers for the house."""

    def __init__(self) -> None:
        self.troubles: list[Exception] = []
        self.done: list[float] = []
        self.said: list[tuple[str, dict[str, Any]]] = []
        self.table = Table(random.Random(1), self.troubles.append)
        self.table.on_done = lambda table, latency_s: self.done.append(latency_s)
        for side in ("white", "black"):
            self.table.join(side, _Socket(self, side))

    def deal(self, seq: int, running: str | None, legal: Any = ()) -> None:
        """The match stands so when both have sat down."""
        snapshot = {"seq": seq, **_turn(running, legal)}
        self.table.begin(msgspec.json.decode(json.dumps(snapshot), type=Snapshot))

    def tell(self, side: str, **message: Any) -> None:
        """A message from the house."""
        self.table.hear(side, json.dumps(message, separators=(",", ":")).encode())

    def ack(self, side: str) -> None:
        self.tell(side, type="ack", re="1", seq=1)

    def news(self, first: int, *kinds: str, running: str | None, legal: Any = ()) -> None:
        """Events, to both players as the hub sends them."""
        events = [{"type": kind} for kind in kinds]
        for side in ("white", "black"):
            self.tell(
                side, type="match.events", first=first, events=events, **_turn(running, legal)
            )


class _Socket:
    def __init__(self, house: House, side: str) -> None:
        self._house, self._side = house, side

    def send(self, text: bytes) -> None:
        self._house.said.append((self._side, json.loads(text)))

    async def close(self) -> int:
        return 1000


def _turn(running: str | None, legal: Any) -> dict[str, Any]:
    return {"clock": {"running": running}, "legal": list(legal)}


@pytest.fixture
def house() -> House:
    return House()


def test_the_side_whose_clock_runs_rolls(house: House) -> None:
    house.deal(4, "black")
    assert house.table.act()
    assert house.said == [("black", {"type": "match.roll", "id": "4", "seen": 4})]


def test_where_plays_are_listed_one_of_them_is_made(house: House) -> None:
    plays = [[[13, 5], [8, 2]], [[24, 5]]]
    house.deal(5, "white", plays)
    house.table.act()
    side, message = house.said[0]
    assert (side, message["type"], message["seen"]) == ("white", "match.play", 5)
    assert message["moves"] in plays


def test_between_games_both_say_that_they_are_ready(house: House) -> None:
    house.deal(9, None)
    house.table.act()
    house.ack("white")
    house.news(10, "side_ready", running=None)
    house.table.act()
    assert [(side, message["type"]) for side, message in house.said] == [
        ("white", "match.start"),
        ("black", "match.start"),
    ]


def test_an_action_is_done_when_it_was_acknowledged_and_received(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.ack("white")
    assert house.done == []
    house.news(5, "rolled", running="white", legal=[[[13, 5]]])
    assert len(house.done) == 1
    assert not house.table.is_waiting


def test_the_order_of_the_two_does_not_matter(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.news(5, "rolled", "played", running="black")
    assert house.done == []
    house.ack("white")
    assert len(house.done) == 1
    house.table.act()
    assert house.said[-1] == ("black", {"type": "match.roll", "id": "6", "seen": 6})


def test_old_news_is_not_an_answer(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.ack("white")
    house.news(3, "opening_rolled", running="black")
    assert house.done == []
    assert house.troubles == []


def test_missing_news_is_trouble(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.news(6, "rolled", running="white")
    assert "event 5 was expected, 6 came" in str(house.troubles[0])


def test_a_refusal_is_trouble(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.tell("white", type="error", code="rules.not_your_turn")
    assert "rules.not_your_turn" in str(house.troubles[0])


def test_the_end_of_a_match_is_noticed(house: House) -> None:
    house.deal(4, "white")
    house.table.act()
    house.news(5, "played", "game_won", "match_won", running=None)
    assert house.table.is_over


def test_nobody_says_more_than_the_house_allows(house: House) -> None:
    house.deal(4, "white")
    spoken = 0
    while house.table.act():
        spoken += 1
    assert spoken < 40


# --- loads ----------------------------------------------------------------------


class ObedientTable:
    """A table at which every action is done a moment later."""

    def __init__(self) -> None:
        self.is_over = self.is_waiting = False
        self.acted = 0
        self.on_done: Any = None

    def act(self) -> bool:
        self.acted += 1
        self.is_waiting = True
        asyncio.get_running_loop().call_later(0.001, self._finish)
        return True

    def _finish(self) -> None:
        self.is_waiting = False
        self.on_done(self, 0.001)


async def test_full_load_keeps_every_table_busy_until_it_is_stopped() -> None:
    tables: list[Any] = [ObedientTable(), ObedientTable()]
    load = FullLoad(tables)
    load.start()
    await asyncio.sleep(0.05)
    await load.stop()
    assert all(table.acted > 1 and not table.is_waiting for table in tables)
    assert load.count == sum(table.acted for table in tables)


async def test_a_fixed_load_asks_for_no_more_than_it_says() -> None:
    tables: list[Any] = [ObedientTable() for _ in range(20)]
    load = PacedLoad(tables)
    await load.run(rate=200, seconds=0.2)
    assert load.count == len(load.latencies_s) <= 40
    assert max(table.acted for table in tables) <= 3


async def test_trouble_in_a_callback_ends_the_measurement() -> None:
    async def measure() -> None:
        async with alarm(5) as on_trouble:
            fire = BenchFailed("the house is on fire")
            asyncio.get_running_loop().call_soon(on_trouble, fire)
            await asyncio.sleep(5)

    with pytest.raises(BenchFailed, match="the house is on fire"):
        await measure()


async def test_patience_is_bounded() -> None:
    with pytest.raises(BenchFailed, match="did not answer"):
        async with alarm(0.01):
            await asyncio.sleep(5)


async def test_trouble_after_the_end_is_nobodys_business() -> None:
    async with alarm(5) as on_trouble:
        pass
    on_trouble(BenchFailed("too late"))
    await asyncio.sleep(0)
