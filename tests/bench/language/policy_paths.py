"""A policy hook: writes stay inside the project and out of secret files."""

from __future__ import annotations

from typing import Any

SMALL = 2
FULL = 1_200
PROMISE = 4
PAYLOADS: list[dict[str, Any]] = [
    {
        "tool_name": "write_file",
        "arguments": {"path": "/srv/project/src/../docs/./guide.md", "content": "hello"},
    },
    {"tool_name": "write_file", "arguments": {"path": "/srv/project/../other/main.c", "content": "int main;"}},
    {"tool_name": "file_edit", "arguments": {"path": "/srv/project/.env", "old": "A=1", "new": "A=2"}},
    {"tool_name": "file_read", "arguments": {"path": "/etc/passwd"}},
    {"tool_name": "write_file", "arguments": {"path": "/srv/project/keys/server.pem", "content": "x"}},
]
ROOT = ["srv", "project"]
SECRET_SUFFIXES = (".pem", ".key", ".env", "id_rsa")


def normalise(path: str) -> list[str]:
    done: list[str] = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if done:
                done.pop()
        else:
            done.append(part)
    return done


def policy(payload: dict[str, Any]) -> dict[str, Any] | None:
    path = payload["arguments"].get("path")
    if path and payload["tool_name"] in ("write_file", "file_edit"):
        parts = normalise(path)
        if parts[: len(ROOT)] != ROOT:
            return {"block": True, "message": "outside of the project: /" + "/".join(parts)}
        if parts and parts[-1].endswith(SECRET_SUFFIXES):
            return {"block": True, "message": "a secret file"}
    return None


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for payload in PAYLOADS:
            answer = policy(payload)
            if answer:
                total += len(answer["message"])
    return total
