"""Builders for rulings: staff who may rule, orders looked at and confirmed in one breath."""

from itertools import count
from typing import Any

from django.contrib.auth.models import Permission

from accounts.models import User
from backgammon import Side
from matches.models import Match
from tests.factories import a_user
from tests.tournaments.builders import a_started_event, finish, fresh, live_boards
from tournaments.director import tournament_advance
from tournaments.models import Entry, Pairing, Ruling, Tournament
from tournaments.orders import Order
from tournaments.services import ruling_make, ruling_preview

_keys = count(1)


def a_director(name: str = "") -> User:
    """A member of staff who may rule in events, and nothing else."""
    user = a_user(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="rule_event"))
    return user


def rule(event: Tournament, order: Order, actor: User, **changes: Any) -> Ruling:
    """Look at an order, confirm what was seen, and let the director do what follows."""
    seen = ruling_preview(tournament_id=event.public_id, order=order, actor=actor).seen
    ruling = ruling_make(
        **{
            "tournament_id": event.public_id,
            "order": order,
            "actor": actor,
            "reason": "Both said so.",
            "public_text": "Ruled by the director.",
            "key": f"form-{next(_keys)}",
            "seen": seen,
            **changes,
        }
    )
    tournament_advance(tournament_id=event.public_id)
    return ruling


def lines_of(event: Tournament, order: Order, actor: User) -> list[str]:
    """What a preview says."""
    preview = ruling_preview(tournament_id=event.public_id, order=order, actor=actor)
    return [each.text.format(**each.facts) for each in preview.consequences]


def pairing_at(event: Tournament, round_number: int, slot: int) -> Pairing:
    """A pairing as the database has it, with its two entrants."""
    pairings = event.pairings.select_related("white__user", "black__user", "match")
    return pairings.get(round=round_number, slot=slot)


def white_at(event: Tournament, round_number: int, slot: int) -> Entry:
    """Who plays White there, or stands there alone."""
    return pairing_at(event, round_number, slot).entries[0]


def black_at(event: Tournament, round_number: int, slot: int) -> Entry:
    """Who plays Black there."""
    return pairing_at(event, round_number, slot).entries[1]


def match_at(event: Tournament, round_number: int, slot: int) -> Match:
    """The match that is played there."""
    match = pairing_at(event, round_number, slot).match
    assert match is not None
    return match


def winner_of(event: Tournament, round_number: int, slot: int) -> Entry:
    """Who has won it."""
    winner = pairing_at(event, round_number, slot).result.winner
    assert winner is not None
    return winner


def loser_of(event: Tournament, round_number: int, slot: int) -> Entry:
    """Who has lost it."""
    pairing = pairing_at(event, round_number, slot)
    return next(each for each in pairing.entries if each != pairing.result.winner)


def names_at(event: Tournament, round_number: int, slot: int) -> set[str]:
    """The names of those who meet there."""
    return {each.user.username for each in pairing_at(event, round_number, slot).entries}


def play_round(event: Tournament, winner: Side = Side.WHITE) -> None:
    """Play every match that runs, and let the director do what follows."""
    for board in live_boards(event):
        finish(board, winner)
    tournament_advance(tournament_id=event.public_id)


def eight_after_the_first_round(**changes: Any) -> Tournament:
    """Eight paid 100 and a fee of 10, the quarter-finals are played, the semifinals wait."""
    settings = {"seats": 8, "buy_in_chips": 100, "fee_chips": 10, "pause_s": 60}
    event = a_started_event(**{**settings, **changes})
    play_round(event)
    return fresh(event)
