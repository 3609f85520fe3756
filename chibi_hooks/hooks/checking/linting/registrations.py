"""An expanded hook file -> its registrations, each with its point and callback, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding, Fix
from chibi_hooks.hooks.checking.linting.nodes import (
    REGISTER,
    FileDefinitions,
    called,
    narrowed,
    resolved,
    spot,
    text_at,
    walk,
)
from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import String, Symbol
from chibi_hooks.scheme.values.source import Place, SourceText

AgentEvents = Callable[[], Mapping[str, Sequence[str]]]
WHOLE: Final = ("payload", "event")  # names of fields, by which one may well call all of it


@dataclass(frozen=True, slots=True)
class Registering:
    """One `(register-hook 'point callback)`; `point` None: not known before it runs."""

    node: core.Call
    point: type[Point] | None
    callback: core.Node

    @property
    def clauses(self) -> list[core.Lambda]:
        """The procedures that the callback may be, as far as the text shows them."""
        if isinstance(self.callback, core.CaseLambda):
            return [each for each in self.callback.clauses if _takes_one(each)]
        return [self.callback] if isinstance(self.callback, core.Lambda) and _takes_one(self.callback) else []


def registrations(nodes: list[core.Node], definitions: FileDefinitions) -> Iterator[Registering]:
    """Every registration that the text shows, in its order."""
    for node in nodes:
        if isinstance(node, core.Call) and called(node, definitions) == REGISTER and len(node.operands) == 2:
            stated, callback = node.operands
            word = stated.value.text if isinstance(stated, core.Const) and isinstance(stated.value, Symbol) else ""
            yield Registering(node, POINTS.get(word), resolved(callback, definitions))


def faults_of(each: Registering, source: SourceText, events: AgentEvents) -> Iterator[Finding]:
    """What is wrong with the registration itself; `events`: of agents, with the points that they fire."""
    stated = each.node.operands[0]
    if isinstance(stated, core.Const) and each.point is None:
        yield from _no_point(stated, each.node.place, source, events)
    elif each.point is not None:
        yield from _callback(each.callback, each.node.place, each.point, source)
        for clause in each.clauses:
            yield from _whole(clause, each.node.place, each.point, source)
            yield from _late(clause, source)


def _late(clause: core.Lambda, source: SourceText) -> Iterator[Finding]:
    """A registration in the body of a hook."""
    for node in walk([clause.body]):
        if called(node, {}) == REGISTER:
            message = "register-hook counts while the file is loaded: from inside of a hook it is not heard"
            hint = "write it beside the hook, at the top of the file"
            yield Finding(spot(node.place, source), "error", message, "registers-nothing", hint)


def _whole(clause: core.Lambda, place: Place | None, point: type[Point], source: SourceText) -> Iterator[Finding]:
    """The whole payload goes by the name of one of its fields: `(define-hook pre_tool tool-name …)`."""
    match clause:
        case core.Lambda(params=[payload], body=core.Let(variables=[whole], inits=[core.LocalRef(variable=bound)])):
            name, where = whole.name, narrowed(place, whole.name)
            is_field = bound is payload and name.replace("-", "_") in point.stated and name not in WHOLE
            if is_field and where is not None and text_at(place).startswith("(define-hook"):
                fix = Fix(where.start, where.end, f"({name})")
                message = f"{name} is the whole payload here: the names of fields stand in a list"
                hint = f"write (define-hook {point.wire} ({name}) …)"
                yield Finding(spot(where, source), "warning", message, "bare-field", hint, fix)


def _is_read(node: core.Call, name: core.Variable) -> bool:
    """Is a field of the payload looked for in what is called so?"""
    operator, operands = node.operator, node.operands
    place = {"payload-ref": 0, "assoc": 1}.get(operator.location.name if isinstance(operator, core.GlobalRef) else "")
    given = operands[place] if place is not None and place < len(operands) else None
    return isinstance(given, core.LocalRef) and given.variable is name


def _no_point(
    stated: core.Const, place: Place | None, source: SourceText, events: AgentEvents
) -> Iterator[Finding]:
    where = spot(stated.place or place, source)
    if isinstance(stated.value, String):
        by_form = text_at(place).startswith("(define-hook")
        who, kind, sign = ("define-hook", "name", "") if by_form else ("register-hook", "symbol", "'")
        message = f'{who}: wanted a {kind} such as {sign}pre_tool, got "{stated.value.s}"'
        yield Finding(where, "error", message, "no-point", f"write ({who} {sign}{stated.value.s} …)")
    elif isinstance(stated.value, Symbol):
        word = stated.value.text
        near = did_you_mean(word, POINTS) if len(word) <= 64 else ""
        message = f"there is no hook point {word[:64]}{near or '; `chibi-hooks points` lists them'}"
        right = near.split('"')[1] if near else ""
        if fired := events().get(word):
            right = right if right in fired else next((each for each in fired if POINTS[each].can_modify), fired[0])
            message = f"there is no hook point {word}: at this event of an agent {_listed(fired)} here"
        by_form = text_at(place).startswith("(define-hook")
        fix = _fixed_point(narrowed(stated.place or place, word), word, right) if right else None
        hint = f"write (define-hook {right} …)" if by_form else f"write '{right}"
        yield Finding(where, "error", message, "no-point", hint if right else "", fix)


def _listed(points: Sequence[str]) -> str:
    *others, last = points
    return f"{', '.join(others)} and {last} are fired" if others else f"{last} is fired"


def _fixed_point(place: Place | None, word: str, right: str) -> Fix | None:
    return Fix(place.start, place.end, right) if place is not None and text_at(place) == word else None


def _takes_one(clause: core.Lambda) -> bool:
    return len(clause.params) == 1 or (len(clause.params) < 1 and clause.rest is not None)


def _callback(callback: core.Node, place: Place | None, point: type[Point], source: SourceText) -> Iterator[Finding]:
    where = spot(place, source)
    hint = f"write (register-hook '{point.wire} (lambda (payload) …))"
    if isinstance(callback, core.Lambda) and not callback.params and callback.rest is not None:
        rest, inside = callback.rest, walk([callback.body])
        if any(isinstance(each, core.Call) and _is_read(each, rest) for each in inside):
            message = f"{rest.name} is the list of all arguments here, not the payload: it stands in brackets"
            yield Finding(spot(callback.place or place, source), "warning", message, "no-callback", hint)
        return
    if isinstance(callback, core.Const):
        yield Finding(where, "error", f"register-hook: wanted a procedure for {point.wire}", "no-callback", hint)
    elif isinstance(callback, core.Lambda | core.CaseLambda):
        clauses = callback.clauses if isinstance(callback, core.CaseLambda) else [callback]
        if not any(map(_takes_one, clauses)):
            takes = " or ".join(str(len(each.params)) for each in clauses)
            message = f"a hook is called with one argument, the payload; this procedure takes {takes}"
            yield Finding(where, "error", message, "no-callback", hint)
