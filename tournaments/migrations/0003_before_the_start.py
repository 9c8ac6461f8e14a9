"""What is remembered before a start; and what the entries of earlier versions have paid."""

from typing import Any

from django.db import migrations, models

import wire.time


def paid_fill(apps: Any, schema_editor: Any) -> None:
    """Entries from before the columns existed paid what the card of their event says."""
    tournament_model = apps.get_model("tournaments", "Tournament")
    entry_model = apps.get_model("tournaments", "Entry")
    for pk, card in tournament_model.objects.values_list("pk", "card").iterator():
        entry_model.objects.filter(tournament=pk, buy_in_chips=0, fee_chips=0).update(
            buy_in_chips=card["buy_in_chips"], fee_chips=card["fee_chips"]
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_whole_life")]

    operations = [
        migrations.AddField(
            model_name="reminder",
            name="is_mail_due",
            field=models.BooleanField(default=False, verbose_name="mail to be sent"),
        ),
        migrations.AddField(
            model_name="reminder",
            name="mail",
            field=models.JSONField(blank=True, default=dict, verbose_name="mail"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="missing_entrants",
            field=models.PositiveIntegerField(default=0, verbose_name="entrants missing"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reminded_at",
            field=models.DateTimeField(default=wire.time.now, verbose_name="reminded at"),
        ),
        migrations.AddIndex(
            model_name="reminder",
            index=models.Index(
                condition=models.Q(("is_mail_due", True)),
                fields=["sent_at"],
                name="tournaments_reminder_to_mail",
            ),
        ),
        migrations.RunPython(paid_fill, migrations.RunPython.noop, elidable=True),
    ]
