"""The rules card: everything an event promises, as one frozen document.

The card is stored when entries open, runs the event, and is what the pages
show. Pure: values and plain dicts, no Django.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from backgammon.notation.codec import rules_from_dict, rules_to_dict
from backgammon.rules import Rules
from tournaments.prizes import ChipShares, percents_of

FORMAT = 1

SIT_AND_GO = "sit_and_go"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """What holds for one event.

    version: of the series' settings, 1 upwards.
    kind: how it starts; SIT_AND_GO begins when the last seat fills.
    format: key of `tournaments.formats.FORMATS`.
    rules: of a match, by round; the last of them also for all later rounds.
    pause_s: between the moment both players of a later match are known and its start.
    no_show_step_s: after each such step an absent player gives a point away.
    """

    version: int
    name: str
    kind: str
    format: str
    seats: int
    buy_in_chips: int
    fee_chips: int
    shares: ChipShares
    rules: tuple[Rules, ...]
    pause_s: int
    no_show_step_s: int
    has_house_bots: bool

    @property
    def cost_chips(self) -> int:
        """What an entrant pays."""
        return self.buy_in_chips + self.fee_chips

    def pool_chips(self, entrants: int) -> int:
        """What this many entrants play for; the fee is not part of it."""
        return self.buy_in_chips * entrants

    def rules_of(self, round_number: int) -> Rules:
        """The rules of a match in a round, 1 upwards."""
        return self.rules[min(round_number, len(self.rules)) - 1]


def card_to_dict(card: RulesCard) -> dict[str, Any]:
    """The card as the document that is stored."""
    return {
        "format_version": FORMAT,
        "version": card.version,
        "name": card.name,
        "kind": card.kind,
        "format": card.format,
        "seats": card.seats,
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "prize_shares": [str(percent) for percent in card.shares.percents],
        "rules": [rules_to_dict(rules) for rules in card.rules],
        "pause_s": card.pause_s,
        "no_show_step_s": card.no_show_step_s,
        "has_house_bots": card.has_house_bots,
    }


def card_from_dict(document: Mapping[str, Any]) -> RulesCard:
    """The card behind a stored document."""
    return RulesCard(
        version=document["version"],
        name=document["name"],
        kind=document["kind"],
        format=document["format"],
        seats=document["seats"],
        buy_in_chips=document["buy_in_chips"],
        fee_chips=document["fee_chips"],
        shares=ChipShares(percents_of(document["prize_shares"])),
        rules=tuple(rules_from_dict(rules) for rules in document["rules"]),
        pause_s=document["pause_s"],
        no_show_step_s=document["no_show_step_s"],
        has_house_bots=document["has_house_bots"],
    )
