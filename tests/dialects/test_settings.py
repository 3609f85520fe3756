"""Where agents keep their hooks: the declaration of each, and where that is on a machine."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from chibi_hooks.dialects.rows.dialect import dialect_of, row_dialects
from chibi_hooks.dialects.rows.settings import Located, Places, located, path_to_write
from chibi_hooks.hooks.homes.home import Surroundings


def around(tmp_path: Path, **environment: str) -> Surroundings:
    return Surroundings(environment, tmp_path, tmp_path / "user")


def found(agent: str, around: Surroundings, places: Places) -> list[str]:
    dialect = dialect_of(agent)
    assert dialect is not None
    return [
        f"{each.file.scope} {os.path.relpath(each.path, around.directory)}" for each in all_of(agent, around, places)
    ]


def all_of(agent: str, around: Surroundings, places: Places) -> list[Located]:
    dialect = dialect_of(agent)
    assert dialect is not None
    return list(located(dialect.settings, around, places))


@pytest.mark.parametrize("dialect", row_dialects(), ids=lambda each: each.agent)
def test_every_agent_says_where_its_hooks_stand_and_has_one_file_to_install_in(dialect, tmp_path: Path) -> None:
    settings = dialect.settings
    assert settings.files
    for file in settings.files:
        assert "*" not in file.name or file.writes
        assert file.format != "script" or settings.matcher == "none"
    assert {"user", "project"} <= {each.scope for each in settings.files if each.installs}
    for other in (*settings.reads, *settings.shares):
        assert dialect_of(other) is not None
    assert settings.reload


def test_files_are_told_in_the_agents_own_order(tmp_path: Path) -> None:
    here = around(tmp_path)
    assert found("claude-code", here, Places(tmp_path / "project", managed=tmp_path / "managed")) == [
        "managed managed/managed-settings.json",
        "user user/.claude/settings.json",
        "project project/.claude/settings.json",
        "local project/.claude/settings.local.json",
    ]


def test_a_variable_of_the_agent_moves_them_and_a_relative_one_does_not(tmp_path: Path) -> None:
    moved = around(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "elsewhere"))
    assert "user elsewhere/settings.json" in found("claude-code", moved, Places(tmp_path))
    relative = around(tmp_path, CLAUDE_CONFIG_DIR="elsewhere")
    assert "user user/.claude/settings.json" in found("claude-code", relative, Places(tmp_path))
    assert "user x/.gemini/settings.json" in found(
        "gemini", around(tmp_path, GEMINI_CLI_HOME=str(tmp_path / "x")), Places(tmp_path)
    )


def test_a_pattern_is_every_file_that_fits_by_name(tmp_path: Path) -> None:
    hooks = tmp_path / "project" / ".github" / "hooks"
    (hooks / "sub").mkdir(parents=True)
    for name in ("b.json", "a.json", "note.txt", "sub/c.json"):
        (hooks / name).write_text("{}", encoding="utf-8")
    told = found("copilot", around(tmp_path), Places(tmp_path / "project"))
    assert [each for each in told if "/hooks/" in each] == [
        "project project/.github/hooks/a.json",
        "project project/.github/hooks/b.json",
    ]


def test_ours_in_a_folder_of_files_is_a_file_of_its_own(tmp_path: Path) -> None:
    dialect = dialect_of("copilot")
    assert dialect is not None
    file = next(each for each in dialect.settings.files if each.scope == "project")
    assert path_to_write(file, around(tmp_path), tmp_path / "p") == tmp_path / "p/.github/hooks/chibi-hooks.json"


def test_what_applies_nowhere_is_nowhere(tmp_path: Path) -> None:
    dialect = dialect_of("claude-code")
    assert dialect is not None
    file = replace(dialect.settings.files[0], place="$NEVER_SET/x|noplatform:/etc/y")
    assert path_to_write(file, around(tmp_path), tmp_path) is None


def test_plugins_are_those_that_are_named(tmp_path: Path) -> None:
    told = found("claude-code", around(tmp_path), Places(tmp_path / "p", plugins=(tmp_path / "one", tmp_path / "two")))
    assert told[-2:] == ["plugin one/hooks/hooks.json", "plugin two/hooks/hooks.json"]
