"""A policy against an empty hook: one fire of a command of 200 characters, recorder on.

python -m tests.bench policies [--quick]

Promised: at most twice the fire of an empty hook, at most five times where a command of 200 characters is scanned.
Every fire brings a command that nobody has read before: that is what an agent sends, and what counts. Beside it stands
what the same command costs at every fire: it is read once, however many policies ask. A policy that names the texts
which its objections need leaves a command without these unread, as most of them do with this one; one that has them is
read, for what reading alone costs and about as much again in a fire. The lines at the end say what
reading alone costs, of commands of that length and of several kinds.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from chibi_hooks import Host
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.policies import all_policies
from tests.homes import make_home

EMPTY = "(define-hook pre_tool (tool_name) '())"
COMMAND = (
    "cd web && npm run build -- --mode test 2>&1 | tee build.log && git add -A && git commit -m 'feat: page {n}' "
    "&& python3 -m pytest -q tests/test_{n}.py -k 'login or logout' && grep -rn main src | head -n 20 > out.txt"
)
KINDS = {
    "plain": COMMAND,
    "with variables": (
        'cd "$HOME/work/p{n}" && mkdir -p "$OUT/logs" && cp -r src/$NAME/*.txt "$OUT/" && npm run build --prefix $DIR '
        '2>&1 | tee "$OUT/logs/build.log" && grep -n \'error\' "$OUT/logs/build.log" | head -n 20; echo done'
    ),
    "with a substitution": (
        "cd web && git log --oneline -n {n} $(git merge-base HEAD origin/main)..HEAD && python3 -m pytest -q "
        'tests/test_login.py -k login && echo "at $(date)" >> build.log && git diff --stat | tail -n 5 && ls -la src'
    ),
    "a loop": (
        "for each in src/*.py tests/*.py; do python3 -m py_compile $each && echo ok; done; if test -f out{n}.txt; then "
        "cat out.txt | head -n 20; else grep -rn main src > out.txt && git add -A && git status --short; fi; ls -la"
    ),
    "a here-document": (
        "mkdir -p src/page && cat > src/page/a{n}.py <<'EOF'\nimport sys\n\n\ndef main() -> int:\n    print('hello')\n"
        "    return 0\n\n\nif __name__ == '__main__':\n    sys.exit(main())\nEOF\npython3 -m pytest -q tests/test_a.py"
    ),
}
QUIET = {"budget": "{ calls = 1000000000 }"}  # parameters with which nobody objects
ROUNDS = 12
FIRES = 100  # of one round

Texts = Callable[[], str]


class BenchRow(NamedTuple):
    """What was measured, its microseconds with a new command each time, and with the same; and how often the empty
    hook's in the same rounds; nan where there is none."""

    name: str
    new: float
    new_ratio: float
    same: float = float("nan")
    same_ratio: float = float("nan")


def new_texts(form: str = COMMAND) -> Texts:
    """Commands of a form that were never seen before."""
    numbers = count(10_000)
    return lambda: form.format(n=next(numbers))


@contextmanager
def opened(files: dict[str, str | bytes]) -> Iterator[Host]:
    """A host over a home with these files."""
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root / "user")
        with Host.open(home=make_home(root / "home", files), around=around, record=root / "journal.db") as host:
            host.knowledge.now = map(float, count(1_000)).__next__  # a call a second: no rate is too high
            yield host


def round_of(host: Host, texts: Texts) -> float:
    """Microseconds of a fire, by the time that its thread computes."""
    calls = [_call(texts()) for _ in range(FIRES)]
    gc.collect()
    started = time.thread_time()
    for call in calls:
        host.fire("pre_tool", call)
    return (time.thread_time() - started) / FIRES * 1e6


def _call(command: str) -> dict[str, Any]:
    return {"tool_name": "shell_exec", "arguments": {"command": command}, "session_id": "s"}


def against(empty: Host, host: Host, texts: Texts, rounds: int) -> tuple[float, float]:
    """The best round of a host, and how often that of an empty hook; they take turns."""
    for each in (empty, host):
        round_of(each, texts)
    pairs = [(round_of(empty, texts), round_of(host, texts)) for _ in range(rounds)]
    took = min(other for _, other in pairs)
    return took, took / min(one for one, _ in pairs)


def reading(texts: Texts, rounds: int) -> float:
    """Microseconds to read a command for the first time, as far as a policy needs that asks for other programs."""
    from chibi_hooks.scheme.shell.values import commands_in

    commands_in(texts())
    found = []
    for _ in range(rounds):
        lines = [texts() for _ in range(FIRES)]
        started = time.thread_time()
        for line in lines:
            commands_in(line)
        found.append((time.thread_time() - started) / FIRES * 1e6)
    return min(found)


def rows(rounds: int) -> Iterator[BenchRow]:
    """A row a policy, one for all of them, and one a kind of command for its reading."""
    names = [each.name for each in all_policies(None, ChosenPolicies())]
    lines = {name: f"{name} = {QUIET.get(name, 'true')}\n" for name in names}
    homes = {**lines, f"all {len(names)} together": "".join(lines.values())}
    with opened({"hooks/empty.scm": EMPTY}) as empty:
        new, same = new_texts(), new_texts(COMMAND.replace("{n}", "1"))
        for name, policies in homes.items():
            with opened({"chibi-hooks.toml": f"[policies]\n{policies}"}) as host:
                yield BenchRow(name, *against(empty, host, new, rounds), *against(empty, host, same, rounds))
        least = min(round_of(empty, new) for _ in range(rounds))
    for kind, form in KINDS.items():
        took = reading(new_texts(form), rounds)
        yield BenchRow(f"reading a command: {kind}", took, took / least)


def report(quick: bool = False) -> str:
    """The table."""
    found = list(rows(4 if quick else ROUNDS))
    cells = [(name, *(f"{each:.1f}" if each == each else "" for each in numbers)) for name, *numbers in found]
    heads = ("policy", "new command: µs", "× empty", "same command: µs", "× empty")
    policies = found[: -len(KINDS) - 1]
    slow = [row.name for row in policies if row.new_ratio > 5]
    return "\n".join([*columns([heads, *cells]), f"above five times: {', '.join(slow) or 'none'}"])
