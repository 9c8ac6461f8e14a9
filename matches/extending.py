"""More time for a match, given by its maker: for coming, for a move, for a turn already used."""

from django.db import transaction

from backgammon import ShiftClock
from matches.acting import requests_do
from matches.judge import Request
from matches.models import NEVER_MS, Match
from matches.store import load_live


@transaction.atomic
def match_extend(*, match_id: str, by_ms: int) -> bool:
    """Put off what is due next in a running match; False where nothing is.

    Before both players have come that is the next step of the no-show ladder, in an untimed
    match its end for want of a move. Where a clock runs, up to so much of what this turn has
    used comes back: nobody is given time he has not lost.
    """
    live = load_live(match_id, lock=True)
    if live.state.outcome is not None or live.deadline_ms >= NEVER_MS:
        return False
    clock = live.state.clock
    if clock is not None and clock.running is not None:
        requests_do([(live, Request(None, ShiftClock(by_ms)))])
    else:
        Match.objects.filter(pk=live.facts.pk).update(deadline_ms=live.deadline_ms + by_ms)
    return True
