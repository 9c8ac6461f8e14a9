"""Moments on pages: the event's wall clock by the server, the reader's by static/js/moments.js.

The server does not know where its reader is. It writes the time of the event's zone, with the
offset that is valid on that day; the browser puts the reader's own before it where they differ.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from wire.time import at as moment_of
from wire.time import now, now_ms

register = template.Library()

#: How an unknown zone is shown: none that a card can carry, but pages of old events must not fail.
UTC = "UTC"

DAY_AND_TIME = "D j M, H:i"
TIME = "H:i"


@register.simple_tag
def moment(when: datetime | int, zone: str = "", *, style: str = DAY_AND_TIME) -> SafeString:
    """A `<time>` of a moment, a datetime or milliseconds since 1970, in an event's zone.

    style: a date format; with `H:i` the reader's own time has no day either.
    """
    if isinstance(when, int):
        when = moment_of(when)
    local = when.astimezone(ZoneInfo(zone or UTC))
    if local.year != now().year and style != TIME:
        style = style.replace("j M", "j M Y")
    return format_html(
        '<time datetime="{}" data-moment="{}" data-zone="{}" data-style="{}" data-text="{}">'
        "<span data-moment-own hidden></span> "
        '<span data-moment-zone>{} <span class="zone">{}</span></span></time>',
        local.isoformat(),
        int(when.timestamp() * 1000),
        zone or UTC,
        "time" if style == TIME else "day",
        _("{own} your time"),
        date_format(local, style),
        zone_text(local, zone),
    )


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
        return f"{days} d {rest_h} h"
    if hours:
        return f"{hours} h {rest_min:02} min"
    return f"{minutes}:{rest_s:02}"


def zone_text(local: datetime, zone: str) -> str:
    """A zone for people with its offset on that day, such as "Tallinn, UTC+2"."""
    offset = local.utcoffset() or timedelta()
    minutes = int(offset.total_seconds()) // 60
    sign, (hours, rest) = "−" if minutes < 0 else "+", divmod(abs(minutes), 60)
    text = f"UTC{sign}{hours}" if minutes else UTC
    if rest:
        text += f":{rest:02}"
    city = zone.rpartition("/")[2].replace("_", " ")
    return f"{city}, {text}" if city and city != UTC else text
