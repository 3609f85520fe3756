"""The last word: what the client knows of agents and homes by itself is what their rows and homes say."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from chibi_hooks import Host
from chibi_hooks.dialects.chibi.guest import ChibiGuest
from chibi_hooks.dialects.made import made
from chibi_hooks.dialects.rows.conversation import failure
from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect, row_dialects
from chibi_hooks.dialects.rows.row import EventRow
from chibi_hooks.hooks.homes.config import load_config
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.server.hook import ClientCall
from chibi_hooks.server.hook_alone import closed_points, last_word
from tests.halves import dealt
from tests.homes import make_home

CLOSED = '[on_failure]\npre_tool = "deny"\npre_message = "deny"\npre_permission = "deny"\n'
EVENTS = [(dialect, row) for dialect in row_dialects() for row in dialect.rows if not row.when]


def str_of(each: RowDialect | EventRow) -> str:
    return each.agent if isinstance(each, RowDialect) else each.event


@pytest.mark.parametrize(("path", "text"), made().items(), ids=lambda each: getattr(each, "name", ""))
def test_what_is_made_of_the_agents_declarations_is_what_they_say_now(path: Path, text: str) -> None:
    assert path.read_text() == text, "`python -m chibi_hooks.dialects.made` writes it anew"


@pytest.mark.parametrize(("dialect", "row"), dealt([pytest.param(*each) for each in EVENTS], 3), ids=str_of)
@pytest.mark.parametrize("config", ["", CLOSED, '[on_failure]\n"hooks/*.scm" = "deny"\n'])
def test_the_last_word_is_what_a_failing_host_would_say(
    dialect: RowDialect, row: EventRow, config: str, tmp_path: Path
) -> None:
    home = make_home(tmp_path / "home", {"chibi-hooks.toml": config})
    call = ClientCall([dialect.agent, row.event, "--home", str(home)])
    call.chunks = [b"{}"]
    code, text, notes = last_word(call, 'Trouble: "x"')
    closed = frozenset(closed_points(str(home), "/", {}))
    wanted = failure(dialect, row.event, 'Trouble: "x"', GuestSettings(closed))
    assert (code, text) == (wanted.code, wanted.text)
    assert b"Trouble" in notes


@pytest.mark.parametrize("dialect", row_dialects(), ids=str_of)
def test_what_is_no_event_is_denied_where_the_home_says_so_by_whatever_it_may_be(
    dialect: RowDialect, tmp_path: Path
) -> None:
    home = make_home(tmp_path / "home", {"chibi-hooks.toml": CLOSED})
    closed = frozenset(closed_points(str(home), "/", {}))
    end = next(row.event for row in dialect.rows if not {"pre_tool", "pre_message", "pre_permission"} & {*row.points})
    for text, is_denied in ((b"", True), (b"{}}", True), (b'{"a', True), (b"[1]", True), (b"{}", False),
                            (f'{{"{dialect.names[0]}": "{end}", '.encode(), False)):  # fmt: skip
        call = ClientCall([dialect.agent, "--home", str(home)])
        call.chunks = [text]
        said = last_word(call, "trouble")[1]
        unread = None if text == b"{}" else text
        assert said == failure(dialect, "", "trouble", GuestSettings(closed), unread).text, text
        assert (b"on_failure" in said) == is_denied, text
    open_home = make_home(tmp_path / "open", {"chibi-hooks.toml": ""})
    assert last_word(ClientCall([dialect.agent, "--home", str(open_home)]), "trouble")[1] == dialect.other.silence


def test_the_event_says_its_name_and_where_it_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, project = tmp_path / "state", make_home(tmp_path / "project", {".chibi/chibi-hooks.toml": CLOSED})
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(state))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.delenv("CHIBI_HOME", raising=False)
    inside = project / "src" / "deep"
    inside.mkdir(parents=True)

    def said(agent: str, told: object) -> bytes:
        call = ClientCall([agent])
        call.chunks = [json.dumps(told).encode()]
        return last_word(call, "trouble")[1]

    event = {"hook_event_name": "PreToolUse", "cwd": str(inside)}
    cursor = {"hook_event_name": "preToolUse", "workspace_roots": [str(inside)]}
    copilot = {"toolName": "bash", "toolArgs": {}, "cwd": str(inside)}
    assert [said("claude-code", event), said("cursor", cursor), said("copilot", copilot)] == [b"{}"] * 3
    Trust(state).grant(project / ".chibi")
    assert [b"deny" in said(agent, told) for agent, told in
            (("claude-code", event), ("cursor", cursor), ("copilot", copilot))] == [True] * 3  # fmt: skip
    assert said("codex", {"cwd": str(inside)}) == b""  # no name: nothing says that it can be denied
    assert b"deny" in said("antigravity", event)
    assert said("antigravity", {**event, "hook_event_name": "PostInvocation"}) == b""
    for told, code in ((event, 2), ({**event, "hook_event_name": "Stop"}, 1)):
        nobody = ClientCall(["no-such-agent", "--home", str(project / ".chibi")])
        nobody.chunks = [json.dumps(told).encode()]
        assert last_word(nobody, "trouble")[:2] == (code, b"")
    shutil.rmtree(project / "src")  # whoever deletes where he stands is in the project still
    assert b"deny" in said("claude-code", event)
    monkeypatch.chdir(project)
    for nowhere in ("/\0", "/\ud800", "relative", "", f"{tmp_path}/nowhere"):
        assert b"deny" in said("claude-code", {**event, "cwd": nowhere})


def test_a_named_home_that_is_away_denies_as_it_last_said(tmp_path: Path) -> None:
    state, home = tmp_path / "state", make_home(tmp_path / "home", {"chibi-hooks.toml": CLOSED})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(state)}, tmp_path, tmp_path / "user")

    def closed() -> bool:
        return "pre_tool" in closed_points(str(home), "/", around.environment)

    away = tmp_path / "elsewhere"
    home.rename(away)
    assert not closed()  # nobody has ever seen it
    away.rename(home)
    with Host.open(home=home, around=around, record=False):
        pass
    home.rename(away)
    assert closed()
    away.rename(home)
    (home / "chibi-hooks.toml").write_text("[on_failure")  # a host that starts has the last good one, too
    assert closed()
    (home / "chibi-hooks.toml").unlink()  # the defaults hold
    assert not closed()


@pytest.mark.parametrize("place", ["user", "user/.chibi"])
def test_the_users_home_denies_as_it_last_said_where_nobody_can_tell_whether_it_is_there(
    tmp_path: Path, place: str
) -> None:
    environment = {"CHIBI_HOOKS_STATE": str(tmp_path / "state"), "HOME": str(tmp_path / "user")}
    home = make_home(tmp_path / "user/.chibi", {"chibi-hooks.toml": CLOSED})
    with Host.open(around=Surroundings(environment, tmp_path, tmp_path / "user"), record=False):
        pass
    path = tmp_path / place
    path.rename(tmp_path / "elsewhere")
    assert not list(closed_points("", "/", environment))  # it was deleted
    path.symlink_to(path.name)
    assert "pre_tool" in closed_points("", "/", environment)
    path.unlink()
    (tmp_path / "elsewhere").rename(path)
    shutil.rmtree(home)
    assert not list(closed_points("", "/", environment))


@pytest.mark.parametrize("point", ["pre_tool", "pre_shell_exec", "post_tool", "nonsense"])
def test_chibi_has_a_last_word_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str) -> None:
    home = make_home(tmp_path / "home", {"chibi-hooks.toml": '[on_failure]\n"hooks/*.scm" = "deny"\n'})
    call = ClientCall(["chibi", point, "--home", str(home)])
    wanted = ChibiGuest(point, b"").failure("trouble", frozenset(["hooks/*.scm"])).text
    assert last_word(call, "trouble")[1] == wanted
    monkeypatch.setenv("CHIBI_HOOK", point)
    assert last_word(ClientCall(["chibi", "--home", str(home)]), "trouble")[1] == wanted
    assert (b"denied" in wanted or b"block" in wanted) == point.startswith("pre_")


@pytest.mark.parametrize("named", ["", "given", "relative"])
@pytest.mark.parametrize("variables", [{}, {"CHIBI_HOME": "HERE/env"}])
@pytest.mark.parametrize("project", ["none", "untrusted", "trusted"])
@pytest.mark.parametrize("user", [False, True])
def test_the_homes_that_it_finds_are_those_that_count(
    tmp_path: Path, named: str, variables: Mapping[str, str], project: str, user: bool
) -> None:
    state, at_home, here = tmp_path / "state", tmp_path / "user", tmp_path / "project" / "src"
    here.mkdir(parents=True)
    at_home.mkdir()
    for name in ("env", "given", "project/src/relative"):
        make_home(tmp_path / name, {"chibi-hooks.toml": f'[on_failure]\n"hooks/{name}" = "deny"\n'})
    if user:
        make_home(at_home / ".chibi", {"chibi-hooks.toml": '[on_failure]\n"hooks/user" = "deny"\n'})
    if project != "none":
        make_home(here.parent / ".chibi", {"chibi-hooks.toml": '[on_failure]\n"hooks/project" = "deny"\n'})
    if project == "trusted":
        Trust(state).grant(here.parent / ".chibi")
    given = {"": "", "given": str(tmp_path / "given"), "relative": "relative"}[named]
    environment = {"HOME": str(at_home), "CHIBI_HOOKS_STATE": str(state)}
    environment |= {name: each.replace("HERE", str(tmp_path)) for name, each in variables.items()}
    around = Surroundings(environment, here, at_home)
    homes = find_homes(around, given or None).homes
    wanted = [key for home in homes for key in load_config(home.config, {}).on_failure]
    assert list(closed_points(given, str(here), environment)) == wanted


@pytest.mark.parametrize("where", ["nested", "link", "deleted"])
def test_nobody_leaves_a_trusted_project_by_what_he_makes_in_it(tmp_path: Path, where: str) -> None:
    state, at_home, project = tmp_path / "state", tmp_path / "user", tmp_path / "project"
    home = make_home(project / ".chibi", {"chibi-hooks.toml": CLOSED})
    Trust(state).grant(home)
    (project / "nested" / ".chibi").mkdir(parents=True)  # trusted by nobody
    (tmp_path / "link").symlink_to(project / "nested" / ".chibi")
    here = tmp_path / "link" if where == "link" else project / where
    environment = {"HOME": str(at_home), "CHIBI_HOOKS_STATE": str(state)}
    found = find_homes(Surroundings(environment, here, at_home))
    assert [each.path for each in found.homes] == [home] and found.project == project
    assert [each.place for each in found.notices] == [str(project / "nested" / ".chibi")] * (where != "deleted")
    assert "pre_tool" in closed_points("", str(here), environment)


def test_the_home_of_the_user_is_no_projects_by_another_name(tmp_path: Path) -> None:
    there = make_home(tmp_path / "user", {".chibi/chibi-hooks.toml": CLOSED})
    (tmp_path / "home").symlink_to("user")
    environment = {"HOME": str(tmp_path / "home"), "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    found = find_homes(Surroundings(environment, there / "src", tmp_path / "home"))
    assert ([each.kind for each in found.homes], found.notices) == (["user"], ())


def test_a_configuration_that_is_no_file_closes_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "chibi-hooks.toml")
    assert list(closed_points(str(tmp_path), "/", {})) == []
    (tmp_path / "chibi-hooks.toml").unlink()
    (tmp_path / "chibi-hooks.toml").write_bytes(b"\xff[on_failure")
    assert list(closed_points(str(tmp_path), "/", {})) == []
