"""Values come in one by one, a list of them goes out: what `map` and its like in `scheme_lib` gather results with.

Theory. A collector is a bare Python list, which grows at a tenth of the cost of a pair and means nothing to Python's
collector. It is changed in place, and yet a continuation captured half-way may be resumed any number of times: a
captured frame never goes on itself, only resumed copies of it do, and each of those takes a copy of its collectors
first (`continuations`).

Rules: a collector is held by variables of one procedure of `scheme_lib` that nobody assigns or captures, and is given
to these primitives only. In use it is threaded through like a value: `(loop (cdr l) (%collect results x))`.
"""

from __future__ import annotations

import sys

from chibi_hooks.scheme.primitive import PRIMITIVES, internal, primitive
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.arguments import list_items, not_a_list
from chibi_hooks.scheme.values.data import NIL, Pair, Value, to_list, vector_of
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.typenames import Any


@primitive("%collector", pure=False)
def collector() -> Value:
    """(%collector) -> a new collector that holds nothing."""
    return []


@primitive("%collect", pure=False, checks_first=True)
def collect(results: Value, x: Value) -> Value:
    """(%collect collector x) -> the collector, with x as the last of its values."""
    results.append(x)
    return results


@primitive("%collect-list", pure=False, checks_first=True)
def collect_list(results: Value, x: Value) -> Value:
    """(%collect-list collector list) -> the same for `%appended`, which takes the members as well as a list of them."""
    results.append(x)
    return results


@internal
@primitive("%collect-all", pure=False, checks_first=True)
def collect_all(results: Value, x: Value, position: Value) -> Value:
    """(%collect-all collector list position) -> the collector, with the members of a list that `append` got there; or
    those that are given.
    """
    results += x if x.__class__ is list else list_items("append", position, x)
    if len(results) > limits.LARGE:
        limits.size("append", len(results))
    return results


@internal
@primitive("%collect-later", pure=False, checks_first=True)
def collect_later(results: Value, x: Value, position: Value, which: Value) -> Value:
    """(%collect-later collector x position which) -> the collector, with what an `append`, one `which` has this number
    in its procedure, got there: to be looked into by `%looked-into`; or the members that are given.
    """
    if x.__class__ is list:
        return collect_all(results, x, position)
    at = sys._getframe(1)
    results.append((x, position, which, at.f_code, at.f_lasti))  # no member is a tuple
    return results


@primitive("%looked-into", pure=False, checks_first=True)
def looked_into(results: Value, start: Value) -> Value:
    """(%looked-into collector start) -> the collector, with the members of the lists that wait in it from there on."""
    if tuple not in set(map(type, results)):
        return results
    items: list[Value] = []
    for each in results[start:] if start else results:
        if each.__class__ is not tuple:
            items.append(each)
            continue
        try:
            items += list_items("append", each[1], each[0])
        except SchemeError:
            raise _told_first([each for each in results[start:] if each.__class__ is tuple]) from None
    limits.size("append", start + len(items))
    results[start:] = items
    return results


def _told_first(waiting: list[Any]) -> SchemeError:
    """The error of what is no list: the last call of `append` makes its list first, and looks from left to right."""
    found: tuple[Any, SchemeError] | None = None
    for each in reversed(waiting):
        x, position, which, code, at = each
        if found is not None and not (found[0][2] == which and found[0][1] > position):
            break  # another call
        try:
            list_items("append", position, x)
        except SchemeError as error:
            unit = unit_of(code)
            if unit is not None and not unit.trusted and error.payload.__class__ is Condition:
                error.payload.place = unit.site(code, at).place
            found = each, error
    assert found is not None
    return found[1]


@primitive("%collected", inline="list(a)", pure=False)
def collected(results: Value) -> Value:
    """(%collected collector) -> a list of the values."""
    return to_list(results)


@primitive("%collected-reversed", pure=False)
def collected_reversed(results: Value) -> Value:
    """(%collected-reversed collector) -> a list of the values, last first."""
    return to_list(results[::-1])


@primitive("%members", returns="members")
def members_of_list(a: Value) -> list[Value]:
    """(%members list) -> the list; where only its members are wanted, those."""
    return list_items("%members", 1, a)


@primitive("%given", inline="list(a)", returns="members")
def given(a: Value) -> list[Value]:
    """(%given members) -> the list that a twin is given the members of."""
    return a  # type: ignore[no-any-return]


@primitive("%collected-backwards", inline="a[::-1]", pure=False)
def collected_backwards(results: Value) -> Value:
    """(%collected-backwards collector) -> the values, last first, as members: what a twin answers."""
    return results[::-1]


@internal
def members_appended(a: list[Value], b: list[Value]) -> list[Value]:
    """The members of two lists that `append` gets, in one. Raises SchemeError."""
    if len(a) + len(b) > limits.LARGE:
        limits.size("append", len(a) + len(b))
    return [*a, *b]  # arguments that are left are a tuple


@primitive("%collected-vector", inline="Vector(a)", pure=False)
def collected_vector(results: Value) -> Value:
    """(%collected-vector collector) -> a vector of the values; the collector is not used again."""
    return vector_of(results)


@primitive("%appended", pure=False, checks_first=True)
def appended(results: Value) -> Value:
    """(%appended collector) -> the values, which are lists or members of such, in one; the last is shared."""
    if results.__class__ is not list:
        raise not_a_list("apply", 2, results)
    if not results:
        return NIL
    items: list[Value] = []
    for position, each in enumerate(results[:-1], 1):
        if each.__class__ is list:
            items += each
        elif each is not NIL:
            items += list_items("append", position, each)
        if len(items) > limits.ELEMENTS:
            limits.size("append", len(items))
    tail = results[-1]
    if tail.__class__ is list:
        items += tail
        tail = NIL
    return to_list(items, tail)


internal(to_list, "onto")


@primitive("%collected-onto", inline="onto(a, b)", pure=False)
def onto(results: Value, tail: Value) -> Value:
    """The values of a collector in front of another list, or of whatever ends this one."""
    return to_list(results, tail)


@primitive("%collected-none?", inline="len(a) == 0", returns="boolean", pure=False)
def collected_none(results: Value) -> bool:
    """Whether nothing was collected."""
    return not results


@primitive("%collected-some?", inline="len(a) > 0", returns="boolean", pure=False)
def collected_some(results: Value) -> bool:
    """Whether something was collected."""
    return bool(results)


@primitive("%collected-count", inline="len(a)", returns="integer", pure=False)
def collected_count(results: Value) -> Value:
    """How many values were collected."""
    return len(results)


@internal
@primitive("%collected-first", inline="a[0] if a else collected_first(a)", pure=False)
def collected_first(results: Value) -> Value:
    """(%collected-first collector) -> the first of the values, as `car` gives it."""
    return results[0] if results else PRIMITIVES["car"].function(NIL)


@primitive("%collected-head", pure=False)
def collected_head(results: Value) -> Value:
    """(%collected-head collector) -> a list of the first value, for who looks into that; all of them where it is no
    pair, for the message.
    """
    return to_list(results[:1] if results and results[0].__class__ is Pair else results)


@internal
@primitive("%collected-rest", pure=False, checks_first=True)
def collected_rest(results: Value) -> Value:
    """(%collected-rest collector) -> the collector without the first of its values."""
    if not results:
        PRIMITIVES["cdr"].function(NIL)
    del results[0]
    return results


@internal
@primitive("%collected-last", inline="a[-1] if a else collected_last(a)", pure=False)
def collected_last(results: Value) -> Value:
    """(%collected-last collector) -> the last of the values: what is the head of the list that it stands for."""
    return results[-1] if results else PRIMITIVES["car"].function(NIL)


@internal
@primitive("%collected-popped", pure=False, checks_first=True)
def collected_popped(results: Value) -> Value:
    """(%collected-popped collector) -> the collector without the last of its values."""
    if not results:
        PRIMITIVES["cdr"].function(NIL)
    results.pop()
    return results
