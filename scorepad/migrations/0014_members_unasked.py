"""Who was made a member by name alone is told apart from whoever came in by an invitation, or founded the club.

Of those who are members already nobody has written down which they are: whoever has used no invitation that is still
there, and has not founded the club, is taken for one who was not asked.
"""

from django.db import migrations, models

NOT_ASKED = """
UPDATE scorepad_membership AS member SET unasked = true
WHERE NOT EXISTS (
    SELECT FROM scorepad_invitation
    WHERE scorepad_invitation.club_id = member.club_id AND scorepad_invitation.used_by_id = member.user_id
)
AND NOT EXISTS (
    SELECT FROM scorepad_club WHERE scorepad_club.id = member.club_id AND scorepad_club.created_by_id = member.user_id
)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("scorepad", "0013_imports_recognised"),
    ]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="unasked",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunSQL(NOT_ASKED, migrations.RunSQL.noop, elidable=True),
    ]
