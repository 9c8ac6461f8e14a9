"""A whole evening in seconds: time moves by hand, results fall by a seeded generator.

Nobody plays a game. Whoever is at his board when the match is due sits down, and one of the two
gives up all there is to lose; whoever stays away lets the ladder run.
"""

from collections.abc import Callable
from random import Random

from accounts.models import User
from backgammon import Side
from matches.services import match_present, match_tick
from tests.support.clock import StoppedClock
from tests.tournaments.builders import Board, fresh, give_up, live_boards
from tournaments import tasks
from tournaments.models import Tournament
from tournaments.states import OVER
from wire.errors import Refused

#: One round of the clock: longer than a step of the no-show ladder.
STEP_S = 61

#: The part of the running matches that end within a step.
ENDED = 0.6

Incident = Callable[[Tournament, Random], None]


class Evening:
    """An event being played to its end.

    absent: the keys of those who have gone to bed without telling anybody. incident: what else
    happens between two looks at the clock.
    """

    def __init__(
        self,
        clock: StoppedClock,
        event: Tournament,
        *,
        seed: int,
        absent: frozenset[int] = frozenset(),
        incident: Incident | None = None,
    ) -> None:
        self._clock, self._event, self._absent = clock, event, absent
        self._chance, self._incident = Random(seed), incident

    def play(self, *, most_steps: int = 500) -> Tournament:
        """The event after its end; fails if that does not come."""
        for _step in range(most_steps):
            if fresh(self._event).state in OVER:
                return fresh(self._event)
            if self._incident is not None:
                self._incident(fresh(self._event), self._chance)
            for board in live_boards(self._event):
                self._sit_down(board)
            self._clock.pass_s(STEP_S)
            for board in live_boards(self._event):
                match_tick(match_id=board.match_id)
            tasks.sweep_tournaments()
        raise AssertionError("the evening never ends")

    def _sit_down(self, board: Board) -> None:
        here = [user for user in (board.white, board.black) if user.pk not in self._absent]
        for user in here:
            match_present(match_id=board.match_id, user_pk=user.pk, contribution="")
        if len(here) == 2 and self._chance.random() < ENDED:
            give_up(board, self._chance.choice(list(Side)))


def attempt(act: Callable[..., object], event: Tournament, user: User) -> bool:
    """Ask for something that may be refused; whether it was done."""
    try:
        act(event_id=event.public_id, user=user)
    except Refused:
        return False
    return True
