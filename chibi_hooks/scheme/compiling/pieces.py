"""The tree of a large unit in, its code out, compiled function by function: a stop can strike in between.

Theory. One call of Python's compiler holds the interpreter, for a time that grows with the square of how many functions
it is given: for each it copies the names of the functions around it and all global ones, and 3.11 looks functions that
are alike up in one table. So each function that the emitter made for some forms (`parts` of the one that calls them)
is compiled by itself, and so are others as long as the one around them is large; in its place stands an empty one,
with the same variables of the functions around it, whose code is then exchanged. Large procedures have been divided
before (`parting`). What remains is a single form of thousands of procedures, which is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import CodeType

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import below
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, function_definition
from chibi_hooks.scheme.values.errors import EngineFault, fail
from chibi_hooks.typenames import Any, Final

COPIED_NAMES: Final = 8_000_000  # by Python's compiler in one call: 0.3 s
WHOLE: Final = 20_000  # nodes that are compiled at once; Python's compiler takes about a microsecond for each
APART: Final = 1_000  # nodes of a function that is compiled by itself before smaller ones are
LOCAL: Final = re.compile(r"[vtx][0-9]+|[jx]")  # names that generated code gives to locals
AROUND: Final = "main"  # what stands around a function that is compiled by itself

Codes = dict[tuple[str, int], CodeType]  # by name and line, which no other function of the unit has


class _Function:
    """A function of the tree: those directly inside of it, its nodes besides them, and its variables."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self.node = node
        self.nodes = 0
        self.inner: list[_Function] = []
        self.bound = {arg.arg for arg in (*node.args.posonlyargs, *node.args.args)}
        if node.args.vararg is not None:
            self.bound.add(node.args.vararg.arg)
        self.used: set[str] = set()


def in_pieces(module: ast.Module, compiled: Callable[[ast.Module], CodeType]) -> CodeType:
    """What `compiled(module)` would give. Raises a "limit" condition if one form has too many procedures."""
    outermost, functions, names = _functions(module)
    pieces = _Apart(compiled, functions * names <= COPIED_NAMES)
    try:
        pieces.take_all_apart(outermost)
        return pieces.code(module)
    finally:
        pieces.restore()


class _Apart:
    """Functions that are compiled by themselves, and empty ones in their places."""

    def __init__(self, compiled: Callable[[ast.Module], CodeType], few: bool) -> None:
        self.compiled = compiled
        self.few = few  # are there so few functions and names that none of the modules can be refused?
        self.codes: Codes = {}
        self.emptied: list[tuple[ast.FunctionDef, list[ast.stmt]]] = []  # with what was in them

    def take_all_apart(self, functions: list[_Function]) -> None:
        """The same for the functions of a module, which use no variables of others."""
        sizes = [(each, self.take_apart(each)[0]) for each in functions]
        whole = sum(size for _, size in sizes)
        for each, size in sizes:
            if whole > WHOLE and each.node.name != AROUND:
                self.empty(each.node, [])
                whole -= size

    def take_apart(self, function: _Function, around: frozenset[str] = frozenset()) -> tuple[int, set[str]]:
        """Compile functions inside of this one by themselves, the innermost first, until the rest is not large; gives
        its size and the variables of others that it uses. `around`: those that the functions around it have; what is
        used and nobody has stands where control never comes.
        """
        size, free = function.nodes, function.used
        scope = around | function.bound
        inside: list[tuple[_Function, int, set[str]]] = []
        for each in function.inner:
            found = self.take_apart(each, scope)
            inside.append((each, *found))
            size += found[0]
            free = free | found[1]
        parts = set(getattr(function.node, "parts", ()))
        for least in (APART, 0):
            for each, its, used in inside:
                if each.node in parts or (size > WHOLE and its > least):
                    self.empty(each.node, sorted(used & scope))
                    parts.discard(each.node)
                    size -= its
            inside = [each for each in inside if each[1] <= APART]
        return size, {name for name in free - function.bound if LOCAL.fullmatch(name)}

    def empty(self, function: ast.FunctionDef, free: list[str]) -> None:
        """Compile a function by itself and leave one that only names the variables of others."""
        args = ast.arguments([], [_at(function, ast.arg(name)) for name in free], None, [], [], None, [])
        names = [] if LOCAL.fullmatch(function.name) else [_at(function, ast.Global([function.name]))]
        around = _at(function, function_definition(AROUND, args, [*names, function]))
        outer = _only_function(self.code(ast.Module([around], [])))
        self.codes[function.name, function.lineno] = _only_function(outer)
        self.emptied.append((function, function.body))
        named = [_at(function, ast.Expr(_at(function, ast.Name(name, LOAD)))) for name in free]
        function.body = named or [_at(function, ast.Pass())]

    def code(self, module: ast.Module) -> CodeType:
        """The code of a module in which empty functions have got theirs."""
        if not self.few and copied_names(module) > COPIED_NAMES:
            message, hint = "too many procedures in one procedure", "make some of them definitions of their own"
            raise fail("limit", message, hint=hint)
        return _filled(self.compiled(module), self.codes)

    def restore(self) -> None:
        """Leave the tree as it was: continuations are compiled from it."""
        for function, body in self.emptied:
            function.body = body


def _functions(module: ast.Module) -> tuple[list[_Function], int, int]:
    """The functions of a module, with those inside of them; how many there are, and how many names they have."""
    outermost: list[_Function] = []
    found: list[_Function] = []
    waiting: list[tuple[Any, _Function | None]] = [(module, None)]
    while waiting:
        node, around = waiting.pop()
        kind = node.__class__
        if kind is ast.FunctionDef:
            if around is not None:
                around.bound.add(node.name)
            inner = _Function(node)
            found.append(inner)
            (outermost if around is None else around.inner).append(inner)
            around = inner
        elif kind is ast.Name and around is not None:
            (around.bound if node.ctx.__class__ is ast.Store else around.used).add(node.id)
        if around is not None:
            around.nodes += 2 if kind is ast.Name else 1  # with its context
        waiting += [(child, around) for child in below(node)]
    return outermost, len(found), sum(len(each.bound) for each in found)


def _at(function: ast.FunctionDef, node: Any) -> Any:
    return ast.copy_location(node, function)


def _only_function(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if constant.__class__ is CodeType)


def _filled(code: CodeType, codes: Codes) -> CodeType:
    """The code in which the empty functions have got theirs, wherever they stand. Raises EngineFault when one would
    need other variables.
    """
    constants: list[Any] = []
    for constant in code.co_consts:
        if constant.__class__ is CodeType:
            found = codes.get((constant.co_name, constant.co_firstlineno))
            if found is not None and found.co_freevars != constant.co_freevars:
                raise EngineFault(f"{constant.co_name} was compiled with other variables than it has")
            constant = found or _filled(constant, codes)
        constants.append(constant)
    return code.replace(co_consts=tuple(constants))


def copied_names(module: ast.Module) -> int:
    """How many names Python's compiler copies: for each function those of the functions around it, and all globals."""
    shared: set[str] = set()
    scopes: list[tuple[int, set[str]]] = [(0, set())]  # that around it, its names
    waiting: list[tuple[Any, int]] = [(module, 0)]
    while waiting:
        node, scope = waiting.pop()
        if node.__class__ is ast.Name:
            if node.ctx.__class__ is ast.Store:
                scopes[scope][1].add(node.id)
            continue
        if node.__class__ is ast.Global:
            shared.update(node.names)
        elif node.__class__ is ast.FunctionDef:
            scopes[scope][1].add(node.name)
            scopes.append((scope, {arg.arg for arg in node.args.args}))
            scope = len(scopes) - 1
        waiting += [(child, scope) for child in below(node)]
    around = [0]
    for outer, _ in scopes[1:]:
        around.append(around[outer] + len(scopes[outer][1] - shared))
    return sum(around) + len(around) * len(shared)
