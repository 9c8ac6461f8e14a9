"""Builders for scheduled events: the event with the card it is asked for, and people in it."""

from dataclasses import replace
from datetime import time, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from backgammon.rules import Rules
from tests.factories import a_user
from tests.tournaments.builders import fresh, here
from tournaments.card import SCHEDULED, RulesCard, Times, card_to_dict
from tournaments.director import tournament_advance
from tournaments.models import CardVersion, Kind, Series, Tournament
from tournaments.services import entry_register
from tournaments.states import TournamentState
from wire.secrets import commitment_of, new_secret, seal
from wire.time import now

_numbers = count(1)

#: One-point matches of 50 chips with a fee of 5, for at most sixteen and at least four.
CARD = RulesCard(
    version=1,
    name="",
    kind=SCHEDULED,
    format="knockout",
    seats=16,
    min_entrants=4,
    buy_in_chips=50,
    fee_chips=5,
    shares=None,
    rules=(Rules.match(1).checked(),),
    pause_s=0,
    no_show_step_s=60,
    has_house_bots=False,
)


def a_scheduled_event(
    *,
    starts_in_s: float = 3600,
    opens_in_s: float = 0,
    target: Tournament | None = None,
    series: Series | None = None,
    invitation_code: str = "",
    allowed_names: tuple[str, ...] = (),
    **changes: Any,
) -> Tournament:
    """A scheduled event with its card changed by keyword, open for entries unless it opens later.

    It starts in an hour. Its series is one of its own and announces nothing.
    """
    moment = now()
    starts_at = moment + timedelta(seconds=starts_in_s)
    wanted = {"name": f"Evening {next(_numbers)}", **changes}
    card = replace(CARD, times=Times(starts_at=starts_at, zone="Europe/Tallinn"), **wanted)
    secret = new_secret()
    event = Tournament.objects.create(
        series=series or a_quiet_series(card.name),
        kind=Kind.SCHEDULED,
        state=TournamentState.ANNOUNCED if opens_in_s else TournamentState.REGISTERING,
        state_since=moment,
        opened_at=moment,
        opens_at=moment + timedelta(seconds=opens_in_s),
        starts_at=starts_at,
        name=card.name,
        card=card_to_dict(card),
        seats=card.seats,
        target=target,
        invitation_code=invitation_code,
        allowed_names=list(allowed_names),
        reminded_at=moment,
        sealed_secret=seal(secret),
        commitment=commitment_of(secret),
    )
    CardVersion.objects.create(tournament=event, version=1, card=event.card, made_at=moment)
    return event


def a_quiet_series(name: str) -> Series:
    """A template of scheduled events that is closed: only what a test makes is announced."""
    return Series.objects.create(
        name=name,
        kind=Kind.SCHEDULED,
        is_open=False,
        first_date=now().date(),
        start_time=time(20, 0),
    )


def entered(event: Tournament, *users: User) -> Tournament:
    """The event after these people have registered, one by one."""
    for user in users:
        entry_register(event_id=event.public_id, user=user)
    return fresh(event)


def entrants(event: Tournament, number: int, *, chips: int = 100) -> list[User]:
    """So many members who have just registered, none of them at a socket."""
    people = [a_user(chips=chips) for _ in range(number)]
    entered(event, *people)
    return people


def a_started_evening(clock: Any, *, players: int = 4, **changes: Any) -> Tournament:
    """A scheduled event whose entrants have all come, and which has just been drawn."""
    event = a_scheduled_event(**changes)
    people = entrants(event, players, chips=max(1, event.rules_card.cost_chips))
    start(clock, event, *people)
    return fresh(event)


def start(clock: Any, event: Tournament, *present: User) -> Tournament:
    """Let the start come, with these people here, and the director do what is due."""
    clock.pass_s((event.starts_at - now()).total_seconds())
    here(*present)
    tournament_advance(tournament_id=event.public_id)
    return fresh(event)
