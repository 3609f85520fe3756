"""A table and a key in, what finds the key in Python's dictionary out: chosen by what is known of both.

(hash-table-ref/default t k 0)      t.by_text.get(k.s, 0), where `t` is a table of strings (`tables`)
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import facts
from chibi_hooks.scheme.compiling.analysing.inlining.tables import table_of
from chibi_hooks.scheme.compiling.analysing.kinds import is_natural, is_pair, is_string, is_text, is_whole, may_end
from chibi_hooks.scheme.core import Const, LocalRef, Node
from chibi_hooks.scheme.values.data import Char, String, Symbol
from chibi_hooks.scheme.values.flat_keys import LAST_BASIC
from chibi_hooks.scheme.values.hashing import DIRECT, NUMBERED, TEXTS
from chibi_hooks.scheme.values.integers import SMALL


def is_small(name: str) -> str:
    """How to ask whether a value is an integer that is its own key."""
    return f"{name}.__class__ is int and {name} < {SMALL} and {name} > -{SMALL}"


KEPT: Final = (
    ("by_number", "b", (int,), NUMBERED),
    ("direct", "b", (Symbol, Char), DIRECT),
    ("by_text", "b.s", (String,), TEXTS),
)
"""The slot, what stands there as key, the classes of such keys, the tables that have any."""
BARE: Final = {  # classes of keys that a table takes as they are, and when
    String: "b.__class__ is String",
    Symbol: "b.__class__ is Symbol",
    int: is_small("b"),
}


def places(operands: Items[Node]) -> list[tuple[str, str, list[str]]]:
    """Where a table that is looked into or changed keeps a key that it takes bare: the slot of its dictionary, what
    stands there as key, and what must hold first.
    """
    sameness, kinds = table_of(operands[0]), _classes(operands[1])
    found: list[tuple[str, str, list[str]]] = []
    if sameness == "string":
        return [("by_text", "b.s", [])]  # what has no text is no key of it
    for slot, key, classes, takes in KEPT:
        if kinds.keys().isdisjoint(classes) or (sameness and sameness not in takes):
            continue
        tests = [kinds[kind] for kind in classes if kinds.get(kind)]
        asked = [f"({' or '.join(tests)})"] if tests else []
        found.append((slot, key, asked if sameness else [*asked, f"a.{slot} is not None"]))
    return found


def _classes(key: Node) -> dict[type, str]:
    """Of the classes of keys that tables take bare (`Char`: of the basic plane) those that the value may have, and how
    to ask for each; nothing is asked where it is certain.
    """
    if isinstance(key, Const):
        kind = key.value.__class__
        if kind is Char:
            return {Char: ""} if key.value.c <= LAST_BASIC else {}
        return {kind: ""} if kind in BARE and (kind is not int or -SMALL < key.value < SMALL) else {}
    if is_string(key):
        return {String: ""}
    if is_pair(key):
        return {}
    if is_text(key):
        return {} if may_end(key) else {Char: "b.c <= last_basic"}
    if is_whole(key):
        return {int: f"b < {SMALL}" if is_natural(key) else f"b < {SMALL} and b > -{SMALL}"}
    return {int: f"b.__class__ is int and b < {SMALL}"} if is_natural(key) else BARE


def looked_up(operands: Items[Node]) -> str:
    """The value of a key in a table, or what is given for none."""
    if is_rest(operands[1]):
        return "members_ref(a, b, c)"
    if is_keyed(operands[1]):
        return "a.direct.get(b, c) if b.__class__ is tuple else pair_ref(a, b, c)"
    found = "pair_ref(a, b, c)" if is_pair(operands[1]) else "hash_table_ref(a, b, c)"
    for slot, key, asked in places(operands):
        found = _first(f"a.{slot}.get({key}, c)", asked, found)
    return found


def taken(operands: Items[Node]) -> str:
    """The value of a key that is in a table; Python has an error of its own for one that is not."""
    found = "hash_table_at(a, b)"
    if is_keyed(operands[1]):
        return f"a.direct[b] if b.__class__ is tuple else {found}"
    for slot, key, asked in places(operands):
        found = _first(f"a.{slot}[{key}]", asked, found)
    return found


def contained(operands: Items[Node]) -> str:
    """Whether a table has a key."""
    found = "table_contains(a, b)"
    if is_rest(operands[1]):
        return "members_ref(a, b, None) is not None"
    if is_keyed(operands[1]):
        return f"a.direct.get(b) is not None if b.__class__ is tuple else {found}"
    for slot, key, asked in places(operands):
        found = _first(f"a.{slot}.get({key}) is not None", asked, found)
    return found


def is_keyed(node: Node) -> bool:
    """Whether it is a variable that may hold what a dictionary is asked for (`keyed`)."""
    return isinstance(node, LocalRef) and facts(node.variable).keyed


def is_rest(node: Node) -> bool:
    """Whether it is a variable that holds the members of a list which is the key (`members`)."""
    return isinstance(node, LocalRef) and facts(node.variable).members


def _first(bare: str, asked: list[str], otherwise: str) -> str:
    return f"{bare} if {' and '.join(asked)} else {otherwise}" if asked else bare
