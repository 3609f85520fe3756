"""A policy hook: the first rule of a table that fits decides."""

from __future__ import annotations

from typing import Any

SMALL = 2
FULL = 1_500
PROMISE = 4
RULES = [
    ("shell_exec", "command", "git push", "ask"),
    ("shell_exec", "command", "curl ", "ask"),
    ("shell_exec", "command", "rm -rf", "deny"),
    ("shell_exec", "command", "pytest", "allow"),
    ("write_file", "path", "/etc/", "deny"),
    ("write_file", "path", ".md", "allow"),
    ("fetch_url", "url", "http://", "deny"),
    ("fetch_url", "url", "https://docs.", "allow"),
    ("*", "command", "secret", "deny"),
]
PAYLOADS: list[dict[str, Any]] = [
    {"tool_name": "shell_exec", "arguments": {"command": "pytest -q"}},
    {"tool_name": "shell_exec", "arguments": {"command": "cd build && rm -rf *"}},
    {"tool_name": "fetch_url", "arguments": {"url": "https://docs.python.org/3/"}},
    {"tool_name": "write_file", "arguments": {"path": "/home/me/notes.txt", "content": ""}},
    {"tool_name": "shell_exec", "arguments": {"command": "cat secret.txt"}},
]


def decide(payload: dict[str, Any]) -> str:
    tool = payload["tool_name"]
    arguments = payload["arguments"]
    for name, key, part, decision in RULES:
        if name in ("*", tool) and key in arguments and part in arguments[key]:
            return decision
    return "none"


def run(n: int) -> list[int]:
    allowed = denied = 0
    for _ in range(n):
        for payload in PAYLOADS:
            decision = decide(payload)
            if decision == "allow":
                allowed += 1
            elif decision in ("deny", "ask"):
                denied += 1
    return [allowed, denied]
