"""A procedure that may be a loop in, itself with that loop in its place out: of the top level, or a local one that is
entered at once. Which loop it is, `counting` and `spelling` say.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.compiling.analysing.inlining.consing import Itself, NoLoop, is_itself, names
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins
from chibi_hooks.scheme.core import Call, Lambda, Letrec, LocalRef, Node, Variable

LoopOf = Callable[[Lambda, Itself, list[Node], Origins], Letrec]
"""The loop for a procedure, entered with these operands, one for each parameter. Raises NoLoop where there is none."""


def with_loop(procedure: Lambda, itself: Itself, origins: Origins, loop_of: LoopOf) -> Lambda:
    """The procedure as one with a loop; the same one where it is none."""
    params = [Variable(each.name, each.place) for each in procedure.params]
    loop = _loop(procedure, itself, list(map(LocalRef, params)), origins, loop_of)
    if loop is None:
        return procedure
    made = Lambda(params, None, loop, procedure.name, procedure.place)
    origins[made] = origins.get(procedure, procedure)
    return made


def entered_as_loop(node: Letrec, origins: Origins, loop_of: LoopOf) -> Letrec:
    """A local procedure that is entered at once, as a loop; the same node where it is none."""
    procedure, entry = node.inits[0], node.body
    if len(node.inits) != 1 or not isinstance(procedure, Lambda) or not isinstance(entry, Call):
        return node
    if not is_itself(entry, node.variables[0]) or any(names(each, node.variables[0]) for each in entry.operands):
        return node
    return _loop(procedure, node.variables[0], entry.operands, origins, loop_of) or node


def _loop(
    procedure: Lambda, itself: Itself, operands: list[Node], origins: Origins, loop_of: LoopOf
) -> Letrec | None:
    if procedure.rest is not None or len(operands) != len(procedure.params):
        return None
    if any(each.assigned for each in procedure.params):
        return None
    try:
        return loop_of(procedure, itself, operands, origins)
    except NoLoop:
        return None
