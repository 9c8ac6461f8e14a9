"""The groups of staff are there after the first migration, on either database."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection

from accounts.ranks import GROUPS
from config.environment import ROOT
from config.groups import grants

pytestmark = pytest.mark.django_db

LISTED = """
import json
from django.contrib.auth.models import Group
print(json.dumps({
    group.name: sorted(
        f"{label}.{name}"
        for label, name in group.permissions.values_list("content_type__app_label", "codename")
    )
    for group in Group.objects.all()
}))
"""


def grant(groups: dict[str, tuple[str, ...]]) -> None:
    """Run the step as a migration does, with the tables as they are now."""
    with connection.schema_editor() as editor:
        grants(groups).code(apps, editor)  # type: ignore[arg-type]


def granted(url: str, folder: Path) -> dict[str, list[str]]:
    """What each group may do in a new house on this database."""

    def manage(*words: str) -> str:
        environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder)}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings.dev"
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    manage("migrate", "-v0")
    answer: dict[str, list[str]] = json.loads(manage("shell", "--no-imports", "-c", LISTED))
    return answer


@pytest.fixture(params=["sqlite", "postgresql"])
def new_house(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], dict[str, list[str]]]:
    """A house migrated from nothing, on each database in turn."""
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_database")
    return lambda: granted(url, tmp_path)


def test_a_new_house_has_a_group_for_every_rank_and_a_moderator_only_keeps_order(
    new_house,
) -> None:
    may = new_house()
    assert set(may) == set(GROUPS)
    assert {each for each in may["moderator"] if ".view_" not in each} == {
        "chat.hide_message",
        "chat.calm_room",
        "moderation.impose_sanction",
        "moderation.decide_case",
        "moderation.close_notice",
    }
    assert {"moderation.view_case", "accounts.view_user"} < set(may["moderator"])
    assert {"moderation.decide_appeal", "tournaments.rule_event"} < set(may["director"])
    assert {"accounts.change_user", "bankroll.correct_wallet"} < set(may["operator"])
    assert set(may["moderator"]) < set(may["director"]) < set(may["operator"])


def test_the_step_makes_what_an_older_database_lacks_and_may_be_repeated() -> None:
    Permission.objects.filter(codename="calm_room").delete()
    Group.objects.filter(name="moderator").delete()
    for _time in range(2):
        grant({"moderator": ("chat.calm_room", "accounts.view_*")})
    names = set(Group.objects.get(name="moderator").permissions.values_list("codename", flat=True))
    assert {"calm_room", "view_user", "view_staffaction"} <= names


def test_what_a_group_was_given_besides_it_keeps() -> None:
    group, _is_new = Group.objects.get_or_create(name="moderator")
    group.permissions.set([Permission.objects.get(codename="audit_books")])
    grant({"moderator": ("chat.calm_room",)})
    assert set(group.permissions.values_list("codename", flat=True)) == {"audit_books", "calm_room"}


def test_a_permission_that_does_not_exist_stops_the_migration() -> None:
    with pytest.raises(LookupError, match=r"chat\.clam_room"):
        grant({"moderator": ("chat.clam_room",)})
