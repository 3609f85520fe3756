"""The verifier is a wall: generated code that names, reads or contains what it has no use for is not compiled."""

from __future__ import annotations

import ast

import pytest

from chibi_hooks.scheme.compiler.link import verify
from chibi_hooks.scheme.errors import EngineFault

BASE = {"car", "%null?", "map@(scheme base)"}


@pytest.mark.parametrize(
    "text",
    [
        "v0 = v1.car",
        "def g0(v1, /):\n    while True:\n        return v1 + 1",
        "global g0\ng0 = car(v1, b'12')",
        "v0 = v1 if v1.__class__ is (b'2' if 1 else 0) else -1.5",
        "v1.append(v2)",
        "v3, *v4 = v5",
    ],
)
def test_what_the_emitter_makes_passes(text: str) -> None:
    verify(ast.parse(text), BASE)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("import os", "contains Import"),
        ("v0 = __import__", "names '__import__'"),
        ("v0 = open", "names 'open'"),
        ("v0 = v1.__globals__", "the attribute __globals__"),
        ("v0 = v1.car.__init__", "the attribute __init__"),
        ("v1.__dict__ = v2", "the attribute __dict__"),
        ("v0 = 'text'", "the constant 'text'"),
        ("v0 = (1, 'text')", "the constant 'text'"),
        ("v0 = [v1 for v1 in v2]", "contains ListComp"),
        ("v0 = lambda: v1", "contains Lambda"),
        ("v0 = f'{v1}'", "contains JoinedStr"),
        ("v0 = car(v1, v2=1)", "a keyword argument"),
        ("@car\ndef g0(v1): return v1", "a decorator"),
        ("def open(v1): return v1", "names 'open'"),
        ("def g0(secret): return v1", "names 'secret'"),
        ("def g0(v1):\n    global secret\n    return v1", "names 'secret'"),
        ("v0 = v1 in v2", "contains In"),
        ("try:\n    v0\nexcept v1:\n    v0", "contains Try"),
        ("with v0:\n    v1", "contains With"),
        ("class g0: pass", "contains ClassDef"),
        ("del v0", "contains De"),
        ("while v0:\n    if v1:\n        v2 = car(*[v3.f_back])", "the attribute f_back"),
    ],
)
def test_anything_else_is_refused(text: str, part: str) -> None:
    with pytest.raises(EngineFault, match=f"generated code .*{part}"):
        verify(ast.parse(text), BASE)
