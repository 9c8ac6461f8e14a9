"""Private events for programs: who may make them, who finds them, how they end."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from backgammon import PointMatch
from bankroll.selectors import balance_of
from tests.api.callers import Program, program_of
from tests.factories import a_guest, a_user
from tests.tournaments.builders import here, play_through, state_of
from tournaments.director import tournament_advance
from tournaments.models import Series, Tournament
from tournaments.prizes import ChipShares, percents_of
from tournaments.selectors import secret_of
from wire.time import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def let_organise(user: User) -> User:
    """The member after staff have given him the permission."""
    user.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def organiser(alice: User) -> User:
    return let_organise(alice)


@pytest.fixture
def as_organiser(organiser: User) -> Program:
    """Alice's program, which may organise and nothing else."""
    return program_of(organiser, "organise")


def wanted(**changes: Any) -> dict[str, Any]:
    """An evening of the club, in two hours."""
    starts_at = (now() + timedelta(hours=2)).isoformat()
    return {"name": "Club evening", "starts_at": starts_at, "length_points": 1} | changes


def made(program: Program, **changes: Any) -> Tournament:
    """The event of a request that is granted."""
    answer = program.post("organised/", wanted(**changes))
    assert answer.status == 201, answer.body
    return Tournament.objects.get(public_id=answer.body["id"])


# --- making one -------------------------------------------------------------------------------


def test_a_private_event_is_announced_with_its_address_and_its_promise(
    as_organiser: Program, organiser: User
) -> None:
    answer = as_organiser.post("organised/", wanted(with_code=True, invited=["bob"]))
    assert answer.status == 201
    event = Tournament.objects.get(public_id=answer.body["id"])
    assert (event.is_private, event.organiser) == (True, organiser)
    assert answer.body["url"] == f"http://testserver/event/{event.public_id}/"
    assert answer.body["commitment"] == event.commitment
    assert answer.body["invitation_code"] == event.invitation_code != ""
    assert answer.body["invited"] == ["bob"]
    assert event.rules_card.entry.needs_invitation
    assert event.rules_card.entry.is_for_invited


def test_it_is_played_by_the_card_that_was_asked_for(as_organiser: Program) -> None:
    event = made(
        as_organiser,
        format="swiss",
        seats=12,
        min_entrants=6,
        rounds=4,
        tie_breaks=["buchholz", "lots"],
        round_lengths=[1, 3],
        variant="nackgammon",
        buy_in_chips=40,
        prize_shares=["70", "30"],
        time_zone="Europe/Tallinn",
    )
    card = event.rules_card
    assert (card.format, card.seats, card.min_entrants, card.rounds) == ("swiss", 12, 6, 4)
    assert card.tie_breaks == ("buchholz", "lots")
    assert [rules.length for rules in card.rules] == [PointMatch(1), PointMatch(3)]
    assert (card.rules[0].variant.key, card.buy_in_chips) == ("nackgammon", 40)
    assert card.shares == ChipShares(percents_of(["70", "30"]))
    assert card.times is not None
    assert card.times.zone == "Europe/Tallinn"
    assert (card.fee_chips, card.is_rated, card.has_house_bots) == (0, False, False)


def test_it_is_found_by_its_address_alone(
    as_organiser: Program, stranger: Program, client: Client
) -> None:
    event = made(as_organiser)
    assert client.get(f"/event/{event.public_id}/").status_code == 200
    assert stranger.get(f"tournaments/{event.public_id}/").status == 200
    for listed in ("tournaments/", "series/", "sit-and-gos/", "lobby/"):
        assert event.public_id not in str(stranger.get(listed).body)
    assert event.public_id not in client.get("/tournaments/").content.decode()
    assert event.public_id not in client.get("/events.ics").content.decode()


def test_others_do_not_see_the_word_that_lets_in(
    as_organiser: Program, as_bob: Program, stranger: Program
) -> None:
    event = made(as_organiser, with_code=True)
    for program in (as_bob, stranger):
        told = str(program.get(f"tournaments/{event.public_id}/").body)
        assert event.invitation_code not in told
    assert as_bob.post(f"tournaments/{event.public_id}/entries/").status == 422


def test_its_series_never_opens_another(as_organiser: Program) -> None:
    event = made(as_organiser)
    series = Series.objects.get(pk=event.series_id)
    assert (series.is_open, series.is_private) == (False, True)


def test_everything_that_cannot_work_is_said_at_once(as_organiser: Program) -> None:
    answer = as_organiser.post(
        "organised/",
        wanted(
            starts_at=(now() - timedelta(hours=1)).isoformat(),
            seats=4,
            min_entrants=8,
            prize_shares=["80", "40"],
            time_zone="Europe/Nowhere",
        ),
    )
    assert answer.status == 422
    assert {"card.fewest_above_seats", "card.shares", "card.zone"} <= set(answer.refusals)
    assert not Tournament.objects.exists()


def test_a_start_in_the_past_is_refused(as_organiser: Program) -> None:
    starts_at = (now() - timedelta(hours=1)).isoformat()
    answer = as_organiser.post("organised/", wanted(starts_at=starts_at))
    assert (answer.status, answer.refusals) == (422, ["card.no_start_ahead"])


def test_a_start_too_far_away_is_refused(as_organiser: Program) -> None:
    starts_at = (now() + timedelta(days=91)).isoformat()
    answer = as_organiser.post("organised/", wanted(starts_at=starts_at))
    assert (answer.status, answer.refusals) == (422, ["organiser.too_late"])


def test_a_start_at_the_end_of_the_calendar_is_refused(as_organiser: Program) -> None:
    asked = wanted(starts_at="9999-12-31T23:30:00Z", time_zone="Europe/Tallinn")
    answer = as_organiser.post("organised/", asked)
    assert (answer.status, answer.code) == (422, "organiser.too_late")


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": "x"},
        {"name": "two\nlines"},
        {"starts_at": "tomorrow"},
        {"seats": 1},
        {"seats": 10_000},
        {"seats": "16"},
        {"format": "chess"},
        {"is_rated": True},
        {"fee_chips": 5},
        {"guarantee_chips": 5_000},
        {"invited": "bob"},
        {"tie_breaks": ["beauty"]},
        {"round_lengths": [0]},
    ],
    ids=str,
)
def test_what_makes_no_sense_or_is_not_his_to_give_is_refused_by_its_field(
    as_organiser: Program, nonsense: dict[str, Any]
) -> None:
    answer = as_organiser.post("organised/", wanted(**nonsense))
    assert (answer.status, answer.code) == (400, "request.malformed")
    assert answer.fields == set(nonsense)


def test_a_name_in_use_is_refused_and_free_again_when_the_event_is_over(
    as_organiser: Program,
) -> None:
    event = made(as_organiser)
    later = (now() + timedelta(hours=3)).isoformat()
    again = as_organiser.post("organised/", wanted(name="CLUB EVENING", starts_at=later))
    assert (again.status, again.refusals) == (422, ["organiser.name_taken"])
    as_organiser.delete(f"organised/{event.public_id}/")
    same_time = as_organiser.post("organised/", wanted(starts_at=event.starts_at.isoformat()))
    assert (same_time.status, same_time.refusals) == (422, ["organiser.same_start"])
    following = made(as_organiser, starts_at=later)
    assert following.series == event.series
    assert following.public_id != event.public_id


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Fuck cup", "words.offensive"),
        ("Cup of gammonking.com", "words.advert"),
        ("Official evening", "words.of_house"),
    ],
)
def test_a_name_that_offends_advertises_or_speaks_for_the_house_is_refused(
    as_organiser: Program, name: str, code: str
) -> None:
    answer = as_organiser.post("organised/", wanted(name=name))
    assert (answer.status, answer.refusals) == (422, [code])
    assert not Series.objects.exists()


def test_a_name_of_somebody_else_is_refused(as_organiser: Program, bob: User) -> None:
    made(as_organiser)
    as_bob = program_of(let_organise(bob), "organise")
    answer = as_bob.post("organised/", wanted())
    assert (answer.status, answer.refusals) == (422, ["organiser.name_taken"])


def test_nobody_has_more_events_than_he_can_look_after(as_organiser: Program) -> None:
    for number in range(10):
        made(as_organiser, name=f"Evening {number}")
    answer = as_organiser.post("organised/", wanted(name="One more"))
    assert (answer.status, answer.refusals) == (422, ["organiser.too_many"])


def test_the_same_wish_under_one_key_makes_one_event(as_organiser: Program) -> None:
    body = wanted()
    answers = [as_organiser.post("organised/", body, key="k") for _time in range(3)]
    assert [answer.status for answer in answers] == [201] * 3
    assert len({answer.body["id"] for answer in answers}) == 1
    assert Tournament.objects.count() == 1


# --- who may ----------------------------------------------------------------------------------


def test_a_member_without_the_permission_makes_none(as_bob: Program) -> None:
    for answer in (as_bob.post("organised/", wanted()), as_bob.get("organised/")):
        assert (answer.status, answer.code) == (403, "auth.forbidden")


def test_a_guest_makes_none_whatever_he_was_given(db: None) -> None:
    guest = let_organise(a_guest())
    browser = Client()
    browser.force_login(guest)
    answer = browser.post("/api/v1/organised/", wanted(), content_type="application/json")
    assert answer.status_code == 403


def test_a_token_for_other_things_makes_none(organiser: User) -> None:
    program = program_of(organiser, "read", "play", "wallet", "people")
    for answer in (program.post("organised/", wanted()), program.get("organised/")):
        assert (answer.status, answer.code) == (403, "auth.scope")


def test_an_organising_token_enters_nothing(as_organiser: Program) -> None:
    event = made(as_organiser)
    answer = as_organiser.post(f"tournaments/{event.public_id}/entries/")
    assert (answer.status, answer.code) == (403, "auth.scope")


def test_the_event_of_another_organiser_is_not_found(as_organiser: Program) -> None:
    event = made(as_organiser)
    other = program_of(let_organise(a_user("carol")), "organise")
    for answer in (
        other.get(f"organised/{event.public_id}/"),
        other.delete(f"organised/{event.public_id}/"),
        other.get(f"organised/{event.public_id}/results/"),
    ):
        assert (answer.status, answer.code) == (404, "tournament.not_found")
    assert other.get("organised/").body["results"] == []
    assert state_of(event) == "registering"


# --- having one -------------------------------------------------------------------------------


def test_his_events_are_listed_for_him_in_pages(as_organiser: Program) -> None:
    events = [made(as_organiser, name=f"Evening {number}") for number in range(3)]
    page = as_organiser.get("organised/", limit=2).body
    told = page["results"] + as_organiser.get(page["next"]).body["results"]
    assert [each["id"] for each in told] == [event.public_id for event in reversed(events)]


def test_calling_it_off_gives_everything_back_and_may_be_repeated(
    as_organiser: Program, bob: User, as_bob: Program
) -> None:
    event = made(as_organiser, buy_in_chips=100)
    tournament_advance(tournament_id=event.public_id)
    assert as_bob.post(f"tournaments/{event.public_id}/entries/").status == 201
    assert balance_of(bob) == 900
    address = f"organised/{event.public_id}/"
    assert [as_organiser.delete(address).status for _time in range(3)] == [204] * 3
    assert state_of(event) == "cancelled"
    assert balance_of(bob) == 1_000


def test_it_is_played_and_its_results_are_his_to_take(
    as_organiser: Program, bob: User, organiser: User, clock
) -> None:
    event = made(as_organiser, min_entrants=2, buy_in_chips=100, pause_s=0)
    tournament_advance(tournament_id=event.public_id)
    for user in (organiser, bob):
        program_of(user).post(f"tournaments/{event.public_id}/entries/")
    clock.pass_s(2 * 3600)
    here(organiser, bob)
    tournament_advance(tournament_id=event.public_id)
    assert state_of(event) == "playing"
    answer = as_organiser.delete(f"organised/{event.public_id}/")
    assert (answer.status, answer.code) == (409, "tournament.wrong_state")
    play_through(event)
    told = as_organiser.get(f"organised/{event.public_id}/results/").body
    assert [line["prize_chips"] for line in told["standings"]] == [200, 0]
    csv = as_organiser.get(f"organised/{event.public_id}/results/", format="csv").response
    assert csv.content.decode().count("\n") == 3


def test_no_answer_to_an_organiser_opens_the_secret(as_organiser: Program) -> None:
    """He may play in it himself."""
    event = made(as_organiser)
    secret = secret_of(event).hex()
    for path in ("organised/", f"organised/{event.public_id}/"):
        assert secret not in as_organiser.get(path).response.content.decode()
