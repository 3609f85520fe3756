"""A policy hook with memory: so many calls per session, so many in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SMALL = 4
FULL = 2_500
PROMISE = 4
PAYLOADS: list[dict[str, Any]] = [
    {"tool_name": "file_read", "session_id": "a", "arguments": {"path": "x.c"}},
    {"tool_name": "file_read", "session_id": "a", "arguments": {"path": "y.c"}},
    {"tool_name": "shell_exec", "session_id": "b", "arguments": {"command": "make"}},
    {"tool_name": "shell_exec", "session_id": "a", "arguments": {"command": "make test"}},
    {"tool_name": "shell_exec", "session_id": "b", "arguments": {"command": "make"}},
]


@dataclass(slots=True)
class Session:
    calls: int = 0
    last_tool: str = ""
    in_a_row: int = 0


def policy(sessions: dict[str, Session], payload: dict[str, Any]) -> dict[str, Any] | None:
    key = payload["session_id"]
    tool = payload["tool_name"]
    s = sessions.get(key)
    if s is None:
        s = sessions[key] = Session()
    s.calls += 1
    s.in_a_row = s.in_a_row + 1 if tool == s.last_tool else 1
    s.last_tool = tool
    if s.calls > 1000:
        return {"block": True, "message": "too many calls"}
    if tool == "shell_exec" and s.in_a_row > 3:
        return {"block": True, "message": f"again {tool}?"}
    return None


def run(n: int) -> int:
    sessions: dict[str, Session] = {}
    blocked = 0
    for _ in range(n):
        for payload in PAYLOADS:
            if policy(sessions, payload) is not None:
                blocked += 1
    return blocked
