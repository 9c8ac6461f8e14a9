"""An index of events that were called off or stopped, for the sweep that clears up after them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_organisers")]

    operations = [
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("state__in", ("cancelled", "stopped"))),
                fields=["state_since"],
                name="tournaments_event_cut_short",
            ),
        ),
    ]
