"""The queue of staff: a line a key, true to the last word, closed with a reason."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import StaffAction, User
from moderation.kinds import NoticeKind, NoticeState
from moderation.models import Notice
from moderation.selectors import open_notices
from moderation.services import notice_close, notice_open
from tests.factories import a_user
from tests.support.clock import StoppedClock
from wire.errors import Forbidden, Refused

pytestmark = pytest.mark.django_db

REASON = "Brothers who learn together; I talked to both."


def told(chips: int = 600, **changes: Any) -> Notice:
    """Staff are told that Eve loses to Bob."""
    facts = {"giver": "eve", "taker": "bob", "games": 9, "back_chips": 0, "days": 30}
    return notice_open(
        kind=NoticeKind.ONE_WAY_CHIPS,
        key="one_way_chips:1:2",
        subject="user:eve user:bob",
        facts={**facts, "chips": chips, **changes},
        size=chips,
    )


def test_a_notice_says_what_it_is_about() -> None:
    assert str(told()) == (
        "eve lost 600 chips to bob in 9 games of the last 30 days, and won 0 back."
    )


def test_told_again_it_is_still_one_line_which_says_what_is_true_now(clock: StoppedClock) -> None:
    first = told(600)
    clock.pass_s(3600)
    told(700, games=11)
    notice = Notice.objects.get()
    assert notice.pk == first.pk
    assert "eve lost 700 chips to bob in 11 games" in notice.text
    assert (notice.updated_at - notice.opened_at).total_seconds() == 3600


def test_told_the_same_it_is_not_told_again(clock: StoppedClock) -> None:
    told()
    clock.pass_s(3600)
    told()
    notice = Notice.objects.get()
    assert notice.updated_at == notice.opened_at


def test_a_closed_notice_stays_closed_until_it_has_doubled(dora: User) -> None:
    notice_close(staff=dora, notice_pk=told(600).pk, reason=REASON)
    told(1199)
    assert not open_notices().exists()
    assert Notice.objects.get().facts["chips"] == 600
    told(1200)
    assert open_notices().get().facts["chips"] == 1200


def test_closing_is_logged_once_with_the_reason_and_what_was_known(dora: User) -> None:
    notice = told()
    for _press in range(2):
        notice_close(staff=dora, notice_pk=notice.pk, reason=REASON)
    act = StaffAction.objects.get()
    assert (act.actor, act.act, act.subject, act.reason) == (
        dora,
        "notice.close",
        "user:eve user:bob",
        REASON,
    )
    assert act.details == {"notice": "one_way_chips:1:2", "facts": notice.facts}


def test_closing_takes_a_reason(dora: User) -> None:
    notice = told()
    with pytest.raises(Refused, match=r"staff\.reason"):
        notice_close(staff=dora, notice_pk=notice.pk, reason="  ")
    assert open_notices().exists()


def test_closing_takes_the_permission() -> None:
    notice = told()
    with pytest.raises(Forbidden):
        notice_close(staff=a_user("eve", is_staff=True), notice_pk=notice.pk, reason=REASON)
    assert open_notices().exists()


@pytest.mark.parametrize("breach", [{"kind": "gossip"}, {"state": "lost"}, {"key": ""}])
def test_the_database_refuses(breach: dict[str, str]) -> None:
    notice = {"kind": NoticeKind.ONE_WAY_CHIPS, "key": "a key", "state": NoticeState.OPEN}
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(**{**notice, **breach})


# --- the desk ---------------------------------------------------------------------


def test_staff_read_the_queue_open_lines_first(client: Client, dora: User) -> None:
    notice_close(staff=dora, notice_pk=told().pk, reason=REASON)
    notice_open(
        kind=NoticeKind.ONE_WAY_CHIPS,
        key="one_way_chips:3:4",
        subject="user:carol user:bob",
        facts={**Notice.objects.get().facts, "giver": "carol"},
    )
    client.force_login(dora)
    page = client.get("/admin/moderation/notice/").content.decode()
    assert page.index("carol lost 600") < page.index("eve lost 600")
    row = client.get(f"/admin/moderation/notice/{open_notices().get().pk}/change/")
    assert "carol lost 600" in row.content.decode()


def test_staff_close_lines_with_a_reason(client: Client, dora: User) -> None:
    notice = told()
    client.force_login(dora)
    press = partial(client.post, "/admin/moderation/notice/", follow=True)
    form = {"action": "close", "_selected_action": str(notice.pk)}
    assert "eve lost 600" in press(data=form).content.decode()
    assert open_notices().exists()
    assert "Please say why" in press(data=form | {"reason": " "}).content.decode()
    assert "Closed: eve lost 600" in press(data=form | {"reason": REASON}).content.decode()
    assert not open_notices().exists()


def test_who_may_only_read_sees_no_way_to_close(client: Client, dora: User) -> None:
    told()
    dora.user_permissions.remove(*dora.user_permissions.filter(codename="close_notice"))
    client.force_login(dora)
    page = client.get("/admin/moderation/notice/").content.decode()
    assert "eve lost 600" in page
    assert "Close with a reason" not in page
