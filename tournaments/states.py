"""The life of an event as a table. The diagram in docs/tournaments.md is drawn from it."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TournamentState(models.TextChoices):
    """Where an event stands. The values are stored and never renamed."""

    ANNOUNCED = "announced", _("announced")
    REGISTERING = "registering", _("open for entries")
    SEATED = "seated", _("seats drawn")
    PLAYING = "playing", _("being played")
    FINISHED = "finished", pgettext_lazy("an event", "finished")
    CANCELLED = "cancelled", _("cancelled")
    STOPPED = "stopped", _("stopped")


#: A Sit&Go is born open for entries; a scheduled event is announced first.
TRANSITIONS: Mapping[TournamentState, frozenset[TournamentState]] = {
    TournamentState.ANNOUNCED: frozenset({TournamentState.REGISTERING, TournamentState.CANCELLED}),
    TournamentState.REGISTERING: frozenset({TournamentState.SEATED, TournamentState.CANCELLED}),
    TournamentState.SEATED: frozenset({TournamentState.PLAYING, TournamentState.STOPPED}),
    TournamentState.PLAYING: frozenset({TournamentState.FINISHED, TournamentState.STOPPED}),
    TournamentState.FINISHED: frozenset(),
    TournamentState.CANCELLED: frozenset(),
    TournamentState.STOPPED: frozenset(),
}

#: Nothing can change any more, so the secret of the draw is opened.
OVER = frozenset(state for state, following in TRANSITIONS.items() if not following)


def may_become(state: str, following: TournamentState) -> bool:
    """Whether an event in `state` may go on to `following`."""
    return following in TRANSITIONS[TournamentState(state)]
