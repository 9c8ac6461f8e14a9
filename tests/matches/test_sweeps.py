"""Sweeps over many matches: the trouble of one is nobody else's, and nothing waits for ever."""

import logging

import pytest

from backgammon import Rules, Side
from matches.models import Heartbeat, Match, MatchEvent, MatchStatus
from matches.services import match_create, match_present
from matches.tasks import play_bot_turn, sweep_bots, sweep_clocks
from tests.factories import a_bot, a_user
from tests.matches.builders import CLOCK, a_match, put, state_of, to_roll
from wire.errors import Conflict

pytestmark = pytest.mark.django_db


def kinds(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).values_list("kind", flat=True))


def awake(clock, seconds: float) -> None:
    """The house has been awake all the while, and sweeps at the end of it."""
    clock.pass_s(seconds)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_ms": clock.now_ms})
    sweep_clocks()


def test_a_match_that_cannot_be_read_stops_no_other_clock(clock, owner, caplog) -> None:
    matches = [a_match(a_user(), a_user()) for _ in range(3)]
    for match in matches:
        put(match, to_roll(match, Side.BLACK))
    Match.objects.filter(pk=matches[0].pk).update(snapshot="{")
    awake(clock, 400)
    assert [kinds(match) for match in matches[1:]] == [["flag_fell", "match_won"]] * 2
    assert len(owner.results) == 2
    assert matches[0].public_id in caplog.text


def test_an_owner_that_fails_keeps_the_match_open_until_it_does_not(
    clock, match, owner, monkeypatch
) -> None:
    put(match, to_roll(match, Side.BLACK))

    def fail(result: object) -> None:
        raise ValueError("the event could not take the result")

    with monkeypatch.context() as patch:
        patch.setattr(owner, "match_finished", fail)
        awake(clock, 400)
        assert kinds(match) == []
        assert Match.objects.get(pk=match.pk).status == MatchStatus.PLAYING
    awake(clock, 1)
    assert kinds(match) == ["flag_fell", "match_won"]
    assert len(owner.results) == 1


def test_an_untimed_match_nobody_touches_for_two_days_is_annulled(clock, alice, bob, owner) -> None:
    match = a_match(alice, bob, Rules.match(3))
    for person in (alice, bob):
        match_present(match_id=match.public_id, user_pk=person.pk, contribution="")
    awake(clock, 47 * 3600)
    assert state_of(match).outcome is None
    awake(clock, 3600)
    assert kinds(match)[-1] == "annulled"
    assert [result.reason for result in owner.results] == ["abandoned"]


def test_for_money_nobody_loses_points_to_an_absent_player(clock, alice, bob, owner) -> None:
    match = a_match(alice, bob, Rules.fixed(3, clock=CLOCK))
    for _step in range(3):
        awake(clock, 60)
    assert kinds(match) == ["annulled"]
    assert owner.results[0].reason == "both_absent"


def test_one_person_cannot_sit_on_both_sides(alice, owner) -> None:
    with pytest.raises(Conflict, match=r"match.same_player"):
        match_create(
            rules=Rules.match(1), white=alice, black=alice, owner="noting", owner_ref="", title=""
        )


def test_bots_without_a_pace_are_asked_at_once(
    alice, owner, settings, django_capture_on_commit_callbacks, monkeypatch
) -> None:
    queued: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(
        "wire.publish.current_app.send_task",
        lambda name, *, kwargs, **_how: queued.append((name, kwargs)),
    )
    settings.HOUSE_BOT_PACE_MS = 0
    match = a_match(alice, a_bot())
    put(match, to_roll(match, Side.BLACK))
    with django_capture_on_commit_callbacks(execute=True):
        play_bot_turn(match.public_id)
    assert set(kinds(match)) & {"rolled", "doubled"}
    assert ("matches.play_bot_turn", {"match_id": match.public_id}) in queued
    sweep_bots()


def test_a_bot_that_is_not_asked_does_nothing(alice, owner, caplog) -> None:
    caplog.set_level(logging.WARNING)
    match = a_match(alice, a_bot())
    put(match, to_roll(match, Side.WHITE))
    play_bot_turn(match.public_id)
    play_bot_turn("2222222222")  # the task of a match that is gone
    assert kinds(match) == []
