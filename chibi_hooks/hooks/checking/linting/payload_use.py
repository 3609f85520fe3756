"""What a file does to its payloads -> what can never work there: a key that is not sent, a comparison that is never
true, a value of another type, a change that nobody sees.

Each check takes one call whose operands come from the payload (payload_flow.py) and knows one family of procedures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.agent_words import AgentsKnown, ForeignWords
from chibi_hooks.hooks.checking.linting.arguments import CALLED_FIRST
from chibi_hooks.hooks.checking.linting.builders import makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding, Fix, Severity
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import (
    FileDefinitions,
    KnownBindings,
    bound_for_good,
    called,
    key_of,
    meant,
    narrowed,
    spot,
    text_at,
    unconditional,
)
from chibi_hooks.hooks.checking.linting.operands import LISTS, LISTS_AT, MUTATING, wants
from chibi_hooks.hooks.checking.linting.payload_flow import LOOKUPS, PayloadFlow, steps_of
from chibi_hooks.hooks.checking.linting.payload_words import (
    SYMBOL_NULL,
    edit,
    fits,
    key_edit,
    list_of,
    members_of,
    named,
    odd_one,
    of_the_point,
    quoted,
    renamed,
    unquoted,
    written_as,
)
from chibi_hooks.hooks.checking.linting.registrations import Registering
from chibi_hooks.hooks.checking.linting.shapes import JsonKind, Shape
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

PREDICATES: Final = frozenset({
    "string?", "pair?", "null?", "list?", "number?", "integer?", "exact-integer?", "boolean?", "symbol?", "vector?",
    "real?", "rational?", "exact?",
})  # fmt: skip
NO_LIST: Final = "null?"  # who asks a text for it asks the wrong question, and not of what type it is
IDENTITY: Final[Mapping[str, str]] = {"eq?": "equal?", "eqv?": "equal?", "memq": "member", "memv": "member"}
COMPARING: Final = frozenset({"equal?", "eqv?", "eq?", "string=?", "member", "memv", "memq", "string-null?"})
ALIKE: Final = (*IDENTITY, "equal?", "member")
TAKING: Final = ("car", "cdr", "cadr", "cddr")
SECOND: Final = ("cadr", "cddr", "caddr")
PARTS: Final = ("string-ref",)  # what fails of an empty text
FIRST: Final = ("car", "cdr", "cadr")
GLOBS: Final = ("equal?", "string=?", "string-prefix?", "string-suffix?", "member", "path-inside?")
PATHS: Final = re.compile(r"(^|[._])path$")
SEARCHED: Final[Mapping[str, tuple[int, int]]] = {  # what is searched, what is looked for there
    "string-contains": (0, 1), "string-prefix?": (1, 0), "string-suffix?": (1, 0), "regexp-search": (1, 0),
    "regexp-matches": (1, 0), "regexp-matches?": (1, 0), "string-split": (0, 1), "path-matches?": (0, 1),
}  # fmt: skip
LISTING: Final = re.compile(r"\w[ ,|]+\w")
LONG: Final = 40  # characters of a text in which one may well look for something

KINDS: Final[Mapping[str, JsonKind]] = {  # what a default is
    "a string": "string", "a number": "number", "()": "array", "a pair": "array", "a boolean": "missing",
}  # fmt: skip


def payload_mistakes(
    nodes: Sequence[core.Node],
    definitions: FileDefinitions,
    registered: Sequence[Registering],
    source: SourceText,
    agents: AgentsKnown,
) -> Iterator[Finding]:
    """What can never work in the hooks of a file."""
    if not registered:
        return
    flow = PayloadFlow(nodes, definitions, registered)
    always = {id(node) for each in registered for clause in each.clauses for node in unconditional(clause.body)}
    asked, apart = _asked(nodes, definitions), _taken_apart(nodes, definitions)
    use = PayloadUse(flow, definitions, bound_for_good(nodes), source, asked, _compared(nodes), apart, always)
    foreign = ForeignWords(nodes, source, agents.words)
    for node in nodes:
        if isinstance(node, core.Call) and (of := use.shape(node.operator)) is not None:
            yield use.no_procedure(node, of)
        if isinstance(node, core.Call) and (name := called(node, definitions)):
            shapes = [use.shape(each) for each in node.operands]
            if name in FIRST:
                yield from use.first_part(name, node, shapes)
            if any(shapes) or name == NO_LIST:
                yield from use.findings(name, node, shapes)
                yield from foreign.findings(name, node, shapes)


def _asked(nodes: Sequence[core.Node], definitions: FileDefinitions) -> set[core.Variable]:
    """Variables whose type the file asks itself: what it does then is its own business."""
    return {
        node.operands[0].variable
        for node in nodes
        if isinstance(node, core.Call) and called(node, definitions) in PREDICATES and len(node.operands) == 1
        if isinstance(node.operands[0], core.LocalRef)
    }


def _compared(nodes: Sequence[core.Node]) -> set[core.Variable]:
    return {
        each.variable
        for node in nodes
        if isinstance(node, core.Call) and isinstance(node.operator, core.GlobalRef)
        if node.operator.location.name in COMPARING
        for each in node.operands
        if isinstance(each, core.LocalRef)
    }


def _taken_apart(nodes: Sequence[core.Node], definitions: FileDefinitions) -> set[int]:
    return {
        id(node.operands[0])
        for node in nodes
        if isinstance(node, core.Call) and called(node, definitions) in TAKING and node.operands
    }


class PayloadUse:
    """The checks of one file; each answers what is wrong with one call."""

    def __init__(
        self,
        flow: PayloadFlow,
        definitions: FileDefinitions,
        held: KnownBindings,
        source: SourceText,
        asked: set[core.Variable],
        compared: set[core.Variable],
        taken_apart: set[int],
        always: set[int],
    ) -> None:
        self.always = always  # the ids of nodes that are evaluated in every call of a hook
        self.flow = flow
        self.definitions = definitions
        self.held = held
        self.source = source
        self.asked = asked
        self.compared = compared  # variables of which it may be known, after a test, that they are not the default
        self.taken_apart = taken_apart  # the ids of nodes whose value is handed to `cdr` and the like at once

    def findings(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """What is wrong with a call of this procedure of ours; `shapes` are those of its operands."""
        if name in GLOBS:
            yield from self.glob(name, node, shapes)
        check = CHECKS.get(name)
        if check is not None:
            yield from check(self, name, node, shapes)
        yield from self.wrong_type(name, node, shapes)
        if not makes_answer(name):
            yield from self.wrong_default(name, node)
        if name in SECOND:
            yield from self.no_second(name, node, shapes)
        if name in MUTATING and shapes[0] is not None:
            yield from self.mutation(name, node, shapes[0])

    def shape(self, node: core.Node) -> Shape | None:
        """What a node of the payload is; None where it is none, or the file asks itself."""
        if isinstance(node, core.LocalRef) and node.variable in self.asked:
            return None
        found = self.flow.shape(node)
        return found if found is not None and found.is_sent else None

    def const(self, node: core.Node) -> Value:
        """The constant that a node is, by name, too; None where it is none."""
        node = meant(node, self.definitions, self.held)
        return node.value if isinstance(node, core.Const) else None

    def error(self, place: Place | None, message: str, code: str, hint: str = "", fix: Fix | None = None) -> Finding:
        """An error at a place."""
        return Finding(spot(place, self.source), "error", message, code, hint, fix)

    def warning(self, place: Place | None, message: str, code: str, hint: str = "") -> Finding:
        """A warning at a place."""
        return Finding(spot(place, self.source), "warning", message, code, hint)

    # looking something up

    def lookup(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(assoc key alist)`, `assq`, `assv`."""
        if len(node.operands) != 2:
            return
        (key, table), (of_key, of) = node.operands, shapes
        value = self.const(key)
        if of is None:
            if of_key is not None and of_key.may_be("object") and isinstance(self.const(table), String | Symbol):
                yield self.swapped(name, node)
            elif of_key is not None:
                yield from self.identity(name, "assoc", node, of_key, None)
            return
        if not of.may_be("object", "array"):
            message = f"{name}: argument 2: wanted an alist; {named(of)} is {of.words}"
            yield self.error(node.place, message, "wrong-type")
        elif isinstance(value, Symbol):
            right = f'(assoc "{value.text}" {text_at(table.place) or "…"})'
            message = f"{name}: the keys of a payload are strings: the symbol {value.text} is never found"
            place = key.place or node.place
            fix = edit(place, f"'{value.text}", f'"{value.text}"') if name == "assoc" else None
            yield self.error(place, message, "symbol-key", f"write {right}", fix)
        elif isinstance(value, String):
            if name != "assoc":
                message = f"{name} compares by identity: it never finds a string"
                hint = f'write (assoc "{value.s}" {text_at(table.place) or "…"})'
                yield self.error(node.place, message, "identity", hint, renamed(node, name, "assoc"))
            place = narrowed(node.place, f'"{value.s}"')
            yield from self.unknown_key(value.s, of, node, place)
            yield from self.unguarded(value.s, of, node, text_at(table.place) or "payload")

    def unguarded(self, key: str, of: Shape, node: core.Call, table: str) -> Iterator[Finding]:
        """A key that is not always there, taken apart in every call."""
        if id(node) not in self.always or id(node) not in self.taken_apart:
            return
        found = of.field(key)
        varies = of.path.endswith("arguments") and of.fields is None
        if varies or (found is not None and "missing" in found.kinds):
            who = f'only some tools have "{key}" among their arguments' if varies else f'"{key}" is not always sent'
            message = f"{who}: what is not there is #f, and this fails"
            default = '""' if found is None or found.may_be("string") else "#f"
            yield self.warning(node.place, message, "unguarded", f'write (payload-ref {table} "{key}" {default})')

    def path(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(payload-ref payload path default)`."""
        if len(node.operands) < 2:
            return
        of, path = shapes[0], node.operands[1]
        key = key_of(self.const(path))
        if of is not None and of.path == "arguments" and key is not None and key.startswith("arguments."):
            right = key.partition(".")[2]
            message = f"{name}: these are the arguments already: nothing is at {key} in them"
            yield self.warning(narrowed(node.place, f'"{key}"'), message, "unknown-key", f'write "{right}"')
        if of is None:
            if shapes[1] is not None and isinstance(self.const(node.operands[0]), String | Symbol):
                yield self.swapped(name, node)
            return
        if not of.may_be("object", "array"):
            message = f"{name}: argument 1: wanted the payload or a part of it; {named(of)} is {of.words}"
            yield self.error(node.place, message, "wrong-type")
            return
        here: Shape | None = of
        for step in steps_of(of, key) if key else []:
            if here is None:
                return
            word = key if here is of and "." not in str(key) else step
            yield from self.unknown_key(step, here, node, narrowed(node.place, str(word)), str(word))
            here = here.field(step)

    def swapped(self, name: str, node: core.Call) -> Finding:
        """The operands stand the wrong way round."""
        one, other, *rest = (text_at(each.place) or short(self.const(each)) for each in node.operands)
        message = f"{name}: the arguments stand the wrong way round"
        return self.error(node.place, message, "swapped", f"write ({' '.join((name, other, one, *rest))})")

    def unknown_key(
        self, key: str, of: Shape, node: core.Call, place: Place | None, written: str | None = None
    ) -> Iterator[Finding]:
        """A key that the contract of the point does not have."""
        if of.fields is None or key in of.fields:
            return
        whose = " and ".join(of.points) or "the payload"
        inside = f"{of.path} of {whose}" if of.path else whose
        near = did_you_mean(key, of.fields)
        right = near.split('"')[1] if near else ""
        there = ", ".join(of_the_point(of))
        message = f'{inside} has no field "{written or key}"{near}'
        hint = f'write "{right}"; there are: {there}' if right else f"it has: {there}"
        if key == "payload" and text_at(node.place).startswith("(define-hook"):
            hint = f"a name in brackets is a field; the whole payload: (define-hook {of.points[0]} payload …)"
        severity: Severity = "warning"
        if id(node) in self.taken_apart and not near:
            severity, message = "error", f"{message}; what is not there is #f, and taking it apart fails"
        fix = key_edit(place, key, right)
        yield Finding(spot(place, self.source), severity, message, "unknown-key", hint, fix)

    def rewriting(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(rewrite-argument payload key value)`."""
        of = shapes[0]
        if of is not None and of.path:
            message = f"{name}: argument 1: wanted the whole payload; {named(of)} is a part of it: the others are lost"
            hint = "behind a dot stands a name for the whole payload: (define-hook pre_tool (tool-name . payload) …)"
            yield self.error(node.operands[0].place or node.place, message, "wrong-type", hint)
        elif of is None and len(node.operands) == 3 and shapes[1] is not None and not shapes[1].path:
            yield self.swapped(name, node)

    # comparing

    def alike(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(eq? x constant)`, `(memq x '(constants))`, and those that compare what values hold."""
        if len(node.operands) < 2:
            return
        listed = shapes[1] if name.startswith("mem") else None
        if listed is not None and not listed.may_be("array", "object"):
            if isinstance(self.const(node.operands[0]), Pair):
                yield self.swapped(name, node)
            else:
                message = f"{name}: argument 2: wanted a list; {named(listed)} is {listed.words}"
                yield self.error(node.operands[1].place or node.place, message, "wrong-type")
            return
        for mine, theirs in ((0, 1),) if name.startswith("mem") else ((0, 1), (1, 0)):
            of, other = shapes[mine], self.const(node.operands[theirs])
            if of is None or other is None:
                continue
            values = members_of(other) if name.startswith("mem") else [other]
            if values and all(isinstance(each, Symbol) and each.text == SYMBOL_NULL for each in values):
                yield from self.never_null(node, node.operands[mine], of)
                return
            yield from self.identity(name, IDENTITY.get(name, name), node, of, values)
            return

    def identity(
        self, name: str, right: str, node: core.Call, of: Shape, values: Sequence[Value] | None
    ) -> Iterator[Finding]:
        """A comparison of something of the payload with constants (None: with what is not known)."""
        is_case = name in ("eqv?", "memv") and not text_at(node.place).startswith(f"({name}")
        if values is None:
            if name in ("assq", "assv") and of.is_only("string"):
                message = f"{name} compares by identity: {named(of)} is a string, and is never found"
                yield self.error(node.place, message, "identity", f"write ({right} …)", renamed(node, name, right))
            return
        symbols = [each for each in values if isinstance(each, Symbol) and each.text != SYMBOL_NULL]
        if values and len(symbols) == len(values):
            text = quoted(symbols[0].text) if len(values) == 1 else list_of(values)
            message = f"{named(of)} is {of.words}, never a symbol: this is never true"
            hint = f"write ({right} {written_as(of, node)} {text})"
            yield self.error(node.place, message, "never-equal", hint)
        elif of.is_only("string") and (odd := odd_one(values)) is not None:
            yield self.mixed(name, node, of, values, odd)
        elif name in IDENTITY and any(isinstance(each, String) for each in values) and of.may_be("string"):
            text = short(values[0]) if not name.startswith("mem") or is_case and len(values) == 1 else list_of(values)
            what = "case" if is_case else name
            message = f"{what} compares by identity: two strings are never the same one, so this is never true"
            if is_case:
                right = "equal?" if len(values) == 1 else "member"
                hint = f"write (cond (({right} {written_as(of, node)} {text}) …) …)"
            else:
                hint = f"write ({right} {written_as(of, node)} {text})"
            yield self.error(node.place, message, "identity", hint, renamed(node, name, right))
        elif values and of.kinds and not any(fits(each, of) for each in values):
            message = f"{named(of)} is {of.words}: it is never equal to {short(values[0])}"
            yield self.error(node.place, message, "never-equal")

    def never_null(self, node: core.Call, operand: core.Node, of: Shape) -> Iterator[Finding]:
        """`(eq? (payload-ref arguments "timeout") 'null)`."""
        found = meant(operand, self.definitions, self.held)
        if called(found, self.definitions) != "payload-ref" or not isinstance(found, core.Call):
            return
        default = self.const(found.operands[2]) if len(found.operands) > 2 else FALSE
        if default is not None and key_of(default) != SYMBOL_NULL:
            message = f"where {named(of)} is null, payload-ref gives {short(default)}: this is never true"
            text = text_at(operand.place) or "…"
            hint = f"write (not {text})" if default is FALSE else f"write (equal? {text} {short(default)})"
            yield self.error(node.place, message, "never-equal", hint)

    def mixed(self, name: str, node: core.Call, of: Shape, values: Sequence[Value], odd: Value) -> Finding:
        """A quoted list of strings, with something among them that was meant to be done."""
        texts = list_of([unquoted(each) for each in values if isinstance(unquoted(each), String)])
        message = f"{name}: {named(of)} is {of.words}, and among these stands {short(odd)}: it is never found"
        hint = f"behind a quote everything stands as it is: {texts} is the whole list"
        if odd is not unquoted(odd):
            hint = f"what is in a list is parted by spaces alone: {texts}"
        return self.error(node.operands[1].place or node.place, message, "never-equal", hint)

    def no_list(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(null? text)`."""
        of = self.flow.shape(node.operands[0]) if len(node.operands) == 1 else None
        if of is not None and self._is_text_by_default(node.operands[0]):
            message = f'where {named(of)} is not sent, this is "", and no list: this is never true then'
            hint = f'write (equal? {text_at(node.operands[0].place) or named(of)} "")'
            yield self.warning(node.place, message, "never-true", hint)
        elif of is not None and of.is_only("string") and not given(node.operands[0], self.definitions, self.held):
            message = f"{named(of)} is a string, and no list: this is never true"
            hint = f'write (equal? {text_at(node.operands[0].place) or named(of)} "")'
            yield self.error(node.place, message, "never-true", hint)

    def _is_text_by_default(self, node: core.Node) -> bool:
        """`(payload-ref arguments "command" "")`."""
        found = meant(node, self.definitions, self.held)
        if called(found, self.definitions) != "payload-ref" or not isinstance(found, core.Call):
            return False
        return len(found.operands) > 2 and isinstance(self.const(found.operands[2]), String)

    # searching

    def turned(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """What is sent is looked for in a constant: `(string-contains "rm -rf" command)`."""
        inside, sought = SEARCHED[name]
        if len(node.operands) <= max(inside, sought):
            return
        text, of = self.const(node.operands[inside]), shapes[sought]
        if not isinstance(text, String) or of is None or len(text.s) > LONG:
            return
        if of.path == "tool_name" and LISTING.search(text.s):  # the names of several tools in one text
            return
        words = [text_at(each.place) or short(self.const(each)) for each in node.operands[:2]]
        message = f"{name}: this looks for {named(of)} in {short(text)}: the arguments stand the wrong way round"
        yield self.warning(node.place, message, "swapped", f"write ({name} {words[1]} {words[0]})")

    # types

    def wrong_type(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """A value of the payload where a procedure wants something else."""
        for index, wanted, kinds in wants(name, len(shapes)) if name not in ALIKE else ():
            of = shapes[index]
            if of is None or of.may_be(*kinds):
                continue
            operand = node.operands[index]
            where = f"argument {index + 1}: " if len(node.operands) > 1 else ""
            message = f"{name}: {where}wanted {wanted}; {named(of)} is {of.words}"
            yield self.error(operand.place or node.place, message, "wrong-type", self._instead(of, operand, wanted))

    def wrong_default(self, name: str, node: core.Call) -> Iterator[Finding]:
        """`(string-contains (payload-ref arguments "command") "rm")`: what is not sent is no string."""
        for index, wanted, kinds in wants(name, len(node.operands)):
            operand = node.operands[index]
            found = meant(operand, self.definitions, self.held)
            of = self.shape(operand)
            if called(found, self.definitions) != "payload-ref" or not isinstance(found, core.Call) or of is None:
                continue
            if found.place is None or (of.kinds and "missing" not in of.kinds):
                continue
            if isinstance(operand, core.LocalRef) and operand.variable in self.compared and id(node) not in self.always:
                continue
            default = self.const(found.operands[2]) if len(found.operands) > 2 else FALSE
            if isinstance(default, String) and not default.s and name in PARTS and id(node) in self.always:
                yield self.no_parts(name, node, of)
                return
            kind = KINDS.get(given(core.Const(default), {})) if default is not None else None
            if kind is None or kind in kinds or (kind == "missing" and id(node) not in self.always):
                continue
            right = {"a string": '""', "a number": "0"}.get(wanted, "'()")
            path = text_at(found.operands[1].place) or short(self.const(found.operands[1]))
            of_what = text_at(found.operands[0].place) or "payload"
            how = f"{name} wants {wanted}" if name in LISTS_AT else f"{name} fails: it wants {wanted}"
            message = f"where {named(of)} is not sent, this is {short(default)}, and {how}"
            hint = f"write (payload-ref {of_what} {path} {right})"
            if name in ALIKE and kind == "string":
                hint = self._in_text(node.operands[0], operand)
            yield self.warning(operand.place or node.place, message, "unguarded", hint)
            return

    def _in_text(self, sought: core.Node, text: core.Node) -> str:
        """What to write for `(member "sudo" text)`."""
        word, inside = text_at(sought.place) or short(self.const(sought)), text_at(text.place) or "…"
        words = f"(string-split {inside} #\\space)"
        return f"in a text: (string-contains {inside} {word}); among its words: (member {word} {words})"

    def no_second(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(cadr (assoc "tool_name" payload))`: what is found is (key . value)."""
        of = shapes[0] if len(shapes) == 1 else None
        if of is None or of.member is None or not of.is_only("entry", "missing") or of.member.may_be(*LISTS):
            return
        message = f"{name}: wanted a list; what stands at {of.path} is {of.member.words}, and it is the cdr of the pair"
        yield self.error(node.place, message, "wrong-type", f"write (cdr {text_at(node.operands[0].place) or '…'})")

    def no_parts(self, name: str, node: core.Call, of: Shape) -> Finding:
        """`(string-ref (payload-ref arguments "command" "") 0)`: what is not sent has no first character."""
        message = f'where {named(of)} is not sent, this is "", which has no characters: {name} fails'
        return self.warning(node.place, message, "unguarded", "ask first: (and (not (equal? … \"\")) …)")

    def first_part(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(car (string-split (payload-ref arguments "command" "") " "))`: an empty text has no parts."""
        parts = meant(node.operands[0], self.definitions, self.held) if node.operands else node
        if called(parts, self.definitions) != "string-split" or not isinstance(parts, core.Call):
            return
        text = meant(parts.operands[0], self.definitions, self.held)
        of = self.shape(parts.operands[0])
        if of is None or called(text, self.definitions) != "payload-ref" or id(node) not in self.always:
            return
        if isinstance(text, core.Call) and len(text.operands) > 2 and of.path.startswith("arguments"):
            message = f'where {named(of)} is not sent, this is "", which has no parts: {name} fails'
            yield self.warning(node.place, message, "unguarded", "ask first: (and (pair? …) …)")

    def glob(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """`(string-suffix? "*.env" path)`: a * stands for itself there."""
        for at, of in enumerate(shapes[:2]):
            other = node.operands[1 - at] if len(node.operands) == 2 else None
            value = self.const(other) if other is not None else None
            words = members_of(value) if name == "member" else [value]
            if of is None or not PATHS.search(of.path) or not all(_is_glob(each) for each in words) or not words:
                continue
            message = f"{name}: {short(words[0])} is looked for as it stands, with its *"
            text = text_at(node.operands[at].place) or named(of)
            hint = f"write (path-matches? {text} {' '.join(short(each) for each in words[:3])}) of (harness paths)"
            yield self.warning(other.place if other and other.place else node.place, message, "wrong-pattern", hint)

    def _instead(self, of: Shape, operand: core.Node, wanted: str) -> str:
        """What to write for a value that is of another type."""
        text = text_at(operand.place)
        if of.is_only("entry", "missing"):
            return f"write (cdr {text})" if text.startswith("(") else "write (cdr …) of it: assoc finds the pair"
        if of.is_only("object") and wanted == "a string":
            name = named(of)
            key = "command" if of.path == "arguments" else "tool_name" if not of.path else "…"
            return f'write (payload-ref {text or name} "{key}" "")'
        return ""

    def no_procedure(self, node: core.Call, of: Shape) -> Finding:
        """A value of the payload that is called."""
        text = text_at(node.operator.place) or named(of)
        what = of.words if of.kinds else "a value of the payload"
        message = f"{text} is {what} here, and stands where what is called belongs"
        return self.error(node.operator.place or node.place, message, "no-procedure", CALLED_FIRST)

    # changing

    def mutation(self, name: str, node: core.Call, of: Shape) -> Iterator[Finding]:
        """A payload that is changed in place."""
        message = f"{name}: {named(of)} is this hook's own copy: nobody sees the change"
        hint = 'return it instead: (rewrite-argument payload "key" value), or (rewrite-arguments alist)'
        yield self.warning(node.place, message, "mutation", hint)


def _is_glob(value: Value) -> bool:
    return isinstance(value, String) and "*" in value.s


PayloadCheck = Callable[[PayloadUse, str, core.Call, Sequence[Shape | None]], Iterator[Finding]]
CHECKS: Final[Mapping[str, PayloadCheck]] = {
    **dict.fromkeys(LOOKUPS, PayloadUse.lookup),
    **dict.fromkeys(ALIKE, PayloadUse.alike),
    **dict.fromkeys(SEARCHED, PayloadUse.turned),
    "payload-ref": PayloadUse.path,
    NO_LIST: PayloadUse.no_list,
    "rewrite-argument": PayloadUse.rewriting,
}
