"""What the command line says about a payload (FILE, -, {…}, --sample, --set) -> a JSON value, or a BadRequest that says
where and what."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence

from chibi_hooks.cli._content import content_of, whole
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.payload import parse_json


def read_payload(
    typical: Json,
    file: str | None,
    sample: bool,
    changes: Sequence[str],
    *,
    sexp: bool = False,
    content: Callable[[str], bytes] | None = None,
) -> Json:
    """The payload: the `typical` one of the point for `sample` and when only `changes` are given, or what the file or
    stdin says; then the changes. `sexp`: it is an S-expression, and so is a file called `*.sexp`; else it is
    JSON. `content` reads a file, or stdin for `-` (default: here). Raises BadRequest.
    """
    if sample and file is not None:
        raise BadRequest(f"--sample and {file}: give one of them")
    if sample or (file is None and changes):
        payload: Json = typical
    else:
        payload = _read(typical, file or "-", sexp, content or content_of)
    for change in changes:
        _apply(payload, change)
    return payload


def _read(typical: Json, file: str, sexp: bool, content: Callable[[str], bytes]) -> Json:
    is_given = file.startswith("{")  # the payload itself
    name = "<stdin>" if file == "-" else "the payload" if is_given else file
    try:
        data = os.fsencode(file) if is_given else content(file)
    except OSError as error:
        raise BadRequest(f"{file}: cannot be read: {error.strerror}") from None
    try:
        text = whole(data, name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{name}: not UTF-8: byte {error.start} is 0x{data[error.start]:02x}") from None
    if not text.strip():
        raise BadRequest(f"{name}: the payload is empty; give a JSON object in a FILE or on stdin, or try --sample")
    if not sexp and not file.endswith(".sexp"):
        return parse_json(text, name)
    from chibi_hooks.hooks.scripts.sexp import parse_sexp  # for a format that few use

    return parse_sexp(text, name, typical)


def _apply(payload: Json, change: str) -> None:
    path, equals, text = change.partition("=")
    if not equals or not path:
        raise BadRequest(f"--set {change}: wanted PATH=VALUE, for example --set arguments.command='ls -l'")
    value = _value(text, f"--set {path}")
    *outer, last = path.split(".")
    holder = payload
    for position, step in enumerate(outer, 1):
        holder = _enter(holder, step, path, ".".join(outer[:position]))
    if isinstance(holder, dict):
        holder[last] = value
    else:
        holder[_index(holder, last, path)] = value


def _value(text: str, name: str) -> Json:
    """JSON, or a text as it is. Raises BadRequest for what begins as JSON that is no text and is none."""
    try:
        return parse_json(text, name)
    except BadRequest:
        if text[:1] in ("{", "[", '"'):
            raise
        return text


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
