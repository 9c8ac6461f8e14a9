"""Ratings for everybody: a player's own, the best of a ladder, and how they came to be."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.paginator import Paginator
from django.db.models import QuerySet

from accounts.ladders import Ladder
from accounts.models import Rating, RatingChange, User
from backgammon import Standing


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's place on a ladder. Equal ratings share a rank."""

    rank: int
    user: User
    standing: Standing


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Some places of a ladder, best first, and where they stand among all pages."""

    places: tuple[Ranked, ...]
    number: int
    pages: int
    players: int

    @property
    def better(self) -> int | None:
        """The number of the page above. None on the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def worse(self) -> int | None:
        """The number of the page below. None on the last."""
        return self.number + 1 if self.number < self.pages else None


def rating_of(user: AbstractUser, ladder: Ladder) -> Standing:
    """The user's standing on a ladder; where everybody starts, if he has none."""
    return ratings_on(ladder, [user.pk]).get(user.pk, Standing())


def ratings_of(user: AbstractUser) -> Mapping[Ladder, Standing]:
    """The user's standings by ladder, for those ladders he has played on."""
    own = {rating.ladder: rating for rating in Rating.objects.filter(user_id=user.pk)}
    return {ladder: _standing(own[ladder]) for ladder in Ladder if ladder in own}


def ratings_on(ladder: Ladder, user_pks: Iterable[int]) -> Mapping[int, Standing]:
    """The standings of many users on one ladder, for those who have played on it."""
    ratings = Rating.objects.filter(ladder=ladder, user_id__in=list(user_pks))
    return {rating.user_id: _standing(rating) for rating in ratings}


def leaderboard(ladder: Ladder, *, page: int = 1, places_per_page: int = 50) -> LeaderboardPage:
    """One page of the best of a ladder. A page that is too high is the last.

    Listed is who has at least HOUSE_LEADERBOARD_EXPERIENCE and an open account.
    """
    ranked = _ranked(ladder).select_related("user").order_by("-rating", "pk")
    found = Paginator(ranked, places_per_page).get_page(page)
    places: list[Ranked] = []
    for number, rating in enumerate(found.object_list, start=found.start_index()):
        if not places:
            rank = _rank(rating)
        elif rating.rating < places[-1].standing.rating:
            rank = number
        places.append(Ranked(rank, rating.user, _standing(rating)))
    return LeaderboardPage(
        tuple(places), found.number, found.paginator.num_pages, found.paginator.count
    )


def place_of(user: AbstractUser, ladder: Ladder) -> Ranked | None:
    """The user's place on a ladder; None while he is not listed."""
    rating = _ranked(ladder).filter(user_id=user.pk).select_related("user").first()
    return None if rating is None else Ranked(_rank(rating), rating.user, _standing(rating))


def rating_history(
    user: AbstractUser, ladder: Ladder, *, most: int = 200
) -> tuple[RatingChange, ...]:
    """The user's latest receipts on a ladder, at most so many, the oldest of them first."""
    receipts = RatingChange.objects.filter(user_id=user.pk, ladder=ladder)
    return tuple(reversed(receipts.select_related("opponent").order_by("-pk")[:most]))


def rating_receipts(match_id: str) -> tuple[RatingChange, ...]:
    """Everything a match did to ratings, in the order it happened. Empty for an unrated match."""
    receipts = RatingChange.objects.filter(match_id=match_id)
    return tuple(receipts.select_related("user", "opponent").order_by("pk"))


def rating_changes(user: AbstractUser, match_ids: Iterable[str]) -> Mapping[str, Decimal]:
    """What each of these matches has done to the user's rating in the end, if it was rated.

    A match that was counted and annulled has done 0.
    """
    receipts = RatingChange.objects.filter(user_id=user.pk, match_id__in=list(match_ids))
    changes: dict[str, Decimal] = {}
    # Added up here: SQLite would add fractions of two.
    for match_id, change in receipts.values_list("match_id", "change"):
        changes[match_id] = changes.get(match_id, Decimal(0)) + change
    return changes


def rating_record(user: User) -> list[dict[str, Any]]:
    """Every receipt of the user, the oldest first, as plain data for him to take along."""
    receipts = RatingChange.objects.filter(user=user).select_related("opponent").order_by("pk")
    return [
        {
            "match": receipt.match_id,
            "kind": receipt.kind,
            "ladder": receipt.ladder,
            "opponent": receipt.opponent.username,
            "won": receipt.is_win,
            "length_points": receipt.length_points,
            "rating_before": str(receipt.rating_before),
            "change": str(receipt.change),
            "at": receipt.created_at.isoformat(),
        }
        for receipt in receipts
    ]


def _standing(rating: Rating) -> Standing:
    return Standing(rating.rating, rating.experience)


def _ranked(ladder: Ladder) -> QuerySet[Rating]:
    return Rating.objects.filter(
        ladder=ladder,
        experience__gte=settings.HOUSE_LEADERBOARD_EXPERIENCE,
        user__is_active=True,
    )


def _rank(rating: Rating) -> int:
    return _ranked(Ladder(rating.ladder)).filter(rating__gt=rating.rating).count() + 1
