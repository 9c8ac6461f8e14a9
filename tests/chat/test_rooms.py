"""Who may read and speak where: the lobby, events, tables, and those who look on."""

import pytest
from django.utils import translation

from accounts.models import User
from chat.rooms import is_organiser, mute_scope, policy_of, read_refusal, speak_refusal
from matches.models import Match, MatchStatus
from tests.chat.people import a_moderator
from tests.factories import a_bot, a_user
from tests.matches.builders import a_match, a_noting_owner
from tests.tournaments.builders import a_sit_and_go
from wire.errors import NotFound


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice and Bob play."""
    a_noting_owner()
    return a_match(alice, bob)


def may_read(room: str, user: User | None) -> bool:
    return read_refusal(room, user) is None


def may_speak(room: str, user: User | None) -> bool:
    return speak_refusal(room, user) is None


def title_of(room: str) -> str:
    policy, ref = policy_of(room)
    return str(policy.title(ref))


@pytest.mark.parametrize(
    "room",
    [
        *("", ":", "lobby", "lobby:", "lobby:second", "lobby:main ", "LOBBY:main", "cellar:1"),
        *("event:nosuchevent", "match:2222222222", "watch:2222222222", "event:\0"),
        *("match:'; drop table", "match:../../etc", "lobby:main:main", "talk:lobby:main"),
    ],
)
def test_a_forged_room_is_no_room(room, alice) -> None:
    for ask in (read_refusal, speak_refusal):
        with pytest.raises(NotFound, match=r"chat.no_room"):
            ask(room, alice)


def test_everybody_reads_the_lobby_and_whoever_is_signed_in_speaks(alice) -> None:
    assert may_read("lobby:main", None)
    assert not may_speak("lobby:main", None)
    assert may_speak("lobby:main", alice)
    assert not may_speak("lobby:main", a_bot())
    assert (title_of("lobby:main"), mute_scope("lobby:main")) == ("Lobby", "")


def test_the_room_of_an_event_knows_its_organiser(alice, bob) -> None:
    event = a_sit_and_go(seats=2)
    room = f"event:{event.public_id}"
    assert may_read(room, None)
    assert may_speak(room, alice)
    assert not may_speak(room, None)
    assert title_of(room) == event.name
    assert mute_scope(room) == room
    assert not is_organiser(room, alice)
    event.organiser = alice
    event.save(update_fields=["organiser"])
    assert is_organiser(room, alice)
    assert not is_organiser(room, bob)


def test_at_a_table_its_players_talk_and_staff_may_too(match, alice, bob) -> None:
    room, carol, dora = f"match:{match.public_id}", a_user("carol"), a_moderator()
    for insider in (alice, bob, dora):
        assert (may_read(room, insider), may_speak(room, insider)) == (True, True)
    for outsider in (carol, a_user("frank", is_staff=True), None):
        assert (may_read(room, outsider), may_speak(room, outsider)) == (False, False)
    assert (title_of(room), mute_scope(room)) == (match.title, "")


def test_those_who_look_on_are_not_heard_by_the_players_before_the_end(match, alice, bob) -> None:
    room, carol, dora = f"watch:{match.public_id}", a_user("carol"), a_moderator()
    assert may_read(room, None)
    assert not may_speak(room, None)
    for watcher in (carol, dora):
        assert (may_read(room, watcher), may_speak(room, watcher)) == (True, True)
    alice.is_staff = alice.is_superuser = True
    alice.save()
    for player in (alice, bob):
        assert (may_read(room, player), may_speak(room, player)) == (False, False)
    Match.objects.update(status=MatchStatus.FINISHED)
    for player in (alice, bob):
        assert (may_read(room, player), may_speak(room, player)) == (True, True)


def test_a_private_match_is_talked_about_by_its_players_alone_when_it_is_over(match, alice) -> None:
    Match.objects.update(is_public=False)
    room = f"watch:{match.public_id}"
    assert not may_read(room, a_user("carol"))
    assert not may_read(room, None)
    assert not may_read(room, alice)
    assert may_read(room, a_moderator())
    Match.objects.update(status=MatchStatus.FINISHED)
    assert may_read(room, alice)


def test_a_title_is_said_in_the_readers_language(match) -> None:
    policy, ref = policy_of(f"watch:{match.public_id}")
    title = policy.title(ref)
    with translation.override("en"):
        assert str(title) == f"{match.title}: watchers"
