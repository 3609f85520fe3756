"""A node in, which hash table it gives for certain out.

    (make-hash-table string=?)      (%make-hash-table 'string): it is one of ours, whose keys are strings
    (alist->hash-table l string=?)  (%hash-table-filled l (%make-hash-table 'string))

A table that a variable is bound to once is known wherever that variable is used, in other procedures too.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import facts, global_facts, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.handing import template_called
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, GlobalRef, Lambda, LocalRef, Node, Or, Variable
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.data import Symbol, intern

LOOKED_UP: Final = frozenset({"%hash-table-ref", "%hash-table-at", "hash-table-contains?", "hash-table-exists?"})
PUT_IN: Final = "hash-table-set!"
FILLED_OVER: Final = "%hash-table-filled-over"
SAMENESS: Final = frozenset({"equal", "default"})


def sameness_made(node: Node) -> str:
    """The sameness of keys of the table that a call makes; "" if it is not known to make one."""
    if not isinstance(node, Call):
        return ""
    if is_call(node, "%hash-table-filled", 2):
        return sameness_made(node.operands[1])
    if is_call(node, "%make-hash-table", 1):
        made = node.operands[0]
        return made.value.text if isinstance(made, Const) and made.value.__class__ is Symbol else ""
    template = template_called(node)
    if template is None:
        return ""
    return sameness_made(template.body) if not node.operands else _sameness_over(template, node)


def _sameness_over(template: Lambda, node: Call) -> str:
    """The same of a library's procedure that makes a table over an equality, which is known here."""
    asked = relation_asked(template)
    alist = _alist_given(template, node)
    rest = [each for each in node.operands if each is not alist]
    if asked is None or not all(isinstance(each, (GlobalRef, Const, Lambda)) for each in rest):
        return ""
    relation = node.operands[template.params.index(asked)]
    primitive = relation.location.primitive if isinstance(relation, GlobalRef) else None
    if primitive is None:
        return ""
    table = PRIMITIVES["%hash-table-over"].function(primitive.function)
    return getattr(table, "sameness", "")


def relation_asked(template: Lambda) -> Variable | None:
    """The parameter of a procedure that begins with `(or (%hash-table-over parameter) …)`, or fills it with an alist,
    another parameter: `(or (%hash-table-filled-over parameter alist) …)`.
    """
    first = template.body.parts[0] if isinstance(template.body, Or) else None
    if first is None or not isinstance(first, Call):
        return None
    if not is_call(first, "%hash-table-over", 1) and not is_call(first, FILLED_OVER, 2):
        return None
    asked = first.operands[0]
    return asked.variable if isinstance(asked, LocalRef) and asked.variable in template.params else None


def _alist_given(template: Lambda, node: Call) -> Node | None:
    """The operand of a call that such a procedure fills its table with; None if it makes an empty one."""
    first = template.body.parts[0] if isinstance(template.body, Or) else None
    alist = first.operands[1] if isinstance(first, Call) and is_call(first, FILLED_OVER, 2) else None
    filled = isinstance(alist, LocalRef) and alist.variable in template.params
    return node.operands[template.params.index(alist.variable)] if filled and isinstance(alist, LocalRef) else None


def table_made(template: Lambda, node: Call) -> Call | None:
    """What stands in the place of a call that makes a table over an equality of ours."""
    sameness = _sameness_over(template, node)
    if not sameness:
        return None
    made = call_of("%make-hash-table", [Const(intern(sameness))], node)
    alist = _alist_given(template, node)
    return made if alist is None else call_of("%hash-table-filled", [alist, made], node)


def on_certain_table(node: Call) -> Call | None:
    """The primitive that a library's procedure calls with the same operands if the first one is such a table."""
    operator = node.operator
    found = global_facts(operator.location).guarded if isinstance(operator, GlobalRef) else None
    three = found.get(len(node.operands)) if found else None
    if three is None or three[0].name != "hash-table?" or not table_of(node.operands[0]):
        return None
    return call_of(three[1].name, node.operands, node)


def table_of(node: Node) -> str:
    """The sameness of keys of the table that a node gives for certain; "" if nothing is known."""
    if isinstance(node, LocalRef):
        return facts(node.variable).table
    return global_facts(node.location).table if isinstance(node, GlobalRef) else ""


def key_in(node: Call, name: str) -> Variable | None:
    """The variable that is looked up, or put in, in a table that is known and takes keys for the same where `equal?`
    does; None if the call of this primitive does no such thing.
    """
    if (name not in LOOKED_UP and name != PUT_IN) or len(node.operands) < 2:
        return None
    table, key = node.operands[:2]
    return key.variable if isinstance(key, LocalRef) and table_of(table) in SAMENESS else None


def is_certain(test: Node) -> bool:
    """Whether it asks if something is a table that is one."""
    return isinstance(test, Call) and is_call(test, "hash-table?", 1) and table_of(test.operands[0]) != ""
