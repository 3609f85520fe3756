"""A list that is searched again and again in, a dictionary of its tails out: sets and tables kept as lists.

Theory. A long list whose members, or the keys of whose entries, are all strings, all symbols or all small integers can
be told by a dictionary: from each member to the first tail that begins with it. Its pairs become of a class of their
own, as those of literals do (`frozen`): reading them is as ever, and when the first one is changed, or a string is, all
is forgotten that is known of any list. So a dictionary always says what a walk would find.

Rules
-----
* A list is indexed when it was searched far so often that this took longer; later where lists are changed, too.
* Of a list that is improper, circular, or has other members nothing is known: the walk, or its error, is the answer.
* What is known is kept until a run of a program ends (`forget`), of so many members at most (`MOST`).
"""

from __future__ import annotations

from itertools import cycle

from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.flat_keys import LEAST, SELF_HASHED
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Any, Final

FAR: Final = 15  # members; behind so many a search is a far one
MOST: Final = 30_000  # members of all lists that are indexed: some 5 MB
COUNTED: Final = cycle((True, *[False] * 6)).__next__  # whether this search that goes far is one of those that count
OFTEN: Final = 5  # of them, from which on a list is indexed: what that takes is a third of what they took
SELDOM: Final = 250  # the same where what is known is lost time and again
SLOTS: Final = 16  # lists whose searches are counted
KINDS: Final = frozenset({Symbol, String, int})  # of what class all members are

set_class: Final = object.__dict__["__class__"].__set__
_change: Final = object.__setattr__


class Index:
    """What is known of a list: the tails by the members, which are of one class. `entries`: by the keys of those."""

    __slots__ = ("head", "kind", "entries", "tails")

    def __init__(self, head: Value, kind: type, entries: bool, tails: dict[Any, Value]) -> None:
        self.head, self.kind, self.entries, self.tails = head, kind, entries, tails


class IndexedPair(Pair):
    """A pair of a list that is indexed, until it is changed."""

    __slots__ = ()
    __class__ = Pair  # type: ignore[assignment]

    def __setattr__(self, name: str, x: Value) -> None:
        spoil()
        set_class(self, Pair)
        _change(self, name, x)


class IndexedEntry(Pair):
    """A pair of a key and its value, in such a list: the value may be changed."""

    __slots__ = ()
    __class__ = Pair  # type: ignore[assignment]

    def __setattr__(self, name: str, x: Value) -> None:
        if name == "car":
            spoil()
            set_class(self, Pair)
        _change(self, name, x)


INDEXED: Final = frozenset({IndexedPair, IndexedEntry})

_known: Final[dict[int, Index]] = {}  # by the identity of the first pair, which the index keeps alive
_heads: Final[list[Value]] = [None] * SLOTS  # lists that were searched, by a part of their identity
_asked: Final = [0] * SLOTS  # how often, less what others were that would have the same place
_spoilt: Final = [0, 0]  # how often all was lost as something was changed; how many members there are
CHANGES: Final = [0]  # how many there were of strings, as far as anybody may ask
SEARCHED: Final = [False]  # whether anything is to be forgotten when a run ends


def forget() -> None:
    """Nothing is known of any list any more, as before a program ran."""
    SEARCHED[0] = False
    _known.clear()
    _heads[:], _asked[:] = [None] * SLOTS, [0] * SLOTS
    _spoilt[:] = 0, 0


def spoil() -> None:
    """Something is changed that may be known."""
    if _known:
        _known.clear()
        _asked[:] = [0] * SLOTS
        _spoilt[:] = _spoilt[0] + OFTEN, 0


def known(a: Value, kind: type, wanted: Any, entries: bool = False) -> Value | None:
    """The first tail of a list, which begins with an indexed pair, that begins with a member, or with an entry of it;
    FALSE if there is none; None if who asks shall look. `kind`: the class of the member, one of which two are the same
    where `wanted` is: the text of a string, a symbol, a small integer.
    """
    index = _known.get(id(a))
    if index is None or index.entries is not entries:
        return None
    return index.tails.get(wanted, FALSE) if index.kind is kind else FALSE


def count(a: Value, entries: bool = False) -> None:
    """A list is searched far, and this search is one of those that count."""
    slot = id(a) >> 4 & SLOTS - 1
    if _heads[slot] is a:
        _asked[slot] += 1
        if _asked[slot] >= min(OFTEN + _spoilt[0], SELDOM):
            _asked[slot] = 0
            _make(a, entries)
    elif _asked[slot] > 0:
        _asked[slot] -= 1
    else:
        _heads[slot] = a
        SEARCHED[0] = True


def _make(a: Value, entries: bool) -> None:
    """Index a list, if it can be indexed."""
    members = proper_length(a)
    if members is None or members > MOST or (type(a) is not Pair and type(a) not in INDEXED):  # a literal stays one
        return
    first = a.car
    if entries:
        first = first.car if first.__class__ is Pair else NIL
    kind = first.__class__
    tails: dict[Any, Value] = {}
    rest = a
    while kind in KINDS and rest is not NIL:
        key = rest.car
        if entries:
            if key.__class__ is not Pair:
                return
            key = key.car
        if key.__class__ is not kind or (kind is int and not LEAST < key < SELF_HASHED):
            return
        tails.setdefault(key.s if kind is String else key, rest)
        rest = rest.cdr
    if not tails:
        return
    _mark(a, entries)
    if _spoilt[1] + members > MOST:
        _known.clear()
        _spoilt[1] = 0
    _spoilt[1] += members
    _known[id(a)] = Index(a, kind, entries, tails)
    SEARCHED[0] = True  # another thread may have forgotten all meanwhile


def _mark(a: Value, entries: bool) -> None:
    """Make that a change of a list is heard of."""
    while a is not NIL:
        if type(a) is Pair or type(a) is IndexedEntry:
            set_class(a, IndexedPair)
        if entries and type(a.car) is Pair:
            set_class(a.car, IndexedEntry)
        a = a.cdr
