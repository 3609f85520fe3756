"""The host, as a script in a worker sees it: calls of tools, what may be run, virtual files; all of it is asked.

A `Link` puts a question to the host and waits. For what may take long (tools, what the host knows) it calls out first:
the worker's world is free for others meanwhile (confined.py). Files and what may be run are asked with the world held,
as in a thread, and the host sends nobody in before it has answered (questions.py, `may_wait`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.homes.virtual_paths import VfsError
from chibi_hooks.hooks.scripts import toolfiles
from chibi_hooks.hooks.scripts.alist import Unfit, scheme_to_json
from chibi_hooks.hooks.tools.calling import Chain, ToolCall
from chibi_hooks.scheme.values.data import Value

T = TypeVar("T")


class Link(Protocol):
    """The way to the host."""

    def ask_host(self, question: dict[str, Json]) -> dict[str, Json]:
        """What the host says to a question."""

    def call_out(self, function: Callable[[], T]) -> T:
        """Run what a call of the script waits for; meanwhile its world is free for others."""


class FarFiring:
    """Calls of tools go to the host: a `Firing` for as much as scripts need of one."""

    def __init__(self, link: Link) -> None:
        self.host = self
        self.replays = False
        self._link = link

    def recorded(self, script: str, tool: str, arguments: Value) -> ToolCall:
        """The whole call, made by the host: its hooks and permissions, or what a recording says."""
        link = self._link
        told = _accepted(link.call_out(lambda: link.ask_host({"tool": tool, "plain": _plain(arguments)})))
        if "parameters" in told:
            given = toolfiles.arguments_from_scheme(arguments, told["parameters"])
            told = _accepted(link.call_out(lambda: link.ask_host({"call": tool, "arguments": given})))
        return ToolCall(told["tool"], told["arguments"], told["status"], told["output"], told["error"])

    def known(self, chain: Chain, script: str, question: str, told: dict[str, Json]) -> Json:
        """What the host knows, or what a recording says. Raises BadRequest."""
        link = self._link
        return _accepted(link.call_out(lambda: link.ask_host({"known": question, "told": told})))["value"]

    def follow(self, path: str) -> list[str]:
        """A virtual file was written; the host knows."""
        return []

    def fire(self, point: str, payload: dict[str, Json]) -> Fire:
        """Scripts fire nothing themselves. Raises BadRequest."""
        raise BadRequest(f"{point}: a script fires no hook points")


def _plain(arguments: Value) -> Json:
    """The arguments for a replay, which does not need the tool."""
    try:
        return scheme_to_json(arguments, {})
    except Unfit:
        return None


def _accepted(told: Any) -> dict[str, Json]:
    if "refused" in told:
        raise BadRequest(told["refused"])
    return dict(told)


class FarGate:
    """What may be run, as the host's `Gate` says."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def refusal_of(self, path: Path) -> str | None:
        """Why a library or included file may not be run."""
        return self._link.ask_host({"refusal": str(path)}).get("reason")


class FarEntry:
    """A name in a virtual directory."""

    def __init__(self, name: str) -> None:
        self.name = name


class FarFiles:
    """The virtual files, which the host keeps. Raises VfsError where it refuses."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def read(self, path: str) -> str:
        """The text of a file."""
        return str(self._do("read", path))

    def exists(self, path: str) -> bool:
        """Is there one?"""
        return bool(self._do("exists", path))

    def entries(self, path: str) -> list[FarEntry]:
        """What is in a directory."""
        return [FarEntry(name) for name in self._do("entries", path)]

    def write(self, path: str, text: str, caller: str | None) -> None:
        """Write a file."""
        self._do("write", path, text)

    def edit(self, path: str, change: Any, caller: str | None, *, make: bool = False) -> None:
        """Put text at the end: the only change that scripts make."""
        self._do("append", path, change(""))

    def delete(self, path: str, caller: str | None) -> None:
        """Take a file away."""
        self._do("delete", path)

    def _do(self, operation: str, path: str, text: str = "") -> Any:
        told = self._link.ask_host({"vfs": operation, "path": path, "text": text})
        if "refused" in told:
            raise VfsError(told["refused"])
        return told["value"]
