"""What models cannot say: clubs kept apart, names that can be read, a journal that cannot be rewritten.

The composite foreign keys carry the club along, so that no seat can hold a player of another club whatever the code
above does. The journal may be emptied where the database's name begins with `test_` and nowhere else: so Django names the
databases of its test runner, which empties all tables between tests.
"""

from django.db import migrations

CLUBS_APART = """
ALTER TABLE scorepad_seat
    ADD CONSTRAINT seat_match_of_club FOREIGN KEY (match_id, club_id) REFERENCES scorepad_match (id, club_id),
    ADD CONSTRAINT seat_player_of_club FOREIGN KEY (player_id, club_id) REFERENCES scorepad_player (id, club_id);
ALTER TABLE scorepad_namekey
    ADD CONSTRAINT name_key_player_of_club FOREIGN KEY (player_id, club_id) REFERENCES scorepad_player (id, club_id)
        ON DELETE CASCADE;
ALTER TABLE scorepad_player
    ADD CONSTRAINT player_name_has_key FOREIGN KEY (club_id, id, name_key)
        REFERENCES scorepad_namekey (club_id, player_id, key) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE scorepad_entry
    ADD CONSTRAINT entry_undoes_an_entry FOREIGN KEY (match_id, undoes) REFERENCES scorepad_entry (match_id, version);
"""

CLUBS_TOGETHER = """
ALTER TABLE scorepad_entry DROP CONSTRAINT entry_undoes_an_entry;
ALTER TABLE scorepad_player DROP CONSTRAINT player_name_has_key;
ALTER TABLE scorepad_namekey DROP CONSTRAINT name_key_player_of_club;
ALTER TABLE scorepad_seat DROP CONSTRAINT seat_player_of_club, DROP CONSTRAINT seat_match_of_club;
"""

READABLE_NAMES = r"""
CREATE FUNCTION scorepad_readable(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    name IS NFC NORMALIZED
    AND name !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]'
    AND name !~ '^[\s\u00A0\u2000-\u200A\u3000]|[\s\u00A0\u2000-\u200A\u3000]$'
    AND name ~ ('[^\s\u00A0\u00AD\u034F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F'
        || '\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]');
ALTER TABLE scorepad_club ADD CONSTRAINT club_name_readable CHECK (scorepad_readable(name));
ALTER TABLE scorepad_player ADD CONSTRAINT player_name_readable CHECK (scorepad_readable(name));
ALTER TABLE scorepad_namekey ADD CONSTRAINT name_key_alias_readable CHECK (scorepad_readable(alias));
"""

UNREADABLE_NAMES = """
ALTER TABLE scorepad_namekey DROP CONSTRAINT name_key_alias_readable;
ALTER TABLE scorepad_player DROP CONSTRAINT player_name_readable;
ALTER TABLE scorepad_club DROP CONSTRAINT club_name_readable;
DROP FUNCTION scorepad_readable(text);
"""

JOURNAL_FOR_EVER = """
CREATE FUNCTION scorepad_journal_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_database() LIKE 'test\\_%' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_for_ever', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER entry_for_ever BEFORE UPDATE OR DELETE ON scorepad_entry
    FOR EACH ROW EXECUTE FUNCTION scorepad_journal_is_for_ever();
CREATE TRIGGER entry_not_emptied BEFORE TRUNCATE ON scorepad_entry
    FOR EACH STATEMENT EXECUTE FUNCTION scorepad_journal_is_for_ever();
"""

JOURNAL_FOR_NOW = """
DROP TRIGGER entry_not_emptied ON scorepad_entry;
DROP TRIGGER entry_for_ever ON scorepad_entry;
DROP FUNCTION scorepad_journal_is_for_ever();
"""


class Migration(migrations.Migration):
    dependencies = [("scorepad", "0001_the_record")]

    operations = [
        migrations.RunSQL(CLUBS_APART, CLUBS_TOGETHER),
        migrations.RunSQL(READABLE_NAMES, UNREADABLE_NAMES),
        migrations.RunSQL(JOURNAL_FOR_EVER, JOURNAL_FOR_NOW),
    ]
