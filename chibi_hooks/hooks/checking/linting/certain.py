"""Calls of our procedures whose operands are constants, or what another of them gives -> those that can only fail, and
comparisons that are never true; procedures that stand where a test belongs.

    (string-append "found " 3)                string-append: argument 2: wanted a string; 3 is a number
    (cond (equal? name "x") …)                equal? is a procedure: as a test it is always true

`payload_use.py` says the same of what comes from a payload.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.arguments import KnownBindings, bound_for_good, takes
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, narrowed, spot, text_at, walk
from chibi_hooks.hooks.checking.linting.payload_use import WANTED
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import String
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

APART: Final = frozenset({"a string", "a number", "a boolean", "a character", "a symbol"})  # none is equal to another
FITTING: Final[Mapping[str, frozenset[str]]] = {
    "a list": frozenset({"a list", "a pair"}),
    "a pair": frozenset({"a list", "a pair"}),
}
IDENTITY: Final = ("eq?", "eqv?")
SEARCHING: Final = frozenset({"member", "memq", "memv"})


def certain_mistakes(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each call that can only fail by what it is given, each comparison that is never true, each test that is none."""
    held = bound_for_good(nodes)
    for node in nodes:
        if isinstance(node, core.Call) and (name := called(node, definitions)):
            if not text_at(node.place).startswith(f"({name}"):  # a macro's, which may stand where nothing comes by
                continue
            if name in WANTED or name in SEARCHING:
                yield from _wrong_type(name, node, definitions, source)
            elif name in (*IDENTITY, "equal?") and len(node.operands) == 2:
                yield from _never_true(name, node, definitions, source)
        for test in _tests_in(node):
            yield from _procedure_as_test(test, node, definitions, held, source)


def _said(node: core.Node, what: str, definitions: FileDefinitions) -> str:
    """`3 is a number`, `what (string-length …) gives is a number`."""
    if isinstance(node, core.Const):
        return f"this is {what}" if what == "()" else f"{short(node.value)} is {what}"
    return f"what ({called(node, definitions)} …) gives is {what}"


def _wrong_type(
    name: str, node: core.Call, definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    if name in SEARCHING:
        wanted, indices = "a list", range(1, 2)
    else:
        wanted, indices = WANTED[name][0], range(WANTED[name][2])
    for index, operand in enumerate(node.operands):
        if index not in indices:
            continue
        got = given(operand, definitions)
        fits = got == wanted or got in FITTING.get(wanted, ()) or (got == "()" and wanted == "a list")
        if not got or fits:
            continue
        where = f"argument {index + 1}: " if len(node.operands) > 1 else ""
        message = f"{name}: {where}wanted {wanted}; {_said(operand, got, definitions)}"
        hint = _converted(operand, got, wanted)
        place = operand.place
        if place is None and isinstance(operand, core.Const):
            place = narrowed(node.place, short(operand.value))
        yield Finding(spot(place, source), "error", message, "wrong-type", hint)
        return


def _converted(operand: core.Node, got: str, wanted: str) -> str:
    """What to write for it."""
    text = text_at(operand.place)
    match got, wanted:
        case "a number", "a string":
            if isinstance(operand, core.Const):
                return f'write "{short(operand.value)}"'
            return f"write (number->string {text or '…'})"
        case "a string", "a number":
            return "texts are joined by string-append, and compared by equal? or string<?"
        case "a symbol", "a string":
            return f'write "{operand.value.text}"' if isinstance(operand, core.Const) else "write (symbol->string …)"
        case "a character", "a string":
            return f"write (string {text or '…'})"
    return ""


def _never_true(
    name: str, node: core.Call, definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """A comparison of two values of which it is known what they are."""
    (one, other), kinds = node.operands, [given(each, definitions) for each in node.operands]
    if all(each in APART for each in kinds) and kinds[0] != kinds[1]:
        message = f"{_said(one, kinds[0], definitions)}, and {_said(other, kinds[1], definitions)}: this is never true"
        constant = next((each.value for each in node.operands if isinstance(each, core.Const)), None)
        is_letter = "a character" in kinds and isinstance(constant, String) and len(constant.s) == 1
        hint = f"write #\\{constant.s}" if is_letter and isinstance(constant, String) else ""
        yield Finding(spot(node.place, source), "error", message, "never-equal", hint)
    elif name in IDENTITY and kinds == ["a string", "a string"]:
        message = f"{name} compares by identity: two strings are never the same one, so this is never true"
        hint = f"write (equal? {text_at(one.place) or short(getattr(one, 'value', None))} …)"
        yield Finding(spot(node.place, source), "error", message, "identity", hint)


def _tests_in(node: core.Node) -> Sequence[core.Node]:
    """The nodes of which only matters whether they are true."""
    match node:
        case core.If():
            return [node.test]
        case core.And() | core.Or():
            return node.parts[:-1]
    return ()


def _may_be_none(test: core.GlobalRef | core.LocalRef, node: core.Node, definitions: FileDefinitions) -> bool:
    """Is it asked whether there is a procedure at all? `(if log (log name))`, `(or mine theirs)` of what the file says
    may be #f tomorrow."""
    match node:
        case core.If():
            then = [node.then]
        case core.And():
            then = node.parts[1:]
        case _:
            return isinstance(test, core.LocalRef) or test.location in definitions
    used = (each for each in walk(then) if isinstance(each, core.GlobalRef | core.LocalRef))
    return any(_named_by(each) is _named_by(test) for each in used)


def _named_by(node: core.GlobalRef | core.LocalRef) -> core.Global | core.Variable:
    return node.variable if isinstance(node, core.LocalRef) else node.location


def _procedure_as_test(
    test: core.Node, node: core.Node, definitions: FileDefinitions, held: KnownBindings, source: SourceText
) -> Iterator[Finding]:
    if not isinstance(test, core.GlobalRef | core.LocalRef) or test.place is None:
        return
    name, clauses = takes(test, definitions, held)
    if not clauses or text_at(test.place) != name or _may_be_none(test, node, definitions):
        return
    message = f"{name} is a procedure, and is not called here: as a test it is always true"
    hint = f"write ({name} …)"
    if text_at(node.place).startswith(f"({name} "):  # a clause of `cond`
        right = f"(else ({name} …))" if makes_answer(name) else f"(({name} …) …)"
        hint = f"a clause is the test in brackets of its own, then what it gives: {right}"
    yield Finding(spot(test.place, source), "error", message, "always-true", hint)

