"""Calls of our procedures whose operands are constants, or what another of them gives -> those that can only fail, and
comparisons that are never true.

    (string-append "found " 3)                      string-append: argument 2: wanted a string; 3 is a number
    (eq? (string-contains text "rm") #t)            what (string-contains …) gives is a number or #f, never #t
    (equal? (string-downcase text) "DROP")          it has no capitals

`payload_use.py` says the same of what comes from a payload.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeGuard

from chibi_hooks.hooks.checking.linting.arguments import takes
from chibi_hooks.hooks.checking.linting.builders import DENY, makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding, Fix
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
from chibi_hooks.hooks.checking.linting.operands import wants
from chibi_hooks.hooks.checking.linting.payload_words import renamed
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, TRUE, Pair, String, Symbol, Value, string_of
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

APART: Final = frozenset({"a string", "a number", "a boolean", "a character", "a symbol", "a list", "a procedure"})
PROCEDURE: Final = "a procedure"
KEPT: Final = ("session-ref",)
FITTING: Final[Mapping[str, frozenset[str]]] = {
    "a list": frozenset({"a list", "a pair", "()"}),
    "a pair": frozenset({"a list", "a pair"}),
}
IDENTITY: Final = ("eq?", "eqv?")
OF_CASE: Final = ("eqv?", "memv")  # what a clause becomes
TEMPLATE: Final = re.compile(r"[$#]?\{\s*([^\s{}()\"]+)\s*\}")
SPREAD: Final = frozenset({"exclude-tools", "only-tools", "string-append", "+", "*", "max", "min"})  # of many values
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

Scopes = Mapping[str, Sequence[Place | None]]  # what the file calls its values -> where they have that name


def certain_mistakes(
    nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """Each call that can only fail by what it is given, each comparison that is never true."""
    held = bound_for_good(nodes)
    certain = _Certain(definitions, held, _scopes(nodes), source)
    for node in nodes:
        name = called(node, definitions)
        if not isinstance(node, core.Call) or not name:
            continue
        text = text_at(node.place)
        if text.startswith(f"({name}"):  # no macro's: of those some may stand where nothing comes by
            yield from certain.findings(name, node)
        elif name in OF_CASE and len(node.operands) == 2:
            yield from certain.in_case(name, node)


class _Certain:
    """What is known of values in one file."""

    def __init__(
        self, definitions: FileDefinitions, held: KnownBindings, names: Scopes, source: SourceText
    ) -> None:
        self.definitions = definitions
        self.held = held
        self.names = names
        self.source = source

    def findings(self, name: str, node: core.Call) -> Iterator[Finding]:
        """What is wrong with a call of this procedure of ours."""
        if name not in SEARCHING or not (found := list(self._never_there(name, node))):
            found = list(self._wrong_type(name, node))
        yield from found
        if name == "flag?":
            yield from self._dashes(node)
        if makes_answer(name) or name == "string-append":
            yield from self._template(node)
        if name in OF_PROCEDURES:
            yield from self._no_procedure(name, node)
            if name == "apply":
                yield from self._not_applied(node)
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

    def in_case(self, name: str, node: core.Call) -> Iterator[Finding]:
        """What is wrong with a clause of `case`, which is where such a call stands then: `(("rm" "dd") …)`."""
        value = self._constant(node.operands[1])
        values = [value] if name == "eqv?" else list(_members(value))
        if text_at(node.place).startswith("((") and any(isinstance(each, String) for each in values):
            message = "case compares by identity: two strings are never the same one, so this is never true"
            key, found = node.operands[0], meant(node.operands[0], self.definitions, self.held)
            text = text_at(found.place)
            if not text.startswith(f"({called(found, self.definitions) or '…'}"):
                text = key.variable.name if isinstance(key, core.LocalRef) else "…"
            listed = text_at(node.place)[1:].partition(")")[0] + ")"
            several = len(values) > 1 or listed.count('"') > len('""')
            asked = f"(member {text} '{listed})" if several else f"(equal? {text} {short(values[0])})"
            hint = f"write (cond ({asked} …) …)"
            yield self._told(node.place, message, "identity", hint)

    def _given(self, node: core.Node) -> str:
        return given(node, self.definitions, self.held)

    def _kind(self, node: core.Node) -> str:
        """The same of procedures as well, by their names."""
        if what := self._given(node):
            return what
        by_name = isinstance(node, core.GlobalRef) and takes(node, self.definitions, self.held)[1]
        return PROCEDURE if by_name else ""

    def _found(self, node: core.Node) -> str:
        """What it gives where it finds something; nothing where that is not known, or it always does."""
        node = meant(node, self.definitions, self.held)
        return FOUND.get(called(node, self.definitions), "")

    def _constant(self, node: core.Node) -> Value:
        node = meant(node, self.definitions, self.held)
        return node.value if isinstance(node, core.Const) else None

    def _told(self, place: Place | None, message: str, code: str, hint: str = "", fix: Fix | None = None) -> Finding:
        return Finding(spot(place, self.source), "error", message, code, hint, fix)

    def _said(self, node: core.Node, what: str) -> str:
        """`3 is a number`, `what (string-length …) gives is a number`, `limit is a number here`."""
        if isinstance(node, core.Const):
            kind = "a list" if isinstance(node.value, Pair) and isinstance(node.value.cdr, Pair) else what
            return f"this is {what}" if what == "()" else f"{short(node.value)} is {kind}"
        if isinstance(node, core.LocalRef | core.GlobalRef):
            here = ", and is not called here" if what == PROCEDURE else " here"
            return f"{text_at(node.place) or 'this'} is {what}{here}"
        return f"what ({called(node, self.definitions)} …) gives is {what}"

    # what a procedure wants

    def _wrong_type(self, name: str, node: core.Call) -> Iterator[Finding]:
        for index, wanted, _ in wants(name, len(node.operands)):
            operand = node.operands[index]
            got = self._kind(operand)
            alone = isinstance(operand, core.Call) and len(operand.operands) == 1  # without a default
            if alone and called(operand, self.definitions) in KEPT:
                yield self._not_kept(name, operand, wanted)
                return
            if wanted == "a number" and called(operand, self.definitions) in FINDERS and not _all_known(operand):
                yield from self._may_fail(name, node, operand)
                return
            if not got or got == wanted or got in FITTING.get(wanted, ()) or self._is_said_so(name, operand, got):
                continue
            if not self._fails(operand):
                hint = self._converted(operand, got, wanted)
                if name in SPREAD and got in FITTING["a list"]:
                    hint = f"write (apply {name} {text_at(operand.place) or self._quoted(operand)})"
                yield self._wanted(name, node, index, wanted, got, hint)
            return

    def _fails(self, node: core.Node) -> bool:
        """Is it a call that fails itself?"""
        name = called(node, self.definitions)
        return isinstance(node, core.Call) and any(True for _ in self._wrong_type(name, node))

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

    def _quoted(self, node: core.Node) -> str:
        return f"'{short(node.value)}" if isinstance(node, core.Const) else "…"

    def _converted(self, operand: core.Node, got: str, wanted: str) -> str:
        """What to write for it."""
        text = text_at(operand.place)
        match got, wanted:
            case "a procedure", _:
                return f"write ({text or '…'} …)"
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

    def _not_kept(self, name: str, operand: core.Node, wanted: str) -> Finding:
        """`(> (session-ref "n") 3)`: at first nothing is kept."""
        text = text_at(operand.place)
        message = f"where nothing is kept yet, this is #f, and {name} fails: it wants {wanted}"
        right = {"a number": "0", "a string": '""'}.get(wanted, "'()")
        hint = f"write {text[:-1]} {right})" if text else f"give it a default: {right}"
        return Finding(spot(operand.place, self.source), "warning", message, "unguarded", hint)

    def _dashes(self, node: core.Call) -> Iterator[Finding]:
        """`(flag? command "-r")`: options stand there without their dashes."""
        for text in (each.s for each in map(self._constant, node.operands[1:]) if isinstance(each, String)):
            if text.startswith("--") or (text.startswith("-") and len(text) == len("-r")):
                message = f"flag?: {_quoted(text)} is never found: options stand here without their dashes"
                yield self._told(node.place, message, "never-true", f"write {_quoted(text.lstrip('-'))}")
                return

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

    def _template(self, node: core.Call) -> Iterator[Finding]:
        """`(block "no ${tool-name} here")`."""
        for text in (each.s for each in map(self._constant, node.operands) if isinstance(each, String)):
            for found in TEMPLATE.finditer(text):
                if self._is_seen(found[1], node.place):
                    message = f"{found[0]} stands in the text as it is: nothing is put in its place"
                    before, after = (_quoted(each) for each in (text[: found.start()], text[found.end() :]))
                    parts = " ".join(each for each in (before, found[1], after) if each != '""')
                    hint = f"write (string-append {parts})"
                    yield Finding(spot(node.place, self.source), "warning", message, "template", hint)
                    return

    def _is_seen(self, name: str, at: Place | None) -> bool:
        """Does a local name hold something there?"""
        scopes = self.names.get(name, ())
        return any(at is None or each is None or each.start <= at.start and at.end <= each.end for each in scopes)

    # what is never equal

    def _never_true(self, name: str, node: core.Call) -> Iterator[Finding]:
        """A comparison of two values of which it is known what they are."""
        (one, other), kinds = node.operands, [self._kind(each) for each in node.operands]
        constants = [self._constant(each) for each in node.operands]
        sorts = ["a list" if each in FITTING["a list"] else each for each in kinds]
        if all(each in APART for each in sorts) and sorts[0] != sorts[1]:
            message = f"{self._said(one, kinds[0])}, and {self._said(other, kinds[1])}: this is never true"
            letter = next((each for each in constants if isinstance(each, String) and len(each.s) == 1), None)
            hint = f"write #\\{letter.s}" if "a character" in kinds and isinstance(letter, String) else ""
            if PROCEDURE in kinds:
                hint = f"write ({text_at((one, other)[kinds.index(PROCEDURE)].place) or '…'})"
            if "a list" in kinds and "a string" in kinds:
                texts = [text_at(each.place) or short(self._constant(each)) for each in (one, other)]
                hint = f"is it among them? (member {' '.join(texts if kinds[1] == 'a list' else texts[::-1])})"
            yield self._told(node.place, message, "never-equal", hint)
        elif name in IDENTITY and self._are_two_strings(one, other):
            message = f"{name} compares by identity: two strings are never the same one, so this is never true"
            texts = [text_at(each.place) or short(getattr(each, "value", None)) for each in (one, other)]
            hint = f"write (equal? {' '.join(texts)})"
            yield self._told(node.place, message, "identity", hint, renamed(node, name, "equal?"))
        elif any(each is TRUE for each in constants):
            found = one if constants[1] is TRUE else other
            if what := self._found(found):
                name = called(meant(found, self.definitions, self.held), self.definitions)
                message = f"what ({name} …) gives is {what} or #f, never #t: this is never true"
                hint = f"everything but #f is true; it alone is the test: {text_at(found.place) or f'({name} …)'}"
                yield self._told(node.place, message, "never-equal", hint)

    def _are_two_strings(self, *nodes: core.Node) -> bool:
        """Are both strings, and no names of one? A text that stands there is the same as nothing else."""
        if any(isinstance(each, core.Const) and isinstance(each.value, String) for each in nodes):
            return True
        return all(self._given(each) == "a string" for each in nodes) and not _are_names(*nodes)

    def _never_there(self, name: str, node: core.Call) -> Iterator[Finding]:
        """`(memv letter '(#\\r "rm"))`, `(memq tool '('a 'b))`: members of a constant that nothing is the same as."""
        members = list(_members(self._constant(node.operands[1]))) if len(node.operands) > 1 else []
        quotes = [each.cdr.car for each in members if _is_quote(each)]
        if quotes and len(quotes) == len(members):
            said = " ".join(map(short, quotes))
            message = f"behind a quote everything stands as it is: {short(members[0])} is a list of two words here"
            yield self._told(node.operands[1].place or node.place, message, "never-true", f"write '({said})")
        elif name != "member" and any(isinstance(each, String) for each in members):
            what = name if text_at(node.place).startswith(f"({name}") else "case"
            message = f"{what} compares by identity: two strings are never the same one, so this is never true"
            texts = " ".join(short(each) for each in members)
            hint = f"write (member {text_at(node.operands[0].place) or '…'} '({texts}))"
            if odd := [each for each in members if not isinstance(each, String)]:
                hint = f"{short(odd[0])} is no text: a text is never among what is compared with it"
            yield self._told(node.place, message, "identity", hint, None if odd else renamed(node, name, "member"))

    def _not_applied(self, node: core.Call) -> Iterator[Finding]:
        """`(apply f "x")`: what comes last is the list of what it is called with."""
        got = self._given(node.operands[-1]) if len(node.operands) > 1 else ""
        if got in APART - {"a list"}:
            *_, last = node.operands
            text = text_at(last.place) or short(self._constant(last))
            hint = f"write ({text_at(node.operands[0].place) or '…'} {text}), without apply"
            yield self._wanted("apply", node, len(node.operands) - 1, "a list", got, hint)

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


def _scopes(nodes: Sequence[core.Node]) -> Scopes:
    scopes: dict[str, list[Place | None]] = {}
    for node in nodes:
        if isinstance(node, core.Let | core.Letrec | core.Lambda):
            for each in node.params if isinstance(node, core.Lambda) else node.variables:
                scopes.setdefault(each.name, []).append(node.place)
    return scopes


def _members(value: Value) -> Iterator[Value]:
    """Those of a constant list, as far as they are looked at."""
    for _ in range(1000):
        if not isinstance(value, Pair):
            return
        yield value.car
        value = value.cdr


def _is_quote(value: Value) -> TypeGuard[Pair]:
    """`(quote x)`."""
    match list(_members(value)):
        case [Symbol(text="quote"), _]:
            return True
    return False


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
    values = list(_members(value)) if listed else [value]
    texts = [each.s for each in values if isinstance(each, String)]
    return texts if len(texts) == len(values) else []


def _quoted(text: str) -> str:
    return short(string_of(text))
