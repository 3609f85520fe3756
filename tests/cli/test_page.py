"""`chibi-hooks page`: the address of what `serve --http` shows."""

from __future__ import annotations

import os
import urllib.request
from pathlib import Path

from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.agents.loopback import Loopback, listening
from chibi_hooks.server.agents.page.keys import right_of
from tests.cli.resident import HOME, Both


def test_the_address_has_a_key_that_lets_one_look_or_act(both: Both) -> None:
    nobody = both.command("page", *HOME)
    assert nobody.code == 4 and "start `chibi-hooks serve --http`" in nobody.stderr
    door = both.serve()
    with HeldHomes(dict(os.environ)) as homes:
        homes.adopt(door)
        with listening(0) as port, Loopback(homes, str(both.home), door._held.address, port, lambda text: None):
            token = Path(door._held.address.token).read_text().strip()
            for words, right in (((), "looking"), (("--act",), "acting")):
                shown = both.command("page", *HOME, *words)
                url, _, key = shown.stdout.strip().partition("#")
                assert shown.code == 0 and right_of(token, key) == right
                with urllib.request.urlopen(url) as answer:
                    assert b"<title>chibi-hooks</title>" in answer.read()
