"""The pages of the director's desk: the queue, an event, and a ruling seen before it is made."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    fresh,
    live_boards,
    players,
    seated,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    rule,
    white_at,
    winner_of,
)
from tests.tournaments.scheduled import a_scheduled_event
from tournaments.admin.order_forms import FORMS
from tournaments.models import Ruling, Tournament
from tournaments.orders import Declare, Pause
from tournaments.services import appeal_open
from tournaments.services.rulings import ACTS

pytestmark = pytest.mark.django_db

TEXTS = {"reason": "Both said so.", "public_text": "Corrected.", "key": "form"}


@pytest.fixture
def dora() -> User:
    director = a_director("dora")
    director.user_permissions.add(Permission.objects.get(codename="view_tournament"))
    return director


@pytest.fixture
def desk(dora) -> Client:
    client = Client()
    client.force_login(dora)
    return client


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def rule_page(event: Tournament, order: str, about: str = "") -> str:
    return reverse("admin:tournaments_rule", args=[event.public_id, order]) + about


def direct_page(event: Tournament) -> str:
    return reverse("admin:tournaments_direct", args=[event.public_id])


def seen_in(page: str) -> str:
    found = re.search(r'name="seen" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


class TestQueue:
    def test_an_empty_queue_says_so(self, desk) -> None:
        assert "Nothing is open." in text_of(desk.get(reverse("admin:tournaments_desk")))

    def test_a_problem_stands_there_with_evidence_and_buttons(self, desk, clock) -> None:
        event = a_started_event(seats=2)
        board = live_boards(event)[0]
        clock.pass_s(40)
        page = text_of(desk.get(reverse("admin:tournaments_desk")))
        assert "1 open problem" in page
        assert "Has not come" in page
        assert board.white.username in page
        assert "Called to the board." in page
        assert rule_page(event, "give_time", "?round=1&amp;slot=1") in page
        assert f"Has not come</span>: <strong>{board.white.username}" in page
        assert "for 40 s" in page
        assert "Nobody can say" not in page

    def test_a_match_that_nobody_else_may_watch_has_no_link_to_it(self, desk, clock) -> None:
        event = a_started_event(seats=2, is_private=True)
        board = live_boards(event)[0]
        clock.pass_s(40)
        page = text_of(desk.get(reverse("admin:tournaments_desk")))
        assert "moves and clocks" in page
        watching = reverse("matches:watch", args=[board.match_id])
        assert watching not in page
        assert watching not in text_of(desk.get(rule_page(event, "declare", "?round=1&slot=1")))

    def test_it_says_when_nobody_knows_who_is_connected(self, desk, monkeypatch) -> None:
        monkeypatch.setattr("tournaments.selectors.desk.is_presence_known", lambda: False)
        page = text_of(desk.get(reverse("admin:tournaments_desk")))
        assert "Nobody can say now who is connected" in page

    def test_who_may_only_look_sees_no_buttons(self, clock) -> None:
        frank = a_user("frank", is_staff=True)
        frank.user_permissions.add(Permission.objects.get(codename="view_tournament"))
        client = Client()
        client.force_login(frank)
        a_started_event(seats=2)
        clock.pass_s(40)
        page = text_of(client.get(reverse("admin:tournaments_desk")))
        assert "Has not come" in page
        assert "Give time" not in page

    def test_there_is_no_script_and_no_style_in_the_page(self, desk) -> None:
        page = desk.get(reverse("admin:tournaments_desk")).content.decode()
        assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
        assert " style=" not in page.partition('id="content"')[2]


class TestEventAtHand:
    def test_it_shows_the_round_the_people_the_rulings_and_what_can_be_ruled(
        self, desk, dora
    ) -> None:
        event = eight_after_the_first_round()
        rule(event, Declare(2, 1, white_at(event, 2, 1).number), dora)
        page = text_of(desk.get(direct_page(event)))
        assert "Round 2" in page
        assert "Ruled by the director." in page
        assert "dora: Both said so." in page
        assert "the winner is" in page
        assert rule_page(event, "stop") in page
        assert rule_page(event, "pause") in page
        assert rule_page(event, "reverse", "?round=2&amp;slot=1") in page
        assert rule_page(event, "declare", "?round=2&amp;slot=2") in page

    def test_another_round_is_one_press_away_and_nonsense_shows_the_last(self, desk) -> None:
        event = eight_after_the_first_round()
        assert "<h2>Round 1</h2>" in text_of(desk.get(direct_page(event), {"round": "1"}))
        assert "<h2>Round 2</h2>" in text_of(desk.get(direct_page(event), {"round": "x"}))

    def test_an_appeal_stands_with_its_match(self, desk) -> None:
        event = eight_after_the_first_round()
        appeal_open(
            event_id=event.public_id,
            user=loser_of(event, 1, 1).user,
            round_number=1,
            slot=1,
            text="The board froze.",
        )
        page = text_of(desk.get(direct_page(event), {"round": "1"}))
        assert "appeals: “The board froze.”" in page
        assert rule_page(event, "uphold", "?round=1&amp;slot=1") in page

    def test_before_the_draw_it_is_cancelled_and_delayed_after_it_stopped(self, desk) -> None:
        page = text_of(desk.get(direct_page(a_scheduled_event())))
        assert "Start later" in page
        assert "Cancel the event" in page
        assert "Stop the event" not in page
        assert "Start later" not in text_of(desk.get(direct_page(a_sit_and_go())))

    def test_people_of_a_large_event_are_looked_up_by_name(self, desk) -> None:
        event = seated(a_sit_and_go(seats=16), *players(3))
        alice = event.entries.all()[0].user
        page = text_of(desk.get(direct_page(event), {"who": f"\0{alice.username} "}))
        others = [each.user.username for each in event.entries.exclude(user=alice)]
        assert f"<td>{alice.username}</td>" in page
        assert not any(f"<td>{name}</td>" in page for name in others)

    def test_an_event_that_is_over_has_no_buttons(self, desk, dora) -> None:
        event = a_started_event(seats=2)
        rule(event, Declare(1, 1, white_at(event, 1, 1).number), dora)
        page = text_of(desk.get(direct_page(event)))
        assert "nothing in it can be ruled any more" in page
        assert 'class="button"' not in page

    def test_there_must_be_such_an_event(self, desk) -> None:
        assert desk.get(reverse("admin:tournaments_direct", args=["nothing"])).status_code == 404

    @pytest.mark.parametrize("seats", [4, 16])
    def test_it_does_not_ask_once_a_row(self, desk, seats, django_assert_max_num_queries) -> None:
        event = a_started_event(seats=seats, buy_in_chips=0)
        with django_assert_max_num_queries(16):
            desk.get(direct_page(event))

    def test_the_list_and_the_row_of_an_event_lead_there(self, desk) -> None:
        event = a_sit_and_go()
        listed = text_of(desk.get(reverse("admin:tournaments_tournament_changelist")))
        assert reverse("admin:tournaments_desk") in listed
        row = text_of(desk.get(reverse("admin:tournaments_tournament_change", args=[event.pk])))
        assert direct_page(event) in row


class TestRuling:
    def test_it_is_shown_first_and_made_by_the_second_press(self, desk) -> None:
        event = eight_after_the_first_round()
        old, new = winner_of(event, 1, 1).user.username, loser_of(event, 1, 1)
        address = rule_page(event, "reverse", "?round=1&slot=1")
        sent = {**TEXTS, "winner": new.number}
        page = text_of(desk.post(address, sent))
        assert f"the winner is {new.user.username} instead of {old}." in page
        assert f"to {new.user.username}</button>" in page
        assert not Ruling.objects.exists()
        answer = desk.post(address, {**sent, "seen": seen_in(page), "confirmed": "yes"})
        assert answer.status_code == 302
        assert Ruling.objects.get().public_text == "Corrected."
        assert winner_of(event, 1, 1) == new

    def test_an_event_that_has_moved_on_is_shown_anew(self, desk, dora) -> None:
        event = eight_after_the_first_round()
        address, sent = rule_page(event, "stop"), TEXTS
        seen = seen_in(text_of(desk.post(address, sent)))
        rule(event, Declare(2, 1, white_at(event, 2, 1).number), dora)
        page = text_of(desk.post(address, {**sent, "seen": seen, "confirmed": "yes"}))
        assert "The event has moved on since you looked." in page
        assert "This will happen" in page
        assert seen_in(page) != seen
        assert state_of(event) == "playing"

    def test_one_may_go_back_and_change_something(self, desk) -> None:
        event = eight_after_the_first_round()
        page = text_of(desk.post(rule_page(event, "pause"), {**TEXTS, "edit": "yes"}))
        assert "Show what it does" in page
        assert "Both said so." in page

    def test_what_cannot_be_done_is_said_with_every_reason(self, desk) -> None:
        event = eight_after_the_first_round(pause_s=0)
        sent = {**TEXTS, "winner": loser_of(event, 1, 1).number}
        page = text_of(desk.post(rule_page(event, "reverse", "?round=1&slot=1"), sent))
        assert "it would have to be voided" in page
        assert "Show what it does" in page

    def test_a_reason_and_a_line_are_asked_for(self, desk) -> None:
        event = eight_after_the_first_round()
        page = text_of(desk.post(rule_page(event, "pause"), {"key": "form"}))
        assert page.count("This field is required.") == 2

    def test_nothing_is_ruled_on_a_finished_event(self, desk, dora) -> None:
        event = a_started_event(seats=2)
        rule(event, Declare(1, 1, white_at(event, 1, 1).number), dora)
        page = text_of(desk.post(rule_page(event, "stop"), TEXTS))
        assert "This event is over" in page
        assert Ruling.objects.count() == 1

    @pytest.mark.parametrize(
        ("order", "about"),
        [
            ("nonsense", ""),
            ("reverse", ""),
            ("reverse", "?round=1&slot=x"),
            ("reverse", "?round=1&slot=99"),
            ("disqualify", "?entry=99"),
            ("disqualify", "?entry=" + "9" * 30),
        ],
    )
    def test_an_address_that_means_nothing_is_not_found(self, desk, order, about) -> None:
        event = eight_after_the_first_round()
        assert desk.get(rule_page(event, order, about)).status_code == 404

    def test_every_order_has_a_form_that_says_what_its_button_does(self, desk) -> None:
        event = eight_after_the_first_round()
        white = white_at(event, 1, 1)
        about = {
            "pairing": "?round=1&slot=1",
            "entry": f"?entry={white.number}",
            "event": "",
        }
        for name, form in FORMS.items():
            page = text_of(desk.get(rule_page(event, name, about[form.about])))
            assert str(form.explained).replace("'", "&#x27;") in page
        assert len(FORMS) == len(ACTS) + 1, "and the delay"

    @pytest.mark.parametrize(
        ("order", "answers", "button"),
        [
            ("pause", {}, "Hold the event"),
            ("stop", {}, "Stop the event and pay it out"),
            ("disqualify", {}, "Disqualify {white}"),
            ("declare", {"winner": "0"}, "Put both out: round 2, match 1"),
            ("declare", {"winner": "{number}"}, "Declare {white} the winner of round 2, match 1"),
            ("give_time", {"minutes": "5"}, "Give 5 minutes: round 2, match 1"),
        ],
    )
    def test_the_second_button_says_exactly_what_happens(
        self, desk, order, answers, button
    ) -> None:
        event = eight_after_the_first_round()
        white = white_at(event, 2, 1)
        facts = {"white": white.user.username, "number": white.number}
        about = f"?round=2&slot=1&entry={white.number}"
        sent = {name: value.format(**facts) for name, value in answers.items()}
        page = text_of(desk.post(rule_page(event, order, about), {**TEXTS, **sent}))
        assert button.format(**facts) in page.partition('name="confirmed"')[2]

    def test_a_start_is_put_off_and_an_event_cancelled_by_the_same_two_presses(self, desk) -> None:
        event = a_sit_and_go()
        sent = {**TEXTS, "seen": seen_in(text_of(desk.post(rule_page(event, "cancel"), TEXTS)))}
        desk.post(rule_page(event, "cancel"), {**sent, "confirmed": "yes"})
        assert state_of(event) == "cancelled"

    def test_who_may_not_rule_is_not_let_in(self, dora) -> None:
        event = eight_after_the_first_round()
        frank = a_user("frank", is_staff=True)
        frank.user_permissions.add(Permission.objects.get(codename="view_tournament"))
        client = Client()
        client.force_login(frank)
        assert client.get(rule_page(event, "pause")).status_code == 403
        assert client.post(rule_page(event, "pause"), TEXTS).status_code == 403
        assert not fresh(event).is_paused

    def test_a_member_of_the_public_is_sent_away(self) -> None:
        client = Client()
        client.force_login(a_user("eve"))
        assert client.get(reverse("admin:tournaments_desk")).status_code == 302


def test_rulings_and_appeals_are_listed_and_never_edited(desk, dora, admin_client) -> None:
    event = eight_after_the_first_round()
    ruling = rule(event, Pause(), dora)
    page = text_of(admin_client.get(reverse("admin:tournaments_ruling_changelist")))
    assert "Ruled by the director." in page
    address = reverse("admin:tournaments_ruling_change", args=[ruling.pk])
    assert admin_client.post(address, {"reason": "x"}).status_code == 403
    assert admin_client.get(reverse("admin:tournaments_appeal_changelist")).status_code == 200
