"""Where things lie: sockets where a socket's path fits, and nothing where others could reach it."""

import socket
import stat
from pathlib import Path

import pytest

from scorepad.local import places
from scorepad.local.processes import Trouble


def test_sockets_lie_in_var_when_their_path_is_short():
    assert places.of_checkout(Path("/srv/club")).run == Path("/srv/club/var/run")


@pytest.mark.parametrize("checkout", ["/srv/" + "long/" * 20, "/srv/the club", "/srv/a,b", "/srv/é%2F"])
def test_elsewhere_when_it_is_long_or_cannot_be_spelled(checkout):
    run = places.of_checkout(Path(checkout)).run
    assert run.parent == Path("/tmp")
    assert run == places.of_checkout(Path(checkout)).run
    assert run != places.of_checkout(Path(checkout + "2")).run


def test_the_longest_path_in_var_still_takes_a_socket(tmp_path):
    length = places.LONGEST_SOCKET_PATH - len(places.LONGEST_SOCKET_NAME) - len("/var/run")
    checkout = tmp_path / ("x" * (length - len(str(tmp_path)) - 1))
    run = places.make_private(places.of_checkout(checkout).run)
    assert run == checkout / "var" / "run"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{run}{places.LONGEST_SOCKET_NAME}")


def test_a_private_folder_is_for_its_owner_only(tmp_path):
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    assert places.make_private(folder) == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_somebody_else_put_there_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Trouble, match="not a folder of yours"):
        places.make_private(tmp_path / "link")
