"""What a user sees when a program fails: whole pages, compared with `tests/snapshots/error_pages.txt`.

`python -m tests.scheme.test_error_pages` writes the file anew from the programs in it; review the difference like code.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running import backtrace as frames
from chibi_hooks.scheme.values.errors import SchemeError

PAGES = Path(__file__).parent.parent / "snapshots" / "error_pages.txt"
RULE = "=" * 60


def pages(path: Path = PAGES) -> list[tuple[str, str]]:
    """Program and page of every entry: a rule, the program, a line of dashes, the page."""
    entries = path.read_text(encoding="utf-8").split(RULE + "\n")[1:]
    found = []
    for entry in entries:
        program, _, page = entry.partition("-" * 20 + "\n")
        found.append((program.rstrip("\n"), page.rstrip("\n")))
    return found


def page(program: str, backtrace: bool = False) -> str:
    """The error page of a program; names of procedures that depend on a run are not in it."""
    try:
        value = Interpreter(time_limit=0.5).evaluate(program, "page.scm")
    except SchemeError as error:
        text = frames.page(error) if backtrace else error.report()
        return re.sub(r"#<procedure [^>]*\.<locals>[^>]*>", "#<procedure>", text)
    return f"no error: {value!r}"


@pytest.mark.parametrize(("program", "expected"), pages(), ids=[program.splitlines()[0][:60] for program, _ in pages()])
def test_an_error_page_is_as_it_was_reviewed(program: str, expected: str) -> None:
    assert page(program) == expected


def test_there_are_pages_of_every_kind() -> None:
    assert len(pages()) >= 100
    assert not [program for program, expected in pages() if expected.startswith("no error") or "Traceback" in expected]


def write_anew(path: Path, backtrace: bool = False) -> None:
    """Run the programs of a file of pages again, and write what they show now."""
    made = [f"{RULE}\n{program}\n{'-' * 20}\n{page(program, backtrace)}\n" for program, _ in pages(path)]
    path.write_text("".join(made), encoding="utf-8")


if __name__ == "__main__":
    write_anew(PAGES)
