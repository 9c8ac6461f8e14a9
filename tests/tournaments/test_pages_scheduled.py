"""The page of a scheduled event before its draw: what it says in every state, and its buttons."""

from dataclasses import replace

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from backgammon import Rules
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from tests.factories import a_guest, a_user, chips_for
from tests.tournaments.builders import finish, fresh, here, live_boards, players, state_of
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants, start
from tests.tournaments.ticketed import a_satellite, a_target, a_ticket
from tournaments import tasks
from tournaments.card import EntryTerms, LateTerms, SwingTerms, card_to_dict
from tournaments.director import tournament_advance
from tournaments.models import CardVersion, Entry
from tournaments.pages.card import card_facts
from tournaments.services import entry_check_in

pytestmark = pytest.mark.django_db


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(event, rest: str = "") -> str:
    return f"/event/{event.public_id}/{rest}"


def page_of(event, client: Client | None = None, query: str = "") -> str:
    response = (client or Client()).get(address(event) + query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def said(response) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


class TestBeforeTheDraw:
    def test_an_announced_event_says_when_entries_open_and_offers_none(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=7200, opens_in_s=3600)
        page = page_of(event, signed_in(a_user(chips=100)))
        assert "Entries open" in page
        assert "in 1 h 00 min" in page
        assert "join/" not in page
        assert "Come back then" not in page

    def test_an_open_event_counts_down_and_offers_the_entry_at_its_price(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=2 * 86_400, seats=8)
        entrants(event, 3)
        page = page_of(event, signed_in(a_user(chips=100)))
        assert "Begins in 2 d 0 h" in page
        assert "3 of 8 places are taken." in page
        assert "Enter for 55 chips" in page

    def test_every_reason_against_an_entry_is_there_before_a_button_is_pressed(self, clock) -> None:
        event = a_scheduled_event(entry=EntryTerms(rating_min=1600, min_matches=10))
        page = page_of(event, signed_in(a_user(chips=1)))
        assert "Why you cannot enter now" in page
        for reason in ("1600", "You have 1 chip; this takes 55.", "10 matches"):
            assert reason in page
        assert "join/" not in page

    def test_a_code_is_asked_for_by_the_form_and_let_in_by_it(self, clock) -> None:
        event = a_scheduled_event(entry=EntryTerms(needs_invitation=True), invitation_code="Felt")
        client = signed_in(a_user(chips=100))
        assert 'name="invitation"' in page_of(event, client)
        wrong = client.post(address(event, "join/"), {"invitation": "walnut"})
        assert len(said(wrong)) == 1
        client.post(address(event, "join/"), {"invitation": "felt"})
        assert fresh(event).taken_seats == 1

    def test_a_ticket_is_what_its_holder_enters_on(self, clock) -> None:
        target, alice = a_target(), a_user("alice")
        a_ticket(alice, target)
        client = signed_in(alice)
        assert "Enter on your ticket" in page_of(target, client)
        assert said(client.post(address(target, "join/")))[0].startswith("You are in, on your")
        left = client.post(address(target, "leave/"))
        assert said(left)[-1] == "You have left, and your ticket is back."

    def test_whoever_finds_it_full_is_offered_to_stand_by_and_told_his_number(self, clock) -> None:
        event = a_scheduled_event(seats=4)
        entrants(event, 5)
        alice = a_user("alice", chips=100)
        client = signed_in(alice)
        assert "Stand by for 55 chips" in page_of(event, client)
        assert "You stand by" in said(client.post(address(event, "join/")))[0]
        page = page_of(event, client)
        assert "You are number 2 of those who wait" in page
        assert "2 players stand by." in page

    def test_entering_and_leaving_are_told_and_the_chips_come_back(self, clock) -> None:
        event, alice = a_scheduled_event(), a_user("alice", chips=100)
        client = signed_in(alice)
        assert said(client.post(address(event, "join/"))) == [
            "You are in. Be here at the start, or check in during the 15 minutes before it."
        ]
        assert "Give the entry back" in page_of(event, client)
        assert said(client.post(address(event, "leave/"))) == [
            "You have left, and your chips are back."
        ]
        assert balance_of(alice) == 100
        assert books_check() == ()

    def test_when_it_is_too_late_to_leave_there_is_no_button_and_a_reason(self, clock) -> None:
        event, alice = a_scheduled_event(starts_in_s=600), a_user("alice", chips=100)
        client = signed_in(alice)
        entered(event, alice)
        clock.pass_s(301)
        assert "Give the entry back" not in page_of(event, client)
        assert "Entries could be given back until" in said(client.post(address(event, "leave/")))[0]

    def test_check_in_opens_in_time_and_is_said_to_have_been_done(self, clock) -> None:
        event, alice = a_scheduled_event(starts_in_s=3600), a_user("alice", chips=100)
        client = signed_in(alice)
        entered(event, alice)
        assert "Check-in opens" in page_of(event, client)
        assert "check-in/" not in page_of(event, client)
        clock.pass_s(2701)
        assert "check-in/" in page_of(event, client)
        client.post(address(event, "check-in/"))
        page = page_of(event, client)
        assert "You are in and checked in." in page
        assert "check-in/" not in page

    def test_the_entrants_are_listed_with_who_is_here_and_who_stands_by(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=600, seats=4)
        alice, bob, *_others = entrants(event, 5)
        entry_check_in(event_id=event.public_id, user=alice)
        here(bob)
        page = page_of(event)
        assert page.count('data-online="true"') == 2
        assert page.count('data-online="false"') == 3
        assert "checked in" in page
        assert page.count("on standby") == 1

    def test_who_checked_in_and_went_away_is_not_shown_as_here_once_it_is_drawn(
        self, clock
    ) -> None:
        event = a_scheduled_event(starts_in_s=60)
        people = entrants(event, 4)
        for user in people:
            entry_check_in(event_id=event.public_id, user=user)
        start(clock, event, people[0])
        assert page_of(event).count('data-online="true"') == 1

    def test_d_trn_02_too_few_are_counted_and_the_end_of_waiting_is_said(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=60)
        people = entrants(event, 3)
        clock.pass_s(60)
        here(*people)
        tasks.sweep_tournaments()
        page = page_of(event)
        assert "Needs 1 more." in page
        assert "in 5:00" in page
        clock.pass_s(301)
        tasks.sweep_tournaments()
        assert state_of(event) == "cancelled"
        assert "Every entry went back in full." in page_of(event)

    def test_d_trn_06_the_start_is_on_the_clock_of_the_zone_with_the_offset_of_its_day(
        self, clock
    ) -> None:
        summer = page_of(a_scheduled_event(starts_in_s=86_400))
        assert 'data-zone="Europe/Tallinn"' in summer
        assert "Tallinn, UTC+3" in summer
        assert "Tallinn, UTC+2" in page_of(a_scheduled_event(starts_in_s=200 * 86_400))

    def test_what_overlaps_with_an_entry_is_named(self, clock) -> None:
        first, second = a_scheduled_event(name="First"), a_scheduled_event(name="Second")
        alice = a_user(chips=200)
        entered(first, alice)
        page = page_of(second, signed_in(alice))
        assert "It will probably overlap" in page
        assert f'href="/event/{first.public_id}/"' in page

    def test_a_stranger_may_play_as_a_guest_or_sign_in(self, clock) -> None:
        page = page_of(a_scheduled_event())
        assert "Play as a guest" in page
        assert "Sign in" in page

    def test_a_guest_is_told_why_a_rated_event_is_not_for_him(self, clock) -> None:
        page = page_of(a_scheduled_event(is_rated=True), signed_in(a_guest(chips=100)))
        assert "Why you cannot enter now" in page

    def test_held_by_staff_is_said(self, clock) -> None:
        event = a_scheduled_event()
        event.is_paused = True
        event.save()
        assert "Held by staff." in page_of(event)

    def test_a_private_event_says_so_and_by_whom(self, clock) -> None:
        event = a_scheduled_event()
        event.is_private, event.organiser = True, a_user("alice")
        event.save()
        assert "Arranged by alice" in page_of(event)


class TestEntrants:
    def test_beyond_a_hundred_they_are_paged_and_found_by_name(self, clock) -> None:
        event = a_scheduled_event(seats=128, buy_in_chips=0, fee_chips=0)
        people = [*players(101), a_user("walter"), a_user("Waltraud")]
        Entry.objects.bulk_create(
            [
                Entry(tournament=event, user=user, number=number, is_exclusive=False)
                for number, user in enumerate(people, start=1)
            ]
        )
        page = page_of(event)
        assert "1–100 / 103" in page
        assert "walter" not in page
        assert "101–103 / 103" in page_of(event, query="?page=2")
        found = page_of(event, query="?q=walt")
        assert "walter" in found
        assert "Waltraud" in found
        assert people[0].username not in found
        assert "Nobody here has that in his name." in page_of(event, query="?q=%00nobody")


class TestPrizes:
    def test_prizes_are_those_if_it_started_now_and_never_less_than_guaranteed(self, clock) -> None:
        event = a_scheduled_event(guarantee_chips=1_000)
        entrants(event, 9)
        page = page_of(event)
        assert "If it started now with so many entrants (9), the prize pool would be 1,000." in page
        for chips in (">500<", ">250<", ">125<"):
            assert chips in page

    def test_a_satellite_says_what_its_pool_makes_and_the_target_shows_it(self, clock) -> None:
        target = a_target(name="Big One")
        satellite = a_satellite(target, name="Little One")
        assert "no ticket yet: 200 chips are missing" in page_of(satellite)
        entrants(satellite, 14)
        page = page_of(satellite)
        assert "If it started now: <strong>3 tickets, 2 tickets for another try</strong>" in page
        assert f'href="/event/{target.public_id}/"' in page
        page = page_of(target)
        assert "Win a ticket to it" in page
        assert "3 tickets, 2 tickets for another try" in page

    def test_a_private_satellite_is_not_shown_by_its_target(self, clock) -> None:
        target = a_target()
        satellite = a_satellite(target, name="Little One")
        satellite.is_private = True
        satellite.save()
        assert "Little One" not in page_of(target)


class TestCard:
    def test_a_changed_card_shows_what_was_and_what_is(self, clock) -> None:
        event = a_scheduled_event(min_entrants=4)
        assert "fixed when entries opened" in page_of(event)
        card = replace(event.rules_card, version=2, min_entrants=8)
        CardVersion.objects.create(
            tournament=event, version=2, card=card_to_dict(card), reason="More should come."
        )
        event.card = card_to_dict(card)
        event.save()
        page = page_of(event)
        assert "What version 2 changed" in page
        assert "More should come." in page
        assert "with 4 entrants or more" in page.partition("<del>")[2].partition("</del>")[0]
        assert "with 8 entrants or more" in page.partition("<ins>")[2].partition("</ins>")[0]

    def test_every_kind_of_event_is_told_in_sentences(self, clock) -> None:
        target = a_target(
            rules=tuple(Rules.match(points).checked() for points in (3, 3, 5, 7)),
            breaks=((3, 600),),
            late=LateTerms(has_late_entry=True, buy_back_s=3600),
            entry=EntryTerms(rating_min=1400, rating_max=1800, min_account_days=7),
            has_house_bots=True,
        )
        facts = {fact.label: fact.value for fact in card_facts(target.rules_card)}
        assert facts["Match"] == (
            "rounds 1 to 2: Backgammon, to 3 points; round 3: Backgammon, to 5 points;"
            " from round 4 on: Backgammon, to 7 points"
        )
        assert facts["Breaks"] == "10 minutes after round 3"
        assert facts["No-show"].endswith(
            "A match is lost after 2 to 3, after 3 to 5, after 4 to 7."
        )
        assert facts["Who may enter"] == (
            "Whoever has a rating of 1400 or more, a rating of 1800 or less, 7 days as a member"
        )
        assert "once for 100 chips" in facts["Buy-back"]
        assert facts["House bots"] == "They fill the field up to 4 at the start."

    @pytest.mark.parametrize(
        ("changes", "label", "words"),
        [
            ({"guaranteed": 2}, "Guarantee", "2 tickets are guaranteed"),
            ({}, "No ticket", "cancels the event"),
            ({"remainder": "chips"}, "Remainder", "Chips to the next places, 100 each"),
            ({"second_ticket": "next"}, "Second ticket", "passes it to the next place"),
            ({"second_ticket": "no_entry"}, "Second ticket", "cannot enter"),
            ({"format": "swing", "swing": SwingTerms(rate=2)}, "Stacks", "A point is worth 2"),
            ({"format": "swing", "swing": SwingTerms()}, "Match", "Single games of Backgammon"),
            ({"format": "swiss", "rounds": 5}, "Rounds", "5 rounds"),
            ({"format": "round_robin"}, "Byes", "sits out once"),
            ({"format": "knockout"}, "Leaving mid-event", "or else the next one, is lost"),
            ({"format": "swiss"}, "Leaving mid-event", "is lost, and no other is paired. Nothing"),
            ({"format": "groups"}, "Leaving mid-event", "so is every later one. Nothing"),
            ({"format": "swing", "swing": SwingTerms()}, "Leaving mid-event", "at the most it can"),
        ],
    )
    def test_what_a_card_may_say_besides(self, clock, changes, label, words) -> None:
        card = a_satellite(a_target(), **changes).rules_card
        assert words in {fact.label: fact.value for fact in card_facts(card)}[label]


class TestLateComers:
    def begun(self, clock, *, number=5, **late):
        event = a_scheduled_event(late=LateTerms(**late), seats=16, starts_in_s=60)
        start(clock, event, *entrants(event, number))
        return event

    def test_late_entry_has_a_button_and_leads_to_the_board(self, clock) -> None:
        event = self.begun(clock, has_late_entry=True)
        client = signed_in(a_user("alice", chips=100))
        assert "Enter late for 55 chips" in page_of(event, client)
        client.post(address(event, "enter-late/"))
        assert "Why you cannot come in late" not in page_of(event, client)
        assert fresh(event).taken_seats == 6

    def test_why_somebody_cannot_come_late_is_said(self, clock) -> None:
        event = self.begun(clock, has_late_entry=True)
        page = page_of(event, signed_in(a_user("alice", chips=1)))
        assert "Why you cannot come in late" in page
        assert "You have 1 chip; this takes 55." in page

    def test_leaving_a_running_event_is_asked_about_and_done(self, clock) -> None:
        event = self.begun(clock)
        entry = event.entries.active()[0]
        client = signed_in(entry.user)
        assert "walk-out/ask/" in page_of(event, client)
        asked = client.get(address(event, "walk-out/ask/")).content.decode()
        assert "The match being played, or else the next one, is lost" in asked
        assert "Nothing is paid back" in asked
        client.post(address(event, "walk-out/"))
        entry.refresh_from_db()
        assert (entry.state, entry.reason) == ("out", "left")
        answer = client.get(address(event, "walk-out/ask/"))
        assert answer.headers["Location"] == address(event)

    def test_who_lost_his_first_match_may_buy_back_and_is_told_when_not(self, clock) -> None:
        event = self.begun(clock, number=7, buy_back_s=3600)
        board = live_boards(event)[-1]
        finish(board)
        tournament_advance(tournament_id=event.public_id)
        client = signed_in(board.black)
        chips_for(board.black, 100)
        assert "Come back for 25 chips" in page_of(event, client)
        client.post(address(event, "buy-back/"))
        assert event.entries.filter(user=board.black, arrival="buy_back").count() == 1
        assert "You are out" not in page_of(event, client)

    def test_why_somebody_cannot_buy_back_is_said(self, clock) -> None:
        event = self.begun(clock, number=7, buy_back_s=3600)
        board = live_boards(event)[-1]
        finish(board)
        tournament_advance(tournament_id=event.public_id)
        clock.pass_s(3601)
        page = page_of(event, signed_in(board.black))
        assert "Why you cannot come back" in page
        assert "Come back for" not in page

    @pytest.mark.parametrize("button", ["check-in/", "enter-late/", "buy-back/", "walk-out/"])
    def test_every_button_says_why_not_and_leads_back(self, button, clock) -> None:
        event = a_scheduled_event()
        response = signed_in(a_user("eve")).post(address(event, button))
        assert response.headers["Location"] == address(event)
        assert said(response) != []
        assert Client().post(address(event, button)).headers["Location"].startswith("/accounts/")
