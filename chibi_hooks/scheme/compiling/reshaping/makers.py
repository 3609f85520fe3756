"""A call of a procedure of the program that does nothing but make another one in, the one that it makes in its place
out: so that who is given it, or calls it at once, knows what it does.

    (define (field name) (lambda (r) (cdr (assq name r))))
    (map (field 'year) rows)      ⇒    (map (lambda (r) (cdr (assq 'year r))) rows)

Rules: the procedure is defined once and for good, before this form; what it is given is the same wherever it stands.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.comparing import made_by
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.core import Call, GlobalRef, Lambda, LocalRef

COPIES: Final = 20  # of what one procedure makes


def makes_procedure(node: Call, around: Vicinity) -> bool:
    """Whether it looks like such a call."""
    maker = around.before.get(node.operator.location) if isinstance(node.operator, GlobalRef) else None
    return maker is not None and isinstance(maker.body, Lambda)


def made_in_place(node: Call, around: Vicinity) -> Lambda | None:
    """The procedure that a call makes, if it is such a one."""
    operator = node.operator
    if not isinstance(operator, GlobalRef) or not makes_procedure(node, around):
        return None
    if any(isinstance(each, LocalRef) and each.variable in around.late for each in node.operands):
        return None
    copies = around.copies.get(operator.location, 0) + 1
    made = made_by(node, around.before) if copies <= COPIES else None
    if made is not None:
        around.copies[operator.location] = copies
    return made
