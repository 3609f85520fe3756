"""Patterns come in, what they were compiled to goes out: those that were used lately are kept, for all worlds.

A kept pattern holds only its own text and tree. An S-expression is kept by identity, if it is a literal: nobody can
change that, and what was compiled holds it. Any other that is small is kept by its members, and what was compiled holds
a copy that nobody can change: a pattern made of parts is mostly made again. What RE2 makes of all patterns is bounded
by `programs`.
"""

from __future__ import annotations

from weakref import ref

from chibi_hooks.scheme.regexps.regexp import AnyOf, Regexp, regexp_of
from chibi_hooks.scheme.values.data import Pair, String, Symbol, Value
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.values.flat_keys import flat
from chibi_hooks.scheme.values.frozen import LiteralPair, frozen, literal_string
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.regexps.sre import SreRegexp

SIZE: Final = 60_000  # characters and instructions of all that is kept together: under 15 MB
MANY: Final = 500  # patterns kept at once: more than the hooks of a large home use

Searcher = Regexp | AnyOf
Pattern = str | tuple[Any, ...] | int  # several texts, or the members of an S-expression; the identity of a literal
ALONE: Final = {String: 0, Symbol: 1}  # what comes before the text of an S-expression that is nothing else
LITERALS: Final = 64  # lists of patterns that nobody can change: more than the policies of a large home have

_any: dict[int, tuple[Value, ref[AnyOf]]] = {}  # by the identity of such a list, as long as it is kept otherwise
_kept: dict[Pattern, tuple[Searcher, int]] = {}  # the oldest first; bounded by SIZE and MANY


def kept(who: str, pattern: str) -> Regexp:
    """What a pattern was compiled to; `who` wants it as its first argument. Raises SchemeError."""
    found = _kept.get(pattern)
    if found is None:
        try:
            made = regexp_of(pattern)
        except SchemeError as error:
            raise _of_argument(who, error, "argument 1: ") from None
        found = _keep(pattern, made, len(pattern) + made.program.size)
    return found[0]  # type: ignore[return-value]


def kept_any(who: str, patterns: tuple[str, ...]) -> AnyOf:
    """What searches for several patterns at once; `who` wants them as its first argument. Raises SchemeError."""
    found = _kept.get(patterns)
    if found is None:
        try:
            made = AnyOf(patterns)
        except SchemeError as error:
            raise _of_argument(who, error, "argument 1: ") from None
        found = _keep(patterns, made, sum(map(len, patterns)) + made.regexp.program.size)
    return found[0]  # type: ignore[return-value]


def kept_list(patterns: Value) -> AnyOf | None:
    """What searches for the patterns of a list that was met before and that nobody can change, without a look at
    them; None for any other."""
    found = _any.get(id(patterns))
    return found[1]() if found is not None and found[0] is patterns else None


def keep_list(patterns: Value, made: AnyOf) -> None:
    """Remember what a list of patterns was made into, if nobody can change it."""
    if type(patterns) is LiteralPair:
        while len(_any) >= LITERALS:
            _any.pop(next(iter(_any), 0), None)
        _any[id(patterns)] = (patterns, ref(made))


def kept_sre(sre: Value) -> SreRegexp:
    """What an S-expression was compiled to. Raises SchemeError."""
    literal = type(sre) is LiteralPair
    key = id(sre) if literal else _members(sre)
    found = _kept.get(key) if key is not None else None
    if found is not None:
        return found[0]  # type: ignore[return-value]
    from chibi_hooks.scheme.regexps.sre import SreRegexp  # cold start: patterns in text need none of its sets

    made = SreRegexp(sre)
    size = made.program.size + _length(sre)
    if key is not None and size < SIZE:
        if not literal:
            made.sre = _own(sre)
        _keep(key, made, size)
    return made


def _length(sre: Value) -> int:
    """How many pairs and characters there are, names of groups too; if there are more than is kept, not how many."""
    found, waiting = 0, [sre]
    while waiting and found < SIZE:
        x = waiting.pop()
        kind = x.__class__
        if kind is Pair:
            found += 1
            waiting += (x.car, x.cdr)
        elif kind is String or kind is Symbol:
            found += len(x.s if kind is String else x.text)
    return found


def _members(sre: Value) -> tuple[Any, ...] | None:
    """What an S-expression is looked up by that may be changed; None for what is none, or not small."""
    kind = sre.__class__
    if kind is Pair:
        return flat(sre)
    if kind is String:
        return ALONE[kind], sre.s
    return (ALONE[kind], sre.text) if kind is Symbol else None


def _own(sre: Value) -> Value:
    """The same data, of which no other world has a part and which nobody can change."""
    top = Pair()
    waiting = [(top, "car", sre)]
    while waiting:
        holder, part, x = waiting.pop()
        kind = x.__class__
        if kind is Pair:
            made = Pair()
            waiting += ((made, "car", x.car), (made, "cdr", x.cdr))
            setattr(holder, part, made)
        else:
            setattr(holder, part, literal_string(x.s) if kind is String else x)
    return frozen(top.car)


def _keep(key: Pattern, made: Searcher, size: int) -> tuple[Searcher, int]:
    total = size + sum([each[1] for each in [*_kept.values()]])
    while _kept and (total > SIZE or len(_kept) >= MANY):
        dropped = _kept.pop(next(iter(_kept), key), None)
        total -= dropped[1] if dropped else 0
    _kept[key] = found = (made, size)
    return found


def _of_argument(who: str, error: SchemeError, where: str) -> SchemeError:
    """The error of a pattern, told by the procedure that was given it."""
    condition: Value = error.payload
    if who == "regexp" or not isinstance(condition, Condition):
        return error
    return fail(condition.condition_kind, where + condition.message, who=who)
