"""A policy hook: dangerous commands are refused, others are noted."""

from __future__ import annotations

from typing import Any

SMALL = 2
FULL = 1_500
PROMISE = 4
PAYLOADS = [
    {
        "tool_name": "shell_exec",
        "arguments": {"command": "git push --force origin main", "cwd": "/srv/project"},
        "session_id": "s-1",
        "agent": "coder",
    },
    {
        "tool_name": "shell_exec",
        "arguments": {"command": "ls -la src | grep test", "cwd": "/srv/project"},
        "session_id": "s-1",
        "agent": "coder",
    },
    {"tool_name": "file_read", "arguments": {"path": "README.md"}, "session_id": "s-1", "agent": "coder"},
    {
        "tool_name": "shell_exec",
        "arguments": {"command": "sudo rm -rf /var/lib/data && echo done", "cwd": "/"},
        "session_id": "s-2",
        "agent": "ops",
    },
    {
        "tool_name": "shell_exec",
        "arguments": {"command": "python -m pytest tests -x -q", "cwd": "/srv/project"},
        "session_id": "s-2",
        "agent": "ops",
    },
]
FORBIDDEN = ("sudo", "shutdown", "mkfs", "dd")


def dangerous(words: list[str]) -> str | None:
    for i, word in enumerate(words):
        if word in FORBIDDEN:
            return "refused: " + word
        if word == "rm" and i + 1 < len(words) and words[i + 1].startswith("-") and "r" in words[i + 1]:
            return "refused: rm -r"
        if word == "git" and "--force" in words[i + 1 :]:
            return "refused: git --force"
    return None


def policy(payload: dict[str, Any]) -> dict[str, Any] | None:
    if payload["tool_name"] == "shell_exec":
        reason = dangerous(payload["arguments"].get("command", "").split(" "))
        if reason:
            return {"block": True, "message": reason}
    return None


def run(n: int) -> list[int]:
    blocked = text = 0
    for _ in range(n):
        for payload in PAYLOADS:
            answer = policy(payload)
            if answer:
                blocked += 1
                text += len(answer["message"])
    return [blocked, text]
