"""A text whose brackets are not in pairs -> a finding, with the edit that mends it (scheme/reading/brackets.py)."""

from __future__ import annotations

from collections.abc import Iterator

from chibi_hooks.hooks.checking.linting.finding import Finding, Fix, Label, Severity, Spot
from chibi_hooks.scheme.reading.reader import misplaced_in
from chibi_hooks.scheme.values.source import SourceText


def misplaced(source: SourceText, broken: bool) -> Iterator[Finding]:
    """At most one finding. `broken`: the text does not read; else only what is certain is said."""
    found = misplaced_in(source, broken)
    if found is None:
        return
    start, end = found.place.start, found.place.end
    fix = Fix(end, end, found.closing) if found.closing else Fix(start, end, "")
    labels = () if found.other is None else (Label(Spot.of(found.other), found.seen),)
    severity: Severity = "error" if broken else "warning"
    yield Finding(Spot.of(found.place), severity, found.message, "misplaced-bracket", found.hint, fix, labels)
