"""A card is changed by a new version, before the draw, and whoever has entered hears of it."""

from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import a_sit_and_go, a_started_event, fresh, players, seated
from tests.tournaments.schedules import a_daily, first_event, set_clock
from tests.tournaments.ticketed import a_ticket, again, story_of
from tournaments.models import CardVersion, Reminder, Ruling, Tournament
from tournaments.pages.card_diff import CardLine, card_changes
from tournaments.services import (
    card_change,
    entry_register,
    entry_withdraw,
    series_announce,
    tournament_open,
)
from wire.errors import Conflict, Forbidden, NotFound, Refused

pytestmark = pytest.mark.django_db

FOR_PRIZES = "chips, all of it for the prizes"


@pytest.fixture(autouse=True)
def in_march(clock: StoppedClock) -> Iterator[None]:
    set_clock(clock, "2026-03-25 12:00")
    return iter([None])


@pytest.fixture
def dora() -> User:
    return a_user("dora", is_staff=True)


@pytest.fixture
def event() -> Tournament:
    """An event of this evening, open for entries."""
    event = first_event(a_daily(seats=16))
    tournament_open(tournament_id=event.public_id)
    return fresh(event)


def entered(event: Tournament, number: int) -> list[User]:
    people = players(number)
    for user in people:
        entry_register(event_id=event.public_id, user=user)
    return people


def change(event: Tournament, dora: User, **changes: Any) -> Tournament:
    return card_change(
        tournament_id=event.public_id, actor=dora, changes=changes, reason="Asked by the players."
    )


class TestVersions:
    def test_a_change_is_a_new_version_and_the_old_one_stays(self, event, dora) -> None:
        change(event, dora, length_points=5, has_late_entry=True)
        card = fresh(event).rules_card
        assert (card.version, card.late.has_late_entry) == (2, True)
        first, second = event.card_versions.order_by("version")
        assert (first.version, first.card["late"]["has_late_entry"]) == (1, False)
        assert (second.version, second.reason) == (2, "Asked by the players.")
        assert second.card == fresh(event).card

    def test_versions_are_never_edited(self, event) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            CardVersion.objects.filter(tournament=event).update(version=7)

    def test_the_difference_is_told_line_by_line(self, event, dora) -> None:
        change(event, dora, buy_in_chips=70, start_time=time(21))
        (told,) = card_changes(fresh(event))
        assert (told.version, told.reason) == (2, "Asked by the players.")
        assert told.lines == (
            CardLine(
                "Starts at",
                "Wed 25 Mar 2026, 20:00 (Europe/Tallinn, UTC+02:00)",
                "Wed 25 Mar 2026, 21:00 (Europe/Tallinn, UTC+02:00)",
            ),
            CardLine(
                "Entry", "50 chips, all of it for the prizes", "70 chips, all of it for the prizes"
            ),
        )

    def test_it_is_in_the_staff_log_and_in_the_log_of_the_event(self, event, dora) -> None:
        change(event, dora, seats=8)
        act = StaffAction.objects.get()
        assert (act.act, act.subject) == ("tournament.card", f"tournament:{event.public_id}")
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.public_text) == ("card", "The rules card was changed.")

    def test_a_new_start_moves_what_hangs_on_it(self, event, dora) -> None:
        later = first_event(a_daily(first_date=date(2026, 4, 1), recurrence=""))
        change(later, dora, start_time=time(22, 30), opens_before_h=24)
        moved = fresh(later)
        assert f"{moved.starts_at:%H:%M}" == "19:30"
        assert moved.opens_at == moved.starts_at - timedelta(hours=24)

    def test_an_event_that_waits_for_entrants_may_ask_for_fewer(self, event, dora, clock) -> None:
        set_clock(clock, "2026-03-25 18:02")
        change(event, dora, min_entrants=2)
        changed = fresh(event)
        assert (changed.rules_card.min_entrants, changed.starts_at) == (2, event.starts_at)


class TestEntrants:
    def test_whoever_has_entered_is_told_once(self, event, dora, commits) -> None:
        people = entered(event, 2)
        with commits() as heard:
            change(event, dora, length_points=5)
        assert heard.types().count("reminder") == 2
        assert {each["kind"] for each in heard.messages()} == {"card"}
        assert Reminder.objects.count() == len(people)

    def test_they_may_leave_free_until_the_draw(self, event, dora, clock) -> None:
        (alice,) = entered(event, 1)
        set_clock(clock, "2026-03-25 17:58")
        with pytest.raises(Conflict):
            entry_withdraw(event_id=event.public_id, user=alice)
        change(event, dora, length_points=5)
        entry_withdraw(event_id=event.public_id, user=alice)
        assert balance_of(alice) == 100
        assert books_check() == ()

    def test_a_ticket_stays_good_until_the_new_start(self, event, dora) -> None:
        ticket = a_ticket(a_user("alice"), event)
        change(event, dora, start_time=time(23))
        assert again(ticket).expires_at >= fresh(event).starts_at
        assert story_of(ticket)[-1] == "issued"
        change(event, dora, start_time=time(19))
        assert again(ticket).expires_at > fresh(event).starts_at + timedelta(hours=4)
        assert books_check() == ()

    def test_the_price_stays_once_somebody_has_paid_it(self, event, dora) -> None:
        entered(event, 1)
        with pytest.raises(Refused) as refused:
            change(event, dora, buy_in_chips=60)
        assert refused.value.code == "card.price_is_fixed"
        assert fresh(event).rules_card.version == 1

    def test_there_are_never_fewer_seats_than_entries(self, event, dora) -> None:
        entered(event, 5)
        with pytest.raises(Refused) as refused:
            change(event, dora, seats=4)
        assert refused.value.code == "card.seats_below_entries"
        assert change(event, dora, seats=5).seats == 5

    def test_a_sit_and_go_tells_its_entrants_too(self, dora) -> None:
        sit_and_go = seated(a_sit_and_go(seats=4), *players(2))
        change(sit_and_go, dora, length_points=3)
        assert fresh(sit_and_go).rules_card.version == 2
        assert Reminder.objects.count() == 2


class TestRefusals:
    def test_everything_that_is_the_matter_is_named_at_once(self, event, dora) -> None:
        with pytest.raises(Refused) as refused:
            change(event, dora, prize_shares="60 50", breaks="x", start_time=None)
        reasons = [each["code"] for each in refused.value.facts["refusals"]]
        assert reasons == ["card.unreadable_breaks", "card.shares", "card.no_start"]

    def test_a_start_in_the_past_is_refused(self, event, dora) -> None:
        with pytest.raises(Refused) as refused:
            change(event, dora, start_time=time(13))
        assert refused.value.code == "card.no_start_ahead"

    def test_a_start_that_another_event_of_the_series_has_is_refused(self, event, dora) -> None:
        with pytest.raises(Conflict) as refused:
            change(event, dora, first_date=date(2026, 3, 26))
        assert refused.value.code == "card.start_is_taken"
        assert fresh(event).rules_card.version == 1

    def test_what_the_card_says_already_makes_no_version(self, event, dora) -> None:
        with pytest.raises(Refused) as refused:
            change(event, dora, length_points=1)
        assert refused.value.code == "card.unchanged"

    def test_a_new_code_alone_is_a_change(self, event, dora) -> None:
        assert change(event, dora, invitation_code="sesame").invitation_code == "sesame"
        assert change(event, dora, invitation_code="pepper").invitation_code == "pepper"

    def test_after_the_draw_the_card_stays(self, dora) -> None:
        with pytest.raises(Conflict) as refused:
            change(a_started_event(), dora, length_points=5)
        assert refused.value.code == "tournament.wrong_state"

    def test_only_staff_change_it_and_only_with_a_reason(self, event, dora) -> None:
        with pytest.raises(Forbidden):
            change(event, a_user("eve"), length_points=5)
        with pytest.raises(Refused) as refused:
            card_change(tournament_id=event.public_id, actor=dora, changes={"seats": 8}, reason=" ")
        assert refused.value.code == "staff.reason"
        assert fresh(event).rules_card.version == 1

    def test_an_event_that_does_not_exist_has_no_card(self, dora) -> None:
        with pytest.raises(NotFound):
            card_change(tournament_id="nothing", actor=dora, changes={}, reason="x")

    def test_a_moved_start_is_not_announced_a_second_time(self, event, dora) -> None:
        change(event, dora, start_time=time(21))
        assert series_announce(series=event.series) == ()
