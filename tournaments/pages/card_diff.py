"""What a change of a rules card changed, line by line: for entrants, and for staff beforehand."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.calendar import zone_of
from tournaments.card import RulesCard, Times, card_from_dict
from tournaments.models import Tournament
from tournaments.pages.card import card_facts
from tournaments.prizes import percent_text
from wire.moments import with_weekday
from wire.numbers import decimal_text


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of the card, before and after; "" where the card had, or has, no such line."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class CardChange:
    """A version and what it changed; `reason` is empty where a series was changed."""

    version: int
    made_at: datetime
    reason: str
    lines: tuple[CardLine, ...]


def card_changes(tournament: Tournament) -> tuple[CardChange, ...]:
    """Every change of an event's card, the latest first."""
    versions = list(tournament.card_versions.order_by("version"))
    cards = [card_from_dict(each.card) for each in versions]
    changes = [
        CardChange(after.version, after.made_at, after.reason, card_diff(old, new))
        for after, old, new in zip(versions[1:], cards, cards[1:], strict=False)
    ]
    return tuple(reversed(changes))


def card_diff(old: RulesCard, new: RulesCard) -> tuple[CardLine, ...]:
    """The lines in which two cards differ, in the order of the newer one."""
    before, after = dict(_lines(old)), dict(_lines(new))
    labels = dict.fromkeys((*after, *before))
    found = (CardLine(label, before.get(label, ""), after.get(label, "")) for label in labels)
    return tuple(line for line in found if line.old != line.new)


def start_text(times: Times) -> str:
    """A start on the clocks of its zone, with the offset that is valid on that day."""
    local = times.starts_at.astimezone(zone_of(times.zone))
    offset = f"{local:%z}"
    day = date_format(local, with_weekday("D", "SHORT_DATETIME_FORMAT"))
    return f"{day} ({times.zone}, UTC{offset[:3]}:{offset[3:5]})"


def _lines(card: RulesCard) -> Iterator[tuple[str, str]]:
    """The card in sentences, and what a page shows elsewhere: name, start and shares."""
    yield _("Name"), card.name
    if card.times is not None:
        yield _("Starts at"), start_text(card.times)
    for fact in card_facts(card):
        yield fact.label, fact.value
    if card.shares is not None:
        percents = (decimal_text(percent_text(each)) for each in card.shares.percents)
        yield _("Prize shares"), ", ".join(f"{percent} %" for percent in percents)
