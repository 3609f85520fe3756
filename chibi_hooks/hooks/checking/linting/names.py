"""The names that a file uses and nothing defines -> findings: from which library they come, or what was meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding, Fix, Spot
from chibi_hooks.hooks.checking.linting.nodes import text_at
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries, where_is
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.scheme.worlds.hints import written_in_r7rs

CERTAIN: Final = 0.85  # likeness of a slip of the finger: string-apend; string-ends-with? and string-length have 0.65


def testing_names() -> Collection[str]:
    """What a test file finds besides, without an import."""
    return {*exports_of("(chibi test)"), "fire", "fixture"}


def unbound_names(scope: TopLevel, place_in_home: str, given: Collection[str] = ()) -> Iterator[Finding]:
    """The names that the file uses and nothing defines, each at its first use; `given`: those that somebody defines
    before it is run."""
    first: dict[str, Place] = {}
    for name, place in scope.unbound:
        if name not in given:
            first.setdefault(name, place)
    bound = list(scope.bound_names()) if first else []
    for name, place in first.items():
        yield _unbound(name[:64], place, bound, place_in_home)


def _unbound(name: str, place: Place, bound: Sequence[str], place_in_home: str) -> Finding:
    message = f"{name} is not defined"
    libraries = where_is(name, "harness")
    if not libraries and (instead := written_in_r7rs(name)):
        return Finding(Spot.of(place), "error", f"{message} in Scheme", "unbound", f"write {instead}")
    if not libraries and name in POINTS:
        fix = Fix(place.start, place.end, f"'{name}") if text_at(place) == name else None
        return Finding(Spot.of(place), "error", f"{message}: a point is a symbol", "unbound", f"write '{name}", fix)
    if not libraries:
        near = did_you_mean(name, bound)
        right = near.split('"')[1] if near else ""
        is_certain = right and text_at(place) == name and SequenceMatcher(None, name, right).ratio() >= CERTAIN
        fix = Fix(place.start, place.end, right) if is_certain else None
        return Finding(Spot.of(place), "error", message + near, "unbound", f"write {right}" if right else "", fix)
    library = libraries[0]
    message += f"; it is in {library}: (import {library})"
    if standard_libraries().get(library) != "unsandboxed":
        return Finding(Spot.of(place), "error", message, "unbound", f"write (import {library}) at the top of the file")
    where = "in chibi-hooks.toml, under [scheme.tiers]"
    hint = f'files and processes are out of reach in the sandbox; {where}: "{place_in_home}" = "unsandboxed"'
    return Finding(Spot.of(place), "error", message, "sandboxed", hint)
