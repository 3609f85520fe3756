"""`doctor AGENT`: what is wrong with our wiring in an agent, each with its place and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.dialects.installing import findings
from chibi_hooks.dialects.rows.jsonc import parse
from tests.cli.agent_files import agents, alone
from tests.cli.command import Command
from tests.halves import dealt
from tests.homes import make_home

pytestmark = pytest.mark.usefixtures("unproved")  # test_install.py has the proof
GUARD = "(define-hook pre_tool (tool-name) (deny tool-name))\n(define-hook pre_clear () (no-opinion))"


def looked(command: Command, agent: str, *more: str) -> dict[str, Any]:
    result = command("doctor", agent, "--json", *more)
    told: dict[str, Any] = json.loads(result.stdout)
    assert result.code == (1 if told["problems"] else 0)
    return told


def problems(command: Command, agent: str, *more: str) -> list[str]:
    return [each["what"] for each in looked(command, agent, *more)["problems"]]


def settings_of(command: Command, name: str = ".claude/settings.json") -> Path:
    return command.directory / "user" / name


def edit(path: Path, change: Callable[[Any], None]) -> None:
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told, indent=2))


@pytest.mark.parametrize("agent", dealt(agents(), 3))
def test_what_is_not_installed_is_said_and_what_is_installed_is_well(command: Command, agent: str) -> None:
    alone(command)
    assert problems(command, agent) == [f"{agent} does not ask us: none of its settings files has an entry of ours"]
    assert command("install", agent).code == 0
    told = looked(command, agent)
    untrusted = {"codex": "not trusted yet: ", "gemini": "is not a trusted folder"}
    assert all(untrusted.get(agent, "!") in each["what"] for each in told["problems"])
    assert bool(told["problems"]) == (agent in ("codex",))
    assert told["agent"] == agent


def test_it_counts_the_hooks_that_answer_at_the_agents_events(command: Command) -> None:
    alone(command)
    make_home(command.directory / "user/.chibi", {"hooks/guard.scm": GUARD})
    command("install", "claude-code")
    assert looked(command, "claude-code")["guards"] == 1
    result = command("doctor", "claude-code")
    assert (result.code, result.stdout) == (0, "ok       1 hook of ours answers at its events\n")
    assert "everything is well" in result.stderr


CHANGES: dict[str, tuple[Callable[[Any], Any], str, str]] = {
    "an event is missing": (
        lambda told: told["hooks"].pop("PreToolUse"), "no entry of ours for PreToolUse", "install claude-code` again",
    ),
    "twice": (
        lambda told: told["hooks"]["Stop"].append(told["hooks"]["Stop"][0]), "Stop asks us twice", "uninstall",
    ),
    "the unit is wrong": (
        lambda told: told["hooks"]["Stop"][0]["hooks"][0].update(timeout=10_000), "a time limit of 10000 s", "again",
    ),
    "the unit is no number": (
        lambda told: told["hooks"]["Stop"][0]["hooks"][0].update(timeout="10s"), "the time limit '10s' is none", "",
    ),
    "switched off": (lambda told: told.update(disableAllHooks=True), "disableAllHooks is true: no hook runs", ""),
}  # fmt: skip


@pytest.mark.parametrize("how", CHANGES)
def test_what_was_changed_in_the_file_is_found(command: Command, how: str) -> None:
    alone(command)
    command("install", "claude-code")
    change, what, fix = CHANGES[how]
    edit(settings_of(command), change)
    found, *_ = looked(command, "claude-code")["problems"]  # a wrong limit costs the agent the whole file besides
    assert found["what"].startswith(what)
    assert fix in found["fix"]
    assert found["file"] == str(settings_of(command))


def test_a_switch_of_the_project_counts_too(command: Command) -> None:
    alone(command)
    command("install", "claude-code")
    local = command.directory / "project/.claude/settings.local.json"
    local.parent.mkdir(parents=True)
    local.write_text('{"disableAllHooks": true}')
    assert problems(command, "claude-code") == []
    assert problems(command, "claude-code", "--project", "project") == ["disableAllHooks is true: no hook runs"]
    command.monkeypatch.setenv("CALIBAN_NO_HOOKS", "1")
    command("install", "caliban")
    assert problems(command, "caliban") == ["$CALIBAN_NO_HOOKS=1: no hook runs"]


def test_a_list_of_what_does_not_run_that_names_our_command_is_found(command: Command) -> None:
    alone(command)
    command("install", "gemini")
    user = command.directory / "user/.gemini/settings.json"
    assert problems(command, "gemini") == []
    ours = json.loads(user.read_text())["hooks"]["BeforeTool"][0]["hooks"][0]["command"]
    project = command.directory / "project/.gemini/settings.json"
    project.parent.mkdir(parents=True)
    project.write_text(json.dumps({"hooksConfig": {"disabled": ["another", ours]}}))
    found = problems(command, "gemini", "--project", "project")
    assert found == ["hooksConfig.disabled names our command: no hook of ours runs"]


def test_a_client_that_moved_and_a_python_that_is_gone_are_found(command: Command) -> None:
    client = alone(command)
    command("install", "claude-code")
    moved = client.with_name("elsewhere.py")
    client.rename(moved)
    assert set(problems(command, "claude-code")) == {f"our client is not there any more: {client}"}
    moved.rename(client)
    path = settings_of(command)
    import sys

    path.write_text(path.read_text().replace(sys.executable, "/no/such/python3"))
    assert set(problems(command, "claude-code")) == {"the Python of our entry is gone: /no/such/python3"}


def test_a_file_is_read_once_for_all_lines_in_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    alone(command)
    command("install", "claude-code")
    read: list[str] = []
    monkeypatch.setattr(findings, "parse", lambda text, comments: read.append(text) or parse(text, comments))
    looked(command, "claude-code")
    assert read == [settings_of(command).read_text()]


def test_lines_are_those_of_the_handler(command: Command) -> None:
    client = alone(command)
    command("install", "claude-code")
    client.unlink()
    lines = settings_of(command).read_text().splitlines()
    for each in looked(command, "claude-code")["problems"]:
        assert lines[each["line"] - 1].strip() == "{"
        assert "command" in lines[each["line"]]


def test_cursor_reading_claudes_file_as_well_is_found(command: Command) -> None:
    alone(command)
    command("install", "claude-code")
    told = looked(command, "cursor")
    assert any("cursor runs claude-code's hooks as well" in each for each in told["notes"])
    command("install", "cursor")
    assert problems(command, "cursor") == [
        "cursor runs claude-code's hooks as well, and ours stand here: each event asks us twice"
    ]


def test_an_untrusted_folder_is_found_where_the_agent_keeps_that(command: Command) -> None:
    alone(command)
    project = command.directory / "project"
    project.mkdir()
    command("install", "gemini", "--scope", "project", "--project", "project")
    assert problems(command, "gemini", "--project", "project") == [f"{project} is not a trusted folder"]
    trusted = settings_of(command, ".gemini/trustedFolders.json")
    trusted.parent.mkdir(parents=True)
    other, inner = str(command.directory / "other"), str(project / "inner")
    here, above, yes = str(project), str(project.parent), "TRUST_FOLDER"
    said = [({here: yes}, True), ({inner: "TRUST_PARENT"}, True), ({above: yes}, True), ({other: yes}, False),
            ({here: "DO_NOT_TRUST", above: yes}, False), ({inner: yes}, False), ([here], False),
            ({"/x\0y": yes, "/\ud800": yes, above: yes}, True)]  # fmt: skip
    for told, is_trusted in said:
        trusted.write_text(json.dumps(told))
        assert (problems(command, "gemini", "--project", "project") == []) == is_trusted, told
    off = {"folderTrust": {"enabled": False}}
    edit(project / ".gemini" / "settings.json", lambda told: told.update(security=off))
    trusted.unlink()
    assert problems(command, "gemini", "--project", "project") != []
    command.monkeypatch.setenv("GEMINI_CLI_TRUST_WORKSPACE", "true")
    assert problems(command, "gemini", "--project", "project") == []


def test_where_an_agent_does_not_start_that_concerns_the_users_hooks_too(command: Command) -> None:
    alone(command)
    command("install", "gemini")
    assert problems(command, "gemini") == []  # the folder is at fault
    assert any("is not a trusted folder" in each for each in looked(command, "gemini")["notes"])
    off = {"folderTrust": {"enabled": False}}
    edit(settings_of(command, ".gemini/settings.json"), lambda told: told.update(security=off))
    assert not any("is not a trusted folder" in each for each in looked(command, "gemini")["notes"])


def test_an_event_that_the_installed_version_lacks_is_a_note(command: Command) -> None:
    alone(command)
    program = command.directory / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho '2.0.50 (Claude Code)'\n")
    program.chmod(0o755)
    command.monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    command("install", "claude-code")
    told = looked(command, "claude-code")
    assert told["problems"] == []
    assert any("claude-code 2.0.50 has no TaskCreated, it came with 2.1.84" in each for each in told["notes"])
    assert not any("PermissionRequest" in each for each in told["notes"])
    program.write_text("#!/bin/sh\nexec sleep 60 <&- >&- 2>&-\n")
    command.monkeypatch.setattr("chibi_hooks.dialects.installing.findings.ASKING", 0.2)
    assert any("does not tell its version" in each for each in looked(command, "claude-code")["notes"])


def test_what_a_client_that_cannot_start_lets_pass_is_told_and_written_where_the_home_denies(command: Command) -> None:
    alone(command)
    make_home(command.directory / "user/.chibi", {"hooks/guard.scm": GUARD})
    command("install", "claude-code")
    assert "onFailure" not in settings_of(command).read_text()
    make_home(command.directory / "user/.chibi", {"chibi-hooks.toml": '[on_failure]\npre_tool = "deny"\n'})
    (told,) = (each for each in looked(command, "claude-code")["notes"] if "[on_failure]" in each)
    assert "PreToolUse" in told and "UserPromptSubmit" not in told
    assert told.endswith('`chibi-hooks install claude-code` again writes "onFailure": "block"')
    command("install", "claude-code")
    (handler,) = json.loads(settings_of(command).read_text())["hooks"]["PreToolUse"][0]["hooks"]
    assert handler["onFailure"] == "block"
    assert not any("[on_failure]" in each for each in looked(command, "claude-code")["notes"])
    program = command.directory / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho '2.1.197 (Claude Code)'\n")
    program.chmod(0o755)
    command.monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    notes = looked(command, "claude-code")["notes"]
    assert any("claude-code 2.1.197 does not read onFailure, it came with 2.1.295" in each for each in notes)


def test_a_project_s_word_closes_no_entry_of_the_user(command: Command) -> None:
    alone(command)
    make_home(command.directory / ".chibi", {"chibi-hooks.toml": '[on_failure]\npre_tool = "deny"\n'})
    command("trust")
    command("install", "claude-code")
    assert "onFailure" not in settings_of(command).read_text()
    command("install", "claude-code", "--scope", "project")
    assert "onFailure" in (command.directory / ".claude/settings.json").read_text()


@pytest.mark.parametrize("files", [None, {"hooks/guard.scm": "(define-hook pre_clear () (no-opinion))"}])
def test_that_nobody_answers_yet_is_said_with_the_next_step(command: Command, files: dict[str, str] | None) -> None:
    alone(command)
    if files is not None:
        make_home(command.directory / "user/.chibi", files)
    wanted = "`chibi-hooks init`" if files is None else "`chibi-hooks docs first-hook`"
    assert wanted in command("install", "claude-code").stderr
    assert any(wanted in each for each in looked(command, "claude-code")["notes"])
    make_home(command.directory / "user/.chibi", {"hooks/guard.scm": GUARD})
    assert not any(wanted in each for each in looked(command, "claude-code")["notes"])


def test_a_file_that_does_not_parse_is_a_problem_with_its_place(command: Command) -> None:
    alone(command)
    command("install", "claude-code")
    settings_of(command).write_text("{")
    told = problems(command, "claude-code")
    assert any(each.startswith(f"{settings_of(command)}:1:2: it is not JSON") for each in told)


def test_a_mistake_of_others_that_costs_the_file_is_found(command: Command) -> None:
    alone(command)
    settings = settings_of(command)
    settings.parent.mkdir(parents=True)
    settings.write_text('{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "commnd", "command": "a"}]}]\n  }\n}')
    result = command("install", "claude-code")
    assert result.code == 0
    assert "look: " in result.stderr
    told = looked(command, "claude-code")["problems"]
    assert [(each["file"], each["line"]) for each in told] == [(str(settings), 3)]
    assert "commnd" in told[0]["what"]
    assert told[0]["fix"] == "mend it: ours does not run either"


def test_an_unknown_agent_is_64(command: Command) -> None:
    assert command("doctor", "claude").code == 64
