"""An expanded file -> tests that are always true, since only #f is false: constants, procedures that nobody calls, and
what is never #f.

    (if (or (equal? name "a") "b") …)       "b" is true, whatever stands before it
    (cond (equal? name "x") …)              equal? is a procedure: as a test it is always true
    (if (filter bad? words) …)              what (filter …) gives is a list, and () is true, too

#t and #f themselves are meant as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import results_of
from chibi_hooks.hooks.checking.linting.arguments import takes
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding, Severity
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import (
    FileDefinitions,
    KnownBindings,
    bound_for_good,
    called,
    meant,
    narrowed,
    resolved,
    spot,
    text_at,
    walk,
)
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, TRUE, UNSPECIFIED, String
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

TRUE_TOO: Final = "only #f is false, so this is always true"
ASKING: Final = re.compile(r"\((?:if|when|unless|and|or|not|do|cond)[\s(]")  # what a test is written in
PICKING: Final = frozenset({  # whose first operand is a test of each member
    "filter", "remove", "partition", "find", "find-tail", "count", "list-index", "take-while", "drop-while",
})  # fmt: skip
INSTEAD: Final = {
    "a list": "write (pair? {}): the empty list is true, too",
    "a string": 'write (not (equal? {} "")): the empty string is true, too',
    "a number": "compare it: (> {} 0); 0 is true, too",
}
NEVER_FALSE: Final = {"shell-commands": "a list"}  # or that it is not parsed
CURSORS: Final = ("string-index", "string-index-right", "string-skip", "string-skip-right")
ANY: Final = ("map", "filter", "filter-map")

TestNode = tuple[core.Node, core.Node]  # and what asks


def tests_that_are_none(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each test that is always true."""
    truth = _Truth(definitions, bound_for_good(nodes), source)
    for node in nodes:
        for test, around in _tests_of(node, definitions):
            yield from truth.findings(test, around)


def _tests_of(node: core.Node, definitions: FileDefinitions) -> Iterator[TestNode]:
    """The nodes of which only matters whether they are true, those at the end of others among them."""
    match node:
        case core.If():
            yield from _ends_of(node.test, node)
        case core.And():
            for each in node.parts[:-1]:
                yield from _ends_of(each, node)
        case core.Or():  # what (and test value) gives in it is its value
            for each in node.parts[:-1]:
                yield from [(each, node)] if isinstance(each, core.And) else _ends_of(each, node)
        case core.Call() if node.operands and (name := called(node, definitions)):
            first = node.operands[0]
            if not text_at(node.place).startswith(f"({name}"):  # a macro's
                return
            if name == "not":
                yield from _ends_of(first, node)
            elif name in PICKING and isinstance(first, core.Lambda):
                yield from _ends_of(first.body, node)


def _ends_of(test: core.Node, around: core.Node) -> Iterator[TestNode]:
    match test:
        case core.And() | core.Or():
            yield from _ends_of(test.parts[-1], test)
        case core.Sequence():
            yield from _ends_of(test.parts[-1], around)
        case _:
            yield test, around


class _Truth:
    """What is known of tests in one file."""

    def __init__(self, definitions: FileDefinitions, held: KnownBindings, source: SourceText) -> None:
        self.definitions = definitions
        self.held = held
        self.source = source

    def findings(self, test: core.Node, around: core.Node) -> Iterator[Finding]:
        """What is wrong with a test."""
        if isinstance(test, core.GlobalRef | core.LocalRef):
            yield from self._procedure(test, around)
        place = _written(test, around)
        if place is None:
            return
        match test:
            case core.Const():
                yield from self._constant(test, around, place)
            case core.Lambda():
                yield self._told(place, f"a procedure is no test: {TRUE_TOO}", "call it, or leave (lambda …) out")
            case core.Call() | core.LocalRef():
                yield from self._never_false(test, around, place)

    def _told(self, place: Place, message: str, hint: str, severity: Severity = "error") -> Finding:
        return Finding(spot(place, self.source), severity, message, "always-true", hint)

    def _constant(self, test: core.Const, around: core.Node, place: Place) -> Iterator[Finding]:
        if test.value is TRUE or test.value is FALSE or test.value is UNSPECIFIED:
            return
        word = text_at(place)
        if _is_last_clause(around):
            hint = "what else is to be done stands in (else …)"
            yield self._told(place, f"{word} is no test: {TRUE_TOO}", hint, "warning")
            return
        hint = "a test is a call, such as (equal? name value)"
        if isinstance(around, core.And | core.Or):
            hint = f"each part is a test of its own: ({'or' if isinstance(around, core.Or) else 'and'} (…) (… {word}))"
            if isinstance(around, core.Or) and isinstance(test.value, String):
                hint = f"each part is a test of its own; of several texts: (member name '(… {word}))"
        elif word.startswith(("'", "(quote")):
            hint = f"without the quote it is asked: {word.removeprefix(chr(39))}"
        yield self._told(place, f"{short(test.value)} is no test: {TRUE_TOO}", hint)

    def _never_false(self, test: core.Node, around: core.Node, place: Place) -> Iterator[Finding]:
        node = test
        if isinstance(test, core.LocalRef):
            if isinstance(around, core.And | core.Or):  # where it is asked once more, nothing is lost
                return
            node = meant(test, self.definitions, self.held)
        name = called(node, self.definitions)
        if not isinstance(node, core.Call) or not name:
            if isinstance(node, core.Call) and self._answers(node):
                yield self._told(place, f"an answer is no test: {TRUE_TOO}", "a test gives #t or #f")
            return
        text, what = text_at(place), NEVER_FALSE.get(name) or given(node, self.definitions)
        short_text = text if len(text) < 60 else f"({name} …)"
        if makes_answer(name) or name == "no-opinion":
            yield self._told(place, f"an answer is no test: {TRUE_TOO}", "it is what a hook gives, its last value")
        elif name == "payload-ref" and len(node.operands) == 3:
            default = meant(node.operands[2], self.definitions, self.held)
            if isinstance(default, core.Const) and default.value is not FALSE and default.value is not TRUE:
                said = short(default.value)
                message = f"where nothing is sent, this is {said}, and only #f is false: that is true, too"
                right = f"(payload-ref {text_at(node.operands[0].place) or '…'} {self._key(node)})"
                hint = f"write {right}, which is #f then, or compare it with {said}"
                yield self._told(place, message, hint, "warning")  # false may be sent
        elif what in INSTEAD:
            hint = INSTEAD[what].format(short_text)
            if name in CURSORS:
                hint = "it gives the end where it finds none: write (string-contains …), or (string-any … …)"
            elif name in ANY:
                hint = f"write (any …) in place of ({name} …), or (pair? {short_text}): the empty list is true, too"
            yield self._told(place, f"what ({name} …) gives is {what}: {TRUE_TOO}", hint)

    def _answers(self, node: core.Call) -> bool:
        """Is it a procedure of the file that gives an answer on each path?"""
        procedure = resolved(node.operator, self.definitions)
        if not isinstance(procedure, core.Lambda):
            return False
        given_by = [called(each, self.definitions) for each, _ in results_of(procedure, self.definitions)]
        return bool(given_by) and all(makes_answer(each) or each == "no-opinion" for each in given_by)

    def _key(self, node: core.Call) -> str:
        key = node.operands[1]
        return short(key.value) if isinstance(key, core.Const) else text_at(key.place) or "…"

    def _procedure(self, test: core.GlobalRef | core.LocalRef, node: core.Node) -> Iterator[Finding]:
        """A procedure by its name."""
        if test.place is None:
            return
        name, clauses = takes(test, self.definitions, self.held)
        if not clauses or text_at(test.place) != name or _may_be_none(test, node, self.definitions):
            return
        message = f"{name} is a procedure, and is not called here: as a test it is always true"
        hint = f"write ({name} …)"
        if text_at(node.place).startswith(f"({name} "):  # a clause of `cond`
            right = f"(else ({name} …))" if makes_answer(name) else f"(({name} …) …)"
            hint = f"a clause is the test in brackets of its own, then what it gives: {right}"
        yield self._told(test.place, message, hint)


def _written(test: core.Node, around: core.Node) -> Place | None:
    """Where a test stands as the author wrote it; None where a macro made it, or asks."""
    asked = text_at(around.place)
    place = test.place
    if place is None and isinstance(test, core.Const):
        place = narrowed(around.place, short(test.value))
    text = text_at(place)
    if place is None or not text or place == around.place:
        return None
    if isinstance(around, core.Call) or ASKING.match(asked) or asked[1:].lstrip().startswith(text):
        return place
    return None


def _is_last_clause(around: core.Node) -> bool:
    """Is it a clause of `cond` with nothing after it?"""
    if not isinstance(around, core.If) or ASKING.match(text_at(around.place)):
        return False
    return isinstance(around.otherwise, core.Const) and around.otherwise.value is UNSPECIFIED


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
