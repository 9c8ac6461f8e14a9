"""What is rated, and what a match leaves behind when it ends: in the transaction that ends it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from accounts.ladders import Ladder
from accounts.models import StaffAction, User
from accounts.selectors import rating_of, rating_receipts, ratings_of
from accounts.services import guest_claim
from backgammon import (
    LONG_NARDY,
    AcceptResignation,
    ClockRules,
    CubeRules,
    Leave,
    MakePlay,
    Resign,
    Roll,
    Rules,
    Side,
    WinKind,
    find_variant,
)
from backgammon.notation.codec import play_from_list
from matches.aftermath import match_result_annul
from matches.judge import Request
from matches.models import Match, MatchStatus, PastMatch
from matches.owners import register_owner
from matches.ratings import RatingFacts, may_be_rated, unrated_reasons
from matches.services import (
    match_act,
    match_annul,
    match_create,
    match_forfeit,
    match_present,
    match_tick,
)
from tests.clock import FrozenClock
from tests.factories import a_bot, a_guest, a_user
from tests.matches.builders import CLOCK, NotingOwner, put, to_roll
from wire.errors import Conflict, Forbidden, NotFound, Refused

NO_CUBE = CubeRules(enabled=False)


def a_rated_match(white: User, black: User, rules: Rules | None = None) -> Match:
    """A match to one point for which both chose to be rated, unless `rules` say otherwise."""
    return match_create(
        rules=rules or Rules.match(1, clock=CLOCK),
        white=white,
        black=black,
        owner="noting",
        owner_ref="7",
        title="A rated match",
        is_rated=True,
    )


def begun(match: Match) -> Match:
    """The match, with its first game begun and White to roll."""
    put(match, to_roll(match, Side.WHITE))
    return match


def black_resigns(match: Match) -> None:
    """Black gives the game up, which nobody can decline when it is all he can lose."""
    request = Request(Side.BLACK, Resign(WinKind.SINGLE))
    match_act(match_id=match.public_id, request=request)


def changes(match: Match) -> dict[str, str]:
    """By player: everything the match did to his rating, receipt by receipt."""
    told: dict[str, list[str]] = {}
    for receipt in rating_receipts(match.public_id):
        told.setdefault(receipt.user.username, []).append(str(receipt.change))
    return {name: " ".join(moved) for name, moved in told.items()}


def past(match: Match, user: User) -> tuple[str, int, int, str, bool]:
    """The user's line of history about a match."""
    line = PastMatch.objects.get(match=match, user=user)
    return line.result, line.score, line.opponent_score, line.ending, line.has_rolled


def facts(**changed: object) -> RatingFacts:
    """A match that counts, with something changed."""
    as_usual = {
        "rules": Rules.match(5),
        "is_chosen": True,
        "has_bot": False,
        "has_guest": False,
    }
    return RatingFacts(**(as_usual | changed))  # type: ignore[arg-type]


# --- what is rated ------------------------------------------------------------------------------


def test_a_match_to_points_that_two_members_chose_is_rated() -> None:
    assert unrated_reasons(facts()) == ()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rules": Rules.fixed(5)}, "rating.length"),
        ({"rules": Rules.table(1, 50, 50)}, "rating.length"),
        ({"has_bot": True}, "rating.bot"),
        ({"has_guest": True}, "rating.guest"),
        ({"is_chosen": False}, "rating.not_chosen"),
        ({"has_rolled": False}, "rating.no_roll"),
        ({"is_annulled": True}, "rating.annulled"),
    ],
)
def test_one_thing_is_enough_to_keep_a_match_from_being_rated(
    changed: dict[str, object], code: str
) -> None:
    assert [reason.code for reason in unrated_reasons(facts(**changed))] == [code]


def test_every_reason_is_told() -> None:
    reasons = unrated_reasons(facts(has_bot=True, has_guest=True, is_chosen=False))
    assert [reason.code for reason in reasons] == [
        "rating.bot",
        "rating.guest",
        "rating.not_chosen",
    ]


@pytest.mark.django_db
def test_a_match_that_cannot_be_rated_is_made_without(owner: NotingOwner, alice: User) -> None:
    assert a_rated_match(alice, a_user()).is_rated
    assert not a_rated_match(alice, a_guest()).is_rated
    assert not a_rated_match(alice, a_bot()).is_rated
    assert not a_rated_match(alice, a_user(), Rules.fixed(3)).is_rated
    assert not may_be_rated(Rules.match(5), (a_bot(), alice))


# --- what an ending does ------------------------------------------------------------------------


def test_a_resignation_is_rated(match_to_one: Match, alice: User, bob: User) -> None:
    black_resigns(match_to_one)
    assert changes(match_to_one) == {"alice": "10.00", "bob": "-10.00"}
    assert past(match_to_one, alice) == ("won", 1, 0, "points", True)
    assert past(match_to_one, bob) == ("lost", 0, 1, "points", True)


def test_a_match_played_out_is_rated(
    match_to_one: Match, alice: User, throws: Callable[..., None]
) -> None:
    put(match_to_one, to_roll(match_to_one, Side.WHITE, white="1:2 off:13", black="6:5 off:10"))
    throws((2, 1))
    for action in (Roll(), MakePlay(play_from_list([[1, 2], [1, 1]]))):
        match_act(match_id=match_to_one.public_id, request=Request(Side.WHITE, action))
    assert changes(match_to_one) == {"alice": "10.00", "bob": "-10.00"}


def test_a_fallen_flag_is_rated(
    owner: NotingOwner, clock: FrozenClock, alice: User, bob: User
) -> None:
    short = ClockRules(delay_ms=1_000, reserve_ms=10_000)
    match = begun(a_rated_match(alice, bob, Rules.match(1, clock=short)))
    clock.pass_s(11.1)
    match_tick(match_id=match.public_id)
    assert changes(match) == {"bob": "10.00", "alice": "-10.00"}
    assert past(match, alice) == ("lost", 0, 0, "flag", True)


def test_leaving_is_rated(match_to_one: Match, alice: User) -> None:
    match_forfeit(match_id=match_to_one.public_id, user_pk=alice.pk, reason="left")
    assert changes(match_to_one) == {"bob": "10.00", "alice": "-10.00"}
    assert past(match_to_one, alice) == ("lost", 0, 0, "forfeit", True)


def test_before_the_first_roll_nothing_is_rated(
    owner: NotingOwner, clock: FrozenClock, alice: User, bob: User
) -> None:
    match = a_rated_match(alice, bob)
    match_present(match_id=match.public_id, user_pk=alice.pk, contribution="")
    clock.pass_s(60.1)
    match_tick(match_id=match.public_id)
    assert changes(match) == {}
    assert past(match, alice) == ("won", 1, 0, "penalty", False)


def test_an_annulled_match_is_not_rated(match_to_one: Match, alice: User) -> None:
    match_annul(match_id=match_to_one.public_id, reason="staff")
    assert changes(match_to_one) == {}
    assert past(match_to_one, alice) == ("annulled", 0, 0, "annulled", True)


def test_a_match_nobody_wanted_rated_only_joins_the_history(
    owner: NotingOwner, alice: User, bob: User
) -> None:
    match = match_create(
        rules=Rules.match(1),
        white=alice,
        black=bob,
        owner="noting",
        owner_ref="7",
        title="For fun",
    )
    black_resigns(begun(match))
    assert changes(match) == {}
    assert past(match, bob)[0] == "lost"


def test_a_table_that_was_left_was_won_by_nobody(
    owner: NotingOwner, alice: User, bob: User
) -> None:
    match = a_rated_match(alice, bob, Rules.table(1, 50, 40))
    match_act(match_id=match.public_id, request=Request(Side.BLACK, Leave()))
    assert past(match, alice) == ("level", 50, 40, "left", False)


def test_a_set_of_games_that_ends_level_was_won_by_nobody(
    owner: NotingOwner, alice: User, bob: User
) -> None:
    match = a_rated_match(alice, bob, Rules.fixed(2, cube=NO_CUBE))
    put(match, replace(to_roll(match, Side.WHITE, score=(0, 1)), game_number=2))
    black_resigns(match)
    match_act(match_id=match.public_id, request=Request(Side.WHITE, AcceptResignation()))
    assert past(match, alice) == ("level", 1, 1, "points", True)
    assert past(match, bob) == ("level", 1, 1, "points", True)


def test_each_game_moves_the_ratings_of_its_own_ladder(
    owner: NotingOwner, alice: User, bob: User
) -> None:
    for variant, ladder in (
        (LONG_NARDY, Ladder.LONG_NARDY),
        (find_variant("nackgammon"), Ladder.VARIANTS),
    ):
        rules = Rules.match(1, variant=variant, cube=NO_CUBE)
        match = begun(a_rated_match(alice, bob, rules))
        black_resigns(match)
        assert rating_of(alice, ladder).experience == 1
    assert set(ratings_of(bob)) == {Ladder.LONG_NARDY, Ladder.VARIANTS}


def test_a_guest_who_claims_his_account_is_not_rated_for_what_he_began_as_a_guest(
    owner: NotingOwner, alice: User
) -> None:
    guest = a_guest()
    match = begun(a_rated_match(alice, guest))
    guest_claim(user=guest, name="gary", password="correct horse battery")
    black_resigns(match)
    assert changes(match) == {}


def test_a_maker_who_cannot_take_the_result_keeps_the_ratings_as_they_were(
    match_to_one: Match, alice: User
) -> None:
    class FailingOwner(NotingOwner):
        def match_finished(self, result: object) -> None:
            raise RuntimeError("the bracket is broken")

    register_owner(FailingOwner())
    with pytest.raises(RuntimeError):
        black_resigns(match_to_one)
    assert changes(match_to_one) == {}
    assert not PastMatch.objects.exists()


# --- annulled afterwards ------------------------------------------------------------------------


def test_annulling_a_finished_match_takes_its_ratings_back(
    match_to_one: Match, alice: User, dora: User
) -> None:
    black_resigns(match_to_one)
    for _ in range(2):
        match_result_annul(
            match_id=match_to_one.public_id, staff=dora, reason="Bob was in hospital."
        )
    assert changes(match_to_one) == {"alice": "10.00 -10.00", "bob": "-10.00 10.00"}
    assert past(match_to_one, alice) == ("annulled", 1, 0, "points", True)
    assert Match.objects.get().status == MatchStatus.ANNULLED
    assert StaffAction.objects.get().reason == "Bob was in hospital."


def test_only_staff_annul_a_finished_match_and_say_why(
    match_to_one: Match, eve: User, dora: User
) -> None:
    black_resigns(match_to_one)
    with pytest.raises(Forbidden):
        match_result_annul(match_id=match_to_one.public_id, staff=eve, reason="I lost.")
    with pytest.raises(Refused):
        match_result_annul(match_id=match_to_one.public_id, staff=dora, reason=" ")
    assert changes(match_to_one) == {"alice": "10.00", "bob": "-10.00"}


def test_a_running_match_has_no_result_to_annul(match_to_one: Match, dora: User) -> None:
    with pytest.raises(Conflict) as refusal:
        match_result_annul(match_id=match_to_one.public_id, staff=dora, reason="Too slow.")
    assert refusal.value.code == "match.running"
    with pytest.raises(NotFound):
        match_result_annul(match_id="nowhere", staff=dora, reason="Lost.")


@pytest.fixture
def match_to_one(owner: NotingOwner, alice: User, bob: User) -> Match:
    """Alice (White) against Bob (Black) for ratings, White to roll."""
    return begun(a_rated_match(alice, bob))


@pytest.fixture
def dora(db: None) -> User:
    return a_user("dora", is_staff=True)


@pytest.fixture
def eve(db: None) -> User:
    return a_user("eve")
