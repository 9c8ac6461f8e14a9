"""Kills a private house from inside, between two lines that a story has chosen.

An app of `tests.support.story_settings`. It lies in wait at each of `PLACES` and does nothing
until it is armed; then the house dies there once, as by `kill -9`, and wakes up unarmed.
"""

import os
import signal
from collections.abc import Callable
from enum import Enum
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import transaction

_ORDER = "kill-order"

PLACES = (
    "matches.services.match_forfeit",
    "matches.store.append_now",
    "moderation.director.hooks_of",
    "moderation.director.sanction_carried_out",
    "tournaments.services.barring.entries_withdraw",
    "tournaments.services.results._result_store",
    "tournaments.services.drawing.fee_take",
    "tournaments.services.awards.pay",
    "tournaments.services.sit_and_go.entry_create",
    "tournaments.services.sit_and_go.matches_start",
    "tournaments.services.sit_and_go.tournament_draw",
)


class When(Enum):
    """The moment, measured at a call.

    BEFORE and AFTER it, inside its transaction, which is lost. COMMITTED: that transaction is
    durable, but nobody has been told yet.
    """

    BEFORE = "before"
    AFTER = "after"
    COMMITTED = "committed"


def arm(folder: Path, when: When, place: str) -> None:
    """The house of this folder dies at its next call of `place`."""
    assert place in PLACES
    draft = folder / f"{_ORDER}.draft"
    draft.write_text(f"{when.value} {place}")
    draft.rename(folder / _ORDER)


class Killer(AppConfig):
    """Stands behind every function of `PLACES`, as its callers know it."""

    name = "tests.support.killer"

    def ready(self) -> None:
        for place in PLACES:
            module, _, name = place.rpartition(".")
            owner = import_module(module)
            setattr(owner, name, _watched(place, getattr(owner, name)))


def _watched(place: str, function: Callable[..., Any]) -> Callable[..., Any]:
    order = Path(settings.VAR_DIR, _ORDER)

    @wraps(function)
    def watched(*arguments: Any, **options: Any) -> Any:
        armed = order.read_text() if order.exists() else ""
        if armed == f"{When.BEFORE.value} {place}":
            _die(order)
        if armed == f"{When.COMMITTED.value} {place}":
            # Registered ahead of whatever the function publishes.
            transaction.on_commit(partial(_die, order))
        result = function(*arguments, **options)
        if armed == f"{When.AFTER.value} {place}":
            _die(order)
        return result

    return watched


def _die(order: Path) -> None:
    order.unlink()
    os.kill(os.getpid(), signal.SIGKILL)
