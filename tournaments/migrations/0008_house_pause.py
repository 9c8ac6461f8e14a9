"""A template may leave the pause to the house: it is longer where a round begins together."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_cut_short")]

    operations = [
        migrations.AlterField(
            model_name="series",
            name="pause_s",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Seconds between two matches of a player. Empty: the house's, 60, and 120"
                " where a whole round begins together.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(3600)],
                verbose_name="pause",
            ),
        ),
    ]
