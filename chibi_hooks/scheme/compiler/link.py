"""An emitted tree in, a Python function ready to run out: verify, compile, put the constants in place.

The verifier is the wall between a bug of ours and the machine: generated code may name only what the pool, the
runtime table and our own library hold, may read only the slots of our data, and contains no import, no comprehension,
no string. It checks the tree that `compile` is given, not the intentions of the emitter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Sequence
from functools import partial
from itertools import count
from operator import attrgetter
from types import CodeType, FrameType, FunctionType
from typing import Any, Final
from weakref import ref

from chibi_hooks.scheme.compiler.emission import ENTRY, Emission, Site
from chibi_hooks.scheme.compiler.pieces import in_pieces
from chibi_hooks.scheme.compiler.stack import roomy
from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.errors import EngineFault
from chibi_hooks.scheme.source import Place

NAME: Final = re.compile(
    r"[vtgx][0-9]+|[jx]|main|resume|heap"
)  # the pool; everything else must be a key of the base table
SLOTS: Final = frozenset(
    "car cdr s c v b text kind fields values append direct get __class__".split()  # noqa: SIM905  as below
)
NODES: Final = frozenset(
    getattr(ast, name)
    for name in """
    Module Expression FunctionDef arguments arg Return Assign Expr If While Break Continue Pass Global Name Constant
    Attribute Subscript Call Tuple List Starred BoolOp UnaryOp BinOp Compare IfExp Load Store And Or Not USub Add Sub
    Mult FloorDiv Mod Eq NotEq Lt LtE Gt GtE Is IsNot BitAnd BitOr BitXor Invert
    """.split()  # noqa: SIM905  fifty names in quotes are harder to read
)
PLAIN: Final = frozenset("id attr name names arg annotation kind type_comment ctx".split())  # noqa: SIM905  fields without nodes
ONE_PART: Final = frozenset({ast.Attribute, ast.Expr, ast.Return, ast.Starred})  # which they call `value`


def _parts(kind: type[ast.AST]) -> Callable[[Any], Sequence[Any]]:
    """A function that gives the nodes below one of this kind, and lists of them."""
    fields = [field for field in kind._fields if field not in PLAIN]
    return attrgetter(*fields) if fields else lambda node: ()


PARTS: Final = {kind: _parts(kind) for kind in NODES}
CONSTANTS: Final = frozenset({int, float, bool, bytes, type(None)})
SITES: Final = 2_000  # of a unit that is compiled in one piece
_numbers = count()  # makes every compiled unit's file name its own


class CompiledUnit:
    """A unit's tables. Every code object of the unit carries a weak reference to it as its last constant, so that a
    traceback leads here. Weak, because Python's collector cannot see through code objects: a strong one would keep
    every world alive for ever. What holds it is the namespace (if the unit defines procedures) and its entry.
    """

    __slots__ = ("name", "trusted", "filename", "sites", "constants", "itself", "again", "__weakref__")

    def __init__(
        self,
        name: str,
        sites: list[Site],
        constants: list[Value],
        trusted: bool = False,
        again: Callable[[], Emission] | None = None,
    ) -> None:
        self.name = name
        self.trusted = trusted  # a library of ours: errors inside it are shown at the script's call
        self.filename = f"<scheme {next(_numbers)}>"
        self.sites = sites
        self.constants = constants
        self.again = again  # for a unit that was kept on disk: emits it once more
        self.itself = ref(self)

    def complete(self) -> None:
        """Give sites that come from disk the trees that continuations and the explanation of errors need."""
        again = self.again
        if again is None:
            return
        made = again().sites
        if [(site.kind, site.name) for site in made] != [(site.kind, site.name) for site in self.sites]:
            raise EngineFault(f"{self.name} is emitted differently than the copy that was kept of it")
        for site, same in zip(self.sites, made, strict=True):
            site.expression, site.statement, site.body = same.expression, same.statement, same.body
        self.again = None


HELD: Final = "%units"  # key of a namespace: its units with procedures; no name that generated code could have


def unit_of(code: CodeType) -> CompiledUnit | None:
    """The unit a code object belongs to; None for a Python function."""
    constants = code.co_consts
    last = constants[-1] if constants else None
    if last.__class__ is not ref:
        return None
    unit = last()
    return unit if unit.__class__ is CompiledUnit else None


def compiled(emission: Emission, unit: CompiledUnit, base: Container[str]) -> CodeType:
    """The code of a whole unit, verified, its constants still placeholders. Raises as `define` does."""
    assert emission.module is not None
    verify(emission.module, base)
    if len(emission.sites) > SITES:
        return in_pieces(emission.module, lambda module: _compile(module, unit))
    return _compile(emission.module, unit)


def install(code: CodeType, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """The entry procedure (no arguments) of a compiled unit; its definitions will be made in `namespace`."""
    if any(site.kind == "procedure" for site in unit.sites):
        namespace.setdefault(HELD, []).append(unit)
    return _defined(code, ENTRY, unit, namespace)


def define(module: ast.Module, entry: str, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """Run the module of function definitions in the namespace and take out the function called `entry`.

    Raises a "limit" condition when the tree is too deep for Python's compiler.
    """
    return _defined(_compile(module, unit), entry, unit, namespace)


def _compile(module: ast.Module, unit: CompiledUnit) -> CodeType:
    return roomy(partial(compile, module, unit.filename, "exec", dont_inherit=True), lambda: _deepest(module, unit))


def _deepest(module: ast.Module, unit: CompiledUnit) -> Place | None:
    """The place of the source from which the deepest part of a tree was made."""
    level, line = 0, 0
    stack: list[tuple[ast.AST, int]] = [(module, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > level:
            level, line = depth, getattr(node, "lineno", line)
        stack += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return unit.sites[line].place if line < len(unit.sites) else None


def _defined(code: CodeType, entry: str, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    exec(linked(code, unit), namespace)
    function = namespace.pop(entry)
    assert isinstance(function, FunctionType)
    function.__dict__["unit"] = unit
    return function


def linked(code: CodeType, unit: CompiledUnit) -> CodeType:
    """The code with its placeholders replaced by the unit's constants, inner functions included."""
    return code.replace(co_consts=(*[_replaced(constant, unit) for constant in code.co_consts], unit.itself))


def _replaced(constant: Any, unit: CompiledUnit) -> Any:
    if constant.__class__ is bytes:
        return unit.constants[int(constant)]
    if constant.__class__ is CodeType:
        return linked(constant, unit)
    if constant.__class__ is tuple:  # Python folds a tuple of constants into one
        return tuple([_replaced(part, unit) for part in constant])
    return constant


def evaluated(call: ast.Call, frame: FrameType, unit: CompiledUnit) -> list[Value]:
    """Function and operands of a call, evaluated again in its frame; they are pure by construction."""
    tree = ast.Expression(ast.Tuple([call.func, *call.args], ast.Load(), lineno=1, col_offset=0))
    code = linked(compile(tree, unit.filename, "eval", dont_inherit=True), unit)
    return list(eval(code, frame.f_globals, dict(frame.f_locals)))


def verify(tree: ast.AST, base: Container[str]) -> None:
    """Raise EngineFault if the tree holds anything that generated code has no use for."""
    names: set[str] = set()
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is ast.Name:
            names.add(node.id)
        elif kind is ast.Constant:
            if node.value.__class__ not in CONSTANTS:
                raise EngineFault(f"generated code contains the constant {node.value!r}")
        elif kind is ast.Assign:
            waiting += node.targets
            waiting.append(node.value)
        elif kind in ONE_PART:
            if kind is ast.Attribute and node.attr not in SLOTS:
                raise EngineFault(f"generated code reads the attribute {node.attr}")
            waiting.append(node.value)
        elif kind in PARTS:
            if kind in TELLING:
                _check_telling(node, kind, names)
            for part in PARTS[kind](node):
                if part.__class__ is list:
                    waiting += part
                else:
                    waiting.append(part)
        elif node is not None:
            raise EngineFault(f"generated code contains {kind.__name__}")
    for name in names:
        _check_name(name, base)


TELLING: Final = frozenset({ast.FunctionDef, ast.arg, ast.Call, ast.Global})


def _check_telling(node: Any, kind: type, names: set[str]) -> None:
    """What a node says by itself, besides its parts; adds the names it makes."""
    if kind is ast.FunctionDef:
        if node.decorator_list:
            raise EngineFault("generated code contains a decorator")
        names.add(node.name)
    elif kind is ast.arg:
        names.add(node.arg)
        if node.annotation is not None:
            raise EngineFault("generated code contains an annotation")
    elif kind is ast.Global:
        names.update(node.names)
    elif node.keywords:
        raise EngineFault("generated code contains a keyword argument")


def _check_name(name: str, base: Container[str]) -> None:
    if not NAME.fullmatch(name) and name not in base:
        raise EngineFault(f"generated code names {name!r}")
