"""By what a person knows a piece of a file again. Imports that were made before tell of none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorepad", "0012_ladders_go")]

    operations = [
        migrations.AddField("importline", "told", models.JSONField(null=True)),
    ]
