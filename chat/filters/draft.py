"""What the stages of the pipeline work on: a draft, what is known around it, and a no.

Pure. A stage never guesses at a person: it judges one line, and says so by a code.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from wire.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Said:
    """A line its sender wrote before: `at_ms` is None where nobody knows when.

    was_said: not refused. What was refused counts as haste, but nobody has read it: to write it
    again, mended, is no copy, and it is no first half of anything.
    """

    text: str
    at_ms: int | None = None
    was_said: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """A line somebody wants to say. `original` is what came in, `text` what would be shown."""

    original: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known where a line is to be said.

    now_ms: when. history: what the sender wrote lately, here and elsewhere, the oldest first,
    whether it was said or refused. names: people a line may name, as they write themselves.
    sanction: why the sender may not speak at all. slow_s: seconds between two lines of one
    person in this room, spoke_ms: when the sender last said something in it, None for never.
    is_calm: only quick phrases are said here now.
    """

    now_ms: int = 0
    history: Sequence[Said] = ()
    names: frozenset[str] = field(default_factory=frozenset)
    sanction: Refusal | None = None
    slow_s: int = 0
    spoke_ms: int | None = None
    is_calm: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """A line that stays unsaid: the reason for its sender, and what was found, for staff alone."""

    refusal: Refusal
    evidence: str = ""


class Stage(Protocol):
    """One look at a draft."""

    def __call__(self, draft: Draft, context: Context) -> Draft | Stopped: ...
