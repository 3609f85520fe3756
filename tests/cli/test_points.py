"""`points`: the table of hook points for people and programs."""

from __future__ import annotations

import json

from chibi_hooks.hooks.deciding.point import POINTS
from tests.cli.command import Command


def test_every_point_is_listed_with_what_may_be_returned(command: Command) -> None:
    lines = command("points").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(POINTS)
    assert any(line.startswith("pre_tool ") and "block, message, arguments" in line for line in lines)


def test_one_point_is_shown_with_payload_and_answer(command: Command) -> None:
    result = command("points", "pre_tool")
    assert result.stdout.startswith("pre_tool: ")
    assert "tool_name: string" in result.stdout
    assert "block: a boolean" in result.stdout


def test_json_has_a_schema_of_payload_and_answer(command: Command) -> None:
    one = json.loads(command("points", "pre_tool", "--json").stdout)
    assert one["payload"]["properties"]["tool_name"]["type"] == "string"
    assert set(one["answer"]["properties"]) >= {"block", "message", "arguments", "ask", "context"}
    assert [each["name"] for each in json.loads(command("points", "--json").stdout)] == list(POINTS)


def test_an_unknown_point_is_64(command: Command) -> None:
    result = command("points", "pre_tol")
    assert (result.code, result.stdout) == (64, "")
    assert 'did you mean "pre_tool"?' in result.stderr


def test_the_matrix_says_for_every_agent_what_becomes_of_every_word(command: Command) -> None:
    lines = command("points", "--agents").stdout.splitlines()
    assert {line.split()[0] for line in lines[1:]} >= {"claude-code", "piebald", "caliban", "firebender", "opencode"}
    told = json.loads(command("points", "pre_tool", "--agents", "--json").stdout)
    asks = {(each["agent"], each["event"]): each for each in told if each["word"] == "ask"}
    assert asks["claude-code", "PreToolUse"]["effect"] == "honours"
    assert (asks["codex", "PreToolUse"]["effect"], asks["codex", "PreToolUse"]["to"]) == ("degrades", "deny")
    assert command("points", "pre_tol", "--agents").code == 64
