"""Values come in one by one, and whether one of them is there already goes out: what a loop keeps of what it has seen.

Theory. `(if (member x seen) … (loop … (cons x seen)))` walks the list at each turn. Where such a list is a collector
(`collecting`), that is a Python list of a class of its own, which has sets beside its members: of the texts of
strings, and of small integers and symbols. What was put in since they were last asked is added first. Others are walked
along, and so are few.

Rules: as for all collectors. A string may be changed: then the texts are told anew. A copy of a collector, which a
continuation takes, is walked along. All those of one collector share the pairs of what was in it: the program has
them, once one of the loops has ended, and may change them.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.data import NIL, Pair, String, Symbol, Value, from_list, to_list
from chibi_hooks.scheme.values.equality import equal, equal_pairs, eqv
from chibi_hooks.scheme.values.flat_keys import LEAST, SELF_HASHED
from chibi_hooks.scheme.values.indexed import CHANGES
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Any, Final

FEW: Final = 8  # members that are walked along: that is as fast
SHORT: Final = 16  # the same where they are but looked for
SELDOM: Final = 16  # changes of strings, each of which tells all texts anew: then they are walked along


class Noted(list[Value]):
    """A collector that knows what is in it. It says that it is a list: so a resumed frame takes a `copy`."""

    __slots__ = ("texts", "others", "told", "as_of", "losses", "base", "based")
    __class__ = list  # type: ignore[assignment]
    texts: set[str]  # of strings; the sets are there when they are asked for
    others: set[Any]  # small integers and symbols
    told: int  # how many members they tell of
    as_of: int  # how many changes of strings there were
    losses: int  # how often the texts had to be told anew
    base: Value  # the list of the first ones, last first; as `based`, there when it is made
    based: int  # how many those are

    def note(self) -> None:
        """Add to the sets what was put in since, and tell the texts anew if strings were changed."""
        if not hasattr(self, "texts"):
            self.texts, self.others, self.told, self.losses, self.as_of = set(), set(), 0, 0, CHANGES[0]
        if self.as_of != CHANGES[0]:
            self.as_of = CHANGES[0]
            if self.texts and self.losses < SELDOM:
                self.losses += 1
                self.texts = {x.s for x in self[: self.told] if x.__class__ is String}
        for x in self[self.told :] if self.told < len(self) - 1 else self[-1:]:
            kind = x.__class__
            if kind is Symbol or kind is int and LEAST < x < SELF_HASHED:
                self.others.add(x)
            elif kind is String:
                self.texts.add(x.s)
        self.told = len(self)

    def pairs(self) -> Value:
        """The list of its members, last first; of the same pairs, when it is asked for again."""
        base, based = (self.base, self.based) if hasattr(self, "base") else (NIL, 0)
        self.base, self.based = to_list(self[based:][::-1], base), len(self)
        return self.base

    def copy(self) -> Noted:
        """What a resumed frame goes on with."""
        base = self.pairs()
        made = Resumed(from_list(base)[::-1] if proper_length(base) is not None else self)
        made.base, made.based = base, len(made)
        return made


class Resumed(Noted):
    """One that is walked along."""

    __slots__ = ()


@primitive("%collector-noted", pure=False)
def collector_noted() -> Value:
    """(%collector-noted) -> a new collector that is asked what is in it."""
    return Noted()


@primitive("%collected-noted", pure=False)
def collected_noted(results: Value) -> Value:
    """(%collected-noted collector) -> a list of the values, last first."""
    return results.pairs()


@primitive("%collected-member?", returns="boolean", pure=False)
def collected_member(results: Value, x: Value) -> bool:
    """(%collected-member? collector x) -> whether a value is there that is equal? to x."""
    kind = x.__class__
    if kind is String:
        s = x.s
        if len(results) > FEW and type(results) is Noted:
            told = _told(results)
            if told.losses < SELDOM:
                return s in told.texts
        for each in results:  # noqa: SIM110  a generator costs more than a few members
            if each.__class__ is String and each.s == s:
                return True
        return False
    return _has_pair(results, x) if kind is Pair else _has(results, x, equal)


@primitive("%collected-memv?", returns="boolean", pure=False)
def collected_memv(results: Value, x: Value) -> bool:
    """(%collected-memv? collector x) -> whether a value is there that is eqv? to x."""
    if len(results) > FEW and x.__class__ is int and LEAST < x < SELF_HASHED and type(results) is Noted:
        return x in _told(results).others
    return _has(results, x, eqv)


@primitive("%collected-memq?", returns="boolean", pure=False)
def collected_memq(results: Value, x: Value) -> bool:
    """(%collected-memq? collector x) -> the same as `memq` compares."""
    if x.__class__ is int:
        return _has(results, x, eqv)
    if len(results) > SHORT and x.__class__ is Symbol and type(results) is Noted:
        return x in _told(results).others
    for each in results:  # noqa: SIM110  as above
        if each is x:
            return True
    return False


def _has(results: Value, x: Value, same: Callable[[Value, Value], bool]) -> bool:
    """The same of what is no text."""
    kind = x.__class__
    if kind is int and LEAST < x < SELF_HASHED:
        if len(results) > FEW and type(results) is Noted:
            return x in _told(results).others
        for each in results:  # noqa: SIM110  as above
            if each.__class__ is int and each == x:
                return True
        return False
    return collected_memq(results, x) if kind is Symbol else any(each is x or same(each, x) for each in results)


def _told(results: Noted) -> Noted:
    """The collector, whose sets tell of all its members."""
    try:
        if results.told != len(results) or results.as_of != CHANGES[0]:
            results.note()
    except AttributeError:
        results.note()
    return results


def _has_pair(results: Value, x: Value) -> bool:
    """The same of a pair. What begins with something else is looked at no further."""
    first = x.car
    kind = first.__class__
    for each in results:
        if each.__class__ is Pair:
            other = each.car
            if (
                other is first
                or other.__class__ is kind is not Symbol  # no other symbol is the same
                and (other == first if kind is int else other.s == first.s if kind is String else True)
            ) and equal_pairs(each, x):
                return True
    return False
