"""Our entry in an agent's settings: added beside everything else, found by its shape, taken out to the byte."""

from __future__ import annotations

import fcntl
import json
import os
import re
import threading
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chibi_hooks.dialects.hosting.events import settings_of
from chibi_hooks.dialects.installing.change import backup_of, make, undo
from chibi_hooks.dialects.installing.entry import standing, timeout_seconds, timeout_text, wanted
from chibi_hooks.dialects.installing.install import installing, uninstalling
from chibi_hooks.dialects.installing.script_text import (
    AS_WRITTEN,
    PLUGIN,
    is_as_written,
    script_closed,
    script_with,
    script_words,
)
from chibi_hooks.dialects.installing.target import target, written
from chibi_hooks.dialects.installing.texts import data_of, with_ours
from chibi_hooks.dialects.installing.toml_lines import toml_value
from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect, dialect_of, row_dialects
from chibi_hooks.dialects.rows.ours import ours
from chibi_hooks.dialects.rows.settings import FileScope
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import Surroundings

WORDS = ["/opt/my python/bin/python3", "-I", "-S", "/opt/it's/chibi_hooks/server/hook.py"]
AGENTS = [each.agent for each in row_dialects()]


def dialect(agent: str) -> RowDialect:
    found = dialect_of(agent)
    assert found is not None
    return found


class Machine:
    """A user's directory and a project, and an agent that we install ourselves in."""

    def __init__(self, directory: Path, agent: str, scope: FileScope = "user") -> None:
        self.project = directory / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        self.around = Surroundings({}, self.project, directory / "user")
        self.dialect, self.scope = dialect(agent), scope

    @property
    def path(self) -> Path:
        return target(self.dialect, self.scope, self.around, self.project).path

    def install(self, every: bool = False, words: list[str] = WORDS) -> None:
        make(installing(self.dialect, self.scope, [*words, self.dialect.agent], self.around, self.project, every))

    def uninstall(self) -> None:
        for where in written(self.dialect, self.around, self.project):
            make(uninstalling(self.dialect, where))

    def write(self, text: str | bytes) -> bytes:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.path.read_bytes()

    def data(self) -> Any:
        where = target(self.dialect, self.scope, self.around, self.project)
        return data_of(where.path.read_text(encoding="utf-8"), where.file, str(where.path))

    def entries(self) -> list[str]:
        """The events at which we stand, as the agent would find them."""
        where = target(self.dialect, self.scope, self.around, self.project)
        if where.file.format == "script":
            return ["script"] if script_words(where.path.read_text()) else []
        shape = self.dialect.settings.entry
        found = [(each, ours(each.handler, shape)) for each in standing(self.data(), where.file, shape)]
        return [each.event for each, mine in found if mine is not None and mine.agent == self.dialect.agent]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("scope", ["user", "project"])
def test_where_there_was_nothing_there_is_nothing_again(agent: str, scope: FileScope, tmp_path: Path) -> None:
    machine = Machine(tmp_path, agent, scope)
    machine.install()
    assert machine.entries()
    machine.uninstall()
    assert [str(each) for each in tmp_path.rglob("*") if each.is_file()] == []


def test_no_folder_but_the_agents_own_goes_with_the_file(tmp_path: Path) -> None:
    machine = Machine(tmp_path / ".work", "claude-code", "project")
    machine.install()
    machine.uninstall()
    assert machine.project.is_dir()
    assert not (machine.project / ".claude").exists()
    moved = Machine(tmp_path, "claude-code")
    moved.around = Surroundings({"CLAUDE_CONFIG_DIR": str(tmp_path / "claude")}, moved.project, tmp_path / "user")
    moved.install()
    moved.uninstall()
    assert (tmp_path / "claude").is_dir()


@pytest.mark.parametrize("agent", AGENTS)
def test_twice_is_once_and_every_event_has_one_entry(agent: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, agent)
    machine.install()
    once = machine.path.read_bytes()
    machine.install()
    assert machine.path.read_bytes() == once
    found = machine.entries()
    assert len(found) == len(set(found))
    if "script" not in found:
        assert found == list(wanted(machine.dialect, WORDS, False))


@pytest.mark.parametrize("agent", AGENTS)
def test_every_event_can_be_asked_for_and_taken_back(agent: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, agent)
    machine.install(every=True)
    more = len(machine.entries())
    machine.install()
    assert len(machine.entries()) <= more
    machine.uninstall()
    assert not machine.path.exists()


def test_only_what_can_be_answered_is_wired_and_nothing_that_would_break_by_it() -> None:
    told = wanted(dialect("claude-code"), WORDS, False)
    assert {"PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"} <= set(told)
    assert "MessageDisplay" not in told
    every = wanted(dialect("claude-code"), WORDS, True)
    assert "MessageDisplay" in every
    assert "WorktreeCreate" not in every  # who hooks it must make the worktree
    assert not [each for each in wanted(dialect("copilot"), WORDS, True) if each[0].isupper()]


ENTRIES: dict[str, Any] = {
    "claude-code": {"type": "command", "command": "/p -I -S /x/hook.py claude-code", "timeout": 30},
    "codex": {"type": "command", "command": "/p -I -S /x/hook.py claude-code", "timeout": 30},
    "gemini": {"type": "command", "command": "/p -I -S /x/hook.py claude-code", "timeout": 30_000},
    "caliban": {
        "type": "command", "command": "/p", "args": ["-I", "-S", "/x/hook.py", "claude-code"], "timeout": "30s",
    },
    "cursor": {"command": "/p -I -S /x/hook.py claude-code", "timeout": 30},
    "copilot": {"type": "command", "bash": "/p -I -S /x/hook.py claude-code preToolUse", "timeoutSec": 30},
}  # fmt: skip


@pytest.mark.parametrize("agent", ENTRIES)
def test_the_entry_is_in_the_agents_own_words_and_unit(agent: str) -> None:
    told = wanted(dialect(agent), ["/p", "-I", "-S", "/x/hook.py", "claude-code"], False)
    assert next(each for event, each in told.items() if event.lower() in ("pretooluse", "beforetool")) == ENTRIES[agent]


CLOSED: list[tuple[str, set[str], dict[str, set[str]]]] = [  # agent, [on_failure] -> the events that are closed
    ("claude-code", set(), {}),
    ("claude-code", {"pre_tool"}, {"block": {"PreToolUse", "PreSkillShellCommand"}}),
    ("claude-code", {"pre_shell_exec"}, {"block": {"PreToolUse", "PreSkillShellCommand"}}),
    ("claude-code", {"pre_message", "pre_stop"}, {"block": {"UserPromptSubmit"}}),  # at an end it says nothing
    ("cursor", {"pre_message"}, {"True": {"beforeSubmitPrompt"}}),
    ("opencode", {"pre_shell_exec"}, {"True": {"tool.execute.before"}}),
    ("piebald", {"pre_tool", "hooks/guard.scm"}, {}),
]


@pytest.mark.parametrize(("agent", "closed", "events"), CLOSED)
def test_where_the_home_denies_failures_the_entry_says_it_if_the_agent_has_a_word_for_it(
    agent: str, closed: set[str], events: dict[str, set[str]]
) -> None:
    found: dict[str, set[str]] = {}
    for event, told in wanted(dialect(agent), WORDS, False, GuestSettings(frozenset(closed))).items():
        for key in ("onFailure", "failClosed", "closed"):
            if key in told:
                found.setdefault(str(told[key]), set()).add(event)
    assert found == events


def test_a_file_whose_failure_denies_closes_every_event_that_can_be_denied() -> None:
    told = wanted(dialect("claude-code"), WORDS, False, GuestSettings(frozenset({"hooks/guard.scm"})))
    assert {"PreToolUse", "UserPromptSubmit", "PreCompact"} <= {event for event in told if "onFailure" in told[event]}
    assert "onFailure" not in told["Stop"]


def test_time_limits_are_read_and_written_in_each_unit() -> None:
    assert [timeout_text(10.0, unit) for unit in ("s", "ms", "text")] == [10, 10_000, "10s"]
    assert [timeout_text(1.5, unit) for unit in ("s", "ms", "text")] == [1.5, 1500, "1.5s"]
    told = [("s", 5), ("ms", 500), ("text", "200ms"), ("text", "2m"), ("text", "7")]
    assert [timeout_seconds(value, unit) for unit, value in told] == [5.0, 0.5, 0.2, 120.0, 7.0]  # type: ignore[arg-type]
    wrong = [("s", "5"), ("s", True), ("text", 5), ("text", "soon"), ("ms", None)]
    assert [timeout_seconds(value, unit) for unit, value in wrong] == [None] * 5  # type: ignore[arg-type]


JSON_TEXTS = {
    "ugly": '{"a":"x",   "hooks" :{ "PreToolUse":[ {"matcher":"Bash","hooks":[{"type":"command","command":"a"}]}]}\n}',
    "tabs and CRLF": '{\r\n\t"model": "x",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n',
    "BOM, no final newline": '\ufeff{\n    "a": {"b": [1, 2 , 3]},\n    "hooks": {}\n}',
    "one line": '{"a": 1}',
    "blanks": "  \n",
    "empty": "",
    "empty object": "{ }\n",
    "not ASCII": '{\n  "name": "Jürgen 🦊 \\u00e9"\n}\n',
}


@pytest.mark.parametrize("name", JSON_TEXTS)
@pytest.mark.parametrize("agent", ["claude-code", "cursor", "gemini", "antigravity", "codex"])
def test_every_byte_of_others_stays_and_comes_back(agent: str, name: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, agent)
    if agent in ("codex", "gemini") and name.startswith("BOM"):
        machine.write(JSON_TEXTS[name])
        with pytest.raises(ConfigError, match="1:1: it begins with a byte order mark, and this agent reads no such"):
            machine.install()
        return
    text = JSON_TEXTS[name].replace("PreToolUse", next(iter(wanted(machine.dialect, WORDS, False))))
    before = machine.write(text)
    machine.install()
    after = machine.path.read_bytes()
    assert after != before
    assert machine.entries()
    if b"\r\n" in before:
        assert b"\n" not in after.replace(b"\r\n", b"")
    machine.install()
    assert machine.path.read_bytes() == after
    machine.uninstall()
    assert machine.path.read_bytes() == before
    assert not backup_of(machine.path).exists()


COMMENTED = """\
// mine
{
  "theme": "dark", // of course
  /* hooks */
  "hooks": {
    "BeforeTool": [ // first
      {"matcher": "x", "hooks": [{"type": "command", "command": "./a"}]} // mine
    ]
  } // the last
}
"""


def test_comments_stay_where_the_agent_takes_them(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "gemini")
    before = machine.write(COMMENTED)
    machine.install()
    after = machine.path.read_text()
    for line in COMMENTED.splitlines():
        words, _, comment = line.partition("//")
        assert words.rstrip() in after
        assert comment in after
    machine.uninstall()
    assert machine.path.read_bytes() == before


def test_what_others_add_meanwhile_stays(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.write('{\n  "model": "x",\n  "hooks": {\n    "Stop": []\n  }\n}\n')
    machine.install()
    edited = machine.path.read_text().replace('"model": "x"', '"model": "y",\n  "permissions": {"allow": ["Bash"]}')
    machine.path.write_text(edited)
    machine.uninstall()
    assert machine.path.read_text() == (
        '{\n  "model": "y",\n  "permissions": {"allow": ["Bash"]},\n  "hooks": {\n    "Stop": []\n  }\n}\n'
    )


def test_a_file_that_the_agent_has_laid_out_anew_loses_ours_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.write('{"model":"x","hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./a"}]}]}}')
    old = machine.data()
    machine.install()
    machine.path.write_text(json.dumps(machine.data(), indent=7))
    machine.uninstall()
    assert machine.data() == old


def test_a_handler_that_somebody_put_beside_ours_stays(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.install()
    told = machine.data()
    told["hooks"]["PreToolUse"][0]["hooks"].append({"type": "command", "command": "./a"})
    machine.path.write_text(json.dumps(told))
    machine.uninstall()
    assert machine.data() == {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./a"}]}]}}


def test_ours_are_known_wherever_the_client_has_moved_and_no_other_agents_are_touched(tmp_path: Path) -> None:
    machine, other = Machine(tmp_path, "claude-code"), Machine(tmp_path, "piebald")
    machine.install()
    other.install()
    machine.install(words=["/new/python", "-I", "-S", "/new/chibi_hooks/server/hook.py"])
    text = machine.path.read_text()
    assert "/new/chibi_hooks/server/hook.py claude-code" in text
    assert machine.entries().count("PreToolUse") == other.entries().count("PreToolUse") == 1
    machine.uninstall()
    assert (machine.entries(), bool(other.entries())) == ([], True)
    other.uninstall()
    assert not machine.path.exists()


def test_what_we_wrote_for_another_agent_is_no_mistake_in_a_file_that_both_read(tmp_path: Path) -> None:
    machine, other = Machine(tmp_path, "claude-code"), Machine(tmp_path, "piebald")
    machine.install()
    other.install()
    told = machine.data()
    told["hooks"]["Setupp"] = [{"hooks": [{"type": "command", "command": "./a"}]}]
    machine.path.write_text(json.dumps(told))
    for each in (machine, other):
        _, settings = settings_of(each.dialect.agent, each.around, each.project)
        (warning,) = settings.warnings
        assert "has no event Setupp" in warning


def test_what_people_wrote_by_hand_is_ours_too() -> None:
    shape = dialect("claude-code").settings.entry
    by_hand = {
        "chibi-hooks hook claude-code": "claude-code",
        "/usr/bin/chibi-hooks hook gemini --home /h": "gemini",
        "python3 -m chibi_hooks hook codex": "codex",
        "exec '/a b/chibi_hooks/server/hook.py' cursor": "cursor",
        "chibi-hooks fire pre_tool": None,
        "cat chibi_hooks/server/hook.py": None,
        "echo 'unclosed": None,
        "": None,
    }
    for command, agent in by_hand.items():
        found = ours({"type": "command", "command": command}, shape)
        assert (found.agent if found else None) == agent, command


BROKEN = {
    "a bracket": ('{"hooks": {', "it is not JSON: wanted a name"),
    "a comment": ("// c\n{}", "this agent takes no comments"),
    "a comma at the end": ('{"a": 1,}', "a comma before }"),
    "a list": ("[]", "wanted an object"),
    "hooks is a list": ('{"hooks": []}', "hooks: wanted an object"),
    "an event is an object": ('{"hooks": {"PreToolUse": {}}}', "PreToolUse: wanted a list"),
    "not UTF-8": (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "is not UTF-8"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_refused_with_its_place_and_left_alone(name: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    text, message = BROKEN[name]
    before = machine.write(text)
    with pytest.raises(ConfigError) as caught:
        machine.install()
    assert message in str(caught.value)
    assert str(machine.path) in str(caught.value)
    assert "nothing was changed" in str(caught.value)
    assert (machine.path.read_bytes(), backup_of(machine.path).exists()) == (before, False)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.path.mkdir(parents=True)
    with pytest.raises(ConfigError, match="a directory"):
        machine.install()
    machine.path.rmdir()
    os.mkfifo(machine.path)
    with pytest.raises(ConfigError, match="a pipe"):
        machine.install()


def test_a_scope_that_an_agent_does_not_have_is_refused_in_words(tmp_path: Path) -> None:
    for agent in ("firebender", "cursor", "copilot"):
        with pytest.raises(BadRequest, match=f"{agent} has no settings of scope local; it has: "):
            Machine(tmp_path, agent, "local").install()


def test_mode_and_links_stay(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o640)
    machine.path.parent.mkdir(parents=True)
    machine.path.symlink_to(real)
    machine.install()
    assert machine.path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    machine.uninstall()
    assert machine.path.is_symlink()
    assert real.read_text() == "{}"
    assert sorted(os.listdir(real.parent)) == ["settings.json"]


def test_a_write_of_somebody_else_in_between_is_not_lost(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.write('{"model": "x"}')
    plan = installing(machine.dialect, "user", [*WORDS, "claude-code"], machine.around, machine.project)
    times = []

    def disturbed():
        made = plan()
        if not times:
            machine.path.write_text('{"model": "y"}')
        times.append(made)
        return made

    make(disturbed)
    assert len(times) == 2
    assert machine.data()["model"] == "y"
    assert machine.entries()


def test_who_never_stops_writing_is_told(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    machine.write("{}")
    plan = installing(machine.dialect, "user", [*WORDS, "claude-code"], machine.around, machine.project)
    count = iter(range(100))

    def disturbed():
        made = plan()
        machine.path.write_text(json.dumps({"n": next(count)}))
        return made

    with pytest.raises(ConfigError, match="others keep writing it"):
        make(disturbed)


def test_a_lock_that_somebody_keeps_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path, "claude-code")
    before = machine.write('{"model": "x"}')
    monkeypatch.setattr("chibi_hooks.dialects.installing.change.WAITING", 0.0)
    handle = os.open(machine.path.parent, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(ConfigError, match="another process has it locked"):
        machine.install()
    assert machine.path.read_bytes() == before
    os.close(handle)
    machine.install()


def test_many_at_once_leave_one_entry(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    before = machine.write('{"model": "x"}')
    threads = [threading.Thread(target=machine.install) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(machine.entries()) == len(set(machine.entries()))
    machine.uninstall()
    assert machine.path.read_bytes() == before


def test_an_undone_change_is_as_if_it_had_not_been(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "claude-code")
    for text in (None, '{"a": 1}'):
        if text is not None:
            machine.write(text)
        undo(make(installing(machine.dialect, "user", [*WORDS, "claude-code"], machine.around, machine.project)))
        assert (machine.path.read_text() if machine.path.exists() else None) == text
        assert not backup_of(machine.path).exists()


# TOML

TOML_TEXT = """\
# mine
disable_all_hooks = false   # for now

[[hooks.PreToolUse]]
matcher = "Bash"
if      = "Bash:rm *"
[[hooks.PreToolUse.handlers]]
type    = "command"
command = "./guard.sh"

[other]
key = 'x'
"""


@pytest.mark.parametrize("text", [TOML_TEXT, TOML_TEXT.replace("\n", "\r\n"), "", "a = 1", "# only words\n"])
def test_toml_keeps_comments_order_and_line_ends(text: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    before = machine.write(text)
    machine.install()
    after = machine.path.read_bytes().decode()
    for line in text.split("\n"):
        assert line in after
    told = tomllib.loads(after)
    handlers = [each for group in told["hooks"]["PreToolUse"] for each in group["handlers"]]
    assert handlers[-1] == wanted(machine.dialect, [*WORDS, "caliban"], False)["PreToolUse"]
    machine.install()
    assert machine.path.read_bytes().decode() == after
    machine.uninstall()
    assert machine.path.read_bytes() == before


@pytest.mark.parametrize(
    "more", ["# mine, too\n[mine]\nx = 1\n", "\n# the end\n", "\n# a\n\n# b\n[[mine]]\n# c\nx = 1\n"]
)
def test_what_somebody_wrote_behind_ours_stays(more: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.write(TOML_TEXT)
    machine.install()
    machine.write(machine.path.read_text() + more)
    machine.uninstall()
    left = machine.path.read_text()
    assert left.startswith(TOML_TEXT)
    assert left.removeprefix(TOML_TEXT).strip() == more.strip()


THEIRS = """\
[[hooks.Stop]]
[[hooks.Stop.handlers]]
type = "command"
command = "./stop.sh"
# of the next
[[hooks.PreToolUse]]
matcher = "Bash"
[[hooks.PreToolUse.handlers]]
type = "command"
command = "./guard.sh"
# the end
# the end
"""


@pytest.mark.parametrize("theirs", [THEIRS, "# of the next\n# the end\n" + THEIRS, THEIRS.replace("\n", "\r\n")])
def test_a_comment_behind_ours_is_there_as_often_as_before(theirs: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.install()
    end = "\r\n" if "\r" in theirs else "\n"
    machine.path.write_bytes(machine.path.read_text().replace("\n", end).encode() + theirs.encode())
    machine.uninstall()
    left = machine.path.read_bytes().decode()
    assert sorted(left.split(end)) == sorted(theirs.split(end))


TABLES = st.sampled_from(
    [
        '[[hooks.{event}]]\nmatcher = "{n}"\n[[hooks.{event}.handlers]]\ntype = "command"\ncommand = "./{n}.sh"\n',
        '[[hooks.{event}]]\nhandlers = [ {{ type = "command", command = "./{n}.sh" }}, ]\n',
        "[t{n}]\nx = {n}  # why\n",
        "[[many]]\nx = [\n  1, # ]\n  2,\n]\n",
        '[t{n}.below]\n"y # [z]" = """\n[[hooks.Stop]]\n\\""""\n',
        "# {n}\n",
        "\n",
    ]
)
EVENTS = st.sampled_from(["PreToolUse", "Stop", "SessionStart"])
SECTIONS = st.lists(st.tuples(TABLES, EVENTS), max_size=5)


def toml_of(drawn: list[tuple[str, str]], first: int) -> str:
    return "".join(table.format(event=event, n=first + at) for at, (table, event) in enumerate(drawn))


@settings(max_examples=150)
@given(SECTIONS, st.lists(SECTIONS, min_size=1, max_size=6))
def test_whatever_tables_stand_between_ours_they_alone_are_left(
    before: list[tuple[str, str]], between: list[list[tuple[str, str]]]
) -> None:
    with TemporaryDirectory() as directory:
        machine = Machine(Path(directory), "caliban")
        text = toml_of(before, 0)
        machine.write(text)
        machine.install()
        assert set(machine.entries()) == set(wanted(machine.dialect, WORDS, False))
        written, theirs = machine.path.read_text(), text
        groups = written.removeprefix(text).split("[[hooks.")
        ours_only = ["[[hooks." + "[[hooks.".join(pair) for pair in zip(groups[1::2], groups[2::2], strict=True)]
        made = text
        for at, one in enumerate(ours_only):
            more = toml_of(between[at % len(between)], 100 * (at + 1))
            made, theirs = made + one + more, theirs + more
        machine.write(made)
        machine.uninstall()
        left = machine.path.read_text() if machine.path.exists() else ""
        assert left.split() == theirs.split()


@pytest.mark.parametrize("mine", ["[hooks]\n", "# mine\n", "# mine\r\n"])
def test_what_is_written_into_a_file_of_ours_alone_stays(mine: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.install()
    machine.path.write_bytes(mine.encode() + machine.path.read_bytes())
    machine.uninstall()
    assert machine.path.read_bytes() == mine.encode()


def test_ours_goes_from_a_list_in_brackets_and_the_others_stay(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.install()
    own = tomllib.loads(machine.path.read_text())["hooks"]["PreToolUse"][0]["handlers"][0]
    ours_here = f'{{ type = "command", command = "{own["command"]}", args = {json.dumps(own["args"])} }}'
    text = f'[[hooks.PreToolUse]]\nhandlers = [{{ type = "command", command = "a" }}, {ours_here}] # both\n'
    machine.write(text)
    machine.uninstall()
    assert machine.path.read_text() == text.replace(f", {ours_here}", "")


def filled(text: str, parts: dict[str, str]) -> str:
    return re.sub(r"\b(OURS|A|B)\b", lambda found: parts[found[0]], text)


ITEM = '{ matcher = "a, # ]", handlers = [ { type = "command", command = "a" } ] }'
LISTS = ["[]", "[ ]", "[ITEM]", "[ ITEM, ]", "[ITEM,ITEM]", "[\n  ITEM,\n]", "[\n  # ]\n]"]
COMMENTED_LISTS = ["[ # [\n  ITEM, # ], x\n  # x\n]", "[\n  ITEM # mine, too\n  ,\n  ITEM # ]\n]"]
HEADS = ["hooks . 'PreToolUse' = {}\n[a]\n", "\ufeff[hooks]\r\n'PreToolUse' = {} # [\r\nStop = {}"]


@pytest.mark.parametrize("written", LISTS + COMMENTED_LISTS)
@pytest.mark.parametrize("before", HEADS)
def test_a_list_in_brackets_comes_back_with_its_commas_and_comments(before: str, written: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    text = before.format(written.replace("ITEM", ITEM), "[]") + "\n"
    machine.write(text)
    machine.install()
    assert set(machine.entries()) == set(wanted(machine.dialect, WORDS, False))
    backup_of(machine.path).unlink()
    machine.uninstall()
    assert machine.path.read_bytes().decode() == text


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("[OURS, A]", "[ A]"),
        ("[OURS,]", "[]"),
        ("[ OURS ]", "[  ]"),
        ("[OURS, OURS]", "[]"),
        ("[A, OURS, B]", "[A, B]"),
        ("[OURS, A, OURS, OURS, B, OURS]", "[ A, B]"),
        ("[\n  # o\n  OURS, # r\n  A, # a\n  OURS, # s\n]", "[\n  # o\n   # r\n  A, # a\n   # s\n]"),
        ("[ A # a\n , OURS # o\n]", "[ A # a\n  # o\n]"),
        ("[A, # a\n  OURS]", "[A # a\n  ]"),
    ],
)
def test_ours_goes_from_wherever_it_stands_in_a_list_in_brackets(written: str, left: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.install()
    own = toml_value(tomllib.loads(machine.path.read_text())["hooks"]["PreToolUse"][0]["handlers"][0])
    handlers = {"OURS": own, **{name: f'{{ type = "command", command = "./{name}" }}' for name in "AB"}}
    groups = {name: f"{{ handlers = [{each}] }}" for name, each in handlers.items()}
    for text, parts in (("hooks.PreToolUse = {}\n", groups), ("[[hooks.PreToolUse]]\nhandlers = {}\n", handlers)):
        if "A" in left or parts is groups:  # else the group goes whole
            machine.write(filled(text.format(written), parts))
            machine.uninstall()
            assert machine.path.read_text() == filled(text.format(left), parts)


@pytest.mark.parametrize("text", ["a = nan\nb = 1979-05-27T07:32:00Z\n[c]\nd = [nan, { e = -inf }]\n", "a = nan"])
def test_toml_has_values_that_json_has_not(text: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    before = machine.write(text)
    machine.install()
    assert machine.path.read_bytes().startswith(before)
    machine.uninstall()
    assert machine.path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"hooks = {{ PreToolUse = [ {ITEM} ] }}\n", "a form that we cannot edit"),
        ("hooks = { PreToolUse = [] }\n", "a form that we cannot edit"),
        ("hooks = {}\n", "a form that we cannot edit"),
        ("hooks = []\n", "hooks: wanted a table"),
        (f"{'.'.join('a' * 700)} = 1\n", "more than 100 levels"),
        (f"a = {'[' * 300}{']' * 300}\n", "more than 100 levels"),
        (f"a = {'[' * 50_000}{']' * 50_000}\n", "it is not TOML"),
        (f"a = {'1' * 5000}\n", "it is not TOML"),
        (f"a = 0x{'f' * 5000}\n", "a form that we cannot edit"),
    ],
)
def test_toml_that_cannot_be_edited_is_refused_and_not_touched(text: str, message: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    before = machine.write(text)
    with pytest.raises(ConfigError, match=message):
        machine.install()
    assert machine.path.read_bytes() == before
    assert not backup_of(machine.path).exists()


def test_toml_in_brackets_is_added_to_or_refused_and_never_broken(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    text = '[hooks]\nPreToolUse = [ { matcher = "Bash", handlers = [ { type = "command", command = "a" } ] } ]\n'
    machine.write(text)
    machine.install()
    assert len(machine.data()["hooks"]["PreToolUse"]) == 2
    machine.uninstall()
    assert machine.path.read_text() == text


@pytest.mark.parametrize(("text", "message"), [("a = ", "it is not TOML"), ("hooks = 1", "hooks: wanted a table")])
def test_toml_that_cannot_be_read_is_refused(text: str, message: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    machine.write(text)
    with pytest.raises(ConfigError, match=message):
        machine.install()
    assert machine.path.read_text() == text


# which file


def test_the_file_that_is_in_use_is_the_one_that_is_written(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "caliban")
    assert machine.path.name == "settings.toml"
    (machine.path.parent).mkdir(parents=True)
    machine.path.with_name("settings.json").write_text("{}")
    assert machine.path.name == "settings.json"


def test_a_file_that_ours_would_silence_is_used_itself_or_said(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "factory")
    assert machine.path.name == "hooks.json"
    machine.path.parent.mkdir(parents=True)
    other = machine.path.with_name("settings.json")
    other.write_text('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}}')
    assert machine.path == other
    other.unlink()
    legacy = machine.path.parent / "hooks" / "hooks.json"
    legacy.parent.mkdir()
    legacy.write_text('{"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}')
    with pytest.raises(ConfigError, match="only while no other file has any"):
        machine.install()
    caliban = Machine(tmp_path, "caliban")
    old = caliban.project / ".caliban" / "hooks.toml"
    old.parent.mkdir()
    old.write_text('[[hooks.PreToolUse]]\n[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = "a"\n')
    with pytest.raises(ConfigError, match="move them to"):
        caliban.install()


def test_a_file_of_events_alone_has_them_at_its_top(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "factory")
    machine.install()
    assert "PreToolUse" in machine.data()


def test_a_new_file_says_what_the_agent_wants_of_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "cursor")
    machine.install()
    assert machine.data()["version"] == 1
    machine.uninstall()
    before = machine.write('{"hooks": {}}')
    machine.install()
    assert machine.data()["version"] == 1
    machine.path.write_text(machine.path.read_text() + "\n")
    machine.uninstall()
    assert machine.path.read_bytes() == before


# a plugin


def test_the_plugin_is_short_and_decides_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "opencode")
    machine.install(words=["/p", 'a"b', "/x/chibi_hooks/server/hook.py"])
    text = machine.path.read_text()
    assert script_words(text) == ["/p", 'a"b', "/x/chibi_hooks/server/hook.py", "opencode"]
    assert len(text.splitlines()) <= 60
    assert "deny" not in PLUGIN
    machine.uninstall()
    assert not machine.path.parent.exists()


def test_another_plugin_of_that_name_is_not_touched(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "opencode")
    before = machine.write("export const Mine = 1\n")
    with pytest.raises(ConfigError, match="another plugin of this name"):
        machine.install()
    machine.uninstall()
    assert machine.path.read_bytes() == before


def test_a_plugin_of_ours_that_somebody_edited_is_kept_and_told(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "opencode")
    machine.install()
    before = machine.write(machine.path.read_text().replace("{})\n", "{}) // mine\n", 1))
    for change in (machine.uninstall, machine.install):
        with pytest.raises(ConfigError, match="somebody has edited this plugin of ours"):
            change()
        assert machine.path.read_bytes() == before
    machine.write(before.replace(b" // mine", b""))
    machine.uninstall()
    assert not machine.path.exists()


def unclosed(text: str) -> str:
    """The plugin as it was before it refused anything by itself."""
    more = ("const closed", "const unanswered", "    const nobody")
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(more))
    return text.replace("done(nobody)", "done({})").replace("JSON.parse(said)", 'JSON.parse(said || "{}")')


def test_a_plugin_runs_its_command_whatever_stands_in_a_path() -> None:
    words = ["/home/CLOSED/COMMAND/EVENTS", "é"]
    text = script_with(words, {"session.idle"}, ["tool.execute.before"])
    assert (script_words(text), script_closed(text)) == (words, ["tool.execute.before"])



def test_where_a_failure_denies_the_plugin_refuses_what_the_command_does_not_answer(tmp_path: Path) -> None:
    where = target(dialect("opencode"), "user", Surroundings({}, tmp_path, tmp_path), tmp_path)
    for closed, events in (((), []), (("pre_tool",), ["tool.execute.before"])):
        settings_ = GuestSettings(frozenset(closed))
        text = with_ours("", where.file, dialect("opencode"), WORDS, False, "x", settings_)
        assert script_closed(text) == events
        assert (script_words(text), is_as_written(text)) == (WORDS, True)


def test_a_plugin_that_an_earlier_build_wrote_is_replaced_and_goes(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "opencode")
    machine.install()
    unsigned = unclosed(machine.path.read_text().rpartition(AS_WRITTEN)[0])
    earlier = machine.write(unsigned.replace("const command = [", 'const command = ["/opt/earlier [1]", '))
    machine.install()
    assert machine.path.read_bytes() not in (earlier, unsigned.encode())
    for text in (unsigned.replace("{})\n", "{}) // mine\n", 1), unsigned + "// mine\n"):
        before = machine.write(text)
        with pytest.raises(ConfigError, match="somebody has edited this plugin of ours"):
            machine.uninstall()
        assert machine.path.read_bytes() == before
    machine.write(earlier.decode())
    machine.uninstall()
    assert not machine.path.exists()


# any file

KEYS = st.text(max_size=3) | st.sampled_from(["hooks", "PreToolUse", "version"])
LEAVES = st.none() | st.integers() | st.text(max_size=3)
AGENT = st.sampled_from(["claude-code", "cursor"])
ANY = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=3))


@settings(max_examples=60)
@given(st.dictionaries(KEYS, ANY, max_size=4), st.sampled_from([None, 2, "\t"]), AGENT)
def test_whatever_object_it_is_it_is_refused_or_comes_back(value: Any, indent: Any, agent: str) -> None:
    with TemporaryDirectory() as directory:
        refused_or_back(Machine(Path(directory), agent), value, indent)


def refused_or_back(machine: Machine, value: Any, indent: Any) -> None:
    before = machine.write(json.dumps(value, indent=indent))
    try:
        machine.install()
    except ConfigError:
        assert machine.path.read_bytes() == before
        return
    assert machine.entries()
    machine.path.write_bytes(machine.path.read_bytes() + b"\n")
    machine.uninstall()
    assert machine.data() == value
    assert machine.path.read_bytes() in (before, before + b"\n")
