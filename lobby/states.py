"""The life of a table as a table. The diagram in docs/lobby.md is drawn from it."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TableState(models.TextChoices):
    """Where a table stands. The values are stored and never renamed."""

    OPEN = "open", _("a seat is free")
    PLAYING = "playing", _("being played")
    FINISHED = "finished", pgettext_lazy("a table", "finished")
    CLOSED = "closed", _("closed")


#: A table against a house bot is open for no longer than the moment it is made in.
TRANSITIONS: Mapping[TableState, frozenset[TableState]] = {
    TableState.OPEN: frozenset({TableState.PLAYING, TableState.CLOSED}),
    TableState.PLAYING: frozenset({TableState.FINISHED}),
    TableState.FINISHED: frozenset(),
    TableState.CLOSED: frozenset(),
}


def may_become(state: str, following: TableState) -> bool:
    """Whether a table in `state` may go on to `following`."""
    return following in TRANSITIONS[TableState(state)]
