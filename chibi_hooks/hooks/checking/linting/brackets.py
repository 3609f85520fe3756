"""A text whose brackets are not in pairs -> a finding, with the edit that mends it (scheme/reading/brackets.py); words
that stand outside of any: another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding, Fix, Label, Severity, Spot
from chibi_hooks.scheme.reading.reader import misplaced_in, read_source
from chibi_hooks.scheme.reading.syntax import Identifier
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.hints import written_in_r7rs

FENCE: Final = "```"
COMMENT: Final = "a comment begins with ;"
HEADS: Final = ("define", "define-hook", "register-hook", "define-tool", "define-policy", "import", "if", "let", "cond")


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


def outside(source: SourceText) -> tuple[list[Finding], frozenset[int]]:
    """The first word at the top of a file that is in no form, `def guard(payload):`, and the lines that have some."""
    fences = [at for at, line in enumerate(source.text.split("\n"), 1) if line.startswith(FENCE)]
    if source.text.startswith(FENCE):
        where = Spot(source.name, 1, 1, 1, 1 + len(FENCE))
        message = "a fence of Markdown is no Scheme"
        return [Finding(where, "error", message, "outside", "take such lines out")], frozenset(fences)
    try:
        words = [each for each in read_source(source) if isinstance(each, Identifier)]
    except SchemeError:  # which is told otherwise
        return [], frozenset()
    if not words:
        return [], frozenset()
    first = words[0].name
    instead = first if first in HEADS else written_in_r7rs(first) or ""
    hint = f"write ({instead} …); {COMMENT}" if instead.replace("-", "").isalpha() else COMMENT
    message = f"{first[:64]} stands outside of any brackets: it does nothing there"
    found = Finding(Spot.of(words[0].place), "error", message, "outside", hint)
    return [found], frozenset(each.place.line for each in words)
