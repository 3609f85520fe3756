"""`audit`: what the policies would have caught in what was recorded, and by an agent's own transcripts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Command
from tests.halves import once
from tests.homes import make_home

pytestmark = once  # the whole pack is compiled


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
