"""Taking a finished match away: the document, the match file, their names, and who may not."""

import json

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from backgammon import LONG_NARDY, Rules, find_variant
from backgammon.events import Annulled
from backgammon.notation.codec import event_from_dict
from backgammon.notation.matchfile import parse_match
from matches.models import Match, MatchEvent
from matches.services import match_annul
from matches.verify import verify
from tests.factories import a_user
from tests.matches.finished import BLACK_PART, WHITE_PART, a_finished_match

pytestmark = pytest.mark.django_db


def address(match: Match, kind: str) -> str:
    return reverse(f"matches:{kind}", args=[match.public_id])


@pytest.fixture
def finished(alice, bob, owner) -> Match:
    """Alice and Bob have played to three points."""
    return a_finished_match(alice, bob)


def test_the_document_holds_all_that_is_published_and_nothing_else(client, finished) -> None:
    answer = client.get(address(finished, "json"))
    assert answer["Content-Type"] == "application/json"
    document = json.loads(answer.content)
    assert set(document) == {
        *("format", "id", "title", "status", "is_rated", "created_ms", "finished_ms"),
        *("white", "black", "rules", "dice", "events"),
    }
    assert document["white"] == {"name": "alice", "bot": False, "guest": False}
    assert set(document["dice"]) == {"commitment", "secret", "white", "black"}
    assert (document["dice"]["white"], document["dice"]["black"]) == (WHITE_PART, BLACK_PART)
    bodies = (
        MatchEvent.objects.filter(match=finished).order_by("seq").values_list("body", flat=True)
    )
    assert document["events"] == [json.loads(body) for body in bodies]
    assert verify(document).is_true


def test_the_match_file_holds_the_match(client, finished) -> None:
    answer = client.get(address(finished, "mat"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    record = parse_match(answer.content.decode())
    assert (record.white, record.black, record.length_points) == ("alice", "bob", 3)
    started = MatchEvent.objects.filter(match=finished, kind="game_started").count()
    assert len(record.games) == started


@pytest.mark.parametrize("variant", ["nackgammon", "hypergammon", "five_high"])
def test_other_games_that_meet_head_on_have_match_files(client, alice, bob, owner, variant) -> None:
    match = a_finished_match(alice, bob, Rules.match(1, variant=find_variant(variant)))
    assert parse_match(client.get(address(match, "mat")).content.decode()).variant.key == variant


@pytest.mark.parametrize("rules", [Rules.fixed(2), Rules.table(1, 10, 10)], ids=["games", "table"])
def test_games_for_money_have_match_files(client, alice, bob, owner, rules) -> None:
    match = a_finished_match(alice, bob, rules)
    assert parse_match(client.get(address(match, "mat")).content.decode()).length_points == 0


def test_long_nardy_has_no_match_file_and_says_what_to_take(client, alice, bob, owner) -> None:
    match = a_finished_match(alice, bob, Rules.match(1, variant=LONG_NARDY))
    answer = client.get(address(match, "mat"))
    assert answer.status_code == 422
    assert answer.content.decode() == "A match file cannot hold Long nardy. Take the JSON instead."
    assert verify(json.loads(client.get(address(match, "json")).content)).is_true


@pytest.mark.parametrize(
    ("name", "in_the_name", "in_the_file"),
    [
        ("alice", "alice", "alice"),
        ("Zoë Ångström", "Zoe_Angstrom", "Zoë Ångström"),
        ("a:b / c", "a_b_c", "a b / c"),
        ('"; rm -rf', "rm_rf", '"; rm -rf'),
        ("../../etc", "etc", "../../etc"),
        ("\u202egpj.exe", "gpj_exe", "gpj.exe"),
        ("a\r\nSet-Cookie: x", "a_Set_Cookie_x", "a Set-Cookie x"),
        ("бобби", "", "бобби"),
        (":", "", "?"),
    ],
)
def test_names_of_files_are_safe_whatever_a_player_is_called(
    client, finished, alice, name, in_the_name, in_the_file
) -> None:
    User.objects.filter(pk=alice.pk).update(username=name)
    parts = "-".join(filter(None, (in_the_name, "bob", finished.public_id)))
    for kind in ("json", "mat"):
        answer = client.get(address(finished, kind))
        assert answer["Content-Disposition"] == f'attachment; filename="{parts}.{kind}"'
    assert parse_match(answer.content.decode()).white == in_the_file


def test_a_running_match_cannot_be_taken_away(client, match, alice) -> None:
    client.force_login(alice)
    for kind in ("json", "mat"):
        answer = client.get(address(match, kind))
        assert answer.status_code == 404
        assert answer.content.decode() == "The dice are opened when the match is over."
    match_annul(match_id=match.public_id, reason="staff")
    document = json.loads(client.get(address(match, "json")).content)
    last = event_from_dict(document["events"][-1])
    assert isinstance(last, Annulled)
    assert (document["status"], last.reason) == ("annulled", "staff")


def test_a_private_match_is_for_its_players_only(client, finished, alice) -> None:
    Match.objects.update(is_public=False)
    dora = a_user("dora", is_staff=True)
    for stranger in (None, a_user("carol"), dora):
        if stranger is not None:
            client.force_login(stranger)
        for kind in ("json", "mat", "replay", "watch"):
            assert client.get(address(finished, kind)).status_code == 404
    client.force_login(alice)
    for kind in ("json", "mat", "replay"):
        assert client.get(address(finished, kind)).status_code == 200


@pytest.mark.parametrize("match_id", ["2222222222", "x", "0", "a-b_c", "z" * 200])
def test_a_match_that_does_not_exist_has_no_files(client, match_id) -> None:
    for kind in ("json", "mat", "replay", "watch", "board"):
        assert client.get(reverse(f"matches:{kind}", args=[match_id])).status_code == 404


def test_files_are_handed_out_at_a_sensible_pace(client, finished, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"match_file": "2/m/ip"}
    cache.clear()
    answers = [client.get(address(finished, kind)).status_code for kind in ("json", "mat", "json")]
    assert answers == [200, 200, 429]


def test_a_file_takes_a_constant_number_of_queries(
    client, finished, alice, bob, owner, django_assert_num_queries
) -> None:
    longer = a_finished_match(alice, bob, Rules.match(9))
    for match in (finished, longer):
        with django_assert_num_queries(4):
            client.get(address(match, "json"))
