"""Many matches at once: what one by one would have made, in as many statements as for two."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from backgammon import Rules
from matches import news
from matches.models import Match, Seat
from matches.services import MatchSpec, match_create, matches_create
from tests.factories import a_bot, a_user
from wire.errors import Conflict

pytestmark = pytest.mark.django_db

RULES = Rules.match(3)


def a_spec(white: User, black: User, **changes: Any) -> MatchSpec:
    """A match of three points between two people."""
    wanted = {"rules": RULES, "owner": "table", "owner_ref": "1", "title": "Bench", **changes}
    return MatchSpec(white=white, black=black, **wanted)


def test_a_match_is_the_same_alone_and_among_many() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    alone = match_create(
        rules=RULES, white=alice, black=bob, owner="table", owner_ref="1", title="A table"
    )
    _other, among = matches_create(
        [a_spec(a_user(), a_user()), a_spec(alice, bob, title="A table")]
    )
    fixed = ("title", "owner", "owner_ref", "rules", "snapshot", "is_rated", "ladder_step_ms")
    assert [getattr(alone, each) for each in fixed] == [getattr(among, each) for each in fixed]
    seats = Seat.objects.filter(match=among).order_by("-side").values_list("side", "user")
    assert list(seats) == [("white", alice.pk), ("black", bob.pk)]
    assert among.commitment != alone.commitment


def test_they_come_in_the_order_of_their_specs() -> None:
    specs = [a_spec(a_user(), a_user(), owner_ref=str(number)) for number in range(5)]
    assert [match.owner_ref for match in matches_create(specs)] == ["0", "1", "2", "3", "4"]


def test_thirty_take_no_more_statements_than_two() -> None:
    def statements(number: int) -> int:
        specs = [a_spec(a_user(), a_user()) for _ in range(number)]
        with CaptureQueriesContext(connection) as asked:
            matches_create(specs)
        return len(asked)

    assert statements(30) == statements(2)


def test_house_bots_begin_at_once_and_people_are_waited_for() -> None:
    people, bots = matches_create([a_spec(a_user(), a_user()), a_spec(a_bot(), a_bot())])
    assert Match.objects.get(pk=people.pk).seq == 0
    assert Match.objects.get(pk=bots.pk).seq > 0
    assert bots.events.count() == Match.objects.get(pk=bots.pk).seq


def test_the_floors_above_hear_of_all_of_them_at_once(monkeypatch) -> None:
    heard: list[list[str]] = []
    monkeypatch.setattr(
        news, "_hooks", [lambda told: heard.append([each.match_id for each in told])]
    )
    made = matches_create([a_spec(a_user(), a_user()) for _ in range(3)])
    assert heard == [[match.public_id for match in made]]


def test_one_that_cannot_be_leaves_none_of_them() -> None:
    alice = a_user("alice")
    with pytest.raises(Conflict) as refused:
        matches_create([a_spec(a_user(), a_user()), a_spec(alice, alice)])
    assert refused.value.code == "match.same_player"
    assert not Match.objects.exists()


def test_none_are_none() -> None:
    assert matches_create([]) == []
