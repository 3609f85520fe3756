"""Pairs and lists come in; their parts and other lists go out (R7RS 6.4), as far as no procedure is called.

Rules: whatever walks a list ends on a circular one too, with an error. `memq`: `searches`, `assoc`: `entries`.
"""

from __future__ import annotations

from itertools import product
from operator import attrgetter

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import elements, list_items, not_a_list, out_of_range
from chibi_hooks.scheme.values.data import FALSE, NIL, UNSPECIFIED, Pair, Value, cons, to_list, vector_of
from chibi_hooks.scheme.values.errors import SchemeError, wrong_type
from chibi_hooks.scheme.values.lists import SHORT as FIRST
from chibi_hooks.scheme.values.lists import long_spine, proper_length, spine
from chibi_hooks.typenames import Final

HANDFUL: Final = range(16)  # members that `reverse` takes itself: to call for them would take as long
SHORT: Final = range(256)  # members of a list that are passed before anybody asks whether it has an end
FAR: Final = 64  # pairs to walk over, from which on it is worth while to take eight at a time
FEW: Final = 16  # pairs that are asked one by one: an exception takes as long
TURNS: Final = tuple(map(range, range(FAR)))  # of a loop over fewer: each is made once

internal(Pair)
internal(NIL, "NIL")


primitive("cons", inline="Pair(a, b)", returns="pair")(cons)


@primitive("pair?", inline="a.__class__ is Pair", returns="boolean")
def is_pair(a: Value) -> bool:
    """(pair? x) -> whether x is a pair."""
    return a.__class__ is Pair


@primitive("null?", inline="a is NIL", returns="boolean")
def is_null(a: Value) -> bool:
    """(null? x) -> whether x is the empty list."""
    return a is NIL


@primitive("list?", returns="boolean")
def is_list(a: Value) -> bool:
    """(list? x) -> whether x is a proper list; #f for a circular one."""
    return spine(a)[1] is NIL if a.__class__ is Pair else a is NIL


def _declare_accessor(letters: str) -> None:
    """`letters` is what stands between c and r: "ad" for cadr."""
    name = f"c{letters}r"
    steps = ["car" if letter == "a" else "cdr" for letter in reversed(letters)]
    path = ".".join(steps)
    get = attrgetter(path)

    def access(a: Value) -> Value:
        try:
            return get(a)
        except AttributeError:
            raise wrong_type(name, 0, _wanted(a, letters), a) from None

    access.__doc__ = f"({name} x) -> {' of the '.join(reversed(steps))} of x."
    access.__name__ = access.__qualname__ = name
    primitive(name, inline=f"a.{path}")(access)


def _wanted(x: Value, letters: str) -> str:
    """What the accessor missed: the first step that met no pair."""
    done = ""
    for letter in reversed(letters):
        if x.__class__ is not Pair:
            break
        x = x.car if letter == "a" else x.cdr
        done = letter + done
    return f"a pair whose c{done}r is a pair" if done else "a pair"


for _count in (1, 2, 3, 4):
    for _letters in product("ad", repeat=_count):
        _declare_accessor("".join(_letters))


@primitive("set-car!", pure=False, returns="unspecified", checks_first=True)
def set_car(a: Value, b: Value) -> Value:
    """(set-car! pair x) puts x into the car."""
    if a.__class__ is not Pair:
        raise wrong_type("set-car!", 1, "a pair", a)
    a.car = b
    return UNSPECIFIED


@primitive("set-cdr!", pure=False, returns="unspecified", checks_first=True)
def set_cdr(a: Value, b: Value) -> Value:
    """(set-cdr! pair x) puts x into the cdr."""
    if a.__class__ is not Pair:
        raise wrong_type("set-cdr!", 1, "a pair", a)
    a.cdr = b
    return UNSPECIFIED


_LIST_TEMPLATES = {
    0: "NIL",
    1: "Pair(a, NIL)",
    2: "Pair(a, Pair(b, NIL))",
    3: "Pair(a, Pair(b, Pair(c, NIL)))",
    4: "Pair(a, Pair(b, Pair(c, Pair(d, NIL))))",
}


@primitive("list", inline=_LIST_TEMPLATES, returns="list")
def list_(*items: Value) -> Value:
    """(list x ...) -> a new list of the arguments."""
    return to_list(items)


@primitive("cons*", inline={1: "a", 2: "Pair(a, b)", 3: "Pair(a, Pair(b, c))"})
def cons_star(a: Value, *rest: Value) -> Value:
    """(cons* x ... tail) -> a list of the arguments whose tail is the last one (SRFI 1)."""
    items = (a, *rest)
    return to_list(items[:-1], items[-1])


@primitive("make-list", returns="members")
def make_list(k: Value, fill: Value = UNSPECIFIED) -> list[Value]:
    """(make-list k [fill]) -> a list of k times fill."""
    return [fill] * arguments.count("make-list", 1, k)


@primitive("length", returns="integer")
def length(a: Value) -> Value:
    """(length list) -> how many elements; an error for improper and circular lists."""
    rest = a
    nil = NIL
    try:
        for n in FIRST:
            if rest is nil:
                return n
            rest = rest.cdr
    except AttributeError:
        raise not_a_list("length", 0, a) from None
    n, tail = long_spine(rest)
    if tail is not nil:
        raise not_a_list("length", 0, a)
    return n


@primitive("append", inline={0: "NIL", 1: "a", 2: "append2(a, b)"})
def append(*lists: Value) -> Value:
    """(append list ... x) -> the elements of all lists; the last argument is shared and may be anything."""
    if not lists:
        return NIL
    head = last = Pair()  # the first one is in front of the list
    size = 0
    for position, each in enumerate(lists[:-1], 1):
        rest = each
        try:
            for n in SHORT:
                if rest is NIL:
                    size += n
                    break
                made = Pair()
                made.car = rest.car
                last.cdr = made
                last = made
                rest = rest.cdr
            else:
                items = list_items("append", position, each)
                size += len(items)
                for x in items[len(SHORT) :]:
                    last.cdr = made = cons(x, NIL)
                    last = made
        except AttributeError:
            raise not_a_list("append", position, each) from None
        if size > limits.ELEMENTS:
            limits.size("append", size)
    last.cdr = lists[-1]
    return head.cdr


@internal
def append2(a: Value, b: Value) -> Value:
    """`append` of two."""
    if a is NIL:
        return b
    first = last = Pair()
    try:
        first.car = a.car
        rest = a.cdr
        for _ in SHORT:
            if rest is NIL:
                last.cdr = b
                return first
            made = Pair()
            made.car = rest.car
            last.cdr = made
            last = made
            rest = rest.cdr
    except AttributeError:  # no list: that is told below
        pass
    return to_list(list_items("append", 1, a), b)


@internal
def appended_items(a: Value) -> list[Value]:
    """The members of a list that `append` gets before another one. Raises SchemeError."""
    return list_items("append", 1, a)


@primitive("reverse", returns="list")
def reverse(a: Value) -> Value:
    """(reverse list) -> its elements, last first."""
    rest = a
    made: Value = NIL
    nil = NIL
    try:
        for _ in HANDFUL:
            if rest is nil:
                return made
            pair = Pair()
            pair.car = rest.car
            pair.cdr = made
            made = pair
            rest = rest.cdr
    except AttributeError:
        raise not_a_list("reverse", 0, a) from None
    return _reversed_onto("reverse", 0, rest, made, a)


@primitive("%reversed", returns="members")
def reversed_members(a: Value) -> list[Value]:
    """(%reversed list) -> the same for who goes along it only: the last argument of `fold-right`."""
    return list_items("fold-right", 3, a)[::-1]


@primitive("append-reverse", "append-reverse!")
def append_reverse(a: Value, tail: Value) -> Value:
    """(append-reverse list tail) -> (append (reverse list) tail) (SRFI 1)."""
    return _reversed_onto("append-reverse", 1, a, tail, a)


def _reversed_onto(who: str, position: int, rest: Value, made: Value, a: Value) -> Value:
    """What is left of `a`, in front of what is made already."""
    nil = NIL
    steps = SHORT
    try:
        while True:
            for _ in steps:
                if rest is nil:
                    return made
                pair = Pair()
                pair.car = rest.car
                pair.cdr = made
                made = pair
                rest = rest.cdr
            further = proper_length(rest)
            if further is None:
                break
            steps = range(further + 1)
    except AttributeError:
        pass
    raise not_a_list(who, position, a)


@primitive("list-tail", inline="list_tail(a, b)")  # and better where the place is a literal: see `emitting.inline`
@internal
def list_tail(a: Value, k: Value) -> Value:
    """(list-tail list k) -> list without its first k elements."""
    if k.__class__ is int and 0 <= k < FAR:
        rest = a
        try:
            for _ in TURNS[k]:
                rest = rest.cdr
            return rest
        except AttributeError:
            pass
    return _tail("list-tail", a, k, 0)


@primitive("list-ref", inline="list_ref(a, b)")  # as above
@internal
def list_ref(a: Value, k: Value) -> Value:
    """(list-ref list k) -> the element at k."""
    if k.__class__ is int and 0 <= k < FAR:
        rest = a
        try:
            for _ in TURNS[k]:
                rest = rest.cdr
            return rest.car
        except AttributeError:
            pass
    return _tail("list-ref", a, k, 1).car


@primitive("list-set!", pure=False, returns="unspecified")
def list_set(a: Value, k: Value, x: Value) -> Value:
    """(list-set! list k x) puts x at k."""
    _tail("list-set!", a, k, 1).car = x
    return UNSPECIFIED


@primitive("take", returns="members")
def take(a: Value, k: Value) -> list[Value]:
    """(take list k) -> the first k elements (SRFI 1)."""
    if k.__class__ is not int:
        raise wrong_type("take", 2, "an exact integer", k)
    items: list[Value] = []
    rest = a
    try:
        for _ in TURNS[k] if 0 <= k < FAR else range(min(k, limits.ELEMENTS)):
            items.append(rest.car)
            rest = rest.cdr
    except AttributeError:
        raise _too_short("take", a, k, 0) from None
    if k > limits.ELEMENTS:
        limits.size("take", k)
    return items


@primitive("drop")
def drop(a: Value, k: Value) -> Value:
    """(drop list k) -> what follows the first k elements (SRFI 1)."""
    if k.__class__ is int and k < FAR:
        if k <= 0:
            return a
        rest = a
        try:
            for _ in TURNS[k]:
                rest = rest.cdr
            return rest
        except AttributeError:
            pass
    return _tail("drop", a, k, 0)


def _tail(who: str, a: Value, k: Value, needed: int) -> Value:
    """The tail at k, of which `needed` pairs are wanted."""
    if k.__class__ is not int or k < 0:
        raise wrong_type(who, 2, "an index (an exact integer from 0)", k)
    rest = a
    steps = k if k < limits.ELEMENTS else _without_rounds(a, k)
    if steps > FAR:
        try:
            for _ in range(steps >> 3):
                rest = rest.cdr.cdr.cdr.cdr.cdr.cdr.cdr.cdr
        except AttributeError:
            raise _too_short(who, a, k, needed) from None
        steps &= 7
    try:
        for _ in range(steps):
            rest = rest.cdr
    except AttributeError:
        raise _too_short(who, a, k, needed) from None
    if needed and rest.__class__ is not Pair:
        raise _too_short(who, a, k, needed)
    return rest


def _without_rounds(a: Value, k: int) -> int:
    """The smallest index that is at the same place of a circular list; k itself for other lists."""
    n, meeting = spine(a)
    if meeting.__class__ is not Pair:
        return k
    period = 1
    rest = meeting.cdr
    while rest is not meeting:
        rest = rest.cdr
        period += 1
    return n + (k - n) % period


def _too_short(who: str, a: Value, k: int, needed: int) -> SchemeError:
    if a.__class__ is not Pair and a is not NIL:
        return wrong_type(who, 1, "a list", a)
    last = spine(a)[0] - needed
    wanted = f"an index from 0 to {last}" if last >= 0 else "an index, but there is none to give (the list is empty)"
    return out_of_range(who, 2, wanted, k)


@primitive("list-copy")
def list_copy(a: Value) -> Value:
    """(list-copy x) -> a copy of the pairs along the cdrs; what is no pair at the end is shared."""
    head = last = Pair()  # the first one is in front of the list
    rest = a
    steps = SHORT
    while True:
        for _ in steps:
            if rest.__class__ is not Pair:
                last.cdr = rest
                return head.cdr
            made = Pair()
            made.car = rest.car
            last.cdr = made
            last = made
            rest = rest.cdr
        n, tail = spine(rest)
        if tail.__class__ is Pair:
            raise arguments.circular("list-copy")
        limits.size("list-copy", len(SHORT) + n)
        steps = range(n + 1)


@primitive("%all-pairs?", returns="boolean")
def are_all_pairs(who: Value, lists: Value) -> bool:
    """(%all-pairs? 'who vector) -> whether none of these lists has ended. What is no list where none has is an error
    of that procedure, or is passed over where `who` is #f.
    """
    items = elements("%all-pairs?", 2, lists)
    for each in items:
        if each.__class__ is not Pair:
            break
    else:
        return True
    if any(each is NIL for each in items):
        return False
    if who is FALSE:
        return True
    raise wrong_type(arguments.symbol("%all-pairs?", 1, who), 0, "a list", each)


@primitive("%heads", returns="members")
def heads_of_lists(lists: Value, last: Value | None = None) -> list[Value]:
    """(%heads vector [last]) -> the first elements of these lists, and then the last one."""
    try:
        found = [each.car for each in elements("%heads", 1, lists)]
    except AttributeError:
        raise wrong_type("%heads", 1, "a vector of pairs", lists) from None
    if last is not None:
        found.append(last)
    return found


@primitive("%tails")
def tails_of_lists(lists: Value) -> Value:
    """(%tails vector) -> what follows the first elements of these lists, in a vector."""
    try:
        return vector_of([each.cdr for each in elements("%tails", 0, lists)])
    except AttributeError:
        raise wrong_type("%tails", 0, "a vector of pairs", lists) from None


@primitive("%rows-of-lists", returns="members")
def rows_of_lists(who: Value, lists: Value) -> list[Value]:
    """(%rows-of-lists 'who lists) -> lists of all first elements, of all second ones and so on, until a list ends."""
    name = arguments.symbol("%rows-of-lists", 1, who)
    columns = list_items(name, 1, lists)
    found = [spine(each) for each in columns]
    ends = [n for n, tail in found if tail.__class__ is not Pair]
    if not ends:
        raise arguments.circular(name)
    count = min(ends)
    ended = [tail for n, tail in found if n == count and tail.__class__ is not Pair]
    if not any(tail is NIL for tail in ended):
        raise wrong_type(name, 0, "a list", ended[0])
    limits.size(name, count * (len(columns) + 1))
    rows: list[Value] = [NIL] * count
    for each in reversed(columns):
        for at in range(count):
            row = Pair()
            row.car = each.car
            row.cdr = rows[at]
            rows[at] = row
            each = each.cdr
    return rows


@primitive("%zipped", returns="members")
def zipped_members(a: Value, b: Value) -> list[Value]:
    """(%zipped list1 list2) -> lists of both first elements, of both second ones and so on, until one list ends."""
    made: list[Value] = []
    rows = SHORT
    while True:
        for _ in rows:
            if a.__class__ is not Pair or b.__class__ is not Pair:
                if a is NIL or b is NIL:
                    return made
                raise wrong_type("zip", 0, "a list", b if a.__class__ is Pair else a)
            row, last = Pair(), Pair()
            row.car = a.car
            row.cdr = last
            last.car = b.car
            last.cdr = NIL
            made.append(row)
            a, b = a.cdr, b.cdr
        ends = [n for n, tail in map(spine, (a, b)) if tail.__class__ is not Pair]
        if not ends:
            raise arguments.circular("zip")
        limits.size("zip", len(made) + min(ends))
        rows = range(min(ends) + 1)


@primitive("last-pair")
def last_pair(a: Value) -> Value:
    """(last-pair list) -> the last pair of a list that is not empty (SRFI 1)."""
    if a.__class__ is not Pair:
        raise wrong_type("last-pair", 0, "a pair", a)
    for _ in TURNS[FEW]:
        rest = a.cdr
        if rest.__class__ is not Pair:
            return a
        a = rest
    earlier = before = a
    try:
        for _ in SHORT:
            earlier, before = before, a
            a = a.cdr.cdr.cdr.cdr.cdr.cdr.cdr.cdr
        n, tail = spine(before)
        if tail.__class__ is Pair:
            raise arguments.circular("last-pair")
        a = _tail("last-pair", before, n - 1, 1)
    except AttributeError:  # the list ends within these eight
        a = before if before.__class__ is Pair else earlier
    while a.cdr.__class__ is Pair:
        a = a.cdr
    return a
