"""json: a payload of 2 KB parsed, changed and written."""

import json

SMALL = 2
FULL = 120
TEXT = (
    '{"tool_name": "shell_exec", "arguments": {"command": "make test", "cwd": "/srv/project", '
    '"env": {"LANG": "C", "N": 3}}, "history": ['
    + ", ".join(
        f'{{"id": {i}, "ok": true, "ms": 12.5, "text": "line one\\nline two \\u00e9", "none": null}}' for i in range(20)
    )
    + "]}"
)


def run(n: int) -> int:
    total = 0
    for i in range(n):
        payload = json.loads(TEXT)
        changed = {"i": i, **payload}
        out = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
        total += len(payload["history"]) + min(1, len(out))
    return total
