"""What the house tells people, as data: a kind, and its English sentence with places for facts.

Each floor lists its own kinds and registers them in `AppConfig.ready()`; here nothing is known of
matches or events. A sentence is made when it is shown, in the language of whoever reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from wire.moments import in_zone, near_text
from wire.texts import sentence
from wire.time import at as moment_of

#: The fact that says whom a notice is about, so that it names him as he is called now.
PLAYER: Final = "player"


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A notice about to be given, by the key of its person.

    key: names the occasion; it is told once. facts: plain data for the places of the sentence;
    `PLAYER`, the key of a player, fills the place `{name}` by the name he has when it is read;
    `at_ms`, a moment in milliseconds, fills the place `{at}` by the reader's clock, and by that of
    an event in the zone `zone` beside it.
    """

    user_pk: int
    kind: str
    key: str
    url: str
    facts: Mapping[str, Any] = field(default_factory=dict)


_sentences: dict[str, str] = {}


def register_notices(sentences: Mapping[str, str]) -> None:
    """Have notices of these kinds read so: the English sentence of each kind, marked for the
    catalogue where it is written."""
    _sentences.update(sentences)


def notice_sentences() -> Mapping[str, str]:
    """The English sentence of each kind."""
    return dict(_sentences)


def notice_text(kind: str, facts: Mapping[str, Any]) -> str:
    """A notice as its reader reads it."""
    told = dict(facts)
    if "at_ms" in told:
        told["at"] = near_text(in_zone(moment_of(told["at_ms"]), told.get("zone", "")))
    return sentence(_sentences.get(kind, ""), told)
