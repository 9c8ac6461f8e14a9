"""Events for programs: lists, entering and leaving, pairings, standings, draws, tickets."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bankroll.selectors import balance_of
from tests.api.callers import Program, program_of
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    fresh,
    live_boards,
    play_through,
    state_of,
)
from tests.tournaments.scheduled import a_scheduled_event, entrants
from tournaments.models import Tournament
from tournaments.proof import verify
from tournaments.selectors import secret_of
from wire.time import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def names(answer: list[dict[str, str]]) -> list[str]:
    """What the events of a list are called."""
    return [event["name"] for event in answer]


def entries_of(event: Tournament) -> str:
    return f"tournaments/{event.public_id}/entries/"


# --- lists ------------------------------------------------------------------------------------


def test_events_to_come_stand_in_the_order_of_their_starts(stranger: Program) -> None:
    for hours in (3, 1, 2):
        a_scheduled_event(name=f"In {hours} hours", starts_in_s=hours * 3600)
    assert names(stranger.get("tournaments/").body["results"]) == [
        *("In 1 hours", "In 2 hours", "In 3 hours")
    ]


def test_pages_of_events_neither_repeat_nor_skip(stranger: Program) -> None:
    for number in range(5):
        a_scheduled_event(name=f"Event {number}", starts_in_s=3600)
    page = stranger.get("tournaments/", limit=2).body
    seen = names(page["results"])
    a_scheduled_event(name="A sooner one", starts_in_s=60)
    while page["next"]:
        page = stranger.get(page["next"]).body
        seen += names(page["results"])
    assert seen == [f"Event {number}" for number in range(5)]


def test_events_are_picked_by_kind_state_format_and_series(stranger: Program) -> None:
    swiss = a_scheduled_event(format="swiss", seats=8)
    later = a_scheduled_event(opens_in_s=600)
    sit_and_go = a_sit_and_go()
    for asked, found in (
        ({"kind": "sit_and_go"}, sit_and_go),
        ({"format": "swiss"}, swiss),
        ({"state": "announced"}, later),
        ({"series": swiss.series.name}, swiss),
    ):
        (event,) = stranger.get("tournaments/", **asked).body["results"]
        assert event["id"] == found.public_id, asked


def test_events_that_are_over_are_another_list_with_the_latest_first(stranger: Program) -> None:
    events = [a_started_event(seats=2) for _ in range(2)]
    for event in events:
        play_through(event)
    over = stranger.get("tournaments/", view="over").body["results"]
    assert [event["id"] for event in over] == [event.public_id for event in reversed(events)]


def test_a_private_event_is_in_no_list_but_seen_by_its_id(stranger: Program) -> None:
    event = a_scheduled_event()
    Tournament.objects.update(is_private=True)
    for view in ("coming", "over"):
        assert stranger.get("tournaments/", view=view).body["results"] == []
    assert stranger.get("sit-and-gos/").body == []
    assert stranger.get(f"tournaments/{event.public_id}/").body["is_private"] is True


@pytest.mark.parametrize(
    "asked", [{"view": "mine"}, {"kind": "x"}, {"limit": 0}, {"format": "x"}, {"nonsense": 1}]
)
def test_a_question_that_makes_no_sense_is_refused(stranger: Program, asked: dict) -> None:
    answer = stranger.get("tournaments/", **asked)
    assert (answer.status, answer.code, answer.fields) == (400, "request.malformed", set(asked))


def test_many_events_cost_no_more_queries(stranger: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("tournaments/").status == 200
        return len(queries)

    a_scheduled_event()
    one = cost()
    for _ in range(4):
        a_scheduled_event()
    assert cost() == one


def test_series_tell_their_events_to_come(stranger: Program) -> None:
    event = a_sit_and_go()
    series = event.series
    (told,) = stranger.get("series/").body
    assert (told["name"], told["kind"], told["recurrence"]) == (series.name, "sit_and_go", "")
    assert [each["id"] for each in told["coming"]] == [event.public_id]


# --- one event --------------------------------------------------------------------------------


def test_an_event_tells_what_one_must_know_before_one_enters(
    stranger: Program, as_alice: Program
) -> None:
    event = a_scheduled_event(buy_in_chips=900, fee_chips=200)
    told = stranger.get(f"tournaments/{event.public_id}/").body
    assert (told["state"], told["kind"], told["format"]) == ("registering", "scheduled", "knockout")
    assert (told["buy_in_chips"], told["fee_chips"], told["pool_chips"]) == (900, 200, 0)
    assert (told["commitment"], told["my_entry"], told["refusals"]) == (
        event.commitment,
        None,
        None,
    )
    (reason,) = as_alice.get(f"tournaments/{event.public_id}/").body["refusals"]
    assert reason["code"] == "bankroll.short"
    assert reason["message"] == "You have 1,000 chips; this takes 1,100."


def test_the_rules_card_is_the_stored_document(stranger: Program) -> None:
    event = a_scheduled_event()
    assert stranger.get(f"tournaments/{event.public_id}/rules/").body == event.card


@pytest.mark.parametrize("part", ["", "rules/", "entries/", "rounds/", "standings/", "draw/"])
def test_an_event_that_is_none_is_not_found(stranger: Program, part: str) -> None:
    answer = stranger.get(f"tournaments/nothing/{part}")
    assert (answer.status, answer.code) == (404, "tournament.not_found")


# --- entering ---------------------------------------------------------------------------------


def test_a_program_enters_and_withdraws_and_gets_back_what_it_paid(
    alice: User, as_alice: Program
) -> None:
    event = a_scheduled_event()
    mine = as_alice.post(entries_of(event)).body
    assert (mine["state"], mine["paid_chips"], mine["seat"]) == ("active", 55, 0)
    assert mine["commitment"] == event.commitment
    assert balance_of(alice) == 945
    assert as_alice.get(f"tournaments/{event.public_id}/").body["my_entry"]["number"] == 1
    assert as_alice.delete(entries_of(event)).status == 204
    assert balance_of(alice) == 1_000


def test_withdrawing_twice_is_answered_alike(alice: User, as_alice: Program) -> None:
    event = a_scheduled_event()
    as_alice.post(entries_of(event))
    assert [as_alice.delete(entries_of(event)).status for _time in range(3)] == [204] * 3
    assert balance_of(alice) == 1_000


def test_withdrawing_twice_is_answered_alike_in_a_sit_and_go_too(
    alice: User, as_alice: Program
) -> None:
    seat = f"sit-and-gos/{a_sit_and_go().public_id}/seat/"
    as_alice.post(seat)
    assert [as_alice.delete(seat).status for _time in range(3)] == [204] * 3
    as_alice.post(seat)
    assert as_alice.delete(seat).status == 204
    assert balance_of(alice) == 1_000


def test_who_never_entered_has_nothing_to_withdraw(as_alice: Program) -> None:
    for address in (
        entries_of(a_scheduled_event()),
        f"sit-and-gos/{a_sit_and_go().public_id}/seat/",
    ):
        answer = as_alice.delete(address)
        assert (answer.status, answer.code) == (404, "tournament.not_entered")


def test_entering_under_one_key_is_paid_once(alice: User, as_alice: Program) -> None:
    event = a_scheduled_event()
    answers = [as_alice.post(entries_of(event), key="k") for _time in range(3)]
    assert [answer.status for answer in answers] == [201] * 3
    assert answers[0].body == answers[2].body
    assert balance_of(alice) == 945


def test_who_may_not_enter_hears_every_reason(alice: User) -> None:
    event = a_scheduled_event(invitation_code="sesame", seats=8)
    poor = program_of(a_user(chips=10))
    Tournament.objects.filter(pk=event.pk).update(
        card={**event.card, "entry": {**event.card["entry"], "needs_invitation": True}}
    )
    answer = poor.post(entries_of(event), {"invitation": "open up"})
    assert answer.status == 422
    assert set(answer.refusals) == {"bankroll.short", "tournament.invitation"}


@pytest.mark.parametrize(
    "body", [{"ticket": 5}, {"invitation": "x" * 41}, {"chips": 50}, [1], "enter"], ids=str
)
def test_a_wish_that_makes_no_sense_is_refused(as_alice: Program, body: object) -> None:
    answer = as_alice.post(entries_of(a_scheduled_event()), body)
    assert (answer.status, answer.code) == (400, "request.malformed")


def test_a_ticket_that_is_not_mine_is_not_found(as_alice: Program) -> None:
    answer = as_alice.post(entries_of(a_scheduled_event()), {"ticket": "000000000000"})
    assert (answer.status, answer.code) == (404, "ticket.not_found")


def test_strangers_cannot_enter(stranger: Program) -> None:
    answer = stranger.post(entries_of(a_scheduled_event()))
    assert (answer.status, answer.code) == (401, "auth.required")


def test_a_program_checks_in_as_often_as_it_likes(as_alice: Program) -> None:
    event = a_scheduled_event(starts_in_s=600)
    as_alice.post(entries_of(event))
    check_in = f"tournaments/{event.public_id}/check-in/"
    for _time in range(2):
        answer = as_alice.post(check_in)
        assert (answer.status, answer.body["is_checked_in"]) == (200, True)


def test_checking_in_too_early_is_refused(as_alice: Program) -> None:
    event = a_scheduled_event(starts_in_s=7200)
    as_alice.post(entries_of(event))
    answer = as_alice.post(f"tournaments/{event.public_id}/check-in/")
    assert (answer.status, answer.code) == (422, "tournament.check_in_early")


def test_entries_come_in_pages_as_they_came(stranger: Program) -> None:
    event = a_scheduled_event()
    people = entrants(event, 5)
    page = stranger.get(entries_of(event), limit=2).body
    told = page["results"]
    while page["next"]:
        page = stranger.get(page["next"]).body
        told += page["results"]
    assert [each["player"]["name"] for each in told] == [user.username for user in people]
    assert {each["award"] for each in told} == {None}


# --- while it is played, and after ------------------------------------------------------------


def test_pairings_tell_who_meets_whom_and_what_came_of_it(stranger: Program) -> None:
    event = a_started_event(seats=6)
    rounds = f"tournaments/{event.public_id}/rounds/"
    first = stranger.get(rounds).body["results"]
    assert [(each["round"], each["slot"]) for each in first][:2] == [(1, 1), (1, 2)]
    board = live_boards(event)[0]
    told = next(each for each in first if each["match"] == board.match_id)
    assert (told["white"], told["black"]) == (board.white.username, board.black.username)
    assert (told["outcome"], told["winner"], told["points"]) == (None, None, None)
    play_through(event)
    told = next(
        each
        for each in stranger.get(rounds, round=1).body["results"]
        if each["match"] == board.match_id
    )
    assert (told["outcome"], told["winner"]) == ("played", board.white.username)
    assert told["points"] == [1, 0]


def test_pairings_come_in_pages(stranger: Program) -> None:
    event = a_started_event(seats=8)
    play_through(event)
    page = stranger.get(f"tournaments/{event.public_id}/rounds/", limit=3).body
    told = page["results"]
    while page["next"]:
        page = stranger.get(page["next"]).body
        told += page["results"]
    assert [(each["round"], each["slot"]) for each in told] == [
        *((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1))
    ]


def test_standings_are_empty_before_the_draw_and_ranked_after_it(stranger: Program) -> None:
    event = a_sit_and_go(seats=4)
    standings = f"tournaments/{event.public_id}/standings/"
    assert stranger.get(standings).body == []
    event = a_started_event(seats=4)
    play_through(event)
    standings = f"tournaments/{event.public_id}/standings/"
    told = stranger.get(standings).body
    assert [each["place"] for each in told] == [1, 2, 3, 3]
    assert [each["is_in"] for each in told] == [True, False, False, False]


def test_the_draw_is_proved_from_what_a_program_gets(stranger: Program) -> None:
    event = a_started_event(seats=6)
    draw = f"tournaments/{event.public_id}/draw/"
    secret = secret_of(event).hex()
    before = stranger.get(draw)
    assert before.body["secret"] is None
    assert secret not in before.response.content.decode()
    play_through(event)
    assert state_of(event) == "finished"
    after = stranger.get(draw).body
    assert after["secret"] == secret
    assert verify(after).is_true


def test_no_address_opens_the_secret_before_the_end(as_alice: Program) -> None:
    event = a_started_event(seats=4)
    secret = secret_of(event).hex()
    for part in ("", "rules/", "entries/", "rounds/", "standings/", "draw/"):
        answer = as_alice.get(f"tournaments/{event.public_id}/{part}")
        assert secret not in answer.response.content.decode(), part


def test_what_was_won_stands_with_the_entry(stranger: Program) -> None:
    event = a_started_event(seats=4)
    play_through(event)
    told = stranger.get(entries_of(event)).body["results"]
    won = {each["place"]: each["award"] for each in told if each["award"]}
    assert won[1] == {"place": 1, "chips": 120, "ticket_chips": 0}


def test_an_event_that_has_begun_takes_no_entry_back(as_alice: Program, alice: User) -> None:
    event = a_scheduled_event(starts_in_s=3600)
    as_alice.post(entries_of(event))
    Tournament.objects.filter(pk=event.pk).update(starts_at=now() + timedelta(seconds=60))
    event = fresh(event)
    Tournament.objects.filter(pk=event.pk).update(
        card={
            **event.card,
            "times": {**event.card["times"], "starts_at": event.starts_at.isoformat()},
        }
    )
    answer = as_alice.delete(entries_of(event))
    assert (answer.status, answer.code) == (409, "tournament.too_late")
    assert balance_of(alice) == 945


def test_results_are_taken_away_as_json_and_as_csv(stranger: Program) -> None:
    event = a_started_event(seats=4)
    play_through(event)
    results = f"tournaments/{event.public_id}/results/"
    told = stranger.get(results).body
    assert [line["prize_chips"] for line in told["standings"]] == [120, 80, 0, 0]
    assert len(told["matches"]) == 3
    table = stranger.get(results, format="csv").response
    assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert len(table.content.decode().splitlines()) == 5
    assert stranger.get(results, format="xml").code == "request.malformed"
