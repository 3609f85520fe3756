"""Odd settings files: a handler runs where the agent itself runs it (all measured with the real agents), and nowhere
else; what keeps it from running is said with the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.dialects.hosting.agents import Machine, before_a_tool

FILES = {
    "claude-code": "user/.claude/settings.json", "codex": "user/.codex/hooks.json",
    "copilot": "user/.copilot/hooks/a.json", "qwen": "user/.qwen/settings.json",
}  # fmt: skip
ENTRY = '{"type": "command", "command": "exit 2"}'
GROUP = f'{{"hooks": [{ENTRY}]}}'
CASES: list[tuple[str, str, bool]] = [  # agent, file with EVENT and GROUP in it, does the handler run?
    ("claude-code", '{"hooks": {EVENT: [GROUP]}}', True),
    ("claude-code", '\ufeff{"hooks": {EVENT: [GROUP]}}', True),
    ("claude-code", '{"a": "\\ud83d", "hooks": {EVENT: [GROUP]}}', True),
    ("claude-code", '{"a": "\udcfc", "hooks": {EVENT: [GROUP]}}', True),
    ("claude-code", '{"hooks": {EVENT: [GROUP], "Stop": null}}', True),
    ("claude-code", '{"hooks": {"enabled": false, EVENT: [GROUP]}}', True),
    ("claude-code", '{// mine\n"hooks": {EVENT: [GROUP]}}', False),
    ("claude-code", '{"hooks": {EVENT: []}, "hooks": {EVENT: [GROUP]}}', True),
    ("codex", '{"description": "mine", "hooks": {EVENT: [GROUP]}}', True),
    ("codex", '{"version": 1, "hooks": {EVENT: [GROUP]}}', False),
    ("codex", '\ufeff{"hooks": {EVENT: [GROUP]}}', False),
    ("codex", '{"hooks": {}, "hooks": {EVENT: [GROUP]}}', False),
    ("codex", '{"hooks": {EVENT: [], EVENT: [GROUP]}}', False),
    ("codex", '{"hooks": {EVENT: [{"matcher": "x", "matcher": "Bash", "hooks": [ENTRY]}]}}', False),
    ("codex", '{"hooks": {"X": [], "X": [], EVENT: [GROUP]}}', True),
    ("codex", '{"hooks": {EVENT: [GROUP], "Stop": null}}', False),
    ("codex", '{"hooks": {EVENT: [GROUP], "Stop": {}}}', False),
    ("codex", '{"hooks": {EVENT: [GROUP], "Whatever": null}}', True),
    ("codex", '{"hooks": {EVENT: [GROUP, {"matcher": "Bash"}]}}', True),
    ("codex", '{"hooks": {EVENT: [GROUP, {"hooks": 5}]}}', False),
    ("codex", '{"a": "\udcfc", "hooks": {EVENT: [GROUP]}}', False),
    ("codex", '{"hooks": {"enabled": false, EVENT: [GROUP]}}', True),
    ("copilot", '{"hooks": {EVENT: [GROUP]}}', True),
    ("copilot", '{"version": 1, "hooks": {EVENT: [GROUP]}}', True),
    ("copilot", '{"version": 2, "hooks": {EVENT: [GROUP]}}', False),
    ("copilot", '\ufeff{"hooks": {EVENT: [GROUP]}}', False),
    ("copilot", '{"hooks": {EVENT: [GROUP], "agentStop": null}}', False),
    ("copilot", '{"hooks": {EVENT: [GROUP], "whatever": null}}', True),
    ("copilot", '{"hooks": {EVENT: [GROUP, 5]}}', True),
    ("copilot", '{"hooks": {EVENT: [{"bash": "exit 2"}]}}', True),
    ("copilot", '{"a": "\udcfc", "hooks": {EVENT: [GROUP]}}', True),
    ("qwen", '{"a": "\\ud83d", "hooks": {EVENT: [GROUP]}}', True),
    ("qwen", '{"hooks": {"enabled": false, EVENT: [GROUP]}}', True),
    ("qwen", '{"a": "\udcfc", // mine\n "hooks": {EVENT: [GROUP]}}', True),
]


@pytest.mark.parametrize(("agent", "text", "runs"), CASES)
def test_a_handler_runs_where_the_agent_runs_it(machine: Machine, agent: str, text: str, runs: bool) -> None:
    group = GROUP if agent != "copilot" else '{"type": "command", "bash": "exit 2"}'
    path = machine.root / FILES[agent]
    path.parent.mkdir(parents=True)
    event = before_a_tool(agent)
    text = text.replace("EVENT", f'"{event}"').replace("GROUP", group).replace("ENTRY", ENTRY)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    decided = machine.decide(agent, event)
    assert [each["ran"] for each in decided["handlers"] if each["ran"]] == [True] * runs
    assert runs or any(str(path) in each for each in decided["warnings"])


LIMITS: list[tuple[str, Any, float | None | str]] = [  # agent, limit as it is written, seconds; a text: it does not run
    ("codex", 0, 1.0), ("codex", 1, 1.0), ("codex", None, 600.0), ("codex", 1.5, "whole"), ("codex", 1.0, "whole"),
    ("codex", -1, "more than 0"), ("codex", "5", "number"), ("codex", True, "number"),
    ("qwen", 0, 60.0), ("qwen", -5, 60.0), ("qwen", "5", 5.0), ("qwen", "1000", 1.0), ("qwen", "x", 60.0),
    ("qwen", True, 60.0), ("qwen", None, 60.0), ("qwen", 1.5, 1.5),
    ("copilot", 0, "more than 0"), ("copilot", None, "null"), ("copilot", "5", "number"), ("copilot", 1.5, 1.5),
    ("claude-code", 0, "more than 0"), ("claude-code", "5", "number"), ("claude-code", 0.5, 0.5),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "limit", "seconds"), LIMITS)
def test_a_time_limit_is_what_the_agent_takes_it_for(
    machine: Machine, agent: str, limit: Any, seconds: float | str
) -> None:
    from chibi_hooks.dialects.hosting.events import settings_of
    from chibi_hooks.dialects.hosting.running import seconds_for

    event = before_a_tool(agent)
    entry = {"type": "command", "command": "exit 2", "timeout": limit}
    told: Any = {event: [entry]} if agent == "copilot" else {event: [{"hooks": [entry]}]}
    machine.write({FILES[agent]: {"hooks": told}})
    _, found = settings_of(agent, machine.around, machine.root / "project")
    made = found.entries[0]
    if isinstance(seconds, str):
        assert seconds in made.why_not
    else:
        hosted_event = found.hosted.event(event)
        assert hosted_event is not None
        assert (made.why_not, seconds_for(made, found.hosted, hosted_event)) == ("", seconds)


@pytest.mark.parametrize(
    ("handler", "word", "runs"),
    [({}, "exit 2", False), ({"name": "a"}, "a", False), ({"name": "a"}, "exit 2", True), ({}, "exit", True)],
)
def test_what_gemini_lists_as_disabled_does_not_run_whichever_file_says_so(
    machine: Machine, handler: dict[str, Any], word: str, runs: bool
) -> None:
    path = machine.root / "user/.gemini/settings.json"
    path.parent.mkdir(parents=True)
    entry = {"type": "command", "command": "exit 2", **handler}
    path.write_text(json.dumps({"hooks": {"BeforeTool": [{"hooks": [entry]}]}}))
    machine.write({"project/.gemini/settings.json": {"hooksConfig": {"disabled": [word]}}})
    (handled,) = machine.decide("gemini", "BeforeTool")["handlers"]
    assert handled["ran"] == runs
    assert runs or "hooksConfig.disabled" in handled["why_not"]
