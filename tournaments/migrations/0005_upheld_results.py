from django.db import migrations, models

from accounts.append_only import append_only

KINDS = [
    ("declare", "result declared"),
    ("uphold", "result upheld"),
    ("reverse", "result reversed"),
    ("disqualify", "disqualified"),
    ("replace", "replaced"),
    ("extend", "time given"),
    ("pause", "paused"),
    ("resume", "resumed"),
    ("stop", "stopped"),
    ("cancel", "cancelled"),
    ("card", "rules card changed"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_dropped_events"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="ruling",
            name="tournaments_ruling_kind_known",
        ),
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=12, verbose_name="ruling"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _label in KINDS])),
                name="tournaments_ruling_kind_known",
            ),
        ),
        append_only("tournaments_ruling"),
    ]
