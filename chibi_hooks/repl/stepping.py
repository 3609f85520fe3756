"""A form -> the same form, evaluated with every call told: what is called with which text, and what it gives.

    with Stepping(print):
        worlds.run(with_definitions(form, procedure), …)

With `ask` it stands still before each call, until that says how to go on: `NEXT` to the next call, `OVER` this one,
`GO` on without stops. Who wants to stop raises.

Theory: the compiled code is not slowed by steps that nobody watches, so nothing is there to be watched. The form is
compiled once more, with a note before and behind each call; and so that the steps lead into the user's procedures, the
definitions that it reaches are compiled inside of it, in the same way, from the texts of their files. They refer to
the same variables of the world, and have the same effects.

Rules
-----
* What macros make, and what libraries do inside, is no step.
* A definition is followed where it is `(define (name …) …)` or `(define name (lambda …))` and is still what the
  variable holds.
* A call in tail position is one that returns here: a loop takes room for each round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import Token
from typing import Any, Final, Self

from chibi_hooks.repl.printing import shown
from chibi_hooks.scheme.core import FIELDS, Call, Global, GlobalRef, Node, Sequence, Unit, children
from chibi_hooks.scheme.expanding.scope import is_identifier
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.running.backtrace import form_at
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.worlds.coverage import Locations
from chibi_hooks.scheme.worlds.recipe import COVERAGE

NAME: Final = "<step>"  # of the text that is stepped through, which its places do not repeat
TOLD: Final = 300  # lines of steps; a loop has one for each call of each round
DEEPEST: Final = 20  # levels that are indented
VALUE: Final = 100  # characters of a value
FOLLOWED: Final = 200  # definitions
NEXT, OVER, GO, STOP = "next", "over", "go", "stop"  # how to go on

DefinitionOf = Callable[[str], Value]  # what a variable of the world holds


class _CallSite:
    """A call that is told; `text`: where it stands, and what it says."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Stepping:
    """Tells the calls of what is compiled while it is entered. `tell` takes whole lines, as the code runs."""

    def __init__(self, tell: Callable[[str], object], ask: Callable[[], str] | None = None) -> None:
        self._tell = tell
        self._ask = ask
        self._over = 0  # how deep the call is that runs to its end without a word
        self._inside: list[_CallSite] = []  # the calls under way
        self._told = 0
        self._waiting = False  # the last of them was not told yet: it may have no steps inside
        self._token: Token[Any] | None = None

    def __enter__(self) -> Self:
        self._token = COVERAGE.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        assert self._token is not None
        COVERAGE.reset(self._token)
        self._flush("  is left without a value" if error[0] is not None else "")

    def instrument(self, unit: Unit, names: Locations) -> None:
        """Put notes around the calls of a unit that were written as such."""
        pending: list[Node] = list(unit.body)
        unit.body[:] = [self._noted(node, unit, names) for node in unit.body]
        while pending:  # not by recursion: a form may be nested deeply
            node = pending.pop()
            pending += children(node)
            for name, kind in FIELDS[node.__class__].items():
                held = getattr(node, name)
                if kind == "child":
                    setattr(node, name, self._noted(held, unit, names))
                elif kind == "children":
                    held[:] = [self._noted(each, unit, names) for each in held]

    def _noted(self, node: Node, unit: Unit, names: Locations) -> Node:
        place = node.place
        if not isinstance(node, Call) or place is None or place in unit.origins or not _is_form(place):
            return node
        call = _CallSite(f"{place}  {form_at(place)}".removeprefix(f"{NAME}:"))

        def enter() -> Value:
            self._enter(call)
            return UNSPECIFIED

        def leave(value: Value) -> Value:
            self._leave(call, value)
            return value

        before, behind = Global("enter", names.new_key()), Global("leave", names.new_key())
        names.provided_values[before.key], names.provided_values[behind.key] = enter, leave
        return Sequence([Call(GlobalRef(before), []), Call(GlobalRef(behind), [node])], place)

    def _enter(self, call: _CallSite) -> None:
        self._flush()
        self._inside.append(call)
        if self._over:
            return
        self._waiting = True
        if self._ask is not None:
            self._flush()
            word = self._ask()
            if word == OVER:
                self._over = len(self._inside)
            elif word == GO:
                self._ask = None

    def _leave(self, call: _CallSite, value: Value) -> None:
        given = f"=>  {'no value' if value is UNSPECIFIED else _cut(shown(value))}"
        if self._waiting and self._inside[-1] is call:
            self._line(f"{call.text}  {given}", len(self._inside) - 1)
            self._waiting = False
        else:
            self._flush()
            if call in self._inside:  # else a continuation came back to it
                while self._inside[-1] is not call:  # a continuation has left these
                    self._inside.pop()
            if len(self._inside) <= self._over:
                self._over = 0
            if not self._over:
                self._line(given, len(self._inside) - 1)
        if self._inside and self._inside[-1] is call:
            self._inside.pop()

    def _flush(self, more: str = "") -> None:
        if self._waiting:
            self._line(self._inside[-1].text + more, len(self._inside) - 1)
            self._waiting = False

    def _line(self, text: str, depth: int) -> None:
        self._told += self._ask is None
        if self._told <= TOLD:
            self._tell("  " * min(max(depth, 0), DEEPEST) + text + "\n")
        elif self._told == TOLD + 1:
            self._tell(f"… further steps are not told: there are more than {TOLD}\n")


def with_definitions(form: Syntax, value_of: DefinitionOf) -> Syntax:
    """The form inside of a `let` that defines the user's procedures which it reaches, as their files do."""
    found: dict[str, Syntax] = {}
    sources: dict[SourceText, list[Syntax]] = {}
    pending = [form]
    while pending and len(found) < FOLLOWED:
        for name in dict.fromkeys(_names_in(pending.pop())):
            place = place_of(value_of(name)) if name not in found else None
            if place is not None and (definition := _definition(name, place, sources)) is not None:
                found[name] = definition
                pending.append(definition)
    if not found or not hasattr(form, "place"):
        return form
    place = form.place
    return Form([Identifier("let", place), Form([], place), *found.values(), form], place)


def _names_in(form: Syntax) -> Iterator[str]:
    pending = [form]
    while pending:
        each = pending.pop()
        if is_identifier(each):
            yield each.name
        elif each.__class__ is Form:
            pending += [*each.items, *([each.tail] if each.tail is not None else [])]


def _definition(name: str, at: Place, sources: dict[SourceText, list[Syntax]]) -> Syntax | None:
    """The definition of a name around a place of its source; None where it is of no sort that can be copied."""
    if at.source not in sources:
        sources[at.source] = read_source(at.source)
    for form in sources[at.source]:
        around = getattr(form, "place", None)
        if around is not None and around.start <= at.start and at.end <= around.end:
            return form if _defines(form, name) else None
    return None


def _defines(form: Syntax, name: str) -> bool:
    if form.__class__ is not Form or len(form.items) < 3 or not _is_word(form.items[0], "define"):
        return False
    target, value = form.items[1:3]
    if target.__class__ is Form:
        return bool(target.items) and _is_word(target.items[0], name)
    if value.__class__ is not Form or not value.items or not _is_word(value.items[0], "lambda"):
        return False
    return _is_word(target, name)


def _is_word(x: Syntax, word: str) -> bool:
    return is_identifier(x) and x.name == word


def _is_form(place: Place) -> bool:
    return place.source.text.startswith("(", place.start)


def _cut(text: str) -> str:
    return text if len(text) <= VALUE else f"{text[: VALUE - 1]}…"
