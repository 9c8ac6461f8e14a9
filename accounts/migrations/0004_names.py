import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import wire.time


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_ratings"),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "folded",
                    models.CharField(max_length=20, unique=True, verbose_name="folded name"),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=wire.time.now, editable=False, verbose_name="given up at"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "former name",
                "verbose_name_plural": "former names",
            },
        ),
        migrations.AddField(
            model_name="user",
            name="is_closed",
            field=models.BooleanField(default=False, verbose_name="closed by its owner"),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_closed", False), ("is_active", False), _connector="OR"),
                name="accounts_user_closed_is_inactive",
            ),
        ),
    ]
