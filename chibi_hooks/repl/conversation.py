"""What comma commands, completion and descriptions see of a REPL, and may change: the session that asks them is one.

They stand below the session, which finds them; so they name what they need instead of the session.
"""

from __future__ import annotations

from typing import Protocol

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.repl.evaluation import Evaluation
from chibi_hooks.repl.reply import Reply, Restart
from chibi_hooks.repl.results import Results
from chibi_hooks.repl.tracing import Tracing
from chibi_hooks.repl.worlds import Worlds
from chibi_hooks.scheme.values.errors import SchemeError


class Conversation(Protocol):
    """One REPL: where it is, what it remembers, and how it evaluates."""

    host: Host
    around: Surroundings
    worlds: Worlds
    world: str  # the name of the one in which forms are evaluated
    results: Results
    tracing: Tracing
    restarts: list[Restart]
    evaluation: Evaluation  # the one under way
    stands_still: bool  # is somebody asked how to go on after each step?
    last_error: SchemeError | None  # of the last form that failed
    frame: int  # which of its frames is chosen, from 1

    def evaluate(self, text: str) -> Reply:
        """Run every form of a text and remember the values; on the thread of a request."""
