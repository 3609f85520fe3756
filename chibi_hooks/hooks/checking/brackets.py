"""A text whose brackets are not in pairs -> the line at which the indentation says that one is missing or too many.

Theory: whoever indents puts what is inside of a form to the right of its bracket. So a line that begins at or left of a
bracket that is still open shows where the closing one is missing: at the end of the line of code before; and a line
that is indented although everything is closed shows that it was closed too early. The first such line is the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from chibi_hooks.hooks.checking.finding import Finding, Fix, Label, Severity, Spot
from chibi_hooks.scheme.reading.reader import tokens
from chibi_hooks.scheme.values.source import Place, SourceText

NO_CODE: Final = ("comment", "directive", "datum-comment")
HEADS: Final = ("(define", "(register-hook", "(import")

CodeToken = tuple[str, int, int]  # kind, start, end


def misplaced(source: SourceText, broken: bool) -> Iterator[Finding]:
    """At most one finding. `broken`: the text does not read; else only what is certain is said: a definition at the
    margin that stands inside of another form."""
    opened: list[Place] = []
    margins = [0]  # of each form that is open: the column of the first line that begins in it
    early: Finding | None = None  # the first line that is deeper than those beside it: something was closed too early
    last: CodeToken | None = None
    for _, line in groupby(_code(source), key=lambda token: source.position(token[1])[0]):
        first, *rest = line
        column = source.position(first[1])[1]
        inside = opened[-1] if opened else None
        certain = broken or (column == 1 and source.text.startswith(HEADS, first[1]))
        if last and inside and certain and first[0] != "close" and inside.column >= column:
            yield _missing(source, opened, last, column, broken)
            return
        if broken and last is not None and inside is None and column > 1 and last[0] == "close":
            yield _too_many(source, first, last)
            return
        if first[0] != "close" and last is not None:
            if margins[-1] and column > margins[-1] and last[0] == "close" and early is None:
                early = _too_many(source, first, last)
            margins[-1] = margins[-1] or column
        for kind, start, end in (first, *rest):
            if kind == "open":
                opened.append(Place(source, start, end))
                margins.append(0)
            elif kind == "close":
                if not opened:
                    if broken:
                        yield early or _extra(source, start, end)
                    return
                opened.pop()
                margins.pop()
            last = kind, start, end
    if broken and opened and last is not None:
        yield _missing(source, opened, last, 1, broken)


def _code(source: SourceText) -> Iterator[CodeToken]:
    """The tokens that are code."""
    return (token for token in tokens(source.text) if token[0] not in NO_CODE)


def _missing(source: SourceText, opened: list[Place], last: CodeToken, column: int, broken: bool) -> Finding:
    """Closing brackets are missing behind the token `last`."""
    left = [each for each in opened if each.column >= column]
    count = len(left)
    closing = "".join("]" if source.text[each.start] == "[" else ")" for each in reversed(left))
    place = Place(source, last[1], last[2])
    lines = f"line {place.line}"
    message = f"{count} closing {'bracket is' if count == 1 else 'brackets are'} missing at the end of {lines}"
    fix = Fix(last[2], last[2], closing)
    label = Label(Spot.of(left[0]), "this is what is not closed")
    written = source.line(place.line)[: place.end_column - 1].strip()
    hint = f"write {written}{closing} there: the indentation says that the form ends"
    severity: Severity = "error" if broken else "warning"
    return Finding(Spot.of(place), severity, message, "misplaced-bracket", hint, fix, (label,))


def _too_many(source: SourceText, first: CodeToken, last: CodeToken) -> Finding:
    place = Place(source, last[1], last[2])
    label = Label(Spot.of(Place(source, first[1], first[2])), "this line")
    message = f"a bracket too many at the end of line {place.line}: the next line is indented as if it were inside"
    hint = f"write {source.line(place.line)[: place.column - 1].strip()}"
    return Finding(Spot.of(place), "error", message, "misplaced-bracket", hint, Fix(last[1], last[2], ""), (label,))


def _extra(source: SourceText, start: int, end: int) -> Finding:
    place = Spot.of(Place(source, start, end))
    hint = "take it away"
    return Finding(place, "error", "nothing is open for this bracket", "misplaced-bracket", hint, Fix(start, end, ""))
