"""The form of templates at the desk: kept choices, every fault at its field, a preview first."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import StaffAction
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import a_series, fresh, open_event, players, seated
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db

ADD = "series_add"
#: What a browser sends for a new template of which nothing was changed.
SIT_AND_GO: dict[str, Any] = {
    "name": "Daily Eight",
    "kind": "sit_and_go",
    "is_open": "on",
    "format": "knockout",
    "variant": "backgammon",
    "length_points": 5,
    "round_lengths": "",
    "seats": 8,
    "min_entrants": 4,
    "round_count": 0,
    "tie_breaks_0": "",
    "tie_breaks_1": "",
    "tie_breaks_2": "",
    "tie_breaks_3": "",
    "has_house_bots": "on",
    "reserve_s": 120,
    "delay_s": 12,
    "pause_s": 60,
    "breaks": "",
    "buy_in_chips": 100,
    "fee_chips": 10,
    "prize_shares": "",
    "guarantee_chips": 0,
    "target_series": "",
    "guaranteed_tickets": 0,
    "remainder": "try_again",
    "second_ticket": "flexible",
    "first_date": "",
    "start_time": "",
    "time_zone": "Europe/Tallinn",
    "repeats": "once",
    "recurrence": "",
    "opens_before_h": 72,
    "buy_back_min": 0,
    "rating_min": 0,
    "rating_max": 0,
    "min_matches": 0,
    "min_account_days": 0,
    "invitation_code": "",
    "allowed_names": "",
    "swing_stack": 100,
    "swing_rate": 1,
    "swing_doubles_s": 600,
}
DAILY = {
    **SIT_AND_GO,
    "name": "Evening Cup",
    "kind": "scheduled",
    "seats": 64,
    "first_date": "2026-03-25",
    "start_time": "20:00",
    "repeats": "daily",
}


@pytest.fixture(autouse=True)
def in_march(clock: StoppedClock) -> Iterator[None]:
    """The afternoon of 25 March 2026, four days before summer time."""
    clock.moment_ms = 1_774_440_000_000
    return iter([None])


@pytest.fixture
def desk(admin_user) -> Client:
    client = Client()
    client.force_login(admin_user)
    return client


def admin(name: str, *args: object) -> str:
    return reverse(f"admin:tournaments_{name}", args=args)


def page_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


class TestSitAndGo:
    def test_staff_make_a_template_and_it_opens_at_once(self, desk: Client) -> None:
        assert desk.post(admin(ADD), SIT_AND_GO).status_code == 302
        event = open_event(Series.objects.get(name="Daily Eight"))
        assert (event.seats, event.rules_card.cost_chips) == (8, 110)

    def test_a_changed_template_holds_from_the_next_event_on(self, desk: Client) -> None:
        series = a_series(name="Daily Eight", seats=8)
        desk.post(admin("series_change", series.pk), {**SIT_AND_GO, "buy_in_chips": 7})
        series.refresh_from_db()
        assert (series.buy_in_chips, series.version) == (7, 2)
        assert open_event(series).rules_card.buy_in_chips == 50


class TestScheduled:
    def test_staff_make_a_daily_event_and_two_weeks_of_it_are_announced(self, desk) -> None:
        assert desk.post(admin(ADD), DAILY).status_code == 302
        series = Series.objects.get(name="Evening Cup")
        assert series.recurrence == "FREQ=DAILY"
        assert series.tournaments.filter(state__in=["announced", "registering"]).count() == 14

    def test_days_of_the_week_are_ticked_and_shown_again(self, desk: Client) -> None:
        desk.post(admin(ADD), {**DAILY, "repeats": "weekly", "weekdays": ["TH", "SU"]})
        series = Series.objects.get(name="Evening Cup")
        assert series.recurrence == "FREQ=WEEKLY;BYDAY=TH,SU"
        page = page_of(desk.get(admin("series_change", series.pk)))
        assert page.count("checked") >= 2
        assert '<option value="weekly" selected>' in page

    def test_a_rule_of_ones_own_is_kept_as_it_is(self, desk: Client) -> None:
        rule = "FREQ=MONTHLY;BYDAY=-1FR"
        desk.post(admin(ADD), {**DAILY, "repeats": "other", "recurrence": rule})
        series = Series.objects.get(name="Evening Cup")
        assert series.recurrence == rule
        page = page_of(desk.get(admin("series_change", series.pk)))
        assert '<option value="other" selected>' in page

    def test_the_page_of_a_template_lists_its_events_and_where_to_change_them(self, desk) -> None:
        desk.post(admin(ADD), DAILY)
        series = Series.objects.get(name="Evening Cup")
        page = page_of(desk.get(admin("series_change", series.pk)))
        for event in Tournament.objects.all():
            assert admin("card_change", event.public_id) in page

    @pytest.mark.parametrize("name", ["series_add", "series_changelist"])
    def test_pages_open_without_asking_once_a_row(
        self, desk, name, django_assert_max_num_queries
    ) -> None:
        desk.post(admin(ADD), DAILY)
        desk.post(admin(ADD), SIT_AND_GO)
        with django_assert_max_num_queries(9):
            assert desk.get(admin(name)).status_code == 200


class TestPreview:
    def test_a_preview_shows_starts_card_and_prizes_and_stores_nothing(self, desk) -> None:
        page = page_of(desk.post(admin(ADD), {**DAILY, "_preview": "1"}))
        assert "Sat 28 Mar 2026, 20:00 (Europe/Tallinn, UTC+02:00)" in page
        assert "Sun 29 Mar 2026, 20:00 (Europe/Tallinn, UTC+03:00)" in page
        assert "Single elimination" in page
        assert "800 (50 %), 400 (25 %), 2 × 200 (12.5 %)" in page
        assert not Series.objects.exists()

    def test_what_was_typed_stays_in_the_form(self, desk: Client) -> None:
        page = page_of(desk.post(admin(ADD), {**DAILY, "name": "My Cup", "_preview": "1"}))
        assert 'value="My Cup"' in page
        assert 'value="20:00"' in page

    def test_an_hour_that_does_not_exist_is_said(self, desk: Client) -> None:
        night = {**DAILY, "start_time": "03:30", "_preview": "1"}
        page = page_of(desk.post(admin(ADD), night))
        assert "The clocks skip 03:30 that day." in page
        assert "On 2026-03-29 the clocks in Europe/Tallinn skip 03:30" in page
        assert "On 2026-10-25 it is 03:30 twice" in page

    def test_a_template_that_is_stored_shows_what_comes_of_it(self, desk: Client) -> None:
        series = a_series(name="Daily Eight", seats=8)
        page = page_of(desk.get(admin("series_change", series.pk)))
        assert "240 (60 %), 160 (40 %)" in page

    def test_a_satellite_shows_its_tickets(self, desk: Client) -> None:
        desk.post(admin(ADD), {**DAILY, "buy_in_chips": 200, "fee_chips": 0})
        target = Series.objects.get(name="Evening Cup")
        satellite = {**SIT_AND_GO, "buy_in_chips": 60, "fee_chips": 0, "target_series": target.pk}
        page = page_of(desk.post(admin(ADD), {**satellite, "_preview": "1"}))
        assert "2 tickets" in page
        assert "Wed 25 Mar 2026, 20:00" in page

    def test_a_faulty_form_has_no_preview(self, desk: Client) -> None:
        page = page_of(desk.post(admin(ADD), {**DAILY, "seats": 2, "_preview": "1"}))
        assert "What comes of it" not in page


class TestFaults:
    @pytest.mark.parametrize(
        ("field", "value", "complaint"),
        [
            ("prize_shares", "60 50", "add up to 110, not 100"),
            ("prize_shares", "sixty", "is a number such as"),
            ("prize_shares", "10 " * 10, "There are more prizes (10) than entrants (8)"),
            ("length_points", 26, "less than or equal to 25"),
            ("length_points", 0, "greater than or equal to 1"),
            ("reserve_s", 0, "greater than or equal to 1"),
            ("seats", 5, "A Sit&amp;Go has 2, 4, 6, 8, 12, 16 seats"),
            ("buy_in_chips", -1, "greater than or equal to 0"),
            ("round_lengths", "3 x 5", "“x” is no match length"),
            ("breaks", "after 3", "“after” is no break"),
            ("format", "ladder", "Select a valid choice"),
            ("variant", "chess", "Select a valid choice"),
            ("tie_breaks_0", "coin", "coin is not one of the available choices"),
        ],
    )
    def test_a_sit_and_go_that_cannot_work_is_refused_with_the_reason(
        self, desk, field, value, complaint
    ) -> None:
        response = desk.post(admin(ADD), {**SIT_AND_GO, field: value})
        assert complaint in page_of(response)
        assert not Series.objects.exists()

    @pytest.mark.parametrize(
        ("field", "value", "complaint"),
        [
            ("first_date", "", "A scheduled event needs a day and a time."),
            ("start_time", "", "A scheduled event needs a day and a time."),
            ("time_zone", "Europe/Atlantis", "Select a valid choice"),
            ("time_zone", "localtime", "Select a valid choice"),
            ("repeats", "weekly", "Tick the days on which it is held."),
            ("repeats", "other", "Write the rule by which it is held."),
            ("seats", 3, "Entrants it needs: 4; seats it has: 3."),
            ("format", "round_robin", "holds at most 8"),
        ],
    )
    def test_a_scheduled_event_that_cannot_work_is_refused_with_the_reason(
        self, desk, field, value, complaint
    ) -> None:
        response = desk.post(admin(ADD), {**DAILY, field: value})
        assert complaint in page_of(response)
        assert not Series.objects.exists()

    def test_every_reason_is_given_at_once(self, desk: Client) -> None:
        wrong = {"prize_shares": "60 50", "breaks": "x", "first_date": "2026-03-01"}
        page = page_of(desk.post(admin(ADD), {**DAILY, **wrong, "repeats": "once"}))
        assert "add up to 110" in page
        assert "“x” is no break" in page
        assert "No start lies ahead" in page

    def test_a_template_keeps_its_kind(self, desk: Client) -> None:
        series = a_series(name="Daily Eight", seats=8)
        desk.post(admin("series_change", series.pk), {**SIT_AND_GO, "kind": "scheduled"})
        series.refresh_from_db()
        assert series.kind == "sit_and_go"


class TestCardOfAnEvent:
    @pytest.fixture
    def event(self) -> Tournament:
        series = a_series(
            kind="scheduled",
            seats=16,
            first_date=date(2026, 3, 26),
            start_time=time(20),
        )
        return series.tournaments.get()

    def posted(self, desk: Client, event: Tournament, **changes: Any) -> str:
        """The page after its form was sent as a browser would, with these changes."""
        page = desk.get(admin("card_change", event.public_id))
        form = page.context["adminform"].form
        sent = {
            name: form.get_initial_for_field(field, name) for name, field in form.fields.items()
        }
        kept = {
            name: value for name, value in sent.items() if value is not None and value is not False
        }
        answer = desk.post(
            admin("card_change", event.public_id),
            {**kept, "reason": "Asked by the players.", **changes},
            follow=True,
        )
        return page_of(answer)

    def test_the_difference_is_shown_before_anything_changes(self, desk, event) -> None:
        page = self.posted(desk, event, start_time="21:00", _preview="1")
        assert "Thu 26 Mar 2026, 20:00 (Europe/Tallinn, UTC+02:00)" in page
        assert "Thu 26 Mar 2026, 21:00 (Europe/Tallinn, UTC+02:00)" in page
        assert fresh(event).rules_card.version == 1

    def test_staff_change_the_card_and_the_start_with_a_reason(self, desk, event) -> None:
        page = self.posted(desk, event, start_time="21:00", buy_in_chips="70")
        assert "its entrants are told" in page
        changed = fresh(event)
        assert changed.rules_card.buy_in_chips == 70
        assert f"{changed.starts_at:%H:%M}" == "19:00"
        assert StaffAction.objects.get().reason == "Asked by the players."

    def test_the_row_of_an_event_leads_there(self, desk, event) -> None:
        page = page_of(desk.get(admin("tournament_change", event.pk)))
        assert admin("card_change", event.public_id) in page

    def test_without_a_reason_nothing_changes(self, desk, event) -> None:
        assert "This field is required" in self.posted(desk, event, seats="8", reason="")
        assert fresh(event).seats == 16

    def test_what_cannot_be_is_refused_at_its_field(self, desk, event) -> None:
        page = self.posted(desk, event, seats="2", prize_shares="60 60")
        assert "Entrants it needs: 4; seats it has: 2." in page
        assert "add up to 120" in page

    def test_a_sit_and_go_changes_its_card_too(self, desk: Client) -> None:
        event = open_event(a_series(seats=8))
        seated(event, *players(1))
        self.posted(desk, event, length_points="7")
        assert fresh(event).rules_card.version == 2
        page = page_of(desk.get(admin("card_change", event.public_id)))
        assert "Asked by the players." in page

    def test_an_event_that_has_begun_shows_only_its_versions(self, desk: Client) -> None:
        event = open_event(a_series(seats=2))
        seated(event, *players(2))
        page = page_of(desk.get(admin("card_change", event.public_id)))
        assert "cannot be changed any more" in page

    def test_members_and_unknown_events_have_no_such_page(self, desk, event) -> None:
        assert desk.get(admin("card_change", "nothing")).status_code == 404
        member = Client()
        member.force_login(a_user("alice"))
        assert member.get(admin("card_change", event.public_id)).status_code == 302
