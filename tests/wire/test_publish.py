"""The doors to sockets and workers: nothing leaves before it is true, and no door can break it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.db import transaction

from wire.hub import CHANGED, FRAME, Parcel
from wire.publish import changed_on_commit, enqueue_on_commit, publish_on_commit, user_stream
from wire.relay import Relay

pytestmark = pytest.mark.django_db(transaction=True)


class Ear:
    """Another process that listens to everything."""

    def __init__(self, valkey: redis.Redis) -> None:
        self._pubsub = valkey.pubsub(ignore_subscribe_messages=True)
        self._pubsub.psubscribe(Relay.channel("*"))
        self._pubsub.get_message(timeout=1)

    def heard(self) -> list[Parcel]:
        """What has come since the last look."""
        said = iter(lambda: self._pubsub.get_message(timeout=0.1), None)
        return [Parcel(*json.loads(message["data"])) for message in said]

    def close(self) -> None:
        self._pubsub.close()


@pytest.fixture
def ear(valkey: redis.Redis) -> Iterator[Ear]:
    listening = Ear(valkey)
    yield listening
    listening.close()


def test_a_message_leaves_when_its_transaction_has_committed(ear: Ear) -> None:
    with transaction.atomic():
        publish_on_commit("match:a", {"type": "news"}, first=3, last=4)
        changed_on_commit("lobby", "table:1")
        assert ear.heard() == []
    news, changed = ear.heard()
    assert (news.stream, news.kind, news.body) == ("match:a", FRAME, '{"type":"news"}')
    assert (news.first, news.last) == (3, 4)
    assert (changed.stream, changed.kind, changed.body) == ("lobby", CHANGED, "table:1")


def test_d_ops_05_a_message_of_a_transaction_that_failed_never_leaves(ear: Ear) -> None:
    with transaction.atomic():
        publish_on_commit("match:a", {"type": "news"})
        transaction.set_rollback(True)
    with transaction.atomic():
        publish_on_commit(user_stream(7), {"type": "summons"})
    assert [parcel.stream for parcel in ear.heard()] == ["user:7"]


def test_a_message_that_cannot_leave_undoes_nothing(ear: Ear, settings: Any, caplog: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    with transaction.atomic():
        publish_on_commit("match:a", {"type": "news"})
    assert "nobody could be told" in caplog.text
    assert ear.heard() == []


def test_a_task_is_queued_by_name_and_a_lost_one_is_only_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    queued: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(
        "wire.publish.current_app.send_task",
        lambda name, *, kwargs, **_how: queued.append((name, kwargs)),
    )
    with transaction.atomic():
        enqueue_on_commit("matches.play_bot_turn", match_id="a")
        assert queued == []
    assert queued == [("matches.play_bot_turn", {"match_id": "a"})]

    def fail(*_what: object, **_how: object) -> None:
        raise OSError("no broker")

    monkeypatch.setattr("wire.publish.current_app.send_task", fail)
    with transaction.atomic():
        enqueue_on_commit("matches.play_bot_turn", match_id="b")
    assert "the sweep will do it" in caplog.text
