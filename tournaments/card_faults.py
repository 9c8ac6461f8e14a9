"""What is the matter with a template: small checks, so that staff read every reason at once.

Checks look at a `Plan`, gathered by `selectors.card_faults`, and read nothing themselves.
A further condition is one more function in the list.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from backgammon import NotationError, find_variant
from backgammon.variants import HOUSE_RULES
from chat.naming import text_refusal
from tournaments.calendar import CalendarError, Occurrence, Schedule, Shift
from tournaments.card import SEAT_COUNTS, SIT_AND_GO
from tournaments.card_texts import Unreadable, breaks_of, lengths_of, pairs_of, words_of
from tournaments.prizes import ChipShares, SharesError, percents_of
from wire.plurals import counted
from wire.texts import sentence

#: By format: the fewest and the most entrants it can hold, where that is limited.
FIELD_LIMITS: Mapping[str, tuple[int, int]] = {"round_robin": (2, 8), "groups": (4, 512)}
#: Formats with places for whoever comes later, and for whoever comes back.
LATE_FORMATS = ("knockout", "swiss")
BUY_BACK_FORMATS = ("knockout",)
SWING = "swing"
#: What the house can owe for one event and every database can count.
MOST_GUARANTEE_CHIPS = 1_000_000_000

Read = TypeVar("Read")


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True)
class CardFault:
    """One reason why a card cannot work, at the column of the template it belongs to.

    A note (`is_note`) is no reason against: something staff should know before they say yes.
    """

    code: str
    field: str
    text: str
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    is_note: bool = False

    @property
    def sentence(self) -> str:
        """The reason in the reader's language."""
        return sentence(self.text, dict(self.facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The series to which a satellite's tickets lead.

    has_coming: whether its calendar has a start to come. is_cycle: whether its own tickets
    lead back.
    """

    name: str
    is_scheduled: bool
    is_open: bool
    seats: int
    cost_chips: int
    has_coming: bool
    is_cycle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A template's columns as they are stored, and what must be known beside them.

    schedule: None for a Sit&Go and where it cannot be followed; `schedule_error` says why.
    was_kind: what the stored template is, "" for a new one.
    coming: its starts of the next year, at least one if there is one. formats, tie_breaks:
    every key there is.
    """

    columns: Any
    formats: frozenset[str]
    tie_breaks: frozenset[str]
    was_kind: str = ""
    schedule: Schedule | None = None
    schedule_error: CalendarError | None = None
    coming: tuple[Occurrence, ...] = ()
    target: Target | None = None

    @property
    def is_sit_and_go(self) -> bool:
        """Whether it starts when its last seat is taken."""
        return bool(self.columns.kind == SIT_AND_GO)

    @property
    def cost_chips(self) -> int:
        """What an entrant pays."""
        return int(self.columns.buy_in_chips + self.columns.fee_chips)


Check = Callable[[Plan], Iterable[CardFault]]


def kind_faults(plan: Plan) -> Iterable[CardFault]:
    """A template that stays what it is: its events keep their columns."""
    if plan.was_kind and plan.columns.kind != plan.was_kind:
        text = _("What starts when it is full cannot become scheduled: make another template.")
        if plan.is_sit_and_go:
            text = _("What is scheduled cannot become a Sit&Go: make another template.")
        yield CardFault("card.kind_is_fixed", "kind", text)


def name_faults(plan: Plan) -> Iterable[CardFault]:
    """A name that reads the same wherever it stands, offends nobody and advertises nothing."""
    if not plan.columns.name.isprintable():
        text = _("A name is one line of printable characters.")
        yield CardFault("card.unprintable_name", "name", text)
    elif (no := text_refusal(plan.columns.name)) is not None:
        yield CardFault(no.code, "name", no.text)


def format_faults(plan: Plan) -> Iterable[CardFault]:
    """A format, a game that its public may play, and tie-breaks that exist."""
    columns = plan.columns
    if columns.format not in plan.formats:
        text = _("There is no format called “{format}”.")
        yield CardFault("card.unknown_format", "format", text, {"format": columns.format})
    try:
        find_variant(columns.variant)
    except NotationError:
        text = _("There is no game called “{game}”.")
        yield CardFault("card.unknown_game", "variant", text, {"game": columns.variant})
    if not columns.is_private and HOUSE_RULES.keys() & set(columns.variant.split("+")):
        text = _("House variants are for private events and tables, never for a public event.")
        yield CardFault("card.house_variant", "variant", text)
    for word in words_of(columns.tie_breaks):
        if word not in plan.tie_breaks:
            text = _("There is no tie-break called “{word}”.")
            yield CardFault("card.unknown_tie_break", "tie_breaks", text, {"word": word})


def field_faults(plan: Plan) -> Iterable[CardFault]:
    """A field the format can hold, and a fewest that is not above the most."""
    columns = plan.columns
    fewest = columns.seats if plan.is_sit_and_go else columns.min_entrants
    if plan.is_sit_and_go and columns.seats not in SEAT_COUNTS:
        text = _("A Sit&Go has {sizes} seats.")
        sizes = {"sizes": ", ".join(str(size) for size in SEAT_COUNTS)}
        yield CardFault("card.sit_and_go_seats", "seats", text, sizes)
    if fewest > columns.seats:
        text = _("It would never start. Entrants it needs: {fewest}; seats it has: {seats}.")
        facts = {"fewest": fewest, "seats": columns.seats}
        yield CardFault("card.fewest_above_seats", "min_entrants", text, facts)
    least, most = FIELD_LIMITS.get(columns.format, (2, columns.seats))
    if columns.seats > most:
        text = counted(
            "This format holds at most {most} entrant.",
            "This format holds at most {most} entrants.",
            by="most",
        )
        yield CardFault("card.field_too_large", "seats", text, {"most": most})
    if fewest < least:
        text = _("This format needs {least} entrants or more.")
        at = "seats" if plan.is_sit_and_go else "min_entrants"
        yield CardFault("card.field_too_small", at, text, {"least": least})
    if columns.format == "swiss" and columns.round_count >= fewest:
        text = _(
            "Rounds without a second meeting: {most} at most where so few may enter: {fewest}."
        )
        facts = {"fewest": fewest, "most": fewest - 1}
        yield CardFault("card.too_many_rounds", "round_count", text, facts)
    if word := _unreadable(pairs_of, columns.apart):
        text = _("“{word}” is no pair. Write two names with a colon between, such as alice:bob.")
        yield CardFault("card.unreadable_pairs", "apart", text, {"word": word})
    elif columns.apart.strip() and columns.format != "swiss":
        text = _("Only a Swiss can keep players apart: elsewhere the bracket says who meets whom.")
        yield CardFault("card.pairs_in_format", "apart", text)


def match_faults(plan: Plan) -> Iterable[CardFault]:
    """Lengths and breaks that can be read; a swing with stacks for at least one point."""
    columns = plan.columns
    if word := _unreadable(lengths_of, columns.round_lengths):
        text = _("“{word}” is no match length. Lengths are 1 to 25 points, such as 3 3 5 7.")
        yield CardFault("card.unreadable_lengths", "round_lengths", text, {"word": word})
    if word := _unreadable(breaks_of, columns.breaks):
        text = _(
            "“{word}” is no break. Write round:minutes, such as 3:10 for ten minutes after"
            " round 3; each round once, at most 240 minutes."
        )
        yield CardFault("card.unreadable_breaks", "breaks", text, {"word": word})
    if columns.format == SWING and columns.swing_rate > columns.swing_stack:
        text = _("With {stack} chips nobody could pay for a point at {rate}.")
        facts = {"stack": columns.swing_stack, "rate": columns.swing_rate}
        yield CardFault("card.swing_stack", "swing_stack", text, facts)
    if columns.format == SWING and columns.is_rated:
        text = _("Only matches to points are rated; a swing is played for stacks.")
        yield CardFault("card.cannot_be_rated", "is_rated", text)


def prize_faults(plan: Plan) -> Iterable[CardFault]:
    """Shares that add up, no more of them than entrants; chips only where chips are paid."""
    columns = plan.columns
    if columns.guarantee_chips > MOST_GUARANTEE_CHIPS:
        text = _("The house guarantees at most {most} chips.")
        facts = {"most": MOST_GUARANTEE_CHIPS}
        yield CardFault("card.guarantee_too_large", "guarantee_chips", text, facts)
    if not columns.prize_shares.strip():
        return
    if plan.target:
        text = _("A satellite pays tickets: leave the prize shares empty.")
        yield CardFault("card.shares_in_satellite", "prize_shares", text)
    try:
        percents = ChipShares(percents_of(columns.prize_shares.split())).percents
    except SharesError as error:
        yield CardFault("card.shares", "prize_shares", error.text, error.facts)
        return
    if len(percents) > columns.seats:
        text = _("There are more prizes ({prizes}) than entrants ({seats}).")
        facts = {"prizes": len(percents), "seats": columns.seats}
        yield CardFault("card.more_prizes_than_entrants", "prize_shares", text, facts)


def satellite_faults(plan: Plan) -> Iterable[CardFault]:
    """Tickets that lead somewhere, cost more than the way there, and can be paid."""
    columns, target = plan.columns, plan.target
    if target is None:
        if columns.guaranteed_tickets:
            text = _("Tickets can be guaranteed only when they lead to an event.")
            yield CardFault("card.tickets_to_nowhere", "guaranteed_tickets", text)
        return
    facts = {"target": target.name, "cost": target.cost_chips, "own": plan.cost_chips}
    if target.is_cycle:
        text = _("Its tickets would lead back to itself. Choose another event.")
        yield CardFault("card.satellite_cycle", "target_series", text)
    elif not target.is_scheduled:
        text = _("{target} is a Sit&Go. Tickets lead to scheduled events.")
        yield CardFault("card.target_not_scheduled", "target_series", text, facts)
    elif columns.is_open and not (target.is_open and target.has_coming):
        text = _("{target} has no event to come, so its tickets would lead nowhere.")
        yield CardFault("card.target_without_event", "target_series", text, facts)
    if not target.is_cycle and target.cost_chips <= plan.cost_chips:
        text = _("An entry to {target} costs {cost} chips: its satellite must cost less than that.")
        yield CardFault("card.target_not_dearer", "target_series", text, facts)
    yield from _ticket_faults(plan, target)


def _ticket_faults(plan: Plan, target: Target) -> Iterable[CardFault]:
    columns = plan.columns
    tickets, pool_chips = columns.guaranteed_tickets, columns.seats * columns.buy_in_chips
    if tickets > columns.seats:
        text = counted(
            "{tickets} ticket is guaranteed, but only {seats} can play for it.",
            "{tickets} tickets are guaranteed, but only {seats} can play for them.",
            by="tickets",
        )
        facts = {"tickets": tickets, "seats": columns.seats}
        yield CardFault("card.more_tickets_than_entrants", "guaranteed_tickets", text, facts)
    if tickets > target.seats:
        text = _("More tickets are guaranteed ({tickets}) than {target} has places ({seats}).")
        facts = {"tickets": tickets, "target": target.name, "seats": target.seats}
        yield CardFault("card.more_tickets_than_places", "guaranteed_tickets", text, facts)
    if not tickets and not target.is_cycle and pool_chips < target.cost_chips:
        text = _(
            "Even full it collects {pool} chips, and a ticket costs {cost}: nobody could win one."
        )
        facts = {"pool": pool_chips, "cost": target.cost_chips}
        yield CardFault("card.no_ticket", "buy_in_chips", text, facts)
    if columns.guarantee_chips:
        text = _("A satellite guarantees tickets, not chips.")
        yield CardFault("card.guarantee_in_satellite", "guarantee_chips", text)


def late_faults(plan: Plan) -> Iterable[CardFault]:
    """Late entry and buy-back only where there is room for them."""
    columns = plan.columns
    wishes = (
        ("has_late_entry", "late_entry", LATE_FORMATS),
        ("buy_back_min", "buy_back", BUY_BACK_FORMATS),
    )
    for column, name, formats in wishes:
        if not getattr(columns, column):
            continue
        if plan.target:
            text = _("A satellite has neither late entry nor buy-back.")
            yield CardFault(f"card.{name}_in_satellite", column, text)
        if plan.is_sit_and_go:
            text = _("A Sit&Go is full when it starts: nobody can come later.")
            yield CardFault(f"card.{name}_in_sit_and_go", column, text)
        if columns.format in plan.formats and columns.format not in formats:
            text = _("This format has no places for it.")
            yield CardFault(f"card.{name}_in_format", column, text)


def entry_faults(plan: Plan) -> Iterable[CardFault]:
    """Conditions that somebody can meet."""
    columns = plan.columns
    if columns.rating_max and columns.rating_min > columns.rating_max:
        text = _("Nobody is rated {rating_min} or higher and {rating_max} or lower.")
        facts = {"rating_min": columns.rating_min, "rating_max": columns.rating_max}
        yield CardFault("card.rating_range", "rating_max", text, facts)


def calendar_faults(plan: Plan) -> Iterable[CardFault]:
    """A schedule that can be followed and has a start to come."""
    if plan.is_sit_and_go:
        return
    columns, error = plan.columns, plan.schedule_error
    for column in ("first_date", "start_time"):
        if getattr(columns, column) is None:
            text = _("A scheduled event needs a day and a time.")
            yield CardFault("card.no_start", column, text)
    if error is not None:
        yield CardFault(f"card.{error.code}", _CALENDAR_FIELDS[error.code], error.text, error.facts)
    if plan.schedule is not None and columns.is_open and not plan.coming:
        text = _("No start lies ahead: the day has passed, or no day fits the repeat rule.")
        yield CardFault("card.no_start_ahead", "first_date", text)


_CALENDAR_FIELDS: Mapping[str, str] = {
    "zone": "time_zone",
    "first_day": "first_date",
    "rule": "recurrence",
    "too_fine": "recurrence",
}


def clock_notes(plan: Plan) -> Iterable[CardFault]:
    """What the change of a clock does to the next starts."""
    for each in plan.coming:
        if each.shift is Shift.NONE:
            continue
        if each.shift is Shift.MISSING:
            text = _(
                "On {day} the clocks in {zone} skip {wall}; the event starts at {local} ({offset})."
            )
        else:
            text = _("On {day} it is {wall} twice in {zone}; the first is meant, {offset}.")
        code, facts = f"card.{each.shift.value}_hour", start_facts(each)
        yield CardFault(code, "start_time", text, facts, is_note=True)


def start_facts(occurrence: Occurrence) -> Mapping[str, str]:
    """A start in words that read the same everywhere: ISO days, 24 hours, the day's own offset."""
    local = occurrence.local
    offset = local.strftime("%z")
    return {
        "day": f"{occurrence.wall:%Y-%m-%d}",
        "wall": f"{occurrence.wall:%H:%M}",
        "local": f"{local:%H:%M}",
        "zone": occurrence.zone,
        "offset": f"UTC{offset[:3]}:{offset[3:5]}",
    }


def house_bot_notes(plan: Plan) -> Iterable[CardFault]:
    """House bots stay out of what people play for, unless the card lets them in: said aloud."""
    columns = plan.columns
    serious = (plan.target is not None, columns.guarantee_chips > 0, columns.is_rated)
    if columns.has_house_bots and any(serious):
        text = _(
            "House bots may play although it is rated, guaranteed or a satellite. Take the tick"
            " away to keep them out."
        )
        yield CardFault("card.house_bots_play", "has_house_bots", text, is_note=True)


CHECKS: tuple[Check, ...] = (
    kind_faults,
    name_faults,
    format_faults,
    field_faults,
    match_faults,
    prize_faults,
    satellite_faults,
    late_faults,
    entry_faults,
    calendar_faults,
    clock_notes,
    house_bot_notes,
)


def faults_of(plan: Plan) -> tuple[CardFault, ...]:
    """Everything that is the matter with a plan, in the order of the checks, then the notes."""
    found = [fault for check in CHECKS for fault in check(plan)]
    return tuple(sorted(found, key=lambda fault: fault.is_note))


def _unreadable(read: Callable[[str], Read], text: str) -> str:
    """The word of a text that cannot be read, "" where all can."""
    try:
        read(text)
    except Unreadable as error:
        return error.word
    return ""
