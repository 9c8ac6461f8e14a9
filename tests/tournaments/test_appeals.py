"""A player asks staff to look at a match; a ruling answers, and is final."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import a_user
from tests.tournaments.builders import a_started_event, finish, live_boards
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    pairing_at,
    rule,
    winner_of,
)
from tournaments.director import tournament_advance
from tournaments.models import Appeal, Tournament
from tournaments.orders import Disqualify, Pause, Reverse, Stop, Uphold
from tournaments.selectors.appeals import appeals_waiting
from tournaments.services import appeal_open
from wire.errors import Conflict, NotFound, PlatformError, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


@pytest.fixture
def event() -> Tournament:
    return eight_after_the_first_round()


def appeal(event: Tournament, user: User, *, slot: int = 1, text: str = "He was away.") -> Appeal:
    return appeal_open(event_id=event.public_id, user=user, round_number=1, slot=slot, text=text)


def page_of(event: Tournament, user: User, **sent: str) -> str:
    client = Client()
    client.force_login(user)
    address = reverse("tournaments:appeal", args=[event.public_id])
    if sent:
        return client.post(address, sent, follow=True).content.decode()
    return client.get(address).content.decode()


def test_it_waits_for_staff(event) -> None:
    alice = loser_of(event, 1, 1).user
    opened = appeal(event, alice, text="  He was away. ")
    assert (opened.text, opened.state) == ("He was away.", "open")
    assert appeals_waiting() == [opened]


@pytest.mark.parametrize("turns", [False, True])
def test_a_ruling_on_the_match_closes_it(event, dora, turns) -> None:
    loser = loser_of(event, 1, 1)
    opened = appeal(event, loser.user)
    order = Reverse(1, 1, loser.number) if turns else Uphold(1, 1)
    ruling = rule(event, order, dora)
    opened.refresh_from_db()
    assert (opened.state, opened.ruling) == ("closed", ruling)
    assert appeals_waiting() == []


def test_a_ruling_elsewhere_leaves_it_open(event, dora) -> None:
    opened = appeal(event, loser_of(event, 1, 1).user)
    rule(event, Pause(), dora)
    rule(event, Reverse(1, 2, loser_of(event, 1, 2).number), dora)
    assert appeals_waiting() == [opened]


def test_stopping_the_event_and_disqualifying_a_party_close_it(dora) -> None:
    event = eight_after_the_first_round()
    appeal(event, loser_of(event, 1, 1).user)
    winner = winner_of(event, 1, 1)
    rule(event, Disqualify(winner.number), dora)
    assert appeals_waiting() == []
    appeal(event, loser_of(event, 1, 2).user, slot=2)
    rule(event, Stop(), dora)
    assert appeals_waiting() == []


def test_management_s_decision_is_final(event, dora) -> None:
    alice = loser_of(event, 1, 1).user
    appeal(event, alice)
    rule(event, Uphold(1, 1), dora, public_text="The result stands.")
    with pytest.raises(Refused) as error:
        appeal(event, alice)
    assert error.value.code == "appeal.final"
    page = page_of(event, alice)
    assert "The result stands." in page
    assert "decision is final" in page


def test_nothing_is_upheld_where_nobody_has_appealed(event, dora) -> None:
    with pytest.raises(Refused) as error:
        rule(event, Uphold(1, 1), dora)
    assert error.value.code == "ruling.no_appeal"


def test_an_appeal_that_was_open_at_the_end_can_still_be_answered(dora) -> None:
    event = a_started_event(seats=2)
    board = live_boards(event)[0]
    appeal(event, board.white)
    finish(board)
    tournament_advance(tournament_id=event.public_id)
    with pytest.raises(Conflict) as error:
        appeal(event, board.black)
    assert error.value.code == "tournament.over"
    rule(event, Uphold(1, 1), dora)
    assert appeals_waiting() == []


def test_the_voided_match_s_appeal_is_answered_with_the_result_it_stood_on(dora) -> None:
    event = eight_after_the_first_round(pause_s=0)
    semifinal = pairing_at(event, 2, 1)
    opened = appeal_open(
        event_id=event.public_id,
        user=semifinal.entries[0].user,
        round_number=2,
        slot=1,
        text="He should not be here.",
    )
    rule(event, Reverse(1, 1, loser_of(event, 1, 1).number, voids_next=True), dora)
    opened.refresh_from_db()
    assert (opened.state, opened.pairing) == ("closed", pairing_at(event, 1, 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("  ", "appeal.text"),
        ("x" * 501, "appeal.text"),
        ("That moron left.", "words.offensive"),
        ("See gammonking.com for the recording.", "words.advert"),
    ],
)
def test_it_says_what_happened(event, text, code) -> None:
    with pytest.raises(Refused) as error:
        appeal(event, loser_of(event, 1, 1).user, text=text)
    assert error.value.code == code


def test_one_at_a_time_and_every_reason_at_once(event) -> None:
    alice = loser_of(event, 1, 1).user
    appeal(event, alice)
    with pytest.raises(Refused) as error:
        appeal(event, alice, text="")
    codes = [reason["code"] for reason in error.value.facts["refusals"]]
    assert codes == ["appeal.open", "appeal.text"]


def test_a_free_pass_is_nothing_to_appeal_against() -> None:
    event = a_started_event(seats=6)
    bye = event.pairings.filter(black__isnull=True)[0]
    with pytest.raises(Refused) as error:
        appeal(event, bye.entries[0].user, slot=bye.slot)
    assert error.value.code == "appeal.nobody_met"


@pytest.mark.parametrize(
    ("slot", "code"), [(1, "appeal.not_yours"), (9, "tournament.no_such_pairing")]
)
def test_only_of_ones_own_matches(event, slot, code) -> None:
    with pytest.raises(NotFound) as error:
        appeal(event, a_user("eve"), slot=slot)
    assert error.value.code == code


class TestPage:
    def test_it_lists_my_matches_and_sends_an_appeal(self, event) -> None:
        winner = winner_of(event, 1, 1).user
        alice = loser_of(event, 1, 1).user
        assert f"against {winner.username}" in page_of(event, alice)
        page = page_of(event, alice, match="1.1", text="The board froze.")
        assert "Staff have your appeal." in page
        assert Appeal.objects.get().text == "The board froze."

    def test_what_no_database_stores_is_left_out(self, event) -> None:
        alice = loser_of(event, 1, 1).user
        page_of(event, alice, match="1.1", text="The \x00board froze.")
        assert Appeal.objects.get().text == "The board froze."

    def test_a_refusal_is_shown(self, event) -> None:
        alice = loser_of(event, 1, 1).user
        assert "Please say what happened" in page_of(event, alice, match="1.1", text=" ")

    def test_who_has_not_played_sees_no_form(self, event) -> None:
        page = page_of(event, a_user("eve"))
        assert "no match in this event" in page
        assert "<textarea" not in page

    @pytest.mark.parametrize("match", ["", "1", "x.y", "1.x", "-1.1", "1.9", "9" * 400 + ".1"])
    def test_nonsense_sends_nothing(self, event, match) -> None:
        client = Client()
        client.force_login(loser_of(event, 1, 1).user)
        address = reverse("tournaments:appeal", args=[event.public_id])
        answer = client.post(address, {"match": match, "text": "x"})
        assert answer.status_code in (302, 404)
        assert not Appeal.objects.exists()

    def test_strangers_are_asked_to_sign_in_and_there_must_be_such_an_event(self, event) -> None:
        address = reverse("tournaments:appeal", args=[event.public_id])
        assert Client().get(address).status_code == 302
        client = Client()
        client.force_login(a_user("alice"))
        assert client.get(reverse("tournaments:appeal", args=["nothing"])).status_code == 404


def test_every_refusal_is_coded(event) -> None:
    with pytest.raises(PlatformError):
        appeal_open(event_id="nothing", user=a_user("alice"), round_number=1, slot=1, text="x")
