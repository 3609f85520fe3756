"""`rollback`: the generation before comes back, where there is one."""

from __future__ import annotations

import json

from tests.cli.resident import HOME, Both
from tests.homes import make_home


def test_reload_tells_what_it_found_and_rollback_brings_it_back(both: Both) -> None:
    (both.home / "hooks/broken.scm").unlink()
    both.serve()
    assert both.command("reload", *HOME).stdout == "generation 1  nothing has changed\n"
    make_home(both.home, {"hooks/guard.scm": "(define-hook post_tool () (no-opinion))"})
    reloaded = both.command("reload", *HOME)
    if "nothing has changed" not in reloaded.stdout:  # the watch was not faster
        assert reloaded.stdout.startswith("generation 2  changed hooks/guard.scm  +post_tool guard, -pre_tool guard  ")
    back = both.command("rollback", *HOME)
    assert back.stdout.startswith("generation 3  rolled back hooks/guard.scm  +pre_tool guard, -post_tool guard  ")
    assert json.loads(both.command("rollback", *HOME, "--json").stdout)["reloaded"]["generation"] == 4


def test_rollback_without_a_host_says_why_it_cannot(both: Both) -> None:
    result = both.command("rollback", *HOME)
    assert (result.code, result.stdout) == (64, "")
    assert "only a running one remembers an earlier generation" in result.stderr


def test_rollback_without_an_earlier_generation_says_so(both: Both) -> None:
    both.serve()
    result = both.command("rollback", *HOME)
    assert result.code == 64
    assert "rollback: there is no earlier generation to go back to" in result.stderr
