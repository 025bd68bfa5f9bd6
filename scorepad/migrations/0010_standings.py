"""What was told of a ladder, and the trigger that keeps it so.

Published and frozen standings are append-only as the journal is (migrations 0002 and 0004): they go with a club that
its owner has deleted, when the service that erases it names it in `scorepad.erasing`, and with nothing else.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

TOLD_FOR_EVER = """
CREATE FUNCTION scorepad_told_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    its_club uuid;
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_database() LIKE 'test\\_%' THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'DELETE' THEN
        SELECT club_id INTO its_club FROM scorepad_ladder WHERE id = OLD.ladder_id;
        IF current_setting('scorepad.erasing', true) = its_club::text
            AND EXISTS (SELECT FROM scorepad_club WHERE id = its_club AND deleted_at IS NOT NULL) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'what was told of a ladder stays: % refused', TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'told_for_ever', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER published_for_ever BEFORE UPDATE OR DELETE ON scorepad_published
    FOR EACH ROW EXECUTE FUNCTION scorepad_told_is_for_ever();
CREATE TRIGGER published_not_emptied BEFORE TRUNCATE ON scorepad_published
    FOR EACH STATEMENT EXECUTE FUNCTION scorepad_told_is_for_ever();
CREATE TRIGGER frozen_for_ever BEFORE UPDATE OR DELETE ON scorepad_frozen
    FOR EACH ROW EXECUTE FUNCTION scorepad_told_is_for_ever();
CREATE TRIGGER frozen_not_emptied BEFORE TRUNCATE ON scorepad_frozen
    FOR EACH STATEMENT EXECUTE FUNCTION scorepad_told_is_for_ever();
"""

TOLD_FOR_NOW = """
DROP TRIGGER frozen_not_emptied ON scorepad_frozen;
DROP TRIGGER frozen_for_ever ON scorepad_frozen;
DROP TRIGGER published_not_emptied ON scorepad_published;
DROP TRIGGER published_for_ever ON scorepad_published;
DROP FUNCTION scorepad_told_is_for_ever();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("scorepad", "0009_ladders"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="table",
            field=models.JSONField(default=dict),
        ),
        migrations.CreateModel(
            name="Frozen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ends", models.DateField()),
                ("standings", models.JSONField()),
                ("position", models.BigIntegerField()),
                ("merges", models.JSONField()),
                ("ladder_version", models.PositiveIntegerField()),
                ("checksum", models.CharField(max_length=64)),
                ("frozen_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "frozen_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "ladder",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="frozen", to="scorepad.ladder"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "frozen",
            },
        ),
        migrations.CreateModel(
            name="Published",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ends", models.DateField()),
                ("standings", models.JSONField()),
                ("position", models.BigIntegerField()),
                ("merges", models.JSONField()),
                ("ladder_version", models.PositiveIntegerField()),
                ("period", models.DateField()),
                ("published_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="published", to="scorepad.ladder"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "published",
                "constraints": [models.UniqueConstraint(fields=("ladder", "ends"), name="published_once")],
            },
        ),
        migrations.RunSQL(TOLD_FOR_EVER, TOLD_FOR_NOW),
    ]
