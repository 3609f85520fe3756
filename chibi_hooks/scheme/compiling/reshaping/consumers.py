"""A call of `call-with-values` whose consumer is named in, one with a lambda expression in its place out: that needs no
procedures.

    (call-with-values (lambda () (floor/ a b)) list)  ⇒  (call-with-values … (lambda (x y) (list x y)))
    (call-with-values (lambda () …) f)                ⇒  (call-with-values … (lambda rest (apply f rest)))

Rule: the consumer is what it was before the values are made.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, GlobalRef, Lambda, Let, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import PARAMETERS

PAIRS: Final = frozenset({"floor/", "truncate/", "exact-integer-sqrt"})  # what gives two values
MOST: Final = len(PARAMETERS)  # values that have a variable each


def has_consumer(node: Call) -> bool:
    """Whether it is `(call-with-values (lambda () …) name)`."""
    operator = node.operator
    if len(node.operands) != 2 or not isinstance(operator, GlobalRef) or operator.location.primitive is None:
        return False
    producer, consumer = node.operands
    if operator.location.primitive.name != "call-with-values" or not isinstance(consumer, (GlobalRef, LocalRef)):
        return False
    return isinstance(producer, Lambda) and not producer.params and producer.rest is None


def put_consumer(node: Call) -> Node:
    """The same with a lambda expression."""
    producer, consumer = node.operands
    assert isinstance(producer, Lambda)
    place = consumer.place
    if _stays(consumer):
        return Call(node.operator, [producer, _taking(consumer, _count(producer.body), node)], node.place)
    held = Variable("consumer", place)
    taking = _taking(LocalRef(held, place), _count(producer.body), node)
    return Let([held], [consumer], Call(node.operator, [producer, taking], node.place), node.place)


def _stays(consumer: Node) -> bool:
    """Whether nobody can change what the name means."""
    if isinstance(consumer, LocalRef):
        return not consumer.variable.assigned
    return isinstance(consumer, GlobalRef) and consumer.location.primitive is not None


def _count(produced: Node) -> int | None:
    """How many values there are, if that is known."""
    primitive = called_leaf(produced) if isinstance(produced, Call) else None
    if primitive is None or not isinstance(produced, Call):
        return None
    if primitive.name == "values":
        return len(produced.operands) if len(produced.operands) <= MOST else None
    return 2 if primitive.name in PAIRS else None


def _taking(consumer: Node, count: int | None, at: Call) -> Lambda:
    """The lambda expression that hands so many values on."""
    place = at.place
    if count is None:
        rest = Variable("values", place)
        return Lambda([], rest, call_of("apply", [consumer, LocalRef(rest, place)], at), None, place)
    params = [Variable("value", place) for _ in range(count)]
    return Lambda(params, None, Call(consumer, [LocalRef(each, place) for each in params], place), None, place)
