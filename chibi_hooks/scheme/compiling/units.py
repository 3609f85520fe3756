"""The nodes of one file, library or REPL input in, an `Emission` out: parts, entry, and what is known of its globals.

The forms of a unit become functions of their own (`t0`, `t1`, …), runs of simple definitions one together, and the
entry calls them in turn: a continuation captured in one form includes the forms after it. Of many forms, each function
calls a few, for what follows a capture is compiled when it is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as Items
from typing import Final, TypeVar

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.analysis import analyse
from chibi_hooks.scheme.compiling.analysing.contents import Forms
from chibi_hooks.scheme.compiling.analysing.facts import Target, Twin, facts, global_facts, is_simple
from chibi_hooks.scheme.compiling.analysing.inlining.integration import SELDOM
from chibi_hooks.scheme.compiling.analysing.inlining.measuring import templates
from chibi_hooks.scheme.compiling.analysing.inlining.standing import guarded_primitives, wrapped_primitives
from chibi_hooks.scheme.compiling.analysing.inlining.tables import sameness_made
from chibi_hooks.scheme.compiling.analysing.trees import deepest
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter, Kin
from chibi_hooks.scheme.compiling.emitting.exits import leave
from chibi_hooks.scheme.compiling.emitting.nodes.applying import test_of_call, value_of_call
from chibi_hooks.scheme.compiling.emitting.nodes.bindings import (
    put_let,
    put_letrec,
    put_set_global,
    put_set_local,
    test_of_let,
    value_of_let,
)
from chibi_hooks.scheme.compiling.emitting.nodes.calls import put_call
from chibi_hooks.scheme.compiling.emitting.nodes.choices import (
    put_connective,
    put_if,
    test_of_connective,
    test_of_constant,
    test_of_if,
    value_of_choice,
)
from chibi_hooks.scheme.compiling.emitting.nodes.procedures import function_of, value_of_procedure
from chibi_hooks.scheme.compiling.emitting.settling import is_settled
from chibi_hooks.scheme.compiling.emitting.variables import value_of_constant, value_of_global, value_of_local
from chibi_hooks.scheme.compiling.reshaping.appending import with_appended
from chibi_hooks.scheme.compiling.reshaping.circles import on_circles
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.compiling.reshaping.glances import with_names
from chibi_hooks.scheme.compiling.reshaping.loops import reshaped
from chibi_hooks.scheme.compiling.reshaping.renaming import Named, enters_more, other_names, without
from chibi_hooks.scheme.compiling.reshaping.shallow import shallow
from chibi_hooks.scheme.compiling.reshaping.takers import held_by, with_takers
from chibi_hooks.scheme.compiling.reshaping.twins import with_clauses, with_twins
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    Define,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetGlobal,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.running.link import ENTRY
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import UNSPECIFIED, Pair

NO_NAMES: Final[Mapping[Variable, str]] = {}
TOGETHER: Final = 12  # forms in one function

Kind = TypeVar("Kind", Lambda, CaseLambda, Call)


def emit_unit(
    nodes: Items[Node],
    new_key: Callable[[], str],
    kept: Mapping[Variable, str] = NO_NAMES,
    forms: Forms | None = None,
    counting: bool = False,
) -> Emission:
    """Emit the forms of one unit. `new_key` gives names for module-level helpers; `kept`: names of variables, as an
    earlier emission gave them; `forms`: what is known to stand in them; `counting`: the code counts its steps. Raises a
    "limit" SchemeError on too deep nesting.
    """

    def emitted(nodes: Items[Node]) -> Emission:
        return _emitted(nodes, Emitter(KIN, new_key, kept, counting), forms or Forms())

    return roomy(lambda: emitted(nodes), lambda: deepest(nodes), lambda: emitted([shallow(each) for each in nodes]))


def _put_sequence(e: Emitter, node: Sequence, target: Target) -> Node:
    effect = Target("effect", "", len(e.out.loops))
    for part in node.parts[:-1]:
        e.emit(part, effect)
    return node.parts[-1]


def _put_value(e: Emitter, node: Const | LocalRef | GlobalRef | Lambda | CaseLambda, target: Target) -> None:
    if target.kind == "effect" and _is_idle(node):
        leave(e.out, target)
    else:
        e.deliver(e.value(node), target)


def _is_idle(node: Node) -> bool:
    """Whether evaluating the node for effect does nothing."""
    return isinstance(node, (Const, Lambda)) or (isinstance(node, LocalRef) and not facts(node.variable).late)


KIN: Final = Kin(
    statements={
        Const: _put_value,
        LocalRef: _put_value,
        GlobalRef: _put_value,
        Lambda: _put_value,
        CaseLambda: _put_value,
        SetLocal: put_set_local,
        SetGlobal: put_set_global,
        Define: put_set_global,
        If: put_if,
        And: put_connective,
        Or: put_connective,
        Sequence: _put_sequence,
        Let: put_let,
        Letrec: put_letrec,
        Call: put_call,
    },
    values={
        Const: value_of_constant,
        LocalRef: value_of_local,
        GlobalRef: value_of_global,
        Lambda: value_of_procedure,
        CaseLambda: value_of_procedure,
        SetLocal: Emitter.stored,
        SetGlobal: Emitter.stored,
        Define: Emitter.stored,
        If: value_of_choice,
        And: value_of_choice,
        Or: value_of_choice,
        Sequence: Emitter.stored,
        Let: value_of_let,
        Letrec: Emitter.stored,
        Call: value_of_call,
    },
    tests={
        Const: test_of_constant,
        If: test_of_if,
        And: test_of_connective,
        Or: test_of_connective,
        Let: test_of_let,
        Call: test_of_call,
    },
)
"""Which function emits which kind of node."""


def _emitted(nodes: Items[Node], e: Emitter, forms: Forms) -> Emission:
    """The whole unit."""
    defined = _times_defined(nodes, forms)  # loops on better shapes define the same
    names: list[Named] = []
    if not e.out.counting and not any(enters_more(forms.inside(node)) for node in nodes):
        names = other_names(nodes, [*_known(nodes, defined), *_several(nodes, defined)], defined)
    if names:
        nodes = without(names, nodes, e.origins)
    around = Vicinity({} if e.out.counting else _known(nodes, defined), cuts=not e.out.counting)
    nodes = [reshaped(node, forms.inside(node), e.origins, around) for node in nodes]
    unit = _Definitions(nodes, defined)
    if not e.out.counting:
        nodes = on_circles(nodes, unit.known, e.origins, forms)
        several = _several(nodes, defined)
        nodes, e.expansions.clauses = with_clauses(nodes, several, e.new_key)
        for location, case_lambda in several.items():
            global_facts(location).known = case_lambda
        nodes = with_appended(nodes, unit.known_in(nodes), e.origins, e.new_key)
        nodes, e.expansions.twins = with_twins(nodes, unit.known_in(nodes), e.expansions.clauses, e.new_key)
        nodes = with_names(nodes, unit.known_in(nodes), e.expansions.twins, e.origins, forms)
        nodes, e.takers = with_takers(nodes, unit.known_in(nodes), e.expansions.twins, e.new_key, forms)
    for location, procedure in unit.known_in(nodes).items():
        e.known[location] = global_facts(location).known = procedure
        e.known_keys.add(location.key)
    if not e.out.counting:
        named: Counter[Global] = Counter()
        for node in nodes:
            named.update(forms.inside(node).named)
        e.expansions.seldom.update(each for location, each in e.known.items() if named[location] <= SELDOM)
    literals = _literals(nodes, defined)
    for location, literal in literals.items():
        global_facts(location).known = literal
    for location, call in _for_good(nodes, defined, Call).items():
        if made := sameness_made(call):
            found = global_facts(location)
            found.known, found.table = call, made
    _analyse_all(nodes, literals, e)
    parts = [_part(e, group, f"t{i}") for i, group in enumerate(_grouped(nodes))]
    while len(parts) > TOGETHER:
        some = [parts[i : i + TOGETHER] for i in range(0, len(parts), TOGETHER)]
        parts = [_in_turn(e, group, f"t{i}") for i, group in enumerate(some)]
    e.out.put(_in_turn(e, parts, ENTRY))
    _put_twins(e)
    for location, procedure in e.known.items():
        found = global_facts(location)
        found.settled = found.assumed = is_settled(e, procedure)
    told = [each for each in nodes if isinstance(each, Define) and _is_told(each, defined)]
    clauses = [_clauses(e, node.value) for node in told]  # all, before any is known: they were emitted so
    for node, known_clauses in zip(told, clauses, strict=True):
        _tell_of_library(node, known_clauses)
    e.out.emission.module = ast.Module([*e.out.factories, *e.out.block], [])
    return e.out.emission


def _put_twins(e: Emitter) -> None:
    """Define the twins that are called, and those that they call."""
    waiting = list(e.called)
    while waiting:
        done = set(e.called)
        for location in waiting:
            if location.__class__ is Twin:
                e.out.factories.append(function_of(e, e.known[location], location.key))
        waiting = [each for each in e.called if each not in done]


class _Definitions:
    """The forms of a unit, as they change: what they define is told anew where they did."""

    def __init__(self, nodes: list[Node], defined: dict[Global, int]) -> None:
        self.nodes = nodes
        self.defined = defined
        self.known = _known(nodes, defined)

    def known_in(self, nodes: list[Node]) -> dict[Global, Lambda]:
        """The procedures that are defined once and for good in these forms, to which twins may have been added."""
        if nodes is not self.nodes:
            self.defined |= _twins_defined(nodes)
            self.nodes, self.known = nodes, _known(nodes, self.defined)
        return self.known


def _known(nodes: Items[Node], defined: dict[Global, int]) -> dict[Global, Lambda]:
    """The procedures that are defined once and for good."""
    return _for_good(nodes, defined, Lambda)


def _several(nodes: Items[Node], defined: dict[Global, int]) -> dict[Global, CaseLambda]:
    """The procedures of several clauses that are defined once and for good."""
    return _for_good(nodes, defined, CaseLambda)


def _for_good(nodes: Items[Node], defined: dict[Global, int], kind: type[Kind]) -> dict[Global, Kind]:
    return {
        node.location: node.value
        for node in nodes
        if type(node) is Define and isinstance(node.value, kind) and defined[node.location] == 1
        if not node.location.assigned and not global_facts(node.location).assumed
    }


def _literals(nodes: Items[Node], defined: dict[Global, int]) -> dict[Global, Const]:
    """The lists that stand in the program and are defined once and for good."""
    return {
        node.location: node.value
        for node in nodes
        if isinstance(node, Define) and isinstance(node.value, Const) and node.value.value.__class__ is Pair
        if defined[node.location] == 1 and not node.location.assigned
    }


def _analyse_all(nodes: Items[Node], literals: dict[Global, Const], e: Emitter) -> None:
    """What is known of the variables of each form. A procedure is there when a form runs if its definition stands
    before it, or behind it with nothing in between that could call anything.
    """
    known = e.expansions.known
    ahead = 0  # up to where definitions have been looked at
    done: set[Node] = set()
    for at, node in enumerate(nodes):
        ahead = max(ahead, at)
        since = ahead
        while ahead < len(nodes) and (ahead == at or is_simple(nodes[ahead - 1])):
            each = nodes[ahead]
            if isinstance(each, Define) and each.location in e.known:
                known[each.location] = e.known[each.location]
            elif isinstance(each, Define) and each.location in literals:
                e.expansions.literals[each.location] = literals[each.location]
            ahead += 1
        if e.takers:
            done.update(_takers_analysed(nodes[since:ahead], e))
        if node not in done:
            analyse(node, e.expansions)


def _takers_analysed(nodes: Items[Node], e: Emitter) -> Iterator[Node]:
    """Analyse those of these forms that define what takes members, and have calls go there where it does with them."""
    waiting = {each.location: each for each in nodes if isinstance(each, Define)}
    for location in [each for each in waiting if each in e.takers]:
        taker = e.takers[location]
        for twin in (taker.members, taker.pieces):
            assert twin is not None
            definition = waiting[twin]
            analyse(definition, e.expansions)
            yield definition
        taken = {twin: facts(held_by(e.known[twin])) for twin in (taker.members, taker.pieces) if twin is not None}
        if taker.pieces is not None and not taken[taker.pieces].pieces:
            taker.pieces = None
        if taker.members is not None and taken[taker.members].members:
            e.expansions.takers[location] = taker


def _times_defined(nodes: Items[Node], forms: Forms) -> dict[Global, int]:
    """How often each global location is defined; what is more than a definition of the unit counts as two."""
    defined: dict[Global, int] = {}
    for node in nodes:
        for inner in forms.inside(node).set:
            times = 1 if inner is node and isinstance(inner, Define) else 2
            defined[inner.location] = defined.get(inner.location, 0) + times
    return defined


def _twins_defined(nodes: Items[Node]) -> dict[Global, int]:
    """The same of the twins that were made: each once, and what else is copied for them defines nothing."""
    return {node.location: 1 for node in nodes if node.__class__ is Define and node.location.__class__ is Twin}


def _is_told(node: Define, defined: dict[Global, int]) -> bool:
    """Whether other units may rely on what a library defines here."""
    return node.location.library is not None and defined[node.location] == 1


def _clauses(e: Emitter, value: Node) -> dict[int, tuple[str, bool]]:
    """The clauses of a `case-lambda` that can be called by themselves: key, and whether settled, by number of
    parameters.
    """
    if not isinstance(value, CaseLambda):
        return {}
    return {
        len(clause.params): (e.clause_keys[clause], is_settled(e, clause))
        for clause in reversed(value.clauses)
        if clause in e.clause_keys
    }


def _tell_of_library(node: Define, clauses: dict[int, tuple[str, bool]]) -> None:
    """Say what other units may know of a definition of a library."""
    found = global_facts(node.location)
    if isinstance(node.value, GlobalRef) and node.value.location.library is not None:  # another name of the same
        known = global_facts(node.value.location)
        found.stands_for, found.guarded, found.templates = known.stands_for, known.guarded, known.templates
        found.clauses = known.clauses
        return
    found.stands_for = wrapped_primitives(node.value)
    found.guarded = guarded_primitives(node.value)
    found.templates = templates(node.value)
    found.clauses = clauses


def _part(e: Emitter, nodes: Items[Node], name: str) -> ast.FunctionDef:
    """One function for some forms."""
    out = e.out
    out.counter = out.first
    out.names = {}
    out.begin(body := Body(None, out.names))
    out.site("define", "", nodes[0].place)
    line = out.line
    for node in nodes[:-1]:
        e.emit(node, Target("effect"))
    value = out.new_name()
    e.emit(nodes[-1], Target("assign", value))  # not a tail call: errors find the place of the form
    out.put(ast.Return(out.load(value)))
    body.statements = statements = out.block
    if body.globals:
        statements = [out.at(ast.Global(sorted(body.globals))), *statements]
    out.line = line
    return out.definition(name, [], None, statements)


def _in_turn(e: Emitter, parts: list[ast.FunctionDef], name: str) -> ast.FunctionDef:
    """The function that calls these: a capture in one includes those after it."""
    out = e.out
    out.names = {}
    out.begin(body := Body(None, out.names))
    out.block.extend(parts)
    for part in parts:
        site = out.site("define", "", None)
        call = site.expression = out.apply(out.load(part.name), [])
        statement = site.statement = out.assign("v0", call)  # a part never answers a tail call
        out.put(statement)
    out.put(ast.Return(out.load("v0") if parts else out.constant(UNSPECIFIED)))
    body.statements = out.block
    made = out.definition(name, [], None, out.block)
    made.parts = parts  # type: ignore[attr-defined]  # for `pieces`
    out.begin(Body(None, out.names))
    return made


def _grouped(nodes: Items[Node]) -> list[list[Node]]:
    """Runs of simple forms together, but not too many; every other form alone."""
    groups: list[list[Node]] = []
    open_ = False
    for node in nodes:
        simple = is_simple(node)
        if simple and open_ and len(groups[-1]) < TOGETHER:
            groups[-1].append(node)
        else:
            groups.append([node])
        open_ = simple
    return groups
