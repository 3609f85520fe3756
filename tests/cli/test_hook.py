"""`hook AGENT [EVENT]`: whatever happens, the agent gets its own answer and its own exit code."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Command
from tests.homes import make_home

GUARD = '(register-hook \'pre_shell_exec (lambda (p) (if (equal? (payload-ref p "command") "rm") (deny "no") \'())))'
REWRITE = '(register-hook \'pre_message (lambda (p) (rewrite-prompt "x")))'
SAID = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}
DENIED = {"hookSpecificOutput": SAID}


def event(command: str, **more: object) -> str:
    call = {"tool_name": "Bash", "tool_input": {"command": command}}
    return json.dumps({"hook_event_name": "PreToolUse", "session_id": "s1", **call, **more})


def test_a_guard_denies_and_a_benign_call_is_silence(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/guard.scm": GUARD})
    refused = command("hook", "claude-code", "--home", "home", stdin=event("rm"))
    assert (refused.code, json.loads(refused.stdout), refused.stderr) == (0, DENIED, "")
    passed = command("hook", "claude-code", "PreToolUse", "--home=home", stdin=event("ls"))
    assert (passed.code, passed.stdout, passed.stderr) == (0, "{}", "")


def test_the_home_of_the_project_where_it_happens_counts(command: Command) -> None:
    project = make_home(command.directory / "project", {".chibi/hooks/guard.scm": GUARD})
    command.monkeypatch.chdir(project)
    assert command("trust").code == 0
    command.monkeypatch.chdir(command.directory)
    assert command("hook", "claude-code", stdin=event("rm")).stdout == "{}"
    refused = command("hook", "claude-code", stdin=event("rm", cwd=str(project)))
    assert json.loads(refused.stdout) == DENIED


@pytest.mark.parametrize(
    ("words", "stdin", "stdout"),
    [
        (("claude-code", "--help"), event("ls"), "{}"),
        (("claude-code", "--home"), event("ls"), "{}"),
        (("claude-code", "--home", "nowhere"), event("ls"), "{}"),
        (("claude-code", "a", "b", "c"), event("ls"), "{}"),
        (("claude-code",), "{", "{}"),
        (("claude-code",), b"\xff\xfe", "{}"),
        (("claude-code",), b"", "{}"),
    ],
)
def test_a_mistake_is_the_silence_of_the_agent(
    command: Command, words: tuple[str, ...], stdin: str | bytes, stdout: str
) -> None:
    result = command("hook", *words, stdin=stdin)
    assert (result.code, result.stdout) == (0, stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [((), "of which agent?"), (("claude",), 'did you mean "claude-code"?'), (("../evil",), "points --agents")],
)
def test_an_agent_that_there_is_not_is_told_and_its_guards_are_not_away_in_silence(
    command: Command, words: tuple[str, ...], said: str
) -> None:
    result = command("hook", *words, stdin=event("rm"))
    assert (result.code, result.stdout) == (1, "")
    assert said in result.stderr
    home = make_home(command.directory / "home", {"chibi-hooks.toml": '[on_failure]\npre_tool = "deny"\n'})
    command.monkeypatch.setenv("CHIBI_HOME", str(home))
    end = json.dumps({"hook_event_name": "Stop"})
    assert [command("hook", *words, stdin=text).code for text in (event("rm"), end, "{", "")] == [2, 1, 1, 1]


def test_whose_last_good_version_answers_is_named_once(command: Command) -> None:
    home = make_home(command.directory / "home", {"hooks/guard.scm": GUARD})
    assert command("hook", "claude-code", "--home", "home", stdin=event("rm")).stderr == ""
    (home / "hooks" / "guard.scm").write_text("(car")
    result = command("hook", "claude-code", "--home", "home", stdin=event("rm"))
    assert json.loads(result.stdout) == DENIED
    assert result.stderr.count("hooks/guard.scm") == 1


def test_a_broken_configuration_is_the_silence_of_the_agent_and_said(command: Command) -> None:
    make_home(command.directory / "home", {"chibi-hooks.toml": "["})
    result = command("hook", "claude-code", "--home", "home", stdin=event("rm"))
    assert (result.code, result.stdout) == (0, "{}")
    assert "not TOML" in result.stderr


def test_what_the_agent_cannot_do_is_said_and_in_the_journal(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/h.scm": REWRITE})
    told = json.dumps({"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "y"})
    result = command("hook", "claude-code", "--home", "home", stdin=told)
    assert json.loads(result.stdout)["decision"] == "block"
    assert "prompt becomes deny" in result.stderr
    assert "prompt becomes deny at claude-code UserPromptSubmit" in command("why", "--home", "home").stdout
