"""A line of talk: who may say it, what becomes of it, how often."""

import unicodedata
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from chat import pipeline
from chat.filters.cleanup import LONGEST_CHARS, clean
from chat.filters.draft import Context, Draft, Stopped
from chat.filters.flood import FLOOD_LINES
from chat.models import LONGEST_ORIGINAL, Message, RefusedLine
from chat.phrases import PHRASES, phrases_for_reader
from chat.selectors import PAGE_LINES
from chat.services import message_say, phrase_say, room_set
from moderation.models import Case
from tests.chat.people import ROOM, lines_in
from tests.factories import a_bot, a_user
from wire.errors import Forbidden, Malformed, NotFound, Refused, TooFast
from wire.refusals import Refusal

pytestmark = pytest.mark.usefixtures("clock")

#: Different enough to be no copies of one another.
SENTENCES = (
    "good luck to you",
    "what a roll",
    "the cube is yours",
    "my prime holds",
    "back to the bar",
    "nice game so far",
    "shall we double",
    "that hurts",
)


@pytest.fixture
def say(alice: User) -> Callable[..., Message]:
    """Alice says something in the hall."""
    return partial(message_say, room=ROOM, user=alice)


def lines() -> list[str]:
    return [line["text"] for line in lines_in(ROOM)]


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
        ("\N{MAN}\N{ZERO WIDTH JOINER}\N{BOY} \N{ZERO WIDTH JOINER}x", "\N{MAN}\u200d\N{BOY} x"),
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
    say(text="\N{GAME DIE}5" * (LONGEST_CHARS // 2))
    with pytest.raises(Malformed) as refused:
        say(text="x" * (LONGEST_CHARS + 1))
    assert (refused.value.code, refused.value.facts) == ("chat.too_long", {"limit": 300})
    assert [len(line) for line in lines()] == [LONGEST_CHARS]


def test_spaces_that_are_taken_away_do_not_count(say) -> None:
    say(text="x" + " " * 5_000 + "y")
    assert lines() == ["x y"]


# --- who, and how often -------------------------------------------------------------------


def test_who_has_no_place_in_a_room_says_nothing_there(alice, eve) -> None:
    with pytest.raises(Forbidden):
        message_say(room=ROOM, user=eve, text="hello")
    for room in ("cellar:1", "", ":", "hal", "hall:", "hall:x"):
        with pytest.raises(NotFound, match=r"chat.no_room"):
            message_say(room=room, user=alice, text="hello")
    assert (Message.objects.count(), RefusedLine.objects.count()) == (0, 0)


def test_bots_never_speak(alice) -> None:
    with pytest.raises(Forbidden, match=r"auth.forbidden"):
        message_say(room=ROOM, user=a_bot(), text="hello")


def test_the_sixth_line_in_ten_seconds_is_too_much_and_time_heals(say, clock) -> None:
    for text in SENTENCES[:FLOOD_LINES]:
        clock.pass_s(1)
        say(text=text)
    for room in (ROOM, "hall:2"):
        with pytest.raises(TooFast, match=r"chat.flood"):
            say(text=SENTENCES[FLOOD_LINES], room=room)
    clock.pass_s(60)
    say(text=SENTENCES[FLOOD_LINES + 1])
    assert len(lines()) == FLOOD_LINES + 1


def test_the_haste_of_one_player_silences_no_other(say, bob) -> None:
    for text in SENTENCES[:FLOOD_LINES]:
        say(text=text)
    message_say(room=ROOM, user=bob, text="quiet, please")
    assert lines()[-1] == "quiet, please"


def test_d_rt_02_a_line_that_arrives_twice_is_said_once(say) -> None:
    first = say(text="hello", request_id="7")
    again = say(text="hello", request_id="7")
    changed = say(text="something else", request_id="7")
    assert first.pk == again.pk == changed.pk
    assert lines() == ["hello"]


def test_a_repeated_line_has_its_answer_even_when_it_would_be_too_much(say) -> None:
    said = [
        say(text=text, request_id=str(number))
        for number, text in enumerate(SENTENCES[:FLOOD_LINES])
    ]
    assert say(text=SENTENCES[0], request_id="0").pk == said[0].pk


def test_the_same_id_of_two_players_is_two_lines(say, bob) -> None:
    say(text="hello", request_id="7")
    message_say(room=ROOM, user=bob, text="hello", request_id="7")
    assert lines() == ["hello", "hello"]


def test_a_line_costs_seven_queries(say) -> None:
    """Repeated or not, he alone, may he speak, how fast, what he wrote, who is here; the line."""
    say(text="hello")
    with CaptureQueriesContext(connection) as asked:
        say(text="good luck to you", request_id="9")
    queries = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    assert len(queries) == 7


# --- the stages -------------------------------------------------------------------------------


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Context]]:
    """Let one stage refuse every line with a code; the contexts it was asked in."""

    def refuse_all(code: str) -> list[Context]:
        asked: list[Context] = []

        def refuse(draft: Draft, context: Context) -> Stopped:
            asked.append(context)
            return Stopped(Refusal(code, "No."), evidence=f"{code} in {draft.text}")

        run = partial(pipeline.run, stages=(refuse,))
        monkeypatch.setattr("chat.services.saying.pipeline.run", run)
        return asked

    return refuse_all


def test_a_refused_line_is_kept_for_staff_and_shown_to_nobody(say, alice, stage, told) -> None:
    stage("chat.not_english")
    with told() as messages, pytest.raises(Refused, match=r"chat.not_english"):
        say(text="tere  p\u00e4evast")
    kept = RefusedLine.objects.get()
    assert (kept.room, kept.user, kept.text) == (ROOM, alice, "tere  p\u00e4evast")
    assert (kept.code, kept.evidence) == (
        "chat.not_english",
        "chat.not_english in tere  p\u00e4evast",
    )
    assert (messages, lines()) == ([], [])


def test_what_is_empty_is_not_kept(say) -> None:
    with pytest.raises(Malformed):
        say(text="   ")
    assert not RefusedLine.objects.exists()


def test_ten_thousand_characters_are_refused_and_kept_cut_short(say) -> None:
    with pytest.raises(Malformed, match=r"chat.too_long"):
        say(text="ha " * 3_333)
    assert len(RefusedLine.objects.get().text) == LONGEST_ORIGINAL


def test_the_original_of_a_line_is_kept_where_it_was_something_else(say) -> None:
    assert say(text="hello").original == ""
    assert say(text=" well \u202eplayed").original == " well \u202eplayed"


def test_a_refused_line_that_arrives_twice_is_kept_once_and_answered_the_same(say, stage) -> None:
    asked = stage("chat.advert")
    for _ in range(2):
        with pytest.raises(Refused, match=r"chat.advert"):
            say(text="buy chips here", request_id="9")
    assert RefusedLine.objects.count() == 1
    assert [context.history for context in asked] == [(), ()]


def test_what_was_said_and_refused_within_a_minute_is_known_to_the_stages(
    say, stage, clock, alice
) -> None:
    say(text="long ago")
    clock.pass_s(60)
    say(text="hello", room="hall:2")
    clock.pass_s(1)
    asked = stage("chat.advert")
    for text in ("buy chips", "cheap chips"):
        with pytest.raises(Refused):
            say(text=text)
    assert [said.text for said in asked[-1].history] == ["hello", "buy chips"]
    assert asked[-1].names == {"alice"}


def test_a_storm_of_refused_lines_fills_no_table(say, stage) -> None:
    stage("chat.flood")
    for number in range(25):
        with pytest.raises(TooFast):
            say(text=f"again {number}")
    assert RefusedLine.objects.count() == 20


def test_the_third_grave_refusal_within_ten_minutes_is_put_before_staff(
    say, stage, clock, alice
) -> None:
    stage("chat.offensive")

    def refused(text: str) -> int:
        with pytest.raises(Refused):
            say(text=text)
        return Case.objects.count()

    assert refused("one") == 0
    clock.pass_s(601)
    assert [refused(text) for text in ("two", "three", "four")] == [0, 0, 1]
    refused("five")
    case = Case.objects.get()
    assert (case.kind, case.subject, case.about) == ("held", "held:alice", alice)
    held = case.context["lines"]
    assert [line["text"] for line in held] == ["two", "three", "four", "five"]
    assert set(held[0]) == {"text", "code", "evidence", "room", "at_ms"}


# --- slow rooms, calm rooms, quick phrases ------------------------------------------------------


def test_in_a_calm_room_only_quick_phrases_are_said_and_staff_speak(say, alice, dora) -> None:
    room_set(actor=dora, room=ROOM, slow_s=0, is_calm=True, reason="a quarrel")
    with pytest.raises(Forbidden, match=r"chat.calm"):
        say(text="hello")
    phrase_say(room=ROOM, user=alice, phrase="good_luck")
    message_say(room=ROOM, user=dora, text="please calm down")
    say(text="hello", room="hall:2")
    assert lines() == ["Good luck!", "please calm down"]


def test_in_a_slow_room_one_waits_for_ones_own_lines_alone(say, bob, dora, clock) -> None:
    room_set(actor=dora, room=ROOM, slow_s=30, is_calm=False, reason="too lively")
    say(text="hello", room="hall:2")
    say(text=SENTENCES[0])
    with pytest.raises(TooFast, match=r"chat.slow"):
        say(text=SENTENCES[1])
    message_say(room=ROOM, user=bob, text=SENTENCES[2])
    clock.pass_s(30)
    say(text=SENTENCES[3])
    assert lines() == [SENTENCES[0], SENTENCES[2], SENTENCES[3]]


def test_a_quick_phrase_is_kept_by_its_key_in_english(alice) -> None:
    said = phrase_say(room=ROOM, user=alice, phrase="well_played", request_id="4")
    assert (said.phrase, said.text) == ("well_played", "Well played!")
    assert phrase_say(room=ROOM, user=alice, phrase="bye", request_id="4").pk == said.pk
    assert lines_in(ROOM)[0]["phrase"] == "well_played"
    with pytest.raises(NotFound, match=r"chat.no_phrase"):
        phrase_say(room=ROOM, user=alice, phrase="<b>")


def test_quick_phrases_can_be_too_many_too(alice) -> None:
    for phrase in list(PHRASES)[:FLOOD_LINES]:
        phrase_say(room=ROOM, user=alice, phrase=phrase)
    with pytest.raises(TooFast, match=r"chat.flood"):
        phrase_say(room=ROOM, user=alice, phrase="bye")
    assert [key for key, _ in phrases_for_reader()] == list(PHRASES)


# --- replies ------------------------------------------------------------------------------------


def test_a_reply_names_whom_it_answers(say, bob) -> None:
    asked = say(text="shall we play?")
    message_say(room=ROOM, user=bob, text="yes, gladly", reply_to=asked.pk)
    assert lines_in(ROOM)[-1]["reply_to"] == {"id": asked.pk, "name": "alice"}


def test_what_is_hidden_or_elsewhere_cannot_be_answered(say) -> None:
    elsewhere = say(text="hello", room="hall:2")
    hidden = say(text=SENTENCES[0])
    Message.objects.filter(pk=hidden.pk).update(is_hidden=True)
    for line_id in (elsewhere.pk, hidden.pk, 10**12):
        with pytest.raises(NotFound, match=r"chat.no_line"):
            say(text="indeed", reply_to=line_id)
    assert lines() == []
    assert not RefusedLine.objects.exists()


# --- reading, and being told ----------------------------------------------------------------


def test_history_is_the_last_lines_in_order_without_the_hidden_ones(say, clock) -> None:
    for number in range(PAGE_LINES + 3):
        clock.pass_s(61)
        say(text=f"roll {number}")
    Message.objects.filter(text="roll 20").update(is_hidden=True)
    say(text="elsewhere", room="hall:2")
    expected = [f"roll {number}" for number in range(2, PAGE_LINES + 3) if number != 20]
    assert lines() == expected
    assert set(lines_in(ROOM)[0]) == {
        *("id", "name", "is_staff", "is_organiser", "text", "phrase", "reply_to", "at_ms")
    }


def test_staff_and_organisers_are_marked_by_the_house(alice, dora) -> None:
    carol = a_user("carol")
    for user, room in ((alice, "hall:7"), (carol, "hall:7"), (dora, "hall:7"), (carol, ROOM)):
        message_say(room=room, user=user, text="hello")
    marks = [(line["name"], line["is_staff"], line["is_organiser"]) for line in lines_in("hall:7")]
    assert marks == [("alice", False, False), ("carol", False, True), ("dora", True, False)]
    assert not lines_in(ROOM)[0]["is_organiser"]


def test_a_room_hears_a_line_once_it_is_stored(say, told) -> None:
    with told() as messages:
        said = say(text="hello", request_id="1")
        say(text="hello", request_id="1")
    assert messages == [
        (
            f"talk:{ROOM}",
            {"type": "chat.message", "room": ROOM, "message": lines_in(ROOM)[0]},
        )
    ]
    assert lines_in(ROOM)[0]["id"] == said.pk


def test_d_ops_05_a_line_that_is_taken_back_is_heard_by_nobody(
    say, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks() as published, transaction.atomic():
        say(text="hello")
        transaction.set_rollback(True)
    assert published == []
    assert lines() == []
