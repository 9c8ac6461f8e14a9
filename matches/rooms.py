"""Who may read and speak at a table, and around it.

At the table its two players talk, `match:<id>`. Those who look on have a room of their own,
`watch:<id>`, of which the players hear nothing while they play.
"""

from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.selectors import has_block
from chat.rooms import NO_PLACE, NOT_TO_READ, no_room, reads_everything
from matches.models import Match, MatchStatus, Seat
from matches.owners import owner_of
from matches.wording import lazy_title
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text


_BLOCKED: Final = _("You and {name} do not talk here: one of you has blocked the other.")
_PLAYING: Final = Refusal(
    "auth.forbidden",
    _("What is said around your match is for those who look on. You can read it afterwards."),
)


class TableRooms:
    """The rooms `match:<id>`: the two players', and open to staff."""

    kind = "match"

    def title(self, ref: str) -> str | Promise:
        """The title of the match."""
        return lazy_title(_match(ref).title)

    def read_refusal(self, ref: str, user: "User | None") -> Refusal | None:
        """Only its players, and staff."""
        _, players = _table(ref)
        may_read = user is not None and (user.pk in players or reads_everything(user))
        return None if may_read else NOT_TO_READ

    def speak_refusal(self, ref: str, user: "User") -> Refusal | None:
        """Only who holds a seat, and only to somebody who will hear it; and staff."""
        _, players = _table(ref)
        if players.pop(user.pk, None) is None:
            return None if reads_everything(user) else NO_PLACE
        blocked = next((other for other in players.values() if has_block(user, other)), None)
        if blocked is None:
            return None
        return Refusal("chat.blocked", _BLOCKED, {"name": blocked.username})

    def organiser_pks(self, ref: str) -> frozenset[int]:
        """A table is its players'."""
        return frozenset()

    def mute_scope(self, ref: str) -> str:
        """That of the event the match belongs to."""
        return _scope(ref)


class WatchRooms:
    """The rooms `watch:<id>`: of those who may look on, and of the players when it is over."""

    kind = "watch"

    def title(self, ref: str) -> str | Promise:
        """The title of the match, and whose room it is."""
        return format_lazy(
            "{title}: {who}", title=lazy_title(_match(ref).title), who=gettext_lazy("watchers")
        )

    def read_refusal(self, ref: str, user: "User | None") -> Refusal | None:
        """Not its players while they play, whoever else they are; of a private one nobody else."""
        match, players = _table(ref)
        if user is not None and user.pk in players:
            return _PLAYING if match.status == MatchStatus.PLAYING else None
        return None if match.is_public or reads_everything(user) else NOT_TO_READ

    def speak_refusal(self, ref: str, user: "User") -> Refusal | None:
        """Whoever may read may speak."""
        return self.read_refusal(ref, user)

    def organiser_pks(self, ref: str) -> frozenset[int]:
        """Watchers are their own."""
        return frozenset()

    def mute_scope(self, ref: str) -> str:
        """That of the event the match belongs to."""
        return _scope(ref)


def watch_rooms_closed(user: "User") -> list[str]:
    """The watchers' rooms of what he is playing: staff too play without advice."""
    playing = Seat.objects.filter(user_id=user.pk, match__status=MatchStatus.PLAYING)
    refs = playing.values_list("match__public_id", flat=True)
    return [f"{WatchRooms.kind}:{ref}" for ref in refs]


def _match(ref: str) -> Match:
    match = Match.objects.defer("snapshot", "rules").filter(public_id=ref).first()
    if match is None:
        raise no_room()
    return match


def _table(ref: str) -> tuple[Match, dict[int, "User"]]:
    """The match and its players by primary key, at one look."""
    seats = Seat.objects.filter(match__public_id=ref).select_related("match", "user")
    found = list(seats.defer("match__snapshot", "match__rules"))
    if not found:
        raise no_room()
    return found[0].match, {seat.user_id: seat.user for seat in found}


def _scope(ref: str) -> str:
    match = _match(ref)
    return owner_of(match.owner).mute_scope(match.owner_ref)
