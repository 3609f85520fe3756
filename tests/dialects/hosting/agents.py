"""Settings files and an event -> what the agent would decide: a throw-away project, user and machine for each test."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chibi_hooks import Host, Source
from chibi_hooks.dialects import parts
from chibi_hooks.dialects.hosting.events import hosted_agent
from chibi_hooks.dialects.rows.dialect import RowDialect, dialect_of
from chibi_hooks.dialects.rows.settings import EACH, SettingsFile
from chibi_hooks.hooks.homes.home import Surroundings

CLAUDE = "project/.claude/settings.json"
AGENTS = [agent for agent, _ in parts("hosting")]  # whose handlers are run


class Machine:
    """A directory with `project`, `user`, `managed`, `plugin` and `home` in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("project", "user", "managed", "home"):
            (root / name).mkdir()

    @property
    def around(self) -> Surroundings:
        """The environment of the machine: nothing of this one but where programs are."""
        environment = {
            "PATH": f"{self.path}:{os.environ['PATH']}".lstrip(":"),
            "HOME": str(self.root / "user"),
            "CHIBI_HOOKS_STATE": str(self.root / "state"),
            **self.variables,
        }
        return Surroundings(environment, self.root / "project", self.root / "user")

    variables: Mapping[str, str] = {}
    path = ""

    def write(self, files: Mapping[str, Any]) -> None:
        """Texts as they are, objects as JSON; what begins with #! can be run."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content, indent=2)
            path.write_text(text)
            if text.startswith("#!"):
                path.chmod(0o755)

    def open(self, agent: str, *, watch: bool = False, **options: Any) -> Host:
        """A host with the agent's handlers, trusted unless the test says otherwise."""
        project = self.root / "project"
        stated = {"trusted": True, "managed": self.root / "managed", **options}
        if not hosted_agent(agent).managed:
            stated.pop("managed")
        source = Source(agent, project, **stated)
        return Host.open(home=self.root / "home", around=self.around, sources=[source], watch=watch, record=False)

    def decide(
        self, agent: str, event: str, payload: Mapping[str, Any] | None = None, files: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:  # fmt: skip
        """What the agent would decide."""
        self.write(files or {})
        with self.open(agent, **options) as host:
            fired = host.fire_event(agent, event, payload or {})
            fired.wait()
            return dict(fired.decision)


def declared(agent: str) -> RowDialect:
    """What the agent's folder declares."""
    found = dialect_of(agent)
    assert found is not None
    return found


def before_a_tool(agent: str) -> str:
    """Its event before a tool runs."""
    return next(row.event for row in declared(agent).rows if "pre_tool" in row.points)


def file_of(agent: str) -> tuple[str, SettingsFile]:
    """One of its files in a project, and what is declared of it; rather one in which hooks lie below `hooks`."""
    declared_files = declared(agent).settings.files
    files = [each for each in declared_files if each.scope == "project" and each.format in ("json", "jsonc")]
    file = next((each for each in files if each.events == ("hooks",)), files[0])
    return f"project/{file.place.removeprefix('./')}/{file.name.replace('*', 'a')}", file


def settings(agent: str, event: str, *handlers: Any, matcher: str | None = None, **more: Any) -> dict[str, Any]:
    """The agent's file in its own shape, with commands, or with objects that are handlers as they stand."""
    name, file = file_of(agent)
    shape = declared(agent).settings.entry
    stated = {} if matcher is None else {shape.matcher: matcher}
    made = [{**shape.says, shape.command[0]: each, **more} if isinstance(each, str) else each for each in handlers]
    if shape.grouped and event not in shape.flat:
        told: Any = {event: [{**stated, shape.handlers: made}]}
    else:
        told = {event: [{**stated, **each} for each in made]}
    for key in reversed(file.events):
        told = {"my-guard": {"enabled": True, **told}} if key == EACH else {key: told}
    return {name: {**file.header, **told}}


def entry(command: str, **more: Any) -> dict[str, Any]:
    """A command handler."""
    return {"type": "command", "command": command, **more}


def claude(event: str, *handlers: dict[str, Any], matcher: str | None = None, **more: Any) -> dict[str, Any]:
    """Settings of Claude Code with one group."""
    group: dict[str, Any] = {"hooks": list(handlers)}
    if matcher is not None:
        group["matcher"] = matcher
    return {"hooks": {event: [group]}, **more}


def says(answer: Any, exit: int = 0, stderr: str = "") -> str:
    """A command that prints this and ends so."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    quoted = text.replace("'", "'\\''")
    error = f"printf '%s' '{stderr}' >&2; " if stderr else ""
    return f"cat >/dev/null; printf '%s' '{quoted}'; {error}exit {exit}"


def bash(command: str = "ls") -> dict[str, Any]:
    """A call of a shell, as Claude Code tells of it."""
    return {"tool_name": "Bash", "tool_input": {"command": command}}
