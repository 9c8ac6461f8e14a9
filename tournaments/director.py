"""The director: does whatever is due in an event, any number of times, from any worker.

It remembers nothing. What is due is read from the rows, each step locks the
event and looks again, and an event nobody told it about is found by the sweep.
"""

from collections.abc import Callable, Mapping

from tournaments import selectors
from tournaments.services import (
    absent_seats_free,
    entrants_remind,
    entries_give_back,
    event_start,
    house_bot_seat,
    matches_start,
    round_start,
    satellite_close,
    standby_move_up,
    stopped_matches_end,
    tickets_enter,
    tournament_draw,
    tournament_finish,
    tournament_open,
)
from tournaments.states import TournamentState

Step = Callable[..., bool]

#: By state: the steps that may be due, in the order they are asked.
STEPS: Mapping[TournamentState, tuple[Step, ...]] = {
    TournamentState.ANNOUNCED: (satellite_close, tournament_open),
    TournamentState.REGISTERING: (
        satellite_close,
        tickets_enter,
        standby_move_up,
        absent_seats_free,
        tournament_draw,
        house_bot_seat,
        entrants_remind,
        event_start,
    ),
    TournamentState.SEATED: (round_start,),
    TournamentState.PLAYING: (round_start, matches_start, tournament_finish),
    TournamentState.CANCELLED: (entries_give_back,),
    TournamentState.STOPPED: (stopped_matches_end,),
}


def tournament_advance(*, tournament_id: str) -> bool:
    """Do everything that is due in this event now; whether anything was.

    Nothing due is fine, and so is asking twice.
    """
    steps = 0
    while _one_step(tournament_id):
        steps += 1
    return steps > 0


def _one_step(tournament_id: str) -> bool:
    """Do the first step that is due in the event's present state; whether there was one."""
    state = selectors.state_of(tournament_id)
    return any(step(tournament_id=tournament_id) for step in STEPS.get(state, ()))
