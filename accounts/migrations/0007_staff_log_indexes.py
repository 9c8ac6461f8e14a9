from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_bars_and_rules")]

    operations = [
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["actor", "-id"], name="accounts_staffaction_actor"),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["act", "-id"], name="accounts_staffaction_act"),
        ),
    ]
