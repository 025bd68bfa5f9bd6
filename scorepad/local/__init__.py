"""Scorepad on one machine with nothing installed: the servers behind `make run` and `make test`.

    install.py       makes .venv from the locked requirements; runs under any python3, before anything is installed
    places.py        where a checkout keeps its data, its sockets, its logs
    lock.py          one `make run` per checkout, and a word on where it runs
    environment.py   the secrets of this checkout, and the environment its processes get
    processes.py     children that end when their parent does, and are given time to finish
    postgres.py      the embedded PostgreSQL
    valkey.py        the embedded Valkey
    prepare.py       migrations, static files, the demo club, the lines that `make run` prints; needs Django
    supervisor.py    starts all in order, watches, stops all in order
    __main__.py      `python -m scorepad.local`, which `make run` types

Nothing here but prepare.py imports Django, so that the supervisor stays small and a second `make run` answers at once.
"""
