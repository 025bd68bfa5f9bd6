"""Whoever signs in. A user is not a player: players sit at tables and need no account."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Django's own user, under our name while that can still be had for nothing."""
