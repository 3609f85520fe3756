"""A name or a library of ours -> its entry: how it is used, what it does, examples, which libraries have it.

The world that is asked is that of a hook file which may import everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from os import path
from typing import Final

from chibi_hooks.docs.names import comments, documentation, examples, kind_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.scripts.providing import OF_THE_HOST, prelude
from chibi_hooks.hooks.scripts.script import ThreadScript
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.interpreter import MEMORY_LIMIT, TIME_LIMIT, Interpreter
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.libraries.comments import comments_of, examples_of
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB, library_path
from chibi_hooks.scheme.values.data import UNDEFINED
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.worlds.hints import written_in_r7rs

POLICY: Final = re.compile(r'\(define-policy \S+\s+"([^"]*)"')  # what a policy says of itself


@dataclass(frozen=True, slots=True)
class NameEntry:
    """What there is to say about a name. `kind` is syntax, procedure, variable or point; `libraries` have it."""

    name: str
    kind: str
    usage: list[str]
    about: str = ""
    examples: list[str] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Json]:
        """An object with all of it."""
        return asdict(self)

    def text(self) -> str:
        """For a terminal."""
        if self.kind == "point":
            return self.about
        parts = ["\n".join([*(self.usage or [self.name]), *([self.about] if self.about else [])])]
        parts += ["\n".join(f"  {line}" for line in self.examples)] if self.examples else []
        return "\n\n".join([*parts, self.whence()])

    def whence(self) -> str:
        """Whether a hook file has it without an import line, and which libraries have it."""
        without = in_every_hook_file(self.name)
        where = " ".join(self.libraries)
        return f"in {where}; a hook file has it without an import" if without else f"(import {self.libraries[0]})"


def entry(name: str) -> NameEntry:
    """The entry of a name: a hook point, or what some library exports. Raises BadRequest, with a near name."""
    name = name.removeprefix("'")
    if name in POINTS and name not in exporters():
        usage, about = documentation(name, None, UNDEFINED, None)
        return NameEntry(name, "point", usage, about)
    found = exporters().get(name)
    if found is None:
        near = did_you_mean(name, [*exporters(), *POINTS, *documented_libraries()])
        if instead := written_in_r7rs(name):
            raise BadRequest(f'there is no "{name}" in Scheme: write {instead}')
        raise BadRequest(f'nothing is known of "{name}"{near or "; `chibi-hooks docs` lists the pages of the manual"}')
    return entry_in(found[0], name, found)


def entry_in(library: str, name: str, libraries: list[str]) -> NameEntry:
    """The entry of a name as one library means it. Raises SchemeError."""
    world = manual_world()
    meaning = world.names.libraries.find(library, None).exports[name]
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    said = next((each[name] for each in _own_comments(library) if name in each), None)
    usage, about = ([said[0]], said[1]) if said is not None else documentation(name, meaning, value, None)
    shown = next((each[name] for each in _own_examples(library) if name in each), examples().get(name, []))
    kind = kind_of(name, meaning, value) or "variable"
    return NameEntry(name, kind, [each for each in usage if each], about, shown, libraries)


def library_named(text: str) -> str | None:
    """`(harness shell)` for itself, `harness shell` and `harness/shell`; None when there is no such library."""
    wanted = f"({' '.join(text.strip().strip('()').replace('/', ' ').split())})"
    return wanted if wanted in documented_libraries() else None


@cache
def documented_libraries() -> dict[str, str]:
    """Every library that a hook file may import -> the tier that it needs."""
    return dict(sorted(standard_libraries().items(), key=lambda each: (_family_order(each[0]), each[0])))


def names_of(library: str) -> list[str]:
    """What a library exports, in the order of its declaration."""
    return exports_of(library)


@cache
def exporters() -> dict[str, list[str]]:
    """Exported name -> the libraries that have it: those that a hook file has anyway first."""
    found: dict[str, list[str]] = {}
    own = set(prelude()[0])
    for library in sorted(documented_libraries(), key=lambda each: (each not in own, _family_order(each), each)):
        for name in names_of(library):
            found.setdefault(name, []).append(library)
    return found


def about_library(library: str) -> str:
    """The head comment of a library's file, or what a policy says of itself: what it is, in some lines."""
    file = library_path(library, SCHEME_LIB)
    lines = file.read_text("utf-8").splitlines() if file is not None else []
    taken: list[str] = []
    for line in lines:
        if not line.startswith(";;;"):
            break
        taken.append(line.removeprefix(";;;").strip())
    told = "\n".join(taken).strip().removeprefix(library).lstrip(": ").strip()
    stated = POLICY.search("\n".join(lines))
    return told or (stated[1] if stated is not None else "")


def in_every_hook_file(name: str) -> bool:
    """Does a hook file have it without an import line?"""
    own = {*prelude()[0], *OF_THE_HOST}
    return bool(own & set(exporters().get(name, ())))


@cache
def manual_world() -> Interpreter:
    """A world to look names up in; nothing of a user's runs there."""
    script = ThreadScript("<manual>", "unsandboxed", TIME_LIMIT, MEMORY_LIMIT, [])
    with script.edited():
        _ = script.interpreter.top_level
    return script.interpreter


def _own_comments(library: str) -> Iterator[dict[str, tuple[str, str]]]:
    return (comments_of(file) for file in _files_of(library))


def _own_examples(library: str) -> Iterator[dict[str, list[str]]]:
    return (examples_of(file) for file in _files_of(library))


def _files_of(library: str) -> list[str]:
    """The declaration and the body of a library, below `scheme_lib`."""
    declared = library_path(library, SCHEME_LIB)
    if declared is None:
        return []
    there = [declared.with_suffix(".scm"), declared]
    return [path.relpath(each, SCHEME_LIB) for each in there if each.exists()]


def _family_order(library: str) -> int:
    """`(harness …)` first: that is what hook files are made of."""
    families = ("(harness ", "(scheme ", "(srfi ", "(tein ", "(chibi ")
    return next((number for number, each in enumerate(families) if library.startswith(each)), len(families))


def undocumented() -> list[str]:
    """Exported names of which nobody says how they are used."""
    named: list[str] = []
    for library in documented_libraries():
        for name in names_of(library):
            try:
                said = entry_in(library, name, [library])
            except SchemeError:
                continue
            if not said.usage and name not in comments():
                named.append(f"{library} {name}")
    return named
