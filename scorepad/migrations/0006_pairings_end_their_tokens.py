from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("scorepad", "0005_seats_change_places")]

    operations = [
        migrations.AddField(
            "pairing", "token_expires_at", models.DateTimeField(db_default=Now()), preserve_default=False
        ),
        migrations.AlterField("pairing", "token_expires_at", models.DateTimeField()),
    ]
