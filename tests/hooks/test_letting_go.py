"""That a Ctrl-C goes past no `finally` where a fire, a pause, a reload or who holds a lock must let go of something.

From CPython 3.12 on the jump back that a condition at a loop's end makes stands in no row of the exception table: an
interrupt that comes there leaves the function without its `finally`. (Not so where a `yield from` or an `await` goes
back: nobody is interrupted there.) What is not in the list loses nothing: it runs on threads that no Ctrl-C reaches, or
ends with its process, or holds nothing that is not let go of by itself. The sweep of `test_interrupts` finds that where
it comes by; here it is read off the bytecode.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Final

import pytest

import chibi_hooks

PACKAGE: Final = Path(chibi_hooks.__file__).parent
MUST: Final = (
    "hooks/whole.py", "hooks/sole.py", "hooks/flat/in_turn.py", "hooks/flat/sole.py", "hooks/taking.py",
    "hooks/scripts/asking.py", "hooks/scripts/flat_asking.py", "hooks/scripts/script.py", "hooks/tools/calling.py",
    "hooks/live/reload.py", "hooks/recording/appending.py", "hooks/checking/path_taken.py", "dialects/rows/memory.py",
    "dialects/hosting/late_words.py", "dialects/hosting/posting.py", "dialects/hosting/stopping.py",
    "repl/evaluation.py", "repl/worlds.py", "scheme/reading/opener.py", "scheme/compiling/resuming/detaching.py",
    "server/agents/held_homes.py", "scheme/running/budget.py", "scheme/running/watchdog.py",
    "scheme/running/entering.py", "scheme/running/machine.py", "scheme/running/pause.py", "scheme/values/threads.py",
)  # fmt: skip
LEAKS: Final = """
def f(lock, items):
    lock.acquire()
    try:
        for each in items:
            if each:
                each()
    finally:
        lock.release()
"""

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="CPython 3.11 has such a jump in its table")


def leaks(text: str) -> list[int]:
    """The lines of a text where a loop inside of a `with`, or of a `try` with a `finally`, goes back past it."""
    spans = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.With) or (isinstance(node, ast.Try) and node.finalbody):
            spans.append((node.body[0].lineno, max(each.end_lineno or 0 for each in node.body)))
    return sorted(
        line
        for code in _codes(compile(text, "<text>", "exec"))
        for line in _uncovered(code)
        if any(code.co_firstlineno < first <= line <= last for first, last in spans)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _uncovered(code: CodeType) -> Iterator[int]:
    rows = dis._parse_exception_table(code)  # type: ignore[attr-defined]
    for each in dis.get_instructions(code):
        if each.opname == "JUMP_BACKWARD" and not any(row.start <= each.offset < row.end for row in rows):
            yield (each.positions and each.positions.lineno) or 0


def test_a_loop_that_leaks_is_found() -> None:
    assert leaks(LEAKS)
    assert not leaks(LEAKS.replace("                each()\n", "                each()\n            done = each\n"))


@pytest.mark.parametrize("file", MUST)
def test_no_loop_goes_back_past_what_must_be_let_go(file: str) -> None:
    assert leaks((PACKAGE / file).read_text("utf-8")) == []
