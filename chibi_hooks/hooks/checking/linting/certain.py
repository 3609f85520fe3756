"""Calls of our procedures whose operands are constants, or what another of them gives -> those that can only fail, and
comparisons that are never true.

    (string-append "found " 3)                      string-append: argument 2: wanted a string; 3 is a number
    (eq? (string-contains text "rm") #t)            what (string-contains …) gives is a number or #f, never #t
    (equal? (string-downcase text) "DROP")          it has no capitals

`payload_use.py` says the same of what comes from a payload.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.builders import DENY, makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import FOUND, given
from chibi_hooks.hooks.checking.linting.nodes import (
    FileDefinitions,
    KnownBindings,
    bound_for_good,
    called,
    meant,
    narrowed,
    spot,
    text_at,
)
from chibi_hooks.hooks.checking.linting.operands import WANTED
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, TRUE, Pair, String, Symbol, Value, string_of
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

APART: Final = frozenset({"a string", "a number", "a boolean", "a character", "a symbol"})  # none is equal to another
FITTING: Final[Mapping[str, frozenset[str]]] = {
    "a list": frozenset({"a list", "a pair", "()"}),
    "a pair": frozenset({"a list", "a pair"}),
}
IDENTITY: Final = ("eq?", "eqv?")
SEARCHING: Final = frozenset({"member", "memq", "memv"})
OF_CHARACTERS: Final = frozenset({  # whose second operand is a character, or a test of one
    "string-index", "string-index-right", "string-skip", "string-skip-right", "string-trim",
    "string-trim-both", "string-trim-right", "string-find", "string-find-right",
})  # fmt: skip
OF_PROCEDURES: Final = frozenset({  # whose first operand is a procedure
    "map", "for-each", "filter", "remove", "any", "every", "find", "find-tail", "filter-map", "append-map", "count",
    "fold", "fold-right", "reduce", "partition", "apply", "vector-map", "vector-for-each", "string-for-each",
})  # fmt: skip
EXACT: Final = frozenset({"equal?", "string=?", "member"})
COMPARING: Final = frozenset({"equal?", "string=?", "string-contains", "string-prefix?", "string-suffix?", "member"})
NEVER_IN: Final[Mapping[str, tuple[str, str]]] = {  # what a text that one gives never has in it, and how that is said
    "path-extension": (r"[.A-Z]", "no dot and no capitals"), "path-name": (r"/.", "no / in it"),
    "command-name": (r"[/ ]", "no / and no space in it"),
}  # fmt: skip
LETTERS: Final = {"string-downcase": "capitals", "string-foldcase": "capitals", "string-upcase": "small letters"}
FINDERS: Final = ("string-contains", "list-index")  # whose #f is an answer as any other


def certain_mistakes(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each call that can only fail by what it is given, each comparison that is never true."""
    held = bound_for_good(nodes)
    certain = _Certain(definitions, held, {variable.name for variable in held}, source)
    for node in nodes:
        name = called(node, definitions)
        if isinstance(node, core.Call) and name and text_at(node.place).startswith(f"({name}"):  # no macro's: of those
            yield from certain.findings(name, node)  # some may stand where nothing comes by


class _Certain:
    """What is known of values in one file."""

    def __init__(
        self, definitions: FileDefinitions, held: KnownBindings, names: Collection[str], source: SourceText
    ) -> None:
        self.definitions = definitions
        self.held = held
        self.names = names  # what the file calls its values
        self.source = source

    def findings(self, name: str, node: core.Call) -> Iterator[Finding]:
        """What is wrong with a call of this procedure of ours."""
        if name in WANTED or name in SEARCHING:
            yield from self._wrong_type(name, node)
        if name in OF_PROCEDURES:
            yield from self._no_procedure(name, node)
        elif name in OF_CHARACTERS:
            yield from self._no_character(name, node)
        elif name in (*IDENTITY, "equal?") and len(node.operands) == 2:
            yield from self._never_true(name, node)
        elif name == "string=?":
            yield from self._several(name, node)
        elif name == "null?" and node.operands and self._given(node.operands[0]) == "a string":
            text = text_at(node.operands[0].place) or "…"
            message = f"{self._said(node.operands[0], 'a string')}, and no list: this is never true"
            yield self._told(node.place, message, "never-true", f'write (equal? {text} "")')
        if name in COMPARING:
            yield from self._letters(name, node)
            yield from self._never_in(name, node)
            yield from self._constants(name, node)

    def _given(self, node: core.Node) -> str:
        return given(node, self.definitions, self.held)

    def _found(self, node: core.Node) -> str:
        """What it gives where it finds something; nothing where that is not known, or it always does."""
        node = meant(node, self.definitions, self.held)
        return FOUND.get(called(node, self.definitions), "")

    def _constant(self, node: core.Node) -> Value:
        node = meant(node, self.definitions, self.held)
        return node.value if isinstance(node, core.Const) else None

    def _told(self, place: Place | None, message: str, code: str, hint: str = "") -> Finding:
        return Finding(spot(place, self.source), "error", message, code, hint)

    def _said(self, node: core.Node, what: str) -> str:
        """`3 is a number`, `what (string-length …) gives is a number`, `limit is a number here`."""
        if isinstance(node, core.Const):
            return f"this is {what}" if what == "()" else f"{short(node.value)} is {what}"
        if isinstance(node, core.LocalRef | core.GlobalRef):
            return f"{text_at(node.place) or 'this'} is {what} here"
        return f"what ({called(node, self.definitions)} …) gives is {what}"

    # what a procedure wants

    def _wrong_type(self, name: str, node: core.Call) -> Iterator[Finding]:
        if name in SEARCHING:
            wanted, indices = "a list", range(1, 2)
        else:
            wanted, indices = WANTED[name][0], range(WANTED[name][2])
        for index, operand in enumerate(node.operands):
            if index not in indices:
                continue
            got = self._given(operand)
            if wanted == "a number" and called(operand, self.definitions) in FINDERS and not _all_known(operand):
                yield from self._may_fail(name, node, operand)
                return
            if not got or got == wanted or got in FITTING.get(wanted, ()) or self._is_said_so(name, operand, got):
                continue
            if not self._fails(operand):
                yield self._wanted(name, node, index, wanted, got, self._converted(operand, got, wanted))
            return

    def _fails(self, node: core.Node) -> bool:
        """Is it a call that fails itself?"""
        name = called(node, self.definitions)
        return isinstance(node, core.Call) and name in WANTED and any(True for _ in self._wrong_type(name, node))

    def _wanted(self, name: str, node: core.Call, index: int, wanted: str, got: str, hint: str) -> Finding:
        operand = node.operands[index]
        where = f"argument {index + 1}: " if len(node.operands) > 1 else ""
        message = f"{name}: {where}wanted {wanted}; {self._said(operand, got)}"
        place = operand.place
        if place is None and isinstance(operand, core.Const):
            place = narrowed(node.place, short(operand.value))
        return self._told(place, message, "wrong-type", hint)

    def _is_said_so(self, name: str, operand: core.Node, got: str) -> bool:
        """Does an answer count with that in place of a text? A symbol is a text in JSON; a refusal may say no reason.
        """
        if got == "a symbol":
            return makes_answer(name)
        return name in ("block", DENY) and self._constant(operand) is FALSE

    def _converted(self, operand: core.Node, got: str, wanted: str) -> str:
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
                if isinstance(operand, core.Const) and isinstance(operand.value, Symbol):
                    return f'write "{operand.value.text}"'
                return "write (symbol->string …)"
            case "a character", "a string":
                return f"write (string {text or '…'})"
        return ""

    def _may_fail(self, name: str, node: core.Call, operand: core.Node) -> Iterator[Finding]:
        """What finds nothing gives #f, which is no number."""
        finder = called(operand, self.definitions)
        text = text_at(operand.place)
        if text and self.source.text.count(text) > 1:  # asked somewhere else whether it finds it
            return
        message = f"({finder} …) gives #f where it finds nothing, and {name} fails with that"
        hint = f"as a test it stands alone: {text if text and len(text) < 60 else f'({finder} …)'}"
        yield Finding(spot(operand.place or node.place, self.source), "warning", message, "unguarded", hint)

    def _no_character(self, name: str, node: core.Call) -> Iterator[Finding]:
        """A text where characters are looked for."""
        if len(node.operands) < 2 or (got := self._given(node.operands[1])) in ("", "a character"):
            return
        text = text_at(node.operands[0].place)
        constant = self._constant(node.operands[1])
        hint = f"a text is found by (string-contains {text if text and len(text) < 60 else '…'} …)"
        if isinstance(constant, String) and len(constant.s) == 1:
            hint = f"write {'#' + chr(92) + ('space' if constant.s == ' ' else constant.s)}"
        yield self._wanted(name, node, 1, "a character, or a test of one", got, hint)

    def _no_procedure(self, name: str, node: core.Call) -> Iterator[Finding]:
        """A value where a procedure is called with each member."""
        if node.operands and (got := self._given(node.operands[0])):
            hint = f"write ({name} (lambda (each) …) list)"
            if len(node.operands) == 2 and isinstance(node.operands[1], core.Lambda | core.GlobalRef):
                hint = f"the procedure comes first: ({name} (lambda (each) …) {text_at(node.operands[0].place) or '…'})"
            yield self._wanted(name, node, 0, "a procedure", got, hint)

    # what is never equal

    def _never_true(self, name: str, node: core.Call) -> Iterator[Finding]:
        """A comparison of two values of which it is known what they are."""
        (one, other), kinds = node.operands, [self._given(each) for each in node.operands]
        constants = [self._constant(each) for each in node.operands]
        if all(each in APART for each in kinds) and kinds[0] != kinds[1]:
            message = f"{self._said(one, kinds[0])}, and {self._said(other, kinds[1])}: this is never true"
            letter = next((each for each in constants if isinstance(each, String) and len(each.s) == 1), None)
            hint = f"write #\\{letter.s}" if "a character" in kinds and isinstance(letter, String) else ""
            yield self._told(node.place, message, "never-equal", hint)
        elif name in IDENTITY and kinds == ["a string", "a string"] and not _are_names(one, other):
            message = f"{name} compares by identity: two strings are never the same one, so this is never true"
            hint = f"write (equal? {text_at(one.place) or short(getattr(one, 'value', None))} …)"
            yield self._told(node.place, message, "identity", hint)
        elif any(each is TRUE for each in constants):
            found = one if constants[1] is TRUE else other
            if what := self._found(found):
                name = called(meant(found, self.definitions, self.held), self.definitions)
                message = f"what ({name} …) gives is {what} or #f, never #t: this is never true"
                hint = f"everything but #f is true; it alone is the test: {text_at(found.place) or f'({name} …)'}"
                yield self._told(node.place, message, "never-equal", hint)

    def _several(self, name: str, node: core.Call) -> Iterator[Finding]:
        """All operands are to be equal, and two of them never are."""
        texts = [each.s for each in map(self._constant, node.operands) if isinstance(each, String)]
        if len(node.operands) > 2 and len(set(texts)) > 1:
            other = next((each for each in node.operands if not isinstance(each, core.Const)), None)
            said = " ".join(short(each.value) for each in node.operands if isinstance(each, core.Const))
            message = f"{name} asks whether all of these are equal, and they never are"
            hint = f"is it one of them? (member {text_at(other.place) if other else '…'} '({said}))"
            yield self._told(node.place, message, "never-true", hint)

    def _letters(self, name: str, node: core.Call) -> Iterator[Finding]:
        """A text whose letters were made small is searched for capitals."""
        if len(node.operands) != 2:
            return
        for mine, theirs in ((0, 1), (1, 0)):
            maker = called(meant(node.operands[mine], self.definitions, self.held), self.definitions)
            if maker not in LETTERS:
                continue
            values = _strings(self._constant(node.operands[theirs]), name == "member")
            made = {"string-upcase": str.upper, "string-foldcase": str.casefold}.get(maker, str.lower)
            wrong = [each for each in values if made(each) != each]
            if wrong and len(wrong) == len(values):
                message = f"what ({maker} …) gives has no {LETTERS[maker]}, and {_quoted(wrong[0])} has"
                hint = f"write {_quoted(made(wrong[0]))}"
                yield self._told(node.place, f"{message}: this is never true", "never-true", hint)
            return

    def _never_in(self, name: str, node: core.Call) -> Iterator[Finding]:
        """`(equal? (path-extension path) ".pem")`."""
        for mine, theirs in ((0, 1), (1, 0)) if len(node.operands) == 2 and name in EXACT else ():
            maker = called(meant(node.operands[mine], self.definitions, self.held), self.definitions)
            if maker not in NEVER_IN:
                continue
            pattern, said = NEVER_IN[maker]
            values = _strings(self._constant(node.operands[theirs]), name == "member")
            if values and all(re.search(pattern, each) for each in values):
                message = f"what ({maker} …) gives has {said}, and {_quoted(values[0])} has: this is never true"
                yield self._told(node.place, message, "never-true", f"`chibi-hooks doc {maker}` has examples")
            return

    def _constants(self, name: str, node: core.Call) -> Iterator[Finding]:
        """`(equal? "tool-name" "x")`: what is asked is known before it is."""
        one, other = node.operands[:1], node.operands[1:2]
        if len(node.operands) != 2 or not all(isinstance(each, core.Const) for each in node.operands):
            if other and name in EXACT and _is_same_name(one[0], other[0]):
                message = f"{text_at(one[0].place)} is compared with itself: this is always true"
                yield self._told(node.place, message, "always-true", "what is it to be compared with?")
            return
        for value in map(self._constant, node.operands):
            name = value.s.replace("_", "-") if isinstance(value, String) else ""
            if len(name) > 2 and name in self.names:
                message = f"{short(value)} is a text, and not what {name} holds: this is always the same"
                yield self._told(node.place, message, "never-true", f"a name stands without quotes: {name}")


def _are_names(*nodes: core.Node) -> bool:
    """Are all of them names, which may stand for the same value?"""
    return all(isinstance(each, core.LocalRef | core.GlobalRef) for each in nodes)


def _all_known(node: core.Node) -> bool:
    """Is it a call with constants alone, whose author knows what it gives?"""
    return isinstance(node, core.Call) and all(isinstance(each, core.Const) for each in node.operands)


def _is_same_name(one: core.Node, other: core.Node) -> bool:
    return isinstance(one, core.LocalRef) and isinstance(other, core.LocalRef) and one.variable is other.variable


def _strings(value: Value, listed: bool) -> list[str]:
    """The texts of a constant, or of a list of them."""
    found: list[str] = []
    while listed and isinstance(value, Pair) and len(found) < 1000:
        if not isinstance(value.car, String):
            return []
        found.append(value.car.s)
        value = value.cdr
    return [value.s] if isinstance(value, String) and not listed else found


def _quoted(text: str) -> str:
    return short(string_of(text))
