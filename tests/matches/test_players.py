"""The pages about players: profile, leaderboard, formula and receipt."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.ladders import Ladder
from accounts.models import User
from accounts.services import player_block, rating_reverse
from backgammon import Rules
from matches.models import Match
from tests.factories import a_bot, a_guest, a_user
from tests.matches.pastmatches import a_past_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's."""
    client.force_login(alice)
    return client


def page_of(client: Client, path: str) -> str:
    """The page as text, in one line of single blanks."""
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


# --- the profile --------------------------------------------------------------------------------


def test_a_profile_shows_the_name_and_nothing_private(client: Client) -> None:
    alice = User.objects.create_user("Alice", email="alice@example.org")
    page = page_of(client, "/players/alice/")
    assert "Alice" in page
    assert "No rated match yet. Everybody starts at 1500." in page
    assert "No finished match yet." in page
    assert "example.org" not in page
    assert f"/{alice.pk}/" not in page
    assert "Challenge" not in page


def test_bots_guests_and_staff_are_marked(client: Client) -> None:
    dora = a_user("dora", is_staff=True)
    for player, mark in ((a_bot(), "house bot"), (a_guest(), "guest"), (dora, "staff")):
        assert mark in page_of(client, f"/players/{player.username}/")


def test_a_stranger_has_no_page(client: Client) -> None:
    assert client.get("/players/nobody/").status_code == 404


def test_a_closed_account_shows_as_closed_and_nothing_else(
    client: Client, alice: User, bob: User
) -> None:
    a_past_match(alice, bob, is_rated=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    page = page_of(client, "/players/bob/")
    assert "This account is closed." in page
    assert "1500" not in page
    assert 'href="/players/bob/"' not in page_of(client, "/players/alice/")


def test_somebody_else_can_be_challenged_and_blocked(browser: Client, bob: User) -> None:
    page = page_of(browser, "/players/bob/")
    assert 'href="/challenge/bob/"' in page
    assert "Block this player" in page


def test_nobody_challenges_or_blocks_himself_or_challenges_a_bot(
    browser: Client, alice: User
) -> None:
    for player in (alice, a_bot()):
        page = page_of(browser, f"/players/{player.username}/")
        assert "/challenge/" not in page
        assert "Block this player" not in page


def test_a_block_is_told_to_the_one_who_made_it(browser: Client, alice: User, bob: User) -> None:
    player_block(user=alice, blocked=bob)
    assert "You have blocked this player" in page_of(browser, "/players/bob/")


def test_who_has_not_played_is_shown_the_way_to_the_lobby(browser: Client) -> None:
    page = page_of(browser, "/players/alice/")
    assert "You have not finished a match yet." in page
    assert "Find one in the lobby" in page


def test_ratings_are_shown_by_ladder_and_drawn(client: Client, alice: User, bob: User) -> None:
    a_past_match(alice, bob, is_rated=True)
    a_past_match(bob, alice, is_rated=True)
    page = page_of(client, "/players/alice/")
    assert '<strong class="ladder-rating">' in page
    assert "Rating of alice: Backgammon" in page
    assert "From 1500.00 through 2 changes; highest 1522.36" in page
    assert "<polyline" in page
    assert '<span class="change change-up">+22.36</span>' in page
    assert "experience 10" in page
    assert "not listed yet" in page


def test_a_change_taken_back_is_drawn_and_named(client: Client, alice: User, bob: User) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    rating_reverse(match_id=match.public_id)
    page = page_of(client, "/players/alice/")
    assert "taken back" in page
    assert "−22.36" in page


def test_a_line_leads_to_opponent_receipt_and_replay(
    client: Client, alice: User, bob: User
) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    page = page_of(client, "/players/alice/")
    for path in (
        "/players/bob/",
        f"/match/{match.public_id}/rating/",
        f"/match/{match.public_id}/replay/",
    ):
        assert f'href="{path}"' in page
    assert "5–2" in page
    assert "<bdi>Backgammon, to 5 points</bdi> · played out" in page


def test_a_match_that_was_not_rated_says_so(client: Client, alice: User) -> None:
    a_past_match(alice, a_bot())
    page = page_of(client, "/players/alice/")
    assert "not rated" in page
    assert "Games against house bots are not rated." in page


def test_filters_are_kept_in_the_address_from_page_to_page(
    client: Client, alice: User, bob: User
) -> None:
    for _ in range(21):
        a_past_match(alice, bob)
    first = page_of(client, "/players/alice/?ladder=backgammon&result=won&opponent=bob")
    assert '<option value="won" selected>' in first
    older = re.search(r'rel="next" href="(\?[^"#]*)#matches"', first)
    assert older is not None
    address = older[1].replace("&amp;", "&")
    assert address.startswith("?ladder=backgammon&result=won&opponent=bob&older=past")
    second = page_of(client, f"/players/alice/{address}")
    assert second.count("past-replay") == 1
    newer = re.search(r'rel="prev" href="(\?[^"#]*)#matches"', second)
    assert newer is not None
    back = page_of(client, f"/players/alice/{newer[1].replace('&amp;', '&')}")
    assert back.count("past-replay") == 20


def test_an_address_that_means_nothing_shows_everything(
    client: Client, alice: User, bob: User
) -> None:
    a_past_match(alice, bob)
    for address in ("?ladder=chess&result=glory", "?older=%00", "?newer=nowhere", "?page=-1"):
        assert page_of(client, f"/players/alice/{address}").count("past-replay") == 1


def test_an_opponent_nobody_knows_is_named(client: Client, alice: User, bob: User) -> None:
    a_past_match(alice, bob)
    page = page_of(client, "/players/alice/?opponent=<b>zoe</b>")
    assert "There is nobody called &lt;b&gt;zoe&lt;/b&gt;." in page
    assert "past-replay" not in page
    assert "There is nobody called" in page_of(client, "/players/alice/?opponent=%00")


def test_a_choice_without_matches_offers_all_of_them(
    client: Client, alice: User, bob: User
) -> None:
    a_past_match(alice, bob)
    page = page_of(client, "/players/alice/?result=lost")
    assert "No match is like that." in page
    assert 'href="/players/alice/#matches"' in page


def test_two_names_show_how_the_two_stand(client: Client, alice: User, bob: User) -> None:
    a_past_match(alice, bob)
    a_past_match(alice, bob)
    a_past_match(bob, alice)
    page = page_of(client, "/players/alice/?opponent=BOB")
    assert "2 : 1" in page
    assert "2 won, 1 lost, 0 without a winner" in page


def test_a_private_match_is_listed_to_its_players_only(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    a_past_match(alice, bob, is_public=False)
    assert "past-replay" not in page_of(client, "/players/alice/")
    client.force_login(carol)
    assert "past-replay" not in page_of(client, "/players/bob/")
    client.force_login(bob)
    assert "private" in page_of(client, "/players/alice/")


def test_a_profile_takes_as_many_queries_however_much_he_has_played(
    browser: Client, bob: User, carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(25):
        a_past_match(bob, carol if number % 2 else a_user(), is_rated=True)
    with django_assert_max_num_queries(14):
        page_of(browser, "/players/bob/?opponent=carol")


# --- the leaderboard ----------------------------------------------------------------------------


def test_the_leaderboard_lists_who_has_played_enough_and_marks_the_reader(
    browser: Client, alice: User, bob: User, settings: Settings
) -> None:
    settings.HOUSE_LEADERBOARD_EXPERIENCE = 5
    a_past_match(alice, bob, is_rated=True)
    page = page_of(browser, "/leaderboard/")
    assert "You are number 1 of 2, with 1522.36." in page
    assert page.index("/players/alice/?ladder=backgammon") < page.index("/players/bob/?ladder")
    assert "at least 5 points of rated matches" in page


def test_who_has_not_played_enough_is_told_how_much_is_missing(
    browser: Client, alice: User, bob: User
) -> None:
    a_past_match(alice, bob, is_rated=True)
    page = page_of(browser, "/leaderboard/")
    assert "You are not listed yet: 20 more points of rated matches." in page
    assert "Nobody is listed here yet." in page


def test_visitors_and_guests_look_at_the_leaderboard_without_a_place(client: Client) -> None:
    assert "not listed yet" not in page_of(client, "/leaderboard/long_nardy/")
    client.force_login(a_guest())
    assert "not listed yet" not in page_of(client, "/leaderboard/variants/")


def test_there_are_only_our_ladders(client: Client) -> None:
    assert client.get("/leaderboard/chess/").status_code == 404


@pytest.mark.parametrize("page", ["-1", "x", "9" * 30, "²", "3"])
def test_a_page_that_is_not_there_is_the_last(
    client: Client, alice: User, bob: User, settings: Settings, page: str
) -> None:
    settings.HOUSE_LEADERBOARD_EXPERIENCE = 5
    a_past_match(alice, bob, is_rated=True)
    assert "alice" in page_of(client, f"/leaderboard/?page={page}")


def test_a_long_leaderboard_has_pages(
    client: Client,
    settings: Settings,
    bob: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.HOUSE_LEADERBOARD_EXPERIENCE = 5
    for _ in range(51):
        a_past_match(a_user(), bob, is_rated=True)
    assert "Page 1 of 2" in page_of(client, "/leaderboard/")
    with django_assert_max_num_queries(5):
        assert "Higher" in page_of(client, "/leaderboard/?page=2")


# --- the formula and the receipts ---------------------------------------------------------------


def test_the_formula_is_published_with_its_worked_rows(client: Client) -> None:
    page = page_of(client, "/ratings/")
    assert "1 / (10^(D × √n / 2000) + 1)" in page
    for change in ("+3.35", "−15.06", "+25.19", "−5.60"):
        assert change in page
    for ladder in Ladder:
        assert f"/leaderboard/{ladder.value}/" in page


def test_a_receipt_shows_the_formula_line_by_line(client: Client, alice: User, bob: User) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    page = page_of(client, f"/match/{match.public_id}/rating/")
    for piece in (
        "1 / (10^(0.00 × √5 / 2000) + 1)",
        "the chance of bob, who lost",
        "max(1, 5 − 0 / 100)",
        "4 × 5.00 × √5 × 0.5000",
        "1500.00 + 22.36",
        "1522.36",
        "1500.00 − 22.36",
        "1477.64",
    ):
        assert piece in page


def test_numbers_of_ratings_are_written_in_the_form_of_the_language(
    client: Client, alice: User, bob: User
) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    client.cookies["django_language"] = "et"
    formula = page_of(client, "/ratings/")
    for change in ("+25,19", "−5,60"):
        assert change in formula
    receipt = page_of(client, f"/match/{match.public_id}/rating/")
    for piece in ("1500,00 − 22,36", "1477,64", "4 × 5,00 × √5 × 0,5000", "−22,36"):
        assert piece in receipt


def test_a_receipt_that_was_taken_back_says_so(client: Client, alice: User, bob: User) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    rating_reverse(match_id=match.public_id)
    page = page_of(client, f"/match/{match.public_id}/rating/")
    assert page.count("the match was annulled") == 2
    assert "1522.36 − 22.36" in page


def test_a_match_without_receipts_says_why(client: Client, alice: User, bob: User) -> None:
    match = a_past_match(alice, bob, Rules.fixed(3))
    page = page_of(client, f"/match/{match.public_id}/rating/")
    assert "This match does not change any rating:" in page
    assert "Only matches to a number of points are rated." in page


def test_a_match_that_is_still_played_will_have_its_receipt(client: Client, match: Match) -> None:
    Match.objects.update(is_rated=True)
    page = page_of(client, f"/match/{match.public_id}/rating/")
    assert "The receipt is written when it is over." in page


def test_the_receipt_of_a_private_match_is_for_its_players(
    client: Client, alice: User, bob: User
) -> None:
    match = a_past_match(alice, bob, is_public=False, is_rated=True)
    path = f"/match/{match.public_id}/rating/"
    assert client.get(path).status_code == 404
    client.force_login(bob)
    assert client.get(path).status_code == 200
    assert client.get("/match/nowhere/rating/").status_code == 404
