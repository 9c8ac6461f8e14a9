"""Events that a change of their series took back leave their time to the next one."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_before_the_start")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_dropped",
            field=models.BooleanField(default=False, verbose_name="dropped"),
        ),
        migrations.RemoveConstraint(model_name="tournament", name="tournaments_series_one_a_time"),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                condition=Q(kind="scheduled", is_dropped=False),
                fields=("series", "starts_at"),
                name="tournaments_series_one_a_time",
            ),
        ),
    ]
