"""A row of a policy's table -> the event of an agent that says the same; its reply -> what that makes the agent do.

A policy needs nothing here: its table is sent row by row, and what has to come back is what the agent's rows say of the
verdict (`honours`, `degrades`, `cannot`), as `chibi-hooks points --agents` prints it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from chibi_hooks.dialects.guests import guest_of
from chibi_hooks.dialects.rows.dialect import RowDialect, dialect_of
from chibi_hooks.dialects.rows.matrix import points_of, told
from chibi_hooks.dialects.rows.memory import InProcess
from chibi_hooks.dialects.rows.row import Word
from chibi_hooks.dialects.rows.tools import KINDS
from tests.dialects.events import SENDS, claude, firebender
from tests.policies.tables import FOLDER, SETTINGS, Judge, Row, payload_of, rows

AGENTS: Final = ("claude-code", "caliban", "firebender", "chibi")
WORDS: Final[dict[str, Word]] = {
    "deny": "deny", "ask": "ask", "redact": "output", "keep": "keep_going", "context": "context", "warn": "warn",
}  # fmt: skip
MCP: Final = {"claude-code": "mcp__{}__{}", "caliban": "mcp__{}__{}"}  # how an agent calls a server's tool

Object = dict[str, Any]


class Sent(NamedTuple):
    """An event in an agent's own form: its name, what it is told, and the hook point that it fires."""

    event: str
    payload: Object
    point: str


class Unlike(NamedTuple):
    """What a row came back as, and what it may come back as by the agent's rows."""

    agent: str
    row: Row
    wanted: frozenset[str]
    got: str
    reply: str


def event_of(agent: str, text: str, session: str, project: str) -> Sent | None:
    """The event that says what an input of a table says; None where the agent has none for it."""
    point, payload = payload_of(text)
    if agent == "chibi":
        return Sent(point, {"session_id": session, "cwd": project, "project_root": project, **payload}, point)
    made = _own_event(agent, point, payload)
    if made is None:
        return None
    about = _moved(made, project)
    for key in ("session_id", "conversation_id"):
        if key in about:
            about[key] = session
    name = next(about[key] for key in ("hook_event_name", "hookEventName") if key in about)
    return Sent(name, {"cwd": project, **about} if agent != "firebender" else about, point)


def _own_event(agent: str, point: str, payload: Object) -> Object | None:
    sends = SENDS[agent]
    if point == "pre_tool":
        call = _own_call(agent, payload["tool_name"], payload["arguments"])
        return None if call is None else sends.before(*call)
    if point in ("pre_tool_output", "post_tool"):
        return _after(agent, point, payload)
    plain = {"pre_message": sends.prompt, "pre_stop": sends.stop, "on_start": sends.start}.get(point)
    if plain is None:
        return None
    return {**plain, "prompt": payload["prompt"]} if "prompt" in payload else dict(plain)


def _after(agent: str, point: str, payload: Object) -> Object | None:
    call = _own_call(agent, payload.get("tool_name", ""), payload.get("arguments", {}))
    if call is None and agent == "firebender" and point == "pre_tool_output":
        call = ("MCP:open", {})
    if call is None:
        return None
    output = payload.get("output", payload.get("result", ""))
    if agent == "firebender":
        return firebender("postToolUse", tool_name=call[0], tool_input=call[1], tool_output=output)
    if agent == "caliban":
        about = {"name": call[0], "useId": "u", "input": call[1]}
        return {"hookEventName": "PostToolUse", "session_id": "s", "tool": about, "tool_response": output}
    return claude("PostToolUse", tool_name=call[0], tool_input=call[1], tool_response=output)


def _own_call(agent: str, tool: str, arguments: Object) -> tuple[str, Object] | None:
    dialect = _dialect(agent)
    if tool.startswith("mcp:"):
        server, _, name = tool[4:].partition("/")
        return (MCP[agent].format(server, name), arguments) if agent in MCP else None  # it names no servers
    if tool in SENDS[agent].calls:
        own, example = SENDS[agent].calls[tool]
        keys = dialect.tools.read(own, example, "/w", None)[0].keys
    else:
        own = next((own for own, canonical in dialect.tools.names.items() if canonical == tool), tool)
        keys = {canonical: names[0] for canonical, names in dialect.tools.keys.items()}
    if own in KINDS:
        return None  # it has none of this kind
    return own, {keys.get(key, key): value for key, value in arguments.items()}


def _moved(value: Any, project: str) -> Any:
    if isinstance(value, dict):
        return {key: _moved(each, project) for key, each in value.items()}
    if isinstance(value, list):
        return [_moved(each, project) for each in value]
    return project if value == "/w" else value


def _dialect(agent: str) -> RowDialect:
    found = dialect_of(agent)
    assert found is not None
    return found


def wanted_of(agent: str, sent: Sent, verdict: str) -> set[str]:
    """What may come back for a verdict, by the rows of the agent."""
    if verdict == "pass":
        return {"nothing"}
    if agent == "chibi":
        return {verdict}
    found = set()
    for row in _dialect(agent).rows:
        if row.event == sent.event and sent.point in points_of(row):
            effect, to, _ = told(row.effect(WORDS[verdict]))
            mcp_only = verdict == "redact" and row.call is not None and row.call.replaces == "mcp"
            if mcp_only:
                effect = "honours" if sent.payload["tool_name"].startswith("MCP:") else "cannot"
            found.add({"honours": verdict, "cannot": "nothing"}.get(effect, to))
    return found or {"nothing"}


def effect_of(reply: bytes) -> str:
    """What a reply makes an agent do, in the words of a table; "nothing" for silence."""
    said = json.loads(reply or b"{}")
    told = {**said, **said.get("hookSpecificOutput", {})}
    decision = told.get("permissionDecision") or told.get("permission") or told.get("decision")
    if told.get("followup_message") or told.get("keep_going") or (decision == "block" and told.get("stop_hook_active")):
        return "keep"
    if decision in ("deny", "block") or told.get("denied") or told.get("block"):
        return "deny"
    if decision == "ask" or told.get("ask"):
        return "ask"
    keys = (("updatedToolOutput", "redact"), ("updated_mcp_tool_output", "redact"), ("output", "redact"),
            ("additionalContext", "context"), ("additional_context", "context"), ("context", "context"),
            ("systemMessage", "warn"), ("user_message", "warn"), ("warn", "warn"))  # fmt: skip
    return next((word for key, word in keys if told.get(key)), "nothing")


def unlike(name: str, directory: Path, *, whole: bool) -> Iterator[Unlike]:
    """The rows of a policy's table that an agent is answered otherwise than its rows say; `whole`: all of them, else of
    each agent those up to the first that is refused and the first that passes."""
    judge = Judge(directory, {name: {}})
    seen: dict[str, set[bool]] = {agent: set() for agent in AGENTS}
    try:
        for row in rows(FOLDER / f"{name}.txt"):
            if row.word in SETTINGS:
                judge.set(row, name)
                continue
            for agent in AGENTS:
                if whole or len(seen[agent]) < 2:
                    found = _send(judge, agent, row)
                    if found is not None:
                        seen[agent].add(row.word == "pass")
                        if found.got not in found.wanted:
                            yield found
            if not whole and all(len(each) == 2 for each in seen.values()):
                return
    finally:
        judge.close()


def _send(judge: Judge, agent: str, row: Row) -> Unlike | None:
    """What a row's event came back as; None where the agent has no event for it: then it happens all the same."""
    session = f"{agent}-{judge.session}"
    sent = event_of(agent, row.text, session, str(judge.project))
    if sent is None:
        judge.ask(row.text, session)
        return None
    guest = guest_of(agent, sent.event, json.dumps(sent.payload).encode())
    assert guest is not None
    reply = guest.answer(judge.host, InProcess(time.monotonic)).text
    got = effect_of(reply)
    if row.word == "keep" and got == "deny":
        got = "keep"  # who refuses the end goes on
    return Unlike(agent, row, frozenset(wanted_of(agent, sent, row.word)), got, reply.decode())
