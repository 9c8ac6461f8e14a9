"""The chips of a table as its page shows them: who brought what, the receipts, what can be done."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from backgammon import Leave, MatchState, Side, TableStakes, TopUp, Variant, WinKind, legal_actions
from bankroll.kinds import TransferKind
from bankroll.selectors import balance_of, table_transfers
from lobby.models import Table, TableGame, TableSeat
from lobby.states import TableState
from lobby.streams import table_ref
from matches.selectors import state_of_match

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

WINS: Mapping[str, Promise] = {
    "single": _("single"),
    "gammon": _("gammon"),
    "backgammon": _("backgammon"),
}
#: Where games are won as in long nardy.
NARDY_WINS: Mapping[str, Promise] = {"single": _("oin"), "gammon": _("mars")}


def win_text(kind: str, variant: Variant) -> Promise | str:
    """What a kind of win is called; "" for a draw."""
    return (NARDY_WINS if "end_setting" in variant.offers else WINS).get(kind, "")


@dataclass(frozen=True, slots=True)
class Stack:
    """What lay before somebody."""

    name: str
    chips: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """One game on the page: `game` as it was written down, and who and what in words."""

    game: TableGame
    winner: str
    win: str | Promise
    is_single_by_jacoby: bool
    stacks: tuple[Stack, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One player with his chips: brought at first, added since, before him now or at the end."""

    seat: TableSeat
    brought_chips: int
    added_chips: int
    stack_chips: int

    @property
    def change_chips(self) -> int:
        """What the table has given him so far; negative where it has taken."""
        return self.stack_chips - self.brought_chips - self.added_chips


class TableChips:
    """Everything about the chips of one table, for one visitor."""

    def __init__(
        self, table: Table, seats: Sequence[TableSeat], viewer: "User | AnonymousUser"
    ) -> None:
        self.table = table
        self.seats = seats
        self.viewer = viewer

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Who brought what, the host first."""
        brought, moved = Counter[int](), Counter[int]()
        for each in table_transfers(table_ref(self.table.public_id)):
            if each.kind is TransferKind.SIT:
                brought[each.taker_pk] += each.chips
            elif each.kind is TransferKind.GAME:
                moved[each.taker_pk] += each.chips
                moved[each.giver_pk] -= each.chips
        return tuple(
            Place(
                seat=seat,
                brought_chips=seat.brought_chips,
                added_chips=brought[seat.user_id] - seat.brought_chips,
                stack_chips=brought[seat.user_id] + moved[seat.user_id],
            )
            for seat in self.seats
        )

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """The games that were played, the latest first."""
        variant = self.table.rules_value.variant
        names = {seat.side: seat.user.username for seat in self.seats}
        return tuple(
            Receipt(
                game=game,
                winner=names.get(game.winner_side, ""),
                win=win_text(game.kind, variant),
                is_single_by_jacoby=_is_single_by_jacoby(game, variant),
                stacks=tuple(
                    Stack(seat.user.username, game.chips_of(seat.side)) for seat in self.seats
                ),
            )
            for game in self._games
        )

    @property
    def limit_chips(self) -> int:
        """E: the most the game that runs or comes next can move."""
        return min(place.stack_chips for place in self.places) if len(self.places) > 1 else 0

    @cached_property
    def my_place(self) -> Place | None:
        """The viewer's own chips here."""
        mine = (place for place in self.places if place.seat.user_id == self.viewer.pk)
        return next(mine, None)

    @cached_property
    def available_chips(self) -> int:
        """What the viewer has in his wallet."""
        return balance_of(self.viewer) if self.viewer.is_authenticated else 0

    @property
    def held_chips(self) -> int:
        """What lies before the viewer; nothing once the chips have gone home."""
        is_held = self.table.state in (TableState.OPEN, TableState.PLAYING)
        return self.my_place.stack_chips if self.my_place is not None and is_held else 0

    @property
    def is_played(self) -> bool:
        """Whether the match runs."""
        return self.table.state == TableState.PLAYING

    @cached_property
    def can_leave(self) -> bool:
        """Whether the viewer may get up now."""
        return self._state is not None and Leave in legal_actions(self._state, self._my_side)

    @cached_property
    def most_top_up_chips(self) -> int:
        """The most the viewer can add now; 0 where he can add nothing."""
        length, state = self.table.rules_value.length, self._state
        if state is None or TopUp not in legal_actions(state, None):
            return 0
        assert isinstance(length, TableStakes), "only a table is topped up"
        assert self._my_side is not None, "only a player asks"
        return min(length.missing(state.score, self._my_side), self.available_chips)

    @property
    def _my_side(self) -> Side | None:
        return None if self.my_place is None else Side(self.my_place.seat.side)

    @cached_property
    def _state(self) -> MatchState | None:
        """What the rules know, for a player while the match runs."""
        match = self.table.match
        if match is None or not self.is_played or self.my_place is None:
            return None
        return state_of_match(match)

    @cached_property
    def _games(self) -> tuple[TableGame, ...]:
        games = tuple(self.table.games.order_by("-number"))
        for game in games:
            game.table = self.table
        return games


def _is_single_by_jacoby(game: TableGame, variant: Variant) -> bool:
    """Whether a win counted single because no double was accepted."""
    if not game.kind:
        return False
    return game.points < game.cube_value * variant.worth.of(WinKind[game.kind.upper()])
