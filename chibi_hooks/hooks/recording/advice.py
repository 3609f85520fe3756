"""The message of a hook that failed, the text of its file and its payload -> more lines: which operand gave the value
that was not wanted, or which call has too many or too few, which keys the payload has, and what to write; of a name
that nothing defines what was meant; of a limit what raises it.

The message has the place of the call that failed and what it got; the text at that place has the operands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json

if TYPE_CHECKING:
    from chibi_hooks.scheme.reading.syntax import Form
    from chibi_hooks.scheme.values.source import Place

FAILED: Final = re.compile(
    r"(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<who>\S+): "
    r"(?:argument (?P<index>\d+): )?wanted (?P<wanted>.+), got (?P<got>.+)"
)
ARGUMENTS: Final = re.compile(r"(at least )?\d+( to \d+)? arguments?")
UNBOUND: Final = re.compile(r"(?P<file>[^\s:]+):\d+:\d+: unbound variable: (?P<name>\S+)")
STOPPED: Final = re.compile(
    r"(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): stopped: it (?P<what>ran longer|used more) than its "
)
LIMITS: Final = {  # how it is said -> what to do
    "ran longer": "is there a loop that does not end? [scheme.time_limits] in chibi-hooks.toml gives a file more",
    "used more": "does something grow without end? [scheme.memory_limits] in chibi-hooks.toml gives a file more",
}
LOOKUPS: Final = ("assoc", "assq", "assv", "payload-ref", "assoc-ref")
MOST: Final = 20  # keys that are listed


def named_file(message: str) -> str:
    """The file in which it failed; nothing where the message is of another kind."""
    found = FAILED.match(message) or UNBOUND.match(message) or STOPPED.match(message)
    return found["file"] if found else ""


def advice(message: str, text: str, payload: Mapping[str, Json]) -> Iterator[str]:
    """Lines below the message; none where nothing more is known."""
    head = message.partition("\n")[0]
    if unbound := UNBOUND.match(head):
        yield from _meant(unbound["name"], text)
    found = FAILED.match(head) or STOPPED.match(head)
    form = _form_at(found, text) if found is not None else None
    if found is None or form is None:
        return
    if found.re is STOPPED:
        yield from (*_under(form.place), LIMITS[found["what"]])
    elif ARGUMENTS.fullmatch(found["wanted"]):
        yield from (*_under(form.place), *_shown(found["who"]))
    else:
        yield from _operand(found, form, payload)


def _form_at(found: re.Match[str], text: str) -> Form | None:
    """The form of the file that stands where it failed."""
    from chibi_hooks.scheme.reading.reader import read_source  # only after a failure
    from chibi_hooks.scheme.reading.syntax import Form
    from chibi_hooks.scheme.values.errors import SchemeError
    from chibi_hooks.scheme.values.source import SourceText

    try:
        pending = list(read_source(SourceText(found["file"], text)))
    except SchemeError:
        return None
    while pending:
        form = pending.pop()
        if isinstance(form, Form):
            if (form.place.line, form.place.column) == (int(found["line"]), int(found["column"])):
                return form
            pending += form.items
    return None


def _under(place: Place) -> list[str]:
    """The line of a place, and the line below it that marks the place."""
    from chibi_hooks.scheme.values.source import caret  # only after a failure

    return dedent(caret(place)).splitlines()


def _operand(found: re.Match[str], form: Form, payload: Mapping[str, Json]) -> Iterator[str]:
    """The operand of a call that gave what was not wanted."""
    index = int(found["index"] or 1)
    place = getattr(form.items[index] if index < len(form.items) else None, "place", None)
    if place is None:
        return
    source, under = _under(place)
    yield source
    yield f"{under} this gave {found['got']}"
    if found["got"] == "#f":
        yield f"the payload has: {_keys(payload)}"
        written = place.source.text[place.start : place.end]
        if key := _looked_up(written):
            default = '""' if "string" in found["wanted"] else "'()"
            yield f"what is not there is #f; with a default: (payload-ref {key[1]} {key[0]} {default})"


def _shown(name: str) -> Iterator[str]:
    """Where it is said how a procedure of ours is called."""
    from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is  # only after a failure

    if where_is(name, "harness") or name in exported_names():
        yield f"`chibi-hooks doc {name}` shows how it is called"


def _meant(name: str, text: str) -> Iterator[str]:
    """What a name may stand for that nothing defines, in a file with this text."""
    from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is  # only after a failure
    from chibi_hooks.scheme.values.spelling import near
    from chibi_hooks.scheme.worlds.hints import written_in_r7rs

    own = {each for each in re.findall(r"[^\s()'`,;\"]+", text) if each != name}
    if found := where_is(name, "harness"):
        yield f"{name} is in {found[0]}: (import {found[0]})"
    elif instead := written_in_r7rs(name):
        yield f"Scheme writes {instead}"
    elif like := near(name, own) or near(name, exported_names()):
        yield f"did you mean {like[0]}?"


def _looked_up(written: str) -> tuple[str, str] | None:
    """The key and the alist of a lookup, as they are written."""
    found = re.fullmatch(r"""\((\S+)\s+('?[\w.-]+|"[^"]*")\s+('?[\w.-]+|"[^"]*")\s*\)""", written)
    if found is None or found[1] not in LOOKUPS:
        return None
    key, table = (found[3], found[2]) if found[1] == "payload-ref" else (found[2], found[3])
    return (f'"{key[1:]}"' if key.startswith("'") else key), table


def _keys(payload: Mapping[str, Json]) -> str:
    """The keys of a payload, and in brackets those of its objects."""
    shown = []
    for name, value in list(payload.items())[:MOST]:
        below = f" ({', '.join(list(value)[:MOST])})" if isinstance(value, dict) and value else ""
        shown.append(f"{name}{below}")
    return ", ".join(shown) or "nothing"
