"""`reload`: what a look at the disk finds, and that broken files are a negative result."""

from __future__ import annotations

import json

from tests.cli.resident import GUARD, HOME, Both
from tests.homes import make_home


def test_reload_of_something_broken_is_a_negative_result(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    for served in (False, True):
        if served:
            make_home(both.home, {"hooks/guard.scm": GUARD})
            both.serve()
            assert both.command("reload", *HOME).code == 0
        make_home(both.home, {"hooks/guard.scm": "(("})
        for _ in range(2):
            result = both.command("reload", *HOME)
            assert result.code == 1
            assert "hooks/guard.scm:1:2: " in result.stdout + result.stderr
    assert json.loads(both.command("reload", *HOME, "--json").stdout)["status"]["stale"] == ["hooks/guard.scm"]


def test_reload_without_a_host_says_so(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    result = both.command("reload", *HOME)
    assert (result.code, result.stdout) == (0, "generation 1  this is how it loads\n")
    assert f"no resident host runs for {both.home}: every command loads what is on disk" in result.stderr
