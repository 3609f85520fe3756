"""A policy against an empty hook where no command is run: files are written, pages fetched, prompts sent.

python -m tests.bench policies_elsewhere [--quick]

Promised: at most twice the fire of an empty hook at the same point, at most five times where a text of 200 characters
is scanned. A fire comes each second by the host's clock, and each brings something new; nobody objects, since that is
what nearly every fire is like. What a hook costs that does nothing but object stands in the last line.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from chibi_hooks import Host
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.policies import all_policies
from tests.bench.policies import QUIET, opened

CODE = (
    "import sys\n\n\ndef main(path: str = 'out{n}.txt') -> int:\n    with open(path, 'w') as file:\n"
    "        print('hello', file=file)\n    print('written', path)\n    return 0\n\n\nsys.exit(main(*sys.argv[1:]))\n"
)
WORDS = (
    "Please have a look at page {n} of the manual and tell me whether what it says of the login form is still true, "
    "now that the session stays for thirty days; then write three sentences about it for the change log."
)
ROUNDS = 12
FIRES = 100  # of one round


class Elsewhere(NamedTuple):
    """Something that happens: the point, and the payload of one with a number."""

    event: str
    point: str
    payload: Callable[[str], dict[str, Any]]


def _written(path: str, n: str) -> dict[str, Any]:
    content = CODE.replace("{n}", n)
    return {"tool_name": "write_file", "arguments": {"path": path.replace("{n}", n), "content": content}}


EVENTS = (
    Elsewhere("a file is written", "pre_tool", lambda n: _written("src/page{n}.py", n)),
    Elsewhere(
        "a page is fetched",
        "pre_tool",
        lambda n: {"tool_name": "fetch_url", "arguments": {"url": f"https://docs.python.org/3/{n}"}},
    ),
    Elsewhere("a file was written", "post_tool", lambda n: {**_written("doc/page{n}.txt", n), "result": "written"}),
    Elsewhere(
        "an output",
        "pre_tool_output",
        lambda n: {"tool_name": "file_read", "arguments": {"path": "a"}, "output": WORDS.replace("{n}", n)},
    ),
    Elsewhere("a prompt", "pre_message", lambda n: {"prompt": WORDS.replace("{n}", n)}),
    Elsewhere("a start", "on_start", lambda n: {"source": n}),
    Elsewhere("a stop", "pre_stop", lambda n: {"last_message": WORDS.replace("{n}", n)}),
)


class ElsewhereRow(NamedTuple):
    """A policy, what happened, the microseconds of a fire, and how often the empty hook's in the same rounds."""

    policy: str
    event: str
    took: float
    ratio: float


def round_of(host: Host, event: Elsewhere, numbers: Iterator[int]) -> float:
    """Microseconds of a fire, by the time that its thread computes."""
    payloads = [{**event.payload(str(next(numbers))), "session_id": "s", "cwd": "/tmp"} for _ in range(FIRES)]
    gc.collect()
    started = time.thread_time()
    for payload in payloads:
        host.fire(event.point, payload)
    return (time.thread_time() - started) / FIRES * 1e6


def against(empty: Host, host: Host, event: Elsewhere, rounds: int) -> tuple[float, float]:
    """The best round of a host, and how often that of an empty hook; they take turns."""
    numbers = count(10_000)
    for each in (empty, host):
        round_of(each, event, numbers)
    pairs = [(round_of(empty, event, numbers), round_of(host, event, numbers)) for _ in range(rounds)]
    took = min(other for _, other in pairs)
    return took, took / min(one for one, _ in pairs)


def rows(rounds: int) -> Iterator[ElsewhereRow]:
    """A row for every policy and event at whose point it has a hook."""
    points = dict.fromkeys(each.point for each in EVENTS)
    hooks = "".join(f"(define-hook {point} (cwd) '())\n" for point in points)
    with opened({"hooks/empty.scm": hooks}) as empty:
        for name in [each.name for each in all_policies(None, ChosenPolicies())]:
            line = f"[policies]\n{name} = {QUIET.get(name, 'true')}\n"
            with opened({"chibi-hooks.toml": line}) as host:
                for event in EVENTS:
                    if host.generation.responders[event.point].stages:
                        yield ElsewhereRow(name, event.event, *against(empty, host, event, rounds))
        objecting = "(define-hook pre_tool (cwd) (deny \"no\"))"
        with opened({"hooks/no.scm": objecting}) as host:
            yield ElsewhereRow("(deny) alone", EVENTS[0].event, *against(empty, host, EVENTS[0], rounds))


def report(quick: bool = False, everything: bool = False) -> str:
    """The table; `everything`: with those that cost less than twice an empty hook."""
    found = list(rows(4 if quick else ROUNDS))
    *policies, last = found
    slow = [row for row in policies if row.ratio > 2]
    shown = sorted(policies if everything else slow, key=lambda row: -row.ratio)
    cells = [(row.policy, row.event, f"{row.took:.1f}", f"{row.ratio:.1f}") for row in (*shown, last)]
    told = f"above twice: {len(slow)} of {len(policies)}; above five times: {sum(row.ratio > 5 for row in slow)}"
    return "\n".join([*columns([("policy", "event", "µs", "× empty"), *cells]), told])
