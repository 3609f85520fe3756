"""`audit`: what the policies would have caught in what was recorded, and by an agent's own transcripts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.cli.command import Command
from tests.halves import once
from tests.homes import make_home

pytestmark = once  # the whole pack is compiled
PUSH = {"command": "git push --force"}


def test_the_journal_is_judged_by_the_whole_pack(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "h", {"chibi-hooks.toml": "[policies]\nsudo = true\n"}))
    for line in ("git push --force", "ls", "sudo ls"):
        payload = {"tool_name": "shell_exec", "arguments": {"command": line}}
        assert command("fire", "pre_tool", "-", "--home", home, stdin=json.dumps(payload)).code == 0
    result = command("audit", "--home", home)
    rows = {line.split()[0]: line for line in result.stdout.splitlines()[1:]}
    assert "1 of 3" in rows["force-push"]
    assert "git push --force" in rows["force-push"]
    assert rows["sudo"].split()[1] == "yes"
    assert "force-push = true" in result.stderr
    assert "sudo = true" not in result.stderr
    told = json.loads(command("audit", "--home", home, "--json").stdout)
    assert told["fires"] == 3
    assert {each["policy"] for each in told["policies"] if each["caught"]} >= {"force-push", "sudo"}
    assert [each["failed"] for each in told["policies"] if each["failed"]] == []


def test_fires_that_are_not_looked_at_are_said(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "h", {"chibi-hooks.toml": ""}))
    for _ in range(3):
        assert command("fire", "pre_tool", "--sample", "--home", home).code == 0
    command.monkeypatch.setattr("chibi_hooks.cli.audit.MOST", 2)
    command.monkeypatch.setattr("chibi_hooks.cli.audit.MANY", 1)
    said = command("audit", "--home", home).stderr
    assert "1 older recorded fire not looked at: an audit takes the last 2" in said
    assert "all policies are asked about 2 fires, which takes minutes" in said


def test_what_a_policy_said_of_a_credential_counts_though_it_was_not_recorded(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "h", {"chibi-hooks.toml": "[policies]\nsecrets-in-writes = true\n"}))
    payload = {"tool_name": "shell_exec", "arguments": {"command": f"echo {'ghp_' + 'a1B2' * 9}"}}
    assert '"block": true' in command("fire", "pre_tool", "-", "--home", home, stdin=json.dumps(payload)).stdout
    result = command("audit", "--home", home)
    assert "secrets-in-writes  yes  1 of 1" in result.stdout
    assert "1 of the payloads held credentials, which were not recorded" in result.stderr


def test_an_agents_transcripts_are_judged_too(command: Command) -> None:
    recorded = Path(__file__).parent.parent / "agents/recorded/claude-code-transcript.jsonl"
    path = command.directory / "user/.claude/projects/-work/a.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(recorded.read_bytes())
    command.monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    result = command("audit", "--from", "claude-code", "--since", "2026-11-01")
    assert result.code == 0, result.stderr
    assert "14 fires, " in result.stderr
    assert "failed at" not in result.stderr


def test_what_the_journal_and_a_transcript_both_tell_counts_once(command: Command, tmp_path: Path) -> None:
    session = "e22f622a-85cb-4870-907d-d688327739f6"
    now = datetime.now(UTC)
    said = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": PUSH}]}
    line = {"type": "assistant", "sessionId": session, "cwd": str(tmp_path), "uuid": "u1", "message": said}
    path = command.directory / "user/.claude/projects/-work/a.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**line, "timestamp": now.isoformat()}) + "\n")
    command.monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    home = str(make_home(tmp_path / "h", {"hooks/a.scm": "(define-hook pre_tool (arguments) (no-opinion))"}))
    other = {"command": "git push -f origin other"}  # the transcript has lost it
    for told, done in ((session, PUSH), ("another", PUSH), (session, other), (session, other | {"description": "x"})):
        event = {"hook_event_name": "PreToolUse", "session_id": told, "tool_name": "Bash", "tool_input": done}
        assert command("hook", "claude-code", "--home", home, stdin=json.dumps(event)).code == 0
    result = command("audit", "--from", "claude-code", "--home", home)
    assert "4 of 4 " in next(line for line in result.stdout.splitlines() if line.startswith("force-push"))


def test_with_an_agent_the_journal_is_judged_of_the_same_days(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "h", {"hooks/a.scm": "(define-hook pre_tool (arguments) (no-opinion))"}))
    payload = {"tool_name": "shell_exec", "arguments": PUSH}
    assert command("fire", "pre_tool", "-", "--home", home, stdin=json.dumps(payload)).code == 0
    command.monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    command.monkeypatch.setattr("chibi_hooks.cli._past.DAYS", -60.0)
    assert "\n0 fires, " in command("audit", "--from", "claude-code", "--home", home).stderr
    assert "\n1 fire, " in "\n" + command("audit", "--home", home).stderr
