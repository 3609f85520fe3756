"""What the compiler knows of variables: local ones (found by `analysis`), and top-level ones (said by the unit that
defines them, true in every unit that uses them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.scheme.compiling.analysing.trees import LEAVES, loop_procedure
from chibi_hooks.scheme.core import (
    BELOW,
    Call,
    CaseLambda,
    Const,
    Facts,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import NIL
from chibi_hooks.typenames import Final, Literal


class Along:
    """How a variable walks along members: the Python variables of the members and of their number; `texts`: the
    members are a text, that of a string whose characters they are; `strings`: they are strings for certain; `pieces`:
    they are the texts of such.
    """

    __slots__ = ("members", "end", "texts", "strings", "pieces")

    def __init__(self, texts: bool, strings: bool) -> None:
        self.texts, self.strings = texts, strings
        self.pieces = False
        self.members = ""
        self.end = ""


class Target:
    """Where a value goes: returned, assigned to a name, or nowhere. `depth`: how many loops are open there."""

    __slots__ = ("kind", "name", "depth", "binds")

    def __init__(
        self, kind: Literal["return", "assign", "effect"], name: str = "", depth: int = 0, binds: bool = False
    ) -> None:
        self.kind = kind
        self.name = name
        self.depth = depth
        self.binds = binds


RETURN: Final = Target("return")


class VariableFacts(Facts):
    """What is known of a local variable. `name` is its name in the generated code, given by the emitter."""

    __slots__ = ("owner", "captured", "known", "loop", "entries", "real", "whole", "natural", "inexact", "text",
                 "ended", "late", "name", "boxed", "loop_body", "needed", "escape", "join", "target", "leave", "wound",
                 "string", "bare", "members", "texts", "pieces", "walk", "table", "measures", "sizes", "letter",
                 "along", "valued", "passed", "paired", "keyed", "key_texts",
                 "key_members", "stack")  # fmt: skip

    def __init__(self) -> None:
        self.owner: Node | None = None  # the Lambda whose Python function holds it; None: the top-level form
        self.captured = False
        self.known: Lambda | None = None  # always this procedure
        self.loop = False
        self.valued = False  # used for more than calls with as many operands as that takes
        # the Python variables that each call gives it: itself, and those it calls that call it (`procedures`)
        self.passed: tuple[str, ...] = ()
        self.needed = False  # a procedure that is not put in line wherever it is used
        self.entries: list[list[Node]] = []  # operand lists of all calls of a known procedure
        self.real = False
        self.whole = False  # an exact integer
        self.natural = False
        self.inexact = False  # a float or a complex number of floats
        self.string = False
        self.paired = False  # a pair
        self.keyed = False  # of which the Python variable holds what a dictionary is asked for (`keyed`)
        self.key_texts = False  # and texts in it may stand for strings
        self.key_members: list[Node] = []  # of what it is made
        self.bare = False  # of which the Python variable holds the text (`bare`)
        self.text = False  # a character, of which the Python variable holds the text
        self.ended = False  # or the end-of-input object
        self.stack = False  # a list that grows at its head, of which the Python variable holds a collector (`stacks`)
        self.members = False  # a list, of which the Python variable holds the members (`members`)
        self.texts = False  # such members are a text, that of a string whose characters they are
        self.pieces = False  # or they are texts of strings
        self.walk: Along | None = None  # what is left of such a list: the Python variable holds an index
        self.measures: Variable | None = None  # the string whose length it is
        self.sizes: Variable | None = None  # the string from whose length it was computed
        self.letter = ""  # of an index: the Python variable that holds what stands there (`letters`)
        self.along: Variable | None = None  # in which string
        self.escape = False  # a continuation that is only called, in the function that captures it
        self.join = False  # a procedure of no argument that is but called where the `let` around it would answer
        self.target: Target | None = None  # where its values go
        self.leave: Callable[[], None] | None = None  # how to get there; None: by returning
        self.wound = 0  # how many dynamic environments of the function are open there
        self.table = ""  # the hash table that it is for good: its sameness of keys
        self.late = False  # letrec: may be read before it has its value
        self.name = ""
        self.boxed = False
        self.loop_body: object = None  # the emitter's Body when it is bound inside a Python loop


class Collecting(Variable):
    """A variable that holds a collector (`primitives.collecting`)."""

    __slots__ = ()


class Glanced(Variable):
    """A variable that holds a list for one look (`glances`)."""

    __slots__ = ()


class Twin(Global):
    """What a unit calls instead of a procedure: it answers members instead of a list, or is one of several clauses
    (`twins`). `instead`: what makes a list of pairs as fast, where nobody wants the members.
    """

    __slots__ = ("instead",)

    def __init__(self, name: str, key: str, library: str | None, instead: Global | None = None) -> None:
        super().__init__(name, key, library)
        self.instead = instead


Kinds = tuple[bool, bool, bool]  # whether it is real, whole, natural
KnownKinds = list[tuple[VariableFacts, Kinds]]


class Versions:
    """What is asked before a loop begins: which variables hold exact integers, and which of them none that is negative;
    `told`: what is known of variables in the version that runs where it is so (`versions`).
    """

    __slots__ = ("whole", "natural", "told")

    def __init__(self, whole: list[Variable], natural: list[Variable], told: KnownKinds) -> None:
        self.whole, self.natural = whole, natural
        self.told = told


class Taker:
    """The twins of a procedure that take, at that place, the members of a list, or the texts of a list of strings
    (`takers`); None: it wants the list itself.
    """

    __slots__ = ("place", "members", "pieces")

    def __init__(self, place: int, members: Twin | None, pieces: Twin | None) -> None:
        self.place, self.members, self.pieces = place, members, pieces


class GlobalFacts(Facts):
    """What is known of a top-level variable: `known` is the procedure, literal or table it
    holds for good, in its unit, or the name whose value it has."""

    __slots__ = ("known", "settled", "assumed", "stands_for", "guarded", "clauses", "templates", "table")

    def __init__(self) -> None:
        self.known: Lambda | CaseLambda | Const | Call | GlobalRef | None = None
        self.table = ""  # the hash table that it is for good: its sameness of keys
        self.settled = False  # calling it never answers a tail call; true in every unit (libraries)
        self.assumed = False  # compiled code relies on `settled`: a redefinition must keep the promise
        # with this number of arguments it only calls this primitive with them
        self.stands_for: dict[int, Primitive] = {}
        # with this number of arguments: if the first of these primitives holds for the first argument, it is the
        # second, else the third; None: the procedure itself is to be called
        self.guarded: dict[int, tuple[Primitive, Primitive, Primitive | None]] = {}
        # a case-lambda of a library: by the number of arguments, the key of the clause and whether that is settled
        self.clauses: dict[int, tuple[str, bool]] = {}
        # by the number of arguments, the clause that may be put in line (`integration`)
        self.templates: dict[int, Lambda] = {}


class LateFacts(Facts):
    """What is known of a definition of a library that came from disk, read when somebody asks first."""

    __slots__ = ("read",)

    def __init__(self, read: Callable[[], GlobalFacts]) -> None:
        self.read = read


def facts(variable: Variable) -> VariableFacts:
    """The variable's facts, made on first use."""
    found = variable.facts
    if type(found) is not VariableFacts:
        found = variable.facts = VariableFacts()
    return found


def procedure_held(node: Node) -> Lambda | None:
    """The procedure that a local variable holds for good; None for a loop and the like, which are but called."""
    if type(node) is not LocalRef or node.variable.assigned:
        return None
    found = facts(node.variable)
    return None if found.late or found.loop or found.escape or found.join else found.known


def join_of(node: Node) -> Lambda | None:
    """The procedure that stands behind a `let`, if it is one that several branches go on with."""
    if not isinstance(node, Let) or not node.variables or not facts(node.variables[0]).join:
        return None
    procedure = node.inits[0]
    assert isinstance(procedure, Lambda)
    return procedure


def global_facts(location: Global) -> GlobalFacts:
    """The location's facts, made on first use."""
    found = location.facts
    if type(found) is not GlobalFacts:
        found = location.facts = found.read() if isinstance(found, LateFacts) else GlobalFacts()
    return found


def called_primitive(node: Call) -> Primitive | None:
    """The primitive that the call comes down to, if that is certain: one that takes so many operands, too."""
    operator = node.operator
    if type(operator) is not GlobalRef:
        return None
    location = operator.location
    primitive = location.primitive
    if primitive is not None:  # asked so often that a call of `takes` counts
        count, most = len(node.operands), primitive.maximum
        return primitive if count >= primitive.minimum and (most is None or count <= most) else None
    found = location.facts
    if found.__class__ is not GlobalFacts:
        found = global_facts(location)
    return found.stands_for.get(len(node.operands)) if found.stands_for else None


def called_leaf(node: Call) -> Primitive | None:
    """The same, if that calls nothing back."""
    operator = node.operator
    if type(operator) is not GlobalRef:
        return None
    location = operator.location
    primitive = location.primitive
    if primitive is None:
        found = location.facts
        if type(found) is GlobalFacts and not found.stands_for:  # as most are: asked so often that a call counts
            return None
        primitive = called_primitive(node)
        return primitive if primitive is not None and primitive.leaf else None
    count, most = len(node.operands), primitive.maximum
    fits = count >= primitive.minimum and (most is None or count <= most)
    return primitive if fits and primitive.leaf else None


DYNAMIC: Final = frozenset({"%enter-winder!", "%enter-parameter!", "%set-dynamics!"})
"""Primitives that change the dynamic environment for what follows."""


def is_jump(variable: Variable) -> bool:
    """Whether calls of it only go somewhere else in the function."""
    return facts(variable).loop or facts(variable).escape


def is_quiet(node: Call) -> bool:
    """Whether it is the call of a primitive that calls nothing back and leaves the dynamic environment as it is."""
    primitive = called_leaf(node)
    return primitive is not None and primitive.name not in DYNAMIC


def is_simple(node: Node) -> bool:
    """Whether running the form calls nothing that could capture a continuation."""
    waiting = [node]
    for node in waiting:  # which grows meanwhile
        kind = node.__class__
        if type(node) is Call and called_leaf(node) is None:
            return False
        if kind not in IDLE:
            waiting += BELOW[kind](node)
    return True


IDLE: Final = LEAVES | {Lambda, CaseLambda}  # nothing below them is done where they stand


def is_call(node: Node, name: str, count: int) -> bool:
    """Whether it is a call of the primitive with so many operands."""
    if type(node) is not Call or len(node.operands) != count:
        return False
    operator = node.operator
    if type(operator) is not GlobalRef:
        return False
    primitive = operator.location.primitive or called_primitive(node)
    return primitive is not None and primitive.name == name and primitive.leaf


def is_variable(node: Node, variable: Variable) -> bool:
    """Whether it is that variable."""
    return isinstance(node, LocalRef) and node.variable is variable


def is_integer(node: Node, number: int) -> bool:
    """Whether it is that literal."""
    return isinstance(node, Const) and node.value.__class__ is int and node.value == number


def is_nil(node: Node) -> bool:
    """Whether it is the empty list, as a literal."""
    return isinstance(node, Const) and node.value is NIL


def is_fixed(node: Node) -> bool:
    """Whether it is the same whenever it is evaluated, does nothing and cannot fail: for a tree that is reshaped."""
    return isinstance(node, Const) or (isinstance(node, LocalRef) and not node.variable.assigned)


def stays(node: Node) -> bool:
    """The same when code is emitted: the value is there, too."""
    return is_fixed(node) and not (isinstance(node, LocalRef) and facts(node.variable).late)


def answers(root: Node, expansions: Mapping[Call, Node]) -> list[Node]:
    """The nodes of which one is evaluated last when the node is: what its value may be. Jumps to loops have none."""
    if type(root) is LocalRef or type(root) is Const or (type(root) is Call and root not in expansions):  # as most are
        return [] if _is_jump(root) else [root]
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) is If:
            stack += [node.then, node.otherwise]
        elif type(node) is Sequence:
            stack.append(node.parts[-1])
        elif type(node) is Let:
            stack.append(node.body)
        elif type(node) is Letrec and facts(node.variables[0]).loop:
            stack += [node.body, loop_procedure(node).body]
        elif type(node) is Call and (expanded := expansions.get(node)) is not None:
            stack.append(expanded)
        elif not _is_jump(node):
            found.append(node)
    return found


def in_place_of(node: Node, expansions: Mapping[Call, Node]) -> Node:
    """What stands in the place of a node that may be a call."""
    while type(node) is Call and (expanded := expansions.get(node)) is not None:
        node = expanded
    return node


def _is_jump(node: Node) -> bool:
    return type(node) is Call and type(node.operator) is LocalRef and facts(node.operator.variable).loop


def is_failure(node: Node) -> bool:
    """Whether it is a call of `error`, which has no value."""
    operator = node.operator if type(node) is Call else None
    location = operator.location if type(operator) is GlobalRef else None
    return location is not None and location.library == "(engine control)" and location.name == "error"


def is_apply(node: Call) -> bool:
    """Whether it is a call of `apply` with what it needs: a procedure and a list."""
    primitive = called_primitive(node)
    return primitive is not None and primitive.name == "apply" and len(node.operands) > 1


def spread_parts(node: Node) -> list[tuple[Node, bool]]:
    """What the last operand of `apply` is made of: nodes, and whether each is a list of arguments or one of them."""
    found: list[tuple[Node, bool]] = []
    while isinstance(node, Call):
        if is_call(node, "cons", 2):
            found.append((node.operands[0], False))
        elif is_call(node, "append", 2):
            found.append((node.operands[0], True))
        else:
            break
        node = node.operands[1]
    return [*found, (node, True)]
