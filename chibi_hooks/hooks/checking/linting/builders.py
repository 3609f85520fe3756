"""The builders of `(harness hooks)` -> what they set."""

from __future__ import annotations

from typing import Final

BUILDERS: Final = {  # what the builders of (harness hooks) set; a test compares this with their text
    "block": "block",
    "ask": "ask",
    "defer": "defer",
    "allow": "allow",
    "stop": "stop",
    "keep-going": "keep_going",
    "context": "context",
    "warn": "warn",
    "rewrite-prompt": "prompt",
    "rewrite-arguments": "arguments",
    "rewrite-argument": "arguments",
    "rewrite-output": "output",
    "rewrite-request": "request_body",
    "inject": "inject",
    "summarize": "summary",
    "respond": "response",
    "exclude-tools": "exclude",
    "only-tools": "include",
    "set-fallback": "fallback",
    "set-fuel": "fuel",
    "add-fuel": "fuel_delta",
    "delivered": "delivered",
}
SETTING: Final = frozenset({"set-fallback", "set-fuel", "add-fuel"})  # that set it to what they are given, as it is
DENY: Final = "deny"  # the builder that sets `denied` at a permission point, else `block`


def makes_answer(name: str) -> bool:
    """Does a procedure of ours by this name make an answer?"""
    return name == DENY or name in BUILDERS
