"""One fire with one Scheme hook against the same hook as a Python function and as a process: DESIGN §13, rows 2 and
3.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
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
FIRES = 2_000
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


def rows() -> list[Row]:
    """Row 2 (per 2,000 fires) and the rows of processes (per 20 fires), every side checked to decide the same."""
    manager = pluggy.PluginManager("bench")
    manager.add_hookspecs(_Spec)
    manager.register(_Plugin())

    def python() -> None:
        for _ in range(FIRES):
            json.dumps(manager.hook.pre_tool(payload=json.loads(TEXT))[-1])

    result = []
    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, HOOK)) as scheme:
        assert json.loads(_answer(scheme))["block"] is True
        result.append(compare("Scheme hook / pluggy", _times(scheme, FIRES), python, limit=3))
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


def median_microseconds(count: int = 5_000) -> float:
    """The median time of one fire, JSON text in, outcome JSON out."""
    with tempfile.TemporaryDirectory() as folder, Host.open(home=_home(folder, HOOK)) as host:
        times = []
        for _ in range(count):
            start = time.perf_counter()
            _answer(host)
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def report() -> str:
    """The table of rows 2 and 3."""
    lines = table("one fire, 1 KB payload, JSON text in and out", ("ours", "theirs"), rows())
    return f"{lines}\none fire: {median_microseconds():.0f} µs p50 (promised: ≤ 60)"


if __name__ == "__main__":
    os.environ.setdefault("CHIBI_HOOKS_STATE", tempfile.mkdtemp())
    print(report())
