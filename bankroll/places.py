"""Where chips are in play, told by whoever keeps the place: tables and events, by registration.

The ledger knows a place by a name such as `table:4k2m` alone. Keepers register in their
`AppConfig.ready()` and are asked for titles and addresses when a page needs them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Place:
    """A table or an event as a page shows it. `path` is "" where it has no page."""

    title: str
    path: str


class PlaceKeeper(Protocol):
    """Tells of the places of one kind."""

    def __call__(self, ids: Collection[str], /) -> Mapping[str, Place]:
        """By id, those of the places that exist. One query or two, however many are asked for."""


_keepers: dict[str, PlaceKeeper] = {}


def register_places(kind: str, keeper: PlaceKeeper) -> None:
    """Have `keeper` asked about places called `<kind>:<id>`."""
    _keepers[kind] = keeper


def places_named(names: Iterable[str]) -> dict[str, Place]:
    """By name, the places of which somebody can tell."""
    ids: dict[str, set[str]] = defaultdict(set)
    for name in names:
        kind, _colon, place_id = name.partition(":")
        ids[kind].add(place_id)
    return {
        f"{kind}:{place_id}": place
        for kind, wanted in ids.items()
        if kind in _keepers
        for place_id, place in _keepers[kind](wanted).items()
    }
