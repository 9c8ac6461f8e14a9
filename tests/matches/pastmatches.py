"""Matches that are over, made in one step: what a page of history shows, without playing it."""

from itertools import count

from accounts.ladders import ladder_of
from accounts.models import User
from accounts.services import rating_apply
from backgammon import EndReason, PointMatch, Rules
from backgammon.notation.codec import rules_to_dict
from matches.models import Match, MatchStatus, PastMatch, Seat
from matches.wording import title_of
from wire.time import now_ms

_numbers = count(1)


def a_past_match(
    winner: User,
    loser: User,
    rules: Rules | None = None,
    *,
    is_rated: bool = False,
    is_public: bool = True,
    is_annulled: bool = False,
    ending: EndReason = EndReason.POINTS,
) -> Match:
    """A match to five points that `winner`, who was White, has won 5-2."""
    rules = rules or Rules.match(5)
    match = Match.objects.create(
        public_id=f"past{next(_numbers)}",
        title=title_of(rules),
        owner="noting",
        owner_ref="7",
        rules=rules_to_dict(rules),
        is_public=is_public,
        is_rated=is_rated,
        status=MatchStatus.ANNULLED if is_annulled else MatchStatus.FINISHED,
        snapshot="",
        created_ms=now_ms(),
        finished_ms=now_ms(),
        ladder_step_ms=60_000,
        commitment="",
        sealed_secret=b"",
    )
    ladder = ladder_of(rules.variant.key)
    for side, user, other, result, score in (
        ("white", winner, loser, PastMatch.Result.WON, (5, 2)),
        ("black", loser, winner, PastMatch.Result.LOST, (2, 5)),
    ):
        Seat.objects.create(match=match, side=side, user=user, is_bot=user.is_bot, has_come=True)
        PastMatch.objects.create(
            match=match,
            user=user,
            opponent=other,
            ladder=ladder,
            result=PastMatch.Result.ANNULLED if is_annulled else result,
            score=score[0],
            opponent_score=score[1],
            ending=ending.value,
            has_rolled=True,
        )
    if is_rated and not is_annulled and isinstance(rules.length, PointMatch):
        rating_apply(
            match_id=match.public_id,
            ladder=ladder,
            winner_pk=winner.pk,
            loser_pk=loser.pk,
            length_points=rules.length.points,
        )
    return match
