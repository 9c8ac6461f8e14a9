"""Another process of the house, as far as this one can tell: it shares the database and Valkey."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import msgspec
import redis

from wire.hub import Parcel
from wire.relay import Relay


def from_elsewhere(valkey: redis.Redis, parcel: Parcel) -> None:
    """Publish as another process would."""
    foreign = msgspec.structs.replace(parcel, origin="elsewhere")
    valkey.publish(Relay.channel(parcel.stream), msgspec.json.encode(foreign))


@contextmanager
def elsewhere(valkey: redis.Redis) -> Iterator[None]:
    """Services called inside run in another process: this one hears of them through Valkey."""

    def send(parcels: Iterable[Parcel]) -> None:
        for parcel in parcels:
            from_elsewhere(valkey, parcel)

    with patch("wire.publish.send_parcels", send), patch("wire.signout.send_parcels", send):
        yield


@contextmanager
def withheld() -> Iterator[list[Parcel]]:
    """Services called inside publish nothing: their parcels are kept, to be sent late or lost."""
    parcels: list[Parcel] = []
    keep = parcels.extend
    with patch("wire.publish.send_parcels", keep), patch("wire.signout.send_parcels", keep):
        yield parcels
