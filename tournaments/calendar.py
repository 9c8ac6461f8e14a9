"""When the events of a series start: a first day, a wall clock in a named zone, an RFC 5545 rule.

Pure: the present comes in as an argument, nothing is stored. The wall clock is what was
promised, so each day's own offset makes an instant of it, never the offset of today.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

from wire.zones import zone_names

LONGEST_RULE = 200
MOST_COUNT = 10_000
MOST_INTERVAL = 1_000
FIRST_YEAR, LAST_YEAR = 2000, 2099

#: The calendar repeats to the day every 400 years. Rules are read so much later because they
#: are followed until the year 9999: one that never comes true is then given up after 0.1 s.
_LATER = 400 * 19

_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_TOO_FINE = ("SECONDLY", "MINUTELY", "HOURLY")
#: The highest number, counted from either end, in a part that picks days.
_MOST = {"BYMONTH": 12, "BYMONTHDAY": 31, "BYYEARDAY": 366, "BYWEEKNO": 53, "BYSETPOS": 366}
_WEEKDAY = re.compile(r"([+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
#: The highest number before a weekday: FREQ=MONTHLY;BYDAY=-1FR is the last Friday of a month.
_MOST_WEEKDAY = {"MONTHLY": 5, "YEARLY": 5}
_SIGNED = re.compile(r"[+-]?\d{1,3}", re.ASCII)
_TIME_PARTS = ("BYHOUR", "BYMINUTE", "BYSECOND")
_UNTIL = re.compile(r"(\d{8})(T\d{6}Z?)?", re.ASCII)


def _(text: str) -> str:
    """Mark a sentence for the translators; it becomes a language where it is shown."""
    return text


class CalendarError(ValueError):
    """A schedule that cannot be followed. `code` names what is the matter, for machines.

    text: an English template, filled from `facts`.
    """

    def __init__(self, code: str, text: str, **facts: str | int) -> None:
        super().__init__(text.format(**facts))
        self.code = code
        self.text = text
        self.facts = facts


class Shift(Enum):
    """What the change of a clock does to a wall-clock time on one day."""

    NONE = "none"
    MISSING = "missing"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One start.

    wall: what the schedule says, without a zone. starts_at: the instant, in UTC. A wall clock
    that is MISSING on its day is moved forward by what the clocks are put on; of one that comes
    TWICE the first is meant.
    """

    wall: datetime
    starts_at: datetime
    zone: str
    shift: Shift = Shift.NONE

    @property
    def local(self) -> datetime:
        """The start on the clocks of its zone that day, with the offset valid then."""
        return self.starts_at.astimezone(zone_of(self.zone))


@dataclass(frozen=True, slots=True)
class Schedule:
    """First day, wall clock, zone, and an RFC 5545 rule; without a rule the first day alone.

    Raises CalendarError where it cannot be followed: `zone`, `first_day`, `rule`, `too_fine`.
    """

    first_day: date
    at: time
    zone: str
    rule: str = ""

    def __post_init__(self) -> None:
        zone_of(self.zone)
        if not FIRST_YEAR <= self.first_day.year <= LAST_YEAR:
            text = _("The first day must lie between the years {first} and {last}.")
            raise CalendarError("first_day", text, first=FIRST_YEAR, last=LAST_YEAR)
        _rule_of(self)

    def after(self, moment: datetime, *, most: int) -> tuple[Occurrence, ...]:
        """The next starts later than an aware moment, at most so many."""
        return tuple(islice(self._later_than(moment), most))

    def between(self, after: datetime, until: datetime) -> tuple[Occurrence, ...]:
        """The starts later than `after` and no later than `until`."""
        coming = self._later_than(after)
        return tuple(takewhile(lambda each: each.starts_at <= until, coming))

    def has(self, moment: datetime) -> bool:
        """Whether a start falls on exactly this moment."""
        return bool(self.between(moment - timedelta(microseconds=1), moment))

    def _later_than(self, moment: datetime) -> Iterator[Occurrence]:
        """Starts after a moment, each instant once: a skipped day falls together with the next."""
        latest = moment
        for wall in _walls(self):
            found = resolve(wall, self.zone)
            if found.starts_at > latest:
                latest = found.starts_at
                yield found


def resolve(wall: datetime, zone: str) -> Occurrence:
    """The instant of a wall-clock time on its day, and whether it had to be decided on."""
    tz = zone_of(zone)
    first, second = (wall.replace(tzinfo=tz, fold=fold) for fold in (0, 1))
    starts_at = first.astimezone(UTC)
    if first.utcoffset() == second.utcoffset():
        shift = Shift.NONE
    elif starts_at.astimezone(tz).replace(tzinfo=None) == wall:
        shift = Shift.TWICE
    else:
        shift = Shift.MISSING
    return Occurrence(wall, starts_at, zone, shift)


def zone_of(name: str) -> ZoneInfo:
    """The zone of a name. Raises CalendarError `zone`."""
    if name not in zone_names():
        text = _("There is no time zone “{zone}”. Names are such as Europe/Tallinn.")
        raise CalendarError("zone", text, zone=name)
    return ZoneInfo(name)


def _walls(schedule: Schedule) -> Iterator[datetime]:
    """Wall-clock times in their order, from the first day on."""
    if not schedule.rule.strip():
        yield datetime.combine(schedule.first_day, schedule.at)
        return
    for later in _rule_of(schedule) or ():
        wall = later.replace(year=later.year - _LATER)
        if wall.year > LAST_YEAR:
            return
        yield wall


def _rule_of(schedule: Schedule) -> rrule | None:
    """The rule as dateutil follows it, moved to later years. None without a rule."""
    if not schedule.rule.strip():
        return None
    parts = _parts_of(schedule.rule)
    until = _until_of(parts.pop("UNTIL", ""), schedule.zone)
    first = datetime.combine(schedule.first_day, schedule.at)
    text = ";".join(f"{name}={value}" for name, value in parts.items())
    try:
        rule = rrulestr(text, dtstart=first.replace(year=first.year + _LATER))
        assert isinstance(rule, rrule)
        return rule.replace(until=until.replace(year=until.year + _LATER)) if until else rule
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        raise _unreadable(schedule.rule) from None


def _parts_of(text: str) -> dict[str, str]:
    """The parts of a rule that may stand in one. Raises CalendarError `rule` or `too_fine`."""
    line = text.strip().upper().removeprefix("RRULE:").rstrip(";")
    pairs = [part.partition("=") for part in line.split(";")]
    parts = {name.strip(): value.strip() for name, _equals, value in pairs}
    if len(line) > LONGEST_RULE or len(parts) < len(pairs) or not all(parts.values()):
        raise _unreadable(text)
    if parts.get("FREQ") in _TOO_FINE or parts.keys() & set(_TIME_PARTS):
        said = _("Events are at most once a day, at the start time: no hours, minutes or seconds.")
        raise CalendarError("too_fine", said)
    known = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST", *_MOST}
    if parts.get("FREQ") not in _FREQUENCIES or not parts.keys() <= known or not _picks_days(parts):
        raise _unreadable(text)
    for name, most in (("INTERVAL", MOST_INTERVAL), ("COUNT", MOST_COUNT)):
        number = parts.get(name, "1")
        if not re.fullmatch(r"\d{1,9}", number, re.ASCII) or not 1 <= int(number) <= most:
            said = _("{name} in a repeat rule is a number from 1 to {most}.")
            raise CalendarError("rule", said, name=name, most=most)
    if "COUNT" in parts and "UNTIL" in parts:
        raise CalendarError("rule", _("A repeat rule ends by COUNT or by UNTIL, not by both."))
    return parts


def _picks_days(parts: dict[str, str]) -> bool:
    """Whether every part that picks days names days, weeks or months that there are."""
    for name, most in _MOST.items():
        for word in parts[name].split(",") if name in parts else ():
            if not _SIGNED.fullmatch(word) or not 1 <= abs(int(word)) <= most:
                return False
    most_weekday = _MOST_WEEKDAY.get(parts["FREQ"], 0)
    for word in (*parts.get("BYDAY", "MO").split(","), parts.get("WKST", "MO")):
        found = _WEEKDAY.fullmatch(word)
        if found is None or (found[1] and not 1 <= abs(int(found[1])) <= most_weekday):
            return False
    return True


def _until_of(text: str, zone: str) -> datetime | None:
    """The last moment of a rule on the wall clocks of its zone; a day alone includes that day."""
    if not text:
        return None
    found = _UNTIL.fullmatch(text)
    try:
        if found is None:
            raise ValueError(text)
        day, clock = found.groups()
        if clock is None:
            moment = datetime.combine(datetime.strptime(day, "%Y%m%d"), time.max)
        else:
            moment = datetime.strptime(day + clock.rstrip("Z"), "%Y%m%dT%H%M%S")
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise ValueError(text)
    except ValueError:
        said = _("UNTIL in a repeat rule is a day such as 20261231.")
        raise CalendarError("rule", said) from None
    if clock is not None and clock.endswith("Z"):
        return moment.replace(tzinfo=UTC).astimezone(zone_of(zone)).replace(tzinfo=None)
    return moment


def _unreadable(text: str) -> CalendarError:
    said = _("We cannot follow the repeat rule “{rule}”. Try FREQ=DAILY or FREQ=WEEKLY;BYDAY=SA.")
    return CalendarError("rule", said, rule=text[:LONGEST_RULE])
