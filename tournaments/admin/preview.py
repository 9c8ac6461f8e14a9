"""What would come of a template, before it is stored: its starts, its card, its prizes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from matches.wording import Fact
from tournaments import selectors
from tournaments.calendar import Occurrence, Shift
from tournaments.card import RulesCard, Times
from tournaments.expected import expected_s
from tournaments.models import Kind, Series, Tournament
from tournaments.pages.card import card_facts
from tournaments.pages.card_diff import start_text
from tournaments.pages.satellites import outlook_text
from tournaments.prizes import percent_text
from tournaments.satellites import division
from tournaments.services import card_of, schedule_of
from wire.numbers import decimal_text
from wire.time import now

STARTS_SHOWN = 10
FIELDS_SHOWN = (4, 8, 16, 32, 64)


@dataclass(frozen=True, slots=True)
class Start:
    """One of the next starts, and what is the matter with its hour, if anything is."""

    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Prizes:
    """What so many entrants would play for."""

    entrants: int
    pool_chips: int
    text: str


@dataclass(frozen=True, slots=True)
class Preview:
    """All that staff should see before they say yes.

    target: the name and start of the event its tickets would lead to; None where it is no
    satellite, "" where no such event is announced yet.
    """

    starts: tuple[Start, ...]
    facts: tuple[Fact, ...]
    prizes: tuple[Prizes, ...]
    target: str | None


def preview_of(series: Series) -> Preview:
    """The preview of a template without faults."""
    starts: tuple[Occurrence, ...] = ()
    if series.kind == Kind.SCHEDULED:
        starts = schedule_of(series).after(now(), most=STARTS_SHOWN)
    starts_at = starts[0].starts_at if starts else None
    card = card_of(series, starts_at=starts_at)
    target = None
    if series.target_series_id:
        ends_at = (starts_at or now()) + timedelta(seconds=expected_s(card, series.seats))
        target = selectors.target_for(series, ends_at=ends_at)
        card = card_of(series, starts_at=starts_at, target=target)
    return Preview(
        starts=tuple(Start(_start_text(each), _shift_text(each)) for each in starts),
        facts=card_facts(card),
        prizes=tuple(_prizes(card)) if target or not series.target_series_id else (),
        target=_target_text(target) if series.target_series_id else None,
    )


def _target_text(target: Tournament | None) -> str:
    times = target.rules_card.times if target else None
    return f"{target}: {start_text(times)}" if target and times else ""


def _prizes(card: RulesCard) -> Iterator[Prizes]:
    """Fields of several sizes; a Sit&Go has one."""
    sizes = [size for size in FIELDS_SHOWN if card.min_entrants <= size < card.seats]
    for entrants in (*sizes, card.seats):
        yield Prizes(entrants, card.pool_chips(entrants), _prizes_text(card, entrants))


def _prizes_text(card: RulesCard, entrants: int) -> str:
    if card.satellite is not None:
        return _tickets_text(card, entrants)
    shares = card.shares_for(entrants)
    ladder = shares.ladder(card.pool_chips(entrants))
    texts = [
        f"{chips} ({decimal_text(percent_text(percent))} %)"
        for chips, percent in zip(ladder, shares.percents, strict=True)
    ]
    return ", ".join(
        f"{number} × {text}" if number > 1 else text for text, number in Counter(texts).items()
    )


def _tickets_text(card: RulesCard, entrants: int) -> str:
    """Tickets, and what becomes of the rest."""
    terms, pool_chips = card.satellite, card.buy_in_chips * entrants
    assert terms is not None
    divided = division(
        terms, pool_chips=pool_chips, entrants=entrants, buy_in_chips=card.buy_in_chips
    )
    return outlook_text(
        selectors.SatelliteOutlook(
            entrants, pool_chips, terms.ticket_chips, terms.again_chips, divided
        )
    )


def _start_text(occurrence: Occurrence) -> str:
    return start_text(Times(starts_at=occurrence.starts_at, zone=occurrence.zone))


def _shift_text(occurrence: Occurrence) -> str:
    wall = f"{occurrence.wall:%H:%M}"
    if occurrence.shift is Shift.MISSING:
        return _("The clocks skip {wall} that day.").format(wall=wall)
    if occurrence.shift is Shift.TWICE:
        return _("It is {wall} twice that day; the first is meant.").format(wall=wall)
    return ""
