from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0003_refused_once")]

    operations = [
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("is_hidden", True)), fields=["-id"], name="message_hidden"
            ),
        ),
        migrations.AddIndex(
            model_name="refusedline",
            index=models.Index(fields=["code", "evidence", "-id"], name="refused_language"),
        ),
        migrations.AddIndex(
            model_name="refusedline",
            index=models.Index(fields=["review", "-id"], name="refused_review"),
        ),
        migrations.AddIndex(
            model_name="refusedline",
            index=models.Index(fields=["room", "-id"], name="refused_room"),
        ),
    ]
