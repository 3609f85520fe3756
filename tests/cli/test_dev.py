"""`dev`: what each save changes, as a user sees it who edits in one terminal and fires from others."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.cli._decision_lines import describe_decisions
from tests.cli.running import ROOT, Terminals
from tests.halves import once

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "WORD")
      (block "no WORD")
      (no-opinion)))
"""


def guard(word: str) -> dict[str, str | bytes]:
    return {"hooks/guard.scm": GUARD.replace("WORD", word)}


def test_a_hook_is_broken_and_mended_and_its_decision_kept_as_a_test(terminals: Terminals) -> None:
    terminals.save(guard("rm"))
    dev = terminals.start("dev")
    assert dev.note() == f"working on {terminals.home}, generation 1\n"
    rm, mv = terminals.fire("rm x"), terminals.fire("mv x y")
    assert (rm["outcome"], mv["outcome"]) == ({"block": True, "message": "no rm"}, {})

    terminals.save({"hooks/guard.scm": GUARD.replace("(no-opinion)))", "(no-opinion)")})
    assert dev.line().startswith("generation 1 stays  broken hooks/guard.scm  ")
    assert dev.line().startswith("hooks/guard.scm:4:18: 2 closing brackets are missing at the end of line 4")
    assert dev.line().strip() == "(no-opinion)"
    assert dev.line().strip() == "^"
    assert dev.line().startswith("write (no-opinion))) there")
    still = terminals.fire("rm y")
    assert still["outcome"]["message"] == "no rm"

    terminals.save(guard("mv"))
    assert dev.line().startswith("generation 2  fixed hooks/guard.scm  ")
    assert dev.line().startswith("  3 recorded fires compared, 3 decided in another way  ")
    assert dev.line().split() == ["FIRE", "TIME", "POINT", "WHAT", "BEFORE", "THE", "SAVE", "NOW", "BECAUSE", "OF"]
    blocked = [f'blocked: message = "no {word}"' for word in ("rm", "mv")]
    for fire, then, now in ((still, blocked[0], "none"), (mv, "none", blocked[1]), (rm, blocked[0], "none")):
        cells = [cell.strip() for cell in dev.line().strip().split("  ") if cell]
        clause = "hooks/guard.scm:4:7" if now == "none" else "hooks/guard.scm:3:7"
        assert [cells[0], cells[2], *cells[4:]] == [fire["fire"], "pre_tool", then, now, clause]
        code, stdout, _ = terminals.run("show", fire["fire"])
        assert code == 0 and stdout.startswith(fire["fire"])

    fired = terminals.fire("mv a b")
    assert (fired["generation"], fired["outcome"]["message"]) == (2, "no mv")
    assert terminals.run("promote", fired["fire"])[0] == 0
    code, stdout, _ = terminals.run("test")
    assert code == 0, stdout
    assert dev.end(signal.SIGINT) == 130
    assert list((terminals.state / "run").iterdir()) == []


def test_json_has_one_object_per_event(terminals: Terminals) -> None:
    terminals.save(guard("rm"))
    dev = terminals.start("dev", "--json")
    status = dev.event("status")
    assert (status["pid"], status["generation"], status["homes"]) == (dev.pid, 1, [str(terminals.home)])
    fired = terminals.fire("rm x")
    terminals.save(guard("mv"))
    reloaded = json.loads(dev.line())
    assert (reloaded["event"], reloaded["generation"], reloaded["published"]) == ("reloaded", 2, True)
    decisions = json.loads(dev.line())
    assert (decisions["event"], decisions["generation"], decisions["compared"]) == ("decisions", 2, 1)
    (changed,) = decisions["changed"]
    assert (changed["fire"], changed["before"]["decision"], changed["after"]["decision"]) == (
        fired["fire"],
        "blocked",
        "none",
    )
    terminals.save({"hooks/guard.scm": "(("})
    broken = json.loads(dev.line())
    assert broken["published"] is False and "hooks/guard.scm:1:2" in broken["errors"][0]["page"]


def test_nothing_is_performed_by_a_comparison(terminals: Terminals) -> None:
    mark = terminals.root / "mark"
    schema = '{"name": "p", "description": "d", "hooks": ["pre_tool"]}'
    plugin = f"#!/bin/sh\nif [ \"$1\" = --schema ]; then echo '{schema}'; exit; fi\necho x >> {mark}\n"
    terminals.save({**guard("rm"), "plugins/p": plugin})
    (terminals.home / "plugins/p").chmod(0o755)
    dev = terminals.start("dev", "--json")
    dev.event("status")
    terminals.fire("rm x")
    for word in ("mv", "rm", "ls"):
        terminals.save(guard(word))
        assert dev.event("decisions")["compared"] == 1
    assert Path(mark).read_text() == "x\n"


@once
def test_dev_and_watch_follow_a_host_that_runs_and_go_on_without_it(terminals: Terminals) -> None:
    terminals.save(guard("rm"))
    serving = terminals.serve()
    dev, watch = terminals.start("dev", "--json"), terminals.start("watch", "--json")
    assert dev.event("status")["pid"] == serving.pid
    for each in (dev, watch):
        assert f"a resident host runs already (pid {serving.pid}); following it" in each.notes_until("already")
    watch.notes_until("watching ")
    fired = terminals.fire("rm x")
    terminals.save(guard("mv"))
    assert dev.event("decisions")["changed"][0]["fire"] == fired["fire"]
    assert json.loads(watch.line())["changes"][0]["place"] == "hooks/guard.scm"
    serving.end()
    pid = dev.event("status")["pid"]
    assert pid in (dev.pid, watch.pid)
    watch.notes_until("watching ")
    terminals.save(guard("ls"))
    assert dev.event("reloaded")["published"] is True
    assert json.loads(watch.line())["published"] is True


@once
def test_a_killed_host_is_replaced_by_whoever_follows_it(terminals: Terminals) -> None:
    terminals.save(guard("rm"))
    serving = terminals.serve()
    dev = terminals.start("dev", "--json")
    assert dev.event("status")["pid"] == serving.pid
    serving.end(signal.SIGKILL)
    assert dev.event("status")["pid"] == dev.pid
    assert f"the process {serving.pid}, which held the host, was killed" in dev.notes_until("was killed")
    assert json.loads(terminals.run("status", "--json")[1])["pid"] == dev.pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda each: each.name)
@pytest.mark.parametrize("name", ["dev", "watch"])
def test_the_end_of_the_terminal_gives_the_home_back(terminals: Terminals, name: str, number: signal.Signals) -> None:
    running = terminals.start(name)
    running.note()
    assert running.end(number) == 130
    assert list((terminals.state / "run").iterdir()) == []


def diff(**values: Any) -> dict[str, Any]:
    nothing = {"generation": 2, "compared": 0, "changed": [], "left_out": [], "failing": [], "ms": 1.0, "problem": ""}
    return {**nothing, "rows": [], **values}


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (diff(), []),
        (diff(compared=1), ["  1 recorded fire compared, all decided as before  1.0 ms"]),
        (diff(problem="no reason"), ["  decisions could not be compared: no reason"]),
        (
            diff(left_out=[{"fire": "a", "reason": "it was cut"}] * 2),
            [
                "  0 recorded fires compared, all decided as before  1.0 ms",
                "  2 fires left out: it was cut",
            ],
        ),
        (
            diff(compared=2, failing=[{"fire": "a-1", "answer": {"responder": "x", "error": {"message": "m\nmore"}}}]),
            ["  2 recorded fires compared, all decided as before  1.0 ms", "  fails now: a-1: x: m"],
        ),
    ],
)
def test_what_else_a_comparison_finds_is_told(
    event: dict[str, Any], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert list(describe_decisions(event)) == lines


def test_a_long_table_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    lines = list(describe_decisions(diff(compared=30, changed=[{}] * 30, rows=[["FIRE"], *(["f"] for _ in range(30))])))
    assert lines[0].startswith("  30 recorded fires compared, 30 decided in another way")
    assert len(lines) == 23
    assert lines[-1] == "  … and 10 more; `chibi-hooks replay` shows them all"


@pytest.mark.long
def test_on_a_terminal_it_is_a_cockpit_that_gives_everything_back(terminals: Terminals) -> None:
    terminals.save(guard("rm"))
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "chibi_hooks", "dev", "--home", str(terminals.home)]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CHIBI_HOOKS_STATE": str(terminals.state),
        "TERM": "xterm-256color",
    }
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen_until(ours, "generation 1", process)
        terminals.fire("rm x")
        seen_until(ours, "blocked", process)
        terminals.save(guard("mv"))
        seen_until(ours, "1 decided in another way", process)
        os.write(ours, b"\r")
        seen_until(ours, "this decides", process)
        os.write(ours, b"\x1bp")
        seen_until(ours, "kept as", process)
        os.write(ours, b"q")
        with suppress(OSError):  # nobody holds the other end any more
            while os.read(ours, 65_536):
                pass
        assert process.wait() == 0
    os.close(ours)
    assert list((terminals.state / "run").iterdir()) == []
    assert len(list((terminals.home / "tests").iterdir())) == 2


def seen_until(terminal: int, text: str, process: subprocess.Popen[bytes]) -> None:
    """Read what a terminal shows, until it has shown this. Only what differs is drawn, so it is told of a new size
    again and again, which draws all of it; blanks may be movements of the cursor."""
    seen = ""
    while text.replace(" ", "") not in seen:
        if not select.select([terminal], [], [], 0.3)[0]:
            assert process.poll() is None, seen
            process.send_signal(signal.SIGWINCH)
            seen = ""
            continue
        data = os.read(terminal, 65_536).decode("utf-8", "replace")
        if "\x1b[6n" in data:
            os.write(terminal, b"\x1b[1;1R")
        seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\s", "", data)
