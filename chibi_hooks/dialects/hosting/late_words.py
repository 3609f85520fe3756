"""What handlers say that nobody waited for, by session -> told with the session's next event, or to whoever wakes the
agent: `LateWords`.

Rules (spec/real-agents.md, async)
-----
* A decision comes too late. Context and texts for the user do not; neither does exit code 2 of a handler that wakes
  the model: its stderr is context.
* A program that can wake its agent says so (`Source(wake=…)`) and is told at once; else the next event has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from chibi_hooks.dialects.rows.memory import drop_oldest

SESSIONS: Final = 1_000  # that are remembered; the oldest goes
EACH: Final = 100  # words of one session that nobody fetched

Wake = Callable[[str, str], object]
"""What a program gives that can wake its agent: it is told the session and the text."""


@dataclass(frozen=True, slots=True)
class LateWord:
    """What one handler said after its event was answered."""

    place: str
    context: tuple[str, ...] = ()
    system_messages: tuple[str, ...] = ()
    fault: str = ""

    def __str__(self) -> str:
        said = [*(f"for the model: {text}" for text in self.context), *self.system_messages, self.fault]
        return f"{self.place}: {'; '.join(each for each in said if each)}"


@dataclass(slots=True, eq=False)
class LateWords:
    """Those of one agent. Threads may share it."""

    wake: Wake | None = None
    _lock: Lock = field(default_factory=Lock)
    _words: dict[str, list[LateWord]] = field(default_factory=dict)

    def add(self, session: str, word: LateWord, *, wakes: bool) -> None:
        """Somebody has spoken late; `wakes`: the agent shall hear it even if it rests."""
        if wakes and self.wake is not None:
            try:
                self.wake(session, "\n".join(word.context))
                return
            except Exception as error:  # the program's; the next event has it
                word = LateWord(
                    word.place, word.context, word.system_messages, f"wake: {type(error).__name__}: {error}"
                )
        with self._lock:
            drop_oldest(self._words, SESSIONS, session)
            words = self._words.setdefault(session, [])
            if len(words) < EACH:
                words.append(word)

    def take(self, session: str) -> list[LateWord]:
        """What was said in this session since the last time."""
        with self._lock:
            return self._words.pop(session, [])
