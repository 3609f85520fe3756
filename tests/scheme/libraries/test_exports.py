"""The names that the specification of a library has come in, what it exports goes out: the same, no name less or more.

`tests/exports` has one table for each library that others specified, at the place that it has in `scheme_lib`; the
auxiliary words of its macros (`<>`, `else`) count as names. What a library of our own exports its declaration says.
That each name is used in an example or a case is held by `test_cases`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from tests.scheme.test_cases import LIBRARIES

TABLES: Final = Path(__file__).parents[2] / "exports"
SPECIFIED: Final = ("scheme/", "srfi/")  # R7RS and the SRFIs
# `define-record-type` is made of the first two, orders by several keys of the third, loops that gather of most
# of the rest, what is asked of a quotient of the last ones
OF_THE_ENGINE: Final = {"%make-record-type", "%record", "%comparisons", "%order-in", "%collect-text",
                        "%collected-count", "%collected-first", "%collected-head", "%collected-rest",
                        "%collected-last", "%collected-popped",
                        "%string-begins-with?", "%string-ends-with?",
                        "%collected-none?", "%collected-onto", "%collected-some?", "%collected-backwards",
                        "%collector-noted", "%collected-memq?", "%collected-memv?", "%collected-member?",
                        "%collected-text", "%grown-append", "%grown-string",
                        "%text-append", "%text-length", "%text-string", "%text-none?", "%text-some?", "%pieces",
                        "%pieces-among", "%string-pieces", "%string-finds?", "%take-char", "%list-append",
                        "%collect-all", "%collect-later", "%looked-into", "%collected-noted",
                        "%vector-to-generate", "%reverse-vector-to-generate", "%string-to-generate",
                        "%bytevector-to-generate",
                        "%given-pieces", "%members-join", "%members-sum", "%list-sum", "%members-append",
                        "%members-sorted", "%members-filled", "%letters-sorted",
                        "%spelled", "%displayed",
                        "%piece", "%last-piece",
                        "%collect-strings", "%strings-onto", "%later-characters",
                        "%appended-texts", "%collect-string", "%strung", "%text-backwards", "%string-backwards",
                        "%answered?",
                        "%ceiling-of-quotient", "%floor-of-quotient", "%inexact-of-quotient",
                        "%round-of-quotient", "%truncate-of-quotient"}  # fmt: skip


def _names(root: Path, kind: str) -> list[str]:
    return sorted(str(path.relative_to(root).with_suffix("")) for path in root.rglob(f"*.{kind}"))


def test_every_library_that_others_specified_has_a_table() -> None:
    specified = [name for name in _names(LIBRARIES, "sld") if name.startswith(SPECIFIED)]
    assert _names(TABLES, "txt") == [name for name in specified if "(alias-for" not in _text(name)]


def _text(name: str) -> str:
    return (LIBRARIES / f"{name}.sld").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", _names(TABLES, "txt"))
def test_a_library_exports_what_its_specification_names(name: str) -> None:
    assert _exported(name) == set((TABLES / f"{name}.txt").read_text(encoding="utf-8").split())


def _exported(name: str) -> set[str]:
    asked = f"(map symbol->string (module-exports '({name.replace('/', ' ')})))"
    found = Interpreter(tier="unsandboxed").evaluate(f"(import (scheme base) (tein introspect)) {asked}")
    assert isinstance(found, list)
    return set(found)


def test_every_primitive_can_be_reached_from_a_library() -> None:
    texts = [re.sub(r";[^\n]*", "", path.read_text(encoding="utf-8")) for path in LIBRARIES.rglob("*.s[lc][dm]")]
    words = set(re.findall(r"[^\s()\[\]'`,;\"]+", "\n".join(texts)))
    unused = {name for name in PRIMITIVES if name not in words and name.removeprefix("%") not in words}
    assert unused == OF_THE_ENGINE
