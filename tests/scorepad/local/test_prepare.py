"""The line to paste says, to a shell, just what is meant."""

import json
import shlex

from scorepad.local.prepare import curl


def test_a_shell_reads_the_body_as_it_was_written():
    body = {"id": "1", "data": {"note": 'it\'s "5D" & $HOME, ça va'}}
    words = shlex.split(curl("http://127.0.0.1:8000/x/", "sp_1", body))
    assert words[:4] == ["curl", "-sS", "-i", "http://127.0.0.1:8000/x/"]
    assert json.loads(words[words.index("-d") + 1]) == body
    assert "Authorization: Bearer sp_1" in words
