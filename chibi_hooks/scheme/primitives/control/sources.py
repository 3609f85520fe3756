"""Data in, generators of `(srfi 158)` out that know what they have left: who wants many values gets them at once.

Theory. What a generator over a list, a vector or a range gives next depends on nobody else, so to be asked for a
thousand values at once is the same as a thousand times for one, and takes a tenth of the time. What is made of such
generators only is one, too. Every other generator is a procedure like any other, written in Scheme.

Rules: a source changes nothing before it has what it gives, so that a call which finds the stack full may be made
again. What becomes of the data meanwhile is seen. `take` gives fewer values than it is asked for only where the
generator would have given the end of file after them; None: it has to be asked for each.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import maxsize
from types import FunctionType

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import CYCLE_CHECK, elements, list_items, octets, span, text
from chibi_hooks.scheme.values.data import CHARS, EOF, FALSE, NIL, Bytevector, Pair, Value, Vector, to_list
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.limits import ELEMENTS
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Any, Final, TypeAlias

ALL: Final = maxsize
DEEPEST: Final = 16  # generators of generators: what is nested deeper asks one by one, on any stack


class ListLeft:
    """What is left of a list."""

    __slots__ = ("rest",)
    depth = 0

    def __init__(self, rest: Value) -> None:
        self.rest = rest

    def take(self, most: int) -> list[Value] | None:
        """The next values (see the rules)."""
        rest = self.rest
        if most > CYCLE_CHECK:
            length = proper_length(rest)
            if length is None or length > ELEMENTS:
                return None
            most = min(most, length)
        items: list[Value] = []
        try:
            for _ in range(most):
                if rest is NIL:
                    break
                x = rest.car
                rest = rest.cdr
                if x is EOF:
                    break
                items.append(x)
        except AttributeError:
            return None
        self.rest = rest
        return items


class RangeLeft:
    """What is left of a vector, a string, a bytevector or (None) the integers: from `at` on in steps, before `end`."""

    __slots__ = ("of", "at", "end", "step")
    depth = 0

    def __init__(self, of: Value, at: int, end: int, step: int = 1) -> None:
        self.of = of
        self.at = at
        self.end = end
        self.step = step

    def take(self, most: int) -> list[Value] | None:
        """The next values (see the rules)."""
        left = range(self.at, self.end, self.step)[:most]
        if left.stop - left.start > ELEMENTS or left.start - left.stop > ELEMENTS:  # `len` is for smaller ones
            return None
        of = self.of
        self.at = left.stop
        if of is None:
            return list(left)
        if of.__class__ is Vector:
            items = of.v[left.start : left.stop] if self.step > 0 else of.v[left.stop + 1 : left.start + 1][::-1]
            return _before_end(self, items, left)
        if of.__class__ is Bytevector:
            return list(of.b[left.start : left.stop])
        return list(map(CHARS.__getitem__, of.s[left.start : left.stop]))


def _before_end(source: RangeLeft, items: list[Value], left: range) -> list[Value]:
    """The values before an end of file that stands in the vector."""
    for x in items:
        if x is EOF:
            break
    else:
        return items
    before = next(i for i, x in enumerate(items) if x is EOF)
    source.at = left[before] + source.step
    return items[:before]


class GeneratorsLeft:
    """Generators one after the other: what `gappend` makes."""

    __slots__ = ("waiting", "depth")

    def __init__(self, generators: tuple[Value, ...]) -> None:
        self.waiting = generators[::-1]  # the next one last
        self.depth = 1 + max((source_of(each).depth for each in generators), default=0)

    def take(self, most: int) -> list[Value] | None:
        """The next values (see the rules)."""
        items: list[Value] = []
        while self.waiting and len(items) < most:
            some = source_of(self.waiting[-1]).take(most - len(items))
            if some is None:
                if items:  # they go back
                    self.waiting = (*self.waiting, generator(ListLeft(to_list(items)), _of_cells))
                return None
            items += some
            if len(items) < most:
                self.waiting = self.waiting[:-1]
        return items


class FirstOnes:
    """At most so many of the values of a generator: what `gtake` makes."""

    __slots__ = ("pull", "left", "depth")

    def __init__(self, pull: Value, left: int) -> None:
        self.depth = 1 + source_of(pull).depth
        self.pull = pull
        self.left = left

    def take(self, most: int) -> list[Value] | None:
        """The next values (see the rules)."""
        items = _taken(source_of(self.pull), min(most, self.left))
        if items is not None:
            self.left -= min(most, self.left, len(items) + 1)  # an end of file counts, too
        return items


class LaterOnes:
    """A generator without so many of its next values: what `gdrop` makes."""

    __slots__ = ("pull", "skip", "depth")

    def __init__(self, pull: Value, skip: int) -> None:
        self.depth = 1 + source_of(pull).depth
        self.pull = pull
        self.skip = skip

    def take(self, most: int) -> list[Value] | None:
        """The next values (see the rules)."""
        source = source_of(self.pull)
        while self.skip:
            skipped = source.take(self.skip)
            if skipped is None:
                return None
            self.skip -= min(self.skip, len(skipped) + 1)
        return _taken(source, most)


def _of_cells(source: ListLeft) -> Value:
    def pull() -> Value:
        rest = source.rest
        if rest is NIL:
            return EOF
        if rest.__class__ is not Pair:
            raise wrong_type("car", 0, "a pair", rest)
        source.rest = rest.cdr
        return rest.car

    return pull


def _of_integers(source: RangeLeft) -> Value:
    def pull() -> Value:
        at = source.at
        if at == source.end:
            return EOF
        source.at = at + source.step
        return at

    return pull


def _of_elements(source: RangeLeft) -> Value:
    items = source.of.b if source.of.__class__ is Bytevector else source.of.v

    def pull() -> Value:
        at = source.at
        if at == source.end:
            return EOF
        source.at = at + source.step
        return items[at]

    return pull


def _of_text(source: RangeLeft) -> Value:
    string = source.of

    def pull() -> Value:
        at = source.at
        if at == source.end:
            return EOF
        source.at = at + 1
        return CHARS[string.s[at]]

    return pull


def _of_generators(source: GeneratorsLeft) -> Value:
    def pull() -> Value:
        while source.waiting:
            x = source.waiting[-1]()
            if x is not EOF:
                return x
            source.waiting = source.waiting[:-1]
        return EOF

    return pull


def _of_first(source: FirstOnes) -> Value:
    def pull() -> Value:
        if source.left == 0:
            return EOF
        x = source.pull()
        source.left -= 1
        return x

    return pull


def _of_rest(source: LaterOnes) -> Value:
    def pull() -> Value:
        while source.skip:
            source.pull()
            source.skip -= 1
        return source.pull()

    return pull


Source: TypeAlias = "ListLeft | RangeLeft | GeneratorsLeft | FirstOnes | LaterOnes"


def generator(source: Source, pull: Callable[[Any], Value]) -> Value:
    """The procedure that gives what a source has left, one by one."""
    made: Any = pull(source)
    made.source = source
    return made


def source_of(x: Value) -> Any:
    """What such a procedure has left; None for any other."""
    return x.__dict__.get("source") if x.__class__ is FunctionType else None


@primitive("list->generator", pure=False)
def list_to_generator(a: Value) -> Value:
    """(list->generator list) -> a generator of its elements."""
    return generator(ListLeft(a), _of_cells)


@primitive("vector->generator", pure=False)
def vector_to_generator(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector->generator vector [start [end]]) -> a generator of the elements in that range."""
    first, last = span("vector->generator", 2, len(elements("vector->generator", 1, a)), start, end)
    return generator(RangeLeft(a, first, last), _of_elements)


@primitive("reverse-vector->generator", pure=False)
def reverse_vector_to_generator(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(reverse-vector->generator vector [start [end]]) -> the same, from the end."""
    first, last = span("reverse-vector->generator", 2, len(elements("reverse-vector->generator", 1, a)), start, end)
    return generator(RangeLeft(a, last - 1, first - 1, -1), _of_elements)


@primitive("string->generator", pure=False)
def string_to_generator(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string->generator string [start [end]]) -> a generator of the characters in that range."""
    first, last = span("string->generator", 2, len(text("string->generator", 1, a)), start, end)
    return generator(RangeLeft(a, first, last), _of_text)


@primitive("bytevector->generator", pure=False)
def bytevector_to_generator(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(bytevector->generator bytevector [start [end]]) -> a generator of the bytes in that range."""
    first, last = span("bytevector->generator", 2, len(octets("bytevector->generator", 1, a)), start, end)
    return generator(RangeLeft(a, first, last), _of_elements)


@primitive("%vector-to-generate", returns="integer")
def vector_to_generate(a: Value) -> Value:
    """(%vector-to-generate vector) -> how many elements vector->generator has, where its generator is no procedure."""
    return len(elements("vector->generator", 1, a))


@primitive("%reverse-vector-to-generate", returns="integer")
def reverse_vector_to_generate(a: Value) -> Value:
    """The same of reverse-vector->generator."""
    return len(elements("reverse-vector->generator", 1, a))


@primitive("%string-to-generate", returns="integer")
def string_to_generate(a: Value) -> Value:
    """The same of string->generator."""
    return len(text("string->generator", 1, a))


@primitive("%bytevector-to-generate", returns="integer")
def bytevector_to_generate(a: Value) -> Value:
    """The same of bytevector->generator."""
    return len(octets("bytevector->generator", 1, a))


@primitive("%generator-counted", pure=False)
def counted(start: Value, count: Value, step: Value) -> Value:
    """(%generator-counted start count step) -> a generator of so many exact integers."""
    return generator(RangeLeft(None, start, start + count * step, step), _of_integers)


@primitive("%generators-joined", pure=False)
def joined(a: Value) -> Value:
    """(%generators-joined generators) -> one after the other; #f if one of them has to be asked for each value."""
    generators = tuple(list_items("gappend", 1, a))
    known = all(_is_known(each) for each in generators)
    return generator(GeneratorsLeft(generators), _of_generators) if known else FALSE


@primitive("%generator-first", pure=False)
def first(pull: Value, k: Value) -> Value:
    """(%generator-first generator k) -> its first k values; #f if it has to be asked for each."""
    return generator(FirstOnes(pull, k), _of_first) if _is_known(pull, k) else FALSE


@primitive("%generator-rest", pure=False)
def rest(pull: Value, k: Value) -> Value:
    """(%generator-rest generator k) -> what comes after its first k values; #f if it has to be asked for each."""
    return generator(LaterOnes(pull, k), _of_rest) if _is_known(pull, k) else FALSE


@primitive("%generator-taken", pure=False)
def taken(pull: Value, k: Value = ALL) -> Value:
    """(%generator-taken generator [k]) -> a collector of its (first k) values; #f if it has to be asked for each."""
    found = _taken(source_of(pull), k) if _is_known(pull, k) else None
    return FALSE if found is None else found


def _taken(source: Source, most: int) -> list[Value] | None:
    return source.take(most)


def _is_known(pull: Value, k: Value = 0) -> bool:
    source = source_of(pull)
    return source is not None and source.depth < DEEPEST and k.__class__ is int and k >= 0
