"""Everything that is the matter with a template, with what must be read to know it."""

from datetime import datetime, timedelta

from tournaments.calendar import CalendarError, Occurrence, Schedule
from tournaments.card_faults import CardFault, Plan, Target, faults_of
from tournaments.formats import FORMATS
from tournaments.models import Kind, Series
from tournaments.wording import TIE_BREAK_WORDS

#: How far ahead starts are looked at for missing and doubled hours.
LOOK_AHEAD = timedelta(days=365)
LONGEST_CHAIN = 20


def card_faults(series: Series, *, moment: datetime) -> tuple[CardFault, ...]:
    """Every reason at once why no event of this template can work, then the notes.

    The template may be a changed one that is not stored. Empty: it works.
    """
    schedule, error = _schedule_of(series)
    return faults_of(
        Plan(
            columns=series,
            formats=frozenset(FORMATS),
            tie_breaks=frozenset(TIE_BREAK_WORDS),
            was_kind=_stored_kind(series),
            schedule=schedule,
            schedule_error=error,
            coming=_coming(schedule, moment) if schedule else (),
            target=_target_of(series, moment),
        )
    )


def _stored_kind(series: Series) -> str:
    stored = Series.objects.filter(pk=series.pk).values_list("kind", flat=True)
    return stored.first() or ""


def _schedule_of(series: Series) -> tuple[Schedule | None, CalendarError | None]:
    first, at = series.first_date, series.start_time
    if series.kind != Kind.SCHEDULED or first is None or at is None:
        return None, None
    try:
        return Schedule(first, at, series.time_zone, series.recurrence), None
    except CalendarError as error:
        return None, error


def _coming(schedule: Schedule, moment: datetime) -> tuple[Occurrence, ...]:
    """The starts of the next year, or the next one if that is later."""
    return schedule.between(moment, moment + LOOK_AHEAD) or schedule.after(moment, most=1)


def _target_of(series: Series, moment: datetime) -> Target | None:
    target = series.target_series
    if target is None:
        return None
    schedule, _error = _schedule_of(target)
    return Target(
        name=target.name,
        is_scheduled=target.kind == Kind.SCHEDULED,
        is_open=target.is_open,
        seats=target.seats,
        cost_chips=target.buy_in_chips + target.fee_chips,
        has_coming=schedule is not None and bool(schedule.after(moment, most=1)),
        is_cycle=_leads_back(series, target),
    )


def _leads_back(series: Series, target: Series) -> bool:
    """Whether following the tickets from a target comes to the series again."""
    link: Series | None = target
    for _step in range(LONGEST_CHAIN):
        if link is None:
            return False
        if link.pk == series.pk:
            return True
        link = link.target_series
    return True
