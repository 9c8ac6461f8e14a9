"""What staff may rule in an event, as values. Orders are wishes; a `Ruling` row is the fact.

Entries are called by their numbers and pairings by round and slot, as the pages show them.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Declare:
    """This entrant has won this pairing, whether its match was played, is running, or never was.

    winner: an entry's number; 0: nobody, both are out.
    """

    round: int
    slot: int
    winner: int


@dataclass(frozen=True, slots=True)
class Uphold:
    """What happened stands; the answer to an appeal that changes nothing."""

    round: int
    slot: int


@dataclass(frozen=True, slots=True)
class Reverse:
    """This entrant has won this pairing, not the one its result names.

    winner: an entry's number; 0: nobody, both are out. voids_next: matches that follow from the
    old result and are being played are ended for it.
    """

    round: int
    slot: int
    winner: int
    voids_next: bool = False


@dataclass(frozen=True, slots=True)
class Disqualify:
    """This entrant plays no more."""

    entry: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Somebody else takes the seat of an entrant who has not played yet. by: a user's name."""

    entry: int
    by: str


@dataclass(frozen=True, slots=True)
class Delay:
    """An event that has not begun starts so many minutes later."""

    minutes: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """What is due next in a pairing, the start, a no-show step or a flag, comes minutes later."""

    round: int
    slot: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing new begins; matches that run are played on."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The event goes on where it was paused."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A drawn event ends here and is paid out."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """An event that is not drawn does not take place."""


Order: TypeAlias = (
    Declare
    | Uphold
    | Reverse
    | Disqualify
    | Replace
    | Delay
    | GiveTime
    | Pause
    | Resume
    | Stop
    | Cancel
)
