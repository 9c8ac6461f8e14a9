"""A line of talk: who may say it, what becomes of it, how often."""

import unicodedata
from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from chat import rooms
from chat.filters.cleanup import LONGEST_CHARS, clean
from chat.filters.flood import FLOOD_LINES
from chat.models import Message
from chat.selectors import HISTORY_LINES, room_history
from chat.services import message_say
from tests.clock import FrozenClock
from tests.factories import a_user
from wire.errors import Forbidden, Malformed, NotFound, TooFast
from wire.refusals import Refusal

ROOM = "hall:1"


class Halls:
    """Rooms for everybody but Eve."""

    kind = "hall"

    def speak_refusal(self, ref: str, user: User) -> Refusal | None:
        return rooms.NO_PLACE if user.username == "eve" else None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen


@pytest.fixture
def alice(db: None, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setitem(rooms._policies, "hall", Halls())
    return a_user("alice")


@pytest.fixture
def say(alice: User) -> Callable[..., Message]:
    """Alice says something in the hall."""
    return partial(message_say, room=ROOM, user=alice)


def lines() -> list[str]:
    return [line["text"] for line in room_history(ROOM)]


# --- what becomes of a line ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("  good   luck \n\n to\tyou ", "good luck to you"),
        ("a\u00a0b\u2028c\u2029d\u3000e", "a b c d e"),
        ("nul\0 bell\a escape\x1b[31m", "nul bell escape[31m"),
        ("\u202egnp.exe\u202c \u2066x\u2069 \u200fy", "gnp.exe x y"),
        ("\ud800lone\udfff surrogates", "lone surrogates"),
        ("cafe\u0301", "caf\u00e9"),
        ("<b>bold</b> & 'quoted'", "<b>bold</b> & 'quoted'"),
        ("\N{WHITE SMILING FACE}\N{ZERO WIDTH JOINER}x", "\N{WHITE SMILING FACE}\u200dx"),
    ],
)
def test_a_line_is_cleaned_and_nothing_else(typed: str, said: str) -> None:
    assert clean(typed) == said


@given(st.text())
def test_a_cleaned_line_is_one_row_of_characters_every_database_takes(typed: str) -> None:
    line = clean(typed)
    assert clean(line) == line == " ".join(line.split())
    assert {unicodedata.category(char) for char in line} & {"Cc", "Cs", "Zl", "Zp"} == set()
    line.encode()


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\0", "\u202e\u2066", "\ud800"])
def test_nothing_cannot_be_said(say, typed) -> None:
    with pytest.raises(Malformed, match=r"chat.empty"):
        say(text=typed)
    assert lines() == []


def test_the_longest_line_fits_and_one_character_more_does_not(say) -> None:
    say(text="\N{GAME DIE}" * LONGEST_CHARS)
    with pytest.raises(Malformed) as refused:
        say(text="x" * (LONGEST_CHARS + 1))
    assert (refused.value.code, refused.value.facts) == ("chat.too_long", {"limit": 300})
    assert [len(line) for line in lines()] == [LONGEST_CHARS]


def test_spaces_that_are_taken_away_do_not_count(say) -> None:
    say(text="x" + " " * 5_000 + "y")
    assert lines() == ["x y"]


# --- who, and how often -------------------------------------------------------------------


def test_who_has_no_place_in_a_room_says_nothing_there(alice) -> None:
    eve = a_user("eve")
    with pytest.raises(Forbidden):
        message_say(room=ROOM, user=eve, text="hello")
    for room in ("cellar:1", "", ":", "hal"):
        with pytest.raises(NotFound):
            message_say(room=room, user=alice, text="hello")
    assert Message.objects.count() == 0


def test_the_sixth_line_in_ten_seconds_is_too_much_and_time_heals(say, clock) -> None:
    for number in range(FLOOD_LINES):
        clock.pass_s(1)
        say(text=f"line {number}")
    for room in (ROOM, "hall:2"):
        with pytest.raises(TooFast, match=r"chat.flood"):
            say(text="one more", room=room)
    clock.pass_s(6)  # the first line is ten seconds old now
    say(text="and again")
    assert len(lines()) == FLOOD_LINES + 1


def test_the_haste_of_one_player_silences_no_other(say, alice) -> None:
    for number in range(FLOOD_LINES):
        say(text=f"line {number}")
    message_say(room=ROOM, user=a_user("bob"), text="quiet, please")
    assert lines()[-1] == "quiet, please"


def test_d_rt_02_a_line_that_arrives_twice_is_said_once(say) -> None:
    first = say(text="hello", request_id="7")
    again = say(text="hello", request_id="7")
    changed = say(text="something else", request_id="7")
    assert first.pk == again.pk == changed.pk
    assert lines() == ["hello"]


def test_a_repeated_line_has_its_answer_even_when_it_would_be_too_much(say) -> None:
    said = [say(text="hello", request_id=str(number)) for number in range(FLOOD_LINES)]
    assert say(text="hello", request_id="0").pk == said[0].pk


def test_the_same_id_of_two_players_is_two_lines(say) -> None:
    say(text="hello", request_id="7")
    message_say(room=ROOM, user=a_user("bob"), text="hello", request_id="7")
    assert lines() == ["hello", "hello"]


# --- reading, and being told ----------------------------------------------------------------


def test_history_is_the_last_lines_in_order_without_the_hidden_ones(say, clock) -> None:
    for number in range(HISTORY_LINES + 3):
        clock.pass_s(60)
        say(text=f"line {number}")
    Message.objects.filter(text="line 20").update(is_hidden=True)
    say(text="elsewhere", room="hall:2")
    expected = [f"line {number}" for number in range(2, HISTORY_LINES + 3) if number != 20]
    assert lines() == expected
    assert set(room_history(ROOM)[0]) == {"id", "name", "is_staff", "text", "at_ms"}


def test_a_room_hears_a_line_once_it_is_stored(say, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks() as published:
        say(text="hello", request_id="1")
        say(text="hello", request_id="1")
    assert len(published) == 1


def test_d_ops_05_a_line_that_is_taken_back_is_heard_by_nobody(
    say, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks() as published, transaction.atomic():
        say(text="hello")
        transaction.set_rollback(True)
    assert published == []
    assert lines() == []
