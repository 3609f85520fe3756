"""A hook file -> `Finding`s: what can be seen to be wrong without running it.

What is looked for: names that nothing defines; and at every `(register-hook 'point callback)` a hook point that does
not exist, a callback that cannot take one argument, payload fields the point does not have, and, where the text shows
what the callback returns, keys the point does not accept and constants of a wrong type.

Theory: only what is certain is said. A callback's results are the nodes in tail position, through `if`, `let`, bodies
and procedures of the file; a result is read as an alist as far as it is made of constants, `list`, `cons`, `append` and
the builders of `(harness hooks)`. The rest is left to the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.hooks.homes.config import Config, Grant
from chibi_hooks.hooks.homes.trust import Gate
from chibi_hooks.hooks.scripts.granting import BYTES
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.script import BrokenScript, ThreadScript
from chibi_hooks.scheme import core
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries.catalogue import where_is
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.data import FALSE, TRUE, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import Place, SourceText

REGISTER: Final = "register-hook"
BUILDERS: Final = {  # what the builders of (harness hooks) set; a test compares this with their text
    "block": "block",
    "ask": "ask",
    "defer": "defer",
    "allow": "allow",
    "stop": "stop",
    "keep-going": "keep_going",
    "context": "context",
    "warn": "warn",
    "rewrite-prompt": "prompt",
    "rewrite-arguments": "arguments",
    "rewrite-argument": "arguments",
    "rewrite-output": "output",
    "rewrite-request": "request_body",
    "inject": "inject",
    "summarize": "summary",
    "respond": "response",
    "exclude-tools": "exclude",
    "only-tools": "include",
    "set-fallback": "fallback",
    "set-fuel": "fuel",
    "add-fuel": "fuel_delta",
    "delivered": "delivered",
}
Shortcomings = Callable[[str, str], Iterable[str]]  # point and field of an answer -> what agents make of it


def nobody(point: str, field: str) -> Iterable[str]:
    """No agent matters."""
    return ()


DENY: Final = "deny"  # the builder that sets `denied` at a permission point, else `block`
READERS: Final = (
    "assoc",
    "payload-ref",
)  # procedures that look up a key: (assoc key payload), (payload-ref payload key)
MOST_NODES: Final = 200_000  # nodes looked at per file: about a second; a file of 10,000 lines has 50,000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong in a file, where, and how sure it is that the file does not do what it says."""

    place: str
    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message}"


def lint(source: SourceText, scope: TopLevel, agents: Shortcomings = nobody) -> list[Finding]:
    """What can be seen to be wrong in a hook file, expanded in `scope` (what a hook file finds without imports).

    Raises SchemeError when it cannot be expanded.
    """
    unit = expand_program(read_source(source), scope, source.name)
    return [*_unbound(scope), *lint_hooks(unit, source.name, agents)]


def lint_hooks(unit: core.Unit, source_name: str, agents: Shortcomings = nobody) -> list[Finding]:
    """What can be seen to be wrong in the hooks of an expanded file."""
    nodes = list(_walk(unit.body))
    definitions = _definitions(nodes)
    findings = [
        finding
        for node in nodes
        if isinstance(node, core.Call) and _called(node) == REGISTER
        for finding in _registration(node, definitions, source_name, agents)
    ]
    return list(dict.fromkeys(findings))


def _unbound(scope: TopLevel) -> list[Finding]:
    """The names that the file uses and nothing defines, each at its first use."""
    first: dict[str, Place] = {}
    for name, place in scope.unbound:
        first.setdefault(name, place)
    bound = list(scope.bound_names()) if first else []
    return [
        Finding(str(place), "error", f"{name[:64]} is not defined{_where(name[:64], bound)}")
        for name, place in first.items()
    ]


def _where(name: str, bound: Sequence[str]) -> str:
    """Where the name could come from: a library, or a slip of the finger."""
    libraries = where_is(name)
    return f"; it is in {libraries[0]}: (import {libraries[0]})" if libraries else did_you_mean(name, bound)


Defined = Mapping[core.Global, core.Node]


def _walk(roots: list[core.Node]) -> Iterator[core.Node]:
    """Every node, parents first; without recursion, because scripts decide the depth."""
    pending = roots[::-1]
    for _ in range(MOST_NODES):
        if not pending:
            break
        node = pending.pop()
        yield node
        pending += reversed(core.children(node))


def _definitions(nodes: list[core.Node]) -> Defined:
    """The value of every top-level variable that is defined once and never assigned."""
    return {node.location: node.value for node in nodes if isinstance(node, core.Define) and not node.location.assigned}


def _called(node: core.Call) -> str:
    """The name of the global procedure that is called, or nothing."""
    return node.operator.location.name if isinstance(node.operator, core.GlobalRef) else ""


def _registration(node: core.Call, definitions: Defined, name: str, agents: Shortcomings = nobody) -> Iterator[Finding]:
    if len(node.operands) != 2:
        return  # an arity error, which the load reports
    stated, callback = node.operands
    if not isinstance(stated, core.Const):
        return
    where = _place(stated.place or node.place, name)
    if isinstance(stated.value, String):
        yield Finding(where, "error", f'register-hook: wanted a symbol such as \'pre_tool, got "{stated.value.s}"')
        return
    if not isinstance(stated.value, Symbol):
        return
    point = POINTS.get(stated.value.text)
    if point is None:
        yield Finding(where, "error", _unknown_point(stated.value.text))
        return
    callback = _resolved(callback, definitions)
    yield from _arity(callback, node.place, point, name)
    for clause in callback.clauses if isinstance(callback, core.CaseLambda) else [callback]:
        if isinstance(clause, core.Lambda):
            for result in _results(clause.body, definitions):
                yield from _result(result, point, name, agents)
            yield from _fields_read(clause, point, name)


def _fields_read(callback: core.Lambda, point: type[Point], name: str) -> Iterator[Finding]:
    """Fields that the callback looks up in its payload and that the point does not document."""
    payload = callback.params[0] if callback.params else None
    for node in _walk([callback.body]):
        if not isinstance(node, core.Call) or _called(node) not in READERS or len(node.operands) < 2:
            continue
        first, second = node.operands[:2]
        key, source = (first, second) if _called(node) == "assoc" else (second, first)
        if not (isinstance(source, core.LocalRef) and source.variable is payload and isinstance(key, core.Const)):
            continue
        field = (_key(key.value) or "").partition(".")[0]
        if _called(node) == "payload-ref" and field.replace("-", "_") in point.checks:
            continue
        if field and field not in point.checks and (near := did_you_mean(field, point.checks)):
            yield Finding(
                _place(key.place or node.place, name), "warning", f'{point.wire} has no field "{field}"{near}'
            )


def _unknown_point(word: str) -> str:
    near = did_you_mean(word, POINTS) if len(word) <= 64 else ""
    return f"there is no hook point {word[:64]}{near or '; `chibi-hooks points` lists them'}"


def _resolved(node: core.Node, definitions: Defined) -> core.Node:
    """What a global variable of the file holds, else the node itself."""
    seen: set[core.Global] = set()
    while isinstance(node, core.GlobalRef) and node.location in definitions and node.location not in seen:
        seen.add(node.location)
        node = definitions[node.location]
    return node


def _arity(callback: core.Node, place: Place | None, point: type[Point], name: str) -> Iterator[Finding]:
    where = _place(place, name)
    if isinstance(callback, core.Const):
        yield Finding(where, "error", f"register-hook: wanted a procedure for {point.wire}")
    elif isinstance(callback, core.Lambda | core.CaseLambda):
        clauses = callback.clauses if isinstance(callback, core.CaseLambda) else [callback]
        if not any(len(each.params) == 1 or (len(each.params) < 1 and each.rest) for each in clauses):
            takes = " or ".join(str(len(each.params)) for each in clauses)
            message = f"a hook is called with one argument, the payload; this procedure takes {takes}"
            yield Finding(where, "error", message)


def _results(body: core.Node, definitions: Defined) -> Iterator[core.Node]:
    """The nodes whose value a procedure with this body may return."""
    pending = [body]
    entered: set[int] = set()
    while pending:
        node = pending.pop()
        match node:
            case core.If():
                pending += [node.then, node.otherwise]
            case core.Sequence() | core.And():
                pending.append(node.parts[-1])
            case core.Or():
                pending += node.parts
            case core.Let() | core.Letrec():
                pending.append(node.body)
            case core.Call():
                target = _resolved(node.operator, definitions)
                if isinstance(target, core.Lambda):
                    if id(target) not in entered:
                        entered.add(id(target))
                        pending.append(target.body)
                else:
                    yield node
            case _:
                yield _resolved(node, definitions)


def _result(node: core.Node, point: type[Point], name: str, agents: Shortcomings) -> Iterator[Finding]:
    accepted = point.outcome_fields
    for key, value, place in _entries(node):
        where = _place(place, name)
        if key == DENY:
            key = "block" if {"block", "message"} <= accepted.keys() and "denied" not in accepted else "denied"
        if not accepted:
            yield Finding(where, "warning", f'{point.wire} only observes: the returned "{key}" has no effect')
        elif key not in accepted:
            near = did_you_mean(key, accepted) or f"; accepted: {', '.join(accepted)}"
            yield Finding(where, "warning", f'{point.wire} does not accept the returned key "{key}"{near}')
        elif value is not None and (got := _wrong_type(value, accepted[key].kind.hint)):
            yield Finding(where, "warning", f'{point.wire}: "{key}": wanted {accepted[key].kind.wanted}, got {got}')
        else:
            yield from (Finding(where, "warning", text) for text in agents(point.wire, key))


Answered = tuple[str, Value | None, Place | None]  # key, its value where that is an atom in the text, place


def _entries(node: core.Node) -> Iterator[Answered]:
    """The entries of the alist that a result shows."""
    pending = [node]
    for _ in range(MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        if isinstance(node, core.Const):
            yield from _constant_entries(node)
        elif isinstance(node, core.Call):
            called = _called(node)
            if called == "list":
                yield from (entry for operand in node.operands for entry in _entry(operand, node.place))
            elif called == "cons" and len(node.operands) == 2:
                yield from _entry(node.operands[0], node.place)
                pending.append(node.operands[1])
            elif called in ("append", "answer"):
                pending += node.operands
            elif called == DENY:
                yield DENY, None, node.place
            elif called in BUILDERS:
                yield BUILDERS[called], None, node.place


def _constant_entries(node: core.Const) -> Iterator[Answered]:
    rest = node.value
    seen: set[int] = set()  # a constant may be circular, by datum labels
    while isinstance(rest, Pair) and id(rest) not in seen:
        seen.add(id(rest))
        if isinstance(rest.car, Pair) and (key := _key(rest.car.car)) is not None:
            yield key, rest.car.cdr, node.place
        rest = rest.cdr


def _entry(node: core.Node, outer: Place | None) -> Iterator[Answered]:
    """The entry that one member of an alist shows."""
    if isinstance(node, core.Const) and isinstance(node.value, Pair):
        if (key := _key(node.value.car)) is not None:
            yield key, node.value.cdr, node.place or outer
    elif isinstance(node, core.Call) and _called(node) in ("cons", "list") and node.operands:
        first = node.operands[0]
        key = _key(first.value) if isinstance(first, core.Const) else None
        if key is not None:
            second = node.operands[1] if len(node.operands) == 2 else None
            value = second.value if isinstance(second, core.Const) and _called(node) == "cons" else None
            yield key, value, node.place or outer


def _key(value: Value) -> str | None:
    if isinstance(value, String):
        return value.s
    return value.text if isinstance(value, Symbol) else None


_ATOMS: Final = ((String, "a string", str), (int, "an integer", int), (float, "a float", float))


def _wrong_type(value: Value, hint: object) -> str:
    """What an atom is, when a value shaped like `hint` is wanted and this is certainly none."""
    if hint is None:
        return ""
    if value is TRUE or value is FALSE:
        return "" if isinstance(hint, bool) else "a boolean"
    for kind, word, python in _ATOMS:
        if isinstance(value, kind):
            return "" if isinstance(hint, python) and not isinstance(hint, bool) else word
    return ""


def _place(place: Place | None, name: str) -> str:
    return str(place) if place is not None else name


def check_script(
    path: Path,
    name: str,
    config: Config,
    roots: Sequence[Path] = (),
    gate: Gate | None = None,
    agents: Shortcomings = nobody,
) -> list[Finding]:
    """Load a hook file as a home with this configuration would, and look through its text; `gate` says what may run,
    `agents` what the agents that matter here do not simply honour."""
    if gate is not None and (reason := gate.refusal(name)):
        return [Finding(name, "warning", f"not looked at: {reason}")]
    limits = (config.tier(name), config.seconds(name), config.megabytes(name) << 20, roots)
    environment = config.seen_by(name, {})
    loaded = _load(path, name, limits, environment, gate)
    try:
        source = SourceText(name, read_file(path, BYTES).decode("utf-8-sig"))
        script = ThreadScript(name, *limits, environment=environment, directory=path.parent, gate=gate)
        seen = lint(source, script.interpreter.top_level, agents)
    except (SchemeError, UnicodeDecodeError, OSError):
        return loaded  # the load has met the same error and said so
    lines = {_line(finding) for finding in seen if finding.severity == "error"}
    found = [*seen, *(finding for finding in loaded if _line(finding) not in lines)]
    return sorted(found, key=_position)


def _load(
    path: Path,
    name: str,
    limits: tuple[Grant, float, int, Sequence[Path]],
    environment: Mapping[str, str] | None,
    gate: Gate | None,
) -> list[Finding]:
    tier, seconds, memory, roots = limits
    try:
        script = load_script(
            path, name, tier=tier, time_limit=seconds, memory_limit=memory, roots=roots, environment=environment,
            gate=gate,
        )  # fmt: skip
    except BrokenScript as broken:
        return [Finding(broken.place, "error", broken.report.removeprefix(f"{broken.place}: "))]
    found = [Finding(problem.place, problem.severity, problem.message) for problem in script.problems]
    script.close()
    return found


def _line(finding: Finding) -> str:
    """File and line, without the column."""
    return ":".join(finding.place.split(":")[:2])


def _position(finding: Finding) -> tuple[str, list[int]]:
    name, *numbers = finding.place.rsplit(":", 2)
    return name, [int(number) for number in numbers if number.isdigit()]
