"""What a game of a swing is played for: the stacks so far, and a rate that doubles by the clock.

Stacks live in the results alone and are never in the ledger; what is paid in the end is the pool.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from backgammon import Rules, TableStakes
from tournaments import selectors
from tournaments.card import RulesCard
from tournaments.formats.swing import Swing
from tournaments.models import Pairing, Tournament

RulesOf = Callable[[Pairing], Rules]


def rate_at(tournament: Tournament, moment: datetime) -> int:
    """What a point is worth in games that are paired at `moment`, 0 where nobody plays for stacks.

    It doubles by the clock from the moment the event began, and never passes what all stacks
    together hold: nobody can lose more.

    Source: docs/tournaments.md, "Swing".
    """
    terms = tournament.rules_card.swing
    if terms is None:
        return 0
    played_s = max(0.0, (moment - tournament.state_since).total_seconds())
    most = terms.stack * max(1, tournament.taken_seats)
    doublings = min(int(played_s // terms.doubles_s), most.bit_length())
    return min(terms.rate << doublings, max(terms.rate, most))


def rules_by_pairing(tournament: Tournament) -> RulesOf:
    """What the match of a pairing is played by, read once for all pairings of an event."""
    card = tournament.rules_card
    if card.swing is None:
        return lambda pairing: card.rules_of(pairing.round)
    return _swing_rules(tournament, card, card.swing.stack)


def _swing_rules(tournament: Tournament, card: RulesCard, stack: int) -> RulesOf:
    rates = dict(tournament.rounds.values_list("number", "rate"))
    stacks = Swing(stack).stacks(selectors.history_of(tournament))

    def rules(pairing: Pairing) -> Rules:
        white, black = (stacks[entry.seat] for entry in pairing.entries)
        game = TableStakes(rates[pairing.round], white, black, leave_between_games=False, games=1)
        return replace(card.rules_of(pairing.round), length=game)

    return rules


def points_before(pairing: Pairing, tournament: Tournament) -> tuple[int, int]:
    """What a result without a game leaves behind, White first: in a swing the stacks as they were.

    Elsewhere nothing.
    """
    terms = tournament.rules_card.swing
    if terms is None:
        return (0, 0)
    stacks = Swing(terms.stack).stacks(selectors.history_of(tournament))
    white, black = (stacks[entry.seat] for entry in pairing.entries)
    return (white, black)
