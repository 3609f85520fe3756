"""JSON text <-> a payload, strictly; what is wrong with a text or a value is told with its place. No Scheme here.

Rules
-----
* In, strictly: one document, no NaN and no infinities (nor numbers that become one), no halves of surrogate pairs, at
  most `DEPTH` levels: what other programs' parsers take, too. Of two equal keys the last counts, as everywhere else.
* Out, totally: whatever a responder has made can be sent (`payload_bytes`); what is printed goes through
  `visible.exact_json`.
* Depth is counted without recursion, because whoever writes the text decides it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from json import encoder
from math import isfinite
from types import NoneType
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload

DEPTH: Final = 200  # deeper JSON is refused both ways (DESIGN §6): other programs' parsers give up not far above
MEMBERS: Final = 500_000  # of a payload or an answer, all levels together: to convert them takes about a second
BYTES: Final = 64 << 20  # of one text; conversations of a whole day have 2 MB, and it takes a second to parse
LONGEST_KEY: Final = 64  # shown whole, and sought near names for, up to here: the search is quadratic in the length
FEW: Final = 8  # containers of a usual event
SHOWN: Final = 100  # characters of the line of a mistake
STEPS: Final = 12  # of a path that is shown; one of 200 tells nothing more

MARK: Final = b"\xef\xbb\xbf"  # a byte order mark, which some editors cannot leave out

DIGITS: Final = 4300  # of an integer, as many as Python reads and writes: what takes longer grows with their square

HALF: Final = re.compile("[\ud800-\udfff]")

BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[][{}]', re.DOTALL)  # and texts, in which there may be some

Trail = tuple[Any, Any]  # (path of the whole, key or index in it); the outermost is (None, its name)


def parse_json(text: str | bytes, name: str, depth: int = DEPTH, *, mend: bool = False) -> Json:
    """What a JSON text says; `name` is how errors call it.

    Halves of surrogate pairs, numbers that no program could take and what is nested too deeply are refused, or become
    U+FFFD and null where the door `mend`s, which takes bytes that are no UTF-8 and control characters in texts, too: an
    agent that cuts a text in the middle of an emoji, passes on what a file holds, or lets its model write any number or
    nest anything, must not get past its guard. Raises BadPayload, with line and column.
    """
    if len(text) > BYTES:
        raise BadPayload(f"{name}: wanted at most {BYTES} bytes, got {len(text)}")
    try:
        # by itself `json.loads` takes UTF-16 too, and bytes that say half a character
        text = _decoded(text.removeprefix(MARK), mend) if isinstance(text, bytes) else text.removeprefix("\ufeff")
        value = _parsed(text, mend)
    except json.JSONDecodeError as error:
        told = _where_it_stops(error)
        raise BadPayload(f"{name}:{told.lineno}:{told.colno}: not JSON: {told.msg}{_caret(told)}") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise BadPayload(f"{name}: wanted JSON in UTF-8, got byte {byte:#04x} at {error.start}") from None
    except RecursionError:
        if mend and (cut := _cut(str(text), depth)):
            return parse_json(cut, name, depth, mend=True)
        raise BadPayload(f"{name}: wanted at most {depth} levels") from None
    except ValueError as error:  # a number that Python will not make
        reason = f"a number of more than {DIGITS} digits" if "max_str_digits" in str(error) else str(error)
        raise BadPayload(f"{name}: not JSON: {reason}") from None
    if _may_be_deep(text, depth) and (fault := fault_in(value, name, depth)):
        if mend and (cut := _cut(text, depth)):
            return parse_json(cut, name, depth, mend=True)
        raise BadPayload(fault)
    if ("\\" in text or not text.isascii()) and _may_have_halves(text):
        if mend:
            return mended(value)
        if fault := half_in(value, name):
            raise BadPayload(fault)
    return value


def _decoded(text: bytes, mend: bool) -> str:
    """These bytes as a text. Raises UnicodeDecodeError."""
    try:
        return text.decode("utf-8", "surrogatepass" if mend else "strict")
    except UnicodeDecodeError:
        if not mend:
            raise
        return text.decode("utf-8", "replace")


def _parsed(text: str, mend: bool = False) -> Json:
    """What `json.loads` gives: by one scanner made once, where the text is a value and nothing around it. Raises
    ValueError."""
    try:
        value, end = _scan(text, 0)
        if end == len(text):
            return value
    except (StopIteration, ValueError):  # blanks before it, or a mistake: it is told, or mended, the second time
        pass
    try:
        return json.loads(text, strict=not mend, parse_constant=_refuse_constant, parse_float=_finite)
    except ValueError as error:
        if not mend or isinstance(error, json.JSONDecodeError):
            raise
        return json.loads(
            text, strict=False, parse_constant=_none, parse_float=_finite_or_none, parse_int=_integer_or_none
        )


def parse_payload(text: str | bytes, name: str = "payload") -> dict[str, Json]:
    """The same of a text that says one object. Raises BadPayload."""
    payload = parse_json(text, name)
    if not isinstance(payload, dict):
        raise BadPayload(f"{name}: wanted a JSON object, got {kind_of(payload)}")
    return payload


def payload_bytes(payload: Json) -> bytes:
    """A payload as other programs get it: compact JSON in UTF-8. Raises ValueError on NaN and infinities, and on keys
    that are no strings, of which json.dumps would make some."""
    if not _has_names_only(payload):
        raise ValueError(fault_in(payload) or "wanted strings as keys")
    try:
        return json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair: only an escape can say it
        return json.dumps(payload, separators=(",", ":"), allow_nan=False).encode("ascii")


def _has_names_only(payload: Json) -> bool:
    """Are all keys strings? Each object and list is looked at once, however often it is in another, or in itself."""
    work, seen, names = [payload], {id(payload)}, {str}
    while work:
        members = work.pop()
        if isinstance(members, dict):
            if not names.issuperset(map(type, members)) and not all(isinstance(key, str) for key in members):
                return False
            members = [*members.values()]
        for member in members if isinstance(members, list | tuple) else ():
            if isinstance(member, dict | list | tuple) and id(member) not in seen:
                seen.add(id(member))
                work.append(member)
    return True


def fault_in(payload: Json, name: str = "payload", most: int = DEPTH) -> str | None:
    """What is wrong with a value that should be JSON, with its path (`arguments.paths[1]: …`); None when it is JSON."""
    for value, path, depth in _inside(payload, name):
        if depth > most:
            return f"{shown_path(path)}: wanted at most {most} levels"
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    return f"{shown_path(path)}: wanted strings as keys, got {kind_of(key)}"
        elif isinstance(value, float):
            if not isfinite(value):
                return f"{shown_path(path)}: wanted a finite number, got {value}"
        elif not isinstance(value, list | tuple | str | int | NoneType):
            return f"{shown_path(path)}: wanted a JSON value, got {kind_of(value)}"
    return None


def half_in(payload: Json, name: str = "payload") -> str | None:
    """Where half of a surrogate pair stands in a JSON value; None when there is none."""
    for value, path, _ in _inside(payload, name):
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str) and (found := HALF.search(text)):
                return f"{shown_path(path)}: wanted text, got half of a surrogate pair (\\u{ord(found[0]):04x})"
    return None


def _inside(payload: Json, name: str) -> Iterator[tuple[Json, Trail, int]]:
    """Every value in a payload, itself first, with its path and depth; nothing below what is too deep."""
    work: list[tuple[Json, Trail, int]] = [(payload, (None, name), 0)]
    while work:
        value, path, depth = work.pop()
        yield value, path, depth
        if isinstance(value, dict):
            work += [(member, (path, key), depth + 1) for key, member in reversed(value.items())]
        elif isinstance(value, list | tuple):
            work += [(member, (path, index), depth + 1) for index, member in reversed(list(enumerate(value)))]


def _may_have_halves(text: str) -> bool:
    """Is it worth looking? Only an escape can say one in UTF-8."""
    return "\\ud" in text or "\\uD" in text or (not text.isascii() and HALF.search(text) is not None)


def mended(value: Json) -> Json:
    """A JSON value with U+FFFD for every half of a surrogate pair; as deep as the recursion limit allows."""
    return json.loads(HALF.sub("\ufffd", json.dumps(value, ensure_ascii=False)))


def shown_path(path: Trail) -> str:
    """`payload.arguments.paths[1]`."""
    steps: list[str] = []
    while path[0] is not None:
        path, key = path
        steps.append(f"[{key}]" if isinstance(key, int) else f".{brief_key(key)}")
    steps.reverse()
    if len(steps) > STEPS:
        steps[STEPS // 2 : -STEPS // 2] = ["…"]
    return (str(path[1]) + "".join(steps)).lstrip(".")


def brief_key(key: str | None) -> str:
    """A key for a message."""
    text = key or ""
    return text if len(text) <= LONGEST_KEY else f"{text[:LONGEST_KEY]}…"


def kind_of(value: Json) -> str:
    """`a string`, `an object` … for messages."""
    return KINDS.get(type(value), f"a Python {type(value).__name__}")


KINDS: Final[dict[type, str]] = {
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a float",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


def _may_be_deep(text: str, depth: int) -> bool:
    """Does it open more containers than that? A usual event opens a few, far apart: to find them takes a tenth of what
    it takes to count them."""
    found = 0
    for opening in "{[":
        at = text.find(opening)
        while at >= 0:
            found += 1
            if found > FEW:
                return text.count("{") + text.count("[") > depth
            at = text.find(opening, at + 1)
    return found > depth


def _cut(text: str, depth: int) -> str | None:
    """A JSON text with null for each container that lies so deep; None where there is nothing to cut."""
    kept: list[str] = []
    level = done = 0
    for found in BRACKETS.finditer(text):
        if found[0] in "[{":
            if level == depth:
                kept += (text[done : found.start()], "null")
            level += 1
        elif found[0] in "]}":
            level -= 1
            if level == depth:
                done = found.end()
    return "".join((*kept, text[done:])) if kept and level == 0 else None


def _where_it_stops(error: json.JSONDecodeError) -> json.JSONDecodeError:
    """The same mistake; that of a text which ends too soon is behind its last character, not at an empty line below."""
    end = len(error.doc.rstrip())
    return error if error.pos <= end else json.JSONDecodeError(error.msg, error.doc, end)


def _caret(error: json.JSONDecodeError) -> str:
    """The line of the mistake with a caret, cut to a window."""
    line = error.doc.split("\n")[error.lineno - 1]
    start = max(0, error.colno - SHOWN // 2)
    return f"\n  {line[start : start + SHOWN]}\n  {' ' * (error.colno - 1 - start)}^"


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _none(name: str) -> Json:
    return None


def _finite_or_none(text: str) -> float | None:
    value = float(text)
    return value if isfinite(value) else None


def _integer_or_none(text: str) -> int | None:
    return int(text) if len(text) <= DIGITS else None


_STRICT: Final[Any] = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
_scan: Final = _STRICT.scan_once


def _made_encoder() -> Callable[[Json], str]:
    make = getattr(encoder, "c_make_encoder", None)  # no part of the library's surface: another Python may lack it
    if make is None:
        return json.JSONEncoder(default=repr).encode
    encode = make(None, repr, encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True)
    return lambda value: "".join(encode(value, 0))


json_text: Final = _made_encoder()
"""A JSON value in no circle -> what `json.dumps` gives, by an encoder made once: to make it takes longer than to encode
a small value."""
