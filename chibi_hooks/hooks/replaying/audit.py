"""Recorded fires and policies -> what each of them would have objected to: `chibi-hooks audit`.

    with Auditor(home, config, around) as auditor:
        report = auditor.judge(fires)

Rules
-----
* Nothing leaves the machine and nothing of the home is touched: all policies are switched on in a home of their own
  that is thrown away, with the parameters that the user's has; what they keep between fires is kept in memory.
* The clock is that of each fire; what git says is as of now.
* Only objections count: a text for the model is none.
* Where credentials of a payload were not recorded, what a policy said of it then counts: it saw them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, NamedTuple, Self

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import CONFIG_NAME, Home, Notice, Surroundings
from chibi_hooks.hooks.homes.policies import all_policies, table_of, used_directories
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.recording.explanation import subject
from chibi_hooks.hooks.recording.journal import Recorded

OBJECTING: Final = ("block", "denied", "ask", "output", "keep_going", "warn", "stop")  # fields that say no, or less
EXAMPLES: Final = 3  # kept of each policy


class Example(NamedTuple):
    """An event to which a policy would have objected, in a few words, and what it would have said."""

    what: str
    said: str


@dataclass(slots=True)
class Caught:
    """What one policy would have objected to: how often, of how many events at its points, in which sessions."""

    policy: str
    count: int = 0
    asked: int = 0
    sessions: set[str] = field(default_factory=set)
    examples: list[Example] = field(default_factory=list)
    failures: int = 0

    def to_json(self) -> dict[str, Json]:
        """The object that `audit --json` prints for it."""
        return {
            "policy": self.policy,
            "caught": self.count,
            "asked": self.asked,
            "sessions": len(self.sessions),
            "failed": self.failures,
            "examples": [each._asdict() for each in self.examples],
        }


class Auditor:
    """All policies of a home and of the pack, switched on where they decide nothing. Raises ConfigError."""

    def __init__(self, home: Home | None, config: Config, around: Surroundings) -> None:
        self._directory = TemporaryDirectory(prefix="chibi-hooks-audit-")
        root = Path(self._directory.name)
        own = home if home is not None and home.gate is None else None  # what came with a project is not run unasked
        chosen = {each.name: config.policies.chosen.get(each.name, {}) for each in all_policies(own, config.policies)}
        use = [str(each) for each in used_directories(own.path, config.policies)] if own is not None else []
        (root / CONFIG_NAME).write_text(table_of(chosen, use), encoding="utf-8")
        if own is not None and own.libraries.is_dir():
            (root / "lib").symlink_to(os.path.abspath(own.libraries))
        self._now = 0.0
        self._host = Host.open(home=root, around=around, record=False, last_good=False)
        self._host.knowledge.now = lambda: self._now

    @property
    def notices(self) -> list[Notice]:
        """Policies that could not be loaded."""
        return list(self._host.notices)

    def judge(self, fires: Iterable[Recorded]) -> list[Caught]:
        """What each policy would have objected to, those that caught most first; order the fires as they were."""
        scripts = [script for each in self._host.generation.loaded for script in each.scripts]
        found = {Path(script.name).name: Caught(Path(script.name).name) for script in scripts}
        for fire in fires:
            if fire.payload is None or fire.cut:
                continue
            self._now = fire.time
            try:
                answers = self._host.fire(fire.point, fire.payload, settle=False).answers
            except BadRequest:  # a point that there is no more, a payload of another time
                continue
            said = {each.place: each for each in fire.answers} if fire.redacted else {}
            for answer in answers:
                _count(found[answer.responder], said.get(answer.place, answer), fire)
        return sorted(found.values(), key=lambda each: (-each.count, each.policy))

    def close(self) -> None:
        """Let it go."""
        self._host.close()
        self._directory.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _count(caught: Caught, answer: Answer, fire: Recorded) -> None:
    caught.asked += 1
    caught.failures += answer.error is not None
    value = answer.value if isinstance(answer.value, dict) else {}
    if not any(value.get(name) for name in OBJECTING):
        return
    payload = fire.payload or {}
    caught.count += 1
    caught.sessions.add(str(payload.get("session_id", "")))
    what = subject(payload)
    if len(caught.examples) < EXAMPLES and all(each.what != what for each in caught.examples):
        said = next((str(value[name]) for name in ("message", "reason", *OBJECTING[2:]) if value.get(name)), "")
        caught.examples.append(Example(what, said))
