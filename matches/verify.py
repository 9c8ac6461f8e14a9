"""Checking the dice of a finished match from its published document alone.

Pure: a document in, a report out; no Django, no database, no clock. The document is what
`/match/<id>/match.json` serves. `static/js/replay/proof.js` does the same in the browser.

Source: docs/fairness.md.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backgammon import (
    Action,
    Beaver,
    Double,
    Drop,
    GivenDice,
    MakePlay,
    MatchState,
    Phase,
    Raccoon,
    Roll,
    RulesError,
    Take,
    decide,
    evolve,
    initial_state,
    legal_actions,
)
from backgammon.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    GameStarted,
    OpeningRolled,
    Played,
    Raccooned,
    Rolled,
    Taken,
)
from backgammon.notation.codec import event_from_dict, rules_from_dict
from matches.dice import DiceSeed, dice_of

FORMAT = 1
"""The number of the document's form; raised when old documents would be misread."""


class Unreadable(ValueError):
    """This is no document of a match; the text says where."""


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """One throw: event `number` is roll `roll` of game `game`, all counted from 1.

    `shown` is what was played, `given` what follows from the secret.
    """

    number: int
    game: int
    roll: int
    shown: tuple[int, int]
    given: tuple[int, int]

    @property
    def is_true(self) -> bool:
        """The dice are those of the secret."""
        return self.shown == self.given


@dataclass(frozen=True, slots=True)
class Report:
    """What checking a match has found. `course_fault` is "" where every event was possible."""

    match_id: str
    is_committed: bool
    rolls: tuple[CheckedRoll, ...]
    course_fault: str

    @property
    def first_false(self) -> CheckedRoll | None:
        """The first roll that does not follow from the secret."""
        return next((roll for roll in self.rolls if not roll.is_true), None)

    @property
    def is_true(self) -> bool:
        """Everything belongs together."""
        return self.is_committed and self.first_false is None and not self.course_fault

    def sentences(self) -> Iterator[str]:
        """What is the matter, the gravest first; one sentence where all is well."""
        if not self.is_committed:
            yield "The secret is not the one that was promised: its SHA-256 is another."
        if (roll := self.first_false) is not None:
            yield (
                f"Roll {roll.roll} of game {roll.game} (event {roll.number}) shows"
                f" {_dashed(roll.shown)}, but the secret gives {_dashed(roll.given)}."
            )
        if self.course_fault:
            yield self.course_fault
        if self.is_true:
            yield (
                f"The secret is the promised one, and all {len(self.rolls)} rolls follow from it."
            )


def _dashed(dice: tuple[int, int]) -> str:
    return f"{dice[0]}-{dice[1]}"


def verify(document: Mapping[str, Any]) -> Report:
    """Whether secret, promise, contributions and rolls of a document belong together.

    Raises Unreadable for what is no document of a match.
    """
    seed, commitment, events = _read(document)
    return Report(
        match_id=seed.match_id,
        is_committed=hashlib.sha256(seed.secret).hexdigest() == commitment,
        rolls=tuple(_checked_rolls(seed, events)),
        course_fault=_course_fault(document, events),
    )


def _read(document: Mapping[str, Any]) -> tuple[DiceSeed, str, tuple[Event, ...]]:
    try:
        if document["format"] != FORMAT:
            raise Unreadable(f"format {document['format']!r} is not {FORMAT}")
        dice = document["dice"]
        seed = DiceSeed(
            match_id=_text(document["id"]),
            secret=bytes.fromhex(dice["secret"]),
            white=_text(dice["white"]),
            black=_text(dice["black"]),
        )
        events = tuple(event_from_dict(event) for event in document["events"])
        return seed, _text(dice["commitment"]), events
    except Unreadable:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RulesError) as trouble:
        raise Unreadable(f"{type(trouble).__name__}: {trouble}") from trouble


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _checked_rolls(seed: DiceSeed, events: tuple[Event, ...]) -> Iterator[CheckedRoll]:
    game = roll = 0
    for number, event in enumerate(events, start=1):
        if isinstance(event, GameStarted):
            game, roll = event.number, 0
        elif isinstance(event, OpeningRolled | Rolled):
            roll += 1
            yield CheckedRoll(
                number=number,
                game=game,
                roll=roll,
                shown=_shown(event),
                given=dice_of(seed, game=game, roll=roll),
            )


def _shown(event: OpeningRolled | Rolled) -> tuple[int, int]:
    """The two dice in the order in which they were thrown, White's first in an opening."""
    if isinstance(event, OpeningRolled):
        return event.white, event.black
    return event.dice.first, event.dice.second


# --- the course -----------------------------------------------------------------------
# Rolls are numbered by counting them, so a roll that was taken out or put in must not pass
# for the next one: nobody rolls or doubles out of turn, and every roll is played.

_DECISIONS: Mapping[type[Event], type[Action]] = {
    Rolled: Roll,
    Doubled: Double,
    Beavered: Beaver,
    Raccooned: Raccoon,
    Taken: Take,
    Dropped: Drop,
}


def _course_fault(document: Mapping[str, Any], events: tuple[Event, ...]) -> str:
    number = 0
    try:
        state = initial_state(rules_from_dict(document["rules"]))
        for number, event in enumerate(events, start=1):
            if not _may_happen(state, event):
                return f"Event {number} cannot have happened there."
            state = evolve(state, event)
    except (KeyError, TypeError, ValueError, AttributeError, RulesError) as trouble:
        return f"Event {number} cannot have happened there: {trouble}"
    return "" if state.outcome is not None else "The match does not end."


def _may_happen(state: MatchState, event: Event) -> bool:
    """Whether the rules allow a roll, a play, a cube or the beginning of a game here."""
    match event:
        case GameStarted(number):
            return state.phase is Phase.BETWEEN_GAMES and number == state.game_number + 1
        case OpeningRolled():
            return state.phase is Phase.OPENING
        case Rolled() | Doubled() | Beavered() | Raccooned() | Taken() | Dropped():
            return _DECISIONS[type(event)] in legal_actions(state, event.side)
        case Played(side, play):
            decide(state, side, MakePlay(play), dice=GivenDice(()), now_ms=event.at_ms)
            return True
        case _:
            return True
