"""Until when each state of an event may last, and what happens then: stuck is impossible.

Each wait either has a moment after which the house moves on by itself, or it is in the queue of
the director's desk from the first second, or both. docs/tournaments.md prints this table; the
tests put an event into every row and let the time pass.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

#: What is due is done within a second; after so long something is broken, and staff are told.
OVERDUE_AFTER: Final = timedelta(seconds=60)
#: For so long after a match was made nobody is called absent: people click.
ABSENT_AFTER: Final = timedelta(seconds=30)
#: For so long a player may be gone from a match before staff are told.
GONE_AFTER: Final = timedelta(seconds=60)
#: For so long an untimed match may stand still before staff are told.
STILL_AFTER: Final = timedelta(minutes=10)
#: From so long before its start an event with too few entrants is called at risk.
RISK_BEFORE: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Deadline:
    """One wait: what waits, until when, what the house then does, when it is in the queue."""

    waits: str
    until: str
    then: str
    queued: str


DEADLINES: Final = (
    Deadline("an announced event", "entries open", "it takes entries", "a minute late"),
    Deadline(
        "a scheduled event that takes entries",
        "its start, and 5 minutes more where entrants are missing",
        "it is drawn, or cancelled with every entry back",
        "from 15 minutes before the start while too few have entered; a minute late",
    ),
    Deadline(
        "a Sit&Go that takes entries",
        "its last seat is taken",
        "it is drawn; meanwhile everybody may leave, and the absent lose their seats after 30 s",
        "never: it binds nobody",
    ),
    Deadline("an event whose seats are drawn", "at once", "its first pairings", "a minute late"),
    Deadline(
        "a pairing whose two players are known",
        "the pause or break before its round is over",
        "its match is made and both are called",
        "a minute late",
    ),
    Deadline(
        "a match to which somebody has not come",
        "each step of the no-show ladder",
        "a point to who came; in the end the match is lost, or both are out",
        "after 30 seconds",
    ),
    Deadline(
        "a running game with a clock", "the flag", "the match is lost", "a minute after the flag"
    ),
    Deadline(
        "a player who is gone from his match",
        "his flag, which goes on running",
        "the match is lost",
        "a minute after he was last here",
    ),
    Deadline("a match between two games", "15 seconds", "the next game", "a minute late"),
    Deadline(
        "a running game without a clock",
        "48 hours after the last move",
        "it is played again from the start",
        "after 10 minutes without a move",
    ),
    Deadline(
        "a match that ended without a result",
        "at once",
        "it is played again",
        "from the first time on, until there is a result",
    ),
    Deadline("a result", "at once", "the pairings that follow from it", "a minute late"),
    Deadline("an event whose last result is in", "at once", "places and prizes", "a minute late"),
    Deadline("a cancelled event with entries", "at once", "they go back", "a minute late"),
    Deadline("a stopped event with matches", "at once", "they are ended", "a minute late"),
    Deadline("an event that staff hold", "staff let it go on", "–", "from the first second"),
    Deadline("an appeal", "staff rule", "–", "from the first second"),
)
