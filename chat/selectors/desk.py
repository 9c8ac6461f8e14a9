"""Reading talk for staff: rooms with everything in them, and looking for words.

A search looks through so many lines and says how far that was; whoever wants more asks again from
there. So it costs the same whatever is asked of however long a record.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from chat.models import Message, RefusedLine, RoomState

#: Lines one search looks through, and those it shows.
MOST_LOOKED: Final = 50_000
MOST_FOUND: Final = 100
MOST_WORDS: Final = 5

#: Lines on the page of a room.
ROOM_LINES: Final = 100

#: Keys are given before the time is written: so many lines may stand out of their order.
_SLACK: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for. Every condition that is given must hold.

    words: each is in the line, anywhere, in any case. user_pks: said by one of these; None for
    anybody. before: only lines before this key, 0 for all. but_rooms: rooms that are left out.
    """

    words: Sequence[str] = ()
    user_pks: Sequence[int] | None = None
    room: str = ""
    since_ms: int | None = None
    until_ms: int | None = None
    before: int = 0
    but_rooms: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found, the newest first.

    looked: lines looked through. back_to_ms: how far back, None where it was to the beginning.
    before: where looking further back begins, 0 where there is nothing older.
    """

    lines: Sequence[Message]
    looked: int
    back_to_ms: int | None = None
    before: int = 0


def lines_found(wanted: Wanted, *, most_looked: int = MOST_LOOKED) -> Found:
    """The lines that fit, among the newest `most_looked` that could."""
    within = _within(wanted)
    floor = within.values_list("pk", "at_ms")[most_looked : most_looked + 1].first()
    fits = within.filter(pk__gt=floor[0]) if floor else within
    for word in list(wanted.words)[:MOST_WORDS]:
        fits = fits.filter(Q(text__icontains=word) | Q(original__icontains=word))
    lines = list(fits.select_related("user")[: MOST_FOUND + 1])
    if len(lines) > MOST_FOUND:
        lines = lines[:MOST_FOUND]
        last = lines[-1]
        looked = within.filter(pk__gte=last.pk)[:most_looked].count()
        return Found(lines=lines, looked=looked, back_to_ms=last.at_ms, before=last.pk)
    if floor:
        pk, at_ms = floor
        return Found(lines=lines, looked=most_looked, back_to_ms=at_ms, before=pk + 1)
    return Found(lines=lines, looked=within[:most_looked].count())


def _within(wanted: Wanted) -> QuerySet[Message]:
    """The lines that could fit but for their words, by indexes alone, the newest first."""
    lines = Message.objects.order_by("-pk")
    if wanted.room:
        lines = lines.filter(room=wanted.room)
    if wanted.but_rooms:
        lines = lines.exclude(room__in=wanted.but_rooms)
    if wanted.user_pks is not None:
        lines = lines.filter(user_id__in=list(wanted.user_pks))
    if wanted.since_ms is not None:
        first = Message.objects.filter(at_ms__gte=wanted.since_ms).order_by("at_ms", "pk")
        key = first.values_list("pk", flat=True).first()
        lines = lines.none() if key is None else lines.filter(pk__gte=key - _SLACK)
        lines = lines.filter(at_ms__gte=wanted.since_ms)
    if wanted.until_ms is not None:
        last = Message.objects.filter(at_ms__lte=wanted.until_ms).order_by("-at_ms", "-pk")
        key = last.values_list("pk", flat=True).first()
        lines = lines.none() if key is None else lines.filter(pk__lte=key + _SLACK)
        lines = lines.filter(at_ms__lte=wanted.until_ms)
    return lines.filter(pk__lt=wanted.before) if wanted.before else lines


def room_lines(room: str, *, before: int = 0) -> tuple[list[Message | RefusedLine], int]:
    """(everything of a room in the order it was written, the key before which there is more).

    Hidden and refused lines stand among the others; the key is 0 where nothing is older.
    """
    lines = Message.objects.filter(room=room).select_related("user", "reply_to__user")
    if before:
        lines = lines.filter(pk__lt=before)
    said = list(lines.order_by("-pk")[: ROOM_LINES + 1])
    more = said[ROOM_LINES - 1].pk if len(said) > ROOM_LINES else 0
    said = said[:ROOM_LINES]
    refused = RefusedLine.objects.filter(room=room).select_related("user")
    if more:
        refused = refused.filter(at_ms__gte=said[-1].at_ms)
    if before and said:
        refused = refused.filter(at_ms__lte=said[0].at_ms)
    unsaid = list(refused.order_by("-pk")[:ROOM_LINES])
    return sorted([*said, *unsaid], key=lambda line: line.at_ms), more


def line_rooms() -> list[RoomState]:
    """The rooms that staff have slowed or calmed, the latest first."""
    held = RoomState.objects.filter(Q(slow_s__gt=0) | Q(is_calm=True))
    return list(held.order_by("-updated_at")[:ROOM_LINES])
