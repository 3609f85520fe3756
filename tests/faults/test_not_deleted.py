"""What takes the place of a file, a folder or a link, or empties what a file reads, is no deletion: what was live
answers, and it is told; and once all is well again, nothing is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.live import not_deleted
from tests.homes import answering, make_home

GUARD = '(register-hook \'pre_tool (lambda (p) (block "guarded")))\n'
SHELL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /"}}
TEAM = {"hooks/team/guard.scm": GUARD}
PART = {"hooks/guard.scm": '(include "part.inc")\n', "hooks/part.inc": GUARD}
POLICY = {"chibi-hooks.toml": "[policies]\nrm-rf = true\n"}
Open = Callable[..., Host]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Make a home of these files and open it; closed at the end."""
    (tmp_path / "work").mkdir()
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    around = Surroundings(environment, tmp_path / "work", tmp_path / "user")
    hosts: list[Host] = []

    def open_home(files: dict[str, str | bytes]) -> Host:
        hosts.append(Host.open(home=make_home(tmp_path / "home", files), around=around, record=False))
        return hosts[-1]

    yield open_home
    for each in hosts:
        each.close()


def instead(make: Callable[[Path], object]) -> Callable[[Path], object]:
    def act(path: Path) -> None:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        make(path)

    return act


def linked(path: Path) -> None:
    (path.parent / "other").mkdir()
    path.symlink_to("other")


def rings(path: Path) -> None:
    path.symlink_to("ring")
    (path.parent / "ring").symlink_to(path.name)


def itself(path: Path) -> None:
    path.symlink_to(path.name)


def nowhere(path: Path) -> None:
    path.symlink_to("gone")


EMPTY: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "blanks of Unicode": lambda path: path.write_text("\ufeff\u00a0\u2003\n"),
}
ACTS: dict[str, tuple[dict[str, str], str, Callable[[Path], object]]] = {
    "a directory for a file": ({"hooks/guard.scm": GUARD}, "hooks/guard.scm", instead(lambda path: path.mkdir())),
    "a link to a directory": ({"hooks/guard.scm": GUARD}, "hooks/guard.scm", instead(linked)),
    "a file for a folder": (TEAM, "hooks/team", instead(lambda path: path.touch())),
    "a pipe for a folder": (TEAM, "hooks/team", instead(os.mkfifo)),
    "a device for a folder": (TEAM, "hooks/team", instead(lambda path: path.symlink_to("/dev/null"))),
    "a ring for a folder": (TEAM, "hooks/team", instead(rings)),
    "nowhere for a configuration": (POLICY, "chibi-hooks.toml", instead(nowhere)),
    **{f"{name}: a hook file": ({"hooks/guard.scm": GUARD}, "hooks/guard.scm", act) for name, act in EMPTY.items()},
    **{f"{name}: what it includes": (PART, "hooks/part.inc", act) for name, act in EMPTY.items()},
    "what it includes is a link to an empty file": (
        PART, "hooks/part.inc", instead(lambda path: (path.with_name("e").touch(), path.symlink_to("e")))
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "place", "act"), ACTS.values(), ids=ACTS)
def test_a_guard_stays_and_is_told_to_be_away(
    files: dict[str, str], place: str, act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    host = opened(files)
    assert host.fire("pre_tool", SHELL).outcome.block
    act(tmp_path / "home" / place)
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.block
    assert host.notices
    start = opened({})  # and so it is at the next start
    fire = start.fire("pre_tool", SHELL)
    assert fire.outcome.block and fire.skipped


@pytest.mark.parametrize(("files", "place", "act"), ACTS.values(), ids=ACTS)
def test_once_it_is_there_again_nothing_is_told(
    files: dict[str, str], place: str, act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    host = opened(files)
    path = tmp_path / "home" / place
    act(path)
    host.reloader.clock = lambda: 1e9
    host.reload()
    instead(lambda path: None)(path) if os.path.lexists(path) and not path.is_symlink() else path.unlink()
    make_home(tmp_path / "home", files)
    host.reload()
    assert host.fire("pre_tool", SHELL).outcome.block and not host.notices


AWAY: dict[str, Callable[[Path], object]] = {
    "a link to nowhere": nowhere,
    "a file": lambda path: path.touch(),
    "a pipe": os.mkfifo,
}


@pytest.mark.parametrize("files", [TEAM, POLICY, {"plugins/p": answering("p", ["pre_tool"], {"block": True})}])
@pytest.mark.parametrize("act", AWAY.values(), ids=AWAY)
def test_what_stands_where_the_home_was_takes_no_guard_away(
    act: Callable[[Path], object], files: dict[str, str], opened: Open, tmp_path: Path
) -> None:
    host = opened(files)
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    act(tmp_path / "home")
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        fire = host.fire("pre_tool", SHELL)
        assert fire.outcome.block or fire.answers[0].error is not None
        assert host.notices


def test_plugins_behind_a_link_that_leads_nowhere_stay(opened: Open, tmp_path: Path) -> None:
    host = opened({"plugins/p": answering("p", ["pre_tool"], {"block": True})})
    instead(nowhere)(tmp_path / "home/plugins")
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        (answer,) = host.fire("pre_tool", SHELL).answers
        assert answer.error is not None and host.notices
    start = opened({})
    assert start.fire("pre_tool", SHELL).skipped


@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_file_that_was_always_empty_may_be_read(blank: str, opened: Open) -> None:
    host = opened({"hooks/guard.scm": f'(include "mine.inc")\n{GUARD}', "hooks/mine.inc": blank})
    assert host.fire("pre_tool", SHELL).outcome.block and not host.notices


def test_a_name_that_is_free_is_deleted(opened: Open, tmp_path: Path) -> None:
    host = opened(TEAM)
    shutil.rmtree(tmp_path / "home/hooks/team")
    for clock in (0.0, 1e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
    assert not host.fire("pre_tool", SHELL).outcome.block and not host.notices


@pytest.fixture
def other_device(tmp_path: Path) -> Iterator[Path]:
    """An empty directory of another file system."""
    here = tmp_path.stat().st_dev
    others = [each for each in map(Path, ("/dev/shm", "/var/tmp")) if each.is_dir() and each.stat().st_dev != here]
    if not others:
        pytest.skip("there is no other file system")
    with TemporaryDirectory(dir=others[0]) as directory:
        yield Path(directory)


@pytest.mark.parametrize("place", ["hooks/team", "hooks", "."])
def test_what_another_file_system_lies_over_is_not_deleted(
    place: str, opened: Open, tmp_path: Path, other_device: Path
) -> None:
    host = opened(TEAM)
    path = tmp_path / "home" / place
    shutil.move(path, tmp_path / "under")
    path.symlink_to(other_device)  # as if it were mounted there
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.block
    assert any("another file system" in str(each) for each in host.notices)
    path.unlink()
    shutil.move(tmp_path / "under", path)
    host.reload()
    assert host.fire("pre_tool", SHELL).outcome.block and not host.notices


PLUGIN: dict[str, str] = {"plugins/p": answering("p", ["pre_tool"], {"block": True})}


@pytest.mark.parametrize("files", [POLICY, PLUGIN, {**TEAM, **POLICY, **PLUGIN}], ids=["policy", "plugin", "all"])
def test_over_a_home_it_takes_neither_configuration_nor_plugins(
    files: dict[str, str], opened: Open, tmp_path: Path, other_device: Path
) -> None:
    host = opened(files)
    home = tmp_path / "home"
    shutil.move(home, tmp_path / "under")
    home.symlink_to(other_device)  # as if it were mounted there
    (other_device / "lost+found").mkdir()
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        fire = host.fire("pre_tool", SHELL)
        assert fire.outcome.block or fire.answers[0].error is not None
    assert {str(each).partition(":")[0].partition("/")[0] for each in host.notices} == {
        each.partition("/")[0] for each in files
    }
    (other_device / "README").touch()  # whoever puts something there has deleted the rest
    for clock in (3e9, 4e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
    fire = host.fire("pre_tool", SHELL)
    assert not fire.outcome.block and not fire.answers
    home.unlink()
    shutil.move(tmp_path / "under", home)
    host.reload()
    assert host.fire("pre_tool", SHELL).outcome.block and not host.notices


@pytest.mark.parametrize(
    ("files", "place"), [(TEAM, "hooks/team"), (TEAM, "hooks"), (TEAM, "."), (POLICY, "."), ({**TEAM, **POLICY}, ".")]
)
def test_a_start_deletes_nothing_that_an_empty_file_system_lies_over(
    files: dict[str, str | bytes], place: str, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opened(files).fire("pre_tool", SHELL).outcome.block
    path = tmp_path / "home" / place
    shutil.move(path, tmp_path / "under")
    path.mkdir()
    os.utime(path.parent, (1, 1))  # long ago: no editor is at work
    os.utime(path, (1, 1))
    monkeypatch.setattr(os.path, "ismount", lambda asked: Path(asked) == path)
    for _ in range(2):
        start = opened({})
        assert start.fire("pre_tool", SHELL).outcome.block and start.notices
    (path / "other.scm").write_text("(define x 1)")
    os.utime(path, (1, 1))
    start = opened({})
    assert not start.fire("pre_tool", SHELL).outcome.block


def test_what_is_mounted_while_a_file_is_loaded_is_not_taken_for_its_place(tmp_path: Path, other_device: Path) -> None:
    home = make_home(tmp_path / "home", TEAM)
    devices = not_deleted.Devices()
    devices.note(home, "hooks/team/guard.scm")
    shutil.rmtree(home / "hooks/team")
    (home / "hooks/team").symlink_to(other_device)
    devices.note(home, "hooks/team/guard.scm")
    assert devices.why_away(home, "hooks/team/guard.scm") is not None


@pytest.mark.parametrize("running", [True, False], ids=["running", "a start"])
def test_an_empty_directory_that_is_bound_there_deletes_nothing(
    running: bool, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = opened(TEAM)
    path = tmp_path / "home/hooks"
    shutil.move(path, tmp_path / "under")
    path.mkdir()  # of the same file system
    os.utime(path.parent, (1, 1))
    os.utime(path, (1, 1))
    mounted = tmp_path / "mountinfo"
    mounted.write_bytes(b"21 1 8:1 /empty " + os.fsencode(path).replace(b"h", b"\\150") + b" rw - ext4 /dev/x rw\n")
    monkeypatch.setattr(not_deleted, "MOUNTED", mounted)
    if not running:
        host = opened({})
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.block
    assert host.notices
    mounted.unlink()
    for clock in (3e9, 4e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
    assert not host.fire("pre_tool", SHELL).outcome.block and not host.notices


def test_on_another_file_system_it_is_deleted_where_others_are(
    opened: Open, tmp_path: Path, other_device: Path
) -> None:
    host = opened(TEAM)
    (other_device / "other.scm").write_text("(define x 1)")
    shutil.rmtree(tmp_path / "home/hooks")
    (tmp_path / "home/hooks").symlink_to(other_device)
    for clock in (0.0, 1e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
    assert not host.fire("pre_tool", SHELL).outcome.block


@pytest.mark.parametrize("config", [{}, {"chibi-hooks.toml": "[scheme]\ntime_limit = 2\n"}])
@pytest.mark.parametrize(
    ("act", "place"), [(itself, "user"), (itself, "user/.chibi"), (lambda path: path.touch(), "user/.chibi")]
)
def test_at_a_start_that_cannot_tell_whether_there_is_a_home_what_is_kept_of_it_decides(
    act: Callable[[Path], object], place: str, config: dict[str, str | bytes], tmp_path: Path
) -> None:
    (tmp_path / "work").mkdir()
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    around = Surroundings(environment, tmp_path / "work", tmp_path / "user")

    def says() -> tuple[bool, bool]:
        with Host.open(around=around, record=False) as host:
            return bool(host.fire("pre_tool", SHELL).outcome.block), bool(host.notices)

    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    act(path)
    assert not says()[0]  # nothing is kept of it
    instead(lambda path: None)(path)
    make_home(tmp_path / "user/.chibi", {**TEAM, **config})
    assert says() == (True, False)
    shutil.move(path, tmp_path / "away")
    act(path)
    assert says() == (True, True)
    path.unlink()
    assert says() == (False, False)  # a name that is free
    for each in (tmp_path / "state/last-good").rglob("*.json"):
        each.unlink()
    act(path)
    assert not says()[0]  # nothing is kept any more
