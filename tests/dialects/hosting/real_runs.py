"""A real agent run with generated handlers, against a model on loopback -> what it did: what the recordings of Gemini,
Copilot and Qwen Code have in common.

What is about tool calls is asked in one run for each event: the model makes a call for each case, and the handlers look
up what they say to it.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from tests.agents.model import Model, Step, model
from tests.agents.running import RealAgent, _environment, _until_over

TEXTS: Final = (
    "R1", "R2", "R3", "R4", "R-allow", "R-deny", "R-ask", "E1", "C1", "C2", "C3", "C-plain", "{broken"
)  # fmt: skip
LOOKS_UP: Final = (  # what slot SLOT says to the case that the event is about
    'case=$(grep -o "case-[0-9]*" | head -n 1); cd ANSWERS/$case/SLOT 2>/dev/null || exit 0; '
    "cat err >&2; cat out; exit $(cat code)"
)
SLOTS: Final = 3  # handlers at once, at most

Case = dict[str, Any]
Said = tuple[Any, int, str]  # stdout, exit code, stderr

ENDS_BADLY: Final[tuple[Said, ...]] = (  # ways for a handler to end other than well
    ("", 2, "E1"), ("", 2, ""), ("", 1, "E1"), ("C-plain", 1, ""), ("", 3, "E1"),
    ({"decision": "block", "reason": "R4"}, 2, "E1"), ({"decision": "block", "reason": "R4"}, 1, ""),
)  # fmt: skip


@dataclass(frozen=True)
class Recorded:
    """An agent, and how handlers get into its settings. `handlers`: event, commands, matchers -> a settings file."""

    agent: RealAgent
    file: str  # below the user's directory
    handlers: Callable[[str, Sequence[tuple[str, str | None]]], dict[str, Any]]
    said: Callable[[Any], list[Any]]  # a request -> the conversation
    by_model: Callable[[Any], bool]  # a part of it: did the model say that?
    most: int = 100  # calls in one run

    @contextmanager
    def ran(self, settings: Mapping[str, Any], steps: Sequence[Step]) -> Iterator[tuple[Model, Path]]:
        """A run of it: what its model was asked, and its project."""
        root = Path(tempfile.mkdtemp(prefix=f"real-{self.agent.name}-"))
        home, project = root / "home", root / "project"
        for each in (home, project, root / "run"):
            each.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        with model([*steps, *["done"] * 20]) as told:
            environment = _environment(root, self.agent.prepare(home, project, told.port))
            file = home / self.file
            file.parent.mkdir(parents=True, exist_ok=True)
            own = json.loads(file.read_text()) if file.exists() else {}
            security = {**own.get("security", {}), **settings.get("security", {})}
            file.write_text(json.dumps({**own, **settings, **({"security": security} if security else {})}))
            _until_over([str(self.agent.path), *self.agent.arguments], project, environment)
        yield told, project
        shutil.rmtree(root, ignore_errors=True)

    def matchers(self, made: Sequence[Case]) -> Iterator[Case]:
        """All matchers at one call: whose handler ran?"""
        asked = [(f"touch matcher-{number}", each["matcher"]) for number, each in enumerate(made)]
        with self.ran(self.handlers(made[0]["event"], asked), [self.agent.shell("touch ran")]) as (_, project):
            for number, each in enumerate(made):
                yield {**each, "seen": {"asked": (project / f"matcher-{number}").exists()}}

    def in_one_run(self, made: Sequence[Case]) -> Iterator[Case]:
        """A call for each case."""
        for start in range(0, len(made), self.most):
            yield from self._in_one_run(made[start : start + self.most])

    def _in_one_run(self, made: Sequence[Case]) -> Iterator[Case]:
        answers = Path(tempfile.mkdtemp(prefix=f"real-{self.agent.name}-answers-"))
        for number, case in enumerate(made):
            for slot, (stdout, code, stderr) in enumerate(case["said"]):
                folder = answers / f"case-{number}" / str(slot)
                folder.mkdir(parents=True)
                text = stdout if isinstance(stdout, str) else json.dumps(stdout)
                (folder / "out").write_text(text.replace("CASE", f"case-{number}"))
                (folder / "err").write_text(stderr)
                (folder / "code").write_text(str(code))
        looks_up = LOOKS_UP.replace("ANSWERS", shlex.quote(str(answers)))
        handlers: list[tuple[str, str | None]] = [(looks_up.replace("SLOT", str(slot)), None) for slot in range(SLOTS)]
        calls = [self.agent.shell(f"touch case-{number}") for number in range(len(made))]
        with self.ran(self.handlers(made[0]["event"], handlers), calls) as (told, project):
            for number, case in enumerate(made):
                asked = told.asked[number + 1] if len(told.asked) > number + 1 else None
                text = "" if asked is None else json.dumps(self._since_the_call(asked))
                seen = {
                    "ran": (project / f"case-{number}").exists(),
                    "ran_other": (project / f"other-case-{number}").exists(),
                    "texts": [each for each in TEXTS if each in text],
                    "on": bool(text),
                }
                yield {**case, "seen": seen}
        shutil.rmtree(answers)

    def _since_the_call(self, request: Any) -> list[Any]:
        """What the model is told since it made its last call."""
        said = self.said(request)
        last = max(number for number, each in enumerate(said) if self.by_model(each))
        return said[last + 1 :]

    def by_itself(self, case: Case, settings: Mapping[str, Any]) -> Case:
        """One run for one case."""
        with self.ran(settings, [self.agent.shell("touch ran")]) as (told, project):
            text = told.texts()
            seen: dict[str, Any] = {
                "requests": len(told.asked),
                "ran": (project / "ran").exists(),
                "texts": [each for each in TEXTS if each in text],
            }
        return {**case, "seen": seen}


def chosen(cases: Iterable[Case], wanted: Collection[str]) -> Iterator[Case]:
    """Those whose names begin like one of these; none given: all."""
    return (each for each in cases if not wanted or each["name"].startswith(tuple(wanted)))


def written(path: Path, agent: RealAgent, found: Sequence[Case], cases: Sequence[Case]) -> None:
    """Keep what was found, beside what is known of the other cases."""
    before = json.loads(path.read_text())["cases"] if len(found) < len(cases) else ()
    known = {each["name"]: each for each in (*before, *found)}
    told = {"version": agent.version, "cases": [known[each["name"]] for each in cases if each["name"] in known]}
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")


def record(
    there: Recorded,
    path: Path,
    cases: Sequence[Case],
    wanted: Collection[str],
    kind: Callable[[Case], str],
    settings_of: Callable[[Case], dict[str, Any]],
) -> None:
    """Run and keep the wanted ones: kinds `matcher…` at one call, `alone` by themselves, others in one run."""
    found: list[Case] = []
    for name, group in groupby(sorted(chosen(cases, wanted), key=kind), kind):
        if name == "alone":
            with ThreadPoolExecutor(3) as pool:
                seen = iter(list(pool.map(lambda case: there.by_itself(case, settings_of(case)), group)))
        else:
            seen = (there.matchers if name.startswith("matcher") else there.in_one_run)(list(group))
        for each in seen:
            print(each["name"], each["seen"], flush=True)
            found.append(each)
    written(path, there.agent, found, cases)
