"""Library names come in, loaded libraries go out (R7RS 5.6): the host's, those of `scheme_lib`, the world's own.

Rules
-----
* The libraries of `scheme_lib` are expanded once per process and shared; the keys of their locations are
  `name@(library)`, the same in every process. One that imports what the host provides belongs to one world, like the
  world's own libraries: keys `gN`.
* `(engine …)` may be imported only by `scheme_lib` and the host; a library with the declaration `(tier unsandboxed)`
  only by an unsandboxed world, `scheme_lib` and the host.
* `(alias-for library …)` exports what those export: one more name for a library costs a line, as in chibi-scheme.
* A library's body is expanded when `unit` is first asked for; a world's own library at once, so that its errors show.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from threading import RLock
from typing import Final

from chibi_hooks.forks import FORKS
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.expanding.bodies import TopDefinitions, collect
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.forms.declarations import Declarations, declarations
from chibi_hooks.scheme.expanding.imports import import_set, library_name
from chibi_hooks.scheme.expanding.programs import finished_unit
from chibi_hooks.scheme.expanding.scope import CORE_FORMS, Denotation, is_identifier, lookup
from chibi_hooks.scheme.expanding.toplevel import PRIMITIVES_LIBRARY, Library, TopLevel, primitive_location
from chibi_hooks.scheme.libraries.finding import OURS, SCHEME_LIB, library_file, library_path, near_libraries
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.reading.kept_syntax import forms_of
from chibi_hooks.scheme.reading.opener import real_path
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.reading.textfiles import read_text
from chibi_hooks.scheme.running.asking import Tier
from chibi_hooks.scheme.running.pause import paused
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.files import ENVIRONMENT_HINT, TIER_HINT
from chibi_hooks.scheme.values.source import Place, SourceText

Provided = Mapping[str, Mapping[str, Value]]  # library name -> {Scheme name: value, usually a Python callable}
INCLUDES: Final = 30  # files included one inside another
OF_THE_PROCESS: Final = ("(scheme process-context)", "(srfi 98)")  # a host may offer a sandboxed world a part of it
OF_HOSTS: Final = ("(harness host)", "(harness files)", "(harness docs)")  # provided to hook files, and to nobody else
_lock = RLock()  # for the shared libraries
FORKS.guard(_lock)


class NotImportable(SchemeError):
    """A library that does not exist, or that this world may not import; cond-expand takes it for absent."""


class NoHost(NotImportable):
    """A library that a host gives to its hook files, or one of ours that needs such a one."""


class Libraries:
    """The libraries of one world: what it has loaded, where it looks, what it may import."""

    def __init__(
        self,
        roots: Iterable[Path | str] = (),
        tier: Tier = "sandboxed",
        provided: Provided | None = None,
        *,
        shared: bool = False,
        counting: bool = False,
    ) -> None:
        self.roots = [Path(root) for root in roots]
        self.tier = tier
        self.provided = provided or {}
        self.provided_values: dict[str, Value] = {}  # by key, of the libraries imported so far
        self.shared = shared  # those of the whole process
        self.counting = counting  # for code that counts its steps: what is known of a procedure is of one kind of code
        self.refusal_of: Callable[[Path], str | None] | None = None  # why a file of the user's may not be read
        self.before: Mapping[Path, str] = {}  # the user's files as they were read before, which counts instead of disk
        self.sealed = False  # are there no others?
        self.beside: Path | None = None  # the directory of the program, for advice
        self.files: set[Path] = set()  # read so far
        self.is_settled = True  # would the same files be read again, as long as these are what they are?
        self._paths: dict[SourceText, Path] = {}
        self._included_from: dict[SourceText, SourceText] = {}
        self._loaded: dict[str, Library] = {}
        self._loading: list[str] = []
        self._world_bound: set[str] = set()  # libraries of scheme_lib that cannot be shared
        self._made = 0  # keys

    def new_key(self) -> str:
        """A name for generated code that nothing else in this world has."""
        made = self._made
        self._made = made + 1
        return f"g{made}"

    def for_world(self, roots: Iterable[Path | str], provided: Provided) -> Libraries:
        """Those of another world that has loaded what this one has, and goes on from there: the host's libraries with
        the values that it provides there. What is loaded here must be expanded as a whole (`expand_all`)."""
        other = Libraries(roots, self.tier, provided, counting=self.counting)
        other.files |= self.files
        other._paths.update(self._paths)
        other._included_from.update(self._included_from)
        other._loaded.update(self._loaded)
        other._world_bound |= self._world_bound
        other._made = self._made
        for name, names in other.provided.items():
            library = self._loaded.get(name)
            for each, location in library.exports.items() if library is not None else ():
                assert location.__class__ is Global
                other.provided_values[location.key] = names[each]
        return other

    def expand_all(self) -> None:
        """Expand the bodies of what is loaded now, so that none takes keys later. Raises SchemeError."""
        for library in list(self._loaded.values()):
            if library.top is not None and not library.top.keyed:
                assert library.unit is not None

    def find(self, name: str, place: Place | None, trusted: bool = False) -> Library:
        """The library of that name, loaded. Raises SchemeError of kind "library", and whatever is wrong inside it."""
        if not trusted and name.startswith("(engine "):
            raise _refused(f"{name} is internal to the engine", place)
        library = self._find(name, place)
        if library.unsandboxed and not trusted and self.tier != "unsandboxed":
            message = f'{name} needs tier = "unsandboxed" for this file'
            raise _refused(message, place, hint=ENVIRONMENT_HINT if name in OF_THE_PROCESS else TIER_HINT)
        return library

    def loaded(self, name: str) -> Library | None:
        """The library of that name if this world has loaded it."""
        return self._loaded.get(name)

    def exists(self, name: str, trusted: bool = False) -> bool:
        """Whether `find` would succeed, as far as the library's own text is right."""
        try:
            self.find(name, None, trusted)
        except NotImportable:
            return False
        return True

    def _find(self, name: str, place: Place | None) -> Library:
        library = self._loaded.get(name)
        if library is not None:
            return library
        if self.shared:
            with _lock:
                return self._search(name, place)
        return self._search(name, place)

    def _search(self, name: str, place: Place | None) -> Library:
        if name in self._loading:
            chain = " → ".join([*self._loading[self._loading.index(name) :], name])
            raise fail("library", f"libraries import each other in a circle: {chain}", who="import", place=place)
        if name in self.provided:
            return self._provide(name)
        ours = None if self.shared else common(self.counting)
        library = ours.loaded(name) if ours is not None else None
        if library is not None:  # as most that are imported are: nobody need look at the disk
            return library
        if ours is not None and library_path(name, SCHEME_LIB) is not None:
            library = ours.share(name, place)
            if library is not None:
                return library
        for path, root in ((self._path(name, root), root) for root in (SCHEME_LIB, *self.roots)):
            if path is not None:
                return self._load(name, path, root, place)
        if self.beside is not None and library_path(name, self.beside) is not None:
            beside = "it stands beside this file, where libraries are not looked for: `chibi-hooks scheme` takes -I DIR"
            raise _refused(f"there is no library {name}", place, hint=beside)
        if name in OF_HOSTS:
            raise _without_host(name, place)
        near = near_libraries(name, [*self.provided, *self._loaded], self.roots)
        raise _refused(f"there is no library {name}", place, hint=f"did you mean {near[0]}?" if near else None)

    def _path(self, name: str, root: Path) -> Path | None:
        """The file of a library below a root, if there is one."""
        if not self.sealed or root is SCHEME_LIB:
            return library_path(name, root)
        path = library_file(name, root)
        return path if path in self.before else None

    def share(self, name: str, place: Place | None) -> Library | None:
        """For the libraries of the process: one of `scheme_lib`, or None if it needs a world of its own."""
        library = self._loaded.get(name)
        if library is not None or name in self._world_bound:
            return library
        with paused(), _lock:  # on nobody's account
            try:
                return self._find(name, place)
            except NotImportable:
                self._world_bound.add(name)
                return None

    def _provide(self, name: str) -> Library:
        exports: dict[str, Denotation] = {}
        for each, value in self.provided[name].items():
            location = Global(each, self.new_key())
            self.provided_values[location.key] = value
            exports[each] = location
        library = self._loaded[name] = Library(name, exports, trusted=True)
        return library

    def _load(self, name: str, path: Path, root: Path, place: Place | None) -> Library:
        trusted = root is SCHEME_LIB
        shown_as = str(path.relative_to(root.parent if trusted else root))
        for form in self.forms(path, shown_as, place)[1]:
            if _is_library(form) and library_name(form.items[1], form.place) == name:
                try:
                    return self.define(form, path.parent, trusted)
                except NoHost:
                    if not trusted:
                        raise
                    raise _without_host(name, place) from None
        raise fail("library", f"{shown_as} does not define {name}", who="import", place=place)

    def define(self, form: Form, directory: Path | None, trusted: bool = False) -> Library:
        """Load the library that a `define-library` form describes. Raises SchemeError."""
        name = library_name(form.items[1], form.place) if len(form.items) > 1 else ""
        top = TopLevel(self, library=name, directory=directory, trusted=trusted, keyed=self.shared)
        x = Expander(top)
        if not name:
            raise x.wrong("define-library", form)
        if not trusted and _is_ours(name):
            raise x.refuse(form, f"{name} is a name of the standard library", who="define-library", kind="library")
        self._loading.append(name)
        try:
            library = self._build(name, x, declarations(x, form), form.place)
        finally:
            self._loading.pop()
        self._loaded[name] = library
        return library

    def _build(self, name: str, x: Expander, declared: Declarations, place: Place) -> Library:
        top = x.top
        for spec in declared.imports:
            import_set(spec, top, top.trusted, place)
        definitions = TopDefinitions(top)
        collect(x, definitions, declared.body)
        for identifier, scope in x.set_by_macros:
            meaning = lookup(identifier, scope)
            if meaning in top.own:
                meaning.assigned = True
        exports = _exports(x, name, declared)
        for each in declared.aliases:
            exports |= self.find(library_name(each), place, top.trusted).exports
        library = Library(name, exports, top.imported, self.shared, declared.unsandboxed)
        library.top = top
        library.complete = partial(_complete, library, x, definitions, place.source.name)
        if not top.trusted:
            assert library.unit is not None  # its errors show now
        return library

    # ---- files

    def source(self, path: Path, shown_as: str, place: Place | None) -> SourceText:
        """The text of a file, remembered as read. Raises SchemeError of kind "file" or "limit"."""
        text = self.before.get(path)
        if text is None:
            text = self._text(path, shown_as, place)
        source = SourceText(shown_as, text)
        self.files.add(path)
        self._paths[source] = path
        return source

    def _text(self, path: Path, shown_as: str, place: Place | None) -> str:
        """A text from disk: whether it may be read is asked of what lies there now, so not of what was read before."""
        if self.sealed:
            raise fail("file", f"{shown_as} is not among the files of this world", who="import", place=place)
        refusal = self.refusal_of
        if refusal is not None and not path.is_relative_to(SCHEME_LIB) and (reason := refusal(path)):
            raise fail("file", f"{shown_as} is not read: {reason}", who="import", place=place)
        return read_text(path, shown_as, place)

    def forms(
        self, path: Path, shown_as: str, place: Place | None, fold_case: bool = False
    ) -> tuple[SourceText, list[Syntax]]:
        """The same with its forms; those of our own files are read once for all worlds. Raises SchemeError."""
        if SCHEME_LIB not in path.parents:
            source = self.source(path, shown_as, place)
            return source, read_source(source, fold_case=fold_case)
        source, forms = _ours(path, shown_as, fold_case)
        self.files.add(path)
        self._paths[source] = path
        return source, forms

    def texts(self) -> dict[Path, str]:
        """The files read so far that are not of `scheme_lib`, with their text."""
        return {path: source.text for path, source in self.sources().items()}

    def sources(self) -> dict[Path, SourceText]:
        """The same with the names by which messages call them."""
        return {path: source for source, path in self._paths.items() if not str(path).startswith(OURS)}

    def locate(self, source: SourceText, path: Path) -> None:
        """Say which file a text came from that was read elsewhere: its relative includes start there."""
        self._paths[source] = path

    def include(self, name: str, top: TopLevel, place: Place, fold_case: bool) -> list[Syntax]:
        """The forms of an included file; its name is relative to the file that includes it. Raises SchemeError."""
        path = self._included_path(name, top, place)
        self._check_includes(path, place)
        source, forms = self.forms(path, _beside(place.source.name, name), place, fold_case)
        self._included_from[source] = place.source
        return forms

    def _included_path(self, name: str, top: TopLevel, place: Place) -> Path:
        """Where an included file lies: beside the file that includes it, else in a root."""
        origin = self._paths.get(place.source)
        start = origin.parent if origin else top.directory
        places = self.roots if start is None else [start, *self.roots]
        if not places:
            raise fail("file", "only code that comes from a file can include files", who="include", place=place)
        paths = [_real(directory / name) for directory in places]
        path = next((path for path in paths if self._is_there(path)), paths[0])
        if path is not paths[0] or path != Path(os.path.abspath(places[0] / name)):
            self.is_settled = False  # a file may come to stand before it, or a link lead elsewhere
        if self.tier == "unsandboxed" or top.trusted:
            return path
        bases = places if top.directory is None else [top.directory, *places]
        if not any(path.is_relative_to(_real(base)) for base in bases):
            hint = 'files beside or below this one can be included; others need tier = "unsandboxed"'
            raise fail("file", f"{name} lies outside of this directory", who="include", place=place, hint=hint)
        return path

    def _is_there(self, path: Path) -> bool:
        return path in self.before or (not self.sealed and os.path.exists(path))

    def _check_includes(self, path: Path, place: Place) -> None:
        source: SourceText | None = place.source
        for _ in range(INCLUDES):
            if source is None:
                return
            if self._paths.get(source) == path:
                raise fail("file", f"{path.name} includes itself", who="include", place=place)
            source = self._included_from.get(source)
        raise fail("limit", f"files included more than {INCLUDES} deep", who="include", place=place)


@cache
def _ours(path: Path, shown_as: str, fold_case: bool) -> tuple[SourceText, list[Syntax]]:
    """A file of `scheme_lib`, read; nobody changes syntax, and there are as many as there are files."""
    return forms_of(shown_as, fold_case, lambda: SourceText(shown_as, read_text(path, shown_as, None)))


def _complete(library: Library, x: Expander, definitions: TopDefinitions, name: str) -> None:
    """Expand the body of a library when it is first asked for, which two worlds may do at once."""
    with _lock:
        if library.complete is not None:
            library.body = finished_unit(x, definitions, name)
            library.complete = None  # last: a stop may come in the middle, and another world goes on


def _exports(x: Expander, name: str, declared: Declarations) -> dict[str, Denotation]:
    """What the names mean that a library exports."""
    exports: dict[str, Denotation] = {}
    for inside, outside in declared.exports:
        meaning = x.top.meaning(inside.name)
        if meaning is None:
            message = f"{name} exports {inside.name}, which it does not define"
            hint = None if declared.imports else f"{name} imports nothing: (import (scheme base)) gives it define"
            raise x.refuse(inside, message, who="export", kind="library", hint=hint)
        if exports.setdefault(outside.name, meaning) is not meaning:
            raise x.refuse(outside, f"{name} exports two things as {outside.name}", who="export", kind="library")
    return exports


def _is_ours(name: str) -> bool:
    """Whether a program may not define a library of that name: what R7RS-large names and we do not have, it may."""
    return name.startswith("(engine ") or (name.startswith("(scheme ") and library_path(name, SCHEME_LIB) is not None)


def _is_library(form: Syntax) -> bool:
    if form.__class__ is not Form or len(form.items) < 2 or not is_identifier(form.items[0]):
        return False
    return bool(form.items[0].name == "define-library")


def _beside(source_name: str, name: str) -> str:
    folder, slash, _ = source_name.rpartition("/")
    return folder + slash + name


def _refused(message: str, place: Place | None, hint: str | None = None) -> NotImportable:
    return NotImportable(fail("library", message, who="import", place=place, hint=hint).payload)


def _without_host(name: str, place: Place | None) -> NoHost:
    told = f"there is no library {name} in a program: a host gives it to its hook files"
    hint = "a hook file lies below hooks/ of a home; `chibi-hooks fire` asks it, `chibi-hooks check` reads it"
    return NoHost(fail("library", told, who="import", place=place, hint=hint).payload)


def common(counting: bool = False) -> Libraries:
    """The libraries of `scheme_lib` that all worlds of the process share; `counting`: those whose code is."""
    with _lock:
        return _common(counting)


@cache
def _common(counting: bool) -> Libraries:
    load_families()
    libraries = Libraries(tier="unsandboxed", shared=True, counting=counting)
    primitives: dict[str, Denotation] = {name: primitive_location(name) for name in PRIMITIVES}
    for name, exports in ((PRIMITIVES_LIBRARY, primitives), ("(engine syntax)", dict(CORE_FORMS))):
        libraries._loaded[name] = Library(name, exports, trusted=True)
    return libraries


def _real(path: Path) -> Path:
    """Where a path leads, links followed; one in a circle leads to itself (`Path.resolve` raises before 3.13)."""
    return Path(real_path(path))
