"""What the pages about players show, as values: a profile, and the leaderboard."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.ladders import Ladder
from accounts.names import NAME_PATTERN
from accounts.selectors import (
    LeaderboardPage,
    Ranked,
    account_by_name,
    has_blocked,
    place_of,
    rating_history,
    rating_of,
    ratings_of,
)
from accounts.selectors import leaderboard as leaders
from backgammon import Standing
from matches.chart import Chart, chart_of
from matches.history import (
    Choice,
    HistoryPage,
    Record,
    Result,
    matches_of,
    record_between,
)
from wire.errors import NotFound
from wire.presence import users_online

if TYPE_CHECKING:
    from accounts.models import RatingChange, User

    Viewer = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class ProfileQuery:
    """The address of a profile after the question mark. What it cannot mean is left out."""

    ladder: Ladder | None = None
    result: Result | None = None
    opponent: str = ""
    newer: str = ""
    older: str = ""

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> Self:
        """What an address asks for."""
        ladder, result = asked.get("ladder"), asked.get("result")
        return cls(
            ladder=Ladder(ladder) if ladder in Ladder.values else None,
            result=Result(result) if result in Result.values else None,
            opponent=asked.get("opponent", "").strip()[:40],
            newer=_match_id(asked.get("newer", "")),
            older=_match_id(asked.get("older", "")),
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether some matches are left out."""
        return bool(self.ladder or self.result or self.opponent)

    def address(self) -> str:
        """The same as an address, from the question mark on."""
        pairs = {
            "ladder": self.ladder and self.ladder.value,
            "result": self.result and self.result.value,
            "opponent": self.opponent,
            "newer": self.newer,
            "older": self.older,
        }
        return "?" + urlencode({key: value for key, value in pairs.items() if value})


def _match_id(asked: str) -> str:
    """What may be the id of a match, else nothing."""
    return asked if asked.isascii() and asked.isalnum() else ""


@dataclass(frozen=True, slots=True)
class LadderCard:
    """A player on one ladder: how he stands, and where among the best, if he is listed."""

    ladder: Ladder
    standing: Standing
    rank: int | None


class Profile:
    """A player as one visitor sees him. Everything is read when the page asks for it, once."""

    ladders = tuple(Ladder)
    results = tuple(Result)

    def __init__(self, *, player: "User", viewer: "Viewer", query: ProfileQuery) -> None:
        self.player = player
        self.viewer = viewer
        self.query = query

    @property
    def is_own(self) -> bool:
        """Whether the visitor looks at himself."""
        return self.viewer.pk == self.player.pk

    @cached_property
    def is_online(self) -> bool:
        """Whether the player is here. A house bot always is."""
        return self.player.is_bot or self.player.pk in users_online([self.player.pk])

    @cached_property
    def may_challenge(self) -> bool:
        """Whether a challenge makes sense at all; the lobby decides whether it is possible."""
        return self.viewer.is_authenticated and not self.is_own and not self.player.is_bot

    @cached_property
    def is_blocked(self) -> bool:
        """Whether the visitor has blocked this player."""
        return self.viewer.is_authenticated and has_blocked(self.viewer, self.player)

    # --- ratings -----------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[LadderCard, ...]:
        """The ladders he has played on."""
        return tuple(
            LadderCard(ladder, standing, self._rank(ladder))
            for ladder, standing in ratings_of(self.player).items()
        )

    def _rank(self, ladder: Ladder) -> int | None:
        place = place_of(self.player, ladder)
        return None if place is None else place.rank

    @cached_property
    def ladder(self) -> Ladder | None:
        """The ladder whose history is drawn: the one asked for, else his first."""
        played = [card.ladder for card in self.cards]
        if self.query.ladder in played:
            return self.query.ladder
        return played[0] if played else None

    @cached_property
    def receipts(self) -> "tuple[RatingChange, ...]":
        """The receipts of that ladder, oldest first."""
        return () if self.ladder is None else rating_history(self.player, self.ladder)

    @cached_property
    def drawn(self) -> tuple[Decimal, ...]:
        """The ratings that are drawn, from before the first receipt on."""
        if not self.receipts:
            return ()
        return (self.receipts[0].rating_before, *(each.rating_after for each in self.receipts))

    @property
    def highest(self) -> Decimal:
        """The best of them."""
        return max(self.drawn)

    @property
    def lowest(self) -> Decimal:
        """The worst of them."""
        return min(self.drawn)

    @cached_property
    def chart(self) -> Chart | None:
        """The drawing; None before the first rated match."""
        return chart_of(self.drawn) if self.drawn else None

    # --- matches -----------------------------------------------------------------

    @cached_property
    def opponent(self) -> "User | None":
        """The opponent asked for, if there is such an account."""
        if not NAME_PATTERN.fullmatch(self.query.opponent):
            return None
        try:
            return account_by_name(self.query.opponent)
        except NotFound:
            return None

    @property
    def is_opponent_unknown(self) -> bool:
        """Whether an opponent is asked for whom nobody knows."""
        return bool(self.query.opponent) and self.opponent is None

    @cached_property
    def history(self) -> HistoryPage:
        """The page of his matches that is asked for."""
        if self.is_opponent_unknown:
            return HistoryPage((), "", "")
        return matches_of(
            self.player,
            viewer=self.viewer,
            choice=Choice(self.query.ladder, self.opponent, self.query.result),
            older_than=self.query.older,
            newer_than=self.query.newer,
        )

    @cached_property
    def record(self) -> Record | None:
        """How all matches with the opponent asked for went."""
        if self.opponent is None:
            return None
        return record_between(self.player, self.opponent, viewer=self.viewer)

    @property
    def newer_address(self) -> str:
        """The address of the page with newer matches."""
        return replace(self.query, newer=self.history.newer, older="").address()

    @property
    def older_address(self) -> str:
        """The address of the page with older ones."""
        return replace(self.query, newer="", older=self.history.older).address()


class LeaderboardView:
    """A page of a leaderboard as one visitor sees it."""

    ladders = tuple(Ladder)

    def __init__(self, *, ladder: Ladder, viewer: "Viewer", page: int) -> None:
        self.ladder = ladder
        self.viewer = viewer
        self._page = page

    @cached_property
    def page(self) -> LeaderboardPage:
        """The places on this page."""
        return leaders(self.ladder, page=self._page)

    @cached_property
    def own(self) -> Ranked | None:
        """The visitor's place, if he is listed."""
        if not self.viewer.is_authenticated:
            return None
        return place_of(self.viewer, self.ladder)

    @property
    def is_member(self) -> bool:
        """Whether the visitor can have a place: he is signed in, and no guest."""
        return self.viewer.is_authenticated and not self.viewer.is_guest

    @property
    def missing_experience(self) -> int:
        """How much experience the visitor still needs to be listed."""
        assert self.viewer.is_authenticated
        standing = rating_of(self.viewer, self.ladder)
        return settings.HOUSE_LEADERBOARD_EXPERIENCE - standing.experience

    @property
    def listed_from(self) -> int:
        """The experience that everybody here has at least."""
        return settings.HOUSE_LEADERBOARD_EXPERIENCE
