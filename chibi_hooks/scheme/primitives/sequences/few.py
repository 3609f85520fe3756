"""Short lists whose members are symbols all, or strings all, come in; their keys, and what is the same by them, goes
out: what lists as sets mostly are, each walked but once (`relations`).

Rules: None says that a list is no such one, or that its members are for the relation to look at; the caller finds out.
The relation is known by its name.
"""

from __future__ import annotations

from chibi_hooks.scheme.values.data import NIL, Pair, Symbol, Value, cons
from chibi_hooks.scheme.values.hashing import HashKey
from chibi_hooks.typenames import Final

FEW: Final = range(128)  # members: who has more is walked along once more
OF_SYMBOLS: Final = frozenset(("eq?", "eqv?", "equal?", "symbol=?"))  # relations that hold between one and itself only
OF_STRINGS: Final = frozenset(("equal?", "string=?"))


def few_keys(name: str | None, a: Value) -> set[HashKey] | None:
    """The keys of a short list."""
    keys: set[HashKey] = set()
    if a is NIL:
        return keys
    rest, nil, add = a, NIL, keys.add
    try:
        if a.car.__class__ is Symbol:
            if name in OF_SYMBOLS:
                for _ in FEW:
                    if rest is nil:
                        return keys
                    x = rest.car
                    if x.__class__ is not Symbol:
                        return None
                    add(x)
                    rest = rest.cdr
        elif name in OF_STRINGS:
            for _ in FEW:
                if rest is nil:
                    return keys
                add(rest.car.s)
                rest = rest.cdr
    except AttributeError:
        pass  # a member of another kind, or no list: somebody else says so
    return None


def few_met(name: str | None, a: Value, keys: set[HashKey], wanted: bool) -> Value | None:
    """The members of a short list whose keys are among those, or (not wanted) are not."""
    head = last = Pair()
    rest, nil = a, NIL
    try:
        symbols = a is not nil and a.car.__class__ is Symbol
        if name not in (OF_SYMBOLS if symbols else OF_STRINGS):
            return None
        for _ in FEW:
            if rest is nil:
                last.cdr = nil
                return head.cdr
            x = rest.car
            if symbols:
                if x.__class__ is not Symbol:
                    return None
                met = x in keys
            else:
                met = x.s in keys
            if met is wanted:
                pair = Pair()
                pair.car = x
                last.cdr = pair
                last = pair
            rest = rest.cdr
    except AttributeError:
        pass
    return None


def few_added(name: str | None, a: Value, keys: set[HashKey], made: Value) -> Value | None:
    """A list with those members of a short one in front whose keys are not known yet."""
    rest, nil = a, NIL
    try:
        if a is not nil and a.car.__class__ is Symbol:
            if name in OF_SYMBOLS:
                for _ in FEW:
                    if rest is nil:
                        return made
                    x = rest.car
                    if x.__class__ is not Symbol:
                        return None
                    if x not in keys:
                        keys.add(x)
                        made = cons(x, made)
                    rest = rest.cdr
        elif name in OF_STRINGS:
            for _ in FEW:
                if rest is nil:
                    return made
                x = rest.car
                if x.s not in keys:
                    keys.add(x.s)
                    made = cons(x, made)
                rest = rest.cdr
    except AttributeError:
        pass
    return None
