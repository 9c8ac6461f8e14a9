"""What happens to matches by themselves. Every task may run twice, late, or at the same time."""

import logging
from collections.abc import Callable

from celery import shared_task
from django.db import transaction

from matches.models import Heartbeat, Match, MatchStatus
from matches.services import match_bot_turn, match_shift, match_tick
from wire.time import now_ms

log = logging.getLogger(__name__)

GAP_MS = 3_000
BATCH = 500


@shared_task(name="matches.sweep_clocks")
def sweep_clocks() -> None:
    """Let every flag fall that is due, start every game that is due, climb every ladder.

    Our own downtime is given back first, so that nobody loses by it.
    """
    beat()
    for match_id in _due("deadline_ms"):
        _alone(match_tick, match_id)


@shared_task(name="matches.sweep_bots")
def sweep_bots() -> None:
    """One action of every bot whose time has come."""
    for match_id in _due("bot_due_ms"):
        _alone(match_bot_turn, match_id)


@shared_task(name="matches.play_bot_turn")
def play_bot_turn(match_id: str) -> None:
    """One action of the bots in one match, at once."""
    _alone(match_bot_turn, match_id)


def beat() -> None:
    """Write that the house is awake; after a gap, give every open match its time back."""
    moment = now_ms()
    heartbeat, _ = Heartbeat.objects.get_or_create(pk=1, defaults={"beat_ms": moment})
    gap_ms = moment - heartbeat.beat_ms
    if gap_ms > GAP_MS:
        log.info("the house was down for %d ms; open deadlines move by as much", gap_ms)
        playing = Match.objects.filter(
            status=MatchStatus.PLAYING, created_ms__lte=heartbeat.beat_ms
        )
        for match_id in playing.values_list("public_id", flat=True):
            match_shift(match_id=match_id, beat_ms=heartbeat.beat_ms, gap_ms=gap_ms)
    Heartbeat.objects.filter(pk=1, beat_ms__lt=moment).update(beat_ms=moment)


def _due(field: str) -> list[str]:
    rows = Match.objects.filter(status=MatchStatus.PLAYING, **{f"{field}__lte": now_ms()})
    return list(rows.order_by(field).values_list("public_id", flat=True)[:BATCH])


def _alone(work: Callable[..., object], match_id: str) -> None:
    """Run one match's work so that its trouble stays its own."""
    try:
        with transaction.atomic():
            work(match_id=match_id)
    except Exception:
        log.exception("match %s could not be moved on", match_id)
