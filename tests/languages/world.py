"""A house with something of everything: whatever a page can be about is there, and has happened.

Names and whatever else people or staff wrote have words of their own, so that a reader of pages
can tell them from what the house says.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any, Final

from accounts.models import User
from accounts.services import guest_create
from backgammon import LONG_NARDY, Rules
from matches.models import Match
from moderation.models import Sanction
from moderation.sanctions import Offence, SanctionKind
from moderation.services import appeal_make, note_write, report_open, sanction_impose
from tests.factories import a_user
from tests.lobby.builders import a_private_table, a_table
from tests.lobby.sittings import a_sitting
from tests.matches.builders import CLOCK, a_match, a_noting_owner
from tests.matches.finished import a_finished_match
from tests.matches.pastmatches import a_past_match
from tests.moderation.barring import a_chief
from tests.moderation.desk import a_line
from tests.tournaments.builders import a_sit_and_go, a_started_event, seated
from tests.tournaments.evening import Evening
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entered
from tests.tournaments.ticketed import a_flexible_ticket, a_satellite, a_target, a_ticket

#: What people are called and have written: not the house's words.
PEOPLE: Final = ("Alice", "Bob", "Carol", "Dora", "Rex")
WRITTEN: Final = "Zxqv"

CLOCKED: Final = (Rules.match(1, clock=CLOCK).checked(),)


def a_house_full(clock: Any) -> dict[str, User]:
    """Fill the house; its people by name."""
    people = {name: a_user(name, chips=5_000) for name in PEOPLE[:3]}
    people["Rex"] = a_user("Rex", chips=100)
    people["Dora"] = a_chief("Dora")
    people["guest"] = guest_create(with_welcome=True)
    _matches(people)
    _tables(people)
    _events(clock, people)
    _talk(people)
    return people


def _matches(people: dict[str, User]) -> None:
    alice, bob = people["Alice"], people["Bob"]
    a_noting_owner().back_text = WRITTEN
    a_past_match(alice, bob, is_rated=True)
    a_past_match(bob, alice, is_annulled=True)
    a_finished_match(alice, bob)
    a_finished_match(alice, bob, Rules.match(1, variant=LONG_NARDY), seed=4)
    a_match(a_user(), a_user())
    Match.objects.filter(owner="noting").update(title=WRITTEN)


def _tables(people: dict[str, User]) -> None:
    a_table(a_user(chips=500))
    a_private_table(a_user(chips=500))
    sitting = a_sitting(alice=people["Carol"], bob=people["Rex"])
    sitting.on_roll()
    sitting.lose(sitting.side_to_act)


def _events(clock: Any, people: dict[str, User]) -> None:
    alice, bob = people["Alice"], people["Bob"]
    cards: Iterator[dict[str, Any]] = (
        {"name": f"{WRITTEN} {number}", "rules": CLOCKED} for number in count(1)
    )
    target = a_target(**next(cards))
    entered(a_satellite(target, **next(cards)), alice)
    a_ticket(alice, target)
    a_flexible_ticket(alice)
    seated(a_sit_and_go(name=WRITTEN), alice, bob)
    a_started_event(name=f"{WRITTEN} 0")
    for form in ("knockout", "swiss"):
        event = a_started_evening(clock, **next(cards), format=form)
        Evening(clock, event, seed=3).play()
    entered(a_scheduled_event(**next(cards)), alice, bob)


def _talk(people: dict[str, User]) -> None:
    rex, dora = people["Rex"], people["Dora"]
    line = a_line(rex, WRITTEN)
    report_open(reporter=people["Bob"], subject=f"line:{line.pk}", reason="offensive", note=WRITTEN)
    report_open(reporter=people["Alice"], subject="user:Rex", reason="name", note=WRITTEN)
    note_write(actor=dora, user=rex, text=WRITTEN)
    mute = _muted(dora, rex)
    appeal_make(user=rex, sanction_id=mute.public_id, text=WRITTEN)


def _muted(dora: User, rex: User) -> Sanction:
    return sanction_impose(
        actor=dora,
        user=rex,
        kind=SanctionKind.MUTE,
        offence=Offence.SPAM,
        text=WRITTEN,
        reason=WRITTEN,
        lasts=timedelta(days=7),
        key="mute",
    )
