"""Tables and keys that are pairs in, values out; and keys that stand for lists (`analysing.keyed`): what
`flat_keys.flat` gives of those.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.primitives.hashtables import hash_table_ref, hash_table_set
from chibi_hooks.scheme.values.data import Value, cons, string_of, to_list
from chibi_hooks.scheme.values.flat_keys import DOTTED, SALT, flat
from chibi_hooks.scheme.values.hashing import MOST, HashTable, equal_key, flat_key

internal(SALT, "salt")
internal(DOTTED, "dotted")


@internal
def put_key(table: HashTable, key: Value, x: Value, *members: Value) -> None:
    """The value under a key, which becomes the list, or pair, of these members where it is put in."""
    entries = table.entries
    if key.__class__ is not tuple:
        hash_table_set(table, key, x)
    elif key in entries:
        entries[key] = x
    else:
        made = cons(*members) if key[0] == DOTTED else to_list(members)
        if len(entries) < MOST:
            entries[flat_key(made, key)] = x
        else:
            hash_table_set(table, made, x)


def list_of_key(key: tuple[Value, ...]) -> Value:
    """The list, or pair, that such a key stands for."""
    members = [string_of(each) if each.__class__ is str else each for each in key]
    return to_list(members[1:]) if key[0] == SALT else cons(*members[2:])


@internal
def pair_ref(table: Value, key: Value, default: Value) -> Value:
    """The value of a key that is a pair, or default."""
    if table.__class__ is HashTable and table.key_of is equal_key:
        members = flat(key)
        if members is not None:
            return table.entries.get(members, default)
    return hash_table_ref(table, key, default)
