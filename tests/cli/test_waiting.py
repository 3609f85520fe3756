"""A command that is silent for long says that it is at work, and takes that back when it speaks."""

from __future__ import annotations

import threading

from chibi_hooks.cli._waiting import BACK, Waiting


def test_a_silent_command_is_told_of_and_the_line_is_taken_back() -> None:
    written: list[str] = []
    told = threading.Event()

    def write(text: str) -> None:
        written.append(text)
        told.set()

    waiting = Waiting(write, silence=0.0)
    waiting.begin("audit")
    assert told.wait(200)
    waiting.end()
    waiting.end()
    assert written == ["chibi-hooks audit is at work …", BACK]


def test_one_that_speaks_at_once_is_not() -> None:
    written: list[str] = []
    waiting = Waiting(written.append, silence=200.0)
    waiting.begin("list")
    waiting.end()
    assert written == []
