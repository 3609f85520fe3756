"""What a callback may return, as far as its text shows it -> answers that the point does not take.

Theory: a callback's results are the nodes in tail position, through `if`, `let`, bodies and procedures of the file; a
result is read as an alist as far as it is made of constants, `list`, `cons`, `append` and the builders of
`(harness hooks)`. Only what is certain is said; the rest is left to the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from chibi_hooks.hooks.checking.linting.arguments import takes
from chibi_hooks.hooks.checking.linting.builders import BUILDERS, DENY, SETTING, makes_answer
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.given import given
from chibi_hooks.hooks.checking.linting.nodes import (
    MOST_NODES,
    FileDefinitions,
    called,
    key_of,
    resolved,
    spot,
    text_at,
)
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, UNSPECIFIED, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place, SourceText

Shortcomings = Callable[[str, str], Iterable[str]]  # point and field of an answer -> what agents make of it


def nobody(point: str, field: str) -> Iterable[str]:
    """No agent matters."""
    return ()


NEVER: Final = frozenset({"a string", "a number", "a boolean", "a character", "a symbol"})  # none is an answer
GATHERING: Final = ("map", "filter-map", "append-map")

DENIAL: Final = "(deny)"  # for the key that `deny` sets, which the point decides; no alist has it

FALSE_PART: Final = core.Const(FALSE)  # what `and` gives where a part of it is false

ResultNode = tuple[core.Node, Place | None]  # and where it stands, or what is around it


def results_of(body: core.Lambda, definitions: FileDefinitions) -> Iterator[ResultNode]:
    """The nodes whose value a procedure may return."""
    pending: list[ResultNode] = [(body.body, body.place)]
    entered: set[int] = set()
    local: dict[core.Variable, core.Lambda] = {}  # procedures of the bodies that were gone through
    while pending:
        node, around = pending.pop()
        around = node.place or around
        match node:
            case core.If(test=core.Const(value=value)):
                pending.append((node.otherwise if value is FALSE else node.then, around))
            case core.If():
                pending += [(node.then, around), (node.otherwise, around)]
            case core.And():
                yield FALSE_PART, None
                pending.append((node.parts[-1], around))
            case core.Sequence():
                pending.append((node.parts[-1], around))
            case core.Or():
                pending += [(each, around) for each in node.parts]
            case core.Let() | core.Letrec():
                inits = zip(node.variables, node.inits, strict=True)
                local.update(
                    (name, each) for name, each in inits if isinstance(each, core.Lambda) and not name.assigned
                )
                pending.append((node.body, around))
            case core.Call():
                operator = node.operator
                target = resolved(operator, definitions)
                if isinstance(operator, core.LocalRef):
                    target = local.get(operator.variable, operator)
                if isinstance(target, core.Lambda):
                    if id(target) not in entered:
                        entered.add(id(target))
                        pending.append((target.body, target.place))
                else:
                    yield node, around
            case _:
                found = resolved(node, definitions)
                yield found, found.place or around


def answers_of(
    callback: core.Lambda, point: type[Point], definitions: FileDefinitions, source: SourceText, agents: Shortcomings
) -> Iterator[Finding]:
    """What is wrong with what a callback returns at this point."""
    for result, place in results_of(callback, definitions):
        yield from _no_answer(result, place, point, definitions, source)
        yield from _result(result, point, definitions, source, agents)


def _no_answer(
    node: core.Node, place: Place | None, point: type[Point], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """A result that is no alist at all."""
    if point.lenient:
        return
    if isinstance(node, core.Const) and not _may_be_answer(node.value):
        got = short(node.value)
        word = node.value.car if isinstance(node.value, Pair) else node.value
        if isinstance(word, Symbol) and (makes_answer(word.text) or word.text == "no-opinion"):
            hint = f"write {got if isinstance(node.value, Pair) else f'({got})'}, without the quote"
        elif isinstance(node.value, Pair):
            hint = f"write (list (cons {short(node.value.car)} {short(node.value.cdr)})), {_example(point)}"
        else:
            hint = f"write (no-opinion) to let it pass, {_example(point)}"
        yield Finding(
            spot(place, source),
            "error",
            f"{point.wire}: a hook returns an alist, or () for no opinion; this is {got}",
            "no-answer",
            hint,
        )
    elif isinstance(node, core.GlobalRef | core.Lambda) and (name := _procedure(node, definitions)):
        message = f"{point.wire}: a hook returns an alist, or () for no opinion; this is the procedure {name} itself"
        hint = f"write ({name})" if name == "no-opinion" else f"write ({name} …)"
        yield Finding(spot(place, source), "error", message, "no-answer", hint)
    elif what := _no_alist(node, definitions):
        hint = f"the answer is a call of its own: (if test {answer_example(point)} (no-opinion))"
        if called(node, definitions) in GATHERING:
            hint = "(any (lambda (each) …) list) gives the first that is not #f; without any, #f is no opinion"
        message = f"{point.wire}: a hook returns an alist, or () for no opinion; {what}"
        yield Finding(spot(place, source), "error", message, "no-answer", hint)
    elif called(node, definitions) == "list" and isinstance(node, core.Call):
        yield from _members(node, place, point, definitions, source)
    elif called(node, definitions) == "cons" and isinstance(node, core.Call) and len(node.operands) == 2:
        first, second = node.operands
        if isinstance(first, core.Const) and key_of(first.value) and isinstance(second, core.Const):
            if second.value is NIL or isinstance(second.value, Pair):
                return
            hint = f"write (list {text_at(place)})"
            yield Finding(
                spot(place, source),
                "error",
                f"{point.wire}: a hook returns an alist; a `list` is missing around this pair",
                "no-answer",
                hint,
            )


def _no_alist(node: core.Node, definitions: FileDefinitions) -> str:
    """What a call gives that is no answer for certain."""
    name = called(node, definitions)
    if not name or not isinstance(node, core.Call):
        return ""
    if (what := given(node, definitions)) in NEVER:
        return f"what ({name} …) gives is {what}"
    walker = node.operands[0] if node.operands else None
    if name in GATHERING and isinstance(walker, core.Lambda):
        made = (called(each, definitions) for each, _ in results_of(walker, definitions))
        if builder := next(filter(makes_answer, made), ""):
            return f"what ({name} …) gives is a list of what ({builder} …) gives, one for each"
    return ""


def _members(
    node: core.Call, place: Place | None, point: type[Point], definitions: FileDefinitions, source: SourceText
) -> Iterator[Finding]:
    """`(list "block" #t)`, `(list (block "no"))`: a list whose members are no pairs of an answer."""
    for operand in node.operands:
        name = called(operand, definitions)
        if isinstance(operand, core.Const) and not isinstance(operand.value, Pair):
            message = f"this is a list with {short(operand.value)} in it"
            key = key_of(operand.value)
            fields = [short(each) for each in point.outcome_fields] if key is None else [f'"{key}"']
            hint = f"each member is a pair: (list (cons {fields[0] if fields else '…'} …))"
        elif makes_answer(name):
            message = f"this is a list around what ({name} …) gives, which is one already"
            hint = f"write {text_at(operand.place) or f'({name} …)'} alone"
            if len(node.operands) > 1:
                hint = f"write (answer {' '.join(text_at(each.place) or '…' for each in node.operands)})"
        else:
            continue
        said = f"{point.wire}: a hook returns an alist, or () for no opinion; {message}"
        yield Finding(spot(place, source), "error", said, "no-answer", hint)
        return


def _procedure(node: core.Node, definitions: FileDefinitions) -> str:
    """The name of the procedure that a node is; nothing where it is none for certain."""
    if isinstance(node, core.Lambda):
        return node.name or "lambda"
    name, taken = takes(node, definitions, {})
    return name if taken else ""


def _may_be_answer(value: Value) -> bool:
    """Is this constant an alist, or no opinion?"""
    if value is NIL or value is FALSE or value is UNSPECIFIED:
        return True
    return isinstance(value, Pair) and isinstance(value.car, Pair)


def _example(point: type[Point]) -> str:
    """An answer that fits the point, as the end of a hint."""
    return f"or {answer_example(point)}" if point.can_modify else "since this point only observes"


def answer_example(point: type[Point]) -> str:
    """One answer as one would write it there."""
    fields = point.outcome_fields
    if point.permission or {"block", "message"} <= fields.keys():
        return '(deny "why")'
    for builder, field in BUILDERS.items():
        if field in fields:
            argument = {"rewrite-argument": 'payload "key" value', "delivered": "", "allow": ""}.get(builder)
            text = "n" if field.startswith("fuel") else '"…"'
            return f"({builder}{' ' if argument != '' else ''}{text if argument is None else argument})"
    return f"(list (cons {short(next(iter(fields)))} …))" if fields else "(no-opinion)"


def _result(
    node: core.Node, point: type[Point], definitions: FileDefinitions, source: SourceText, agents: Shortcomings
) -> Iterator[Finding]:
    accepted = point.outcome_fields
    for key, value, place in _entries(node, definitions):
        where = spot(place, source)
        if key == DENIAL:
            key = "block" if {"block", "message"} <= accepted.keys() and "denied" not in accepted else "denied"
        hint = f"here one may answer {answer_example(point)}" if accepted else "write (no-opinion)"
        if not accepted:
            message = f'{point.wire} only observes: the returned "{key}" has no effect'
            yield Finding(where, "error", message, "illegal-answer", hint)
        elif key not in accepted:
            near = did_you_mean(key, accepted) or f"; accepted: {', '.join(accepted)}"
            message = f'{point.wire} does not accept the returned key "{key}"{near}'
            yield Finding(where, "error", message, "illegal-answer", hint)
        elif value is not None and (got := _wrong_type(value, accepted[key].kind.hint)):
            message = f'{point.wire}: "{key}": wanted {accepted[key].kind.wanted}, got {got}'
            hint = f'write (cons "{key}" {_right_value(accepted[key].kind.hint)})'
            if isinstance(value, Pair) and isinstance(value.car, Symbol):
                hint = f'behind a quote nothing is called; write (list (cons "{key}" {short(value)}))'
            yield Finding(where, "error", message, "wrong-answer-type", hint)
        else:
            yield from (Finding(where, "warning", text, "agent-cannot") for text in agents(point.wire, key))


def _right_value(hint: object) -> str:
    if isinstance(hint, bool):
        return "#t"
    return {str: '"…"', int: "0", list: '(list "…")', dict: '(list (cons "…" …))'}.get(type(hint), "…")


AnsweredField = tuple[str, Value | None, Place | None]  # key, its value where that is an atom in the text, place


def _entries(node: core.Node, definitions: FileDefinitions) -> Iterator[AnsweredField]:
    """The entries of the alist that a result shows."""
    pending = [node]
    for _ in range(MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        if isinstance(node, core.Const):
            yield from _constant_entries(node)
        elif isinstance(node, core.Call):
            name = called(node, definitions)
            if name == "list":
                yield from (entry for operand in node.operands for entry in _entry(operand, node.place, definitions))
            elif name == "cons" and len(node.operands) == 2:
                yield from _entry(node.operands[0], node.place, definitions)
                pending.append(node.operands[1])
            elif name in ("append", "answer"):
                pending += node.operands
            elif name == DENY:
                yield DENIAL, None, node.place
            elif name in BUILDERS:
                only = node.operands[0] if len(node.operands) == 1 and name in SETTING else None
                yield BUILDERS[name], only.value if isinstance(only, core.Const) else None, node.place


def shows_answer(node: core.Node, definitions: FileDefinitions) -> bool:
    """Is it `(list (cons "block" …) …)`, by the keys that builders set?"""
    if called(node, definitions) != "list":
        return False
    return any(key in BUILDERS.values() for key, _, _ in _entries(node, definitions))


def _constant_entries(node: core.Const) -> Iterator[AnsweredField]:
    rest = node.value
    seen: set[int] = set()  # a constant may be circular, by datum labels
    while isinstance(rest, Pair) and id(rest) not in seen:
        seen.add(id(rest))
        if isinstance(rest.car, Pair) and (key := key_of(rest.car.car)) is not None:
            yield key, rest.car.cdr, node.place
        rest = rest.cdr


def _entry(node: core.Node, outer: Place | None, definitions: FileDefinitions) -> Iterator[AnsweredField]:
    """The entry that one member of an alist shows."""
    if isinstance(node, core.Const) and isinstance(node.value, Pair):
        if (key := key_of(node.value.car)) is not None:
            yield key, node.value.cdr, node.place or outer
    elif isinstance(node, core.Call) and called(node, definitions) in ("cons", "list") and node.operands:
        first = node.operands[0]
        key = key_of(first.value) if isinstance(first, core.Const) else None
        if key is not None:
            second = node.operands[1] if len(node.operands) == 2 else None
            shown = isinstance(second, core.Const) and called(node, definitions) == "cons"
            yield key, second.value if shown and isinstance(second, core.Const) else None, node.place or outer


_ATOMS: Final = ((String, "a string", str), (int, "an integer", int), (float, "a float", float))


def _wrong_type(value: Value, hint: object) -> str:
    """What an atom is, when a value shaped like `hint` is wanted and this is certainly none."""
    if hint is None:
        return ""
    if value is TRUE or value is FALSE:
        return "" if isinstance(hint, bool) else "a boolean"
    if isinstance(value, Symbol) and isinstance(hint, bool):
        return "a symbol"
    if isinstance(value, Pair):
        return "a list" if isinstance(hint, str | int) and not isinstance(hint, bool) else ""
    for kind, word, python in _ATOMS:
        if isinstance(value, kind):
            return "" if isinstance(hint, python) and not isinstance(hint, bool) else word
    return ""
