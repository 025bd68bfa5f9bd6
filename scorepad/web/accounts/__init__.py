"""Accounts: the way in and out, and what is somebody's own. The forms of the way in are django-allauth's.

signup.py      the form of a new account
account.py     somebody's own page, and the end of it
tokens.py      his tokens, for apps and devices
passwords.py   a new password, by a link that he was given
mail.py        what there is only where mail is sent
twice.py       what a form that was sent twice at once leads to
"""
