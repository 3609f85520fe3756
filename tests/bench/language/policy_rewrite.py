"""A policy hook: tools of a request are cut to a list, a system text is put in front, long texts are shortened."""

from __future__ import annotations

from typing import Any

SMALL = 2
FULL = 2_000
PROMISE = 4
PAYLOAD: dict[str, Any] = {
    "request_body": {
        "model": "m-1",
        "temperature": 0.7,
        "messages": [
            {"role": "system", "content": "You are helpful."},
            {
                "role": "user",
                "content": "Please read the file and tell me what is in it, at length, with all the details "
                "that you find worth mentioning.",
            },
            {"role": "assistant", "content": "It holds three functions."},
            {"role": "user", "content": "Which?"},
        ],
        "tools": [{"name": "shell_exec"}, {"name": "file_read"}, {"name": "web_search"}, {"name": "find"}],
    }
}
ALLOWED = ("file_read", "find")


def shorten(text: str, limit: int) -> str:
    return text[:limit] + " …" if len(text) > limit else text


def policy(payload: dict[str, Any]) -> dict[str, Any]:
    body = payload["request_body"]
    messages = [{**m, "content": shorten(m["content"], 60)} for m in body["messages"]]
    tools = [tool for tool in body["tools"] if tool["name"] in ALLOWED]
    first = {"role": "system", "content": "Be brief."}
    return {"request_body": {**body, "messages": [first, *messages], "tools": tools}}


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        body = policy(PAYLOAD)["request_body"]
        total += len(body["tools"]) + sum([len(m["content"]) for m in body["messages"]])
    return total
