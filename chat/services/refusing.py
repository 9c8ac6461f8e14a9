"""A line that stays unsaid: its sender is told why, staff can read it, nobody else hears of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction

from chat.filters.draft import Stopped
from chat.models import LONGEST_ORIGINAL, RefusedLine
from moderation.services import case_hold
from wire.errors import Forbidden, Malformed, PlatformError, Refused, TooFast
from wire.time import now_ms

if TYPE_CHECKING:
    from accounts.models import User

#: What kind of no each code is; the rest are judgements on what was written.
_ERRORS: Final[Mapping[str, type[PlatformError]]] = {
    "chat.empty": Malformed,
    "chat.too_long": Malformed,
    "chat.muted": Forbidden,
    "chat.calm": Forbidden,
    "chat.flood": TooFast,
    "chat.slow": TooFast,
}

#: Nothing was written, so there is nothing to keep.
_NOT_KEPT: Final = frozenset({"chat.empty"})

#: Of what one person is refused within a minute so many lines are kept: the rest of a storm
#: tells staff nothing new.
MOST_KEPT: Final = 20
_MINUTE_MS: Final = 60_000

#: So many refusals for what offends or advertises within ten minutes, and staff have a look.
GRAVE: Final = frozenset({"chat.offensive", "chat.advert"})
HELD_FROM: Final = 3
HELD_WITHIN_MS: Final = 600_000


def line_refuse(
    *, room: str, user: "User", text: str, stopped: Stopped, request_id: str = ""
) -> PlatformError:
    """Keep a refused line for staff; what its sender is to be told, for the caller to raise.

    The same request again is kept once. Somebody who is refused for grave reasons again and
    again is put before staff, nothing more: no punishment follows from a filter.
    """
    refusal = stopped.refusal
    if refusal.code not in _NOT_KEPT:
        _line_keep(
            RefusedLine(
                room=room,
                user=user,
                text=text[:LONGEST_ORIGINAL],
                code=refusal.code,
                evidence=stopped.evidence[:100],
                at_ms=now_ms(),
                request_id=request_id,
            )
        )
    kind = _ERRORS.get(refusal.code, Refused)
    return kind(refusal.code, refusal.text, **refusal.facts)


@transaction.atomic
def _line_keep(line: RefusedLine) -> None:
    lately = RefusedLine.objects.filter(user_id=line.user_id, at_ms__gt=line.at_ms - _MINUTE_MS)
    if line.code not in GRAVE and lately[:MOST_KEPT].count() >= MOST_KEPT:
        return
    try:
        with transaction.atomic():
            line.save(force_insert=True)
    except IntegrityError:  # kept already
        return
    if line.code in GRAVE:
        _hold_if_repeated(line)


def _hold_if_repeated(line: RefusedLine) -> None:
    grave = RefusedLine.objects.filter(
        user_id=line.user_id, code__in=GRAVE, at_ms__gt=line.at_ms - HELD_WITHIN_MS
    )
    lines = list(grave.order_by("pk").values("text", "code", "evidence", "room", "at_ms"))
    if len(lines) >= HELD_FROM:
        case_hold(user=line.user, room=line.room, lines=lines)
