"""Moments in sentences: the reader's clock, and that of an event beside it where they differ.

A moment whose datetime stands in a zone of its own is one of an event's. Pages say the same in
`tournaments/templatetags/moments.py`, scripts in static/js/moments.js.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from wire.time import now

UTC: Final = "UTC"


def is_reader_known() -> bool:
    """Whether the reader's zone is known: the house's own is what nobody has chosen."""
    return timezone.get_current_timezone_name() != settings.TIME_ZONE


def moment_text(moment: datetime) -> str:
    """A moment with its whole date: for what is read much later."""
    return _told(moment, lambda local: date_format(local, "SHORT_DATETIME_FORMAT"))


def near_text(moment: datetime) -> str:
    """A moment with its day of the week, and the year only where it is another one."""
    return _told(moment, clock_text)


def _told(moment: datetime, write: Callable[[datetime], str]) -> str:
    """By the reader's clock, an event's beside it; UTC is named where nobody chose a zone."""
    zone = getattr(moment.tzinfo, "key", UTC)
    own = timezone.localtime(moment)
    if zone == UTC:
        return write(own) if is_reader_known() else f"{write(own)} {UTC}"
    if not is_reader_known() or own.utcoffset() == moment.utcoffset():
        return f"{write(moment)} ({zone_text(moment, zone)})"
    is_same_day = own.date() == moment.date()
    there = date_format(moment, "TIME_FORMAT") if is_same_day else write(moment)
    return _("{own} your time ({there} {zone})").format(
        own=write(own), there=there, zone=zone_text(moment, zone)
    )


def in_zone(moment: datetime, zone: str) -> datetime:
    """A moment of an event, by its clock; one without a zone of its own stays as it is."""
    return moment.astimezone(ZoneInfo(zone)) if zone and zone != UTC else moment


def clock_text(local: datetime) -> str:
    """A wall clock in the form of the language; the year only where it is another one."""
    is_this_year = local.year == now().year
    form = "MONTH_DAY_FORMAT" if is_this_year else with_weekday("D", "SHORT_DATE_FORMAT")
    return day_and_time(local, form)


def day_and_time(local: datetime, form: str) -> str:
    """A wall clock, its day by this format."""
    day, time = date_format(local, form), date_format(local, "TIME_FORMAT")
    return pgettext("a moment", "{day}, {time}").format(day=day, time=time)


def with_weekday(weekday: str, form: str) -> str:
    """A format of the language with the day of the week before it: "D" short, "l" whole."""
    return f"{weekday} {get_format(form)}"


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
