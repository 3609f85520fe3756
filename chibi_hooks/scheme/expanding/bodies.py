"""The forms of a body come in, its nodes go out, definitions found first (R7RS 5.3.2); a file is a body too.

A body is read twice. `collect` uses macros only as far as a form's head, to see whether it defines something; then
everything is expanded with all definitions of the body in scope. Definitions may stand between expressions; order of
evaluation is as written.

A program may give a keyword a new meaning half-way. What stands above that goes by the old one (R7RS 5.1: a program
runs from the top down), so it is expanded before the new meaning is bound: `TopDefinitions._settle`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chibi_hooks.scheme.core import Define, Global, Letrec, Node, Variable
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.scope import Alias, CoreForm, Denotation, Macro, NameKey, Scope, key_of, lookup
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.values.source import Place

Binding = Variable | Global


class Later:
    """The value of a definition that is no expression: `make` gives its node once all definitions are known."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Expander], Node]) -> None:
        self.make = make


class Definitions:
    """What a local body holds, as `collect` finds it."""

    __slots__ = ("outer", "scope", "waiting", "entries", "places", "defines")

    def __init__(self, outer: Scope) -> None:
        self.outer = outer
        self.scope = outer  # of its own from the first definition on
        self.waiting: list[Syntax] = []  # forms not yet looked at, the next one last
        self.entries: list[tuple[Binding | None, Any, Place | None]] = []  # target, value (syntax or Later), place
        self.places: dict[NameKey, Place] = {}
        self.defines = 0  # how many entries up to the last definition

    def splice(self, forms: list[Syntax]) -> None:
        """Look at these forms next."""
        self.waiting += reversed(forms)

    def bind(self, x: Expander, identifier: Any) -> Binding:
        """A new variable of this body."""
        variable = Variable(identifier.name, identifier.place)
        self._bind(x, identifier, variable)
        return variable

    def bind_syntax(self, x: Expander, identifier: Any, meaning: Denotation) -> None:
        """A new keyword of this body."""
        self._bind(x, identifier, meaning)

    def open(self) -> Scope:
        """The scope that the definitions go into."""
        if self.scope is self.outer:
            self.scope = Scope(self.outer)
        return self.scope

    def define(self, x: Expander, identifier: Any, value: Syntax, place: Place) -> Binding:
        """A new variable with its value: an expression or a `Later`."""
        target = self.bind(x, identifier)
        self.entries.append((target, value, place))
        self.defines = len(self.entries)
        return target

    def temporary(self, name: str, value: Later, place: Place) -> Binding:
        """A variable that no name reaches."""
        target = Variable(name, place)
        self.entries.append((target, value, place))
        self.defines = len(self.entries)
        return target

    def node(self, x: Expander, owner: Form) -> Node:
        """The body as one node. Raises SchemeError."""
        entries, scope, count = self.entries, self.scope, self.defines
        if count == len(entries):
            raise x.refuse(owner, "the body has no expression", who=owner.items[0].name)
        variables: list[Variable] = []
        inits: list[Node] = []
        for target, value, place in entries[:count]:
            variables.append(target if target.__class__ is Variable else Variable("", place))
            inits.append(_value(x, target, value, scope))
        body = x.sequence([value for _, value, _ in entries[count:]], scope, owner.place)
        return Letrec(variables, inits, body, owner.place) if variables else body

    def _bind(self, x: Expander, identifier: Any, meaning: Denotation) -> None:
        key = key_of(identifier)
        if key in self.places:
            first = self.places[key]
            raise x.refuse(identifier, f"{identifier.name} is defined twice in one body, first on line {first.line}")
        self.places[key] = identifier.place
        self.open().names[key] = meaning


class TopDefinitions(Definitions):
    """What a program or a library holds."""

    __slots__ = ("top", "settled")

    def __init__(self, top: TopLevel) -> None:
        super().__init__(top)
        self.top = top
        self.settled = 0  # how many entries are expanded already

    def open(self) -> Scope:
        return self.top

    def bind(self, x: Expander, identifier: Any) -> Binding:
        self._once(x, identifier)
        self._settle(x, identifier, False)
        return self.top.define(identifier)

    def bind_syntax(self, x: Expander, identifier: Any, meaning: Denotation) -> None:
        self._once(x, identifier)
        self._settle(x, identifier, True)
        self.top.define_syntax(identifier, meaning)

    def temporary(self, name: str, value: Later, place: Place) -> Binding:
        target = self.top.new_location(name)
        self.entries.append((target, value, place))
        return target

    def nodes(self, x: Expander) -> list[Node]:
        """The top-level forms in order."""
        top = self.top
        nodes: list[Node] = []
        for target, value, place in self.entries:
            node = _value(x, target, value, top)
            nodes.append(Define(target, node, place) if target.__class__ is Global else node)
        return nodes

    def _settle(self, x: Expander, identifier: Any, is_keyword: bool) -> None:
        """Before a keyword gets a new meaning, or a variable becomes a keyword: expand what the old one held for. In a
        library a definition holds in all of the body.
        """
        old = self.top.meaning(key_of(identifier))
        if self.top.library is not None or not (is_keyword if old.__class__ is Global else old is not None):
            return
        waiting = self.entries[self.settled :]
        nodes = x.finished([_value(x, target, value, self.top) for target, value, _ in waiting])
        self.entries[self.settled :] = [
            (target, Later(_already(node)), place) for (target, _, place), node in zip(waiting, nodes, strict=True)
        ]
        self.settled = len(self.entries)

    def check_mutable(self, x: Expander, at: Syntax) -> None:
        """Check that something may be bound in this environment. Raises SchemeError."""
        if self.top.immutable:
            hint = "definitions and imports can be evaluated in (interaction-environment)"
            raise x.refuse(at, "an environment made by (environment …) is immutable", who="eval", hint=hint)

    def _once(self, x: Expander, identifier: Any) -> None:
        """In a library nothing may be defined twice (R7RS 5.6.1); in a program it means `set!`."""
        self.check_mutable(x, identifier)
        key = key_of(identifier)
        if self.top.library is not None and key in self.places:
            first = self.places[key]
            message = f"{identifier.name} is defined twice in {self.top.library}, first on line {first.line}"
            raise x.refuse(identifier, message)
        self.places[key] = identifier.place


class Enclosed(Definitions):
    """Definitions that stand in a scope of their own and belong to the body around it."""

    __slots__ = ("body",)

    def __init__(self, body: Definitions, scope: Scope) -> None:
        super().__init__(scope)
        self.body = body

    def open(self) -> Scope:
        return self.scope

    def bind(self, x: Expander, identifier: Any) -> Binding:
        return self.body.bind(x, identifier)

    def bind_syntax(self, x: Expander, identifier: Any, meaning: Denotation) -> None:
        self.body.bind_syntax(x, identifier, meaning)

    def define(self, x: Expander, identifier: Any, value: Any, place: Place) -> Binding:
        if value.__class__ is not Later:
            expression: Syntax = value
            value = Later(lambda x: x.named(expression, self.scope, identifier.name))
        return self.body.define(x, identifier, value, place)

    def temporary(self, name: str, value: Later, place: Place) -> Binding:
        return self.body.temporary(name, value, place)


def _already(node: Node) -> Callable[[Expander], Node]:
    return lambda x: node


def expand_body(x: Expander, forms: list[Syntax], scope: Scope, owner: Form) -> Node:
    """The node of the body of a lambda, let and so on; `owner` is the form it belongs to. Raises SchemeError."""
    for form in forms:
        if _may_define(form, scope):
            break
    else:
        if not forms:
            raise x.refuse(owner, "the body is empty", who=owner.items[0].name)
        return x.sequence(forms, scope, owner.place)
    definitions = Definitions(scope)
    collect(x, definitions, forms)
    return definitions.node(x, owner)


def collect(x: Expander, definitions: Definitions, forms: list[Syntax]) -> None:
    """Find the definitions among the forms; what is left are expressions, with macro uses gone from their heads."""
    waiting = definitions.waiting
    waiting += reversed(forms)
    while waiting:
        form = waiting.pop()
        if form.__class__ is Form and form.items:
            head = form.items[0]
            kind = head.__class__
            if kind is Identifier or kind is Alias:
                meaning = lookup(head, definitions.scope)
                if meaning.__class__ is Macro:
                    waiting.append(x.use(meaning, form, definitions.scope))
                    continue
                if meaning.__class__ is CoreForm and meaning.discover is not None:
                    meaning.discover(x, form if form.tail is None else x.proper(form), definitions)
                    continue
            definitions.entries.append((None, form, form.place))
        else:
            definitions.entries.append((None, form, None))


def _may_define(form: Syntax, scope: Scope) -> bool:
    if form.__class__ is not Form or not form.items:
        return False
    head = form.items[0]
    kind = head.__class__
    if kind is not Identifier and kind is not Alias:
        return False
    meaning = lookup(head, scope)
    kind = meaning.__class__
    return kind is Macro or (kind is CoreForm and meaning.discover is not None)


def _value(x: Expander, target: Binding | None, value: Any, scope: Scope) -> Node:
    if value.__class__ is Later:
        return value.make(x)
    if target is None:
        return x.expand(value, scope)
    return x.named(value, scope, target.name)
