"""Imposing and lifting: who may, what follows, how it ends, and what is refused and logged."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.gates import Door, gate_refusal
from accounts.models import NEVER_BARRED, StaffAction, User
from moderation.models import Sanction
from moderation.sanctions import EFFECTS, FOR_EVER, Offence, SanctionKind
from moderation.selectors import (
    mute_refusal,
    sanction_record,
    sanctions_in_force,
)
from moderation.services import sanction_impose, sanction_lift, sanction_read
from tests.factories import a_bot, a_guest, a_user
from tests.moderation.barring import a_chief
from tests.moderation.desk import staff
from tests.support.clock import StoppedClock
from wire.errors import Conflict, Forbidden, Malformed, NotFound, PlatformError, Refused
from wire.texts import sentence

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
TEXT = "You called Bob names, twice."


@pytest.fixture
def mod(db: None) -> User:
    return staff("mona")


@pytest.fixture
def director(db: None) -> User:
    return staff("dirk", "director")


def impose(actor: User, user: User, **changes: Any) -> Sanction:
    """A mute of a day for offensive language, with what the test changes."""
    wish: dict[str, Any] = {
        "kind": SanctionKind.MUTE,
        "offence": Offence.OFFENSIVE,
        "text": TEXT,
        "reason": "Lines 12 and 14 of the lobby.",
        "lasts": DAY,
        "key": f"form-{Sanction.objects.count()}",
    }
    return sanction_impose(actor=actor, user=user, **wish | changes)


def lift(actor: User, sanction: Sanction, **changes: Any) -> Sanction:
    wish: dict[str, Any] = {"text": "We were wrong. Sorry.", "reason": "Mistaken identity."}
    return sanction_lift(actor=actor, sanction_id=sanction.public_id, **wish | changes)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


# --- what stands -------------------------------------------------------------------------------


def test_a_mute_closes_the_door_of_speaking_and_no_other(
    clock: StoppedClock, mod: User, eve: User
) -> None:
    impose(mod, eve)
    no = gate_refusal(eve, Door.SPEAK)
    assert no is not None
    assert no.code == "chat.muted"
    assert no.facts["reason"] == TEXT
    assert no.facts["until"] == "2026-05-29T20:26:40+00:00"
    assert sentence(no.text, no.facts) == (
        f"You are muted until 29 May 2026, 20:26 UTC. The reason: {TEXT}"
    )
    assert [door for door in Door if gate_refusal(eve, door)] == [Door.SPEAK]
    assert not fresh(eve).is_barred


@pytest.mark.parametrize("kind", SanctionKind)
def test_every_kind_closes_the_doors_of_its_effect(eve: User, kind: SanctionKind) -> None:
    impose(a_chief(), eve, kind=kind)
    assert {door for door in Door if gate_refusal(eve, door)} == set(EFFECTS[kind].closes)
    assert fresh(eve).is_barred == EFFECTS[kind].bars


def test_it_ends_by_time_alone(clock: StoppedClock, mod: User, eve: User) -> None:
    impose(mod, eve, kind=SanctionKind.SUSPEND, lasts=timedelta(hours=1))
    clock.pass_s(3599)
    assert fresh(eve).is_barred
    assert gate_refusal(eve, Door.SIGN_IN) is not None
    clock.pass_s(1)
    assert not fresh(eve).is_barred
    assert gate_refusal(eve, Door.SIGN_IN) is None
    assert sanctions_in_force(eve) == ()
    assert [each.is_in_force for each in sanction_record(eve)] == [False]


def test_what_has_no_end_stands_until_staff_lift_it(
    clock: StoppedClock, mod: User, eve: User
) -> None:
    sanction = impose(mod, eve, lasts=None)
    assert (sanction.is_endless, sanction.ends_at) == (True, FOR_EVER)
    clock.pass_s(50 * 365 * 24 * 3600)
    no = mute_refusal(eve)
    assert no is not None
    assert no.facts["until"] is None
    assert "until our staff have looked at it again" in no.text
    lift(mod, sanction)
    assert mute_refusal(eve) is None


def test_a_warning_closes_nothing_and_waits_to_be_read(mod: User, eve: User) -> None:
    sanction = impose(mod, eve, kind=SanctionKind.WARN)
    assert sanctions_in_force(eve) == ()
    assert not sanction.is_read
    sanction_read(user=mod, sanction_id=sanction.public_id)
    assert not Sanction.objects.get().is_read, "it is not his to read"
    sanction_read(user=eve, sanction_id=sanction.public_id)
    assert Sanction.objects.get().is_read


def test_of_two_bars_the_longer_counts_and_lifting_it_leaves_the_other(
    mod: User, director: User, eve: User
) -> None:
    week = impose(mod, eve, kind=SanctionKind.SUSPEND, lasts=7 * DAY)
    ban = impose(director, eve, kind=SanctionKind.BAN, lasts=None)
    assert fresh(eve).barred_until == FOR_EVER
    no = gate_refusal(eve, Door.PLAY)
    assert no is not None
    assert no.facts["sanction"] == ban.public_id
    lift(director, ban)
    assert fresh(eve).barred_until == week.ends_at
    lift(mod, week)
    assert fresh(eve).barred_until == NEVER_BARRED


def test_an_organisers_mute_holds_in_his_event_alone(alice: User, eve: User) -> None:
    impose(alice, eve, scope="event:e1", is_organiser=True)
    assert gate_refusal(eve, Door.SPEAK) is None
    assert mute_refusal(eve) is None
    assert mute_refusal(eve, "event:e2") is None
    assert mute_refusal(eve, "event:e1") is not None
    assert not StaffAction.objects.exists(), "an organiser is no staff"


def test_a_mute_of_the_house_holds_in_every_event(mod: User, eve: User) -> None:
    impose(mod, eve)
    assert mute_refusal(eve, "event:e1") is not None


# --- who may -----------------------------------------------------------------------------------


def refused(call: Any, *arguments: Any, **changes: Any) -> str:
    with pytest.raises(PlatformError) as refusal:
        call(*arguments, **changes)
    return refusal.value.code


def test_a_moderator_imposes_up_to_a_suspension_and_a_director_bans(
    mod: User, director: User, eve: User
) -> None:
    for kind in (SanctionKind.WARN, SanctionKind.EVENT_BAN, SanctionKind.SUSPEND):
        impose(mod, eve, kind=kind)
    assert refused(impose, mod, eve, kind=SanctionKind.BAN) == "sanction.rank"
    ban = impose(director, eve, kind=SanctionKind.BAN)
    assert refused(lift, mod, ban) == "sanction.rank"


def test_players_and_staff_without_the_right_impose_nothing(
    alice: User, eve: User, caplog: pytest.LogCaptureFixture
) -> None:
    clerk = a_user("clerk", is_staff=True)
    assert refused(impose, alice, eve) == "auth.forbidden"
    assert refused(impose, clerk, eve) == "auth.forbidden"
    assert refused(impose, alice, eve, is_organiser=True) == "auth.forbidden", "of what event?"
    assert not Sanction.objects.exists()
    assert not StaffAction.objects.exists()
    assert "sanction.impose by alice on eve was refused: auth.forbidden" in caplog.text
    assert "sanction.impose by clerk on eve was refused: auth.forbidden" in caplog.text


def test_nobody_is_sanctioned_by_himself_or_by_somebody_not_above_him(
    mod: User, director: User, caplog: pytest.LogCaptureFixture
) -> None:
    peer = staff("minna")
    assert refused(impose, mod, mod) == "staff.self"
    assert refused(impose, mod, peer) == "staff.senior"
    assert refused(impose, mod, director) == "staff.senior"
    assert "sanction.impose by mona on dirk was refused: staff.senior" in caplog.text
    assert impose(director, mod).user == mod


def test_nobody_lifts_what_a_senior_imposed_or_what_is_on_himself(
    mod: User, director: User, eve: User
) -> None:
    assert refused(lift, mod, impose(director, eve)) == "staff.senior"
    assert refused(lift, mod, impose(director, mod)) == "staff.self"
    own = impose(mod, eve)
    assert lift(staff("minna"), own).state == "lifted"


def test_bots_and_closed_accounts_have_nothing_imposed_on_them(mod: User, eve: User) -> None:
    assert refused(impose, mod, a_bot()) == "sanction.bot"
    eve.is_active, eve.is_closed = False, True
    eve.save()
    assert refused(impose, mod, eve) == "sanction.closed"


def test_guests_have(mod: User) -> None:
    guest = a_guest()
    impose(mod, guest, kind=SanctionKind.SUSPEND)
    assert fresh(guest).is_barred


@pytest.mark.parametrize(
    ("changes", "kind", "code"),
    [
        ({"text": "  "}, Malformed, "sanction.text"),
        ({"text": "x" * 301}, Malformed, "sanction.text"),
        ({"lasts": timedelta(0)}, Malformed, "sanction.lasts"),
        ({"lasts": timedelta(days=-1)}, Malformed, "sanction.lasts"),
        ({"lasts": timedelta(days=2000)}, Malformed, "sanction.lasts"),
        ({"scope": "event:e1", "kind": SanctionKind.SUSPEND}, Malformed, "sanction.scope"),
        ({"reason": " "}, Refused, "staff.reason"),
    ],
)
def test_a_sanction_says_what_to_whom_and_for_how_long(
    mod: User, eve: User, changes: dict[str, Any], kind: type[PlatformError], code: str
) -> None:
    with pytest.raises(kind) as refusal:
        impose(mod, eve, **changes)
    assert refusal.value.code == code
    assert not Sanction.objects.exists()
    assert not fresh(eve).is_barred


@pytest.mark.parametrize("lasts", [None, timedelta(days=8)])
def test_an_organiser_mutes_for_a_week_at_most(
    alice: User, eve: User, lasts: timedelta | None
) -> None:
    wish = {"scope": "event:e1", "is_organiser": True, "lasts": lasts}
    assert refused(impose, alice, eve, **wish) == "sanction.organiser_lasts"


def test_an_organiser_imposes_nothing_else_and_nothing_on_staff(
    alice: User, eve: User, mod: User
) -> None:
    wish = {"scope": "event:e1", "is_organiser": True}
    assert refused(impose, alice, eve, kind=SanctionKind.WARN, **wish) == "auth.forbidden"
    assert refused(impose, alice, mod, **wish) == "staff.senior"
    assert refused(impose, alice, alice, **wish) == "staff.self"


def test_an_organiser_lifts_his_own_mute_and_none_of_staff(
    alice: User, eve: User, mod: User
) -> None:
    own = impose(alice, eve, scope="event:e1", is_organiser=True)
    assert lift(alice, own, is_organiser=True).state == "lifted"
    of_staff = impose(mod, eve, scope="event:e1")
    assert refused(lift, alice, of_staff, is_organiser=True) == "staff.senior"
    assert refused(lift, alice, impose(mod, eve), is_organiser=True) == "auth.forbidden"


# --- once, logged, told ------------------------------------------------------------------------


def test_the_same_key_twice_imposes_once(mod: User, director: User, eve: User, bob: User) -> None:
    first = impose(mod, eve, key="form-1")
    assert impose(mod, eve, key="form-1") == first
    with pytest.raises(Conflict) as clash:
        impose(mod, bob, key="form-1")
    assert clash.value.code == "sanction.key_used"
    with pytest.raises(Conflict):
        impose(director, eve, key="form-1", kind=SanctionKind.BAN)
    assert Sanction.objects.count() == StaffAction.objects.count() == 1


def test_lifting_twice_is_lifting_once(mod: User, eve: User) -> None:
    sanction = impose(mod, eve)
    lift(mod, sanction)
    assert lift(mod, sanction, text="Again.").ended_text == "We were wrong. Sorry."
    assert StaffAction.objects.filter(act="sanction.lift").count() == 1
    with pytest.raises(NotFound):
        sanction_lift(actor=mod, sanction_id="nothing", text="x", reason="y")


def test_the_staff_log_keeps_before_and_after(mod: User, eve: User) -> None:
    sanction = impose(mod, eve)
    lift(mod, sanction)
    lifting, imposing = StaffAction.objects.all()
    assert (imposing.act, imposing.subject) == ("sanction.impose", "user:eve")
    assert imposing.details["before"] is None
    assert imposing.details["after"]["text"] == TEXT
    assert (lifting.act, lifting.reason) == ("sanction.lift", "Mistaken identity.")
    assert lifting.details["before"]["state"] == "in_force"
    assert lifting.details["after"]["state"] == "lifted"


def test_its_bearer_is_told_on_every_page_at_once(mod: User, eve: User, commits: Any) -> None:
    with commits() as published:
        sanction = impose(mod, eve)
    assert published.messages() == [{"type": "sanction"}]
    assert published.streams("sanction") == [f"user:{eve.pk}"]
    assert published.tasks == []
    with commits() as published:
        lift(mod, sanction)
    assert published.types() == ["sanction"]


def test_text_is_one_row_of_visible_characters(mod: User, eve: User) -> None:
    assert impose(mod, eve, text=" Be\u202e kind,\nplease.\x00 ").text == "Be kind, please."


# --- what the database keeps -------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{"text": ""}, {"kind": "curse"}, {"kind": "ban", "scope": "event:e1"}]
)
def test_the_database_refuses_what_no_service_writes(
    mod: User, eve: User, changes: dict[str, str]
) -> None:
    sanction = impose(mod, eve)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(**changes)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(user=mod)


def test_a_forbidden_act_is_a_403_and_a_rule_a_422(mod: User, alice: User, eve: User) -> None:
    with pytest.raises(Forbidden) as forbidden:
        impose(alice, eve)
    with pytest.raises(Refused) as rule:
        impose(mod, mod)
    assert (forbidden.value.status, rule.value.status) == (403, 422)
