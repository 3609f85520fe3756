"""A question of a hook file -> the host's answer, recorded with the fire, so that a replay gives the same.

Rules
-----
* What is asked stands among the calls of the fire (`MadeCall`), its name in parentheses: no tool is called so.
* A fact is the same for a whole fire, whoever asks. What is written is not written again by a replay.
* In a worker the host is asked through the worker's link (workers/far_host.py), and records it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.knowing.knowledge import UNCHANGED, WRITING
from chibi_hooks.hooks.scripts.alist import Unfit, entries_to_json, payload_to_scheme
from chibi_hooks.hooks.tools.calling import Chain, current_chain
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import fail

if TYPE_CHECKING:
    from chibi_hooks.hooks.tools.calling import Firing

NO_FIRE = "only hooks and tools may ask the host, not a file while it is loaded"


def asker(script: str, loading: Callable[[], bool]) -> Callable[[Value, Value], Value]:
    """The procedure `(ask question alist)` of a file's world: what (engine answering) `host-asker` is there."""

    def ask(question: Value, arguments: Value) -> Value:
        """(ask question alist) -> the host's answer."""
        wanted = text("ask", 1, question)
        try:
            chain = current_chain()
            if chain is None or loading():
                raise BadRequest(NO_FIRE)
            return payload_to_scheme(chain.firing.known(script, wanted, entries_to_json(arguments)))
        except (BadRequest, Unfit) as error:
            raise fail("error", str(error), who=wanted) from None

    ask.scheme_name = "ask"  # type: ignore[attr-defined]
    return ask


def tell(firing: Firing, script: str, question: str, told: dict[str, Json], find: Callable[[Chain], Json]) -> Json:
    """The answer to a question of this file, in the fire under way: the recorded one in a replay, else what `find`
    gives. Raises BadRequest."""
    chain = current_chain()
    if chain is None:
        raise BadRequest(NO_FIRE)
    name = f"({question})"
    if firing.replays:
        if question in WRITING:
            return True
        call = firing.recorded(script, name, payload_to_scheme(told))
        if call is not None:
            return json.loads(call.output)
    key = (question, repr(sorted(told.items()))) if question in UNCHANGED else None
    try:
        value = chain.known[key] if key is not None and key in chain.known else find(chain)
    except BadRequest as error:
        chain.note(MadeCall(script, name, told, "refused", "", str(error)))
        raise
    if key is not None:
        chain.known[key] = value
    chain.note(MadeCall(script, name, told, "done", json.dumps(value), None))
    return value
