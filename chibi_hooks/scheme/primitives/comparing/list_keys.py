"""Tables and keys that are pairs in, values out; and keys that stand for lists (`analysing.keyed`): what
`flat_keys.flat` gives of those.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.primitives.comparing.hashtables import hash_table_ref, hash_table_set
from chibi_hooks.scheme.values.data import String, Symbol, Value, cons, to_list
from chibi_hooks.scheme.values.flat_keys import DOTTED, LEAST, MEMBERS, SALT, SELF_HASHED, flat, list_of_key
from chibi_hooks.scheme.values.hashing import MOST, FlatKey, HashTable, equal_key

internal(SALT, "salt")
internal(DOTTED, "dotted")


@internal
def put_key(table: HashTable, key: Value, x: Value, *members: Value) -> None:
    """The value under a key, which stands for the list, or pair, of these members where it is put in."""
    entries = table.entries
    if key.__class__ is not tuple:
        hash_table_set(table, key, x)
    elif key in entries:
        entries[key] = x
    elif len(entries) < MOST:
        made = FlatKey(key)
        for member in members:
            if member.__class__ is String:  # the table has the very strings
                made.value = cons(*members) if key[0] == DOTTED else to_list(members)
                break
        entries[made] = x
    else:
        hash_table_set(table, list_of_key(key), x)


@internal
def members_ref(table: HashTable, members: tuple[Value, ...], default: Value) -> Value:
    """The value under the list of these members, or default."""
    key = _key_of(members)
    if key is None:
        return hash_table_ref(table, to_list(members), default)
    return table.entries.get(key, default)


@internal
def put_members(table: HashTable, members: tuple[Value, ...], x: Value) -> None:
    """The value under the list of these members, which is made where it is put in."""
    key = _key_of(members)
    put_key(table, to_list(members) if key is None else key, x, *members)


def _key_of(members: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """What `flat` gives of the list of these members, if they are few and simple."""
    parts = [SALT]
    for member in members:
        kind = member.__class__
        if kind is Symbol or (kind is int and LEAST < member < SELF_HASHED):
            parts.append(member)
        elif kind is String:
            parts.append(member.s)
        else:
            return None
    return tuple(parts) if 0 < len(members) <= len(MEMBERS) else None


@internal
def pair_ref(table: Value, key: Value, default: Value) -> Value:
    """The value of a key that is a pair, or default."""
    if table.__class__ is HashTable and table.key_of is equal_key:
        members = flat(key)
        if members is not None:
            return table.entries.get(members, default)
    return hash_table_ref(table, key, default)
