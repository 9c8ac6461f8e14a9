"""Staff read what was said and what was not, hide it, look for it, and set rooms."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import StaffAction, User
from chat.models import Message, RefusedLine, Review, RoomState
from chat.selectors.desk import MOST_FOUND, Wanted, lines_found
from chat.services import refused_review
from tests.factories import a_user
from wire.errors import Forbidden, NotFound

pytestmark = pytest.mark.usefixtures("clock")

LINES = "/admin/chat/message/"
REFUSED = "/admin/chat/refusedline/"
LOBBY = f"{LINES}room/lobby:main/"


def said(
    user: User, text: str, *, at_ms: int = 1, room: str = "lobby:main", **more: Any
) -> Message:
    """A line as it is kept."""
    return Message.objects.create(user=user, text=text, room=room, at_ms=at_ms, **more)


def refused(
    user: User, text: str, code: str = "chat.not_english", found: str = "et"
) -> RefusedLine:
    """A line that was not said."""
    return RefusedLine.objects.create(
        user=user, text=text, code=code, evidence=found, room="lobby:main", at_ms=2
    )


@pytest.fixture
def desk(client: Client, dora: User) -> Client:
    """Dora's browser."""
    names = ["view_message", "view_refusedline", "view_roomstate", "hide_message", "calm_room"]
    dora.user_permissions.add(*Permission.objects.filter(codename__in=names))
    client.force_login(dora)
    return client


@pytest.fixture
def reader(client: Client, db: None) -> Client:
    """The browser of somebody who may look and do nothing."""
    rita = a_user("rita", is_staff=True)
    names = ["view_message", "view_refusedline"]
    rita.user_permissions.add(*Permission.objects.filter(codename__in=names))
    browser = Client()
    browser.force_login(rita)
    return browser


def text_of(answer: Any) -> str:
    """A page as text."""
    return str(answer.content.decode())


def test_lines_are_listed_newest_first_with_the_ways_on(desk, alice) -> None:
    said(alice, "the first"), said(alice, "the second", at_ms=2)
    page = text_of(desk.get(LINES))
    assert page.index("the second") < page.index("the first")
    assert LOBBY in page
    assert "/admin/moderation/case/player/alice/" in page


def test_a_line_is_found_by_its_player_and_by_its_room(desk, alice, bob) -> None:
    said(alice, "by alice"), said(bob, "by bob", room="match:abc")
    assert "by bob" not in text_of(desk.get(LINES, {"q": "alice"}))
    assert "by alice" not in text_of(desk.get(LINES, {"q": "match:abc"}))


def test_nobody_rewrites_or_deletes_a_line(desk, alice) -> None:
    line = said(alice, "hello")
    assert desk.post(f"{LINES}{line.pk}/change/", {"text": "bye"}).status_code == 403
    assert desk.post(f"{LINES}{line.pk}/delete/", {"post": "yes"}).status_code == 403
    assert desk.get(f"{LINES}add/").status_code == 403
    assert Message.objects.get().text == "hello"


def test_hiding_says_what_it_does_and_asks_why(desk, alice, dora) -> None:
    line = said(alice, "something rude")
    asked = text_of(desk.get(f"{LINES}hide/", {"line": line.pk}))
    assert "something rude" in asked
    assert "Nobody but staff sees these lines any more" in asked
    answer = desk.post(f"{LINES}hide/", {"line": line.pk, "reason": "Rude.", "next": LOBBY})
    assert answer["Location"] == LOBBY
    assert Message.objects.get().is_hidden
    action = StaffAction.objects.get()
    assert (action.actor, action.act, action.reason) == (dora, "line.hide", "Rude.")


def test_a_line_is_not_hidden_without_a_reason(desk, alice) -> None:
    line = said(alice, "something rude")
    assert "Please say why" in text_of(desk.post(f"{LINES}hide/", {"line": line.pk, "reason": " "}))
    assert not Message.objects.get().is_hidden


def test_a_hidden_line_is_marked_for_staff_and_can_come_back(desk, alice) -> None:
    line = said(alice, "not so bad", is_hidden=True)
    assert '<span class="talk-mark">hidden</span>' in text_of(desk.get(LOBBY))
    desk.post(f"{LINES}show/", {"line": line.pk, "reason": "It was a quotation."})
    assert not Message.objects.get().is_hidden


def test_several_lines_of_the_list_are_hidden_with_one_reason(desk, alice) -> None:
    lines = [said(alice, f"line {number}") for number in range(3)]
    chosen = {"action": "hide", "_selected_action": [line.pk for line in lines]}
    asked = desk.post(LINES, chosen, follow=True)
    assert text_of(asked).count('name="line"') == 3
    desk.post(f"{LINES}hide/", {"line": [line.pk for line in lines], "reason": "Spam."})
    assert Message.objects.filter(is_hidden=True).count() == 3


def test_a_forged_way_back_leads_nowhere_else(desk, alice) -> None:
    line = said(alice, "hello")
    for elsewhere in ("https://evil.example/", "javascript:alert(1)", "//evil.example"):
        asked = text_of(desk.get(f"{LINES}hide/", {"line": line.pk, "next": elsewhere}))
        assert elsewhere not in asked
        desk.post(f"{LINES}show/", {"line": line.pk, "reason": "x", "next": elsewhere})


def test_who_may_only_look_finds_no_buttons_and_no_doors(reader, alice) -> None:
    line, unsaid = said(alice, "hello"), refused(alice, "tere hommikust")
    room = text_of(reader.get(LOBBY))
    assert "hello" in room
    assert "/hide/" not in room
    assert "Slow mode" not in room
    assert reader.post(f"{LINES}hide/", {"line": line.pk, "reason": "x"}).status_code == 403
    reader.post(LOBBY, {"slow_s": "10", "is_calm": "on", "reason": "x", "confirmed": "yes"})
    assert not RoomState.objects.exists()
    chosen = {"action": "mark_wrong", "_selected_action": [unsaid.pk]}
    reader.post(REFUSED, chosen)
    assert RefusedLine.objects.get().review == Review.NEW


def test_players_see_none_of_it(client, alice) -> None:
    client.force_login(alice)
    for address in (LINES, REFUSED, LOBBY, f"{LINES}search/", f"{LINES}statistics/"):
        assert client.get(address).status_code == 302


def test_a_room_shows_everything_the_latest_first(desk, alice, bob) -> None:
    said(alice, "first said", at_ms=1)
    refused(bob, "tere kuidas")
    said(alice, "then hidden", at_ms=3, is_hidden=True)
    page = text_of(desk.get(LOBBY))
    assert page.index("then hidden") < page.index("tere kuidas") < page.index("first said")
    assert "refused: not English (et)" in page


def test_a_long_room_is_read_page_by_page(desk, alice) -> None:
    for number in range(150):
        said(alice, f"line-{number:03}", at_ms=number)
    latest = text_of(desk.get(LOBBY))
    assert "line-149" in latest
    assert "line-049" not in latest
    older = text_of(desk.get(LOBBY, {"before": Message.objects.get(text="line-050").pk}))
    assert "line-049" in older
    assert "line-050" not in older


def test_no_room_no_page(desk) -> None:
    for room in ("lobby:other", "nothing", "cellar:1", "match:"):
        assert desk.get(f"{LINES}room/{room}/").status_code == 404


def test_slow_mode_is_shown_before_it_is_set(desk, dora) -> None:
    form = {"slow_s": "30", "is_calm": "", "reason": "Too fast to read."}
    page = text_of(desk.post(LOBBY, form))
    assert "Each person may say one line in 30 seconds here." in page
    assert not RoomState.objects.filter(slow_s__gt=0).exists()
    desk.post(LOBBY, form | {"confirmed": "yes"})
    assert RoomState.objects.get().slow_s == 30
    action = StaffAction.objects.get()
    assert action.details["before"] == {"slow_s": 0, "is_calm": False}
    assert action.details["after"] == {"slow_s": 30, "is_calm": False}


def test_a_room_is_calmed_and_set_free(desk) -> None:
    form = {"slow_s": "0", "is_calm": "on", "reason": "Quarrel."}
    assert "Only quick phrases are said here" in text_of(desk.post(LOBBY, form))
    desk.post(LOBBY, form | {"confirmed": "yes"})
    assert "calm: only quick phrases" in text_of(desk.get(LOBBY))
    free = {"slow_s": "0", "reason": "Over."}
    assert "Everybody may speak freely here again." in text_of(desk.post(LOBBY, free))


@pytest.mark.parametrize("slow_s", ["-1", "601", "9" * 30, "soon"])
def test_a_room_is_not_set_to_nonsense(desk, slow_s) -> None:
    asked = {"slow_s": slow_s, "reason": "x", "confirmed": "yes"}
    assert "errorlist" in text_of(desk.post(LOBBY, asked))
    assert not RoomState.objects.exists()


def test_staff_say_whether_a_line_was_rightly_refused(desk, alice, dora) -> None:
    line = refused(alice, "gg wp")
    chosen = {"action": "mark_wrong", "_selected_action": [line.pk]}
    assert "should have passed" in text_of(desk.post(REFUSED, chosen, follow=True))
    assert RefusedLine.objects.get().review == Review.WRONG
    action = StaffAction.objects.get()
    assert action.details["before"] == {"review": "new"}
    assert action.details["after"] == {"review": "wrong"}


def test_a_review_is_of_a_line_and_by_a_moderator(alice, dora) -> None:
    line = refused(alice, "gg wp")
    with pytest.raises(Forbidden):
        refused_review(actor=alice, line_pk=line.pk, review=Review.RIGHT)
    with pytest.raises(NotFound):
        refused_review(actor=dora, line_pk=line.pk + 1, review=Review.RIGHT)
    for _time in range(2):
        refused_review(actor=dora, line_pk=line.pk, review=Review.RIGHT)
    assert StaffAction.objects.count() == 1


def test_refused_lines_are_filtered_by_reason_and_by_language(desk, alice) -> None:
    refused(alice, "an Estonian one", found="et")
    refused(alice, "a Finnish one", found="fi")
    refused(alice, "a rude one", code="chat.offensive", found="word")
    assert "a rude one" not in text_of(desk.get(REFUSED, {"code": "chat.not_english"}))
    page = text_of(desk.get(REFUSED, {"language": "fi"}))
    assert "a Finnish one" in page
    assert "an Estonian one" not in page


def test_a_search_finds_all_words_in_any_order_and_case(desk, alice) -> None:
    said(alice, "What a LUCKY roll that was"), said(alice, "a lucky escape")
    page = text_of(desk.get(f"{LINES}search/", {"words": "roll lucky"}))
    assert "What a LUCKY roll that was" in page
    assert "a lucky escape" not in page
    assert "Looked through 2 lines, to the beginning" in page


def test_a_search_keeps_to_person_room_and_time(alice, bob) -> None:
    said(alice, "one", at_ms=1_000), said(bob, "one", at_ms=2_000, room="match:abc")
    said(alice, "one", at_ms=3_000)

    def found(**wanted: Any) -> list[int]:
        return [line.at_ms for line in lines_found(Wanted(words=["one"], **wanted)).lines]

    assert found() == [3_000, 2_000, 1_000]
    assert found(user_pks=[alice.pk]) == [3_000, 1_000]
    assert found(user_pks=[]) == []
    assert found(room="match:abc") == [2_000]
    assert found(since_ms=2_000) == [3_000, 2_000]
    assert found(until_ms=1_500) == [1_000]
    assert found(since_ms=3_001) == []
    assert found(until_ms=999) == []


def test_a_search_looks_no_further_than_it_says_and_goes_on_from_there(alice) -> None:
    old = said(alice, "the rare word")
    for number in range(30):
        said(alice, f"line {number}", at_ms=number + 2)
    first = lines_found(Wanted(words=["rare"]), most_looked=20)
    assert (list(first.lines), first.looked) == ([], 20)
    assert first.back_to_ms is not None
    further = lines_found(Wanted(words=["rare"], before=first.before), most_looked=20)
    assert (list(further.lines), further.before) == ([old], 0)


def test_a_search_that_finds_much_shows_the_newest_and_leads_on(desk, alice) -> None:
    for number in range(MOST_FOUND + 10):
        said(alice, f"same {number}", at_ms=number)
    found = lines_found(Wanted(words=["same"]))
    assert len(found.lines) == MOST_FOUND
    rest = lines_found(Wanted(words=["same"], before=found.before))
    assert len(rest.lines) == 10
    assert "Look further back" in text_of(desk.get(f"{LINES}search/", {"words": "same"}))


@pytest.mark.parametrize(
    "asked",
    [
        {"words": "%_\\'"},
        {"words": "x" * 500},
        {"since": "soon"},
        {"before": "-1"},
        {"person": "%"},
    ],
)
def test_a_search_for_nonsense_finds_nothing_and_breaks_nothing(desk, alice, asked) -> None:
    said(alice, "hello")
    page = desk.get(f"{LINES}search/", asked)
    assert page.status_code == 200
    assert "talk-text" not in text_of(page)


def test_nonsense_in_an_address_or_a_form_is_no_trouble_of_the_house(desk, alice) -> None:
    said(alice, "hello")
    for address in (f"{LINES}?room=%00", f"{REFUSED}?room=%00&code=%00"):
        assert desk.get(address).status_code == 302
        assert desk.get(address, follow=True).status_code == 200
    for row in ("abc", "", "9" * 30, "1\0", "-" + "9" * 30):
        asked = {"action": "hide", "_selected_action": row}
        assert desk.post(LINES, asked).status_code == 400, row
