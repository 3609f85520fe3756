"""A host that reloads, and its journal -> after each save, the recorded decisions that are different since.

    diff = DecisionDiff(host, around)
    diff.prepare()
    …                                  # a save, a reload
    for change in diff.next().report.changed: …
    older = diff.rest()                # of the fires before those, while nothing is saved

Rules (DESIGN §10)
-----
* Compared is what was live before the save with what is live after it, both in fresh worlds and with the same fires
  in the same order: what else has changed since a fire was recorded, and what hook files remember, makes no difference.
* What is live counts, not what is on disk: a broken file is there with its last good version, as in the host.
* Only points where somebody else answers than before are looked at: their last `COUNT` fires, and of older ones those
  that were blocked, denied or failed; and only the files that answer there are loaded. What is not done after `SECONDS`
  is left out and told. Then, while nothing else is saved, `REST` fires before those: a rule that is new refuses what
  was let pass yesterday. The same worlds decide about them.
* Worlds are made ahead, after the last save, for both sides: the next save changes one file, so only that one has to be
  loaded while somebody waits; and the side before has its libraries as they were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Recorded, Wanted
from chibi_hooks.hooks.replaying.copying import copy_for_replay, copy_script
from chibi_hooks.hooks.replaying.replay import NotReplayed, Report, changed_decisions
from chibi_hooks.hooks.responders import Generation

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script

BEFORE: Final = "BEFORE THE SAVE"  # what the other side is called
COUNT: Final = 50
REST: Final = 2_000
MOST: Final = 200  # files loaded for one comparison; a second of work, in a process that has fires to answer
AHEAD: Final = 50  # files whose worlds are made ahead; twice that many worlds are kept
SECONDS: Final = 2.0  # for a hook that takes its whole time limit at each fire


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed with `generation`; `problem` says why nothing could be compared."""

    generation: int
    report: Report
    ms: float
    problem: str = ""
    older: bool = False  # it tells of the fires before those that the one before it told of

    def to_json(self, clauses: Mapping[str, str] | None = None) -> dict[str, Json]:
        """The same as one JSON object; `clauses` as in `Report.rows`."""
        told = {"generation": self.generation, **self.report.to_json(), "ms": self.ms, "problem": self.problem,
                "older": self.older}  # fmt: skip
        return {**told, "rows": [list(row) for row in self.report.rows(BEFORE, clauses)]}


@dataclass(frozen=True, slots=True)
class _AskedAbout:
    """Both sides of a comparison, and the fires that they have decided about."""

    before: Generation
    after: Generation
    wanted: Wanted
    seen: frozenset[int]


class DecisionDiff:
    """The decision diff of one host, for one thread."""

    def __init__(self, host: Host, around: Surroundings, count: int = COUNT, seconds: float = SECONDS) -> None:
        self._host = host
        self._around = around
        self._count = count
        self._seconds = seconds
        self._live = host.generation  # as of the last diff
        self._before: dict[Script, Script] = {}  # live files -> copies in worlds that have answered nothing yet
        self._after: dict[Script, Script] = {}
        self._asked: _AskedAbout | None = None  # what was compared last

    def prepare(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """Make worlds for the next time, until there is `hurry`."""
        files = [(script, loaded) for loaded in self._live.loaded for script in loaded.scripts]
        files = [each for each in files if each[0].tier == "sandboxed"]
        files.sort(key=lambda each: not each[0].files)  # libraries change: their readers come first
        for script, loaded in files[:AHEAD]:
            for copies in (self._before, self._after):
                if hurry():
                    return
                if script not in copies:
                    with suppress(NotReplayed):  # `next` tries again, and says why
                        copies[script] = copy_script(script, loaded, self._around)

    def next(self) -> Diff | None:
        """What is decided in another way since the last time; None when no other generation is live."""
        live = self._host.generation
        if live is self._live:
            return None
        started = time.perf_counter()
        self._dispose()
        report, problem = Report(), ""
        try:
            points = _concerned(self._live, live)
            fires = self._fires(points) if points else []
            if fires:
                report = self._compare(fires, live, points)
        except (NotReplayed, ConfigError) as error:
            problem = str(error)
        self._live = live
        self._forget(keep=set(_scripts(live)))
        return Diff(live.number, report, round((time.perf_counter() - started) * 1000, 3), problem)

    def rest(self, hurry: Callable[[], bool] = lambda: False) -> Diff | None:
        """What else is decided in another way since then, of the fires before those; None when there is nothing to
        tell, or until there is `hurry`: then it may be asked once more, for not every hurry ends in another generation.
        """
        asked, started = self._asked, time.perf_counter()
        if asked is None or hurry():
            return None
        report = Report()
        with suppress(NotReplayed, ConfigError, NoFires):  # told before
            with self._journal() as journal:
                fires = [each for each in journal.relevant(REST, asked.wanted, REST) if each.seq not in asked.seen]
            report = changed_decisions(fires, asked.before, asked.after, seconds=self._seconds, hurry=hurry)
            if hurry():
                return None
        self._dispose()
        if not (report.changed or report.failing):
            return None
        ms = round((time.perf_counter() - started) * 1000, 3)
        return Diff(self._live.number, report, ms, older=True)

    def close(self) -> None:
        """Let the worlds go."""
        self._dispose()
        self._forget(keep=set())

    def _compare(self, fires: list[Recorded], live: Generation, points: set[str]) -> Report:
        files = sum(not points.isdisjoint(hook.point for hook in script.hooks) for script in _scripts(live))
        if files > MOST:
            raise NotReplayed(f"{files} files answer there, more than {MOST}; `chibi-hooks replay` compares them")
        before = copy_for_replay(self._live, self._around, points, self._before)
        try:
            after = copy_for_replay(live, self._around, points, self._after)
        except BaseException:
            _dispose(before)
            raise
        finally:
            self._before = _without(before, self._before)
        self._after = _without(after, self._after)
        wanted = Wanted(points=tuple(points))
        self._asked = _AskedAbout(before, after, wanted, frozenset(each.seq for each in fires))
        return changed_decisions(fires, before, after, seconds=self._seconds)

    def _dispose(self) -> None:
        """Let the worlds go that have answered."""
        asked, self._asked = self._asked, None
        if asked is not None:
            _dispose(asked.before)
            _dispose(asked.after)

    def _forget(self, keep: Collection[Script]) -> None:
        for copies in (self._before, self._after):
            for script in [script for script in copies if script not in keep]:
                copies.pop(script).dispose()

    def _journal(self) -> Journal:
        recorder = self._host.recorder
        if recorder is None:
            raise NotReplayed("fires of this home are not recorded")
        recorder.flush()
        return Journal(recorder.path)

    def _fires(self, points: set[str]) -> list[Recorded]:
        try:
            with self._journal() as journal:
                return journal.relevant(self._count, Wanted(points=tuple(points)))
        except NoFires:
            return []


def _concerned(before: Generation, after: Generation) -> set[str]:
    """The points where somebody else answers, or by other rules."""
    return {
        wire
        for wire, responders in after.responders.items()
        if responders != before.responders.get(wire)
        or (responders.point.permission and before.permission != after.permission)
    }


def _scripts(generation: Generation) -> list[Script]:
    return [script for loaded in generation.loaded for script in loaded.scripts]


def _without(used: Generation, copies: dict[Script, Script]) -> dict[Script, Script]:
    """The copies that have not answered yet."""
    answered = _scripts(used)
    return {script: copy for script, copy in copies.items() if copy not in answered}


def _dispose(used: Generation) -> None:
    """End the worlds of a generation, for they remember what they were asked."""
    for script in _scripts(used):
        script.dispose()
