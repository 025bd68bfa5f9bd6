"""A ladder may be deleted, with what was published of it; and its name is one name however it is typed.

What was told stays for ever but for two: the standings of a club that its owner has deleted, as before, and those
published of a ladder that its owner deletes, when `scorepad.erasing` names it. What was frozen goes with its club alone.

Ladders whose names were one already keep them: the later ones have a key that nobody can type.
"""

from typing import Any

from django.db import migrations, models

import scorepad.models.fields
from scorepad.spelling import key_of

GOES_WITH_ITS_LADDER = """
CREATE OR REPLACE FUNCTION scorepad_told_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
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
        IF TG_TABLE_NAME = 'scorepad_published' AND current_setting('scorepad.erasing', true) = OLD.ladder_id::text
            AND NOT EXISTS (SELECT FROM scorepad_frozen WHERE ladder_id = OLD.ladder_id) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'what was told of a ladder stays: % refused', TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'told_for_ever', TABLE = TG_TABLE_NAME;
END
$$;
"""

GOES_WITH_ITS_CLUB_ALONE = """
CREATE OR REPLACE FUNCTION scorepad_told_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""


def keys(apps: Any, schema_editor: Any) -> None:
    taken = set()
    for ladder in apps.get_model("scorepad", "Ladder").objects.order_by("created_at", "pk"):
        key = key_of(ladder.name)
        if (ladder.club_id, key) in taken:
            key = f"{key[:200]} \n{ladder.pk}"
        taken.add((ladder.club_id, key))
        type(ladder).objects.filter(pk=ladder.pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [
        ("scorepad", "0011_previews"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="name_key",
            field=scorepad.models.fields.KeyField(default="", editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.RunPython(keys, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(model_name="ladder", name="ladder_name_taken"),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.UniqueConstraint(fields=("club", "name_key"), name="ladder_name_taken"),
        ),
        migrations.RunSQL(GOES_WITH_ITS_LADDER, GOES_WITH_ITS_CLUB_ALONE),
    ]
