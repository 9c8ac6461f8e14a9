"""The desk: what waits, by urgency; a case; and deciding with two presses."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import StaffAction, User
from chat.models import Message
from moderation.cases import AppealState, CaseOutcome, CaseState
from moderation.kinds import NoticeKind
from moderation.models import Case, Sanction
from moderation.sanctions import Offence, SanctionKind, SanctionState
from moderation.selectors.queue import moderation_queue
from moderation.services import appeal_make, case_hold, notice_open, report_open
from tests.factories import a_user
from tests.moderation.barring import sanctioned
from tests.moderation.desk import REASON, ROOM, Desk, a_line, has, place, reported, staff
from tests.support.clock import StoppedClock
from wire.time import now

pytestmark = pytest.mark.django_db

PRESSES = ["hide", "hide_hour", "warn", "mute", "event_ban", "suspend", "no_breach"]


@pytest.fixture
def mara(db: None) -> User:
    """A moderator of the evening."""
    return staff("mara")


@pytest.fixture
def desk(mara: User) -> Desk:
    return Desk(mara)


@pytest.fixture
def case(alice: User, eve: User) -> Case:
    """Alice has reported a line of Eve's."""
    return reported(a_line(eve), alice).case


# --- the queue ----------------------------------------------------------------------------


def test_the_queue_has_what_is_most_urgent_first(
    mara: User, alice: User, bob: User, clock: StoppedClock
) -> None:
    mild = reported(a_line(a_user()), alice, "not_english").case
    spam = reported(a_line(a_user()), alice, "spam").case
    threat = reported(a_line(a_user()), alice, "threat").case
    twice = a_line(a_user())
    reported(twice, alice, "spam")
    both = reported(twice, bob, "spam").case
    order = [each.case.pk for each in moderation_queue(now(), reader=mara).cases]
    assert order == [threat.pk, both.pk, spam.pk, mild.pk]


def test_what_has_waited_moves_up(mara: User, alice: User, clock: StoppedClock) -> None:
    old = reported(a_line(a_user()), alice, "other").case
    clock.pass_s(timedelta(hours=25).total_seconds())
    new = reported(a_line(a_user()), alice, "spam").case
    order = [each.case.pk for each in moderation_queue(now(), reader=mara).cases]
    assert order == [old.pk, new.pk]


def test_the_queue_shows_line_room_age_reports_and_who(
    desk: Desk, case: Case, clock: StoppedClock
) -> None:
    Case.objects.update(opened_at=now() - timedelta(minutes=12))
    page = desk.page("case/queue/")
    for text in ("go home, loser", "Lobby", "for 12 min", "1 report", "alice", "eve"):
        assert text in page
    assert "Usual: Mute, 15 minutes" in page


def test_held_lines_appeals_and_notices_wait_in_the_queue_too(
    desk: Desk, alice: User, eve: User, bob: User
) -> None:
    line = {"text": "buy chips", "code": "chat.advert", "evidence": "", "room": ROOM, "at_ms": 1}
    case_hold(user=bob, room=ROOM, lines=[line])
    sanction = sanctioned(eve, SanctionKind.MUTE)
    appeal_make(user=eve, sanction_id=sanction.public_id, text="I only said hello.")
    notice_open(
        kind=NoticeKind.SHARED_DEVICE,
        key="x",
        subject="user:carol user:eve",
        facts={"name": "carol", "other": "eve", "kind": "mute"},
    )
    page = desk.page("case/queue/")
    for text in ("buy chips", "I only said hello.", "carol came on a device", "1 appeal"):
        assert text in page
    assert reverse("admin:moderation_card", args=["carol"]) in page
    assert "A director decides appeals." in page


def test_an_empty_queue_says_so(desk: Desk) -> None:
    assert "No case is open." in desk.page("case/queue/")


def test_the_queue_costs_the_same_for_few_and_for_many(desk: Desk, alice: User) -> None:
    reported(a_line(a_user()), alice)
    desk.page("case/queue/")
    with CaptureQueriesContext(
        connection,
    ) as few:
        desk.page("case/queue/")
    for _ in range(15):
        line = a_line(a_user())
        for reporter in (a_user(), a_user()):
            reported(line, reporter)
    with CaptureQueriesContext(connection) as many:
        desk.page("case/queue/")
    assert len(many) == len(few) <= 20


# --- a case -------------------------------------------------------------------------------


def test_a_case_shows_the_talk_with_the_line_marked(desk: Desk, alice: User, eve: User) -> None:
    a_line(alice, "good luck")
    case = reported(a_line(eve, "go home, loser"), alice, note="He follows me").case
    page = desk.page(place(case))
    assert page.index("good luck") < page.index("desk-marked") < page.index("go home, loser")
    for text in ("alice", "He follows me", "Offensive language", "Mute, 15 minutes"):
        assert text in page


def test_the_usual_step_follows_the_record(desk: Desk, alice: User, eve: User) -> None:
    case = reported(a_line(eve), alice).case
    assert has(desk.page(place(case)), "Usual: Mute, 15 minutes")
    desk.press(place(case, "mute"))
    again = reported(a_line(eve, "loser again"), alice).case
    page = desk.page(place(again))
    assert "Usual:" in page
    assert has(page, "<strong>Mute, 24 hours</strong>")


def test_a_case_costs_the_same_for_few_and_for_many(desk: Desk, case: Case, eve: User) -> None:
    desk.page(place(case))
    with CaptureQueriesContext(connection) as few:
        desk.page(place(case))
    line = Message.objects.get()
    for _ in range(12):
        reported(line, a_user())
        sanctioned(eve, SanctionKind.WARN, lasts=None)
        report_open(reporter=a_user(), subject="user:eve", reason="other")
    with CaptureQueriesContext(connection) as many:
        desk.page(place(case))
    assert len(many) == len(few) <= 20


# --- deciding -----------------------------------------------------------------------------


def test_a_mute_takes_two_presses_and_shows_what_follows(desk: Desk, case: Case, eve: User) -> None:
    fields = desk.form(place(case, "mute"), lasts="24h")
    assert fields["lasts"] == "24h"
    assert fields["offence"] == Offence.OFFENSIVE
    assert fields["hides"] == "line"
    shown = desk.send(place(case, "mute"), fields, reason=REASON)
    page = shown.content.decode()
    assert "eve cannot speak in any room until" in page
    assert "The line is taken away everywhere at once" in page
    assert "The one who reported it reads" in page
    assert not Sanction.objects.exists()
    form = shown.context["form"]
    bound = {name: form[name].value() for name in form.fields}
    answer = desk.send(place(case, "mute"), bound, confirmed="yes")
    assert answer.redirect_chain[-1][0] == reverse("admin:moderation_queue")
    assert "Done. Mute: eve, 24 hours" in answer.content.decode()
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.kind, sanction.case_id) == (eve, SanctionKind.MUTE, case.pk)
    assert sanction.ends_at - sanction.starts_at == timedelta(hours=24)
    case.refresh_from_db()
    assert (case.state, case.outcome) == (CaseState.DECIDED, CaseOutcome.ACTED)
    assert Message.objects.get().is_hidden


def test_a_reason_is_required(desk: Desk, case: Case) -> None:
    fields = desk.form(place(case, "mute"))
    answer = desk.send(place(case, "mute"), fields, reason=" ")
    assert answer.context["preview"] is None
    assert answer.context["form"].errors["reason"]


def test_a_form_that_was_used_and_is_sent_with_other_answers_is_not_taken_for_done(
    desk: Desk, eve: User
) -> None:
    address = "case/player/eve/mute/"
    key = "1" * 24
    assert "Done." in desk.press(address, lasts="15m", key=key)
    fields = {**desk.form(address), "reason": REASON, "lasts": "24h", "key": key}
    page = desk.send(address, fields, confirmed="yes").content.decode()
    assert "This form has been used for something else." in page
    assert "Done." not in page
    assert Sanction.objects.count() == 1


def test_the_same_form_sent_twice_mutes_once(desk: Desk, case: Case) -> None:
    fields = {**desk.form(place(case, "mute")), "reason": REASON}
    form = desk.send(place(case, "mute"), fields).context["form"]
    bound = {name: form[name].value() for name in form.fields}
    for _ in range(2):
        desk.send(place(case, "mute"), bound, confirmed="yes")
    assert Sanction.objects.count() == 1
    assert StaffAction.objects.filter(act="sanction.impose").count() == 1


def test_two_moderators_mute_once_between_them(desk: Desk, case: Case) -> None:
    other = Desk(staff("maik"))
    fields = {**other.form(place(case, "mute")), "reason": REASON}
    desk.press(place(case, "mute"))
    page = other.send(place(case, "mute"), fields, confirmed="yes").content.decode()
    assert "This case has been decided already." in page
    assert Sanction.objects.count() == 1


def test_a_case_that_has_changed_is_looked_at_again(desk: Desk, case: Case, bob: User) -> None:
    fields = {**desk.form(place(case, "no_breach")), "reason": REASON}
    reported(Message.objects.get(), bob, "threat")
    answer = desk.send(place(case, "no_breach"), fields, confirmed="yes")
    assert "The case has changed since." in answer.content.decode()
    assert Case.objects.get().state == CaseState.OPEN
    form = answer.context["form"]
    bound = {name: form[name].value() for name in form.fields}
    desk.send(place(case, "no_breach"), bound, confirmed="yes")
    assert Case.objects.get().outcome == CaseOutcome.NO_BREACH


@pytest.mark.parametrize("press", PRESSES)
def test_every_press_comes_filled_and_does_what_it_says(desk: Desk, case: Case, press: str) -> None:
    page = desk.press(place(case, press))
    assert "Done." in page
    case.refresh_from_db()
    assert case.state == CaseState.DECIDED
    expected = {"warn", "mute", "event_ban", "suspend"} & {press}
    assert set(Sanction.objects.values_list("kind", flat=True)) == expected


@pytest.mark.parametrize("lasts", ["15m", "24h", "7d", "review"])
def test_a_mute_lasts_as_long_as_its_button_says(desk: Desk, case: Case, lasts: str) -> None:
    desk.press(place(case, "mute"), lasts=lasts)
    spans = {"15m": 900, "24h": 86_400, "7d": 604_800}
    sanction = Sanction.objects.get()
    assert sanction.is_endless == (lasts == "review")
    if lasts in spans:
        assert (sanction.ends_at - sanction.starts_at).total_seconds() == spans[lasts]


def test_all_lines_of_the_last_hour_are_hidden_and_no_older_one(
    desk: Desk, alice: User, eve: User, clock: StoppedClock
) -> None:
    old = a_line(eve, "an old line")
    clock.pass_s(3_700)
    a_line(eve, "loser")
    case = reported(a_line(eve, "loser again"), alice).case
    desk.press(place(case, "hide_hour"))
    assert list(Message.objects.filter(is_hidden=False)) == [old]


def test_a_case_may_stay_open_after_a_line_is_hidden(desk: Desk, case: Case) -> None:
    desk.press(place(case, "hide"), outcome="")
    case.refresh_from_db()
    assert case.state == CaseState.OPEN
    assert Message.objects.get().is_hidden


def test_nothing_of_a_decision_is_done_that_is_refused(desk: Desk, case: Case) -> None:
    fields = {**desk.form(place(case, "mute")), "reason": REASON, "text": "x" * 301}
    answer = desk.send(place(case, "mute"), fields, confirmed="yes")
    assert answer.context["form"].errors["text"]
    assert not Message.objects.get().is_hidden
    assert not Sanction.objects.exists()


# --- who may ------------------------------------------------------------------------------


def test_the_page_says_which_rule_of_rank_refuses(desk: Desk, alice: User) -> None:
    boss = staff("boss", "director")
    case = reported(a_line(boss), alice).case
    page = desk.page(place(case))
    assert "boss is not below you in rank" in page
    assert place(case, "mute") not in page
    fields = {"reason": REASON, "key": "k", "offence": "other", "text": "x", "lasts": "24h"}
    fields |= {"hides": "nothing", "outcome": "acted", "seen": ""}
    answer = desk.send(place(case, "mute"), fields, confirmed="yes")
    assert "boss is not below you in rank" in answer.content.decode()
    assert not Sanction.objects.exists()


def test_a_moderator_is_told_that_directors_ban(desk: Desk, case: Case) -> None:
    page = desk.page(place(case))
    assert "Ban: Director and above may do this." in page
    assert place(case, "ban") not in page
    fields = {**desk.form(place(case, "ban")), "reason": REASON}
    desk.send(place(case, "ban"), fields, confirmed="yes")
    assert not Sanction.objects.exists()


def test_a_director_bans(case: Case, eve: User) -> None:
    Desk(staff("boss", "director")).press(place(case, "ban"))
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.is_endless) == (SanctionKind.BAN, True)
    eve.refresh_from_db()
    assert eve.is_barred


@pytest.mark.parametrize("address", ["case/queue/", "case/player/eve/", "case/player/eve/mute/"])
def test_nobody_without_the_right_sees_the_desk(address: str, alice: User, eve: User) -> None:
    for member, status in ((alice, 302), (a_user("gus", is_staff=True), 403)):
        client = Client()
        client.force_login(member)
        assert client.get(f"/admin/moderation/{address}").status_code == status


def test_an_unknown_press_case_or_player_is_not_found(desk: Desk, case: Case) -> None:
    for address in (
        place(case, "flog"),
        "case/at/nothing/",
        "case/player/nobody/",
        "case/player/eve/no_breach/",
        "sanction/lift/nothing/",
        "sanction/appeal/nothing/",
    ):
        assert desk.client.get(f"/admin/moderation/{address}").status_code in {403, 404}, address


# --- lifting and appeals ------------------------------------------------------------------


def test_a_mistake_is_taken_back_from_the_card(desk: Desk, case: Case, eve: User) -> None:
    desk.press(place(case, "mute"))
    sanction = Sanction.objects.get()
    address = f"sanction/lift/{sanction.public_id}/"
    assert reverse("admin:moderation_lift", args=[sanction.public_id]) in desk.page(
        "case/player/eve/"
    )
    page = desk.press(address, text="We were wrong. Sorry.")
    assert "The sanction is lifted." in page
    sanction.refresh_from_db()
    assert sanction.state == SanctionState.LIFTED
    assert not sanction.is_in_force


def test_a_director_answers_an_appeal(eve: User) -> None:
    sanction = sanctioned(eve, SanctionKind.MUTE)
    User.objects.filter(pk=sanction.imposed_by_id).update(is_superuser=False)
    appeal_make(user=eve, sanction_id=sanction.public_id, text="I only said hello.")
    desk = Desk(staff("boss", "director"))
    address = f"sanction/appeal/{sanction.public_id}/"
    assert "I only said hello." in desk.page(address)
    page = desk.press(address, is_lifted="lift", answer="You are right.")
    assert "The appeal is answered." in page
    sanction.refresh_from_db()
    assert sanction.appeal.state == AppealState.LIFTED
    assert not sanction.is_in_force


def test_markup_is_text_on_every_page_of_the_desk(desk: Desk, alice: User, eve: User) -> None:
    bad = "<img src=x onerror=alert(1)>"
    User.objects.filter(pk=eve.pk).update(about=bad)
    case = reported(a_line(eve, bad), alice, note=bad).case
    desk.press(place(case, "warn"), text=bad, answer=bad)
    desk.send("case/player/eve/note/", {"text": bad})
    for address in ("case/queue/", place(case), "case/player/eve/", "case/", "sanction/"):
        assert "<img src=x" not in desk.page(address), address


def test_the_lists_of_all_cases_and_sanctions_lead_on(desk: Desk, case: Case) -> None:
    desk.press(place(case, "mute"))
    assert reverse("admin:moderation_queue") in desk.page("case/")
    led = desk.client.get(f"/admin/moderation/case/{case.pk}/change/", follow=True)
    assert led.redirect_chain[-1][0] == reverse("admin:moderation_case_page", args=[case.public_id])
    assert "Decided by mara" in led.content.decode()
    sanction = Sanction.objects.get()
    led = desk.client.get(f"/admin/moderation/sanction/{sanction.pk}/change/", follow=True)
    assert led.redirect_chain[-1][0] == reverse("admin:moderation_card", args=["eve"])
