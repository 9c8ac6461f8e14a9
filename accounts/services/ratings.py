"""Moving ratings, a receipt for every move."""

from collections.abc import Mapping
from operator import attrgetter

from django.db import transaction

from accounts.ladders import Ladder
from accounts.models import Rating, RatingChange
from backgammon import Standing, rating_step

Receipts = tuple[RatingChange, ...]


@transaction.atomic
def rating_apply(
    *, match_id: str, ladder: Ladder, winner_pk: int, loser_pk: int, length_points: int
) -> Receipts:
    """Count a match on a ladder: the receipts of the winner and of the loser.

    A match that has been counted already is not counted again, and its receipts are given.
    """
    pair = _locked([winner_pk, loser_pk], ladder)
    if counted := _receipts(match_id, RatingChange.Kind.MATCH):
        return counted
    winner, loser = pair[winner_pk], pair[loser_pk]
    ratings = {winner: winner.rating, loser: loser.rating}
    receipts = []
    for rating, opponent in ((winner, loser), (loser, winner)):
        before = Standing(rating.rating, rating.experience)
        is_win = rating is winner
        step = rating_step(before, ratings[opponent], length_points=length_points, is_win=is_win)
        receipts.append(
            RatingChange.objects.create(
                match_id=match_id,
                user_id=rating.user_id,
                opponent_id=opponent.user_id,
                kind=RatingChange.Kind.MATCH,
                ladder=ladder,
                length_points=length_points,
                is_win=is_win,
                rating_before=before.rating,
                experience_before=before.experience,
                opponent_rating=step.opponent_rating,
                change=step.change,
            )
        )
        _move(rating, step.after)
    return tuple(receipts)


@transaction.atomic
def rating_reverse(*, match_id: str) -> Receipts:
    """Take back what a match did to two ratings: the receipts of that, the winner's first.

    Later matches keep the changes they made. A match that was never counted has nothing
    to take back; a second time nothing is done and the first receipts are given.
    """
    counted = _receipts(match_id, RatingChange.Kind.MATCH)
    if not counted:
        return ()
    pair = _locked([receipt.user_id for receipt in counted], Ladder(counted[0].ladder))
    if reversed_before := _receipts(match_id, RatingChange.Kind.REVERSAL):
        return reversed_before
    for receipt in counted:
        rating = pair[receipt.user_id]
        after = Standing(rating.rating - receipt.change, rating.experience - receipt.length_points)
        RatingChange.objects.create(
            match_id=match_id,
            user_id=receipt.user_id,
            opponent_id=receipt.opponent_id,
            kind=RatingChange.Kind.REVERSAL,
            ladder=receipt.ladder,
            length_points=receipt.length_points,
            is_win=receipt.is_win,
            rating_before=rating.rating,
            experience_before=rating.experience,
            opponent_rating=receipt.opponent_rating,
            change=-receipt.change,
        )
        _move(rating, after)
    return _receipts(match_id, RatingChange.Kind.REVERSAL)


def _locked(user_pks: list[int], ladder: Ladder) -> Mapping[int, Rating]:
    """The ratings of these users, made where there are none, held until the transaction ends.

    One after the other: whoever made two at once while another locks two could wait for him
    crosswise.
    """
    rows = Rating.objects.select_for_update(no_key=True)
    return {pk: rows.get_or_create(user_id=pk, ladder=ladder)[0] for pk in sorted(user_pks)}


def _receipts(match_id: str, kind: RatingChange.Kind) -> Receipts:
    receipts = RatingChange.objects.filter(match_id=match_id, kind=kind)
    return tuple(sorted(receipts, key=attrgetter("is_win"), reverse=True))


def _move(rating: Rating, to: Standing) -> None:
    rating.rating, rating.experience = to.rating, to.experience
    rating.save(update_fields=["rating", "experience"])
