"""One fire with one Scheme hook against the same hook as a Python function and as a process: DESIGN §13, rows 2 and
3.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pluggy

from chibi_hooks import Host
from tests.bench.measure import Row, compare, table

TEXT = json.dumps(
    {
        "tool_name": "shell_exec",
        "arguments": {
            "command": "git push origin main",
            "cwd": "/srv/project",
            "env": {"LANG": "C"},
            "note": "x" * 800,
        },
    }
)  # about 1 KB, as an agent sends it
HOOK = """
(register-hook 'pre_tool
  (lambda (payload)
    (let ((tool (cdr (assoc "tool_name" payload)))
          (command (cdr (assoc "command" (cdr (assoc "arguments" payload))))))
      (if (and (string=? tool "shell_exec") (string-contains command "git push"))
          (list (cons "block" #t) (cons "message" (string-append "refused: " command)))
          '()))))
"""
SCHEMA = {"name": "guard", "description": "d", "parameters": {}, "hooks": ["pre_tool"]}
SH = f"""#!/bin/sh
if [ "$1" = --schema ]; then echo '{json.dumps(SCHEMA)}'; exit 0; fi
echo '{{"block": true, "message": "refused"}}'
"""
JQ = f"""#!/bin/bash
if [[ "$1" == --schema ]]; then echo '{json.dumps(SCHEMA)}'; exit 0; fi
command=$(jq -r .arguments.command)
if [[ "$command" == *"git push"* ]]; then echo '{{"block": true, "message": "refused"}}'; fi
"""
PYTHON = f"""#!/usr/bin/env python3
import json, sys
if sys.argv[1:] == ["--schema"]:
    print(json.dumps({SCHEMA!r}))
    sys.exit()
command = json.load(sys.stdin)["arguments"]["command"]
if "git push" in command:
    print(json.dumps({{"block": True, "message": "refused: " + command}}))
"""
FIRES = 2_000  # at once; the journal is written when they have passed, and while more come
CALM = 100  # between two looks of the journal's thread
PROCESSES = 20

spec = pluggy.HookspecMarker("bench")
impl = pluggy.HookimplMarker("bench")


class _Spec:
    @spec
    def pre_tool(self, payload: dict[str, Any]) -> Any: ...


class _Plugin:
    @impl
    def pre_tool(self, payload: dict[str, Any]) -> Any:
        command = payload["arguments"]["command"]
        if payload["tool_name"] == "shell_exec" and "git push" in command:
            return {"block": True, "message": "refused: " + command}
        return None


def _home(folder: str, hook: str | None = None, plugin: str | None = None) -> Path:
    home = Path(folder)
    if hook is not None:
        (home / "hooks").mkdir()
        (home / "hooks" / "guard.scm").write_text(hook, encoding="utf-8")
    if plugin is not None:
        (home / "plugins").mkdir()
        path = home / "plugins" / "guard"
        path.write_text(plugin, encoding="utf-8")
        path.chmod(0o755)
    return home


def _answer(host: Host) -> str:
    return json.dumps(host.fire("pre_tool", json.loads(TEXT)).to_json()["outcome"])


def _times(host: Host, count: int) -> Callable[[], object]:
    return lambda: [_answer(host) for _ in range(count)]


def _texts(host: Host, count: int) -> Callable[[], object]:
    return lambda: [host.fire_text("pre_tool", TEXT) for _ in range(count)]


def rows() -> list[Row]:
    """Row 2 (per 100 fires through `fire` and through `fire_text`, and per 2,000) and the rows of processes (per 20
    fires), every side checked to decide the same."""
    manager = pluggy.PluginManager("bench")
    manager.add_hookspecs(_Spec)
    manager.register(_Plugin())

    def python(count: int = FIRES) -> None:
        for _ in range(count):
            json.dumps(manager.hook.pre_tool(payload=json.loads(TEXT))[-1])

    result = []
    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, HOOK)) as scheme:
        assert json.loads(_answer(scheme))["block"] is True
        assert scheme.recorder is not None
        few, flush = partial(python, CALM), scheme.recorder.flush
        result.append(compare("Scheme hook / pluggy", _times(scheme, CALM), few, 41, 3, between=flush))
        assert scheme.fire_text("pre_tool", TEXT) == _answer(scheme)
        result.append(compare("the same, by fire_text", _texts(scheme, CALM), few, 41, 3, between=flush))
        result.append(compare("the same, a burst of 2,000", _times(scheme, FIRES), python, limit=3, between=flush))
        all_written = _times(scheme, FIRES), flush
        result.append(compare("the same, until written", lambda: [each() for each in all_written], python))
        for name, plugin, faster in (
            ("sh plugin", SH, 20),
            ("bash+jq plugin", JQ, 200),
            ("Python plugin", PYTHON, 200),
        ):
            with tempfile.TemporaryDirectory() as other, Host.open(home=_home(other, plugin=plugin)) as process:
                assert json.loads(_answer(process))["block"] is True
                result.append(
                    compare(
                        f"Scheme hook / {name}", _times(scheme, PROCESSES), _times(process, PROCESSES), 3, 1 / faster
                    )
                )
    return result


NOTHING = "(register-hook 'pre_tool (lambda (payload) (if (assoc \"no_such_key\" payload) '((block . #t)) '())))\n"
OBSERVER = "(register-hook 'pre_tool (lambda (payload) '()))\n"
MEGABYTE = 1 << 20


def further_rows() -> list[Row]:
    """What responders without an opinion cost beside the first one: in a file each, and in one file."""
    many = 20
    found = []
    for name, files in (
        ("files", {f"z{number:02}.scm": NOTHING for number in range(many)}),
        ("hooks of a file", {"z.scm": NOTHING * many}),
    ):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as all_of_them:
            _home(one, HOOK)
            hooks = _home(all_of_them, HOOK) / "hooks"
            for file, text in files.items():
                (hooks / file).write_text(text, encoding="utf-8")
            with Host.open(home=one) as first, Host.open(home=all_of_them) as every:
                row = compare(f"{many} further {name} / first", _times(every, 200), _times(first, 200), 7)
        each = (row.ratio - 1) / many
        found.append(Row(f"one further, of {many} {name}", (row.ours - row.theirs) / many, row.theirs, each, 0.4))
    return found


def large_rows() -> list[Row]:
    """Payloads of 1 MB, text in and outcome out, against reading the text: few long members, many small ones."""
    members = {f"key{number:04}": "x" * 1_000 for number in range(1_000)}
    small = [
        {"id": n, "name": f"n{n}", "ok": True, "tags": ["a", "b"], "at": {"x": n, "y": 0.5}} for n in range(14_000)
    ]
    found = []
    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, OBSERVER)) as host:
        for name, arguments, limit in (("1,000 members", members, 3), ("small members", small, 10)):
            text = json.dumps({"tool_name": "shell_exec", "arguments": arguments})
            assert MEGABYTE * 0.9 < len(text) < MEGABYTE * 1.4
            found.append(compare(f"1 MB, {name} / json.loads", _fired(host, text), partial(json.loads, text), 9, limit))
    return found


def _fired(host: Host, text: str) -> Callable[[], object]:
    return lambda: json.dumps(host.fire("pre_tool", json.loads(text)).to_json()["outcome"])


def asyncio_rows() -> list[Row]:
    """`afire` in an event loop against `fire`."""

    async def fires(host: Host) -> None:
        for _ in range(200):
            await host.afire("pre_tool", json.loads(TEXT))

    def in_turn(host: Host) -> None:
        for _ in range(200):
            host.fire("pre_tool", json.loads(TEXT))

    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, HOOK)) as host:
        return [compare("afire / fire", lambda: asyncio.run(fires(host)), lambda: in_turn(host), limit=1.5)]


def recording_microseconds(count: int = 3_000) -> float:
    """What the recorder takes of the thread that fires, of its computing."""
    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, HOOK)) as host:
        assert host.recorder is not None
        fire = host.fire("pre_tool", json.loads(TEXT))
        times = []
        for number in range(count):
            if number % 100 == 0:
                host.recorder.flush()
            started = time.thread_time()
            host.recorder.record(fire)
            times.append(time.thread_time() - started)
    return statistics.median(times) * 1e6


def median_microseconds(count: int = 5_000) -> float:
    """The median time of one fire, JSON text in, outcome JSON out."""
    with tempfile.TemporaryDirectory() as folder:
        return median_of(_home(folder, HOOK), count)


def median_of(home: Path, count: int = 5_000) -> float:
    """The same of a home, in microseconds."""
    with Host.open(home=home) as host:
        assert json.loads(_answer(host))["block"] is True
        times = []
        for _ in range(count):
            start = time.perf_counter()
            _answer(host)
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


ISOLATED = '[scheme.isolation]\n"" = "worker"\n'
FILES = 50


def workers() -> str:
    """What isolation costs: a fire in a worker and in a thread, the start of a worker, its own memory."""
    with tempfile.TemporaryDirectory() as folder:
        home = _home(folder, HOOK)
        here = median_of(home)
        (home / "chibi-hooks.toml").write_text(ISOLATED, encoding="utf-8")
        there = median_of(home)
        for number in range(FILES):
            (home / "hooks" / f"more{number}.scm").write_text(HOOK, encoding="utf-8")
        start = time.perf_counter()
        with Host.open(home=home) as host:
            loaded = (time.perf_counter() - start) / FILES
            _answer(host)
            scripts: list[Any] = list(host.generation.loaded[0].scripts)
            memory = statistics.median(_private_megabytes(script._worker.pid) for script in scripts)
    fires = f"one fire: {there:.0f} µs in a worker, {here:.0f} µs in a thread ({there / here:.1f} ×)"
    return f"{fires}; a worker: {loaded * 1e3:.0f} ms until loaded, {memory:.1f} MB of its own"


def _private_megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def report() -> str:
    """The table of rows 2 and 3."""
    lines = table("one fire, 1 KB payload, JSON text in and out", ("ours", "theirs"), rows())
    more = table("what else a fire costs", ("ours", "theirs"), [*further_rows(), *large_rows(), *asyncio_rows()])
    return (
        f"{lines}\none fire: {median_microseconds():.0f} µs p50 (promised: ≤ 60); "
        f"of them the recorder {recording_microseconds():.1f} µs (promised: ≤ 5)\n{workers()}\n\n{more}"
    )


if __name__ == "__main__":
    os.environ.setdefault("CHIBI_HOOKS_STATE", tempfile.mkdtemp())
    print(report())
