"""Talk under real threads on PostgreSQL: said once, kept once, hidden for good, read forward."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import wire.publish
from accounts.models import StaffAction, User
from chat.models import Message, PersonalMute, RefusedLine, RoomChoice, RoomState
from chat.selectors import room_page, room_wish
from chat.services import (
    lines_hide,
    marks_keep,
    message_hide,
    message_say,
    message_show,
    mute_set,
    room_set,
)
from moderation.decisions import Decision, Hides
from moderation.models import Case
from moderation.policy import Step
from moderation.sanctions import Offence, SanctionKind
from moderation.services import decision_make
from tests.chat.people import a_moderator
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.moderation.barring import a_chief
from wire.errors import Malformed, PlatformError
from wire.hub import Parcel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

ROOM = "lobby:main"


@pytest.fixture
def alice() -> User:
    return a_user("alice")


@pytest.fixture
def dora() -> User:
    return a_moderator()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that left after a commit, in its order."""
    messages: list[dict[str, Any]] = []

    def keep(parcels: list[Parcel]) -> None:
        messages.extend(msgspec.json.decode(parcel.body) for parcel in parcels)

    monkeypatch.setattr(wire.publish, "send_parcels", keep)
    return messages


def lines() -> list[str]:
    return [line["text"] for line in room_page(ROOM).lines]


def test_the_same_line_from_two_sockets_at_once_is_said_and_heard_once(alice, told) -> None:
    say = partial(message_say, room=ROOM, user=alice, text="good luck", request_id="7")
    answers = together([say] * 8)
    assert failures(answers) == []
    assert len({line.pk for line in answers if isinstance(line, Message)}) == 1
    assert lines() == ["good luck"]
    assert [message["type"] for message in told] == ["chat.message"]


def test_the_same_refused_line_from_two_sockets_is_kept_once(alice) -> None:
    say = partial(message_say, room=ROOM, user=alice, text="ha " * 400, request_id="7")
    errors = failures(together([say] * 8))
    assert [type(error) for error in errors] == [Malformed] * 8
    assert RefusedLine.objects.count() == 1


def test_lines_over_many_sockets_at_once_are_a_flood_from_the_sixth_on(alice) -> None:
    texts = (
        "hello friends",
        "nice roll",
        "what a game",
        "who plays now?",
        "anybody here?",
        "my turn soon",
        "see you later",
        "that was close",
        "opening with a six",
        "one more match",
    )
    errors = failures(
        together([partial(message_say, room=ROOM, user=alice, text=text) for text in texts])
    )
    assert {error.code for error in errors if isinstance(error, PlatformError)} == {"chat.flood"}
    assert len(lines()) == len(texts) - len(errors) == 5


def test_a_line_said_while_its_sender_is_muted_is_before_the_mute_or_unsaid(alice) -> None:
    frank = a_chief("frank")
    say = partial(message_say, room=ROOM, user=alice, text="and so say I")
    mute = partial(_mute_and_hide, actor=frank, user=alice)
    errors = failures(together([say, mute]))
    assert {error.code for error in errors if isinstance(error, PlatformError)} <= {"chat.muted"}
    assert lines() == []


def _mute_and_hide(*, actor: User, user: User) -> None:
    """What one press of the desk does."""
    step = Step(SanctionKind.MUTE, timedelta(minutes=15))
    decision = Decision(offence=Offence.OFFENSIVE, step=step, text="No insults.", hides=Hides.HOUR)
    decision_make(actor=actor, user=user, decision=decision, reason="insults", key="one")


def test_grave_refusals_at_once_make_one_case(alice, monkeypatch) -> None:
    monkeypatch.setattr("chat.services.refusing.GRAVE", frozenset({"chat.too_long"}))
    say = [
        partial(message_say, room=ROOM, user=alice, text=f"{number} ha " * 100)
        for number in range(8)
    ]
    errors = failures(together(say))
    assert {error.code for error in errors if isinstance(error, PlatformError)} == {"chat.too_long"}
    assert len(errors) == 8
    assert Case.objects.count() == 1


def test_hiding_and_showing_at_once_leave_history_as_it_was_told_last(alice, dora, told) -> None:
    line = message_say(room=ROOM, user=alice, text="hello")
    ways: list[Callable[[], Any]] = [
        partial(service, actor=dora, message_pk=line.pk, reason="to and fro")
        for service in (message_hide, message_show)
    ]
    assert failures(together(ways * 4)) == []
    acts = StaffAction.objects.order_by("pk").values_list("act", flat=True)
    assert [act for act in acts if act == "line.hide"]
    told_of = [message["type"] for message in told if message["type"] != "chat.message"]
    assert len(told_of) == len(acts)
    # Acts alternate, however they came: each found what the one before had left.
    assert list(acts) == [("line.hide", "line.show")[number % 2] for number in range(len(acts))]
    assert lines() == ([] if len(acts) % 2 else ["hello"])


def test_a_line_said_while_all_are_hidden_is_hidden_or_younger(alice, dora, told) -> None:
    for text in ("you are all slow", "all of you"):
        message_say(room=ROOM, user=alice, text=text)
    hide = partial(lines_hide, actor=dora, user=alice, since_ms=0, reason="insults")
    say = partial(message_say, room=ROOM, user=alice, text="and so say I")
    assert failures(together([say, hide])) == []
    hidden = {pk for each in told if each["type"] == "chat.hidden" for pk in each["ids"]}
    assert hidden == set(Message.objects.filter(is_hidden=True).values_list("pk", flat=True))
    assert lines() in ([], ["and so say I"])
    hide()
    assert lines() == []


def test_two_moderators_hide_the_same_lines_once(alice, dora) -> None:
    message_say(room=ROOM, user=alice, text="you are all slow")
    actors = [dora, a_moderator("frank")]
    hide = [
        partial(lines_hide, actor=actor, user=alice, since_ms=0, reason="insults")
        for actor in actors
    ]
    assert sorted(map(str, together(hide))) == ["0", "1"]
    assert StaffAction.objects.count() == 1


def test_a_room_set_by_two_at_once_has_one_row_and_a_log_without_gaps(dora) -> None:
    ways = [
        partial(room_set, actor=dora, room=ROOM, slow_s=slow_s, is_calm=False, reason="lively")
        for slow_s in (10, 20, 30, 40)
    ]
    assert failures(together(ways)) == []
    changes = [act.details for act in StaffAction.objects.order_by("pk")]
    assert changes[0]["before"] == {"slow_s": 0, "is_calm": False}
    for earlier, later in pairwise(changes):
        assert later["before"] == earlier["after"]
    assert RoomState.objects.get().slow_s == changes[-1]["after"]["slow_s"]


def test_marks_from_many_pages_end_at_the_furthest(alice) -> None:
    bob = a_user("bob")
    said = [
        message_say(room=ROOM, user=bob, text=text).pk
        for text in ("hello", "anybody here?", "well then", "good night")
    ]
    marks = [partial(marks_keep, user=alice, marks={ROOM: pk}) for pk in (*said, *reversed(said))]
    assert failures(together(marks)) == []
    assert room_wish(ROOM, alice).read_id == said[-1]
    assert RoomChoice.objects.count() == 1


def test_a_mute_made_twice_at_once_is_one(alice) -> None:
    a_user("bob")
    mute = partial(mute_set, user=alice, name="bob", is_muted=True)
    assert failures(together([mute] * 6)) == []
    assert PersonalMute.objects.count() == 1
