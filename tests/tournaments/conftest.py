"""The clock of the house, stopped and moved by hand, and what was said after each commit."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec
import pytest

import wire.publish
import wire.time
from tests.support.clock import StoppedClock
from wire.hub import CHANGED, Parcel


class Heard:
    """What followers of the streams and workers were told, in order."""

    def __init__(self) -> None:
        self.parcels: list[Parcel] = []
        self.tasks: list[str] = []

    def types(self) -> list[str]:
        """The types of the messages; a changed row counts as `<stream kind>.changed`."""
        return [
            f"{parcel.stream.partition(':')[0]}.changed"
            if parcel.kind == CHANGED
            else msgspec.json.decode(parcel.body)["type"]
            for parcel in self.parcels
        ]

    def messages(self) -> list[dict[str, Any]]:
        """The messages themselves, in order, without changed rows."""
        frames = (parcel for parcel in self.parcels if parcel.kind != CHANGED)
        return [msgspec.json.decode(parcel.body) for parcel in frames]

    def rows(self, stream: str) -> list[str]:
        """The rows of a stream that changed, each as often as it was said."""
        changed = (parcel for parcel in self.parcels if parcel.kind == CHANGED)
        return [str(parcel.body) for parcel in changed if parcel.stream == stream]

    def streams(self, message_type: str) -> list[str]:
        """The streams that got messages of a type."""
        return [
            parcel.stream
            for parcel, each in zip(self.parcels, self.types(), strict=True)
            if each == message_type
        ]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


@pytest.fixture
def commits(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> Callable[[], AbstractContextManager[Heard]]:
    """`with commits() as heard:` runs what follows the commit and keeps what was said."""

    @contextmanager
    def listening() -> Iterator[Heard]:
        heard = Heard()
        with monkeypatch.context() as patch:
            patch.setattr(wire.publish, "send_parcels", heard.parcels.extend)
            patch.setattr(
                wire.publish, "_enqueue", lambda task, _arguments: heard.tasks.append(task)
            )
            with django_capture_on_commit_callbacks(execute=True):
                yield heard

    return listening
