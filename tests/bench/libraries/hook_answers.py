"""Payloads read by path, answers made and written."""

from __future__ import annotations

import json
from typing import Any

SMALL = 2
FULL = 800
PAYLOAD = json.loads(
    '{"tool_name": "fetch_url", "arguments": {"url": "https://example.org/a?b=c", "headers": {"accept": "text/html", '
    '"x-token": "abc"}}, "session": {"id": "s-17", "user": {"name": "ann", "roles": ["dev", "ops"]}}}'
)


def ref(data: Any, path: tuple[str, ...], default: Any) -> Any:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return default
        data = data[key]
    return data


def put(data: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    return {k: put(v, path[1:], value) if k == path[0] else v for k, v in data.items()}


def answer(payload: Any) -> Any:
    roles = ref(payload, ("session", "user", "roles"), [])
    token = ref(payload, ("arguments", "headers", "x-token"), None)
    if "dev" not in roles:
        return {"block": True}
    if token:
        return {"arguments": put(payload, ("arguments", "headers", "x-token"), "***")["arguments"]}
    return {}


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        text = json.dumps(answer(PAYLOAD), separators=(",", ":"))
        total += len(text) + len(ref(PAYLOAD, ("session", "user", "name"), ""))
        total += len(ref(PAYLOAD, ("session", "missing", "name"), []))
    return total
