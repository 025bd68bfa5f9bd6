"""Reads, which never write: querysets or frozen dataclasses. `access.py` alone decides who sees what."""
