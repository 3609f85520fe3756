"""`host AGENT EVENT`: what an agent's own handlers decide, as one object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command

KEYS = [
    "decision", "reason", "updated_input", "updated_output", "context", "system_messages", "continue", "stop_reason",
    "keep_going", "handlers", "warnings",
]  # fmt: skip
EVENT = json.dumps({"tool_name": "Bash", "tool_input": {"command": "rm x"}})
GUARD = {
    "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}
}


def project(command: Command, settings: Any = GUARD) -> Path:
    path = command.directory / "demo/.claude/settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(settings if isinstance(settings, str) else json.dumps(settings))
    return path.parent.parent


def test_the_decision_is_one_object(command: Command) -> None:
    project(command)
    result = command("host", "claude-code", "PreToolUse", "--project", "demo", stdin=EVENT)
    told = json.loads(result.stdout)
    assert (result.code, list(told)) == (0, KEYS)
    assert (told["decision"], told["reason"], told["continue"]) == ("deny", "no", True)
    (handler,) = told["handlers"]
    assert handler["stdin"]["tool_input"] == {"command": "rm x"}
    assert handler["source"] == str(command.directory / "demo/.claude/settings.json")


def test_the_event_may_be_a_file_or_nothing(command: Command) -> None:
    project(command)
    (command.directory / "event.json").write_text(EVENT)
    result = command("host", "claude-code", "PreToolUse", "event.json", "--project", "demo")
    assert json.loads(result.stdout)["handlers"][0]["stdin"]["tool_input"] == {"command": "rm x"}
    assert json.loads(command("host", "claude-code", "Stop", "--project", "demo").stdout)["handlers"] == []


def test_without_a_word_of_trust_the_project_s_handlers_are_listed_only(command: Command) -> None:
    command.monkeypatch.chdir(project(command))
    result = command("host", "claude-code", "PreToolUse", stdin=EVENT)
    told = json.loads(result.stdout)
    assert (result.code, told["decision"], told["handlers"][0]["ran"]) == (0, "none", False)
    assert (
        json.loads(command("host", "claude-code", "PreToolUse", "--trusted", stdin=EVENT).stdout)["decision"] == "deny"
    )


def test_our_own_hooks_answer_as_well_where_a_home_is_named(command: Command) -> None:
    project(command)
    hook = command.directory / "home/hooks/h.scm"
    hook.parent.mkdir(parents=True)
    hook.write_text('(register-hook \'pre_tool (lambda (p) (context "ours")))')
    result = command("host", "claude-code", "PreToolUse", "--project", "demo", "--home", "home", stdin=EVENT)
    assert json.loads(result.stdout)["context"] == ["ours"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-agent", "PreToolUse"), "there is no agent"),
        (("opencode", "PreToolUse"), "functions of plugins"),
        (("claude-code", "PreToolUsed"), 'did you mean "PreToolUse"'),
        (("claude-code", "PreToolUse", "--project", "nowhere"), "no such directory"),
        (("claude-code", "PreToolUse", "--profile", "coded"), "no profile"),
        (("claude-code", "PreToolUse", "nothing.json"), "cannot be read"),
        (("claude-code", "PreToolUse", "/dev/zero"), "wanted at most 67108864 bytes, got more"),
    ],
)
def test_mistakes_of_the_caller(command: Command, words: tuple[str, ...], said: str) -> None:
    result = command("host", *words, stdin="{}")
    assert (result.code, result.stdout) == (64, "")
    assert said in result.stderr


def test_an_event_that_is_no_object(command: Command) -> None:
    assert command("host", "claude-code", "PreToolUse", stdin="[1]").code == 64


def test_an_event_that_is_empty_is_refused_where_it_is_named_and_told_elsewhere(command: Command) -> None:
    (command.directory / "none.json").write_text("")
    for named in ("-", "none.json"):
        refused = command("host", "claude-code", "PreToolUse", named, stdin=" ")
        assert refused.code == 64 and "the event is empty" in refused.stderr
    told = command("host", "claude-code", "PreToolUse", stdin="")
    assert (told.code, told.stderr) == (0, "stdin is empty: this is a typical event\n")


def test_trust_is_for_the_text_as_it_is(command: Command) -> None:
    path = project(command)
    command.monkeypatch.chdir(path)
    assert ".claude/settings.json" in command("trust", "--agent", "claude-code", "--dry-run").stdout
    assert json.loads(command("host", "claude-code", "PreToolUse", stdin=EVENT).stdout)["decision"] == "none"
    assert command("trust", "--agent", "claude-code").code == 0
    assert json.loads(command("host", "claude-code", "PreToolUse", stdin=EVENT).stdout)["decision"] == "deny"
    assert "1 trusted" in command("trust", "--list").stdout
    settings = path / ".claude/settings.json"
    settings.write_text(settings.read_text().replace("no >&2", "other >&2"))
    assert json.loads(command("host", "claude-code", "PreToolUse", stdin=EVENT).stdout)["decision"] == "none"
    command("trust", "--agent", "claude-code")
    command("trust", "--agent", "claude-code", "--revoke")
    assert json.loads(command("host", "claude-code", "PreToolUse", stdin=EVENT).stdout)["decision"] == "none"


def test_list_and_check_know_them(command: Command) -> None:
    path = project(command)
    command.monkeypatch.chdir(path)
    listed = command("list", "--agent", "claude-code")
    assert "settings.json:" in listed.stdout
    assert "not trusted" in listed.stdout
    (handler,) = json.loads(command("list", "--agent", "claude-code", "--json").stdout)["handlers"]
    assert (handler["event"], handler["matcher"], handler["kind"]) == ("PreToolUse", "Bash", "command")
    assert command("check", "--agent", "claude-code").code == 0
    (path / ".claude/settings.json").write_text(json.dumps(GUARD).replace("echo no >&2; exit 2", "./gone.sh"))
    checked = command("check", "--agent", "claude-code")
    assert (checked.code, "there is no" in checked.stdout) == (1, True)


def test_why_log_and_replay_know_a_handler(command: Command) -> None:
    path = project(command)
    hook = command.directory / "home/hooks/h.scm"
    hook.parent.mkdir(parents=True)
    hook.write_text('(register-hook \'pre_tool (lambda (p) (context "ours")))')
    words = ("host", "claude-code", "PreToolUse", "--project", "demo", "--home", "home")
    command(*words, stdin=EVENT)
    assert "denied" in command("log", "--home", "home").stdout
    said = command("why", "--home", "home").stdout
    assert "claude-code:PreToolUse: at claude-code's PreToolUse" in said
    assert "demo/.claude/settings.json:1:" in said
    assert "1 fire compared, 0 decided in another way" in command("replay", "--home", "home").stderr
    (path / ".claude/settings.json").unlink()
    assert "1 fire compared, 0 decided in another way" in command("replay", "--home", "home").stderr
    hook.write_text('(register-hook \'pre_tool (lambda (p) (deny "ours")))')
    replayed = command("replay", "--home", "home")
    assert "1 fire compared, 1 decided in another way" in replayed.stderr
    assert "ours" in replayed.stdout


def test_settings_that_the_agent_refuses_are_told_by_the_exit_code(command: Command) -> None:
    path = command.directory / "demo/.caliban/settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[[hooks.PreToolUse]]\n[[hooks.PreToolUse.handlers]]\ntype = "telepathy"\n')
    result = command("host", "caliban", "PreToolUse", "--project", "demo", stdin="{}")
    assert (result.code, json.loads(result.stdout)["decision"]) == (4, "none")
    assert "telepathy" in result.stderr


def test_chibi_is_the_plugins_of_a_home(command: Command) -> None:
    from tests.homes import answering, make_home

    plugin = answering("p", ["pre_shell_exec"], {"denied": True, "reason": "R"})
    files = {"plugins/p": plugin, "hooks/h.scm": '(register-hook \'pre_shell_exec (lambda (p) (deny "scheme")))'}
    make_home(command.directory / "demo/.chibi", files)
    event = json.dumps({"tool_name": "shell_exec", "command": "ls"})
    told = json.loads(command("host", "chibi", "pre_shell_exec", "--project", "demo", stdin=event).stdout)
    assert (list(told), told["decision"], told["reason"]) == (KEYS, "deny", "R")
    assert [(each["command"], each["decision"]) for each in told["handlers"]] == [("p", "deny")]


def test_doctor_tells_of_handlers_and_of_profiles_that_differ(command: Command) -> None:
    path = command.directory / "demo/.caliban/settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text(
        '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = "${CALIBAN_PROJECT_DIR}/x"\n'
        '[[hooks.Stop]]\n[[hooks.Stop.handlers]]\ntype = "command"\ncommand = "/bin/true"\n'
    )
    notes = "\n".join(json.loads(command("doctor", "caliban", "--project", "demo", "--json").stdout)["notes"])
    assert "documented and coded differ" in notes
    assert "its code sends it to no handler" in notes
    assert "there is no" in notes
