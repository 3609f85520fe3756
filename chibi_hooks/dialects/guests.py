"""An agent's name and its event -> who answers it: a `Guest`, whatever the agent's dialect is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from chibi_hooks.dialects import Rendered
from chibi_hooks.hooks.errors import did_you_mean

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.memory import Memory
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.responders import Generation


class Guest(Protocol):
    """One event of an agent, to be answered."""

    @property
    def directory(self) -> str | None:
        """Where it happens, an absolute path; None where it does not say."""

    def answer(self, host: Host, memory: Memory, generation: Generation | None = None) -> Rendered:
        """What the agent is told, by the responders of a generation (default: what is live). It never raises."""

    def failure(self, reason: str, closed: frozenset[str] = frozenset()) -> Rendered:
        """What the agent is told when no host could be opened; `closed` are the points and files whose failure
        denies."""


def is_agent(name: str) -> bool:
    """Is there an agent of that name?"""
    from chibi_hooks.dialects.rows.dialect import dialect_of  # as below

    return name == "chibi" or dialect_of(name) is not None


def no_agent(name: str) -> str:
    """What is said where there is no agent of that name."""
    if not name:
        return "of which agent? `chibi-hooks points --agents` lists them"
    from chibi_hooks.dialects.rows.dialect import row_dialects  # as below

    near = did_you_mean(name[:64], ["chibi", *(each.agent for each in row_dialects())])
    return f'there is no agent "{name[:64]}"{near or "; `chibi-hooks points --agents` lists them"}'


def guest_of(agent: str, name: str, event: bytes) -> Guest | None:
    """Who answers this event; None: there is no such agent."""
    if agent == "chibi":
        from chibi_hooks.dialects.chibi.guest import ChibiGuest  # only one of them is needed

        return ChibiGuest(name, event)
    from chibi_hooks.dialects.rows.dialect import dialect_of
    from chibi_hooks.dialects.rows.guest import RowGuest

    dialect = dialect_of(agent)
    return None if dialect is None else RowGuest(dialect, name, event)
