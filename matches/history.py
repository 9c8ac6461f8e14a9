"""Matches looked back on: a player's history, two players' record, and what a match rated.

Only reading. A match that is not public is seen by its two players alone, here as everywhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.ladders import Ladder
from accounts.selectors import rating_changes
from backgammon import EndReason
from backgammon.notation.codec import rules_from_dict
from matches.models import Match, MatchStatus, PastMatch
from matches.ratings import RatingFacts, unrated_reasons
from matches.wording import title_shown
from wire.texts import sentence
from wire.time import at

if TYPE_CHECKING:
    from accounts.models import User

Result = PastMatch.Result
Viewer = AbstractUser | AnonymousUser | None

#: How a match came to its end, by the words of `EndReason`.
ENDINGS: Mapping[str, str | Promise] = {
    EndReason.POINTS.value: _("played out"),
    EndReason.FLAG.value: _("time ran out"),
    EndReason.PENALTY.value: _("absence"),
    EndReason.FORFEIT.value: _("left early"),
    EndReason.LEFT.value: _("table left"),
    EndReason.ANNULLED.value: _("annulled"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a history is narrowed to: a ladder, an opponent, a result."""

    ladder: Ladder | None = None
    opponent: "User | None" = None
    result: PastMatch.Result | None = None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One match of somebody, as he looks back on it.

    `change` is what it did to his rating in the end, None where it was not rated; then
    `unrated` says why, in the reader's language.
    """

    match_id: str
    title: str
    opponent: "User"
    result: PastMatch.Result
    score: int
    opponent_score: int
    ending: str
    finished_at: datetime
    is_public: bool
    change: Decimal | None
    unrated: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some lines, the latest first. `newer` and `older` are the matches the next pages start from.

    Each is "" where there is no such page.
    """

    lines: tuple[HistoryLine, ...]
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class Record:
    """How matches between two people went, from the side of the first."""

    won: int
    lost: int
    others: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost + self.others


def matches_of(
    user: "User",
    *,
    viewer: Viewer,
    choice: Choice = Choice(),
    older_than: str = "",
    newer_than: str = "",
    lines_per_page: int = 20,
) -> HistoryPage:
    """One page of the finished matches of a user, as `viewer` may see them.

    `older_than` or `newer_than` is the id of a match of his that the page starts from; without
    it, or if it is none of his, the page is the first. Four queries, however many he has played.
    """
    lines = _chosen(user, viewer, choice).select_related("match", "opponent")
    # The position and the secret of the dice are of no use here, and long.
    lines = lines.defer("match__snapshot", "match__sealed_secret")
    start = _start(user, newer_than or older_than)
    if start is not None and newer_than:
        rows = list(lines.filter(pk__gt=start).order_by("pk")[: lines_per_page + 1])
        shown = rows[:lines_per_page][::-1]
        has_newer, has_older = len(rows) > lines_per_page, True
    else:
        before = lines if start is None else lines.filter(pk__lt=start)
        rows = list(before.order_by("-pk")[: lines_per_page + 1])
        shown = rows[:lines_per_page]
        has_newer, has_older = start is not None, len(rows) > lines_per_page
    return HistoryPage(
        lines=_lines(user, shown),
        newer=shown[0].match.public_id if shown and has_newer else "",
        older=shown[-1].match.public_id if shown and has_older else "",
    )


def record_between(user: "User", opponent: "User", *, viewer: Viewer) -> Record:
    """How the matches of these two went, as far as `viewer` may see them."""
    pair = _chosen(user, viewer, Choice(opponent=opponent))
    counts = dict(pair.order_by().values_list("result").annotate(Count("pk")))
    won, lost = counts.pop(Result.WON, 0), counts.pop(Result.LOST, 0)
    return Record(won=won, lost=lost, others=sum(counts.values()))


def _chosen(user: "User", viewer: Viewer, choice: Choice) -> QuerySet[PastMatch]:
    lines = PastMatch.objects.filter(user_id=user.pk)
    if viewer is None or viewer.pk is None:
        lines = lines.filter(match__is_public=True)
    elif viewer.pk != user.pk:
        lines = lines.filter(Q(match__is_public=True) | Q(opponent_id=viewer.pk))
    if choice.ladder is not None:
        lines = lines.filter(ladder=choice.ladder)
    if choice.opponent is not None:
        lines = lines.filter(opponent_id=choice.opponent.pk)
    if choice.result is not None:
        lines = lines.filter(result=choice.result)
    return lines


def _start(user: "User", match_id: str) -> int | None:
    """Where in his history a match of the user stands."""
    if not match_id:
        return None
    own = PastMatch.objects.filter(user_id=user.pk, match__public_id=match_id)
    return own.values_list("pk", flat=True).first()


def _lines(user: "User", rows: Sequence[PastMatch]) -> tuple[HistoryLine, ...]:
    changes = rating_changes(user, [row.match.public_id for row in rows])
    return tuple(
        HistoryLine(
            match_id=row.match.public_id,
            title=title_shown(row.match.title),
            opponent=row.opponent,
            result=Result(row.result),
            score=row.score,
            opponent_score=row.opponent_score,
            ending=str(ENDINGS[row.ending]),
            finished_at=at(row.match.finished_ms),
            is_public=row.match.is_public,
            change=changes.get(row.match.public_id),
            unrated="" if row.match.public_id in changes else _unrated(user, row),
        )
        for row in rows
    )


def _unrated(user: "User", row: PastMatch) -> str:
    """Why a match was not rated, in the reader's language."""
    facts = RatingFacts(
        rules=rules_from_dict(row.match.rules),
        is_chosen=row.match.is_rated,
        has_bot=user.is_bot or row.opponent.is_bot,
        has_guest=user.is_guest or row.opponent.is_guest,
        has_rolled=row.has_rolled,
        is_annulled=row.result == Result.ANNULLED,
    )
    return next(iter(_sentences(facts)), "")


def why_unrated(match: Match) -> tuple[str, ...]:
    """Everything that keeps a match from being rated, in the reader's language."""
    seats = tuple(match.seats.select_related("user"))
    ended = match.past.first()
    facts = RatingFacts(
        rules=rules_from_dict(match.rules),
        is_chosen=match.is_rated,
        has_bot=any(seat.is_bot for seat in seats),
        has_guest=any(seat.user.is_guest for seat in seats),
        has_rolled=ended is None or ended.has_rolled,
        is_annulled=match.status == MatchStatus.ANNULLED,
    )
    return _sentences(facts)


def _sentences(facts: RatingFacts) -> tuple[str, ...]:
    return tuple(sentence(no.text, dict(no.facts)) for no in unrated_reasons(facts))
