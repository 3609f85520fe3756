"""A recorded fire -> a test that expects the same outcome again: a payload as JSON, and a few lines of Scheme to read
and change.

Rules: nothing that exists is overwritten; a fire that a test could not repeat is refused, with the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import TEST_ENDING
from chibi_hooks.hooks.homes.rewriting import rewrite
from chibi_hooks.hooks.recording.journal import Recorded
from chibi_hooks.hooks.replaying.replay import recorded_decision
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.scheme.values.data import string_of
from chibi_hooks.scheme.values.printer import write_text

SAID = {
    "blocked": "is blocked",
    "denied": "is denied",
    "allowed": "is allowed",
    "changed": "is changed",
    "none": "passes as it is",
}


@dataclass(frozen=True, slots=True)
class Promoted:
    """What was written."""

    fixture: Path
    test: Path


def promote(fire: Recorded, directory: Path, name: str | None = None) -> Promoted:
    """Write `NAME.json` and `NAME-test.scm` into `directory`. Raises BadRequest."""
    _check(fire)
    name = name or f"{fire.point}-{fire.decision}-{fire.id[12:]}"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise BadRequest(f"{name}: wanted a name of letters, digits, dots, hyphens and underscores")
    promoted = Promoted(directory / f"{name}.json", directory / f"{name}{TEST_ENDING}")
    for path in (promoted.fixture, promoted.test):
        if path.exists():
            raise BadRequest(f"{path} exists; give the test another name")
    directory.mkdir(parents=True, exist_ok=True)
    payload = json.dumps(fire.payload, ensure_ascii=False, indent=2) + "\n"
    rewrite(promoted.fixture, payload.encode("utf-8", "backslashreplace"))  # a lone surrogate becomes JSON's own escape
    rewrite(promoted.test, test_text(fire, promoted.fixture.name).encode("utf-8", "backslashreplace"))
    return promoted


def test_text(fire: Recorded, fixture: str) -> str:
    """The test as text. `fixture` is the name of the payload's file."""
    title = f"{fire.point} {SAID[fire.decision]}"
    place = recorded_decision(fire).place
    when = datetime.fromtimestamp(fire.time).strftime("%Y-%m-%d %H:%M")
    heading = [
        f"{title}{f', by {place}' if place else ''}.",
        f"Recorded as fire {fire.id} at {when}; the payload is in",
        f"{fixture}. Change both as you like.",
    ]
    if fire.redacted:
        heading.append("Secrets were not recorded: [redacted] stands for them.")
    expected = list(_expected(fire.outcome))
    lines = [
        *(f";;; {line}" for line in heading),
        "",
        "(import (chibi test))",
        "",
        f"(test {write_text(string_of(title))}",
        *(f"    {line}" for line in expected),
        f"  (fire '{fire.point} (fixture {write_text(string_of(fixture))})))",
    ]
    return "\n".join(lines) + "\n"


test_text.__test__ = False  # type: ignore[attr-defined]  # pytest takes the name for a test's


def _expected(outcome: Mapping[str, Json]) -> Iterator[str]:
    """The outcome as a quoted alist, one field per line."""
    if not outcome:
        yield "'()"
        return
    entries = [write_text(payload_to_scheme({name: value}))[1:-1] for name, value in outcome.items()]
    entries[-1] += ")"
    yield f"'({entries[0]}"
    yield from (f"  {entry}" for entry in entries[1:])


def _check(fire: Recorded) -> None:
    if fire.payload is None or fire.cut:
        raise BadRequest(f"{fire.id} cannot be a test: it was too large, and has been cut in the journal")
    if fire.handler and any(step.action == "settled" for step in fire.steps):
        raise BadRequest(f"{fire.id} cannot be a test: the program's permission handler decided, and a test has none")
    if fire.nested:
        raise BadRequest(f"{fire.id} cannot be a test: it was fired from inside a hook of the same point")
