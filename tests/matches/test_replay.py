"""The page of a finished match: every line to read, the place one is at, and who may look."""

import re

import pytest
from django.urls import reverse

from backgammon import LONG_NARDY, CubeRules, Rules, Side
from backgammon.notation.codec import event_from_dict, rules_from_dict
from matches.downloads import finished_match
from matches.models import Match, MatchEvent
from matches.replay import games_of, lines_of
from matches.services import match_annul
from tests.contracts.test_reducer_cases import in_the_file
from tests.matches.finished import a_finished_match

pytestmark = pytest.mark.django_db

NAMES = {Side.WHITE: "alice", Side.BLACK: "bob"}
MONEY = CubeRules(dead_cube=False, beavers=True, raccoons=True, automatic_doubles=2)

RULES = {
    "a match": Rules.match(5),
    "long nardy": Rules.match(3, variant=LONG_NARDY),
    "money": Rules.fixed(3, cube=MONEY),
    "table stakes": Rules.table(2, 40, 30),
}


def address(match: Match, at: object = None) -> str:
    page = reverse("matches:replay", args=[match.public_id])
    return page if at is None else f"{page}?at={at}"


def marked(page: str) -> list[int]:
    """The numbers of the lines that are marked as the current one."""
    return [int(at) for at in re.findall(r'href="\?at=(\d+)" aria-current="true"', page)]


@pytest.fixture
def finished(alice, bob, owner) -> Match:
    """Alice and Bob have played to seven points."""
    return a_finished_match(alice, bob, Rules.match(7))


@pytest.mark.parametrize("kind", RULES)
def test_every_match_can_be_read_line_by_line_without_scripts(
    client, alice, bob, owner, kind
) -> None:
    match = a_finished_match(alice, bob, RULES[kind], seed=3)
    page = client.get(address(match)).content.decode()
    finished = finished_match(match)
    games = games_of(finished.rules, finished.events, finished.names)
    started = MatchEvent.objects.filter(match=match, kind="game_started").count()
    assert len(games) == page.count('class="replay-game"') == started
    lines = list(lines_of(games))
    assert [line.at for line in lines] == sorted({line.at for line in lines})
    assert lines[-1].at == match.seq
    assert all(f'data-at="{line.at}"' in page for line in lines)
    assert "alice" in page
    assert match.commitment in page


def test_lines_say_what_each_side_decided() -> None:
    told = {}
    for case in in_the_file():
        rules = rules_from_dict(case["rules"])
        if case["before"]["game"] is not None:
            continue
        events = [event_from_dict(event) for event in case["events"]]
        games = games_of(rules, events, NAMES)
        told[case["name"]] = [(line.side, line.text) for line in lines_of(games)]
    everything = [line for lines in told.values() for line in lines]
    assert ("", "alice gets a point: the other side is absent") in everything
    assert ("", "The match was annulled") in everything
    texts = {text for _side, text in everything}
    for expected in ("Takes", "Drops", "Doubles to 2", "Out of time"):
        assert expected in texts
    assert any(text.endswith(": cannot move") for text in texts)
    assert any(re.fullmatch(r"[1-6]{2}: [\d/*() barof]+", text) for text in texts)
    assert any(text.startswith("Opening roll: alice ") for text in texts)
    assert any(
        re.fullmatch(r"(alice|bob) wins a (gammon|mars): \d+ points", text) for text in texts
    )


def test_a_roll_and_its_play_are_one_line_and_an_unplayed_roll_is_one_too(finished) -> None:
    published = finished_match(finished)
    games = games_of(published.rules, published.events, published.names)
    kinds = dict(MatchEvent.objects.filter(match=finished).values_list("seq", "kind"))
    by_number = {line.at: line for line in lines_of(games)}
    for number, kind in kinds.items():
        follows = kinds.get(number + 1)
        if kind == "rolled":
            assert (number in by_number) is (follows != "played")
        elif kind not in {"side_ready", "clock_shifted", "game_started"}:
            assert number in by_number


def test_an_address_marks_the_line_it_names(client, finished) -> None:
    kinds = dict(MatchEvent.objects.filter(match=finished).values_list("seq", "kind"))
    rolled = next(at for at in kinds if (kinds[at], kinds.get(at + 1)) == ("rolled", "played"))
    for at in (rolled, rolled + 1):
        page = client.get(address(finished, at)).content.decode()
        assert marked(page) == [rolled + 1]
        assert f'data-at="{at}"' in page
    assert marked(client.get(address(finished)).content.decode()) == []


@pytest.mark.parametrize(
    "junk", ["junk", "-1", "1.5", "", "٣", "1e3", "0x10", "1;drop", "%00", "9" * 5000, "1&at=x"]
)
def test_an_address_that_names_no_event_shows_the_beginning(client, finished, junk) -> None:
    answer = client.get(address(finished, junk))
    assert answer.status_code == 200
    assert 'data-at="0"' in answer.content.decode()
    assert marked(answer.content.decode()) == []


def test_an_address_beyond_the_end_shows_the_end(client, finished) -> None:
    page = client.get(address(finished, finished.seq + 1000)).content.decode()
    assert marked(page) == [finished.seq]


def test_a_running_match_is_watched_and_a_finished_one_replayed(client, match, alice) -> None:
    watch = reverse("matches:watch", args=[match.public_id])
    assert client.get(address(match)).headers["Location"] == watch
    assert client.get(watch).status_code == 200
    client.force_login(alice)
    assert "To my board" in client.get(watch).content.decode()
    match_annul(match_id=match.public_id, reason="both_absent")
    assert client.get(watch).headers["Location"] == address(match)
    assert "The match was annulled" in client.get(address(match)).content.decode()


def test_the_replay_of_a_game_without_match_files_offers_none(client, alice, bob, owner) -> None:
    match = a_finished_match(alice, bob, Rules.match(1, variant=LONG_NARDY))
    page = client.get(address(match)).content.decode()
    assert "match.mat" not in page
    assert "match.json" in page


def test_a_replay_takes_a_constant_number_of_queries(
    client, finished, alice, bob, owner, django_assert_num_queries
) -> None:
    longer = a_finished_match(alice, bob, Rules.match(15))
    for match in (finished, longer):
        with django_assert_num_queries(4):
            client.get(address(match))


def test_names_are_text_and_never_markup(client, finished, alice) -> None:
    type(alice).objects.filter(pk=alice.pk).update(username="<b>x</b>")
    page = client.get(address(finished)).content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page
