"""A command that has said nothing for a while -> a line on the terminal that it is at work, which goes when it speaks.

Rules: only people are told, on a terminal that can take the line back; nothing of it reaches a pipe or a file. Whoever
writes calls `end` first (_say.py does).
"""

from __future__ import annotations

import _thread
import os
import sys
import time
from collections.abc import Callable
from typing import Final

SILENCE: Final = 0.15  # seconds; with our own start about 0.25, and after 0.3 people ask themselves what happens
THEIRS: Final = ("dev", "fire", "hook", "host", "lsp", "scheme", "tool")  # a screen, or programs that write
BACK: Final = "\r\x1b[K"


class Waiting:
    """The line of one process. `write` puts text on the terminal."""

    def __init__(self, write: Callable[[str], object], silence: float = SILENCE) -> None:
        self._write = write
        self._silence = silence
        self._turn = _thread.allocate_lock()
        self._over = True
        self._shown = False

    def begin(self, name: str) -> None:
        """Tell of the command once it has been silent for so long."""
        self._over = False
        _thread.start_new_thread(self._watch, (name,))  # it may be left behind at the end

    def end(self) -> None:
        """Something is about to be said, or all is done: take the line back."""
        if self._over:
            return
        with self._turn:
            self._over = True
            if self._shown:
                self._write(BACK)

    def _watch(self, name: str) -> None:
        time.sleep(self._silence)
        with self._turn:
            if not self._over:
                self._shown = True
                self._write(f"chibi-hooks {name} is at work …")


def _write(text: str) -> None:
    os.write(sys.stderr.fileno(), text.encode())


WAITING: Final = Waiting(_write)
"""That of this process."""


def begin_waiting(name: str) -> None:
    """Where a person waits at a terminal."""
    is_seen = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if is_seen and name not in THEIRS:
        WAITING.begin(name)
