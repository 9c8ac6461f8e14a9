"""The rules card: everything an event promises, as one frozen document.

The card is stored when an event is announced, runs it, and is what the pages show; a change
makes a new version. Pure: values and plain dicts, no Django. A document from before a field
existed reads with the field's default.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from backgammon.notation.codec import rules_from_dict, rules_to_dict
from backgammon.rules import Rules
from tournaments.prizes import ChipShares, default_shares, percents_of

FORMAT = 2

SIT_AND_GO, SCHEDULED = "sit_and_go", "scheduled"

#: Sizes a Sit&Go can have.
SEAT_COUNTS = (2, 4, 6, 8, 12, 16)

#: Up to so many points the short step of the no-show ladder holds.
SHORT_MATCH_POINTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """When a scheduled event happens, and what is due how long before or after its start.

    starts_at: aware. zone: the named time zone in which the start was promised.
    check_in_s: before the start, from when checking in counts.
    leave_s: before the start, until when an entry may be given back.
    wait_s: after the start, for how long too small a field is waited for.
    """

    starts_at: datetime
    zone: str
    check_in_s: int = 900
    leave_s: int = 300
    wait_s: int = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTerms:
    """Who may enter. Zeros and False ask for nothing.

    Codes and lists of names are not part of the card; whether they are asked for is.
    """

    rating_min: int = 0
    rating_max: int = 0
    min_matches: int = 0
    min_account_days: int = 0
    needs_invitation: bool = False
    is_for_invited: bool = False
    needs_ticket: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LateTerms:
    """Who may still come when it has begun.

    buy_back_s: after the start, until when somebody who lost his first match may come back at
    half price; 0 for never.
    """

    has_late_entry: bool = False
    buy_back_s: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SatelliteTerms:
    """Where the tickets of a satellite lead and how its pool becomes tickets.

    target_id, target_name: the event. ticket_chips: what an entry there costs, fee included.
    again_chips: what a ticket for another try is worth, this event's own price.
    remainder: a value of `RemainderRule`; second_ticket: of `SecondTicketRule`.
    """

    target_id: str
    target_name: str
    ticket_chips: int
    again_chips: int
    guaranteed: int = 0
    remainder: str = "try_again"
    second_ticket: str = "flexible"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwingTerms:
    """What a swing is played with: equal stacks, and a rate a point that doubles by the clock."""

    stack: int = 100
    rate: int = 1
    doubles_s: int = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """What holds for one event.

    version: 1 upwards; of a Sit&Go that of its series' settings.
    kind: how it starts; SIT_AND_GO begins when the last seat fills, SCHEDULED at its time.
    format: key of `tournaments.formats.FORMATS`; rounds: of a Swiss, 0 for as many as find one
    winner; tie_breaks: codes in their order, empty for the house's; apart: pairs of names that are
    never paired in a Swiss.
    seats: exactly so many for a Sit&Go, at most so many for a scheduled event.
    shares: None for the house's shares for the number that plays.
    rules: of a match, by round; the last of them also for all later rounds.
    pause_s: between the moment both players of a later match are known and its start.
    breaks: (round, seconds): so long a rest after a round, instead of the pause.
    no_show_step_s: after each such step an absent player gives a point away;
    long_no_show_step_s: the same in matches of more than five points, 0 for no other step.
    """

    version: int
    name: str
    kind: str
    format: str
    seats: int
    buy_in_chips: int
    fee_chips: int
    shares: ChipShares | None
    rules: tuple[Rules, ...]
    pause_s: int
    no_show_step_s: int
    has_house_bots: bool
    min_entrants: int = 2
    rounds: int = 0
    tie_breaks: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    breaks: tuple[tuple[int, int], ...] = ()
    guarantee_chips: int = 0
    is_rated: bool = False
    long_no_show_step_s: int = 0
    times: Times | None = None
    entry: EntryTerms = field(default_factory=EntryTerms)
    late: LateTerms = field(default_factory=LateTerms)
    satellite: SatelliteTerms | None = None
    swing: SwingTerms | None = None

    @property
    def cost_chips(self) -> int:
        """What an entrant pays."""
        return self.buy_in_chips + self.fee_chips

    @property
    def buy_back_chips(self) -> int:
        """What coming back costs: half the buy-in, rounded up, and no fee."""
        return (self.buy_in_chips + 1) // 2

    def pool_chips(self, entrants: int) -> int:
        """What this many entrants play for, the guarantee included; the fee is not part of it."""
        return max(self.buy_in_chips * entrants, self.guarantee_chips)

    def shares_for(self, entrants: int) -> ChipShares:
        """How the pool is divided if this many play, at least two."""
        return self.shares or default_shares(max(2, entrants))

    def seats_apart(self, names: Mapping[int, str]) -> frozenset[tuple[int, int]]:
        """The seats that are never paired, the lower first. names: of the players, by seat."""
        seats = {name.casefold(): seat for seat, name in names.items()}
        known = [pair for pair in self.apart if all(name.casefold() in seats for name in pair)]
        pairs = [sorted(seats[name.casefold()] for name in pair) for pair in known]
        return frozenset((lower, higher) for lower, higher in pairs)

    def rules_of(self, round_number: int) -> Rules:
        """The rules of a match in a round, 1 upwards."""
        return self.rules[min(round_number, len(self.rules)) - 1]

    def no_show_s(self, round_number: int) -> int:
        """The step of the no-show ladder in a match of this round."""
        points = getattr(self.rules_of(round_number).length, "points", 0)
        is_long = points > SHORT_MATCH_POINTS
        return (is_long and self.long_no_show_step_s) or self.no_show_step_s

    def rest_s(self, round_number: int) -> int:
        """How long is waited before a match of this round: a break if one is due, else the pause.

        Nothing before the first round.
        """
        if round_number <= 1:
            return 0
        return dict(self.breaks).get(round_number - 1, self.pause_s)


def card_to_dict(card: RulesCard) -> dict[str, Any]:
    """The card as the document that is stored."""
    times = card.times
    return {
        "format_version": FORMAT,
        "version": card.version,
        "name": card.name,
        "kind": card.kind,
        "format": card.format,
        "rounds": card.rounds,
        "tie_breaks": list(card.tie_breaks),
        "apart": [list(pair) for pair in card.apart],
        "seats": card.seats,
        "min_entrants": card.min_entrants,
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "guarantee_chips": card.guarantee_chips,
        "prize_shares": [str(percent) for percent in card.shares.percents] if card.shares else [],
        "rules": [rules_to_dict(rules) for rules in card.rules],
        "pause_s": card.pause_s,
        "breaks": [list(each) for each in card.breaks],
        "no_show_step_s": card.no_show_step_s,
        "long_no_show_step_s": card.long_no_show_step_s,
        "has_house_bots": card.has_house_bots,
        "is_rated": card.is_rated,
        "times": {**asdict(times), "starts_at": times.starts_at.isoformat()} if times else None,
        "entry": asdict(card.entry),
        "late": asdict(card.late),
        "satellite": asdict(card.satellite) if card.satellite else None,
        "swing": asdict(card.swing) if card.swing else None,
    }


def card_from_dict(document: Mapping[str, Any]) -> RulesCard:
    """The card behind a stored document."""
    times, shares = document.get("times"), document["prize_shares"]
    satellite, swing = document.get("satellite"), document.get("swing")
    return RulesCard(
        version=document["version"],
        name=document["name"],
        kind=document["kind"],
        format=document["format"],
        rounds=document.get("rounds", 0),
        tie_breaks=tuple(document.get("tie_breaks", ())),
        apart=tuple((first, second) for first, second in document.get("apart", ())),
        seats=document["seats"],
        min_entrants=document.get("min_entrants", 2),
        buy_in_chips=document["buy_in_chips"],
        fee_chips=document["fee_chips"],
        guarantee_chips=document.get("guarantee_chips", 0),
        shares=ChipShares(percents_of(shares)) if shares else None,
        rules=tuple(rules_from_dict(rules) for rules in document["rules"]),
        pause_s=document["pause_s"],
        breaks=tuple((number, rest_s) for number, rest_s in document.get("breaks", ())),
        no_show_step_s=document["no_show_step_s"],
        long_no_show_step_s=document.get("long_no_show_step_s", 0),
        has_house_bots=document["has_house_bots"],
        is_rated=document.get("is_rated", False),
        times=_times(times) if times else None,
        entry=EntryTerms(**document.get("entry", {})),
        late=LateTerms(**document.get("late", {})),
        satellite=SatelliteTerms(**satellite) if satellite else None,
        swing=SwingTerms(**swing) if swing else None,
    )


def _times(document: Mapping[str, Any]) -> Times:
    return Times(**{**document, "starts_at": datetime.fromisoformat(document["starts_at"])})
