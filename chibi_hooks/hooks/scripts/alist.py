"""What a hook returned -> a JSON answer. (What it was given, `payload_data` makes.)

A Scheme list does not say whether it is an object or an array, and `(cons "k" '("a"))` is the same thing as `("k"
"a")`, so an example of what is expected, the *hint*, decides:

| expected | Scheme | JSON |
|---|---|---|
| object | `()`, or a list of pairs with string or symbol cars | object, value = cdr |
| array | list, vector | array |
| anything | a non-empty list of pairs with string or symbol cars | object, value = cdr |
| anything | any other list, vector | array |

What should be there and is wrapped in one more list is taken out of it: `(list "exclude" (list "a" "b"))` where an
array of strings is expected, `(list "block" #t)` where a boolean is, `(list "request_body" (list (cons "temperature"
0.1)))` where an object is.

Rules (DESIGN §6)
-----
* The hint of a field of an answer is the type that the point states for it; for `arguments`, `request_body` and
  everything inside, it is the corresponding value of the payload. So an untouched `{}` or `[]` comes back as it was.
* Duplicate keys: the first wins, as `assoc` would have it. Symbols become strings, `null` becomes null, ratios become
  floats.
* Whatever JSON cannot say is an Unfit error that names the path inside the value: `request_body.messages[2]: …`.
* Nothing recurses; depth, members and characters are bounded, since a small circular or shared structure can stand
  for any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.payload import DEPTH, MEMBERS, Trail, shown_path
from chibi_hooks.hooks.scripts.payload_data import NULL
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Boolean,
    Char,
    Pair,
    String,
    Symbol,
    Value,
    Values,
    Vector,
)

if TYPE_CHECKING:
    from chibi_hooks.hooks.deciding.point import Point

CHARACTERS: Final = 32_000_000  # characters of one converted value: shared strings could add up to any amount
INTEGER_BITS: Final = 14_283  # CPython refuses to print integers of more than 4300 digits, which is 14,284 bits

class Unfit(Exception):
    """A Scheme value that is no answer; the message says where in the value and what was wanted."""


class Nothing:
    """As a hint: nothing is known of what is expected."""


def answer_from_scheme(value: Value, point: type[Point], payload: Mapping[str, Json]) -> Json:
    """What a hook returned, as JSON; None when it has no opinion: `()`, `#f`, unspecified, no value.

    Raises Unfit for anything but an alist that JSON can say. Where chibi only observes, every such value is no
    opinion: there a hook may end with whatever its last expression gives.
    """
    if value.__class__ is Pair and (flat := flat_answer(value)) is not None:
        return flat
    if value is NIL or value is FALSE or value is UNSPECIFIED or (value.__class__ is Values and not value.values):
        return None
    try:
        _require_alist(value, point)
        return scheme_to_json(value, _expected(point, payload))
    except Unfit:
        if point.can_modify and not point.lenient:
            raise
        return None


FLAT: Final = 16  # entries of an answer that is looked at as a flat one
SHORT: Final = 10_000  # characters of a string in it
SMALL: Final = 1 << 62  # of an integer


def flat_answer(value: Pair) -> dict[str, Json] | None:
    """A short alist of strings, short arrays of them, booleans and small integers, which is what nearly every hook
    answers; None for anything else.
    """
    made: dict[str, Json] = {}
    rest: Value = value
    while rest.__class__ is Pair:
        entry = rest.car
        rest = rest.cdr
        if entry.__class__ is not Pair:
            return None
        key, leaf = entry.car, entry.cdr
        if key.__class__ is String:
            name = key.s
        elif key.__class__ is Symbol:
            name = key.text
        else:
            return None
        if leaf.__class__ is String:
            leaf = leaf.s
            if len(leaf) > SHORT:
                return None
        elif leaf is TRUE or leaf is FALSE:
            leaf = leaf is TRUE
        elif leaf.__class__ is Vector and len(leaf.v) <= FLAT:
            if any(each.__class__ is not String or len(each.s) > SHORT for each in leaf.v):
                return None
            leaf = [each.s for each in leaf.v]
        elif leaf.__class__ is not int or not -SMALL < leaf < SMALL:
            return None
        if name in made:
            return None
        made[name] = leaf
    return made if rest is NIL and len(made) <= FLAT else None


def scheme_to_json(value: Value, hint: Json = Nothing, root: str = "") -> Json:
    """Any Scheme value as JSON; `hint` is an example of what is expected, `root` the beginning of paths in messages.
    Raises Unfit.
    """
    out: list[Json] = [None]
    work: list[_Task] = [(value, hint, out, 0, 0, (None, root))]
    size = _Size()
    while work:
        value, hint, target, slot, depth, path = work.pop()
        if depth > DEPTH:
            raise _unfit(path, f"wanted at most {DEPTH} levels; is it circular?")
        kind = value.__class__
        if kind is Pair:
            _convert_list(value, hint, target, slot, depth, path, work, size)
        elif kind is Vector:
            size.add_members(len(value.v), path)
            _convert_array(value.v, hint, target, slot, depth, path, work)
        elif value is NIL:
            target[slot] = {} if isinstance(hint, dict) else []
        else:
            leaf = _LEAVES.get(kind, _other_leaf)(value, path)
            if kind is String or kind is Symbol:
                size.add_characters(len(leaf or ""), path)
            target[slot] = leaf
    return out[0]


_Task = tuple[Value, Json, Any, Any, int, Trail]  # value, hint, container and slot for the result, depth, path


class _Size:
    """How large the result is already."""

    __slots__ = ("characters", "members")

    def __init__(self) -> None:
        self.members = 0
        self.characters = 0

    def add_members(self, count: int, path: Trail) -> None:
        self.members += count
        if self.members > MEMBERS:
            raise _unfit(path, f"wanted at most {MEMBERS} members in all")

    def add_characters(self, count: int, path: Trail) -> None:
        self.characters += count
        if self.characters > CHARACTERS:
            raise _unfit(path, f"wanted at most {CHARACTERS} characters in all")


def _expected(point: type[Point], payload: Mapping[str, Json]) -> dict[str, Json]:
    """The hint for a whole answer. Open fields take their hint from the payload; where it has none, an object is
    expected.
    """
    hint: dict[str, Json] = {}
    for name, each in point.outcome_fields.items():
        expected = each.kind.hint
        if expected is None or expected == {}:
            expected = payload.get(name)
            if expected is None or (each.kind.hint == {} and not isinstance(expected, dict)):
                expected = {}
        hint[name] = expected
    return hint


def _require_alist(value: Value, point: type[Point]) -> None:
    if value.__class__ is not Pair or not _is_alist(_members(value, (None, ""))):
        key = next(iter(point.outcome_fields), "")  # without any the point only observes, and nobody is told
        raise Unfit(f'a hook returns an alist like (list (cons "{key}" …)), or (): got {_short(value)}')


def _convert_list(
    value: Pair, hint: Json, target: Any, slot: Any, depth: int, path: Trail, work: list[_Task], size: _Size
) -> None:
    members = _members(value, path)
    size.add_members(len(members), path)
    if len(members) == 1 and _is_wrapped(members[0], hint):
        work.append((members[0], hint, target, slot, depth + 1, path))
    elif _is_alist(members) and not (_holds_lists(hint) and _are_lists(members)):
        _convert_object(members, hint, target, slot, depth, path, work, size)
    else:
        _convert_array(members, hint, target, slot, depth, path, work)


def _convert_object(
    members: list[Value], hint: Json, target: Any, slot: Any, depth: int, path: Trail, work: list[_Task], size: _Size
) -> None:
    made: dict[str, Json] = {}
    tasks: list[_Task] = []
    for entry in members:
        key = entry.car.s if entry.car.__class__ is String else entry.car.text
        if key not in made:
            size.add_characters(len(key), path)
            made[key] = None
            inner = hint.get(key, Nothing) if isinstance(hint, dict) else Nothing
            tasks.append((entry.cdr, inner, made, key, depth + 1, (path, key)))
    target[slot] = made
    tasks.reverse()
    work += tasks


def _convert_array(
    members: list[Value], hint: Json, target: Any, slot: Any, depth: int, path: Trail, work: list[_Task]
) -> None:
    made: list[Json] = [None] * len(members)
    hints = _member_hints(hint, len(members))
    target[slot] = made
    work += [
        (member, hints[index], made, index, depth + 1, (path, index))
        for index, member in reversed(list(enumerate(members)))
    ]


def _member_hints(hint: Json, count: int) -> list[Json]:
    """One hint for each member: when the array has as many as before, its own; else one for all, made of what they
    had.
    """
    if not isinstance(hint, list) or not hint:
        return [Nothing] * count
    return hint if len(hint) == count else [_common_shape(hint)] * count


def _common_shape(members: list[Json]) -> Json:
    """What the members of an array look like: for objects, each key with a value it had, a container if there was
    one.
    """
    if not all(isinstance(each, dict) for each in members):
        return members[0] if len({each.__class__ for each in members}) == 1 else Nothing
    shape: dict[str, Json] = {}
    for each in members:
        for key, value in each.items():
            if key not in shape or (value and isinstance(value, dict | list)):
                shape[key] = value
    return shape


def _members(value: Pair, path: Trail) -> list[Value]:
    """The elements of a proper list. The mark moves at powers of two (Brent), so that a circle is met within two
    rounds.
    """
    found: list[Value] = []
    rest: Value = value
    mark: Value = None
    turn = 16
    while rest.__class__ is Pair:
        found.append(rest.car)
        rest = rest.cdr
        if rest is mark:
            raise _unfit(path, "wanted a list that ends, got a circular one")
        if len(found) == turn:
            mark = rest
            turn *= 2
            if turn > 4 * MEMBERS:
                raise _unfit(path, f"wanted at most {MEMBERS} members in all")
    if rest is not NIL:
        raise _unfit(path, f"wanted a list or an alist, got {_short(value)}; is a `list` missing around the pair?")
    return found


_NAMES: Final = frozenset({String, Symbol})


def _is_alist(members: list[Value]) -> bool:
    return all(each.__class__ is Pair and each.car.__class__ in _NAMES for each in members)


def _holds_lists(hint: Json) -> bool:
    return isinstance(hint, list) and any(isinstance(each, list) for each in hint)


def _are_lists(pairs: list[Value]) -> bool:
    return all(each.cdr is NIL or each.cdr.__class__ is Pair for each in pairs)


def _is_wrapped(member: Value, hint: Json) -> bool:
    """Is `(member)` the expected thing in one list too many?"""
    if isinstance(hint, dict):
        return member is NIL or (member.__class__ is Pair and member.car.__class__ is Pair and _has_name(member.car))
    if isinstance(hint, list):
        inner = member.__class__ is Pair or member.__class__ is Vector or member is NIL
        return inner and bool(hint) and not isinstance(hint[0], dict | list)
    return isinstance(hint, str | int | float) and member.__class__ in _LEAVES


def _has_name(pair: Pair) -> bool:
    return pair.car.__class__ is String or pair.car.__class__ is Symbol


def _integer(value: int, path: Trail) -> Json:
    if value.bit_length() > INTEGER_BITS:
        raise _unfit(path, f"wanted an integer of at most 4300 digits, got one of {value.bit_length()} bits")
    return value


def _float(value: float, path: Trail) -> Json:
    if not isfinite(value):
        raise _unfit(path, f"wanted a finite number, got {_short(value)}")
    return value


_LEAVES: Final[dict[type, Callable[[Value, Trail], Json]]] = {
    String: lambda value, path: value.s,
    Symbol: lambda value, path: None if value is NULL else value.text,
    Boolean: lambda value, path: value is TRUE,
    int: _integer,
    float: _float,
}


def _other_leaf(value: Value, path: Trail) -> Json:
    from chibi_hooks.scheme.values.numbers import Ratio  # rare, and the tower is not needed to start

    if isinstance(value, Ratio):
        return _float(float(value), path)
    advice = "; use (string c)" if isinstance(value, Char) else ""
    raise _unfit(path, f"wanted a value that JSON has, got {_short(value)}{advice}")


def _unfit(path: Trail, message: str) -> Unfit:
    where = shown_path(path)
    return Unfit(f"{where}: {message}" if where else message)


def _short(value: Value) -> str:
    from chibi_hooks.scheme.values.printer import short  # only after a mistake

    return short(value)
