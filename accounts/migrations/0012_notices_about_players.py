"""A notice about a player says who he is, not what he was called when it was given."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

#: The kinds that name a player and nothing else.
ABOUT_PLAYERS = ("challenge", "match_ready")
BITE = 1_000


def say_who(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Put the player in the place of his name; who has another name by now keeps the old one."""
    notices, users = apps.get_model("accounts", "Notice"), apps.get_model("accounts", "User")
    named = notices.objects.filter(kind__in=ABOUT_PLAYERS, facts__has_key="name").order_by("pk")
    last = 0
    while bite := list(named.filter(pk__gt=last)[:BITE]):
        last = bite[-1].pk
        names = {notice.facts["name"] for notice in bite}
        players = dict(users.objects.filter(username__in=names).values_list("username", "pk"))
        known = [notice for notice in bite if notice.facts["name"] in players]
        for notice in known:
            notice.facts = {"player": players[notice.facts["name"]]}
        notices.objects.bulk_update(known, ["facts"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_preferences_by_default"),
    ]

    operations = [
        migrations.RunPython(say_who, migrations.RunPython.noop, elidable=True),
    ]
