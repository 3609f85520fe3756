"""A JSON payload -> Scheme data for a hook; what the hook returned -> a JSON answer.

Out: object -> alist with string keys, in the payload's order; array -> list; null -> the symbol `null`; floats
inexact. An empty object and an empty array are both `()`.

Back: a Scheme list does not say whether it is an object or an array, and `(cons "k" '("a"))` is the same thing as
`("k" "a")`, so an example of what is expected, the *hint*, decides:

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

import json
from collections.abc import Callable, Mapping
from math import isfinite
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.steps import brief_key, kind_of
from chibi_hooks.scheme.data import (
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
    cons,
    intern,
    string_of,
)

if TYPE_CHECKING:
    from chibi_hooks.hooks.point import Point

DEPTH: Final = 200  # deeper JSON is refused both ways (DESIGN §6): other programs' parsers give up not far above
MEMBERS: Final = 500_000  # members of one converted value, all levels together: about a second of work
CHARACTERS: Final = 32_000_000  # characters of one converted value: shared strings could add up to any amount
INTEGER_BITS: Final = 14_283  # CPython refuses to print integers of more than 4300 digits, which is 14,284 bits

NULL: Final = intern("null")


class Unfit(Exception):
    """A Scheme value that is no answer; the message says where in the value and what was wanted."""


class Nothing:
    """As a hint: nothing is known of what is expected."""


def answer_from_scheme(value: Value, point: type[Point], payload: Mapping[str, Json]) -> Json:
    """What a hook returned, as JSON; None when it has no opinion: `()`, `#f`, unspecified, no value.

    Raises Unfit for anything but an alist that JSON can say. At a point that only observes every such value is no
    opinion: there a hook may end with whatever its last expression gives.
    """
    if value is NIL or value is FALSE or value is UNSPECIFIED or (type(value) is Values and not value.values):
        return None
    flat = _flat(value)
    if flat is not None:
        return flat
    try:
        _require_alist(value)
        return scheme_to_json(value, _expected(point, payload))
    except Unfit:
        if point.can_modify:
            raise
        return None


FLAT: Final = 16  # entries of an answer that is looked at as a flat one
SHORT: Final = 10_000  # characters of a string in it
SMALL: Final = 1 << 62  # of an integer


def _flat(value: Value) -> dict[str, Json] | None:
    """A short alist of strings, booleans and small integers, which is what nearly every hook answers; None for
    anything else.
    """
    made: dict[str, Json] = {}
    for _ in range(FLAT):
        entry = value.car if type(value) is Pair else None
        if type(entry) is not Pair:
            return made if value is NIL and made else None
        key, leaf = entry.car, entry.cdr
        name = key.s if type(key) is String else key.text if type(key) is Symbol else None
        if name is None:
            return None
        if type(leaf) is String:
            leaf = leaf.s
            if len(leaf) > SHORT:
                return None
        elif leaf is TRUE or leaf is FALSE:
            leaf = leaf is TRUE
        elif type(leaf) is not int or not -SMALL < leaf < SMALL:
            return None
        if name not in made:
            made[name] = leaf
        value = value.cdr
    return None


def payload_to_scheme(payload: Json) -> Value:
    """JSON as fresh Scheme data. Raises BadPayload, naming the path, for what is not JSON or is deeper than `DEPTH`."""
    root = cons(NIL, NIL)
    work: list[tuple[Json, Pair, bool, int]] = []
    try:
        root.car = _shallow(payload, root, True, 0, work)
        while work:
            node, cell, in_car, depth = work.pop()
            made: Value = NIL
            if type(node) is dict:
                for key in reversed(node):
                    value = node[key]
                    name = String()  # and so on: half the price of calls
                    name.s = key if type(key) is str else _key(key)
                    entry = Pair()
                    entry.car = name
                    if type(value) is str:
                        text = String()
                        text.s = value
                        entry.cdr = text
                    else:
                        entry.cdr = _shallow(value, entry, False, depth, work)
                    pair = Pair()
                    pair.car = entry
                    pair.cdr = made
                    made = pair
            else:
                for value in reversed(node):
                    made = cons(NIL, made)
                    made.car = string_of(value) if type(value) is str else _shallow(value, made, True, depth, work)
            if in_car:
                cell.car = made
            else:
                cell.cdr = made
    except _NotJson:
        raise BadPayload(fault_in(payload) or "not JSON") from None
    return root.car


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
        kind = type(value)
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


def parse_payload(text: str | bytes) -> dict[str, Json]:
    """JSON text -> a payload. Raises BadPayload, with line and column, for anything but one object of at most `DEPTH`
    levels.
    """
    try:
        payload = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise BadPayload(f"payload:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise BadPayload(
            f"payload: wanted JSON in UTF-8, got byte {error.object[error.start]:#04x} at {error.start}"
        ) from None
    except RecursionError:
        raise BadPayload(f"payload: wanted at most {DEPTH} levels") from None
    except ValueError as error:  # a number that Python will not make
        raise BadPayload(f"payload: not JSON: {error}") from None
    if not isinstance(payload, dict):
        raise BadPayload(f"payload: wanted a JSON object, got {kind_of(payload)}")
    if _openings(text) > DEPTH:
        fault = fault_in(payload)
        if fault:
            raise BadPayload(fault)
    return payload


def _openings(text: str | bytes) -> int:
    if isinstance(text, str):
        return text.count("{") + text.count("[")
    return text.count(b"{") + text.count(b"[")


def fault_in(payload: Json) -> str | None:
    """What is wrong with a value that should be JSON, with its path (`arguments.paths[1]: …`); None when it is JSON."""
    work: list[tuple[Json, _Path, int]] = [(payload, (None, "payload"), 0)]
    while work:
        value, path, depth = work.pop()
        if depth > DEPTH:
            return f"{_shown(path)}: wanted at most {DEPTH} levels"
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    return f"{_shown(path)}: wanted strings as keys, got {kind_of(key)}"
            work += [(member, (path, key), depth + 1) for key, member in reversed(value.items())]
        elif isinstance(value, list | tuple):
            work += [(member, (path, index), depth + 1) for index, member in reversed(list(enumerate(value)))]
        elif isinstance(value, float):
            if not isfinite(value):
                return f"{_shown(path)}: wanted a finite number, got {value}"
        elif not isinstance(value, str | int | NoneType):
            return f"{_shown(path)}: wanted a JSON value, got {kind_of(value)}"
    return None


# The first half of a conversion: JSON values that are no containers are done at once, containers are put off


class _NotJson(Exception):
    """Found on the way; `fault_in` then says what and where."""


def _shallow(value: Json, cell: Pair, in_car: bool, depth: int, work: list[tuple[Json, Pair, bool, int]]) -> Value:
    kind = type(value)
    if kind is int:
        return value
    if kind is dict or kind is list:
        if value:
            if depth >= DEPTH:
                raise _NotJson
            work.append((value, cell, in_car, depth + 1))
        return NIL
    if value is None:
        return NULL
    if value is True or value is False:
        return TRUE if value else FALSE
    if kind is float and isfinite(value):
        return value
    return _shallow(_plain(value), cell, in_car, depth, work) if kind is not str else string_of(value)


def _plain(value: Json) -> Json:
    """An instance of a subclass of a JSON type (a StrEnum, an OrderedDict), or a tuple, as the plain type."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and type(value) is not int:
        return int(value)
    if isinstance(value, float) and type(value) is not float:
        return float(value)
    if isinstance(value, dict) and type(value) is not dict:
        return dict(value)
    if isinstance(value, list | tuple) and type(value) is not list:
        return list(value)
    raise _NotJson


def _key(key: Json) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    raise _NotJson


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


# The other half: Scheme lists, by hint

_Path = tuple[Any, Any]  # (path of the whole, key or index in it); the outermost is (None, root)
_Task = tuple[Value, Json, Any, Any, int, _Path]  # value, hint, container and slot for the result, depth, path


class _Size:
    """How large the result is already."""

    __slots__ = ("characters", "members")

    def __init__(self) -> None:
        self.members = 0
        self.characters = 0

    def add_members(self, count: int, path: _Path) -> None:
        self.members += count
        if self.members > MEMBERS:
            raise _unfit(path, f"wanted at most {MEMBERS} members in all")

    def add_characters(self, count: int, path: _Path) -> None:
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


def _require_alist(value: Value) -> None:
    if type(value) is not Pair or not _is_alist(_members(value, (None, ""))):
        raise Unfit(f'a hook returns an alist like (list (cons "prompt" "…")), or (): got {_short(value)}')


def _convert_list(
    value: Pair, hint: Json, target: Any, slot: Any, depth: int, path: _Path, work: list[_Task], size: _Size
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
    members: list[Value], hint: Json, target: Any, slot: Any, depth: int, path: _Path, work: list[_Task], size: _Size
) -> None:
    made: dict[str, Json] = {}
    tasks: list[_Task] = []
    for entry in members:
        key = entry.car.s if type(entry.car) is String else entry.car.text
        if key not in made:
            size.add_characters(len(key), path)
            made[key] = None
            inner = hint.get(key, Nothing) if isinstance(hint, dict) else Nothing
            tasks.append((entry.cdr, inner, made, key, depth + 1, (path, key)))
    target[slot] = made
    tasks.reverse()
    work += tasks


def _convert_array(
    members: list[Value], hint: Json, target: Any, slot: Any, depth: int, path: _Path, work: list[_Task]
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
        return members[0] if len({type(each) for each in members}) == 1 else Nothing
    shape: dict[str, Json] = {}
    for each in members:
        for key, value in each.items():
            if key not in shape or (value and isinstance(value, dict | list)):
                shape[key] = value
    return shape


def _members(value: Pair, path: _Path) -> list[Value]:
    """The elements of a proper list. The mark moves at powers of two (Brent), so that a circle is met within two
    rounds.
    """
    found: list[Value] = []
    rest: Value = value
    mark: Value = None
    turn = 16
    while type(rest) is Pair:
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


def _is_alist(members: list[Value]) -> bool:
    return all(type(each) is Pair and (type(each.car) is String or type(each.car) is Symbol) for each in members)


def _holds_lists(hint: Json) -> bool:
    return isinstance(hint, list) and any(isinstance(each, list) for each in hint)


def _are_lists(pairs: list[Value]) -> bool:
    return all(each.cdr is NIL or type(each.cdr) is Pair for each in pairs)


def _is_wrapped(member: Value, hint: Json) -> bool:
    """Is `(member)` the expected thing in one list too many?"""
    if isinstance(hint, dict):
        return member is NIL or (type(member) is Pair and type(member.car) is Pair and _has_name(member.car))
    if isinstance(hint, list):
        inner = type(member) is Pair or type(member) is Vector or member is NIL
        return inner and bool(hint) and not isinstance(hint[0], dict | list)
    return isinstance(hint, str | int | float) and type(member) in _LEAVES


def _has_name(pair: Pair) -> bool:
    return type(pair.car) is String or type(pair.car) is Symbol


def _integer(value: int, path: _Path) -> Json:
    if value.bit_length() > INTEGER_BITS:
        raise _unfit(path, f"wanted an integer of at most 4300 digits, got one of {value.bit_length()} bits")
    return value


def _float(value: float, path: _Path) -> Json:
    if not isfinite(value):
        raise _unfit(path, f"wanted a finite number, got {_short(value)}")
    return value


_LEAVES: Final[dict[type, Callable[[Value, _Path], Json]]] = {
    String: lambda value, path: value.s,
    Symbol: lambda value, path: None if value is NULL else value.text,
    Boolean: lambda value, path: value is TRUE,
    int: _integer,
    float: _float,
}


def _other_leaf(value: Value, path: _Path) -> Json:
    from chibi_hooks.scheme.numbers import Ratio  # rare, and the tower is not needed to start

    if isinstance(value, Ratio):
        return _float(float(value), path)
    advice = "; use (string c)" if isinstance(value, Char) else ""
    raise _unfit(path, f"wanted a value that JSON has, got {_short(value)}{advice}")


def _unfit(path: _Path, message: str) -> Unfit:
    where = _shown(path)
    return Unfit(f"{where}: {message}" if where else message)


def _shown(path: _Path) -> str:
    steps: list[str] = []
    while path[0] is not None:
        path, key = path
        steps.append(f"[{key}]" if isinstance(key, int) else f".{brief_key(key)}")
    steps.reverse()
    if len(steps) > 12:  # a path of 200 steps tells nothing more
        steps[6:-6] = ["…"]
    return (str(path[1]) + "".join(steps)).lstrip(".")


def _short(value: Value) -> str:
    from chibi_hooks.scheme.printer import short  # only after a mistake

    return short(value)
