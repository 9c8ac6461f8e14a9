"""An organiser mutes somebody in his own event, and lets him speak again."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.gates import Door, gate_refusal
from accounts.models import StaffAction, User
from chat.models import Message
from moderation.models import Sanction
from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind
from moderation.selectors.sanctions import mute_refusal, mutes_in_scope
from moderation.services import sanction_impose
from tests.factories import a_bot, a_user
from tests.moderation.barring import a_chief
from tests.tournaments.scheduled import a_scheduled_event, entered
from tournaments.models import Tournament
from tournaments.services import organiser_mute, organiser_unmute
from tournaments.services.muting import MUTE_LENGTHS
from wire.errors import Conflict, Malformed, NotFound, PlatformError, Refused

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=24)


def an_organiser(name: str = "") -> User:
    """A member whom staff let make events of his own."""
    user = a_user(name)
    user.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=user.pk)


def event_of(organiser: User) -> Tournament:
    """An event that this member has made."""
    event = a_scheduled_event()
    event.organiser, event.is_private = organiser, True
    event.save(update_fields=["organiser", "is_private"])
    return event


@pytest.fixture
def alice(db: None) -> User:
    return an_organiser("alice")


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


@pytest.fixture
def event(alice: User, bob: User) -> Tournament:
    """Alice's, in whose room Bob talks."""
    return talked_in(event_of(alice), bob)


def talked_in(event: Tournament, user: User) -> Tournament:
    """The event, after somebody has said something in its room."""
    room = f"event:{event.public_id}"
    Message.objects.create(room=room, user=user, text="hello", at_ms=1)
    return event


def muted(event: Tournament, organiser: User, user: User, **changes: Any) -> Sanction:
    """A mute for a day."""
    asked: dict[str, Any] = {"lasts": DAY, "text": "Please be kind.", "key": "0" * 16}
    return organiser_mute(
        event_id=event.public_id, organiser=organiser, user=user, **{**asked, **changes}
    )


def scope_of(event: Tournament) -> str:
    return f"event:{event.public_id}"


def test_who_is_muted_by_an_organiser_is_silent_in_his_event_and_nowhere_else(
    event, alice, bob
) -> None:
    muted(event, alice, bob)
    no = mute_refusal(bob, scope_of(event))
    assert no is not None
    assert no.code == "chat.muted"
    assert no.text.startswith("The organiser of this event has muted you here until")
    assert no.facts["reason"] == "Please be kind."
    assert mute_refusal(bob, scope_of(event_of(alice))) is None
    assert all(gate_refusal(bob, door) is None for door in Door)


def test_it_runs_out_by_itself(event, alice, bob, clock) -> None:
    muted(event, alice, bob, lasts=timedelta(minutes=15))
    clock.pass_s(15 * 60 - 1)
    assert mute_refusal(bob, scope_of(event)) is not None
    clock.pass_s(2)
    assert mute_refusal(bob, scope_of(event)) is None


def test_an_organiser_has_the_steps_of_the_house_that_end_within_a_week(event, alice, bob) -> None:
    assert set(MUTE_LENGTHS) == {step for step in MUTE_STEPS if step is not None}
    for lasts in (timedelta(days=8), timedelta(seconds=1), timedelta(0)):
        with pytest.raises(Malformed, match=r"organiser\.mute_lasts"):
            muted(event, alice, bob, lasts=lasts)


def test_a_form_sent_twice_mutes_once(event, alice, bob) -> None:
    assert muted(event, alice, bob) == muted(event, alice, bob)
    assert Sanction.objects.count() == 1


def test_another_organisers_key_is_another_key(event, alice, bob) -> None:
    muted(event, alice, bob)
    carol = an_organiser("carol")
    muted(talked_in(event_of(carol), bob), carol, bob)
    assert Sanction.objects.count() == 2


def test_the_same_key_in_another_of_ones_events_is_not_taken_for_done(event, alice, bob) -> None:
    muted(event, alice, bob)
    with pytest.raises(Conflict, match=r"sanction\.key_used"):
        muted(talked_in(event_of(alice), bob), alice, bob)


def test_who_has_nothing_to_do_with_the_event_is_not_muted_in_it(event, alice) -> None:
    carol, dave, frank = a_user("carol"), a_user("dave", chips=1_000), a_user("frank")
    with pytest.raises(Refused) as refused:
        muted(event, alice, carol)
    assert "organiser.mute_stranger" in codes_of(refused.value)
    entered(event, dave)
    watched = talked_in(event, frank)
    for number, user in enumerate((dave, frank)):
        muted(watched, alice, user, key=f"{number:016}")


@pytest.mark.parametrize("text", ["you fucking idiot", "buy chips at www.evil.example"])
def test_an_organiser_writes_nothing_to_a_player_that_nobody_may_say(
    event, alice, bob, text
) -> None:
    with pytest.raises(Refused) as refused:
        muted(event, alice, bob, text=text)
    assert {code.partition(".")[0] for code in codes_of(refused.value)} == {"words"}


def codes_of(refused: Refused) -> set[str]:
    """Every reason against."""
    return {reason["code"] for reason in refused.facts["refusals"]}


def test_nobody_mutes_in_an_event_that_is_not_his(event, bob) -> None:
    eve = an_organiser("eve")
    for act in (lambda: muted(event, eve, bob), lambda: muted(a_scheduled_event(), eve, bob)):
        with pytest.raises(NotFound, match=r"tournament\.not_found"):
            act()
    with pytest.raises(NotFound):
        organiser_unmute(event_id=event.public_id, organiser=eve, user=bob)


def test_who_may_organise_no_more_mutes_no_more(event, alice, bob) -> None:
    alice.user_permissions.clear()
    with pytest.raises(NotFound):
        muted(event, User.objects.get(pk=alice.pk), bob)


def test_neither_staff_nor_bots_nor_oneself_can_be_muted(event, alice) -> None:
    for user, code in (
        (a_user("dora", is_staff=True), "staff.senior"),
        (a_chief(), "staff.senior"),
        (a_bot("Bot-Ada"), "sanction.bot"),
        (alice, "staff.self"),
    ):
        talked_in(event, user)
        with pytest.raises(PlatformError) as refused:
            muted(event, alice, user)
        assert refused.value.code == code
    assert not Sanction.objects.exists()


def test_what_an_organiser_does_is_told_by_the_sanction_and_not_by_the_staff_log(
    event, alice, bob
) -> None:
    sanction = muted(event, alice, bob)
    assert (sanction.imposed_by, sanction.scope) == (alice, scope_of(event))
    organiser_unmute(event_id=event.public_id, organiser=alice, user=bob)
    sanction.refresh_from_db()
    assert (sanction.state, sanction.ended_text) == (
        "lifted",
        "Lifted by the organiser of the event.",
    )
    assert not StaffAction.objects.exists()


def test_he_lifts_what_he_has_imposed_and_nothing_of_the_house(event, alice, bob) -> None:
    muted(event, alice, bob)
    sanction_impose(
        actor=a_chief(),
        user=bob,
        kind=SanctionKind.MUTE,
        offence=Offence.SPAM,
        text="Spam.",
        reason="Spam.",
        lasts=DAY,
        key="house",
        scope=scope_of(event),
    )
    assert organiser_unmute(event_id=event.public_id, organiser=alice, user=bob) == 1
    assert [each.text for each in mutes_in_scope(scope_of(event))] == ["Spam."]
    assert organiser_unmute(event_id=event.public_id, organiser=alice, user=bob) == 0


# --- the page -------------------------------------------------------------------------


def address(event: Tournament, rest: str = "") -> str:
    return f"/event/{event.public_id}/mute/bob/{rest}"


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_page_mutes_shows_who_is_muted_and_lets_him_speak_again(event, alice, bob) -> None:
    browser = as_(alice)
    page = browser.get(address(event))
    key = page.context["form"]["key"].value()
    answer = browser.post(
        address(event), {"lasts": "900", "text": "Please be kind.", "key": key}, follow=True
    )
    assert "bob is muted in your event and reads why." in answer.content.decode()
    assert "Let bob speak again" in answer.content.decode()
    assert mute_refusal(bob, scope_of(event)) is not None
    answer = browser.post(address(event, "lift/"), follow=True)
    assert "bob may speak in your event again." in answer.content.decode()
    assert mute_refusal(bob, scope_of(event)) is None


def test_a_form_that_makes_no_sense_is_shown_again(event, alice, bob) -> None:
    browser = as_(alice)
    for wrong in (
        {},
        {"lasts": "604801", "text": "x", "key": "0" * 16},
        {"lasts": "900", "text": "  ", "key": "0" * 16},
        {"lasts": "900", "text": "x" * 301, "key": "0" * 16},
        {"lasts": "900", "text": "x", "key": "../"},
        {"lasts": "900", "text": "a\0b", "key": "0" * 16},
    ):
        assert browser.post(address(event), wrong).status_code == 200
    assert not Sanction.objects.exists()


def test_a_refusal_is_said_on_the_page(event, alice, bob) -> None:
    talked_in(event, bob)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    asked = {"lasts": "900", "text": "x", "key": "0" * 16}
    page = as_(alice).post(address(event), asked).content.decode()
    assert "bob is not below you in rank" in page


def test_to_everybody_else_there_is_no_such_page(event, alice, bob) -> None:
    for browser in (as_(bob), as_(an_organiser("eve")), as_(a_chief())):
        for path in (address(event), address(event, "lift/")):
            assert browser.post(path, {"lasts": "900"}).status_code == 404
        assert browser.get(address(event)).status_code == 404
    assert Client().get(address(event)).status_code == 302
    assert as_(alice).get(f"/event/{event.public_id}/mute/nobody/").status_code == 404
    assert as_(alice).get("/event/2222222222/mute/bob/").status_code == 404
