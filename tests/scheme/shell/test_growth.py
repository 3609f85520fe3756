"""What a short line makes grow stays small, in memory and in what is read of it."""

from __future__ import annotations

import tracemalloc

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.syntax import Unreadable

MEMORY = 16 * 1024 * 1024  # bytes


@pytest.mark.parametrize(
    "text",
    [
        "echo aaaaaaaa" + " | (cat;cat)" * 24 + " | sh; rm -rf x", "echo aaaaaaaa" + " | { cat;cat; }" * 24 + " | sh",
        "echo aaaaaaaa > x; " + "cat x >> x; " * 24 + "sh x",
    ],
)  # fmt: skip
def test_a_text_that_doubles_itself_is_too_long(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="nobody can tell what sh is given to run"):
            read_commands(text)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
