"""Save → decision diff: what `dev` needs to tell which recorded decisions a save changes; the promise is 200 ms for 50
fires.

python -m tests.bench.decisions [SAVES]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.replaying.decision_diff import DecisionDiff
from tests.bench.reload import EDIT, percentiles
from tests.homes import make_home

SAVES = 40
PROMISED = 200  # milliseconds
OTHERS = '(define-hook pre_tool (tool-name) (if (equal? tool-name "rm{}") (block) (no-opinion)))\n'
TEXT = "a line of a file that an agent wants to write\n" * 20  # about 1 KB
USES = "(import (my words))\n" + EDIT
WORDS = '(define-library (my words) (import (scheme base)) (export word) (begin (define word "x")))'


def times(directory: Path, saves: int, files: int, fires: int, blocked: int, library: bool = False) -> list[float]:
    """Milliseconds of each diff; the home has so many files, the journal so many fires, so many of them blocked."""
    made: dict[str, str | bytes] = {f"hooks/other{number:03}.scm": OTHERS.format(number) for number in range(files - 1)}
    text = USES if library else EDIT
    home = make_home(directory / "home", {**made, "lib/my/words.sld": WORDS, "hooks/guard.scm": text.format("start")})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(directory / "state")}, directory, directory)
    with Host.open(home=home, around=around) as host:
        for number in range(fires):
            command = "rm -rf /" if number < blocked else "ls"
            host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": command, "text": TEXT}})
            if number % 1000 == 0 and host.recorder is not None:
                host.recorder.flush()
        diff = DecisionDiff(host, around)
        found = []
        for number in range(saves):
            diff.prepare()
            (home / "hooks/guard.scm").write_text(text.format(number))
            assert host.reload() is not None
            told = diff.next()
            assert told is not None and not told.problem and not told.report.left_out
            assert len(told.report.changed) == blocked, told.report
            found.append(told.ms)
        diff.close()
    return found


def rows(saves: int) -> Iterator[tuple[str, list[float]]]:
    """What is measured."""
    for title, values in (
        ("1 file, 50 fires", (1, 50, 25)),
        ("1 file that reads a library, 50 fires", (1, 50, 25, True)),
        ("30 files at the point, 50 fires", (30, 50, 25)),
        ("1 file, 50 of 20,000 fires", (1, 20_000, 0)),
        ("1 file, 50 and 450 older blocked ones of 20,000 fires", (1, 20_000, 450)),
    ):
        with tempfile.TemporaryDirectory() as directory:
            yield title, times(Path(directory), saves, *values)


def report(saves: int = SAVES) -> str:
    """The table."""
    lines = [f"save → decision diff, {saves} saves each (promised ≤ {PROMISED} ms for 50 fires)"]
    lines += [f"  {title:<56}{percentiles(found)}" for title, found in rows(saves)]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else SAVES))
