"""Moments on pages: the event's wall clock, and the reader's own before it where they differ.

The server knows the zone of a reader who has chosen one or has been here before
(accounts/reading.py); static/js/moments.js puts right what it could not know, and writes alike.
"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.dates import MONTHS_3, WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from wire.moments import (
    UTC,
    clock_text,
    day_and_time,
    in_zone,
    is_reader_known,
    near_text,
    with_weekday,
    zone_text,
)
from wire.time import at as moment_of
from wire.time import now_ms

register = template.Library()

#: What a moment is written with: its day and time, all of its date, or only its time.
DAY, FULL, TIME = "day", "full", "time"


@register.simple_tag
def moment(when: datetime | int, zone: str = "", *, style: str = DAY) -> SafeString:
    """A `<time>` of a moment, a datetime or milliseconds since 1970, in an event's zone.

    style: "day"; "full", with the whole date of the event's; or "time", without any day.
    """
    if isinstance(when, int):
        when = moment_of(when)
    local = when.astimezone(ZoneInfo(zone or UTC))
    own = own_text(local, DAY if style == FULL else style)
    return format_html(
        '<time datetime="{}" data-moment="{}" data-zone="{}" data-style="{}" data-text="{}"{}>'
        "<span data-moment-own{}>{}</span> "
        '<span data-moment-zone>{} <span class="zone">{}</span></span></time>',
        local.isoformat(),
        int(when.timestamp() * 1000),
        zone or UTC,
        TIME if style == TIME else DAY,
        _("{own} your time"),
        SafeString(' class="has-own"' if own else ""),
        SafeString("" if own else " hidden"),
        _("{own} your time").format(own=own) if own else "",
        _written(local, style),
        zone_text(local, zone),
    )


def own_text(local: datetime, style: str = DAY) -> str:
    """What the reader's clock shows at an event's moment; "" where it is the same, or unknown."""
    zone = timezone.get_current_timezone()
    own = local.astimezone(zone)
    is_other = own.utcoffset() != local.utcoffset()
    return _written(own, style) if is_reader_known() and is_other else ""


def _written(local: datetime, style: str) -> str:
    if style == TIME:
        return date_format(local, "TIME_FORMAT")
    if style == FULL:
        return day_and_time(local, with_weekday("l", "DATE_FORMAT"))
    return clock_text(local)


@register.simple_tag
def moment_words(when: datetime, zone: str = "") -> str:
    """A moment where no element can stand, with the event's clock beside the reader's."""
    return near_text(in_zone(when, zone))


@register.inclusion_tag("includes/moment_texts.html")
def moment_texts() -> dict[str, Any]:
    """All that static/js/moments.js needs to write a moment as the server does."""
    return {
        "weekdays": ",".join(str(name) for _number, name in sorted(WEEKDAYS_ABBR.items())),
        "months": ",".join(str(name) for _number, name in sorted(MONTHS_3.items())),
        "day_format": get_format("MONTH_DAY_FORMAT"),
        "date_format": with_weekday("D", "SHORT_DATE_FORMAT"),
        "time_format": get_format("TIME_FORMAT"),
    }


@register.simple_tag
def countdown(until: datetime, text: str = "{time}") -> SafeString:
    """How long it is until a moment, counted on by the browser. Nobody is read it every second."""
    left_s = max(0, (int(until.timestamp() * 1000) - now_ms() + 999) // 1000)
    return format_html(
        '<span class="countdown" role="timer" aria-live="off" data-until="{}" data-text="{}">'
        "{}</span>",
        int(until.timestamp() * 1000),
        text,
        text.replace("{time}", left_text(left_s)),
    )


def left_text(seconds: int) -> str:
    """A length of time as static/js/moments.js writes it: 2 d 3 h, 3 h 05 min, 4:09."""
    minutes, rest_s = divmod(seconds, 60)
    hours, rest_min = divmod(minutes, 60)
    days, rest_h = divmod(hours, 24)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=rest_h)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=f"{rest_min:02}")
    return f"{minutes}:{rest_s:02}"
