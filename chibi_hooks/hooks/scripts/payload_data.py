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

_Node = tuple[Json, Pair, bool, int]  # a container, the cell and the side of it where it belongs, its depth


def payload_to_scheme(payload: Json, *, shared: bool = False) -> Value:
    """JSON as fresh Scheme data. Raises BadPayload, naming the path, for what is not JSON or is deeper than `DEPTH`.
    More than `MEMBERS` members are refused, too.

    `shared`: nobody who gets it changes anything in it, so the keys may be those of other payloads.
    """
    names = _SHARED if shared else _FRESH
    root = Pair()
    members = 0
    work: list[_Node] = []
    try:
        if payload.__class__ is dict and len(payload) <= FEW:
            root.car = _entries(payload, names, 0, NEAR, work)
        else:
            root.car = _leaf(payload, root, True, 0, work)
        while work:
            node, cell, in_car, depth = work.pop()
            members += len(node)
            if members > MEMBERS:
                raise BadPayload(f"payload: wanted at most {MEMBERS} members in all, got more")
            if depth > DEPTH:
                raise _NotJson
            made = _entries(node, names, depth, 0, work) if type(node) is dict else _elements(node, depth, work)
            if in_car:
                cell.car = made
            else:
                cell.cdr = made
    except _NotJson:
        raise BadPayload(fault_in(payload) or "not JSON") from None
    made = root.car
    if shared and made.__class__ is Pair:
        made.__class__ = GivenPair
    return made


def _entries(node: dict[Json, Json], names: _FreshNames, depth: int, near: int, work: list[_Node]) -> Value:
    """The alist of an object; `near`: so many levels of small objects with it."""
    made: Value = NIL
    for key, value in reversed(node.items()):
        pair = Pair()  # and so on: half the price of calls
        pair.cdr = made
        made = pair
        pair.car = entry = Pair()
        entry.car = names[key]
        if value.__class__ is str:
            entry.cdr = text = String()
            text.s = value
        elif value.__class__ is dict and near and len(value) <= FEW:
            entry.cdr = _entries(value, names, depth + 1, near - 1, work)
        elif value.__class__ is dict or value.__class__ is list:
            entry.cdr = NIL
            if value:
                work.append((value, entry, False, depth + 1))
        else:
            entry.cdr = _leaf(value, entry, False, depth, work)
    return made


def _elements(node: list[Json], depth: int, work: list[_Node]) -> Value:
    """The list of an array."""
    made: Value = NIL
    for value in reversed(node):
        pair = Pair()
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
        pair.cdr = made
        made = pair
    return made


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


class _FreshNames(dict[Json, String]):
    """A new string for every key."""

    def __missing__(self, key: Json) -> String:
        return string_of(key if key.__class__ is str else _key(key))


class _SharedNames(_FreshNames):
    """One string for each key that payloads have again and again; nobody can change it."""

    def __missing__(self, key: Json) -> String:
        name = super().__missing__(key)
        if len(name.s) <= LONGEST_KEY and len(self) < KEPT_KEYS:
            name.literal = True
            self[name.s] = name
        return name


KEPT_KEYS: Final = 4096  # payloads repeat the same few hundred

_FRESH: Final = _FreshNames()
_SHARED: Final = _SharedNames()
