"""A handler that needs a model (a prompt, an agent, a tool of an MCP server) and what a program gives for it -> what
came out, as of any other handler.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from chibi_hooks.dialects.hosting.hosted import HandlerEntry
from chibi_hooks.dialects.hosting.speaking import Ended
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.hooks.answer import Failure, Json
from chibi_hooks.hooks.payload import kind_of

ARGUMENTS: Final = "$ARGUMENTS"
INSIDE: Final = re.compile(r"\$\{([\w.]+)\}")


def asked_of_model(entry: HandlerEntry, told: Mapping[str, Json], ask: Callable[[dict[str, Json]], Json]) -> Ended:
    """Ask the program; its mistakes are failures of the handler."""
    question: dict[str, Json] = {**entry.asks, "kind": entry.kind, "event": entry.event, "payload": dict(told)}
    if isinstance(prompt := question.get("prompt"), str):
        text = json.dumps(dict(told), ensure_ascii=False)
        question["prompt"] = prompt.replace(ARGUMENTS, text) if ARGUMENTS in prompt else f"{prompt}\n\n{text}"
    if "input" in question:
        question["input"] = _filled(question["input"], told)
    try:
        answer = ask(question)
    except Exception as error:  # the program's
        return Ended(failure=Failure("model", f"{type(error).__name__}: {error}"))
    if entry.kind == "mcp":
        text = answer if isinstance(answer, str) else json.dumps(answer)
        if entry.closed and text.strip()[:1] not in ("", "{"):
            return Ended(failure=Failure("answer", "the tool's answer is no JSON object"))
        return Ended(text=text)
    if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
        return Ended(failure=Failure("model", f'wanted {{"ok": true or false, "reason": …}}, got {kind_of(answer)}'))
    return Ended() if answer["ok"] else Ended(2, stderr=str(answer.get("reason") or ""))


def _filled(value: Json, told: Mapping[str, Json]) -> Json:
    """`${path.in.payload}` in every text."""
    if isinstance(value, dict):
        return {key: _filled(each, told) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, told) for each in value]
    return INSIDE.sub(lambda found: _at(told, found[1]), value) if isinstance(value, str) else value


def _at(told: Json, path: str) -> str:
    found = at(told, path)
    return found if isinstance(found, str) else "" if found is None else json.dumps(found)
