"""What a script in a worker asks of its host -> the host's answer: calls of tools, virtual files, what may be run.

Rules
-----
* The same rules as for a script in a thread (scripts/script.py): calls are checked, noted and made by the host, in the
  context of the fire under way; the worker says only what the script said.
* A question that a well-behaved worker does not ask is `BadFrame`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.homes.config import Grant
from chibi_hooks.hooks.homes.vfs import SYSTEM, Vfs
from chibi_hooks.hooks.homes.virtual_paths import VfsError
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.workers.wire import BadFrame
from chibi_hooks.hooks.tools.calling import current_chain, find_tool, nested_call

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate


class Questions:
    """What the script of this name may ask, and gets."""

    def __init__(self, name: str, tier: Grant, vfs: Vfs | None, gate: Gate | None) -> None:
        self.name = name
        self.tier = tier
        self.vfs = vfs
        self.gate = gate

    @staticmethod
    def may_wait(told: dict[str, Json]) -> bool:
        """Does the worker let others into its world while it waits for this (`call_out`, far_host.py)?"""
        return not told.keys().isdisjoint(("tool", "call", "known"))

    def answer(self, told: dict[str, Json]) -> dict[str, Json]:
        """The host's answer. Raises BadFrame."""
        match told:
            case {"tool": str(name), "plain": plain}:
                return self._tool(name, plain)
            case {"call": str(name), "arguments": arguments}:
                return self._call(name, arguments)
            case {"known": str(question), "told": dict(about)}:
                return self._known(question, about)
            case {"refusal": str(path)} if self.gate is not None:
                return {"reason": self.gate.refusal_of(Path(path))}
            case {"vfs": str(operation), "path": str(path), "text": str(text)} if self.vfs is not None:
                return self._file(self.vfs, operation, path, text)
        raise BadFrame("it asked for what there is not")

    def _tool(self, name: str, plain: Json) -> dict[str, Json]:
        """What a tool takes; or what the call gave, in a replay."""
        chain = current_chain()
        if chain is None:
            return {"refused": "no active call context"}
        try:
            call = chain.firing.recorded(self.name, name, payload_to_scheme(plain))
            if call is not None:
                return call.to_json()
            return {"parameters": find_tool(chain.firing.tools, name, chain.context).parameters}
        except BadRequest as error:
            if type(error) is not BadRequest:  # there is no such tool
                chain.note(MadeCall(self.name, name, None, "refused", "", str(error)))
            return {"refused": str(error)}

    def _call(self, name: str, arguments: Json) -> dict[str, Json]:
        chain = current_chain()
        if chain is None:
            return {"refused": "no active call context"}
        kept = deepcopy(arguments)  # the tool may be a function that changes what it is given
        try:
            call = nested_call(name, arguments)
        except BadRequest as error:
            chain.note(MadeCall(self.name, name, kept, "refused", "", str(error)))
            return {"refused": str(error)}
        chain.note(MadeCall(self.name, name, kept, call.status, call.output, call.error))
        return call.to_json()

    def _known(self, question: str, told: dict[str, Json]) -> dict[str, Json]:
        chain = current_chain()
        if chain is None:
            return {"refused": "no active call context"}
        try:
            return {"value": chain.firing.known(chain, self.name, question, told)}
        except BadRequest as error:
            return {"refused": str(error)}

    def _file(self, vfs: Vfs, operation: str, path: str, text: str) -> dict[str, Json]:
        if self.tier == "sandboxed":
            return {"refused": f"{path}: virtual files are not for this file"}
        chain = current_chain()
        caller = SYSTEM if self.tier == "unsandboxed" else "" if chain is None else chain.context
        doers: dict[str, Callable[[], Json]] = {
            "read": lambda: vfs.read(path),
            "exists": lambda: vfs.exists(path),
            "entries": lambda: [entry.name for entry in vfs.entries(path)],
            "write": lambda: vfs.write(path, text, caller),
            "append": lambda: vfs.edit(path, lambda before: before + text, caller, make=True),
            "delete": lambda: vfs.delete(path, caller),
        }
        if operation not in doers:
            return {"refused": f"{operation}: there is no such operation"}
        try:
            value = doers[operation]()
        except VfsError as error:
            return {"refused": str(error)}
        if operation in ("write", "append", "delete") and chain is not None:
            chain.firing.follow(path)
        return {"value": value}
