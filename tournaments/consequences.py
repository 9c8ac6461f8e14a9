"""What a ruling does, said in sentences: the difference between two pictures of an event.

Pure. The preview of a ruling and its record are made by the same comparison, so that what staff
confirm is what happens.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wire.plurals import counted


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True)
class EntryPicture:
    """An entry as it stands. `reason` is for people."""

    name: str
    state: str
    reason: str
    seat: int


@dataclass(frozen=True, slots=True)
class PairingPicture:
    """A pairing as it stands. winner: a name, "" for nobody; outcome: "" without a result."""

    names: tuple[str, ...]
    is_running: bool
    outcome: str
    winner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All of an event that a ruling may change.

    entries: by number. pairings: by (round, slot). tickets: how many of (holder, kind, state).
    """

    state: str
    state_text: str
    is_over: bool
    is_paused: bool
    starts_at: str
    entries: Mapping[int, EntryPicture]
    pairings: Mapping[tuple[int, int], PairingPicture]
    tickets: Counter[tuple[str, str, str]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """Chips that changed hands: by name what each player gets (or pays, negative)."""

    players: Mapping[str, int]
    house_chips: int = 0
    added_chips: int = 0


@dataclass(frozen=True, slots=True)
class Consequence:
    """One sentence: an English template and what fills it."""

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def consequences(before: Picture, after: Picture, money: Money) -> tuple[Consequence, ...]:
    """Everything that differs, the event first, chips and tickets last."""
    return (
        *_of_event(before, after),
        *_of_pairings(before, after),
        *_of_entries(before, after),
        *_of_money(money),
        *_of_tickets(before, after),
    )


def names_touched(before: Picture, after: Picture) -> frozenset[str]:
    """Players for whom something differs."""
    touched = {
        entry.name
        for number in before.entries.keys() | after.entries.keys()
        if before.entries.get(number) != after.entries.get(number)
        for entry in (before.entries.get(number), after.entries.get(number))
        if entry is not None
    }
    for ref in before.pairings.keys() | after.pairings.keys():
        was, now = before.pairings.get(ref), after.pairings.get(ref)
        if was != now:
            touched |= {name for each in (was, now) if each is not None for name in each.names}
    return frozenset(touched)


def digest(order: object, before: Picture, told: tuple[Consequence, ...]) -> str:
    """A short name for an order and all it does to the event as it stands.

    It changes when the event has moved on in a way that matters to the ruling, and does not
    when a match elsewhere has ended.
    """
    said = [[each.text, dict(each.facts)] for each in told]
    document = [repr(order), before.state, before.is_paused, said]
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:32]


def _of_event(before: Picture, after: Picture) -> Iterator[Consequence]:
    if after.state != before.state:
        yield Consequence(_("The event is now: {state}."), {"state": after.state_text})
    if after.is_paused != before.is_paused:
        yield Consequence(
            _("The event is held: nothing new begins in it, running matches are played on.")
            if after.is_paused
            else _("The event goes on.")
        )
    if after.starts_at != before.starts_at:
        facts = {"at": after.starts_at, "was": before.starts_at}
        yield Consequence(_("It starts at {at} instead of {was}."), facts)
    running = sum(pairing.is_running for pairing in after.pairings.values())
    if after.is_over and running:
        yield Consequence(_("Matches that end without a result: {count}."), {"count": running})


def _of_pairings(before: Picture, after: Picture) -> Iterator[Consequence]:
    for ref in sorted(before.pairings.keys() | after.pairings.keys()):
        was, now = before.pairings.get(ref), after.pairings.get(ref)
        if was == now:
            continue
        facts: dict[str, Any] = {"round": ref[0], "slot": ref[1]}
        if was is not None and was.is_running and not (now and now.is_running):
            yield Consequence(
                _("Round {round}, match {slot}: the running match of {names} is ended."),
                facts | {"names": _list(was.names)},
            )
        if now is None and was is not None:
            yield Consequence(
                _("Round {round}, match {slot}: the pairing of {names} is taken back."),
                facts | {"names": _list(was.names)},
            )
        elif now is not None:
            yield from _of_pairing(was, now, facts)


def _of_pairing(
    was: PairingPicture | None, now: PairingPicture, facts: dict[str, Any]
) -> Iterator[Consequence]:
    """A pairing that is there afterwards: who meets, and who has won."""
    if was is None and len(now.names) > 1:
        yield Consequence(
            _("Round {round}, match {slot}: {names} meet."), facts | {"names": _list(now.names)}
        )
    elif was is not None and set(was.names) != set(now.names):
        yield Consequence(
            _("Round {round}, match {slot}: {names} instead of {were}."),
            facts | {"names": _list(now.names), "were": _list(was.names)},
        )
    old = (was.outcome, was.winner) if was is not None else ("", "")
    if (now.outcome, now.winner) == old:
        return
    facts |= {"winner": now.winner, "was": old[1]}
    if not now.outcome:
        yield Consequence(_("Round {round}, match {slot}: there is no result any more."), facts)
    elif not now.winner:
        yield Consequence(_("Round {round}, match {slot}: nobody goes on."), facts)
    elif len(now.names) == 1:
        yield Consequence(
            _("Round {round}, match {slot}: {winner} goes on without a match."), facts
        )
    elif old[1]:
        yield Consequence(
            _("Round {round}, match {slot}: the winner is {winner} instead of {was}."), facts
        )
    else:
        yield Consequence(_("Round {round}, match {slot}: the winner is {winner}."), facts)


def _of_entries(before: Picture, after: Picture) -> Iterator[Consequence]:
    for number in sorted(before.entries.keys() | after.entries.keys()):
        was, now = before.entries.get(number), after.entries.get(number)
        if now is None or was == now:
            continue
        if was is None:
            yield Consequence(_("{name} takes seat {seat}."), {"name": now.name, "seat": now.seat})
        elif was.state != now.state and not after.is_over:
            yield from _of_state(was, now)


def _of_state(was: EntryPicture, entry: EntryPicture) -> Iterator[Consequence]:
    texts = {
        "active": _("{name} is in the event again.")
        if was.state == "out"
        else _("{name} is in the event."),
        "out": _("{name} plays no more in it."),
        "withdrawn": _("{name} is taken out of it."),
        "standby": _("{name} waits for a seat."),
    }
    yield Consequence(texts[entry.state], {"name": entry.name})


def _of_money(money: Money) -> Iterator[Consequence]:
    if money.added_chips:
        yield Consequence(
            counted(
                "The house adds {chips} chip it had guaranteed.",
                "The house adds {chips} chips it had guaranteed.",
                by="chips",
            ),
            {"chips": money.added_chips},
        )
    if money.house_chips < 0:
        yield Consequence(
            counted(
                "The house gives {chips} chip of fees back.",
                "The house gives {chips} chips of fees back.",
                by="chips",
            ),
            {"chips": -money.house_chips},
        )
    elif money.house_chips:
        yield Consequence(
            counted("The house takes {chips} chip.", "The house takes {chips} chips.", by="chips"),
            {"chips": money.house_chips},
        )
    for name, chips in sorted(money.players.items(), key=lambda each: (-each[1], each[0])):
        text = (
            counted("{name} gets {chips} chip.", "{name} gets {chips} chips.", by="chips")
            if chips > 0
            else counted("{name} pays {chips} chip.", "{name} pays {chips} chips.", by="chips")
        )
        yield Consequence(text, {"name": name, "chips": abs(chips)})


def _of_tickets(before: Picture, after: Picture) -> Iterator[Consequence]:
    for holder, kind, state in sorted(after.tickets - before.tickets):
        count = (after.tickets - before.tickets)[holder, kind, state]
        yield Consequence(
            _("{name}: {count} × ticket ({kind}): {state}."),
            {"name": holder, "count": count, "kind": kind, "state": state},
        )


def _list(names: tuple[str, ...]) -> str:
    return " – ".join(sorted(names)) or "–"
