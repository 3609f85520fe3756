"""A compiled unit in, marshallable data out, and back: what is kept on disk of a unit.

Rules
-----
* Constants are written by meaning: data by content, what belongs to the engine by its key in the shared table. A unit
  with a constant that has no such form (data that shares or contains itself, an uninterned symbol) is not kept.
* Of the sites only place, kind and names are kept. The trees that continuations and some errors need are made again
  from the source (`CompiledUnit.complete`), which gives the same sites, because emission is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from marshal import dumps, loads
from types import CodeType

from chibi_hooks.scheme.primitive import FAMILIES
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import KINDS, Integrated, Site
from chibi_hooks.scheme.values.data import (
    NIL,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    char,
    intern,
    string_of,
    vector_of,
)
from chibi_hooks.scheme.values.frozen import frozen
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.typenames import Any, Final

NESTING: Final = 200  # of a constant; deeper ones are compiled each time
UnitImage = tuple[Any, ...]  # (name, trusted, code, constants, sources, about, sites, families); see `written`


class Unstorable(Exception):
    """The unit cannot be kept; it is compiled each time."""


def written(unit: CompiledUnit, code: CodeType, keys: Mapping[int, str]) -> UnitImage:
    """The unit as data for `marshal`, with what `about_sites` says. `keys` gives the shared table's key of an object by
    its id. Raises Unstorable."""
    writer = _ImageWriter(keys)
    constants = tuple([writer.constant(value, 0) for value in unit.constants])
    sites = dumps(tuple([writer.site(site) for site in unit.sites]))
    sources = tuple([source.name for source in writer.sources])
    families = {FAMILIES[name] for name in {*_named(code), *writer.named} if name in FAMILIES}
    return unit.name, unit.trusted, code, constants, sources, unit.about, sites, tuple(sorted(families))


def _named(code: CodeType) -> Iterator[str]:
    """The global names in code and what is inside of it."""
    waiting = [code]
    for each in waiting:  # which grows meanwhile
        yield from each.co_names
        waiting += [constant for constant in each.co_consts if constant.__class__ is CodeType]


def constant_written(value: Value, keys: Mapping[int, str]) -> Any:
    """One constant as data for `marshal`; `keys` as above. Raises Unstorable."""
    return _ImageWriter(keys).constant(value, 0)


def constants_of(image: UnitImage, table: Mapping[str, Any]) -> list[Value]:
    """The constants of a kept unit, fresh data for each caller. Raises KeyError for an image of another engine."""
    return [frozen(constant_read(each, table)) for each in image[3]]


def sites_of(names: Sequence[str], written: bytes, source: Callable[[str], SourceText]) -> list[Site]:
    """The sites of a kept unit, without their trees. They stand in the image as bytes: few units are ever asked for
    them, and as data they are a third of what a world takes. `names`: of the texts, which `source` gives."""
    sources = [source(name) for name in names]

    def place(where: Any) -> Place | None:
        return None if where is None else Place(sources[where[0]], *where[1:])

    sites = []
    for kind, name, inside, where, around in loads(written):
        site = Site(place(where), KINDS[kind], name)
        site.inside = inside
        site.around = tuple([Integrated(each, place(call), library) for each, call, library in around])
        sites.append(site)
    return sites


class _ImageWriter:
    def __init__(self, keys: Mapping[int, str]) -> None:
        self.keys = keys
        self.seen: set[int] = set()
        self.named: set[str] = set()  # keys that were written
        self.sources: list[SourceText] = []

    def constant(self, value: Value, depth: int) -> Any:
        if depth > NESTING:
            raise Unstorable("a constant is nested too deeply")
        kind = value.__class__
        if kind is int or kind is float or kind is complex:
            return value
        if value is NIL:
            return ("p", (), None)
        key = self.keys.get(id(value))
        if key is not None:
            self.named.add(key)
            return ("t", key)
        write = _WRITERS.get(kind)
        if write is None:
            raise Unstorable(f"a constant of type {kind.__name__}")
        if kind is not Symbol and kind is not Char:
            if id(value) in self.seen:
                raise Unstorable("a constant shares its parts")
            self.seen.add(id(value))
        return write(self, value, depth + 1)

    def pair(self, value: Value, depth: int) -> Any:
        items = []
        while True:
            items.append(self.constant(value.car, depth))
            value = value.cdr
            if value.__class__ is not Pair:
                return ("p", tuple(items), None if value is NIL else self.constant(value, depth))
            if id(value) in self.seen:
                raise Unstorable("a constant contains itself")
            self.seen.add(id(value))

    def vector(self, value: Value, depth: int) -> Any:
        return ("v", tuple([self.constant(item, depth) for item in value.v]))

    def symbol(self, value: Value, depth: int) -> Any:
        if intern(value.text) is not value:
            raise Unstorable("a symbol that is not interned")
        return ("y", value.text)

    def site(self, site: Site) -> Any:
        around: Any = ()
        if site.around:
            around = tuple([(each.name, self.place(each.place), each.library) for each in site.around])
        return KINDS.index(site.kind), site.name, site.procedure(), self.place(site.place), around

    def place(self, place: Place | None) -> Any:
        if place is None:
            return None
        if place.source not in self.sources:
            self.sources.append(place.source)
        number = self.sources.index(place.source)
        return number, place.start, place.end


_WRITERS: Final[dict[type, Callable[[_ImageWriter, Value, int], Any]]] = {
    Pair: _ImageWriter.pair,
    Vector: _ImageWriter.vector,
    Symbol: _ImageWriter.symbol,
    String: lambda writer, value, depth: ("s", value.s),
    Char: lambda writer, value, depth: ("c", value.c),
    Bytevector: lambda writer, value, depth: ("b", bytes(value.b)),
    Ratio: lambda writer, value, depth: ("r", value.numerator, value.denominator),
    Gaussian: lambda writer, value, depth: (
        "g",
        writer.constant(value.real, depth),
        writer.constant(value.imag, depth),
    ),
}


def constant_read(data: Any, table: Mapping[str, Any]) -> Value:
    """A constant from what `constant_written` made of it. Raises KeyError for one of another engine."""
    if data.__class__ is not tuple:
        return data
    tag = data[0]
    if tag == "t":
        return table[data[1]]
    if tag == "p":
        value = NIL if data[2] is None else constant_read(data[2], table)
        for item in reversed(data[1]):
            pair = Pair()
            pair.car = constant_read(item, table)
            pair.cdr = value
            value = pair
        return value
    if tag == "g":
        return Gaussian(constant_read(data[1], table), constant_read(data[2], table))
    if tag == "v":
        return vector_of([constant_read(item, table) for item in data[1]])
    return _READERS[tag](*data[1:])


_READERS: Final[dict[str, Callable[..., Value]]] = {
    "y": intern,
    "s": string_of,
    "c": char,
    "b": lambda data: Bytevector(bytearray(data)),
    "r": Ratio,
}
