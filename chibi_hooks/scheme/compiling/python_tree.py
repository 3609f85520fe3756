"""Python's `ast`, for whoever builds generated code: nodes keep their fields in slots. Imported as `ast`.

A node of Python's own has a dictionary for them: 230 bytes, where 80 do. A large unit has ten thousands of nodes, which
are made, verified and compiled once and kept for continuations: half of that time goes into reaching memory. (CPython
3.11: to make a name takes a third of the time, to walk over a tree half.) Python's compiler takes either kind.

Rules: in generated code there are none but these, of the kinds in `KINDS`, and `parse` gives no others. What else is
said of a node (`binds`, `for_good`, …) is kept in a dictionary as ever, by those few that have one.
"""

from __future__ import annotations

import ast
from ast import *  # noqa: F403  what else there is
from copyreg import __newobj__  # type: ignore[attr-defined]  # what copies are made with
from typing import TYPE_CHECKING, Any, Final

KINDS: Final = (
    """
    Name Constant Attribute Subscript Slice Call Starred Tuple List Set BoolOp UnaryOp BinOp Compare IfExp
    JoinedStr FormattedValue Yield
    Module Expression FunctionDef arguments arg Return Assign Expr If While For Try ExceptHandler
    Pass Break Continue Global
    """.split()  # noqa: SIM905  as in `below`
)


def _kind(plain: type[ast.AST]) -> Any:
    """One kind: fields that may be missing have a default in the class, which a slot would hide."""
    place = [each for each in ("lineno", "col_offset") if each in plain._attributes]
    fields = [field for field in (*plain._fields, *place) if not hasattr(plain, field)]
    space = {"__slots__": tuple(fields), "__reduce__": _reduced, "__module__": __name__}
    return type(plain.__name__, (plain,), space)


def _reduced(node: Any) -> tuple[Any, ...]:
    """What `copy` makes the same of."""
    slots = {slot: getattr(node, slot) for slot in node.__class__.__slots__ if hasattr(node, slot)}
    return __newobj__, (node.__class__,), (node.__dict__ or None, slots)


SLOTTED: Final[dict[type, Any]] = {getattr(ast, name): _kind(getattr(ast, name)) for name in KINDS}

def slotted(node: Any) -> Any:
    """A tree that Python has parsed, of these nodes."""
    if node.__class__ is list:
        return [slotted(each) for each in node]
    kind = SLOTTED.get(node.__class__)
    if kind is None:
        return node
    return ast.copy_location(kind(**{name: slotted(field) for name, field in ast.iter_fields(node)}), node)


if not TYPE_CHECKING:  # to be used like those they stand for
    globals().update({kind.__name__: kind for kind in SLOTTED.values()})

    def parse(*text, **how):
        """The tree of a text, of these nodes."""
        return slotted(ast.parse(*text, **how))
