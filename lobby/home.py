"""What a stranger is told of the house at its door: only what is so at this moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

#: So many coming events are named.
MOST_COMING = 3


@dataclass(frozen=True, slots=True)
class Facts:
    """Counts and rows of the lobby as it stands. `coming` begin next, the soonest first."""

    online: int
    played: int
    free_seats: int
    coming: tuple[Row, ...]


def facts_of(rows: Sequence[Row], online: int) -> Facts:
    """Of the lobby's rows: matches that can be watched, chairs that are free, what begins next."""
    scheduled = [row for row in rows if "starts_ms" in row and row["state"] != "playing"]
    return Facts(
        online=online,
        played=sum(row["state"] == "playing" and bool(row.get("watch_url")) for row in rows),
        free_seats=sum(len(row.get("free_chairs", ())) for row in rows if row["state"] == "open"),
        coming=tuple(sorted(scheduled, key=lambda row: int(row["starts_ms"]))[:MOST_COMING]),
    )
