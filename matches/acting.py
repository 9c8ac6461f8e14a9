"""Making requests true: judged, appended, told to the makers of the matches, and published.

Part of the caller's transaction, who holds the rows. What may be asked, and by whom, is not
decided here.
"""

from collections.abc import Sequence

from django.conf import settings

from backgammon.events import EndReason
from matches.endings import tell_owner
from matches.facts import LiveMatch
from matches.judge import Pace, Request, Verdict, judge
from matches.models import NEVER_MS, Match, MatchStatus
from matches.projection import events_message
from matches.store import Append, append_now
from wire.errors import Conflict
from wire.publish import enqueue_on_commit, publish_on_commit
from wire.time import now_ms


def match_stream(match_id: str) -> str:
    """The stream of a match's events."""
    return f"match:{match_id}"


def house_pace() -> Pace:
    """The house's habits, from the settings."""
    return Pace(next_game_ms=settings.HOUSE_NEXT_GAME_S * 1000, bot_ms=settings.HOUSE_BOT_PACE_MS)


def requests_do(asked: Sequence[tuple[LiveMatch, Request]]) -> list[int]:
    """Do what is asked of each of these matches, in one statement; the last event of each.

    No match may be named twice. Raises what `judge` raises, and Conflict `match.stale` if one
    has moved on; then nothing has happened to any of them.
    """
    judged = [
        (live, judge(live, request, now_ms=now_ms(), pace=house_pace())) for live, request in asked
    ]
    appends = [Append.of(live.facts, verdict) for live, verdict in judged]
    moved = append_now(appends)
    for (live, verdict), append in zip(judged, appends, strict=True):
        if append.match_pk not in moved:
            raise Conflict("match.stale", seq=live.seq)
        _follow(live, verdict, append)
    return [verdict.last for _live, verdict in judged]


def _follow(live: LiveMatch, verdict: Verdict, append: Append) -> None:
    """All that comes of new events: the end of the match, its owner, its followers, its bots."""
    if verdict.state.outcome is not None:
        is_annulled = verdict.state.outcome.reason is EndReason.ANNULLED
        Match.objects.filter(pk=live.facts.pk).update(
            status=MatchStatus.ANNULLED if is_annulled else MatchStatus.FINISHED,
            finished_ms=now_ms(),
        )
    tell_owner(live, verdict)
    message = events_message(verdict.previous + 1, append.bodies, verdict.state, now_ms())
    publish_on_commit(
        match_stream(live.facts.match_id), message, first=verdict.previous + 1, last=verdict.last
    )
    if settings.HOUSE_BOT_PACE_MS == 0 and verdict.bot_due_ms != NEVER_MS:
        enqueue_on_commit("matches.play_bot_turn", match_id=live.facts.match_id)
