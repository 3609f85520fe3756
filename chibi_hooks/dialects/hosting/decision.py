"""A fire and what its handlers did -> the object that `host` prints (DESIGN §12): what the agent would do."""

from __future__ import annotations

from collections.abc import Mapping

from chibi_hooks.dialects.hosting.event_run import EventRun, HandlerResult
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.fire import Fire


def decision_of(run: EventRun, fire: Fire) -> dict[str, Json]:
    """The decision, with every handler that is configured for the event."""
    values = _refused(run, fire.folded.values)
    verdict = values.get("decision") or "none"
    stops = bool(values.get("stops"))
    refused = verdict == "deny"
    return {
        "decision": verdict,
        "reason": values.get("reason"),
        "updated_input": None if refused else _input(run, values),
        "updated_output": values.get("updated_output"),
        "context": [] if run.blocked else list(values.get("context") or ()),
        "system_messages": list(values.get("system_messages") or ()),
        "continue": not stops,
        "stop_reason": values.get("stop_reason") if stops else None,
        "keep_going": None if stops else values.get("keep_going"),
        "handlers": [_handler(each) for each in run.results],
        "warnings": [*run.settings.warnings, *run.warnings],
    }


def _refused(run: EventRun, values: Mapping[str, Json]) -> Mapping[str, Json]:
    """A question of a handler that wants an end as well is a refusal where a later one allows; one that is no
    permissionDecision, where anybody else speaks."""
    last = max((at for at, each in enumerate(run.results) if each.end), default=-1)
    if last < 0 or values.get("decision") == "deny" or sum(each.spoke for each in run.results) < 2:
        return values
    asking = run.results[last]
    if asking.forgets or any(each.decision == "allow" for each in run.results[last + 1 :]):
        return {**values, "decision": "deny", "reason": asking.end}
    return values


def _input(run: EventRun, values: Mapping[str, Json]) -> Json:
    given = values.get("updated_input")
    undress = run.hosted.undress
    return given if given is None or undress is None else undress(given, run.given)


def _handler(result: HandlerResult) -> dict[str, Json]:
    entry = result.entry
    return {
        "kind": entry.kind,
        "event": entry.event,
        "matcher": entry.matcher,
        "source": str(entry.source),
        "place": entry.place,
        "command": entry.command if entry.kind == "command" else None,
        "url": entry.url or None,
        "ran": result.ran,
        "why_not": result.why_not,
        "exit": result.exit,
        "timed_out": result.timed_out,
        "stdin": result.stdin,
        "decision": result.decision,
        "ms": result.ms,
    }
