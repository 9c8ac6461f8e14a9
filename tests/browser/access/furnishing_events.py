"""Events of the furnished house, one in each state, with entries, tickets, rulings and appeals."""

from unittest.mock import patch

from django.contrib.auth.models import Permission

from accounts.models import User
from backgammon import Rules
from tests.factories import a_user
from tests.matches.builders import CLOCK
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    fresh,
    here,
    live_boards,
    play_through,
    players,
    seated,
)
from tests.tournaments.ruled import loser_of, play_round, rule, white_at
from tests.tournaments.scheduled import a_scheduled_event, entered
from tests.tournaments.ticketed import a_flexible_ticket, a_satellite, a_target, a_ticket
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.orders import Cancel, Declare
from tournaments.services import appeal_open
from tournaments.services.reminders import ReminderKind, reminder_send

#: A name that is written from right to left, with figures, and one as long as names can be.
ARABIC_TITLE = "بطولة الطاولة 2026 (ليلة)"
LONG_TITLE = "The Donaudampfschifffahrtsgesellschaftskapitänsmützen"

HOURS_S = 3600


def events_furnish(people: dict[str, User]) -> dict[str, str]:
    """Where the events are. Nobody is lost to the clock while the house is looked at."""
    alice, dora = people["alice"], people["dora"]
    with patch("tournaments.services.cards.NO_SHOW_STEP_S", 24 * HOURS_S):
        running = _running(people)
        finished = _finished(alice)
    registering = seated(a_sit_and_go(name=LONG_TITLE[:60], seats=4), *players(2, chips=50))
    target = entered(a_target(name=ARABIC_TITLE), alice, people["long"])
    satellite = entered(a_satellite(target, name="Way in"), *players(3, chips=50))
    announced = a_scheduled_event(
        name="Next week",
        opens_in_s=HOURS_S,
        starts_in_s=9 * HOURS_S,
        rules=(Rules.match(5, clock=CLOCK).checked(),),
    )
    cancelled = entered(a_scheduled_event(name="Fell through"), *players(2))
    rule(cancelled, Cancel(), dora)
    a_ticket(alice, a_target(name="Sunday Major"))
    ticket = a_flexible_ticket(alice)
    reminder_send(user=alice, kind=ReminderKind.STARTS, key="walk", tournament=target)
    return {
        "running_event": running.public_id,
        "finished_event": finished.public_id,
        "registering_event": registering.public_id,
        "target_event": target.public_id,
        "satellite_event": satellite.public_id,
        "announced_event": announced.public_id,
        "cancelled_event": cancelled.public_id,
        "organised_event": _organised(alice, people["bob"]).public_id,
        "ticket": ticket.public_id,
        "ticket_row": str(ticket.pk),
        "entrant": white_at(running, 2, 1).user.username,
        "loser": loser_of(running, 1, 1).user.username,
    }


def _running(people: dict[str, User]) -> Tournament:
    """Eight came, the first round is played; one of those who lost it asks staff to look again."""
    event = a_started_event(
        name="Knockout Night", seats=8, buy_in_chips=100, fee_chips=10, length_points=1
    )
    play_round(event)
    for board in live_boards(event)[:1]:
        here(board.white)
    tournament_advance(tournament_id=event.public_id)
    loser = loser_of(event, 1, 1)
    appeal_open(
        event_id=event.public_id, user=loser.user, round_number=1, slot=1, text="The board froze."
    )
    rule(event, Declare(2, 1, white_at(event, 2, 1).number), people["dora"])
    return fresh(event)


def _finished(alice: User) -> Tournament:
    """One that Alice has played in to its end."""
    event = a_sit_and_go(name="Four After Work", seats=4)
    seated(event, alice, *(a_user(chips=50) for _ in range(3)))
    play_through(event)
    return fresh(event)


def _organised(alice: User, bob: User) -> Tournament:
    """One of Alice's own, in which Bob is."""
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    event = a_scheduled_event(name="Office Cup", buy_in_chips=0, fee_chips=0)
    event.organiser, event.is_private = alice, True
    event.save(update_fields=["organiser", "is_private"])
    return entered(event, bob)
