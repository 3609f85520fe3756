"""An expanded file -> tests that rule each other out, and those that stand there twice.

    (and (equal? name "a") (equal? name "b"))               never true
    (or (not (equal? name "a")) (not (equal? name "b")))    always true
    (cond ((equal? name "a") …) ((equal? name "a") …))      the second one is never reached

Of what gives the same however often it is asked: names that nobody assigns, and lookups of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chibi_hooks.hooks.checking.linting.finding import Finding, Severity
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, spot, text_at
from chibi_hooks.hooks.checking.linting.operands import MUTATING
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, Value
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

EQUAL: Final = frozenset({"equal?", "eqv?", "eq?", "string=?"})
TESTS: Final = EQUAL | {"member", "string-contains", "string-prefix?", "string-suffix?", "regexp-search", "not"}
LOOKUPS: Final = frozenset({"payload-ref", "assoc", "cdr", "car", "string-downcase", "string-upcase", "string-trim"})
MOST: Final = 100  # parts of one `and`, members of one list, clauses of one `cond`


class _Claim(NamedTuple):
    """`subject` is asked to be one of these, as they are written."""

    subject: str
    values: frozenset[str]
    place: Place | None


def contradictions(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each test that another one decides."""
    if any(isinstance(node, core.GlobalRef) and node.location.name in MUTATING for node in nodes):
        return  # the same name may hold something else from one test to the next
    chained: set[int] = set()  # the ids of clauses that were looked at from the first one on
    for node in nodes:
        match node:
            case core.And():
                asked = [_asked(each, definitions) for each in node.parts[:MOST]]
                if apart := _apart([each for each in asked if each is not None]):
                    message = f"{apart[0].subject} is never {_words(apart[0])} and {_words(apart[1])} at once"
                    hint = f"is it one of them? (or …), or (member {apart[0].subject} '({_both(apart)}))"
                    yield _told(apart[1].place, "error", f"{message}: this is never true", "never-true", hint, source)
            case core.Or():
                denied = [_denied(each, definitions) for each in node.parts[:MOST]]
                if apart := _apart([each for each in denied if each is not None]):
                    message = f"{apart[0].subject} is always another than {_words(apart[0])} or {_words(apart[1])}"
                    hint = f"is it none of them? (not (member {apart[0].subject} '({_both(apart)})))"
                    yield _told(apart[1].place, "error", f"{message}: this is always true", "always-true", hint, source)
            case core.If() if id(node) not in chained:
                yield from _twice(node, definitions, chained, source)


def _told(
    place: Place | None, severity: Severity, message: str, code: str, hint: str, source: SourceText
) -> Finding:
    return Finding(spot(place, source), severity, message, code, hint)


def _twice(
    node: core.Node, definitions: FileDefinitions, chained: set[int], source: SourceText
) -> Iterator[Finding]:
    """Clauses with the test of one before them."""
    before: set[str] = set()
    for _ in range(MOST):
        if not isinstance(node, core.If):
            return
        chained.add(id(node))
        text = text_at(node.test.place)
        if _stays(node.test, definitions, TESTS):
            if text in before:
                message = "this test has been asked before it: where it is true, what stands here is never reached"
                yield _told(node.test.place, "warning", message, "never-true", "take one of both out", source)
            before.add(text)
        node = node.otherwise


def _stays(node: core.Node, definitions: FileDefinitions, names: frozenset[str]) -> bool:
    """Does it give the same however often it is asked, and is it written so?"""
    pending, first = [node], True
    for _ in range(MOST):
        if not pending:
            return True
        node = pending.pop()
        match node:
            case core.Const():
                pass
            case core.LocalRef(variable=variable):
                if variable.assigned:
                    return False
            case core.GlobalRef(location=location):
                if location.assigned:
                    return False
            case core.Call():
                name = called(node, definitions)
                known = names if first else LOOKUPS | (TESTS if "not" in names else frozenset())
                if name not in known or not text_at(node.place).startswith(f"({name}"):
                    return False
                pending += node.operands
            case _:
                return False
        first = False
    return False


def _asked(node: core.Node, definitions: FileDefinitions) -> _Claim | None:
    """What `(equal? subject constant)` or `(member subject constants)` asks."""
    name = called(node, definitions)
    if not isinstance(node, core.Call) or len(node.operands) != 2 or not text_at(node.place).startswith(f"({name}"):
        return None
    one, other = node.operands
    if name in EQUAL and isinstance(one, core.Const):
        one, other = other, one
    subject = text_at(one.place)
    if not isinstance(other, core.Const) or isinstance(one, core.Const) or not subject:
        return None
    if not _stays(one, definitions, LOOKUPS):
        return None
    if name in EQUAL and not isinstance(other.value, Pair) and other.value is not FALSE:
        return _Claim(subject, frozenset({short(other.value)}), node.place)
    if name == "member" and (values := _members(other.value)):
        return _Claim(subject, frozenset(map(short, values)), node.place)
    return None


def _denied(node: core.Node, definitions: FileDefinitions) -> _Claim | None:
    """The same of `(not …)`."""
    if called(node, definitions) == "not" and isinstance(node, core.Call) and len(node.operands) == 1:
        return _asked(node.operands[0], definitions)
    return None


def _apart(asked: Sequence[_Claim]) -> tuple[_Claim, _Claim] | None:
    """Two that are asked of the same, and have nothing in common."""
    for at, one in enumerate(asked):
        for other in asked[at + 1 :]:
            if one.subject == other.subject and not one.values & other.values:
                return one, other
    return None


def _members(value: Value) -> list[Value]:
    found: list[Value] = []
    while isinstance(value, Pair) and len(found) < MOST:
        found.append(value.car)
        value = value.cdr
    return found if value is NIL else []


def _words(asked: _Claim) -> str:
    return " or ".join(sorted(asked.values)[:3])


def _both(apart: tuple[_Claim, _Claim]) -> str:
    return " ".join(each for asked in apart for each in sorted(asked.values)[:5])
