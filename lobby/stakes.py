"""What may be brought to a table at which chips are played for. Pure: no database.

Nothing is held before these limits agree. Source: docs/lobby.md, "Table stakes".
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from backgammon import Rules, Side, TableStakes
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: No point is dearer and no buy-in higher, so that a table can be read.
MOST_STAKE_CHIPS: Final = 1_000
MOST_BUY_IN_CHIPS: Final = 1_000_000


def brought_by(rules: Rules, side: Side) -> int:
    """What a side brings by these rules; 0 where nothing is played for chips."""
    length = rules.length
    if not isinstance(length, TableStakes):
        return 0
    return length.white if side is Side.WHITE else length.black


def with_chips(rules: Rules, side: Side, chips: int) -> Rules:
    """The same rules with another sum before one side; others than table stakes stay as they
    are."""
    length = rules.length
    if not isinstance(length, TableStakes):
        return rules
    white, black = (chips if each is side else brought_by(rules, each) for each in Side)
    return replace(rules, length=replace(length, white=white, black=black))


def with_bot(rules: Rules, bot: Side, most_chips: int) -> Rules:
    """The same rules with no more before a house bot than it may bring, if that covers a point."""
    length = rules.length
    if not isinstance(length, TableStakes) or most_chips < length.stake:
        return rules
    return with_chips(rules, bot, min(brought_by(rules, bot), most_chips))


def mirrored(rules: Rules) -> Rules:
    """The same rules with the colours changed: each brings what he first brought."""
    length = rules.length
    if not isinstance(length, TableStakes):
        return rules
    return replace(rules, length=replace(length, white=length.black, black=length.white))


def stake_refusal(stake_chips: int) -> Refusal | None:
    """A point costs something, and not more than a row can show."""
    if 1 <= stake_chips <= MOST_STAKE_CHIPS:
        return None
    text = _("A point costs 1 to {most} chips.")
    return Refusal("table.limits", text, {"most": MOST_STAKE_CHIPS})


def buy_in_refusal(chips: int, stake_chips: int) -> Refusal | None:
    """Who sits down can lose a point, and no more than a row can show."""
    if max(1, stake_chips) <= chips <= MOST_BUY_IN_CHIPS:
        return None
    text = _("A buy-in here is {least} to {most} chips: at least what one point costs.")
    facts = {"least": max(1, stake_chips), "most": MOST_BUY_IN_CHIPS}
    return Refusal("table.limits", text, facts)


def numbers_refusals(numbers: Mapping[str, int]) -> dict[str, Refusal]:
    """By field of the form: what speaks against a stake and a buy-in."""
    stake = stake_refusal(numbers["stake"])
    buy_in = buy_in_refusal(numbers["buy_in"], 1 if stake is not None else numbers["stake"])
    found = {"stake": stake, "buy_in": buy_in}
    return {field: refusal for field, refusal in found.items() if refusal is not None}


def unclocked_refusal(rules: Rules, *, is_against_bot: bool) -> Refusal | None:
    """Without a clock a loser could keep the other's chips from him for as long as he likes; a
    house bot minds no wait."""
    if rules.clock is not None or is_against_bot or not isinstance(rules.length, TableStakes):
        return None
    text = _("Without a clock nobody plays for another player's chips. Choose a clock.")
    return Refusal("table.needs_clock", text, {"field": "clock"})


def length_refusals(length: TableStakes) -> tuple[Refusal, ...]:
    """What speaks against the stake and the stacks of whole rules; a reason given once."""
    found = (
        stake_refusal(length.stake),
        buy_in_refusal(min(length.white, length.black), length.stake),
        buy_in_refusal(max(length.white, length.black), length.stake),
    )
    refusals = [refusal for refusal in found if refusal is not None]
    return tuple(each for i, each in enumerate(refusals) if each not in refusals[:i])
