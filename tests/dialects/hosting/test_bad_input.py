"""Whatever stands in settings files, and whatever handlers do: the agent's documented behaviour, and a warning that
says where and what to do. Nothing is ever raised but what the caller has asked wrongly."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from chibi_hooks import Host, Source
from chibi_hooks.dialects.hosting.events import settings_of
from chibi_hooks.dialects.hosting.linting import lint_settings
from chibi_hooks.hooks.errors import BadPayload, BadRequest
from tests.dialects.hosting.agents import (
    AGENTS,
    CLAUDE,
    Machine,
    bash,
    before_a_tool,
    claude,
    declared,
    entry,
    file_of,
    says,
    settings,
)

FILES = {agent: file_of(agent)[0] for agent in AGENTS}
TEXTS = [
    "", " ", "{", '{"hooks": ', "null", "[]", '"x"', "5", '{"hooks": []}', '{"hooks": null}', '{"hooks": 5}',
    '{"hooks": {"PreToolUse": {}}}', '{"hooks": {"PreToolUse": [null]}}', '{"hooks": {"PreToolUse": [[]]}}',
    '{"hooks": {"PreToolUse": [{}]}}', '{"hooks": {"PreToolUse": [{"hooks": [null]}]}}', "\ufeff{}", "{} {}",
    '{"hooks": {"PreToolUse": [{"hooks": [{"type": 5}]}]}}', '{"a": NaN}', "[" * 5000, '{"a": "\ud800"}',
    '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": 5}]}]}}', "\x00", '{"hooks": {"": [{}]}}',
]  # fmt: skip


@pytest.mark.parametrize("agent", FILES)
def test_no_text_of_a_file_is_too_much(machine: Machine, agent: str) -> None:
    path = machine.root / FILES[agent]
    path.parent.mkdir(parents=True)
    event = before_a_tool(agent)
    for text in (*TEXTS, b"\xff\xfe{}", b"\x80"):
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        decided = machine.decide(agent, event)
        assert decided["decision"] == "none", text
        assert all(str(path) in each for each in decided["warnings"])


@pytest.mark.parametrize("agent", FILES)
def test_what_is_no_file_is_said_and_never_opened(machine: Machine, agent: str) -> None:
    path = machine.root / FILES[agent]
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    decided = machine.decide(agent, before_a_tool(agent))
    assert "a pipe" in decided["warnings"][0]
    path.unlink()
    path.symlink_to(path.name)
    assert machine.decide(agent, before_a_tool(agent))["warnings"]
    path.unlink()
    if agent == "copilot":  # every file of a directory counts there, and a directory in it is none
        return
    path.mkdir()
    assert "a directory" in machine.decide(agent, before_a_tool(agent))["warnings"][0]


def test_wrong_types_at_every_key(machine: Machine) -> None:
    handler = {
        "type": "command", "command": "true", "args": ["a"], "timeout": 5, "if": "Bash", "async": False, "once": False,
        "statusMessage": "x", "url": "http://x", "headers": {"a": "b"}, "allowedEnvVars": ["A"], "env": {"A": "b"},
        "cwd": ".", "name": "n", "loop_limit": 3, "failClosed": False, "matcher": "Bash", "shell": "bash",
    }  # fmt: skip
    wrong: list[Any] = [None, True, 5, -1, 1e300, "", "x", [], [None], {}, {"a": 1}, [[]]]
    for number, (agent, name) in enumerate(FILES.items()):
        event = before_a_tool(agent)
        flat = not declared(agent).settings.entry.grouped
        for key in handler:
            for value in wrong[number % 4 :: 4]:
                changed = {**handler, key: value}
                hooks: Any = {event: [changed if flat else {"hooks": [changed], "handlers": [changed]}]}
                machine.write({name: {"g": hooks} if agent == "antigravity" else {"version": 1, "hooks": hooks}})
                _, found = settings_of(agent, machine.around, machine.root / "project")  # it raises nothing
                assert found.entries or found.warnings
        (machine.root / name).unlink()


STDOUT = [
    '{"hookSpecificOutput": 5}', '{"hookSpecificOutput": {"hookEventName": 5}}', '{"decision": {}}', '{"continue": 1}',
    '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": []}}', '{"systemMessage": ["x"]}',
    '{"half": ', "{" * 10_000, '{"a": 1e999}', '{"a": "\\ud800"}', "\\x00\\x01", '{"reason": null, "decision": null}',
]  # fmt: skip


@pytest.mark.parametrize("stdout", STDOUT)
@pytest.mark.parametrize("agent", FILES)
def test_half_answers_decide_nothing(machine: Machine, agent: str, stdout: str) -> None:
    event = before_a_tool(agent)
    script = "project/answer"
    machine.write({script: f"#!/bin/sh\ncat >/dev/null\ncat <<'EOF'\n{stdout}\nEOF\n"})
    decided = machine.decide(agent, event, {}, settings(agent, event, str(machine.root / script)))
    assert decided["handlers"][0]["ran"]
    assert decided["decision"] == ("deny" if agent == "antigravity" else decided["decision"])
    assert decided["decision"] in ("none", "deny")
    if decided["decision"] == "deny":
        assert agent in ("antigravity", "caliban")  # what they say a rewrite that is none comes to


HOSTILE = [
    ("head -c 3000000 /dev/zero", "1 MiB"),
    ("exec sleep 60", "no answer within"),
    ("kill -9 $$", "killed by signal 9"),
    ("/no/such/program", "127"),
    ("trap '' TERM; sleep 60 & sleep 60 & wait", "no answer within"),
    ("exec 0<&- 1>&- 2>&-; sleep 60", "no answer within"),
]


@pytest.mark.parametrize(("command", "said"), HOSTILE)
def test_hostile_handlers_are_ended_and_told(machine: Machine, command: str, said: str) -> None:
    settings = claude("PreToolUse", entry(command, timeout=0.5), entry(says("", 2, "the other one")))
    decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: settings})
    assert (decided["decision"], decided["reason"]) == ("deny", "the other one")
    assert decided["handlers"][0]["decision"] == "failed"
    assert any(said in each and CLAUDE in each for each in decided["warnings"])


def test_a_payload_that_nobody_reads_is_no_trouble(machine: Machine) -> None:
    big = bash("x" * 2_000_000)
    settings = claude("PreToolUse", entry("echo no >&2; exit 2"))
    assert machine.decide("claude-code", "PreToolUse", big, {CLAUDE: settings})["reason"] == "no"


def test_what_a_flood_of_stderr_leaves_is_short(machine: Machine) -> None:
    settings = claude("PreToolUse", entry("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 2"))
    decided = machine.decide("claude-code", "PreToolUse", bash(), {CLAUDE: settings})
    assert (decided["decision"], len(decided["reason"]) <= 8192) == ("deny", True)


def test_mistakes_of_the_caller_are_his(machine: Machine) -> None:
    with machine.open("claude-code") as host:
        for agent, event in (("claude-code", "Nothing"), ("piebald", "Stop"), ("nobody", "Stop"), ("../x", "Stop")):
            with pytest.raises(BadRequest):
                host.fire_event(agent, event)
        with pytest.raises(BadPayload):
            host.fire_event("claude-code", "Stop", {"x": object()})
        with pytest.raises(BadPayload):
            host.fire_event("claude-code", "Stop", {"x": float("nan")})
    with pytest.raises(BadRequest):
        Host.open(home=machine.root / "home", around=machine.around, sources=[Source("opencode")])


@pytest.mark.parametrize(
    "payload", [{"tool_name": 5}, {"tool_input": "x"}, {"cwd": 5}, {"session_id": None}, {"tool_name": None}]
)
def test_odd_payloads_reach_handlers_as_they_are(machine: Machine, payload: dict[str, Any]) -> None:
    machine.write({"home/hooks/h.scm": "(register-hook 'pre_tool (lambda (p) '()))"})
    settings = claude("PreToolUse", entry("true"))
    decided = machine.decide("claude-code", "PreToolUse", payload, {CLAUDE: settings})
    (key,) = payload
    assert decided["handlers"][0]["stdin"][key] == payload[key]


def test_random_settings_never_raise(machine: Machine) -> None:
    choose = random.Random(14)
    leaves: list[Any] = [None, True, 0, 5, -1, 0.5, "", "x", "Bash", "[", "command", "true", [], {}]
    keys = ["hooks", "PreToolUse", "Stop", "matcher", "type", "command", "timeout", "if", "args", "url", "handlers"]

    def value(depth: int) -> Any:
        if depth > 5 or choose.random() < 0.2:
            return choose.choice(leaves)
        if choose.random() < 0.4:
            return [value(depth + 1) for _ in range(choose.randrange(3))]
        return {choose.choice(keys): value(depth + 1) for _ in range(choose.randrange(4))}

    path = machine.root / CLAUDE
    path.parent.mkdir(parents=True)
    for _ in range(300):
        path.write_text(json.dumps({"hooks": {"PreToolUse": value(2), "Stop": value(2)}}))
        dialect, settings = settings_of("claude-code", machine.around, machine.root / "project")
        list(lint_settings(settings, dialect))
