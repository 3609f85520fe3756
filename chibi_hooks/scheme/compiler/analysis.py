"""Core nodes in, facts about their variables out (`Variable.facts`, `Global.facts`): what the emitter must know
before it starts.

Found here, in two passes to a fixpoint each, with explicit stacks (depth of nesting costs no Python stack):

* which local procedures are *loops*: every use is a call in tail position of the procedure itself or of its `letrec`
  body, so the procedure becomes a `while` in the function around it;
* which function owns a variable and whether another one captures it;
* which variables hold real numbers for certain, and which natural ones (loop counters mostly): comparisons with the
  first need no guard, and as indices the second none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

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
from chibi_hooks.scheme.numbers import Ratio
from chibi_hooks.scheme.primitive import Primitive


class VariableFacts:
    """What is known of a local variable. `name` is its name in the generated code, given by the emitter."""

    __slots__ = ("owner", "captured", "known", "loop", "entries", "real", "natural", "late", "name", "boxed",
                 "loop_body")  # fmt: skip

    def __init__(self) -> None:
        self.owner: Node | None = None  # the Lambda whose Python function holds it; None: the top-level form
        self.captured = False
        self.known: Lambda | None = None  # always this procedure
        self.loop = False
        self.entries: list[list[Node]] = []  # operand lists of all calls of a known procedure
        self.real = False
        self.natural = False
        self.late = False  # letrec: may be read before it has its value
        self.name = ""
        self.boxed = False
        self.loop_body: object = None  # the emitter's Body when it is bound inside a Python loop


class GlobalFacts:
    """What is known of a top-level variable: `known` is the procedure it holds for good, inside its unit."""

    __slots__ = ("known", "settled", "assumed", "stands_for", "guarded", "clauses")

    def __init__(self) -> None:
        self.known: Lambda | None = None
        self.settled = False  # calling it never answers a tail call; true in every unit (libraries)
        self.assumed = False  # compiled code relies on `settled`: a redefinition must keep the promise
        # with this number of arguments it only calls this primitive with them
        self.stands_for: dict[int, Primitive] = {}
        # with this number of arguments: if the first of these primitives holds for the first argument, it is the second
        self.guarded: dict[int, tuple[Primitive, Primitive]] = {}
        # a case-lambda of a library: by the number of arguments, the key of the clause and whether that is settled
        self.clauses: dict[int, tuple[str, bool]] = {}


def facts(variable: Variable) -> VariableFacts:
    """The variable's facts, made on first use."""
    found = variable.facts
    if found is None:
        found = variable.facts = VariableFacts()
    return found  # type: ignore[no-any-return]


KEPT: Final[dict[str, GlobalFacts]] = {}  # by key: of libraries whose code came from disk; bounded by our libraries


def global_facts(location: Global) -> GlobalFacts:
    """The location's facts, made on first use."""
    found = location.facts
    if found is None:
        found = KEPT.get(location.key) if location.library is not None else None
        found = location.facts = found or GlobalFacts()
    return found  # type: ignore[no-any-return]


def loop_entry(node: Letrec) -> tuple[list[Node], Call] | None:
    """If the body of a one-procedure `letrec` ends in a call of it: the nodes before that call, and the call."""
    variable = node.variables[0]
    before: list[Node] = []
    body = node.body
    while True:
        if isinstance(body, Sequence):
            before += body.parts[:-1]
            body = body.parts[-1]
        elif isinstance(body, Let):
            before.append(body)
            body = body.body
        elif isinstance(body, Call) and isinstance(body.operator, LocalRef) and body.operator.variable is variable:
            return before, body
        else:
            return None


Tails = frozenset[Variable]
NONE: Tails = frozenset()
MAX_LOOPS: Final = 12  # CPython refuses 20 nested blocks; a loop nested deeper stays an ordinary procedure


def analyse(root: Node) -> None:
    """Give every variable below `root` its facts."""
    refuted: set[Variable] = set()
    while True:
        count = len(refuted)
        walk = _Walk(refuted)
        walk.run(root)
        if len(refuted) == count:
            break
    _infer_reals(walk)


class _Walk:
    """One pass over the tree under the assumption that all procedures not yet refuted are loops."""

    def __init__(self, refuted: set[Variable]) -> None:
        self.refuted = refuted
        self.bound: list[tuple[Variable, Node]] = []  # unassigned variables bound once to a value
        self.loops: list[tuple[Variable, Lambda]] = []
        self.stack: list[tuple[Node, Node | None, Tails, int]] = []
        self.depth = 0  # Python loops open around the node at hand

    def run(self, root: Node) -> None:
        stack = self.stack
        stack.append((root, None, NONE, 0))
        while stack:
            node, owner, tails, self.depth = stack.pop()
            VISIT[node.__class__](self, node, owner, tails)  # type: ignore[operator]

    def later(self, nodes: Iterable[Node], owner: Node | None, tails: Tails = NONE) -> None:
        for node in nodes:
            self.stack.append((node, owner, tails, self.depth))

    def bind(self, variable: Variable, owner: Node | None) -> VariableFacts:
        variable.facts = None
        fresh = facts(variable)
        fresh.owner = owner
        return fresh

    def use(self, variable: Variable, owner: Node | None) -> VariableFacts:
        found = facts(variable)
        if found.owner is not owner:
            found.captured = True
        return found

    def nothing(self, node: Node, owner: Node | None, tails: Tails) -> None:
        pass

    def local_ref(self, node: LocalRef, owner: Node | None, tails: Tails) -> None:
        if self.use(node.variable, owner).loop:
            self.refuted.add(node.variable)

    def set_local(self, node: SetLocal, owner: Node | None, tails: Tails) -> None:
        self.use(node.variable, owner)
        self.stack.append((node.value, owner, NONE, self.depth))

    def set_global(self, node: SetGlobal | Define, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.value, owner, NONE, self.depth))

    def branch(self, node: If, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.otherwise, owner, tails, self.depth))
        self.stack.append((node.then, owner, tails, self.depth))
        self.stack.append((node.test, owner, NONE, self.depth))

    def parts(self, node: Sequence | And | Or, owner: Node | None, tails: Tails) -> None:
        self.stack.append((node.parts[-1], owner, tails, self.depth))
        self.later(node.parts[-2::-1], owner)

    def let(self, node: Let, owner: Node | None, tails: Tails) -> None:
        for variable, init in zip(node.variables, node.inits, strict=True):
            found = self.bind(variable, owner)
            if variable.assigned:
                continue
            if isinstance(init, Lambda):
                found.known = init
            else:
                self.bound.append((variable, init))
        self.stack.append((node.body, owner, tails, self.depth))
        self.later(reversed(node.inits), owner)

    def letrec(self, node: Letrec, owner: Node | None, tails: Tails) -> None:
        for variable, init in zip(node.variables, node.inits, strict=True):
            found = self.bind(variable, owner)
            if isinstance(init, Lambda) and not variable.assigned:
                found.known = init
        if len(node.variables) == 1 and self.is_loop(node):
            self.loop(node, owner, tails)
            return
        _mark_late(node)
        for variable, init in zip(node.variables, node.inits, strict=True):
            if not isinstance(init, Lambda) and not variable.assigned and not facts(variable).late:
                self.bound.append((variable, init))
        self.stack.append((node.body, owner, tails, self.depth))
        self.later(reversed(node.inits), owner)

    def is_loop(self, node: Letrec) -> bool:
        variable, init = node.variables[0], node.inits[0]
        if variable in self.refuted or facts(variable).known is None or not isinstance(init, Lambda):
            return False
        if self.depth >= MAX_LOOPS:
            return False
        return init.rest is None and loop_entry(node) is not None

    def loop(self, node: Letrec, owner: Node | None, tails: Tails) -> None:
        variable, init = node.variables[0], node.inits[0]
        assert isinstance(init, Lambda)
        facts(variable).loop = True
        self.loops.append((variable, init))
        for param in init.params:
            self.bind(param, owner)
        inside = tails | {variable}
        self.stack.append((init.body, owner, inside, self.depth + 1))
        self.stack.append((node.body, owner, inside, self.depth))

    def lambda_(self, node: Lambda, owner: Node | None, tails: Tails) -> None:
        for param in node.params:
            self.bind(param, node)
        if node.rest is not None:
            self.bind(node.rest, node)
        self.stack.append((node.body, node, NONE, 1))  # its own loop, if it calls itself in tail position

    def case_lambda(self, node: CaseLambda, owner: Node | None, tails: Tails) -> None:
        for clause in node.clauses:
            for param in clause.params:
                self.bind(param, node)
            if clause.rest is not None:
                self.bind(clause.rest, node)
            self.stack.append((clause.body, node, NONE, 0))

    def call(self, node: Call, owner: Node | None, tails: Tails) -> None:
        operator = node.operator
        self.later(reversed(node.operands), owner)
        if isinstance(operator, LocalRef):
            variable = operator.variable
            found = self.use(variable, owner)
            if found.known is not None:
                found.entries.append(node.operands)
                if found.loop and (variable not in tails or len(node.operands) != len(found.known.params)):
                    self.refuted.add(variable)
        elif binds_directly(node):
            assert isinstance(operator, Lambda)
            for param, operand in zip(operator.params, node.operands, strict=True):
                self.bind(param, owner)
                if not param.assigned:
                    self.bound.append((param, operand))
            self.stack.append((operator.body, owner, tails, self.depth))
        elif (receiver := receives_values(node)) is not None:
            self.stack.pop()
            self.stack.pop()
            for param in receiver.params:
                self.bind(param, owner)
            if receiver.rest is not None:
                self.bind(receiver.rest, owner)
            self.stack.append((receiver.body, owner, tails, self.depth))
            self.stack.append((node.operands[0].body, owner, NONE, self.depth))  # type: ignore[union-attr]
        else:
            self.stack.append((operator, owner, NONE, self.depth))


def receives_values(node: Call) -> Lambda | None:
    """The receiver of `(call-with-values (lambda () …) (lambda formals …))`, which the emitter puts in line."""
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.primitive is None or len(node.operands) != 2:
        return None
    producer, receiver = node.operands
    if operator.location.primitive.name != "call-with-values" or not isinstance(receiver, Lambda):
        return None
    return receiver if isinstance(producer, Lambda) and not producer.params and producer.rest is None else None


def binds_directly(node: Call) -> bool:
    """Whether this is `((lambda (x …) body) value …)`, which the emitter treats as `let`."""
    operator = node.operator
    return isinstance(operator, Lambda) and operator.rest is None and len(operator.params) == len(node.operands)


VISIT = {
    Const: _Walk.nothing,
    GlobalRef: _Walk.nothing,
    LocalRef: _Walk.local_ref,
    SetLocal: _Walk.set_local,
    SetGlobal: _Walk.set_global,
    Define: _Walk.set_global,
    If: _Walk.branch,
    And: _Walk.parts,
    Or: _Walk.parts,
    Sequence: _Walk.parts,
    Let: _Walk.let,
    Letrec: _Walk.letrec,
    Lambda: _Walk.lambda_,
    CaseLambda: _Walk.case_lambda,
    Call: _Walk.call,
}


def _mark_late(node: Letrec) -> None:
    """Mark the variables of a `letrec` that may be read before they have their value (R7RS 4.2.2: an error then).

    Lambda inits in an unbroken run are defined together before anything else runs, so only a reference out of
    an earlier place counts: from a non-lambda init to itself or later, or from a lambda to beyond the end of its run.
    """
    inits = node.inits
    if all(isinstance(init, Lambda) for init in inits):
        return
    position = {variable: i for i, variable in enumerate(node.variables)}
    run_end = [0] * len(inits)  # of the run of lambdas that i is in; i itself for any other init
    end = len(inits)
    for i in range(len(inits) - 1, -1, -1):
        if not isinstance(inits[i], Lambda):
            end = i
        run_end[i] = end
    for i, init in enumerate(inits):
        for variable in references(init):
            at = position.get(variable)
            if at is not None and at >= run_end[i]:
                facts(variable).late = True


def references(root: Node) -> set[Variable]:
    """All local variables that are read or assigned below `root`."""
    found: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is LocalRef:
            found.add(node.variable)  # type: ignore[union-attr]
        elif kind is not Const and kind is not GlobalRef:
            if kind is SetLocal:
                found.add(node.variable)  # type: ignore[union-attr]
            stack.extend(children(node))
    return found


def bound_variables(root: Node) -> set[Variable]:
    """All variables bound inside `root`."""
    found: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Let | Letrec):
            found.update(node.variables)
        elif isinstance(node, Lambda):
            found.update(node.params)
            if node.rest is not None:
                found.add(node.rest)
        stack.extend(children(node))
    return found


def global_locations(nodes: Iterable[Node]) -> set[Global]:
    """All global locations that are named below the nodes."""
    found: set[Global] = set()
    stack: list[Node] = list(nodes)
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind is GlobalRef:
            found.add(node.location)  # type: ignore[union-attr]
        elif kind is not Const and kind is not LocalRef:
            stack.extend(children(node))
    return found


def wrapped_primitives(value: Node) -> dict[int, Primitive]:
    """For `(case-lambda ((k l) (%assoc k l)) …)`: {2: the primitive %assoc}; calls with two arguments need not go
    through it.
    """
    found: dict[int, Primitive] = {}
    for clause in _clauses(value):
        primitive = _applied(clause.body, clause.params)
        if primitive is not None:
            found.setdefault(len(clause.params), primitive)
    return found


def guarded_primitives(value: Node) -> dict[int, tuple[Primitive, Primitive]]:
    """For `(lambda (t k) (if (%table? t) (%ref t k) (other t k)))`: {2: (%table?, %ref)}; calls with two arguments may
    ask the first and use the second themselves, and need the procedure only for the rest.
    """
    found: dict[int, tuple[Primitive, Primitive]] = {}
    for clause in _clauses(value):
        body = clause.body
        if isinstance(body, If):
            guard, primitive = _applied(body.test, clause.params[:1]), _applied(body.then, clause.params)
            if guard is not None and primitive is not None and guard.returns == "boolean":
                found.setdefault(len(clause.params), (guard, primitive))
    return found


def _clauses(value: Node) -> list[Lambda]:
    """The clauses of a procedure that take a fixed number of arguments."""
    clauses = value.clauses if isinstance(value, CaseLambda) else [value] if isinstance(value, Lambda) else []
    return [clause for clause in clauses if clause.rest is None]


def _applied(node: Node, params: list[Variable]) -> Primitive | None:
    """The primitive that the node does nothing but call with these parameters, all of them and in order."""
    if not isinstance(node, Call) or not isinstance(node.operator, GlobalRef):
        return None
    primitive = node.operator.location.primitive
    passed = [operand.variable for operand in node.operands if isinstance(operand, LocalRef)]
    fits = passed == params and len(node.operands) == len(passed)
    return primitive if fits and primitive is not None and primitive.leaf else None


def children(node: Node) -> list[Node]:
    """The nodes directly below `node`, in order of evaluation where there is one."""
    kind = node.__class__
    if kind is Call:
        return [node.operator, *node.operands]  # type: ignore[union-attr]
    if kind is If:
        return [node.test, node.then, node.otherwise]  # type: ignore[union-attr]
    if kind is Let or kind is Letrec:
        return [*node.inits, node.body]  # type: ignore[union-attr]
    if kind is Lambda:
        return [node.body]  # type: ignore[union-attr]
    if kind is CaseLambda:
        return list(node.clauses)  # type: ignore[union-attr]
    if kind is Sequence or kind is And or kind is Or:
        return node.parts  # type: ignore[union-attr]
    if kind is SetLocal or kind is SetGlobal or kind is Define:
        return [node.value]  # type: ignore[union-attr]
    return []


def called_primitive(node: Call) -> Primitive | None:
    """The primitive that the call comes down to, if that is certain."""
    operator = node.operator
    if not isinstance(operator, GlobalRef):
        return None
    location = operator.location
    if location.primitive is not None:
        return location.primitive
    return global_facts(location).stands_for.get(len(node.operands))


def is_real(node: Node) -> bool:
    """Whether the value is a real number for certain."""
    if isinstance(node, Const):
        return node.value.__class__ in (int, float, Ratio)
    if isinstance(node, LocalRef):
        return facts(node.variable).real
    if isinstance(node, Call) and isinstance(node.operator, GlobalRef):
        primitive = called_primitive(node)
        if primitive is None:
            return False
        if primitive.returns in ("integer", "real"):
            return True
        return primitive.name in ("+", "-", "*") and all(map(is_real, node.operands))
    if isinstance(node, If):
        return is_real(node.then) and is_real(node.otherwise)
    return False


COUNTS: Final = frozenset({"vector-length", "string-length", "length", "bytevector-length"})


def is_natural(node: Node) -> bool:
    """Whether the value is an exact integer for certain, and not negative."""
    if isinstance(node, Const):
        return node.value.__class__ is int and node.value >= 0
    if isinstance(node, LocalRef):
        return facts(node.variable).natural
    if isinstance(node, Call):
        primitive = called_primitive(node)
        if primitive is None:
            return False
        return primitive.name in COUNTS or (primitive.name in ("+", "*") and all(map(is_natural, node.operands)))
    if isinstance(node, If):
        return is_natural(node.then) and is_natural(node.otherwise)
    return False


ARITHMETIC: Final = frozenset({"+", "-", "*", "/", "abs", "quotient", "remainder", "modulo", "min", "max"})


def is_number(node: Node) -> bool:
    """Whether the value is a number for certain, perhaps a complex one."""
    if is_real(node):
        return True
    if isinstance(node, Call):
        primitive = called_primitive(node)
        return primitive is not None and primitive.name in ARITHMETIC
    return False


def _infer_reals(walk: _Walk) -> None:
    """Assume every unassigned bound variable is real and natural, then take back until nothing contradicts."""
    sources: list[tuple[VariableFacts, Node]] = [(facts(v), init) for v, init in walk.bound]
    for variable, init in walk.loops:
        for operands in facts(variable).entries:
            sources += [(facts(p), o) for p, o in zip(init.params, operands, strict=True) if not p.assigned]
    for found, _ in sources:
        found.real = found.natural = True
    changed = True
    while changed:
        changed = False
        for found, node in sources:
            if found.real and not is_real(node):
                found.real = False
                changed = True
            if found.natural and not is_natural(node):
                found.natural = False
                changed = True
