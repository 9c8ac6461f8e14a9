"""Moments in the life of an account that the floors above want to hear of.

They register in `AppConfig.ready()`; accounts calls them and stays ignorant of who
they are. A hook runs inside the transaction of the moment, where it does not say otherwise,
and may be called again for the same user, so it does what is due and nothing the second time.
"""

from typing import TYPE_CHECKING, Any, Protocol

from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


class WelcomeHook(Protocol):
    """Gives a newcomer something, once."""

    def __call__(self, *, user: "User") -> None: ...


class ClosingCheck(Protocol):
    """Says why an account cannot be closed now, or None."""

    def __call__(self, user: "User") -> Refusal | None: ...


class ClosingHook(Protocol):
    """Takes back or erases what an account has that is about to close."""

    def __call__(self, *, user: "User") -> None: ...


class BarredHook(Protocol):
    """Ends what somebody who has just been barred has going on: matches, entries, offers.

    It is called after the bar is committed, outside any transaction: it opens one of its own
    for each thing it ends, and takes the person's lock (`people_lock`) before it looks what
    there is, so that whoever was just seating him has done so. It is called again until it has
    gone through once without an error.
    """

    def __call__(self, *, user: "User") -> None: ...


class ArrivalHook(Protocol):
    """Hears that the user has come in with this browser; `device` is the hash of its number."""

    def __call__(self, *, user: "User", device: str) -> None: ...


class WordsCheck(Protocol):
    """Says why this text must not stand where everybody reads it, or None."""

    def __call__(self, text: str) -> Refusal | None: ...


class WordsCleaner(Protocol):
    """Gives a text as it is shown: in one row, without what cannot be seen."""

    def __call__(self, text: str) -> str: ...


class Record(Protocol):
    """What is kept about a user on one floor, as plain data he can take with him."""

    def __call__(self, user: "User") -> Any: ...


_welcome_hooks: list[WelcomeHook] = []
_closing_checks: list[ClosingCheck] = []
_closing_hooks: list[ClosingHook] = []
_barred_hooks: list[BarredHook] = []
_arrival_hooks: list[ArrivalHook] = []
_words_checks: list[WordsCheck] = []
_words_cleaners: list[WordsCleaner] = []
_records: dict[str, Record] = {}


def on_welcome(hook: WelcomeHook) -> None:
    """Have `hook` called whenever somebody has arrived."""
    _welcome_hooks.append(hook)


def on_closing(hook: ClosingHook) -> None:
    """Have `hook` called when an account closes, after every check has let it."""
    _closing_hooks.append(hook)


def closes_unless(check: ClosingCheck) -> None:
    """Have `check` asked before an account may close."""
    _closing_checks.append(check)


def on_barred(hook: BarredHook) -> None:
    """Have `hook` called for whoever is barred from the house."""
    _barred_hooks.append(hook)


def on_arrival(hook: ArrivalHook) -> None:
    """Have `hook` called whenever somebody signs in, also where he is turned away as barred."""
    _arrival_hooks.append(hook)


def names_unless(check: WordsCheck) -> None:
    """Have `check` asked before somebody gets a name, or writes about himself."""
    _words_checks.append(check)


def shows_words_by(cleaner: WordsCleaner) -> None:
    """Have `cleaner` go over what somebody writes about himself, before it is judged and kept."""
    _words_cleaners.append(cleaner)


def keeps_record(name: str, record: Record) -> None:
    """Add what `record` tells to what a user can download, under this name."""
    _records[name] = record


def welcome_hooks() -> tuple[WelcomeHook, ...]:
    """The registered hooks, in the order of registration."""
    return tuple(_welcome_hooks)


def closing_checks() -> tuple[ClosingCheck, ...]:
    """The registered checks, in the order of registration."""
    return tuple(_closing_checks)


def closing_hooks() -> tuple[ClosingHook, ...]:
    """The registered hooks, in the order of registration."""
    return tuple(_closing_hooks)


def barred_hooks() -> tuple[BarredHook, ...]:
    """The registered hooks, the highest floor first: apps register from the ground up, and an
    event takes somebody out as a whole before its match is ended like any other."""
    return tuple(reversed(_barred_hooks))


def arrival_hooks() -> tuple[ArrivalHook, ...]:
    """The registered hooks, in the order of registration."""
    return tuple(_arrival_hooks)


def words_refusal(text: str) -> Refusal | None:
    """The first reason against a name or a text about oneself, or None."""
    return next((no for check in _words_checks if (no := check(text)) is not None), None)


def words_shown(text: str) -> str:
    """A text about oneself as it will be shown."""
    for cleaner in _words_cleaners:
        text = cleaner(text)
    return text


def records_of(user: "User") -> dict[str, Any]:
    """All that the floors above keep about a user, by name."""
    return {name: record(user) for name, record in _records.items()}
