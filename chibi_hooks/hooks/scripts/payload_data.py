"""A JSON payload -> Scheme data for a hook. (What comes back, `alist` reads.)

Object -> alist with string keys, in the payload's order; array -> list; null -> the symbol `null`; floats inexact. An
empty object and an empty array are both `()`.

Rules (DESIGN §6): nothing recurses with the depth of the data; depth and members are bounded. JSON values that are no
containers are done at once, containers are put off, but for small objects close to the root.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import DEPTH, LONGEST_KEY, MEMBERS, fault_in
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Pair, String, Value, intern, string_of
from chibi_hooks.scheme.values.frozen import GivenPair

NULL: Final = intern("null")
FEW: Final = 16  # members of an object that is converted with what holds it
NEAR: Final = 2  # levels of such objects below the root: those of a tool call

_Names = dict[Json, String]
_Node = tuple[Json, Pair, bool, int]  # a container, the cell and the side of it where it belongs, its depth


def payload_to_scheme(payload: Json, *, shared: bool = False) -> Value:
    """JSON as fresh Scheme data. Raises BadPayload, naming the path, for what is not JSON or is deeper than `DEPTH`.
    More than `MEMBERS` members are refused, too.

    `shared`: nobody who gets it changes anything in it, so the keys may be those of other payloads.
    """
    names = _NAMES if shared else None
    root = Pair()
    members = 0
    work: list[_Node] = []
    try:
        if payload.__class__ is dict and len(payload) <= FEW:
            _entries(payload, root, names, 0, NEAR, work)
        else:
            root.cdr = _leaf(payload, root, False, 0, work)
        while work:
            node, cell, in_car, depth = work.pop()
            members += len(node)
            if members > MEMBERS:
                raise BadPayload(f"payload: wanted at most {MEMBERS} members in all, got more")
            if depth > DEPTH:
                raise _NotJson
            place = Pair() if in_car else cell
            if type(node) is dict:
                _entries(node, place, names, depth, 0, work)
            else:
                _elements(node, place, depth, work)
            if in_car:
                cell.car = place.cdr
    except _NotJson:
        raise BadPayload(fault_in(payload) or "not JSON") from None
    made = root.cdr
    if shared and made.__class__ is Pair:
        made.__class__ = GivenPair
    return made


def _entries(
    node: dict[Json, Json], last: Pair, names: _Names | None, depth: int, near: int, work: list[_Node]
) -> None:
    """The alist of an object becomes the cdr of `last`; `names`: of keys that nobody changes; `near`: so many levels of
    small objects with it."""
    for key, value in node.items():
        last.cdr = pair = Pair()  # and so on: half the price of calls
        pair.car = entry = Pair()
        if names is None:
            entry.car = text = String()
            text.s = key if key.__class__ is str else _key(key)
        else:
            try:
                entry.car = names[key]
            except KeyError:
                entry.car = _name(key)
        if value.__class__ is str:
            entry.cdr = text = String()
            text.s = value
        elif value.__class__ is dict and near and len(value) <= FEW:
            _entries(value, entry, names, depth + 1, near - 1, work)
        elif value.__class__ is dict or value.__class__ is list:
            entry.cdr = NIL
            if value:
                work.append((value, entry, False, depth + 1))
        else:
            entry.cdr = _leaf(value, entry, False, depth, work)
        last = pair
    last.cdr = NIL


def _elements(node: list[Json], last: Pair, depth: int, work: list[_Node]) -> None:
    """The list of an array becomes the cdr of `last`."""
    for value in node:
        last.cdr = pair = Pair()
        kind = value.__class__
        if kind is str:
            pair.car = text = String()
            text.s = value
        elif kind is dict or kind is list:
            pair.car = NIL
            if value:
                work.append((value, pair, True, depth + 1))
        else:
            pair.car = _leaf(value, pair, True, depth, work)
        last = pair
    last.cdr = NIL


class _NotJson(Exception):
    """Found on the way; `fault_in` then says what and where."""


def _leaf(value: Json, cell: Pair, in_car: bool, depth: int, work: list[_Node]) -> Value:
    """A value that is no string; of a container, what stands in its place until its turn comes."""
    kind = type(value)
    if kind is int:
        return value
    if value is None:
        return NULL
    if value is True or value is False:
        return TRUE if value else FALSE
    if kind is float and isfinite(value):
        return value
    if kind is dict or kind is list:
        if value:
            work.append((value, cell, in_car, depth + 1))
        return NIL
    return _leaf(_plain(value), cell, in_car, depth, work) if kind is not str else string_of(value)


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


def _name(key: Json) -> String:
    """A string for a key that nobody changes; one for all payloads where they may have it again."""
    name = string_of(key if key.__class__ is str else _key(key))
    if len(name.s) <= LONGEST_KEY and len(_NAMES) < KEPT_KEYS:
        name.literal = True
        _NAMES[name.s] = name
    return name


KEPT_KEYS: Final = 4096  # payloads repeat the same few hundred

_NAMES: Final[_Names] = {}
