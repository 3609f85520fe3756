"""What the command line says about a payload (FILE, -, --sample, --set) -> a JSON value, or a BadRequest that says
where and what."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest

JSON_DEPTH = 200  # spec/safety.md §1: Python's own limit differs by version


def read_payload(
    typical: Json, file: str | None, sample: bool, changes: Sequence[str], *, sexp: bool = False
) -> Json:
    """The payload: the `typical` one of the point for `sample`, what the file or stdin says, or `{}` when only
    `changes` are given; then the changes. `sexp`: it is an S-expression, and so is a file called `*.sexp`; else it is
    JSON.
    """
    if sample and file is not None:
        raise BadRequest(f"--sample and {file}: give one of them")
    if sample:
        payload: Json = typical
    elif file is None and changes:
        payload = {}
    else:
        payload = _read(typical, file or "-", sexp)
    for change in changes:
        _apply(payload, change)
    return payload


def parse_json(text: str, name: str) -> Json:
    """Strict JSON; errors say `name:line:column: what`. Raises BadRequest."""
    try:
        value = json.loads(text, parse_constant=lambda word: _refuse_constant(name, word))
    except json.JSONDecodeError as error:
        raise BadRequest(f"{name}:{error.lineno}:{error.colno}: not JSON: {error.msg}{_shown(error)}") from None
    except RecursionError:
        raise BadRequest(f"{name}: the JSON is nested too deep (the limit is {JSON_DEPTH})") from None
    except ValueError as error:  # an integer of thousands of digits
        raise BadRequest(f"{name}: not usable JSON: {error}") from None
    if _depth(value) > JSON_DEPTH:
        raise BadRequest(f"{name}: the JSON is nested too deep (the limit is {JSON_DEPTH})")
    return value


def _read(typical: Json, file: str, sexp: bool) -> Json:
    name = "<stdin>" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadRequest(f"{file}: cannot be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{name}: not UTF-8: byte {error.start} is 0x{data[error.start]:02x}") from None
    if not text.strip():
        raise BadRequest(f"{name}: the payload is empty; give a JSON object in a FILE or on stdin, or try --sample")
    if not sexp and not file.endswith(".sexp"):
        return parse_json(text, name)
    from chibi_hooks.hooks.sexp import parse_sexp  # for a format that few use

    return parse_sexp(text, name, typical)


def _shown(error: json.JSONDecodeError) -> str:
    """The line of the mistake with a caret, cut to a window."""
    line = error.doc.split("\n")[error.lineno - 1]
    start = max(0, error.colno - 50)
    return f"\n  {line[start : start + 100]}\n  {' ' * (error.colno - 1 - start)}^"


def _refuse_constant(name: str, word: str) -> NoReturn:
    raise BadRequest(f"{name}: not JSON: {word} is no JSON number")


def _depth(value: Json) -> int:
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]
    return depth


def _apply(payload: Json, change: str) -> None:
    path, equals, text = change.partition("=")
    if not equals or not path:
        raise BadRequest(f"--set {change}: wanted PATH=JSON, for example --set arguments.command='\"ls\"'")
    try:
        value = parse_json(text, f"--set {path}")
    except BadRequest:
        hint = f"a text has quotes: --set {path}='{json.dumps(text, ensure_ascii=False)}'"
        raise BadRequest(f"--set {change}: {text or 'nothing'} is not JSON; {hint}") from None
    *outer, last = path.split(".")
    holder = payload
    for position, step in enumerate(outer, 1):
        holder = _enter(holder, step, path, ".".join(outer[:position]))
    if isinstance(holder, dict):
        holder[last] = value
    else:
        holder[_index(holder, last, path)] = value


def _enter(holder: Json, step: str, path: str, there: str) -> Json:
    inner = holder.setdefault(step, {}) if isinstance(holder, dict) else holder[_index(holder, step, path)]
    if not isinstance(inner, dict | list):
        raise BadRequest(f"--set {path}: {there} is {json.dumps(inner)[:40]}, not an object or an array")
    return inner


def _index(holder: Json, step: str, path: str) -> int:
    if isinstance(holder, list) and step.isdigit() and int(step) < len(holder):
        return int(step)
    if isinstance(holder, list):
        raise BadRequest(f"--set {path}: {step} is not an index of an array of {len(holder)}")
    raise BadRequest(f"--set {path}: the payload is {json.dumps(holder)[:40]}, not an object")
