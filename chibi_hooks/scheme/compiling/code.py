"""An emitted tree in, its code out: verified and compiled. Constants are still placeholders (see `link`).

The verifier is the wall between a bug of ours and the machine: generated code may name only what the pool, the
runtime table and our own library hold, may read only the slots of our data, and contains no import, no comprehension,
no string. It checks the tree that `compile` is given, not the intentions of the emitter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from functools import partial
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import ONE_PART, PARTS
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.compiling.pieces import in_pieces
from chibi_hooks.scheme.compiling.python_tree import Assign, Attribute, Call, Compare, Constant, FunctionDef, If, Name
from chibi_hooks.scheme.running.link import CompiledUnit, defined, linked
from chibi_hooks.scheme.running.site import Operands
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import FIRST_FIELDS, Value
from chibi_hooks.scheme.values.errors import EngineFault
from chibi_hooks.scheme.values.source import Place

NAME: Final = re.compile(
    r"[vtgx][0-9]+|[jx]|main|resume|heap"
)  # the pool; everything else must be a key of the base table
USUAL: Final = frozenset(f"{kind}{i}" for kind in "vtg" for i in range(200))  # of the pool: these need no search
SLOTS: Final = frozenset(FIRST_FIELDS) | frozenset(
    """
    car cdr s c v b text kind values
    append pop find count isascii isprintable isalpha isdecimal isspace isupper islower lower upper casefold
    split strip lstrip rstrip ljust rjust startswith endswith
    get run group
    state content spans
    direct by_text by_number kept_keys kept_values
    buffer position end plain unwritten room
    octets offset octets_end gathered_bytes bytes_room
    dynamics payload shell_parts converter __class__
    """.split()  # noqa: SIM905  as below
)
CONSTANTS: Final = frozenset({int, float, bool, bytes, type(None), type(...)})
SITES: Final = 1_000  # of a unit that is compiled in one piece


def compiled(emission: Emission, unit: CompiledUnit, base: Container[str]) -> CodeType:
    """The code of a whole unit, verified, its constants still placeholders. Raises as `define` does."""
    assert emission.module is not None
    verify(emission.module, base)
    if len(emission.sites) > SITES:
        return in_pieces(emission.module, lambda module: _compile(module, unit))
    return _compile(emission.module, unit)


def define(module: ast.Module, entry: str, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """Run the module of function definitions in the namespace and take out the function called `entry`.

    Raises a "limit" condition when the tree is too deep for Python's compiler.
    """
    return defined(_compile(module, unit), entry, unit, namespace)


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


def evaluated(call: ast.expr | Operands, frame: FrameType, unit: CompiledUnit, mutated: Collection[str]) -> list[Value]:
    """Function and operands of a call, evaluated again in its frame; they are pure by construction. `mutated`: the
    variables that are in boxes, where the frame is a resumed one.
    """
    assert isinstance(call, (ast.Call, Operands))
    code: CodeType | None = getattr(call, "evaluating", None)
    if code is None:
        function = call.func if isinstance(call, ast.Call) else ast.Constant(None, lineno=1, col_offset=0)
        tree = ast.Expression(ast.Tuple([function, *call.args], ast.Load(), lineno=1, col_offset=0))
        code = linked(compile(tree, unit.filename, "eval", dont_inherit=True), unit)
        call.evaluating = code  # type: ignore[union-attr]  # a loop may meet the error again and again
    found = dict(frame.f_locals)
    found.update({name: found[name][0] for name in mutated if found.get(name).__class__ is list})
    return list(eval(code, frame.f_globals, found))


def verify(tree: ast.AST, base: Container[str]) -> None:
    """Look for anything that generated code has no use for. Raises EngineFault when the tree holds it."""
    names: set[str] = set()
    waiting: list[Any] = [tree]
    push, pop = waiting.append, waiting.pop
    while waiting:  # deepest first: what was made together lies together in memory
        node = pop()
        kind = node.__class__  # asked first for what there is most of
        if kind is Name:
            names.add(node.id)
        elif kind is Constant:
            if node.value.__class__ not in CONSTANTS:
                raise EngineFault(f"generated code contains the constant {node.value!r}")
        elif kind is Assign:
            waiting += node.targets
            push(node.value)
        elif kind is Attribute:
            if node.attr not in SLOTS:
                raise EngineFault(f"generated code reads the attribute {node.attr}")
            push(node.value)
        elif kind is Call and not node.keywords:
            waiting += node.args
            push(node.func)
        elif kind is Compare and len(node.ops) == 1 and node.ops[0].__class__ in PARTS:
            push(node.left)
            waiting += node.comparators
        elif kind is If:
            push(node.test)
            waiting += node.body
            waiting += node.orelse
        elif kind in ONE_PART:
            push(node.value)
        elif kind is FunctionDef:
            _check_definition(node, names)
            waiting += node.body
        elif kind in PARTS:
            if kind in TELLING:
                _check_telling(node, kind)
            elif kind is ast.Global:
                names.update(node.names)
            for part in PARTS[kind](node):
                if part.__class__ is list:
                    waiting += part
                else:
                    push(part)
        elif node is not None:
            raise EngineFault(f"generated code contains {kind.__name__}")
    for name in names - USUAL:
        _check_name(name, base)


def _check_definition(node: FunctionDef, names: set[str]) -> None:
    """The head of a procedure: nothing but names, which are given by their place and have no value before."""
    if node.decorator_list:
        raise EngineFault("generated code contains a decorator")
    taken = node.args
    params = [*taken.posonlyargs, *taken.args]
    if taken.vararg is not None:
        params.append(taken.vararg)
    if taken.kwonlyargs or taken.kwarg is not None or taken.defaults:
        raise EngineFault("generated code contains a parameter that is not given by its place")
    if node.returns is not None or any(each.annotation is not None for each in params):
        raise EngineFault("generated code contains an annotation")
    if getattr(node, "type_params", None):
        raise EngineFault("generated code contains a parameter that is a type")
    names.add(node.name)
    names.update([each.arg for each in params])


TELLING: Final = frozenset({ast.Call, ast.Set, ast.Try, ast.ExceptHandler, ast.FormattedValue})


def _check_telling(node: Any, kind: type) -> None:
    """What a node says by itself, besides its parts."""
    if kind is ast.Set:
        if any(each.__class__ is not Constant for each in node.elts):
            raise EngineFault("generated code contains a set of what is made when it runs")
    elif kind is ast.Try:
        if len(node.handlers) != 1 or node.orelse or node.finalbody:
            raise EngineFault("generated code contains a try that is no guard")
    elif kind is ast.ExceptHandler:
        asked = node.type
        if node.name or asked.__class__ is not ast.Call or getattr(asked.func, "id", "") not in ("%ours", "%light"):
            raise EngineFault("generated code contains an except that asks no guard")
    elif kind is ast.FormattedValue:
        if node.conversion != -1 or node.format_spec is not None:
            raise EngineFault("generated code formats a value")
    elif node.keywords:
        raise EngineFault("generated code contains a keyword argument")


def _check_name(name: str, base: Container[str]) -> None:
    if name not in base and not NAME.fullmatch(name):
        raise EngineFault(f"generated code names {name!r}")
