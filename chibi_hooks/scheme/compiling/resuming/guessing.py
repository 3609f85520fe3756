"""What a frame held when a version of it was made in, which procedure a call in that version will meet out.

A version of a frame (`detaching`) is made when it is first needed, and what its variables hold then tells a lot: a
generator is asked by the same call again and again, each time a procedure of the same code. The version does the work
of such a procedure itself where it finds that code (`leaving`); a wrong guess costs one comparison. What a version
makes has the code, therefore, that the same procedure has elsewhere (`as_elsewhere`).

    v18 = v16()             becomes         z = v16
                                            if z.__class__ is function and z.__code__ is x33:
                                                z = z.__closure__
                                                v1 = z[0].cell_contents
                                                …
                                            v18 = v16()
"""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.resuming.rest import VALUES, function_in
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.runs import Continuation
from chibi_hooks.scheme.values.data import Pair

CELL: Final = "cell_contents"


class Guesses:
    """The values of variables, by their generated names, as they were once. `wanted`: some would have been made, were
    they to be made `now`.
    """

    def __init__(self, values: Mapping[str, Any], now: bool) -> None:
        self.values = dict(values)
        self.now = now
        self.wanted = False

    def procedure(self, function: ast.expr, namespace: dict[str, Any]) -> FunctionType | None:
        """The procedure that is called there, if it is one of this namespace."""
        found = self._held(function)
        return found if isinstance(found, FunctionType) and found.__globals__ is namespace else None

    def is_continuation(self, function: ast.expr) -> bool:
        """Whether a continuation is called there, which never comes back."""
        return self._held(function).__class__ is Continuation

    def _held(self, it: ast.expr) -> Any:
        """What a variable held, or a box, or a part of a pair; None for anything else."""
        if isinstance(it, ast.Name):
            return self.values.get(it.id)
        if isinstance(it, ast.IfExp) and isinstance(it.test, ast.Constant):  # as `function_in` says it
            return self._held(it.body)
        if isinstance(it, ast.Attribute):
            pair = self._held(it.value)
            return getattr(pair, it.attr, None) if pair.__class__ is Pair else None
        box = self._held(it.value) if isinstance(it, ast.Subscript) else None
        return box[0] if box.__class__ is list and box else None

    def assigned(self, statement: ast.Assign) -> None:
        """A variable that gets the value of another one."""
        (target,), value = statement.targets, statement.value
        if isinstance(target, ast.Name) and isinstance(value, ast.Name) and value.id in self.values:
            self.values[target.id] = self.values[value.id]

    def learn(self, procedure: FunctionType) -> None:
        """The variables of its closure."""
        for name, cell in zip(procedure.__code__.co_freevars, procedure.__closure__ or (), strict=True):
            try:
                self.values[name] = cell.cell_contents
            except ValueError:  # none yet
                self.values.pop(name, None)


def is_of(held: ast.expr, code: ast.expr, unit: CompiledUnit) -> ast.expr:
    """Whether what is held is a procedure of that code."""
    its_class, its_code = ast.Attribute(held, "__class__", LOAD), ast.Attribute(held, "__code__", LOAD)
    is_procedure = ast.Compare(its_class, [ast.Is()], [function_in(unit, FunctionType)])
    return ast.BoolOp(ast.And(), [is_procedure, ast.Compare(its_code, [ast.Is()], [code])])


def from_closure(held: ast.expr, code: CodeType, otherwise: list[ast.stmt], unit: CompiledUnit) -> list[ast.stmt]:
    """The variables of the closure of what is held; `otherwise`: while one of them has no value yet."""
    if not code.co_freevars:
        return []
    closure = ast.Attribute(held, "__closure__", LOAD)
    cells = [ast.Subscript(ast.Name(VALUES, LOAD), ast.Constant(i), LOAD) for i in range(len(code.co_freevars))]
    found: list[ast.stmt] = [
        ast.Assign([ast.Name(name, STORE)], ast.Attribute(cell, CELL, LOAD))
        for name, cell in zip(code.co_freevars, cells, strict=True)
    ]
    line = code.co_firstlineno
    empty = ast.ExceptHandler(function_in(unit, ValueError), None, otherwise, lineno=line, col_offset=0)
    return [ast.Assign([ast.Name(VALUES, STORE)], closure), ast.Try(found, [empty], [], [])]


def as_elsewhere(made: FunctionType, unit: CompiledUnit) -> FunctionType:
    """The function, in which procedures have the code that they have where they are made otherwise."""
    known = unit.codes
    if known is None:
        known = unit.codes = {}
        for each in list(made.__globals__.values()):
            if each.__class__ is FunctionType and unit_of(each.__code__) is unit:
                _note(each.__code__, known)
    made.__code__ = _with_known(made.__code__, known)
    return made


def _note(code: CodeType, known: dict[int, CodeType]) -> None:
    known.setdefault(code.co_firstlineno, code)
    for each in code.co_consts:
        if each.__class__ is CodeType:
            _note(each, known)


def _with_known(code: CodeType, known: dict[int, CodeType]) -> CodeType:
    consts = tuple([_known_or(each, known) if each.__class__ is CodeType else each for each in code.co_consts])
    same = all(one is other for one, other in zip(consts, code.co_consts, strict=True))
    return code if same else code.replace(co_consts=consts)


def _known_or(code: CodeType, known: dict[int, CodeType]) -> CodeType:
    other = known.get(code.co_firstlineno)
    code = _with_known(code, known)
    return other if other is not None and _are_alike(code, other) else code


def _are_alike(one: CodeType, other: CodeType) -> bool:
    """Whether both do the same with the same constants."""
    if any(getattr(one, part) != getattr(other, part) for part in PARTS) or len(one.co_consts) != len(other.co_consts):
        return False
    return all(a is b or _are_equal(a, b) for a, b in zip(one.co_consts, other.co_consts, strict=True))


def _are_equal(one: Any, other: Any) -> bool:
    """Of constants of Python: data of Scheme are compared by identity."""
    return one.__class__ is other.__class__ and one.__class__ in (int, float, str) and repr(one) == repr(other)


PARTS: Final = (
    "co_name", "co_flags", "co_argcount", "co_posonlyargcount", "co_varnames", "co_cellvars", "co_freevars", "co_names",
    "co_linetable", "co_exceptiontable", "co_code",
)  # fmt: skip
