"""The page of an event that is played: its rounds, clock and standings in every format, and how
long somebody waits."""

import pytest
from django.test import Client

from backgammon import Rules, Side
from tests.factories import a_user
from tests.tournaments.builders import (
    a_started_event,
    come,
    finish,
    fresh,
    give_up,
    live_boards,
    play_through,
)
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entrants, start
from tournaments.card import SwingTerms
from tournaments.director import tournament_advance
from tournaments.exports import document_of
from tournaments.models import Ruling, RulingKind
from tournaments.pages.rounds import MOST_DRAWN
from tournaments.pages.standings import number_text
from tournaments.services import tournament_stop
from tournaments.wording import FORMAT_WORDS, TIE_BREAK_WORDS

pytestmark = pytest.mark.django_db

#: How a page marks a match of a bracket.
BEING_PLAYED = ">being played<"
FORMATS = ("knockout", "double_elimination", "swiss", "round_robin", "groups")


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(event, client: Client | None = None, rest: str = "") -> str:
    response = (client or Client()).get(f"/event/{event.public_id}/{rest}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def advance(event):
    tournament_advance(tournament_id=event.public_id)
    return fresh(event)


class TestRounds:
    @pytest.mark.parametrize("format_key", FORMATS)
    def test_every_format_is_shown_from_the_first_round_to_the_results(
        self, clock, format_key
    ) -> None:
        event = a_started_evening(clock, players=6, format=format_key)
        page = page_of(event)
        assert str(FORMAT_WORDS[format_key].name) in page
        assert page.count(BEING_PLAYED) >= 2
        play_through(event)
        page = page_of(advance(event))
        assert "Results" in page
        assert "Replay" in page

    def test_double_elimination_has_two_brackets_and_a_grand_final(self, clock) -> None:
        page = page_of(a_started_evening(clock, players=4, format="double_elimination"))
        for heading in ("Upper bracket", "Lower bracket", "Grand final"):
            assert f">{heading}</h3>" in page

    def test_groups_have_their_tables_and_the_final_rounds_stand_open(self, clock) -> None:
        event = a_started_evening(clock, players=8, format="groups")
        page = page_of(event)
        for heading in ("Group A", "Group B", "Final rounds"):
            assert heading in page
        assert page.count("How ties are broken") == 1

    def test_of_swiss_rounds_the_latest_stands_first(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss")
        for board in live_boards(event):
            finish(board)
        page = page_of(advance(event))
        assert page.index("Round 2</h3>") < page.index("Round 1</h3>")

    def test_a_swing_says_what_a_point_is_worth_and_when_it_doubles(self, clock) -> None:
        event = a_started_evening(
            clock,
            format="swing",
            swing=SwingTerms(rate=5, doubles_s=600),
            rules=(Rules.table(1, 100, 100).checked(),),
        )
        page = page_of(event)
        assert "A point is worth 5." in page
        assert "It doubles in 10:00." in page
        assert "Stack" in page

    def test_a_large_event_is_folded_and_read_round_by_round(self, clock) -> None:
        number = MOST_DRAWN + 4
        event = a_scheduled_event(seats=64, buy_in_chips=0, fee_chips=0)
        people = entrants(event, number)
        event = start(clock, event, *people)
        page = page_of(event, signed_in(people[0]))
        assert "Your way" in page
        assert f'hx-get="/event/{event.public_id}/round/?round=1"' in page
        assert page.count("<details class=") >= 6
        whole = page_of(event, rest="round/?round=1")
        assert whole.count('class="bracket-match') == 32
        assert "<html" not in whole
        assert 'class="bracket-match' in page_of(event, rest="?round=1")
        for nonsense in ("round/?round=99", "round/?round=x", "round/"):
            assert Client().get(f"/event/{event.public_id}/{nonsense}").status_code == 404

    def test_what_everybody_sees_is_made_anew_when_something_has_happened(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss")
        assert "1</strong>" not in page_of(event)
        finish(live_boards(event)[0])
        assert "1</strong>" in page_of(event)

    def test_a_match_that_may_be_watched_has_a_link_and_one_of_a_private_event_none(
        self, clock
    ) -> None:
        event = a_started_evening(clock)
        assert "/watch/" in page_of(event)
        event.is_private = True
        event.save()
        assert "/watch/" not in page_of(event)


class TestClock:
    def test_the_round_says_when_it_began_and_what_follows(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss", pause_s=120)
        page = page_of(event)
        assert "Round 1 began" in page
        assert "2 matches are being played." in page
        assert "The next round begins 2 minutes after the last result." in page
        for board in live_boards(event):
            finish(board)
        assert "The next begins" in page_of(advance(event))

    def test_a_player_is_told_whom_he_meets_and_led_to_his_board(self, clock) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        page = page_of(event, signed_in(board.white))
        assert f"Your opponent is {board.black.username}." in page
        assert f'href="/match/{board.match_id}/"' in page

    def test_waiting_is_estimated_from_the_events_own_matches(self, clock) -> None:
        event = a_started_evening(clock, players=8)
        first, second, third, fourth = live_boards(event)
        for board in (first, second, third, fourth):
            come(board)
        client = signed_in(first.white)
        give_up(first, Side.BLACK)
        assert "in about 4 minutes" in page_of(advance(event), client)
        clock.pass_s(600)
        for board in (third, fourth):
            give_up(board, Side.BLACK)
        assert "in about 1 minute," in page_of(advance(event), client)

    def test_whoever_is_out_is_told_so(self, clock) -> None:
        event = a_started_evening(clock)
        board = live_boards(event)[0]
        finish(board)
        advance(event)
        assert "You are out of this event." in page_of(event, signed_in(board.black))


def test_a_stopped_event_shows_no_match_as_being_played(clock) -> None:
    event = a_started_evening(clock)
    assert BEING_PLAYED in page_of(event)
    tournament_stop(tournament_id=event.public_id)
    page = page_of(advance(event))
    assert BEING_PLAYED not in page
    assert page.count("without a result") == 2
    assert "not known yet" not in page
    outcomes = [match["outcome"] for match in document_of(fresh(event), site="")["matches"]]
    assert outcomes == ["left", "left"]


class TestStandings:
    def test_they_go_by_points_and_every_tie_break_is_explained(self, clock) -> None:
        event = a_started_evening(clock, players=4, format="swiss")
        page = page_of(event)
        for code in ("buchholz", "sonneborn_berger", "head_to_head", "lots"):
            assert str(TIE_BREAK_WORDS[code].name) in page
            assert str(TIE_BREAK_WORDS[code].about) in page

    def test_a_knockout_has_none(self, clock) -> None:
        event = a_started_evening(clock)
        assert page_of(event, rest="parts/standings/") == ""

    @pytest.mark.parametrize(("number", "text"), [(3, "3"), (2.5, "2.5"), (0, "0"), (10, "10")])
    def test_points_are_written_as_people_write_them(self, number, text) -> None:
        assert number_text(number) == text


class TestLog:
    def test_everybody_reads_the_public_part_of_a_ruling(self, clock) -> None:
        event = a_started_evening(clock)
        assert page_of(event, rest="parts/log/") == ""
        dora = a_user("dora", is_staff=True)
        Ruling.objects.create(
            tournament=event,
            kind=RulingKind.PAUSE,
            key="form-1",
            actor=dora,
            reason="The router of the hall smokes.",
            public_text="Paused until the network is back.",
        )
        page = page_of(event)
        assert "Paused until the network is back." in page
        assert "smokes" not in page
        assert "dora" not in page


def test_a_sit_and_go_keeps_its_bracket_beside_its_rules_card() -> None:
    page = page_of(a_started_event(seats=6))
    assert "Quarter-finals" in page
    assert "Rules card" in page
