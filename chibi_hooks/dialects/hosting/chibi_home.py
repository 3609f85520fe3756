"""chibi as an agent whose handlers are run: the plugins of a home alone, at one of our own points -> the object of
`host`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from chibi_hooks.dialects.rows.replying import words_of
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.responders import Stage

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.host import Host


def plugins_decide(host: Host, point: str, payload: Mapping[str, Json]) -> dict[str, Json]:
    """What the home's plugins decide at a point. Raises UnknownPoint and BadPayload."""
    generation = host.generation
    there = generation.responders.get(point)
    if there is not None:
        stages = (Stage(tuple(each for each in stage.responders if each.kind == "plugin")) for stage in there.stages)
        alone = replace(there, stages=tuple(stage for stage in stages if stage.responders), broken=())
        generation = replace(generation, responders={**generation.responders, point: alone})
    fire = host.fire_in(generation, point, payload, settle=False)
    return decision_of_plugins(fire)


def decision_of_plugins(fire: Fire) -> dict[str, Json]:
    """The fire as a decision."""
    words: dict[str, Json] = {}
    for word, value in words_of(fire.point, fire.folded.values):
        words.setdefault(word, value)
    verdict = next((word for word in ("deny", "ask", "allow") if word in words), "none")
    return {
        "decision": verdict,
        "reason": words.get(verdict) if isinstance(words.get(verdict), str) else None,
        "updated_input": None if verdict == "deny" else words.get("rewrite"),
        "updated_output": words.get("output"),
        "context": _texts(words.get("context")),
        "system_messages": _texts(words.get("warn")),
        "continue": "stop" not in words,
        "stop_reason": words.get("stop"),
        "keep_going": words.get("keep_going"),
        "handlers": [_handler(each, fire) for each in fire.answers],
        "warnings": [f"{each.place}: {each.error.message}" for each in fire.answers if each.error is not None],
    }


def _texts(value: Json) -> list[str]:
    return [value] if isinstance(value, str) else []


def _handler(answer: Answer, fire: Fire) -> dict[str, Json]:
    said = dict(words_of(fire.point, answer.value)) if isinstance(answer.value, dict) else {}
    verdict = next((word for word in ("deny", "ask", "allow") if word in said), "none")
    failed = answer.error is not None
    return {
        "kind": "command",
        "event": fire.point,
        "matcher": None,
        "source": answer.place,
        "place": answer.place,
        "command": answer.responder,
        "url": None,
        "ran": True,
        "why_not": None,
        "exit": None if failed else 0,
        "timed_out": answer.error is not None and answer.error.type == "timeout",
        "stdin": dict(fire.payload),
        "decision": "failed" if failed else verdict,
        "ms": answer.ms,
    }
