"""What models cannot say of merges, doubled matches, and the two ways in which the law reaches into the journal.

The journal stays append-only but for two things, each of which a service has to ask for by name in its own transaction:
`scorepad.erasing` names a club that its owner has deleted, whose entries go with it; `scorepad.redacting` names a club
in which a person is made anonymous, whose name may be taken out of what was written in free words. Who entered what
where, when and under which version can never be changed.
"""

from django.db import migrations

CLUBS_APART = """
ALTER TABLE scorepad_player
    ADD CONSTRAINT player_merged_within_club FOREIGN KEY (merged_into_id, club_id)
        REFERENCES scorepad_player (id, club_id),
    ADD CONSTRAINT player_root_within_club FOREIGN KEY (root_id, club_id) REFERENCES scorepad_player (id, club_id);
ALTER TABLE scorepad_match
    ADD CONSTRAINT match_duplicate_within_club FOREIGN KEY (duplicate_of_id, club_id)
        REFERENCES scorepad_match (id, club_id);
ALTER TABLE scorepad_apitoken
    ADD CONSTRAINT token_match_of_club FOREIGN KEY (match_id, club_id) REFERENCES scorepad_match (id, club_id);
ALTER TABLE scorepad_invitation
    ADD CONSTRAINT invitation_player_of_club FOREIGN KEY (player_id, club_id) REFERENCES scorepad_player (id, club_id);
"""

CLUBS_TOGETHER = """
ALTER TABLE scorepad_invitation DROP CONSTRAINT invitation_player_of_club;
ALTER TABLE scorepad_apitoken DROP CONSTRAINT token_match_of_club;
ALTER TABLE scorepad_match DROP CONSTRAINT match_duplicate_within_club;
ALTER TABLE scorepad_player DROP CONSTRAINT player_root_within_club, DROP CONSTRAINT player_merged_within_club;
"""

JOURNAL_FOR_EVER = """
CREATE OR REPLACE FUNCTION scorepad_journal_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    its_club uuid;
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_database() LIKE 'test\\_%' THEN
        RETURN NULL;
    END IF;
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        SELECT club_id INTO its_club FROM scorepad_match WHERE id = OLD.match_id;
    END IF;
    IF TG_OP = 'DELETE' AND current_setting('scorepad.erasing', true) = its_club::text
        AND EXISTS (SELECT FROM scorepad_club WHERE id = its_club AND deleted_at IS NOT NULL) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND current_setting('scorepad.redacting', true) = its_club::text
        AND (NEW.id, NEW.match_id, NEW.version, NEW.entry_id, NEW.kind, NEW.undoes, NEW.format, NEW.actor_id,
             NEW.token_id, NEW.entered_at, NEW.imported_id, NEW.claimed_at, NEW.stored_at)
        IS NOT DISTINCT FROM
            (OLD.id, OLD.match_id, OLD.version, OLD.entry_id, OLD.kind, OLD.undoes, OLD.format, OLD.actor_id,
             OLD.token_id, OLD.entered_at, OLD.imported_id, OLD.claimed_at, OLD.stored_at) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_for_ever', TABLE = TG_TABLE_NAME;
END
$$;
"""

JOURNAL_WITHOUT_EXCEPTION = """
CREATE OR REPLACE FUNCTION scorepad_journal_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_database() LIKE 'test\\_%' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_for_ever', TABLE = TG_TABLE_NAME;
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("scorepad", "0003_corrections")]

    operations = [
        migrations.RunSQL(CLUBS_APART, CLUBS_TOGETHER),
        migrations.RunSQL(JOURNAL_FOR_EVER, JOURNAL_WITHOUT_EXCEPTION),
    ]
