"""`status`: what is live, with a resident host and without one."""

from __future__ import annotations

import json
import os

from tests.cli.resident import HOME, Both
from tests.homes import make_home


def test_status_shows_the_host(both: Both) -> None:
    door = both.serve()
    shown = both.command("status", *HOME)
    assert (shown.code, shown.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in shown.stdout.splitlines()[:7])
    assert lines["host"].startswith(f"pid {os.getpid()}, since ")
    assert (lines["socket"], lines["home"]) == (door.address, str(both.home))
    assert lines["generation"].startswith("1, 0 reloads")
    assert "skipped: hooks/broken.scm:2:13: " in shown.stdout
    told = json.loads(both.command("status", *HOME, "--json").stdout)
    assert (told["resident"], told["pid"], told["generation"]) == (True, os.getpid(), 1)
    make_home(both.home, {"hooks/guard.scm": "(("})
    both.command("reload", *HOME)
    shown = both.command("status", *HOME).stdout
    assert "not on disk  hooks/guard.scm:1:2: 2 closing brackets are missing" in shown
    assert "what is live is of " in shown


def test_whose_world_is_a_process_of_its_own_is_shown(both: Both) -> None:
    config = '[scheme.isolation]\n"hooks/far.scm" = "worker"\n"hooks/near.scm" = "thread"\n'
    text = "(register-hook 'pre_tool (lambda (p) '()))"
    home = both.home.parent / "isolated"
    make_home(home, {"hooks/far.scm": text, "hooks/near.scm": text, "chibi-hooks.toml": config})
    where = ("--home", str(home))
    assert "isolated    hooks/far.scm: each in a process of its own\n" in both.command("status", *where).stdout
    assert json.loads(both.command("status", *where, "--json").stdout)["isolated"] == ["hooks/far.scm"]
    assert "each in a process of its own: hooks/far.scm\n" in both.command("list", *where).stderr
    assert json.loads(both.command("list", *where, "--json").stdout)["isolated"] == ["hooks/far.scm"]
    doctor = both.command("doctor", *where).stdout
    assert "2 hook files (1 in processes of their own), 0 plugins: 2 hooks, 0 tools" in doctor


def test_status_without_a_host_says_so_and_what_would_be_loaded(both: Both) -> None:
    shown = both.command("status", *HOME)
    assert shown.code == 0
    assert shown.stderr == (
        f"no resident host runs for {both.home}: this is what a command loads; "
        "`chibi-hooks serve` or `dev` starts a host\n"
    )
    assert "generation  1\n" in shown.stdout
    assert json.loads(both.command("status", *HOME, "--json").stdout)["resident"] is False
