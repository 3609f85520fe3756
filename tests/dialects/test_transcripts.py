"""Agents' own transcripts as fires: those that real agents wrote (tests/agents/recorded), and broken ones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from chibi_hooks.dialects.transcripts.past import Past, kept_by, read_past
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings

RECORDED = Path(__file__).parent.parent / "agents" / "recorded"
PLACES = {
    "claude-code": ".claude/projects/-work/a.jsonl",
    "codex": ".codex/sessions/2026/11/22/rollout-2026-11-22T19-00-08-x.jsonl",
}


def there(directory: Path, agent: str, text: str | bytes) -> Path:
    path = directory / PLACES[agent]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def past(directory: Path, agent: str, since: float = 0.0, until: float | None = None) -> Past:
    return read_past(agent, Surroundings({}, directory, directory), since, until)


def told(found: Past) -> list[tuple[str, str]]:
    """Each moment with what tells it."""
    rows = []
    for fire in found.fires:
        payload = fire.payload or {}
        arguments = payload.get("arguments", {})
        rows.append((fire.point, str(arguments.get("command") or payload.get("command") or payload.get("prompt", ""))))
    return rows


@pytest.mark.parametrize("agent", kept_by())
def test_what_a_real_agent_wrote_is_what_it_did(agent: str, tmp_path: Path) -> None:
    there(tmp_path, agent, (RECORDED / f"{agent}-transcript.jsonl").read_bytes())
    found = past(tmp_path, agent)
    rows = told(found)
    assert rows[0] == ("pre_message", "do it")
    assert [text for point, text in rows if point == "pre_tool"] == [
        "touch denied.txt", "touch rewritten.txt", "touch plain.txt",
    ]  # fmt: skip
    assert [text for point, text in rows if point == "pre_shell_exec"] == [
        "touch denied.txt", "touch rewritten.txt", "touch plain.txt",
    ]  # fmt: skip
    assert [text for point, text in rows if point == "pre_message"] == ["do it"]  # and no words of hooks
    assert [point for point, _ in rows].count("post_tool") >= 2
    assert (len(found.sessions), found.notes) == (1, [])
    assert all(fire.fire.origin is not None and fire.fire.origin.agent == agent for fire in found.fires)
    assert all((fire.payload or {}).get("cwd") == "/work" for fire in found.fires)


def test_only_what_lies_between_the_times_is_told(tmp_path: Path) -> None:
    there(tmp_path, "claude-code", (RECORDED / "claude-code-transcript.jsonl").read_bytes())
    all_of_it = past(tmp_path, "claude-code").fires
    middle = all_of_it[4].time
    later = past(tmp_path, "claude-code", since=middle).fires
    sooner = past(tmp_path, "claude-code", until=middle - 0.001).fires
    assert 0 < len(later) < len(all_of_it)
    assert len(later) + len(sooner) == len(all_of_it)
    os.utime(tmp_path / PLACES["claude-code"], (1, 1))
    assert past(tmp_path, "claude-code", since=2.0).fires == []


def test_a_session_that_was_resumed_is_told_once(tmp_path: Path) -> None:
    text = (RECORDED / "claude-code-transcript.jsonl").read_bytes()
    path = there(tmp_path, "claude-code", text)
    once = len(past(tmp_path, "claude-code").fires)
    path.with_name("b.jsonl").write_bytes(text)
    assert len(past(tmp_path, "claude-code").fires) == once


def claude(**more: object) -> str:
    base = {"sessionId": "s", "cwd": "/w", "timestamp": "2026-01-01T00:00:00.000Z"}
    return json.dumps({**base, **more})


def test_what_the_agent_wrote_itself_is_no_prompt(tmp_path: Path) -> None:
    texts = [
        "<command-name>/clear</command-name>",
        "<local-command-stdout>x",
        "hi",
        "",
        "[Request interrupted by user]",
    ]
    lines = [claude(type="user", message={"role": "user", "content": text}) for text in texts]
    lines.append(claude(type="user", isMeta=True, message={"role": "user", "content": "Stop hook feedback:\nno"}))
    lines.append(claude(type="user", isSidechain=True, message={"role": "user", "content": "a task"}))
    there(tmp_path, "claude-code", "\n".join(lines))
    assert told(past(tmp_path, "claude-code")) == [("pre_message", "hi")]


def test_calls_of_earlier_versions_of_codex_are_read(tmp_path: Path) -> None:
    def line(kind: str, **payload: object) -> str:
        return json.dumps({"timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload})

    lines = [
        line("session_meta", id="s", cwd="/w"),
        line("event_msg", type="user_message", message="hi"),
        line("response_item", type="function_call", name="shell", call_id="1",
             arguments=json.dumps({"command": ["bash", "-lc", "rm -rf x"], "workdir": "/v"})),
        line("response_item", type="function_call", name="shell", call_id="2",
             arguments=json.dumps({"command": ["ls", "a b"]})),
        line("response_item", type="custom_tool_call", name="apply_patch", call_id="3",
             input="*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"),
        line("response_item", type="function_call", name="mcp__hub__open", call_id="4", arguments="{}"),
        line("response_item", type="function_call", name="odd", call_id="5", arguments="{oops"),
    ]  # fmt: skip
    there(tmp_path, "codex", "\n".join(lines))
    found = past(tmp_path, "codex")
    calls = [fire.payload or {} for fire in found.fires if fire.point == "pre_tool"]
    assert [each["tool_name"] for each in calls] == ["shell_exec", "shell_exec", "write_file", "mcp:hub/open", "odd"]
    assert [each["arguments"].get("command") for each in calls[:2]] == ["rm -rf x", "ls 'a b'"]
    assert calls[0]["cwd"] == "/v"
    assert calls[2]["arguments"]["path"] == "/w/a"


WRONG = [
    "", "\n\n", "[]", "1", '{"message": 7}',
    '{"type": "user", "message": {"content": [7, null, {"type": "tool_use"}]}}',
    '{"payload": []}', '{"type": "response_item", "payload": {"type": "function_call"}}', '{"timestamp": 5}',
    '{"type": "assistant", "timestamp": "soon", "message": {"content": [{"type": "tool_use", "name": 5}]}}',
    '{"type": "event_msg", "timestamp": "2026-01-01T00:00:00Z", "payload": {"type": "item_completed", "item": 5}}',
]  # fmt: skip


@pytest.mark.parametrize("agent", kept_by())
@pytest.mark.parametrize("text", WRONG)
def test_a_line_that_is_something_else_costs_itself(agent: str, text: str, tmp_path: Path) -> None:
    good = (RECORDED / f"{agent}-transcript.jsonl").read_text()
    there(tmp_path, agent, good)
    count = len(past(tmp_path, agent).fires)
    there(tmp_path, agent, f"{text}\n{good}")
    assert len(past(tmp_path, agent).fires) == count


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = there(tmp_path, "claude-code", b"\xff\xfe{\n" + b'{"a": \n' + b"[" * 100_000)
    os.mkfifo(path.with_name("pipe.jsonl"))
    path.with_name("loop.jsonl").symlink_to("loop.jsonl")
    found = past(tmp_path, "claude-code")
    assert found.fires == []
    assert any("3 lines are no JSON" in each for each in found.notes)
    assert any("pipe.jsonl: not a regular file" in each for each in found.notes)


def test_where_there_is_nothing_nothing_is_found(tmp_path: Path) -> None:
    assert past(tmp_path, "codex").fires == []


def test_other_agents_are_refused_in_words(tmp_path: Path) -> None:
    for agent in ("cursor", "gemini", "nobody"):
        with pytest.raises(BadRequest, match="is not known; that of claude-code, codex is"):
            past(tmp_path, agent)
