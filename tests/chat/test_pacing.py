"""Staff slow a room down and calm it: who may, who hears of it, what the log says."""

import pytest

from accounts.models import StaffAction
from chat.models import RoomState
from chat.selectors import room_pace
from chat.services import MOST_SLOW_S, room_set
from tests.chat.people import ROOM
from tests.factories import a_user
from wire.errors import Forbidden, Malformed, NotFound, Refused


def test_everybody_in_the_room_hears_of_it(dora, told) -> None:
    with told() as messages:
        room_set(actor=dora, room=ROOM, slow_s=30, is_calm=True, reason="a quarrel")
    state = {"type": "chat.state", "room": ROOM, "slow_s": 30, "is_calm": True}
    assert messages == [(f"talk:{ROOM}", state)]
    assert room_pace(ROOM) == (30, True)
    assert room_pace("hall:2") == (0, False)


def test_the_staff_log_has_before_and_after(dora) -> None:
    room_set(actor=dora, room=ROOM, slow_s=30, is_calm=False, reason="too lively")
    room_set(actor=dora, room=ROOM, slow_s=0, is_calm=True, reason="a quarrel")
    act = StaffAction.objects.order_by("pk").last()
    assert act is not None
    assert (act.act, act.subject, act.reason) == ("room.set", f"room:{ROOM}", "a quarrel")
    assert act.details == {
        "before": {"slow_s": 30, "is_calm": False},
        "after": {"slow_s": 0, "is_calm": True},
    }


def test_what_is_so_already_is_not_set_again(dora, told) -> None:
    room_set(actor=dora, room=ROOM, slow_s=30, is_calm=False, reason="too lively")
    with told() as messages:
        room_set(actor=dora, room=ROOM, slow_s=30, is_calm=False, reason="again")
    assert (messages, StaffAction.objects.count()) == ([], 1)


def test_nobody_sets_a_room_without_the_right_a_reason_and_a_room(alice, dora) -> None:
    for actor in (alice, a_user("frank", is_staff=True)):
        with pytest.raises(Forbidden, match=r"auth.forbidden"):
            room_set(actor=actor, room=ROOM, slow_s=30, is_calm=False, reason="mine")
    with pytest.raises(Refused, match=r"staff.reason"):
        room_set(actor=dora, room=ROOM, slow_s=30, is_calm=False, reason="")
    for room in ("cellar:1", "hall:x"):
        with pytest.raises(NotFound, match=r"chat.no_room"):
            room_set(actor=dora, room=room, slow_s=30, is_calm=False, reason="lively")
    for slow_s in (-1, MOST_SLOW_S + 1):
        with pytest.raises(Malformed, match=r"chat.slow_s"):
            room_set(actor=dora, room=ROOM, slow_s=slow_s, is_calm=False, reason="lively")
    assert not RoomState.objects.filter(slow_s__gt=0).exists()
