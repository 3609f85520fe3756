"""Calls of procedures of ours, tried with what their operands can be -> those that fail with a wrong type each time.

    (runs? (payload-ref arguments "command" "") "rm")      no value of JSON is a command
    (vector-ref arguments 0)                               arguments is an alist

Only procedures that change nothing are tried, in a world of their own under its budgets. Of an operand it may be known
that it is a constant, from the payload, or what another of our procedures gives; of any other one it is assumed that it
can be anything, and what fails on its account is not told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import (
    FileDefinitions,
    KnownBindings,
    bound_for_good,
    called,
    meant,
    spot,
    text_at,
)
from chibi_hooks.hooks.checking.linting.operands import WANTED, changes_nothing, wants
from chibi_hooks.hooks.checking.linting.payload_flow import PayloadFlow
from chibi_hooks.hooks.checking.linting.registrations import Registering
from chibi_hooks.hooks.checking.linting.shapes import JsonKind, Shape
from chibi_hooks.scheme import core
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.loading import ensure
from chibi_hooks.scheme.libraries.shared import table
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Value, cons, intern, string_of
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

MOST: Final = 64  # trials of one call
LONG: Final = 60  # characters of what is written that are shown
CALLS: Final = 500  # that are tried in one file


def _samples() -> Mapping[str, tuple[Value, ...]]:
    text, entry = string_of("a b"), cons(string_of("a"), string_of("b"))
    return {
        "string": (string_of(""), text), "number": (0, 1, 1.5), "boolean": (TRUE, FALSE), "null": (intern("null"),),
        "object": (NIL, cons(entry, NIL)), "array": (NIL, cons(text, NIL)), "entry": (entry,), "missing": (FALSE,),
        "a string": (string_of(""), text), "a number": (0, 1), "a boolean": (TRUE, FALSE),
        "a pair": (entry, cons(text, NIL)),
        "a list": (NIL, cons(text, NIL)), "a symbol": (intern("a"),),
    }  # fmt: skip


JSON: Final[tuple[JsonKind, ...]] = ("string", "number", "boolean", "null", "object", "array")


def calls_that_fail(
    nodes: Sequence[core.Node],
    definitions: FileDefinitions,
    registered: Sequence[Registering],
    source: SourceText,
    world: Interpreter,
) -> Iterator[Finding]:
    """Each call that fails with whatever its operands can be."""
    held = bound_for_good(nodes)
    trials = _Trials(PayloadFlow(nodes, definitions, registered), definitions, held, world)
    tried = 0
    for node in nodes:
        name = called(node, definitions)
        if isinstance(node, core.Call) and name and text_at(node.place).startswith(f"({name}") and node.operands:
            procedure = _procedure(node)
            operands = [trials.can_be(each) for each in node.operands] if procedure is not None else []
            if procedure is None or not any(operands):
                continue
            tried += 1
            if tried > CALLS or trials.ended:
                return
            said = trials.fails(procedure, [each or trials.anything for each in operands])
            if not said:
                continue
            index = _culprit(name, said, len(operands))
            if all(operands) and name not in WANTED if index < 0 else operands[index] and not _is_told(name, index):
                where, message = trials.told(name, node, said, index)
                yield Finding(spot(where.place or node.place, source), "error", message, "wrong-type")


def _culprit(name: str, said: str, count: int) -> int:
    """Which operand an error is about: `string-ref: argument 2: wanted …`; -1: it does not say."""
    found = re.fullmatch(r"(\S+): (?:argument (\d+): )?wanted .*", said, re.DOTALL)
    if found is None or found[1] != name or (found[2] is None and count > 1):
        return -1
    index = int(found[2] or 1) - 1
    return index if index < count else -1


def _is_told(name: str, index: int) -> bool:
    """Is it known without a trial what it wants there?"""
    return any(each == index for each, _, _ in wants(name, index + 1))


def _procedure(node: core.Call) -> Value:
    """What is called, where that changes nothing; None for all else."""
    assert isinstance(node.operator, core.GlobalRef)
    location = node.operator.location
    if location.primitive is not None:
        return location.primitive.function if location.primitive.pure and location.primitive.leaf else None
    if not changes_nothing(location):
        return None
    ensure({location}, table())
    return table().names.get(location.key)


class _Trials:
    """What is known of values in one file, and a world to try them in."""

    def __init__(
        self, flow: PayloadFlow, definitions: FileDefinitions, held: KnownBindings, world: Interpreter
    ) -> None:
        self.flow = flow
        self.definitions = definitions
        self.held = held
        self.world = world
        self.samples = _samples()
        kinds = ("a string", "a number", "a boolean", "a pair", "a list", "a symbol")
        self.anything = tuple(self.samples[each][-1] for each in kinds)
        self.ended = False  # one ran into a limit: the file is not worth more

    def can_be(self, node: core.Node) -> tuple[Value, ...]:
        """Values that a node can have, one at least of each type; nothing where that is not known."""
        found = meant(node, self.definitions, self.held)
        if isinstance(found, core.Const):
            return (found.value,)
        shape = self.flow.shape(node)
        if shape is not None and shape.is_sent:
            return tuple(each for kind in self._kinds(shape) for each in self.samples[kind])
        return self.samples.get(given(found, self.definitions, self.held), ())

    def _kinds(self, shape: Shape) -> Sequence[JsonKind]:
        return sorted(shape.kinds) or JSON

    def fails(self, procedure: Callable[..., Value], operands: Sequence[tuple[Value, ...]]) -> str:
        """What the error says that each trial ends with; nothing where one does not, or they say different things."""
        said: set[str] = set()
        combinations = list(islice(product(*operands), MOST + 1))
        if len(combinations) > MOST:
            return ""
        for each in combinations:
            try:
                self.world.call(procedure, *each)
            except SchemeError as error:
                said.add(error.message.partition(", got ")[0])
                self.ended = error.kind in ("limit", "time", "memory", "stopped")
                if error.kind != "type" or len(said) > 1:
                    return ""
            except Exception:  # of whatever else: it is for a run to tell
                self.ended = True
                return ""
            else:
                return ""
        return said.pop() if said else ""

    def told(self, name: str, node: core.Call, said: str, index: int) -> tuple[core.Node, str]:
        """Where it stands, and what is said of it."""
        if index < 0:
            return node, f"{name} fails here, whatever is sent: {said}"
        operand = node.operands[index]
        shape, found = self.flow.shape(operand), meant(operand, self.definitions, self.held)
        text = text_at(operand.place)
        shown = short(found.value) if isinstance(found, core.Const) else text if text and len(text) < LONG else "this"
        kind = given(operand, self.definitions, self.held) or "none"
        if shape is not None:
            kind = shape.words if shape.kinds else "a value of JSON"
        return operand, f"{said}; {shown} is {kind}"
