from django.db import migrations

from accounts.append_only import write_once


class Migration(migrations.Migration):
    """Members may be let make private events; what a draw was promised by cannot be changed."""

    dependencies = [
        ("tournaments", "0005_upheld_results"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="series",
            options={
                "ordering": ["name"],
                "permissions": (("organise_event", "Can make private events"),),
                "verbose_name": "series",
                "verbose_name_plural": "series",
            },
        ),
        write_once("tournaments_tournament", "commitment"),
    ]
