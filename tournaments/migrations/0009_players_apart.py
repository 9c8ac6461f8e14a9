"""Players who are never paired with each other in a Swiss."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_house_pause")]

    operations = [
        migrations.AddField(
            model_name="series",
            name="apart",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Of a Swiss, such as alice:bob carol:dave: these do not meet each other.",
                max_length=300,
                verbose_name="never paired",
            ),
            preserve_default=False,
        ),
    ]
