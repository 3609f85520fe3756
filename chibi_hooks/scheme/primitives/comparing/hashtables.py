"""Hash tables come in; values, keys and alists go out: what SRFI 69 and 125 need that calls no procedure.

Rules: which keys are the same is one of five named relations; tables over a script's own equality are built on these
in `scheme_lib`. Insertion order is kept. Walks in `scheme_lib` go over a copy (`hash-table->alist`), so a table may
change meanwhile.
"""

from __future__ import annotations

from functools import cache

from chibi_hooks.scheme.primitive import PRIMITIVES, internal, primitive
from chibi_hooks.scheme.primitives.sequences.relations import compares_integers, keys_of
from chibi_hooks.scheme.running import leaves
from chibi_hooks.scheme.values import arguments
from chibi_hooks.scheme.values.arguments import are, are_words, list_items
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Char,
    Datum,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    boolean,
    cons,
    intern,
    string_of,
)
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.flat_keys import LAST_BASIC, SELF_HASHED, flat
from chibi_hooks.scheme.values.hashing import (
    KEYS,
    MOST,
    THEMSELVES,
    FlatKey,
    HashKey,
    HashTable,
    Sameness,
    compound_key,
    default_key,
    equal_key,
    flat_key,
    value_of,
    values_of,
)
from chibi_hooks.scheme.values.printer import short, shown_as
from chibi_hooks.typenames import Any

internal(HashTable)
internal(LAST_BASIC, "last_basic")
shown_as(HashTable, lambda table: f"hash-table {table.sameness} {len(table.entries)}")


@primitive("hash-table?", inline="a.__class__ is HashTable", returns="boolean")
def is_hash_table(a: Value) -> bool:
    """(hash-table? x) -> whether x is a hash table."""
    return a.__class__ is HashTable


@primitive("%make-hash-table")
def make_hash_table(sameness: Value) -> Value:
    """(%make-hash-table 'equal) -> an empty table; the symbol is eq, eqv, equal, default, string, string-ci or
    number."""
    if sameness.__class__ is not Symbol or sameness.text not in KEYS:
        raise wrong_type("%make-hash-table", 0, "the name of an equality", sameness)
    return HashTable(sameness.text)


@primitive("%tables-may-ask!", pure=False, returns="unspecified")
def tables_may_ask() -> Value:
    """(%tables-may-ask!) says, before the first of them is made, that there are tables over procedures of programs."""
    leaves.tables_may_ask()
    return UNSPECIFIED


@primitive("%hash-table-over")
def hash_table_over(relation: Value) -> Value:
    """(%hash-table-over procedure) -> an empty table over an equality of ours; #f for anything else."""
    sameness = _samenesses().get(id(relation))
    return FALSE if sameness is None else HashTable(sameness)


@cache
def _samenesses() -> dict[int, Sameness]:
    """By identity of the procedure: its name among the tables."""
    names: dict[str, Sameness] = {
        **dict.fromkeys(("eqv?", "symbol=?", "char=?", "boolean=?"), "eqv"),
        "eq?": "eq",
        "equal?": "equal",
        "string=?": "string",
        "string-ci=?": "string-ci",
        "=": "number",
    }
    return {id(PRIMITIVES[name].function): sameness for name, sameness in names.items()}


@primitive("%hash-table-extended!", pure=False)
def hash_table_extended(table: Value, plist: Value) -> Value:
    """(%hash-table-extended! table '(key value ...)) -> the table, with each value under its key."""
    items = list_items("hash-table", 2, plist)
    if len(items) % 2:
        raise fail("error", f"a key without value: {short(items[-1])}", items[-1], who="hash-table")
    left = iter(items)
    for key in left:
        hash_table_set(table, key, next(left))
    return table


@primitive("%hash-table-sameness")
def hash_table_sameness(table: Value) -> Value:
    """(%hash-table-sameness table) -> the symbol that the table was made with."""
    return intern(_table("hash-table-equivalence-function", table).sameness)


@primitive(
    "%hash-table-ref",
    inline="hash_table_ref(a, b, c)",  # and better where the key is known: see `emitting.inline`
)
def hash_table_ref(table: Value, key: Value, default: Value) -> Value:
    """(%hash-table-ref table key default) -> the value of key, or default."""
    kind = key.__class__
    try:
        if kind is String:
            entries = table.by_text
            if entries is not None:
                return entries.get(key.s, default)
        elif kind is int:
            entries = table.by_number
            if entries is not None and -SELF_HASHED < key < SELF_HASHED:
                return entries.get(key, default)
        elif kind is Symbol or (kind is Char and key.c <= LAST_BASIC):
            entries = table.direct
            if entries is not None:
                return entries.get(key, default)
        elif (kind is Pair or kind is Vector) and (table.key_of is equal_key or table.key_of is default_key):
            members = flat(key, table.key_of is default_key)
            if members is not None:
                return table.entries.get(members, default)
        return table.entries.get(table.sought(key), default)
    except AttributeError:
        raise _explained("hash-table-ref", table, key) from None


internal(hash_table_ref)


@primitive("%hash-table-at", inline="hash_table_at(a, b)")  # as above
@internal
def hash_table_at(table: Value, key: Value) -> Value:
    """(%hash-table-at table key) -> the value of key, which is there."""
    found = hash_table_ref(table, key, None)
    if found is None:
        raise SchemeError(Condition("error", string_of("hash-table-ref: no such key:"), cons(key, NIL)))
    return found


@primitive("hash-table-ref/default")
def hash_table_ref_default(table: Value, key: Value, default: Value) -> Value:
    """(hash-table-ref/default table key default) -> the value of key, or default (SRFI 69)."""
    try:
        return table.entries.get(_sought(table, key), default)
    except AttributeError:
        raise _explained("hash-table-ref/default", table, key) from None


@primitive("hash-table-contains?", "hash-table-exists?", inline="table_contains(a, b)", returns="boolean")
def contains(table: Value, key: Value) -> bool:
    """(hash-table-contains? table key) -> whether there is such a key."""
    try:
        return _sought(table, key) in table.entries
    except AttributeError:
        raise _explained("hash-table-contains?", table, key) from None


internal(contains, "table_contains")


@primitive("hash-table-set!", pure=False, returns="unspecified", checks_first=True)
def hash_table_set(table: Value, key: Value, x: Value) -> Value:
    """(hash-table-set! table key value) puts the value under its key."""
    kind = key.__class__
    try:
        if kind is String:
            entries = table.by_text
            if entries is not None and len(entries) < MOST:
                entries[key.s] = x
                return UNSPECIFIED
        elif kind is int:
            entries = table.by_number
            if entries is not None and -SELF_HASHED < key < SELF_HASHED and len(entries) < MOST:
                entries[key] = x
                return UNSPECIFIED
        elif kind is Symbol or (kind is Char and key.c <= LAST_BASIC):
            entries = table.direct
            if entries is not None and len(entries) < MOST:
                entries[key] = x
                return UNSPECIFIED
        key_of = table.key_of
        entries = table.entries
        if kind is Pair and key_of is equal_key:
            members = flat(key)
            if members in entries:  # the key that is there stays
                entries[members] = x
                return UNSPECIFIED
            wrapped = compound_key(key) if members is None else flat_key(key, members)
        elif table.equality is not None and (sought := table.sought(key)) in entries:
            wrapped = sought  # the key that is there stays
        else:
            wrapped = key_of(key)
    except AttributeError:
        raise _explained("hash-table-set!", table, key) from None
    if len(entries) >= MOST and wrapped not in entries:
        raise fail("limit", f"the table would have {MOST + 1} entries, the limit is {MOST}", who="hash-table-set!")
    entries[wrapped] = x
    return UNSPECIFIED


@primitive("%hash-table-delete!", pure=False, returns="integer")
def hash_table_delete(table: Value, *keys: Value) -> Value:
    """(%hash-table-delete! table key ...) -> how many of the keys were there; they are gone now."""
    entries = _table("hash-table-delete!", table).entries
    before = len(entries)
    for key in keys:
        try:
            entries.pop(_sought(table, key), None)
        except AttributeError:
            raise _explained("hash-table-delete!", table, key) from None
    return before - len(entries)


@primitive("hash-table-clear!", pure=False, returns="unspecified")
def hash_table_clear(table: Value) -> Value:
    """(hash-table-clear! table) removes all entries."""
    _table("hash-table-clear!", table).clear()
    return UNSPECIFIED


@primitive("hash-table-size", returns="integer")
def hash_table_size(table: Value) -> Value:
    """(hash-table-size table) -> how many entries."""
    return len(_table("hash-table-size", table).entries)


@primitive("hash-table-empty?", returns="boolean")
def is_empty(table: Value) -> bool:
    """(hash-table-empty? table) -> whether it has no entries."""
    return not _table("hash-table-empty?", table).entries


@primitive("hash-table-keys", returns="members")
def hash_table_keys(table: Value) -> list[Value]:
    """(hash-table-keys table) -> a list of the keys, oldest first."""
    return values_of(list(_table("hash-table-keys", table).entries))


@primitive("hash-table-values", returns="members")
def hash_table_values(table: Value) -> list[Value]:
    """(hash-table-values table) -> a list of the values, in the order of the keys."""
    return list(_table("hash-table-values", table).entries.values())


@primitive("hash-table->alist", returns="members")
def hash_table_to_alist(table: Value) -> list[Value]:
    """(hash-table->alist table) -> a list of (key . value), oldest first."""
    found: list[Value] = []
    for key, x in _table("hash-table->alist", table).entries.items():
        entry = Pair()
        entry.cdr = x
        if key.__class__ is str:
            entry.car = string = String()
            string.s = key
        else:
            entry.car = key if key.__class__ in THEMSELVES else value_of(key)
        found.append(entry)
    return found


@primitive("%hash-table-filled", pure=False)
def hash_table_filled(alist: Value, table: Value) -> Value:
    """(%hash-table-filled alist table) -> the new table, with its entries; the first of a key counts."""
    return members_filled(list_items("alist->hash-table", 1, alist), table)


@primitive("%hash-table-filled-over", pure=False)
def hash_table_filled_over(relation: Value, alist: Value) -> Value:
    """(%hash-table-filled-over procedure alist) -> such a table over an equality of ours; #f for anything else."""
    table = hash_table_over(relation)
    return FALSE if table is FALSE else hash_table_filled(alist, table)


@primitive("%members-filled", pure=False)
def members_filled(items: Value, table: Value) -> Value:
    """(%members-filled members table) -> the same of the members of an alist."""
    entries, key_of = _table("alist->hash-table", table).entries, table.key_of
    if not isinstance(items, (list, tuple)):
        raise wrong_type("alist->hash-table", 1, "a list of pairs", items)
    if len(items) > MOST:
        raise fail("limit", f"the list has {len(items)} entries, a table at most {MOST}", who="alist->hash-table")
    texts, bare = table.by_text is not None, table.direct is not None
    try:
        for entry in items:
            key = entry.car
            kind = key.__class__
            if kind is String and texts:
                made = key.s
            elif bare and (kind is Symbol or (kind is int and key < 0x40000000 and key > -0x40000000)):
                made = key
            else:
                made = key_of(key)
            if made not in entries:
                entries[made] = entry.cdr
    except AttributeError:
        if entry.__class__ is not Pair:
            raise wrong_type("alist->hash-table", 1, "a list of pairs, and a member is none", entry) from None
        raise _explained("alist->hash-table", table, key) from None
    return table


@primitive("hash-table-copy")
def hash_table_copy(table: Value, mutable: Value = FALSE) -> Value:
    """(hash-table-copy table [mutable?]) -> a copy, which may be changed."""
    source = _table("hash-table-copy", table)
    return source.with_entries(dict(source.entries))


@primitive("hash-table-empty-copy")
def hash_table_empty_copy(table: Value) -> Value:
    """(hash-table-empty-copy table) -> an empty table with the same sameness of keys."""
    return _table("hash-table-empty-copy", table).with_entries({})


class TableEntries(Datum):
    """What a table holds at one time, oldest first. The keys are as the table has them: those which nobody asks for
    need not be made.
    """

    __slots__ = ("kept_keys", "kept_values")

    def __init__(self, keys: list[HashKey], values: list[Value]) -> None:
        self.kept_keys = keys
        self.kept_values = values


@primitive("%hash-table-entries")
def hash_table_entries(table: Value) -> Value:
    """(%hash-table-entries table) -> its entries."""
    entries = _table("hash-table-entries", table).entries
    return TableEntries(list(entries), list(entries.values()))


@primitive("%alist-entries")
def alist_entries(alist: Value) -> Value:
    """(%alist-entries alist) -> the same of the entries of a table that is none of ours."""
    items = list_items("hash-table-entries", 1, alist)
    if not are(items, Pair):
        raise wrong_type("hash-table-entries", 1, "a list of pairs", alist)
    return TableEntries([(each.car,) for each in items], [each.cdr for each in items])


@primitive("%entries-end", inline="len(a.kept_keys)", returns="integer")
def entries_end(entries: Value) -> Value:
    """(%entries-end entries) -> how many there are."""
    return len(_entries("%entries-end", entries).kept_keys)


@internal
def key_there(key: HashKey) -> Value:
    """The Scheme value of a key that an entry has, checked by nobody: walks ask for each."""
    if key.__class__ is str:
        made = String()
        made.s = key
        return made
    return key.value if key.__class__ is FlatKey else value_of(key)


@primitive(
    "%entry-key",
    inline="a.kept_keys[b] if a.kept_keys[b].__class__ is int or a.kept_keys[b].__class__ is Symbol"
    " else key_there(a.kept_keys[b])",
    idle=True,
)
def entry_key(entries: Value, i: Value) -> Value:
    """(%entry-key entries i) -> the key there."""
    keys = _entries("%entry-key", entries).kept_keys
    return key_there(keys[arguments.index("%entry-key", 2, i, len(keys))])


@primitive("%entry-value", inline="a.kept_values[b]", idle=True)
def entry_value(entries: Value, i: Value) -> Value:
    """(%entry-value entries i) -> the value there."""
    values = _entries("%entry-value", entries).kept_values
    return values[arguments.index("%entry-value", 2, i, len(values))]


def _entries(who: str, entries: Value) -> TableEntries:
    if entries.__class__ is TableEntries:
        return entries
    raise wrong_type(who, 1, "the entries of a table", entries)


@primitive("%hash-table-first")
def hash_table_first(table: Value) -> Value:
    """(%hash-table-first table) -> the oldest entry, (key . value); #f if there is none."""
    for key, x in _table("hash-table-pop!", table).entries.items():
        return cons(value_of(key), x)
    return FALSE


@primitive("%hash-table-combined!", pure=False)
def hash_table_combined(table: Value, other: Value, how: Value) -> Value:
    """(%hash-table-combined! table other how) -> #t; the entries of the table are now those of their union,
    intersection, difference or xor. #f where keys of the two are not the same in the same way.
    """
    if table.__class__ is not HashTable or other.__class__ is not HashTable or not table.is_like(other):
        return FALSE
    mine, theirs = table.entries, dict(other.entries)
    if len(mine) + len(theirs) > MOST:
        return FALSE
    if how.text == "difference":
        for key in mine.keys() & theirs.keys():
            del mine[key]
    elif how.text == "intersection":
        for key in mine.keys() - theirs.keys():
            del mine[key]
    else:
        both = mine.keys() & theirs.keys()
        for key, x in theirs.items():
            mine.setdefault(key, x)
        if how.text == "xor":
            for key in both:
                del mine[key]
    return TRUE


@primitive("%hash-tables-agree")
def hash_tables_agree(table: Value, other: Value, relation: Value) -> Value:
    """(%hash-tables-agree table other relation) -> whether their keys are the same, and the values of each by the
    relation, or as the default comparator says (which is default); () where that takes calls.
    """
    if table.__class__ is not HashTable or other.__class__ is not HashTable or not table.is_like(other):
        return NIL
    mine, theirs = table.entries, other.entries
    if mine.keys() != theirs.keys():
        return FALSE
    values, others = list(mine.values()), list(map(theirs.__getitem__, mine))
    by_default = relation.__class__ is Symbol
    if (by_default or compares_integers(relation)) and are_words(values) and are_words(others):
        return boolean(values == others)
    if by_default:
        keys: list[list[HashKey]] | None = [list(map(default_key, values)), list(map(default_key, others))]
    else:
        keys = keys_of(relation, values, others)
    return NIL if keys is None else boolean(all(a is b or len({a, b}) == 1 for a, b in zip(*keys, strict=True)))


def _sought(table: HashTable, key: Value) -> Any:
    """What a dictionary is asked for: of a pair or vector its members, where they will do."""
    key_of = table.key_of
    if (key.__class__ is Pair or key.__class__ is Vector) and (key_of is equal_key or key_of is default_key):
        members = flat(key, key_of is default_key)
        if members is not None:
            return members
    return table.sought(key)


def _table(who: str, x: Value) -> HashTable:
    if x.__class__ is HashTable:
        return x
    raise wrong_type(who, 1, "a hash table", x)


def _explained(who: str, table: Value, key: Value) -> SchemeError:
    """Why a table operation met a missing slot: no table, or a key that is none of this one."""
    if table.__class__ is not HashTable:
        return wrong_type(who, 1, "a hash table", table)
    kind = "number" if table.sameness == "number" else "string"
    wanted = f"a {kind} (the keys of this table)" if table.equality is None else "what the table's comparator takes"
    return wrong_type(who, 2, wanted, key)
