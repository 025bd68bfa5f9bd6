"""What a club's owners and scorers manage, each on a page of its own: forms over services, and nothing decided here.

manage.py       who gets to such a page, and how a refusal is told on it
sentences.py    refusals in words
forms.py        fields that several of them use
clubs.py        founded, changed, deleted
members.py      who is in it, and in which role
invitations.py  links that bring somebody in
players.py      their names; people.py: two who are one, and one who is to be nobody
imports.py      files looked at, taken in and taken back; pieces.py is what is in them, and what became of it
corrections.py  a match put right; correcting.py is what there is to put right, effects.py what would come of it
pairing.py      a device that is to record one match
"""
