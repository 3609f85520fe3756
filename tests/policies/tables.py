"""Tables of labelled inputs -> rows -> what a policy decides about them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from chibi_hooks import Host
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.homes.home import Surroundings

FOLDER: Final = Path(__file__).parent / "tables"
VERDICTS: Final = ("deny", "ask", "redact", "keep", "context", "warn", "pass")
SETTINGS: Final = ("with", "session", "branch", "clock")


class Row(NamedTuple):
    """A line of a table: a verdict and an input, or a setting (`with`, `session` …) and its value."""

    line: int
    word: str
    text: str


class Wrong(NamedTuple):
    """A row that was decided in another way."""

    row: Row
    got: str

    def __str__(self) -> str:
        return f"line {self.row.line}: {self.row.word} {self.row.text}: got {self.got}"


def names() -> list[str]:
    """The policies that have a table."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def rows(path: Path) -> Iterator[Row]:
    """The rows of a table. Raises ValueError for one without a verdict."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        word, _, text = line.partition(" ")
        if word not in (*VERDICTS, *SETTINGS):
            raise ValueError(f"{path.name}:{number}: wanted a verdict, got {word!r}")
        yield Row(number, word, text.strip(" "))


def payload_of(text: str) -> tuple[str, dict[str, Any]]:
    """The point and the payload of an input. Raises ValueError."""
    kind, _, rest = text.replace("⏎", "\n").partition(" ")
    name, _, more = rest.partition(" ")
    match kind:
        case "$":
            return "pre_tool", {"tool_name": "shell_exec", "arguments": {"command": rest}}
        case ">":
            return "pre_tool", {"tool_name": "write_file", "arguments": {"path": name, "content": more}}
        case "<":
            return "pre_tool", {"tool_name": "file_read", "arguments": {"path": rest}}
        case "url":
            return "pre_tool", {"tool_name": "fetch_url", "arguments": {"url": rest}}
        case "tool":
            return "pre_tool", {"tool_name": name, "arguments": json.loads(more or "{}")}
        case "prompt":
            return "pre_message", {"prompt": rest}
        case "output":
            return "pre_tool_output", {"tool_name": "shell_exec", "arguments": {"command": "x"}, "output": rest}
        case "fetched":
            return "pre_tool_output", {"tool_name": "fetch_url", "arguments": {"url": "https://x/"}, "output": rest}
        case "at":
            return name, json.loads(more or "{}")
    raise ValueError(f"{text!r}: wanted an input")


def verdict_of(fire: Fire) -> str:
    """What was decided, in one word of `VERDICTS`; `error` where a policy failed."""
    failures = [answer.error.message for answer in fire.answers if answer.error is not None]
    if failures:
        return f"error: {failures[0]}"
    values = fire.folded.values
    if values.get("block") or values.get("denied"):
        return "deny"
    fields = (("ask", "ask"), ("output", "redact"), ("keep_going", "keep"), ("context", "context"), ("warn", "warn"))
    return next((word for field, word in fields if values.get(field)), "pass")


class Judge:
    """A home in which policies are switched on, asked row by row. `policies`: names and parameters."""

    def __init__(self, directory: Path, policies: dict[str, dict[str, Any]]) -> None:
        self.project = directory / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        self._home = directory / "home"
        self._home.mkdir(exist_ok=True)
        self._around = Surroundings({"CHIBI_HOOKS_STATE": str(directory / "state")}, self.project, directory / "user")
        self.session = 0
        self.moment: float | None = None
        self._open(policies)

    def _open(self, policies: dict[str, dict[str, Any]]) -> None:
        lines = [f"{name} = {_toml(parameters)}" for name, parameters in policies.items()]
        self._home.joinpath("chibi-hooks.toml").write_text("\n".join(["[policies]", *lines, ""]), encoding="utf-8")
        self.host = Host.open(home=self._home, around=self._around, record=False)
        self.host.knowledge.now = self._now
        assert self.host.notices == (), [str(each) for each in self.host.notices]

    def _now(self) -> float:
        return time.time() if self.moment is None else self.moment

    def ask(self, text: str, session: str = "") -> Fire:
        """The fire of an input."""
        point, payload = payload_of(text)
        project = str(self.project)
        around = {"session_id": session or str(self.session), "cwd": project, "project_root": project}
        return self.host.fire(point, {**around, **payload}, settle=False)

    def set(self, row: Row, name: str) -> None:
        """Do what a setting says; `with` is for the policy `name`."""
        match row.word:
            case "with":
                self.close()
                self._open({name: json.loads(row.text)})
            case "session":
                self.session += 1
            case "branch":
                (self.project / ".git").mkdir(exist_ok=True)
                (self.project / ".git/HEAD").write_text(f"ref: refs/heads/{row.text}\n")
            case "clock":
                self.moment = time.mktime(time.strptime(row.text, "%Y-%m-%dT%H:%M"))

    def close(self) -> None:
        """Let the home go."""
        self.host.close()


def wrong_rows(name: str, directory: Path) -> list[Wrong]:
    """The rows of a policy's table that it decides in another way."""
    judge = Judge(directory, {name: {}})
    found = []
    try:
        for row in rows(FOLDER / f"{name}.txt"):
            if row.word in SETTINGS:
                judge.set(row, name)
            elif (got := verdict_of(judge.ask(row.text))) != row.word:
                found.append(Wrong(row, got))
    finally:
        judge.close()
    return found


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
