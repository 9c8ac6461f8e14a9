"""The page of an event, from the first free seat to the opened secret, and its two buttons."""

from dataclasses import replace

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from backgammon import CubeRules, Rules
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from tests.factories import a_bot, a_user
from tests.tournaments.builders import (
    a_series,
    a_sit_and_go,
    a_started_event,
    finish,
    fresh,
    live_boards,
    open_event,
    players,
    seated,
    state_of,
)
from tournaments.card import card_to_dict
from tournaments.director import tournament_advance
from tournaments.pages.card import card_facts
from tournaments.selectors import secret_of
from tournaments.services import card_of
from tournaments.views.events import PARTS

pytestmark = pytest.mark.django_db

#: The event, its clock, the next one, rounds, entrants, rulings, prizes; none of them per entrant.
MOST_QUERIES = 15


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(event, rest: str = "") -> str:
    return f"/event/{event.public_id}/{rest}"


def page_of(event, client: Client | None = None) -> str:
    response = (client or Client()).get(address(event))
    assert response.status_code == 200
    return response.content.decode()


def said(response) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


class TestPage:
    def test_the_rules_card_and_exact_prizes_are_there_before_anyone_joins(self) -> None:
        page = page_of(a_sit_and_go(name="Evening Four", length_points=3, buy_in_chips=50))
        for words in ("Evening Four", "Backgammon, to 3 points", "Crawford rule", "120", "80"):
            assert words in page

    def test_everything_on_the_card_comes_from_the_stored_document(self) -> None:
        event = a_sit_and_go(length_points=3)
        document = card_to_dict(event.rules_card)
        document["buy_in_chips"] = 77
        event.card = document
        event.save()
        assert "77 chips" in page_of(event)

    def test_entrants_and_free_seats_are_shown_and_house_bots_are_marked(self) -> None:
        event = seated(a_sit_and_go(), a_user("alice", chips=100), a_bot("Bot-Ada"))
        page = page_of(event)
        assert "2 seats are free." in page
        assert "alice" in page
        assert "house bot" in page

    def test_the_commitment_is_shown_from_the_start_and_the_secret_after_the_end(self) -> None:
        event = a_started_event(seats=2)
        secret = secret_of(event).hex()
        assert event.commitment in page_of(event)
        assert secret not in page_of(event)
        finish(live_boards(event)[0])
        tournament_advance(tournament_id=event.public_id)
        assert secret in page_of(event)

    def test_a_player_goes_to_his_board_and_others_do_not(self) -> None:
        event = a_started_event()
        mine, other = live_boards(event)
        way = f'href="/match/{mine.match_id}/"'
        assert way in page_of(event, signed_in(mine.white))
        assert way not in page_of(event)
        assert f'href="/match/{mine.match_id}/watch/"' in page_of(event)
        assert way not in page_of(event, signed_in(other.white))

    def test_each_player_is_told_what_comes_next(self) -> None:
        event = a_started_event(pause_s=60)
        first, second = live_boards(event)
        winner, loser = signed_in(first.white), signed_in(first.black)
        finish(first)
        assert "Your next match begins in about 5 minutes" in page_of(event, winner)
        assert "You are out of this event" in page_of(event, loser)
        finish(second)
        tournament_advance(tournament_id=event.public_id)
        assert "Your next opponent is known" in page_of(event, winner)

    def test_the_end_shows_places_and_prizes(self) -> None:
        event = a_started_event(seats=2)
        (board,) = live_boards(event)
        finish(board)
        tournament_advance(tournament_id=event.public_id)
        page = page_of(event, signed_in(board.black))
        assert "Results" in page
        assert "You finished in place 2" in page
        assert "won" in page

    def test_an_event_that_is_over_leads_to_the_next_one(self) -> None:
        event = a_started_event()
        assert address(open_event(event.series)) in page_of(event)

    def test_a_cancelled_event_says_so(self) -> None:
        event = a_sit_and_go()
        event.state = "cancelled"
        event.save()
        assert "This event was cancelled" in page_of(event)

    @pytest.mark.parametrize("part", PARTS)
    def test_each_part_is_a_fragment_of_its_own(self, part) -> None:
        event = a_started_event(seats=6)
        response = Client().get(address(event, f"parts/{part}/"))
        assert response.status_code == 200
        assert b"<html" not in response.content

    @pytest.mark.parametrize("path", ["/event/nothing/", "/event/nothing/parts/state/"])
    def test_an_unknown_event_is_not_found(self, path) -> None:
        assert Client().get(path).status_code == 404

    def test_an_unknown_part_is_not_found(self) -> None:
        assert Client().get(address(a_sit_and_go(), "parts/secret/")).status_code == 404

    @pytest.mark.parametrize("seats", [2, 16])
    def test_more_entrants_cost_no_more_queries(self, seats, django_assert_max_num_queries) -> None:
        event = a_started_event(seats=seats, buy_in_chips=0)
        with django_assert_max_num_queries(MOST_QUERIES):
            page_of(event)


class TestCardFacts:
    def facts(self, **changes: object) -> dict[str, str]:
        return {fact.label: fact.value for fact in card_facts(card_of(a_series(**changes)))}

    def test_times_are_said_as_people_say_them(self) -> None:
        facts = self.facts(length_points=3, reserve_s=120, delay_s=12, pause_s=60)
        assert facts["Clock"] == "12 seconds free at each turn, then 6 minutes for the whole match"
        assert facts["Between matches"] == "60 seconds"

    def test_the_no_show_ladder_is_stated(self) -> None:
        assert self.facts(length_points=7)["No-show"] == (
            "Every 60 seconds of absence gives the opponent a point; after 4 it is lost."
        )

    @pytest.mark.parametrize(
        ("buy_in", "fee", "text"),
        [
            (0, 0, "Free"),
            (50, 0, "50 chips, all of it for the prizes"),
            (50, 5, "50 chips for the prizes and 5 for the house"),
        ],
    )
    def test_the_entry_says_what_is_for_whom(self, buy_in, fee, text) -> None:
        assert self.facts(buy_in_chips=buy_in, fee_chips=fee)["Entry"] == text

    @pytest.mark.parametrize(
        ("rules", "label", "text"),
        [
            (Rules.match(1), "Match", "Backgammon, to 1 point"),
            (Rules.match(1), "Clock", "No clock"),
            (Rules.match(5, cube=CubeRules(enabled=False)), "Cube", "No doubling cube"),
            (Rules.match(5, cube=CubeRules()), "Cube", "Doubling cube"),
            (Rules.fixed(3), "Match", "Backgammon, 3 games"),
            (Rules.fixed(3), "No-show", "Every 60 seconds of absence gives the opponent a point."),
        ],
    )
    def test_other_rules_are_said_as_well(self, rules, label, text) -> None:
        card = replace(card_of(a_series()), rules=(rules,))
        assert {fact.label: fact.value for fact in card_facts(card)}[label] == text

    def test_house_bots_are_announced_where_they_may_play(self) -> None:
        assert "House bots" in self.facts(has_house_bots=True)
        assert "House bots" not in self.facts(has_house_bots=False)


class TestButtons:
    def test_taking_a_seat_leads_back_to_the_event(self) -> None:
        event = a_sit_and_go()
        response = signed_in(a_user("alice", chips=100)).post(address(event, "join/"))
        assert response.headers["Location"] == address(event)
        assert fresh(event).taken_seats == 1

    def test_taking_the_last_seat_leads_to_the_board(self) -> None:
        event = seated(a_sit_and_go(seats=2), *players(1))
        response = signed_in(a_user("alice", chips=100)).post(address(event, "join/"))
        (board,) = live_boards(event)
        assert response.headers["Location"] == f"/match/{board.match_id}/"
        assert state_of(event) == "playing"

    def test_a_refusal_says_every_reason_and_moves_nothing(self) -> None:
        event = a_started_event()
        poor = a_user("poor", chips=1)
        response = signed_in(poor).post(address(event, "join/"), {"next": "/"})
        assert response.headers["Location"] == "/"
        assert said(response) == [
            "All 4 seats are taken. The next event of this kind is in the lobby.",
            "You have 1 chip; this takes 50.",
        ]
        assert balance_of(poor) == 1

    def test_leaving_gives_the_chips_back_and_says_so(self) -> None:
        event = a_sit_and_go()
        alice = a_user("alice", chips=100)
        seated(event, alice)
        response = signed_in(alice).post(address(event, "leave/"))
        assert said(response) == ["Your seat is free again and your chips are back."]
        assert balance_of(alice) == 100
        assert books_check() == ()

    def test_leaving_without_a_seat_is_told(self) -> None:
        response = signed_in(a_user("alice")).post(address(a_sit_and_go(), "leave/"))
        assert said(response) == ["You have no seat in this event."]

    @pytest.mark.parametrize("button", ["join/", "leave/"])
    def test_a_stranger_signs_in_first_and_comes_back_to_the_event(self, button) -> None:
        event = a_sit_and_go()
        response = Client().post(address(event, button))
        assert response.headers["Location"] == f"/accounts/login/?next={address(event)}"

    @pytest.mark.parametrize("button", ["join/", "leave/"])
    def test_a_button_cannot_be_a_link(self, button) -> None:
        assert signed_in(a_user()).get(address(a_sit_and_go(), button)).status_code == 405

    def test_a_form_without_its_token_is_refused(self) -> None:
        event = a_sit_and_go()
        client = Client(enforce_csrf_checks=True)
        client.force_login(a_user("alice", chips=100))
        assert client.post(address(event, "join/")).status_code == 403
        assert fresh(event).taken_seats == 0

    def test_nobody_is_sent_to_another_site(self) -> None:
        event = a_sit_and_go()
        client = signed_in(a_user("alice", chips=100))
        response = client.post(address(event, "join/"), {"next": "https://evil.example/"})
        assert response.headers["Location"] == address(event)

    def test_a_seat_in_an_unknown_event_is_not_found(self) -> None:
        assert signed_in(a_user()).post("/event/nothing/join/").status_code == 404
