"""The file of a policy -> what it declares, without running it: doc, parameters, points, what it may say and needs.

Rules
-----
* Only the form `define-policy` is read, and which words stand in a point's clause or in the definitions that it names.
* `object` stands for deny, ask or warn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.homes.policies import SOURCE, PolicySource, as_toml
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.reading.quotation import datum_of
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.data import NIL, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText

SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "object": ("block", "denied", "output"), "deny": ("block", "denied"), "ask": ("ask",), "context": ("context",),
    "keep-going": ("keep_going",), "rewrite-output": ("output",), "warn": ("warn",),
}  # fmt: skip
"""Words of a policy -> the fields of an answer that they set, the first that a point takes."""
NEEDS: Final = {"(harness session)": "session", "(harness facts)": "facts", "(harness secrets)": "secrets"}
"""Libraries -> what a policy needs that imports them."""
ACTION: Final = ("action", '"deny"', "what an objection does: deny, ask the user, or warn")
"""The parameter that every policy has (harness/policy.scm)."""

Plain = Any  # Scheme data as Python lists, `Symbol`s and values


@dataclass(frozen=True, slots=True)
class DeclaredParameter:
    """A parameter: its name, its default as Scheme would write it, and what it is for."""

    name: str
    default: str
    doc: str

    @property
    def in_toml(self) -> str:
        """`name = default`, as chibi-hooks.toml has it."""
        if self.default in ("#t", "#f"):
            return f"{self.name} = {'true' if self.default == '#t' else 'false'}"
        form = read_source(SourceText(self.name, self.default))[0]
        return f"{self.name} = {as_toml(_plain(datum_of(form)))}"


@dataclass(frozen=True, slots=True)
class PolicyDeclaration:
    """What a policy declares. `says`: the fields of an answer that it may set at its points."""

    source: PolicySource
    doc: str
    parameters: tuple[DeclaredParameter, ...]
    points: tuple[str, ...]
    says: tuple[tuple[str, str], ...]
    needs: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is switched on by."""
        return self.source.name

    def to_json(self) -> dict[str, Json]:
        """The object that `policies --json` prints, but for what agents make of it."""
        return {
            "name": self.name,
            "library": self.source.library,
            "doc": self.doc,
            "parameters": [{"name": p.name, "default": p.default, "doc": p.doc} for p in self.parameters],
            "points": list(self.points),
            "needs": list(self.needs),
        }


def declaration_of(source: PolicySource) -> PolicyDeclaration | None:
    """What the file of a policy declares; None where it cannot be read, or declares no policy of its name."""
    try:
        text = read_file(source.path, SOURCE).decode("utf-8")
        forms = [_plain(datum_of(form)) for form in read_source(SourceText(source.path.name, text))]
    except (OSError, ValueError, SchemeError, RecursionError):
        return None
    body = list(_inside(forms))
    for form in body:
        if _head(form) == "define-policy" and len(form) >= 4 and _name(form[1]) == source.name:
            return _declared(source, form, body, _imports(forms))
    return None


def _declared(
    source: PolicySource, form: Sequence[Plain], body: Sequence[Plain], imports: Sequence[str]
) -> PolicyDeclaration:
    told = [each for each in form[3][1:] if isinstance(each, list) and len(each) == 3]
    parameters = [DeclaredParameter(_name(name), _written(value), str(doc)) for name, value, doc in told]
    if not any(each.name == ACTION[0] for each in parameters):
        parameters.append(DeclaredParameter(*ACTION))
    clauses = [each for each in form[4:] if isinstance(each, list) and _name(each[0]) in POINTS]
    definitions = {_defined(each): set(_words(each)) for each in body if _head(each) == "define"}
    says = tuple((_name(clause[0]), field) for clause in clauses for field in _fields(clause, definitions))
    needs = tuple(what for library, what in NEEDS.items() if library in imports)
    points = tuple(dict.fromkeys(_name(clause[0]) for clause in clauses))
    return PolicyDeclaration(source, str(form[2]), tuple(parameters), points, says, needs)


def _fields(clause: Sequence[Plain], definitions: Mapping[str, set[str]]) -> Iterator[str]:
    """The fields that a clause may set: its words, and those of the definitions that it names."""
    words, pending = set[str](), list(_words(clause))
    while pending:
        word = pending.pop()
        if word not in words:
            words.add(word)
            pending += definitions.get(word, ())
    there = POINTS[_name(clause[0])].outcome_fields
    for word, fields in SAYS.items():
        field = next((each for each in fields if each in there), None)
        if word in words and field is not None:
            yield field


def _inside(forms: Sequence[Plain]) -> Iterator[Plain]:
    """The forms of the bodies of libraries."""
    for form in forms:
        if _head(form) == "define-library":
            for part in form[2:]:
                if _head(part) == "begin":
                    yield from part[1:]


def _imports(forms: Sequence[Plain]) -> list[str]:
    found = [each for form in forms if _head(form) == "define-library" for each in form[2:]]
    return [_written(spec) for each in found if _head(each) == "import" for spec in each[1:]]


def _defined(form: Sequence[Plain]) -> str:
    target = form[1] if len(form) > 1 else ""
    return _name(target[0] if isinstance(target, list) and target else target)


def _words(x: Plain) -> Iterator[str]:
    """The symbols in data."""
    if isinstance(x, Symbol):
        yield x.text
    elif isinstance(x, list):
        for each in x:
            yield from _words(each)


def _head(x: Plain) -> str:
    return _name(x[0]) if isinstance(x, list) and x else ""


def _name(x: Plain) -> str:
    return x.text if isinstance(x, Symbol) else ""


def _plain(x: Value) -> Plain:
    if x.__class__ is String:
        return x.s
    if x is NIL:
        return []
    if x.__class__ is Pair:
        members, rest = [], x
        while rest.__class__ is Pair:
            members.append(_plain(rest.car))
            rest = rest.cdr
        return members
    return x


def _written(x: Plain) -> str:
    """Data as Scheme would write it; a quoted list without its quote."""
    if isinstance(x, list):
        if _head(x) == "quote" and len(x) == 2:
            return _written(x[1])
        return f"({' '.join(map(_written, x))})"
    if isinstance(x, str):
        return '"' + x.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return write_text(x)
