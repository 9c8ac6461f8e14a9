"""What a finished match leaves behind: a line in both histories and, if it counts, new ratings.

Part of the transaction that ends the match. Ratings come last in it: whoever holds a rating
never waits for anything else.
"""

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.ladders import ladder_of
from accounts.services import rating_apply, rating_reverse, staff_action_record
from backgammon import EndReason, MatchState, PointMatch, Side
from matches.facts import MatchFacts
from matches.models import Match, MatchStatus, PastMatch
from matches.owners import MatchResult
from matches.ratings import RatingFacts, unrated_reasons
from matches.selectors import match_by_id
from wire.errors import Conflict

if TYPE_CHECKING:
    from accounts.models import User


def match_remember(facts: MatchFacts, state: MatchState, result: MatchResult) -> None:
    """Write down how a match ended, and move the ratings of its players if it is rated."""
    assert state.outcome is not None
    is_annulled = state.outcome.reason is EndReason.ANNULLED
    has_rolled = state.game_number > 0
    ladder = ladder_of(facts.rules.variant.key)
    PastMatch.objects.bulk_create(
        PastMatch(
            match_id=facts.pk,
            user_id=facts.user_of(side),
            opponent_id=facts.user_of(side.other),
            ladder=ladder,
            result=_result_for(facts.user_of(side), result, is_annulled=is_annulled),
            score=_of(result.score, side),
            opponent_score=_of(result.score, side.other),
            ending=state.outcome.reason.value,
            has_rolled=has_rolled,
        )
        for side in Side
    )
    rating_facts = RatingFacts(
        rules=facts.rules,
        is_chosen=facts.is_rated,
        has_bot=bool(facts.house_sides),
        has_guest=False,  # such a match was never made a rated one
        has_rolled=has_rolled,
        is_annulled=is_annulled,
    )
    if unrated_reasons(rating_facts) or not isinstance(facts.rules.length, PointMatch):
        return
    assert result.winner_id is not None
    assert result.loser_id is not None
    rating_apply(
        match_id=facts.match_id,
        ladder=ladder,
        winner_pk=result.winner_id,
        loser_pk=result.loser_id,
        length_points=facts.rules.length.points,
    )


@transaction.atomic
def match_result_annul(*, match_id: str, staff: "User", reason: str) -> None:
    """Take a finished match out of the histories and the ratings of its players, for a reason.

    Both get their rating change back, by a new receipt. What the maker of the match did with
    the result, and every chip, stays where it is. A second time nothing is done.

    Raises NotFound `match.not_found`, Conflict `match.running`; Forbidden and Refused as
    `staff_action_record` does.
    """
    found = match_by_id(match_id)
    match = Match.objects.select_for_update().get(pk=found.pk)
    if match.status == MatchStatus.PLAYING:
        raise Conflict("match.running", _("This match is still being played."))
    if match.status == MatchStatus.ANNULLED:
        return
    staff_action_record(actor=staff, act="match.annul", subject=f"match:{match_id}", reason=reason)
    match.status = MatchStatus.ANNULLED
    match.save(update_fields=["status"])
    match.past.update(result=PastMatch.Result.ANNULLED)
    rating_reverse(match_id=match_id)


def _result_for(user_pk: int, result: MatchResult, *, is_annulled: bool) -> PastMatch.Result:
    if is_annulled:
        return PastMatch.Result.ANNULLED
    if result.winner_id is None:
        return PastMatch.Result.LEVEL
    return PastMatch.Result.WON if result.winner_id == user_pk else PastMatch.Result.LOST


def _of(score: tuple[int, int], side: Side) -> int:
    return score[0] if side is Side.WHITE else score[1]


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
