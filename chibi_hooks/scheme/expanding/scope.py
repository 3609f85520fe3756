"""Names come in, what they mean goes out: scopes, identifiers inserted by macros, and the table of core forms.

Theory: hygiene by renaming. A macro does not insert a bare name but an `Alias` of it, fresh for each use of the macro.
An alias is bound as itself (so nothing of the user's text can refer to it); one that nobody binds means what the name
in the template meant where the macro was defined. A scope therefore maps *keys*: a name as text for what stands in the
source, the alias object for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chibi_hooks.scheme.core import Node
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, Syntax, VectorForm
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place

Walk = Any  # the Expander: what a scope holds gets it handed in, and a scope never asks it for anything
BodyAtHand = Any  # the Definitions of the body at hand, likewise
Denotation = Any  # Variable | Global | Macro | CoreForm, or None: what an identifier can mean
NameKey = Any  # str for an Identifier, the Alias itself for an Alias


class Alias:
    """An identifier that a macro inserted: `of` is the one of the template, `scope` where the macro was defined."""

    __slots__ = ("name", "of", "scope", "place", "is_key")

    def __init__(self, name: str, of: Identifier | Alias, scope: Scope, place: Place) -> None:
        self.name = name
        self.of = of
        self.scope = scope
        self.place = place  # of the macro use
        self.is_key = False  # whether some scope may know it: most aliases are bound nowhere, and none need be searched


class Scope:
    """The bindings of one body or binding form, and the scopes around it; the outermost one is a `TopLevel`."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None) -> None:
        self.names: dict[NameKey, Denotation] = {}
        self.outer = outer

    def meaning(self, key: NameKey) -> Denotation:
        """What a key means here, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(key)
            if found is not None:
                return found
            scope = scope.outer
        return None


class Macro:
    """What a keyword stands for that the program defined: `expand` gives what to put in the place of a use of it;
    `patterns` are what uses look like.
    """

    __slots__ = ("name", "expand", "patterns")

    def __init__(self, name: str, expand: Callable[[Walk, Form, Scope], Syntax], patterns: list[Syntax]) -> None:
        self.name = name
        self.expand = expand
        self.patterns = patterns


Expand = Callable[[Walk, Form, Scope], Node]  # a use as an expression -> its node
Discover = Callable[[Walk, Form, BodyAtHand], None]  # a use where definitions may stand
Transform = Callable[[Walk, Form, Scope, str], Macro]  # a use as the right-hand side of define-syntax


class CoreForm:
    """A form the expander knows by itself, or an auxiliary word such as `else`. `usage` is how it is written."""

    __slots__ = ("name", "usage", "expand", "discover", "transform")

    def __init__(self, name: str, usage: str) -> None:
        self.name = name
        self.usage = usage
        self.expand: Expand | None = None
        self.discover: Discover | None = None
        self.transform: Transform | None = None


CORE_FORMS: Final[dict[str, CoreForm]] = {}  # what (engine syntax) exports; filled by importing `forms`


def core_form(name: str, usage: str) -> Callable[[Expand], Expand]:
    """Declare how a core form is expanded as an expression. `usage` becomes part of its error messages."""

    def declare(function: Expand) -> Expand:
        _declared(name, usage).expand = function
        return function

    return declare


def definition_form(name: str, usage: str) -> Callable[[Discover], Discover]:
    """Declare what a core form does where definitions may stand."""

    def declare(function: Discover) -> Discover:
        _declared(name, usage).discover = function
        return function

    return declare


def transformer_form(name: str, usage: str) -> Callable[[Transform], Transform]:
    """Declare how a core form makes a macro."""

    def declare(function: Transform) -> Transform:
        _declared(name, usage).transform = function
        return function

    return declare


def auxiliary(name: str, usage: str) -> CoreForm:
    """Declare a word that means something only inside other forms; `usage` is such a form."""
    return _declared(name, usage)


def _declared(name: str, usage: str) -> CoreForm:
    return CORE_FORMS.setdefault(name, CoreForm(name, usage))


def lookup(identifier: Any, scope: Scope) -> Denotation:
    """What an identifier means in a scope; None if nothing binds it."""
    while identifier.__class__ is not Identifier:
        found = scope.meaning(identifier) if identifier.is_key else None
        if found is not None:
            return found
        identifier, scope = identifier.of, identifier.scope
    name, at = identifier.name, scope
    while True:  # as `meaning` finds it: asked so often that a call counts
        found = at.names.get(name)
        if found is not None or at.outer is None:
            return found
        at = at.outer


def home(identifier: Any, scope: Scope) -> tuple[Identifier, Scope]:
    """For an identifier that no local scope binds: the name it goes back to, and the outermost scope of that name."""
    while identifier.__class__ is Alias:
        identifier, scope = identifier.of, identifier.scope
    while scope.outer is not None and scope.__class__ is Scope:
        scope = scope.outer
    return identifier, scope


def same_meaning(a: Any, a_scope: Scope, b: Any, b_scope: Scope) -> bool:
    """Whether two identifiers mean the same: one binding, or no binding and one name (R7RS 4.3.2 on literals)."""
    meaning = lookup(a, a_scope)
    other = lookup(b, b_scope)
    if meaning is None and other is None:
        return bool(a.name == b.name)
    return meaning is other


def means(identifier: Any, word: CoreForm, scope: Scope) -> bool:
    """Whether syntax is an identifier with the meaning of that auxiliary word (also by name, when nothing binds it)."""
    if identifier.__class__ is not Identifier and identifier.__class__ is not Alias:
        return False
    meaning = lookup(identifier, scope)
    return meaning is word or (meaning is None and identifier.name == word.name)


def is_identifier(x: Syntax) -> bool:
    """Whether syntax is a name."""
    return x.__class__ is Identifier or x.__class__ is Alias


def key_of(identifier: Any) -> NameKey:
    """What scopes know an identifier by, from now on perhaps."""
    if identifier.__class__ is Identifier:
        return identifier.name
    identifier.is_key = True
    return identifier


def flat(form: Form) -> Form:
    """The form with a list after its dot written out: `(a . (b c))` is `(a b c)`."""
    items, tail = form.items, form.tail
    if tail.__class__ is not Form:
        return form
    items = items[:]
    while tail.__class__ is Form:
        items += tail.items
        tail = tail.tail
    return Form(items, form.place, tail)


def shown(x: Syntax, width: int = 60) -> str:
    """Syntax as text for a message, cut to about `width` characters."""
    parts: list[str] = []
    room = width
    stack: list[Any] = [x]
    while stack:
        part = stack.pop()
        if part.__class__ is Form or part.__class__ is VectorForm:
            opening = "(" if part.__class__ is Form else "#("
            inner: list[Any] = []
            for item in part.items[: room + 1]:
                inner += (item, _Text(" "))
            if inner:
                inner.pop()
            if part.__class__ is Form and part.tail is not None:
                inner += (_Text(" . "), part.tail)
            stack.append(_Text(")"))
            stack += reversed(inner)
            part = _Text(opening)
        text = part if part.__class__ is _Text else _atom(part)
        parts.append(text)
        room -= len(text)
        if room < 0:
            return "".join(parts)[:width] + "…"
    return "".join(parts)


class _Text(str):
    """Text that is part of the notation, not a datum."""

    __slots__ = ()


def _atom(x: Any) -> str:
    if is_identifier(x):
        return x.name[:100]  # type: ignore[no-any-return]
    return short(x.value if x.__class__ is Labelled else x)
