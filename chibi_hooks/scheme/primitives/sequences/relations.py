"""Lists and a relation that is a primitive itself come in; what they have in common, or not, goes out: the quick way of
`(srfi 1)` for lists as sets.

Rules: no procedure of the program is called; where the relation or a member is none that is foreseen, the answer is #f,
and the caller looks for itself, in Scheme. A relation is turned into keys (`values.hashing`), so that a dictionary
does what else takes a comparison for each pair of members.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter

from chibi_hooks.scheme.primitive import PRIMITIVES, primitive
from chibi_hooks.scheme.primitives.sequences.few import FEW, OF_STRINGS, few_added, few_keys, few_met
from chibi_hooks.scheme.running.leaves import begun_again, is_leaf
from chibi_hooks.scheme.values.arguments import are, are_words, elements, list_items, not_a_list
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Char, Datum, Pair, String, Symbol, Value, cons, to_list
from chibi_hooks.scheme.values.equality import equal_pairs
from chibi_hooks.scheme.values.flat_keys import SELF_HASHED
from chibi_hooks.scheme.values.hashing import ALIKE, HashKey, equal_key, eqv_key, folded_key
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Final

RELATIONS: Final = {
    "eq?": eqv_key,
    "eqv?": eqv_key,
    "equal?": equal_key,
    "symbol=?": eqv_key,
    "boolean=?": eqv_key,
    "char=?": eqv_key,
    "=": eqv_key,
    "string=?": equal_key,
    "string-ci=?": folded_key,
}
CLASSES: Final[dict[str, type]] = {  # of the members; what else they are is for the relation to complain of
    "symbol=?": Symbol,
    "boolean=?": TRUE.__class__,
    "char=?": Char,
    "string-ci=?": String,
}
BY_IDENTITY: Final = frozenset(("eqv?", "equal?", "eq?"))  # of symbols, and of exact integers as if they had one
IDENTITY: Final = ("eq?", "eqv?")  # of all that is no number and no character
FOR_INTEGERS: Final = BY_IDENTITY | {"="}
FOR_SYMBOLS: Final = BY_IDENTITY | {"symbol=?"}
FORESEEN: Final = tuple(name for name in RELATIONS if name != "string-ci=?")  # searches do not know that one
ORDERS: Final = ("<", ">", "<=", ">=", "string<?", "string>?", "char<?", "char>?")
CHARACTERS: Final = ("char-whitespace?",)


@cache
def relations() -> dict[int, str]:
    """The relations by the identity of the procedure."""
    return {id(PRIMITIVES[name].function): name for name in RELATIONS}


@cache
def _foreseen() -> frozenset[int]:
    names = (*FORESEEN, *ORDERS, *CHARACTERS)
    return frozenset(id(PRIMITIVES[name].function) for name in names)


@primitive("%foreseen?", returns="boolean")
def is_foreseen(a: Value) -> bool:
    """(%foreseen? x) -> whether primitives can do what is asked for without calling x, or say what is wrong with it. In
    a library's template (`analysing.integration`) no lambda expression is.
    """
    return id(a) in _foreseen() or not callable(a)


class Comparison(Datum):
    """A comparison of ours, made of what a procedure gives of each member."""

    __slots__ = ("relation", "key")

    def __init__(self, relation: Value, key: Value) -> None:
        self.relation = relation
        self.key = key

    def keys(self, items: list[Value]) -> list[Value] | None:
        """What is compared. None if the procedure might do more than look at a member. Raises what it raises, and is
        None where an accessor would: it is complained of when it is called.
        """
        key = self.key
        get = accessors().get(id(key))
        if get is not None:
            try:
                return list(map(get, items))
            except AttributeError:
                return None
        if not is_leaf(key, 1) and id(key) not in _pure():
            return None
        try:
            return [key(x) for x in items]
        except RecursionError:
            pass
        raise RecursionError  # as if it had not begun (`leaves.begun_again`)


class Comparisons(Datum):
    """Orders of ours, each for what the ones before hold to be the same."""

    __slots__ = ("steps",)

    def __init__(self, steps: tuple[Value, ...]) -> None:
        self.steps = steps


@primitive("%comparisons")
def comparisons(*steps: Value) -> Value:
    """(%comparisons order ...) -> these one after the other, for primitives that sort."""
    return Comparisons(steps)


@cache
def _pure() -> frozenset[int]:
    """The primitives that only look at their arguments."""
    return frozenset(id(each.function) for each in PRIMITIVES.values() if each.pure and each.leaf)


@cache
def accessors() -> dict[int, Callable[[Value], Value]]:
    """By identity of a primitive that is an accessor: the same in C, but for what it says of a wrong argument."""
    return {id(each.function): attrgetter(each.path) for each in PRIMITIVES.values() if each.path}


@primitive("%known-comparison", inline="a")
def known_comparison(a: Value) -> Value:
    """(%known-comparison procedure) -> the procedure; in a library's template what it compares by, where that is to be
    seen (`analysing.comparing`).
    """
    return a


@primitive("%comparison-by")
def comparison_by(relation: Value, key: Value) -> Value:
    """(%comparison-by relation key) -> that comparison of what key gives, for primitives that compare."""
    return Comparison(relation, key)


def compares_integers(relation: Value) -> bool:
    """Does the relation hold between two exact integers if they are the same, and only then?"""
    return relations().get(id(relation)) in FOR_INTEGERS


def keys_of(relation: Value, *lists: list[Value]) -> list[list[HashKey]] | None:
    """The keys of the members of each list by a relation: two are the same where it holds. None: it cannot be told."""
    name = relations().get(id(relation))
    found: list[list[HashKey]] = []
    if name is not None:
        for items in lists:
            keys = _keys_by(name, items)
            if keys is None:
                return None
            found.append(keys)
        return found
    return _keys_compared(relation, lists) if relation.__class__ is Comparison else None


def _keys_compared(relation: Comparison, lists: Sequence[list[Value]]) -> list[list[HashKey]] | None:
    """The keys of what the members are compared by. None, too, where one has none: it may be compared with nothing,
    as the only member of a list, and no leaf has done anything yet.
    """
    key = relation.key
    get = accessors().get(id(key))
    if get is not None:
        try:
            return keys_of(relation.relation, *[list(map(get, items)) for items in lists])
        except AttributeError:
            return None
    if not is_leaf(key, 1) and id(key) not in _pure():
        return None
    try:
        parts = begun_again(lambda: [[key(x) for x in items] for items in lists])
    except RecursionError:
        raise
    except Exception:
        return None
    return keys_of(relation.relation, *parts)


def keys_of_lists(who: str, relation: Value, *lists: Value) -> tuple[list[list[HashKey]], bool] | None:
    """The same of the members of Scheme's lists, and whether these are their own keys. Raises SchemeError for what is
    no list.
    """
    name = relations().get(id(relation))
    if name is None:
        if relation.__class__ is Comparison:
            compared = _keys_compared(relation, [list_items(who, i, each) for i, each in enumerate(lists, 2)])
            return None if compared is None else (compared, False)
        for i, each in enumerate(lists, 2):
            if proper_length(each) is None:
                raise not_a_list(who, i, each)
        return None
    found: list[list[HashKey]] = []
    for each in lists:
        keys = _keys_of_few(name, each)
        if keys is None:
            break
        found.append(keys)
    else:
        return found, False
    items = [list_items(who, i, each) for i, each in enumerate(lists, 2)]
    if name in FOR_INTEGERS and all(map(are_words, items)):  # of which eight at most have one hash
        return items, True
    known = keys_of(relation, *items)
    return None if known is None else (known, False)


def _keys_of_few(name: str, rest: Value) -> list[HashKey] | None:
    """The keys of a short list whose members are strings all, or symbols: what sets mostly are, in one walk."""
    if rest is NIL:
        return []
    keys: list[HashKey] = []
    try:
        if rest.car.__class__ is String:
            if RELATIONS[name] is not equal_key:
                return None
            nil, add = NIL, keys.append
            for _ in FEW:
                add(rest.car.s)
                rest = rest.cdr
                if rest is nil:
                    return keys
        elif rest.car.__class__ is Symbol and name in FOR_SYMBOLS:
            for _ in FEW:
                x = rest.car
                if x.__class__ is not Symbol:
                    break
                keys.append(x)
                rest = rest.cdr
                if rest is NIL:
                    return keys
    except AttributeError:
        pass  # a member of another kind, or no list: somebody else says so
    return None


def _keys_by(name: str, items: list[Value]) -> list[HashKey] | None:
    """The keys by a relation of ours; mostly all members are of one class."""
    if not items:
        return items
    key = RELATIONS[name]
    first = items[0].__class__
    if first is String or name == "string=?":
        if key is equal_key:
            try:
                return [x.s for x in items]
            except AttributeError:
                if name == "string=?":
                    return None
    elif (
        (
            (first is int and name in FOR_INTEGERS and are(items, int))
            and min(items) > -SELF_HASHED
            and max(items) < SELF_HASHED
        )
        or first is Symbol
        and name in FOR_SYMBOLS
        and are(items, Symbol)
    ):
        return items
    wanted = CLASSES.get(name)
    if name == "=" or (wanted is not None and not are(items, wanted)):
        return None
    return [key(x) for x in items]


@primitive("%distinct", returns="members")
def distinct_members(a: Value) -> list[Value]:
    """(%distinct list) -> of members that are equal? the first, in order."""
    found = _distinct(list_items("delete-duplicates", 1, a), _equal())
    assert found is not None
    return found


@primitive("%distinct-by")
def distinct_by(a: Value, relation: Value) -> Value:
    """(%distinct-by list relation) -> of members that are the same the first, in order; or #f."""
    found = _distinct(list_items("delete-duplicates", 1, a), relation)
    return FALSE if found is None else to_list(found)


def _distinct(items: list[Value], relation: Value) -> list[Value] | None:
    name = relations().get(id(relation))
    kind: type = items[0].__class__ if items else int
    if (kind is int and name in FOR_INTEGERS and are_words(items)) or (  # of which eight at most have one hash
        ((kind is Symbol and name in FOR_SYMBOLS) or (name in IDENTITY and kind not in ALIKE)) and are(items, kind)
    ):
        return list(dict.fromkeys(items))
    found = keys_of(relation, items)
    if found is None:
        return None
    if found[0] is items:
        return list(dict.fromkeys(items))
    firsts: dict[HashKey, Value] = {}
    deque(map(firsts.setdefault, found[0], items), 0)  # in C, for what it leaves behind
    return list(firsts.values())


@primitive("%without", returns="members")
def other_members(x: Value, a: Value) -> list[Value]:
    """(%without x list) -> the list without the members that are equal? to x."""
    found = _without(x, list_items("delete", 2, a), _equal())
    assert found is not None
    return found


@primitive("%without-by")
def without_by(x: Value, a: Value, relation: Value) -> Value:
    """(%without-by x list relation) -> the list without the members that are the same as x; or #f."""
    found = _without(x, list_items("delete", 2, a), relation)
    return FALSE if found is None else to_list(found)


def _without(x: Value, items: list[Value], relation: Value) -> list[Value] | None:
    name = relations().get(id(relation))
    kind = x.__class__
    if kind is String and name in OF_STRINGS:
        s = x.s
        if name == "string=?" and not are(items, String):
            return None
        return [each for each in items if each.__class__ is not String or each.s != s]
    if (kind is Symbol and name in BY_IDENTITY) or (name in IDENTITY and kind not in ALIKE):
        return [each for each in items if each is not x]
    if kind is int and (name in BY_IDENTITY or (name == "=" and are(items, int))):
        return [each for each in items if each.__class__ is not int or each != x]
    if kind is Pair and name == "equal?":  # an entry of an alist, nearly always one of the members
        return [each for each in items if each is not x and not equal_pairs(each, x)]
    found = keys_of(relation, items, [x])
    if found is None:
        return None
    keys, (unwanted,) = found
    out = {unwanted}  # keys are compared only where their hashes are the same
    return [each for key, each in zip(keys, items, strict=True) if key not in out]


@cache
def _equal() -> Value:
    return PRIMITIVES["equal?"].function


@primitive("%members-met")
def members_met(relation: Value, a: Value, others: Value, which: Value) -> Value:
    """(%members-met relation list lists which) -> the members of the list that are in none of the lists (which is
    none), in some or in all of them; or #f.
    """
    lists = [a, *list_items("lset-difference", 3, others)]
    found = keys_of_lists("lset-difference", relation, *lists)
    if found is None:
        return FALSE
    (keys, *rest), own = found
    met = set(keys).intersection(*rest) if which.text == "all" else set().union(*rest)
    return _members(a, keys, met, which.text != "none", own)


@primitive("%members-met-in")
def members_met_in(relation: Value, a: Value, other: Value, which: Value) -> Value:
    """(%members-met-in relation list other which) -> the same with one other list."""
    name = relations().get(id(relation))
    few = few_keys(name, other)
    if few is not None:
        made = few_met(name, a, few, which.text != "none")
        if made is not None:
            return made
    found = keys_of_lists("lset-difference", relation, a, other)
    if found is None:
        return FALSE
    (keys, others), own = found
    return _members(a, keys, set(others), which.text != "none", own)


def _members(a: Value, keys: list[HashKey], met: set[HashKey], wanted: bool, own: bool) -> Value:
    """The members of a list whose keys were met, or (not wanted) were not. `own`: they are the keys."""
    if own:
        return to_list([key for key in keys if (key in met) is wanted])
    head = last = Pair()
    for key in keys:
        if (key in met) is wanted:
            pair = Pair()
            pair.car = a.car
            last.cdr = pair
            last = pair
        a = a.cdr
    last.cdr = NIL
    return head.cdr


@primitive("%adjoined")
def adjoined(relation: Value, a: Value, others: Value) -> Value:
    """(%adjoined relation list members) -> the list with those members in front that it lacks, one by one; or #f."""
    name = relations().get(id(relation))
    few = few_keys(name, a)
    if few is not None:
        made = few_added(name, others, few, a)
        if made is not None:
            return made
    found = keys_of_lists("lset-adjoin", relation, a, others)
    if found is None:
        return FALSE
    (keys, more), own = found
    met = set(keys)
    if own:
        return to_list([key for key in dict.fromkeys(more) if key not in met][::-1], a)
    made, rest = a, others
    for key in more:
        if key not in met:
            met.add(key)
            made = cons(rest.car, made)
        rest = rest.cdr
    return made


@primitive("%united-all")
def united_all(relation: Value, lists: Value) -> Value:
    """(%united-all relation (list ...)) -> the first list that has members with those of the later ones in front that
    it lacks, as `%adjoined` puts them there; or #f.
    """
    name = relations().get(id(relation))
    made: Value = NIL
    known: set[HashKey] | None = None  # the keys of what is made, while they are those of few
    for each in list_items("lset-union", 2, lists):
        if each is NIL or each is made:
            continue
        if made is NIL:
            made, known = each, None
            continue
        known = few_keys(name, made) if known is None else known
        more = few_added(name, each, known, made) if known is not None else None
        if more is None:
            more, known = adjoined(relation, made, each), None
            if more is FALSE:
                return FALSE
        made = more
    return made


@primitive("%subset")
def subset(relation: Value, a: Value, b: Value) -> Value:
    """(%subset relation list1 list2) -> #t where each member of the first is in the second, () where not; or #f."""
    name = relations().get(id(relation))
    few, more = few_keys(name, a), few_keys(name, b)
    if few is not None and more is not None:
        return TRUE if few <= more else NIL
    found = keys_of_lists("lset<=", relation, a, b)
    if found is None:
        return FALSE
    keys, others = found[0]
    return TRUE if set(keys).issubset(others) else NIL


@primitive("%same-members")
def same_members(relation: Value, a: Value, b: Value) -> Value:
    """(%same-members relation list1 list2) -> #t where each member of one is in the other, () where not; or #f."""
    name = relations().get(id(relation))
    few, more = few_keys(name, a), few_keys(name, b)
    if few is not None and more is not None:
        return TRUE if few == more else NIL
    found = keys_of_lists("lset=", relation, a, b)
    if found is None:
        return FALSE
    keys, others = found[0]
    return TRUE if set(keys) == set(others) else NIL


@primitive("%agreeing", returns="integer")
def agreeing(relation: Value, a: Value, b: Value) -> Value:
    """(%agreeing relation vector1 vector2) -> how many leading elements are the same, as far as that can be told."""
    v, w = elements("vector=", 2, a), elements("vector=", 3, b)
    name = relations().get(id(relation))
    if name == "=" and are_words(v):
        try:
            return len(v) if v == w else 0
        except TypeError:
            pass  # there is one that is no number: perhaps behind the first that differ
    return 0
