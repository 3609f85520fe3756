"""Findings -> what programs read: JSON, GitHub's workflow commands, SARIF 2.1.0; and the page that people read.

SARIF: OASIS, Static Analysis Results Interchange Format 2.1.0. GitHub: "Workflow commands", `::error file=…`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.checking.linting.codes import CODES
from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
from chibi_hooks.hooks.deciding.paint import Paint, plain

SARIF: Final = "https://json.schemastore.org/sarif-2.1.0.json"
WIDTH: Final = 100  # characters of a source line that are shown
COLOURS: Final = {"error": "red", "warning": "yellow"}


def as_json(findings: Sequence[Finding]) -> dict[str, Json]:
    """`{"findings": [{"file", "line", "column", "end_line", "end_column", "severity", "code", …}], "errors": n, …}`."""
    return {
        "findings": [_object(each) for each in findings],
        "errors": sum(each.severity == "error" for each in findings),
        "warnings": sum(each.severity == "warning" for each in findings),
    }


def _object(finding: Finding) -> dict[str, Json]:
    fix = finding.fix
    return {
        **_range(finding.place),
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "hint": finding.hint or None,
        "fix": None if fix is None else {"start": fix.start, "end": fix.end, "text": fix.text},
        "labels": [{**_range(each.place), "text": each.text} for each in finding.labels],
    }


def _range(place: Spot) -> dict[str, Json]:
    return {
        "file": place.name,
        "line": place.line or None,
        "column": place.column or None,
        "end_line": place.end_line or None,
        "end_column": place.end_column or None,
    }


def as_github(findings: Sequence[Finding]) -> Iterator[str]:
    """One workflow command for each."""
    for each in findings:
        place = each.place
        known = {"file": place.name, "line": place.line, "col": place.column, "endLine": place.end_line,
                 "endColumn": place.end_column, "title": each.code}  # fmt: skip
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in known.items() if value)
        text = f"{each.message}\n{each.hint}" if each.hint else each.message
        yield f"::{each.severity} {properties}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(findings: Sequence[Finding]) -> dict[str, Json]:
    """One run of one tool."""
    used = sorted({each.code for each in findings if each.code in CODES})
    rules = [{"id": code, "shortDescription": {"text": CODES[code].title}} for code in used]
    results = [_result(each) for each in findings]
    driver = {"name": "chibi-hooks", "rules": rules}
    return {"$schema": SARIF, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(finding: Finding) -> dict[str, Json]:
    place = finding.place
    text = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
    region = {"startLine": place.line, "startColumn": place.column, "endLine": place.end_line,
              "endColumn": place.end_column}  # fmt: skip
    location: dict[str, Json] = {"artifactLocation": {"uri": place.name.replace("\\", "/")}}
    if place.line:
        location["region"] = {key: value for key, value in region.items() if value}
    return {
        "ruleId": finding.code or "other",
        "level": finding.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }


def pages(findings: Sequence[Finding], texts: Mapping[str, str], paint: Paint = plain) -> Iterator[str]:
    """The lines that people read: message, source line with caret, what to write; the same message again and again is
    said once, with its other places. `texts`: the text of each file, by its name."""
    folded: dict[tuple[str, str, str], list[Finding]] = {}
    for each in findings:
        folded.setdefault((each.place.name, each.code, each.message), []).append(each)
    for alike in folded.values():
        first, *others = alike
        severity = paint(f"{first.severity}:", fg=COLOURS[first.severity], bold=True)
        code = f"  [{first.code}]" if first.code in CODES else ""
        yield f"{first.place}: {severity} {first.message}{code}"
        text = texts.get(first.place.name, "")
        yield from _caret(first.place, text)
        for label in first.labels:
            yield f"  {label.place}: {label.text}"
            yield from _caret(label.place, text)
        if first.hint:
            yield f"  {first.hint}"
        if others:
            lines = ", ".join(str(each.place.line) for each in others[:10])
            more = f" and {len(others) - 10} more" if len(others) > 10 else ""
            yield f"  the same {_times(len(others))}: line{'s' if len(others) > 1 else ''} {lines}{more}"


def _times(count: int) -> str:
    return "once more" if count == 1 else f"{count} times more"


def _caret(place: Spot, text: str) -> Iterator[str]:
    """The source line and the range under it."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not (place.column and 0 < place.line <= len(lines)):
        return
    line = lines[place.line - 1]
    start = max(0, place.column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    end = place.end_column if place.end_line == place.line else len(line) + 1
    length = max(1, min(end - place.column, start + WIDTH - place.column + 1))
    yield f"  {line[start : start + WIDTH]}".replace("\t", " ").rstrip()
    yield f"  {' ' * (place.column - 1 - start)}{'^' * length}"
