"""Faults that were found once, each as a case: what was live answers, or its absence is told."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes import trust
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import Home, Surroundings
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live import disk
from chibi_hooks.hooks.live.config_seen import config_of
from tests.homes import answering, make_home

GUARD = '(register-hook \'pre_tool (lambda (p) (block "guarded")))\n'
DENIES = (
    'permission = "allow"\n[on_failure]\n"hooks/guard.scm" = "deny"\n"plugins/p" = "deny"\npre_shell_exec = "deny"\n'
)
SHELL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
Open = Callable[..., Host]


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    directory = tmp_path / "work"
    directory.mkdir()
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    return Surroundings(environment, directory, tmp_path / "user")


@pytest.fixture
def opened(tmp_path: Path, around: Surroundings) -> Iterator[Open]:
    """Make a home of these files and open it; closed at the end."""
    hosts: list[Host] = []

    def open_home(files: dict[str, str | bytes], **options: Any) -> Host:
        hosts.append(Host.open(home=make_home(tmp_path / "home", files), around=around, record=False, **options))
        return hosts[-1]

    yield open_home
    for each in hosts:
        each.close()


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have the system refuse calls about paths that a test names, with this error number."""

    def refuse(concerns: Callable[[str], bool], number: int = errno.EACCES) -> None:
        for name in ("stat", "lstat", "open", "scandir", "listdir"):
            real = getattr(os, name)

            def call(path: Any = ".", *more: Any, real: Any = real, **options: Any) -> Any:
                if isinstance(path, str | os.PathLike) and concerns(os.fspath(path)):
                    raise OSError(number, os.strerror(number), os.fspath(path))
                return real(path, *more, **options)

            monkeypatch.setattr(os, name, call)

    return refuse


def blocks(host: Host) -> bool:
    return bool(host.fire("pre_tool", SHELL).outcome.block)


# homes that nobody can look at

NUMBERS = [errno.EACCES, errno.EIO, errno.EMFILE, errno.ELOOP]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_home_that_cannot_be_looked_at_keeps_what_was_live(
    number: int, opened: Open, refuse: Callable[..., None], tmp_path: Path
) -> None:
    host = opened({"hooks/guard.scm": GUARD, "plugins/p": answering("p", ["pre_tool"], {})})
    refuse(lambda path: path.startswith(str(tmp_path / "home")), number)
    for clock in (0.0, 1e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        assert blocks(host) and host.notices
        assert {each.responder for each in host.fire("pre_tool", SHELL).answers} == {"guard", "p"}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_named_home_that_cannot_be_looked_at_at_the_start_is_said(
    number: int, opened: Open, refuse: Callable[..., None], tmp_path: Path
) -> None:
    refuse(lambda path: path == str(tmp_path / "home"), number)
    with pytest.raises(ConfigError, match="cannot be looked at"):
        opened({"hooks/guard.scm": GUARD})


@pytest.mark.parametrize("number", NUMBERS)
def test_the_users_home_that_cannot_be_looked_at_stays_and_at_the_start_it_is_told(
    number: int, around: Surroundings, refuse: Callable[..., None]
) -> None:
    make_home(around.user_home / ".chibi", {"hooks/guard.scm": GUARD})
    with Host.open(around=around, record=False) as host:
        refuse(lambda path: path.startswith(str(around.user_home)), number)
        host.reloader.clock = lambda: 1e9
        host.reload()
        assert blocks(host) and host.notices
        with Host.open(around=around, record=False) as second:
            assert any("cannot be looked at" in str(each) for each in second.fire("pre_tool", SHELL).skipped)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_trust_file_that_cannot_be_read_revokes_nothing(
    number: int, around: Surroundings, refuse: Callable[..., None], tmp_path: Path
) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    Trust(around.state_directory()).grant(project)
    with Host.open(around=around, record=False) as host:
        assert blocks(host)
        refuse(lambda path: path.endswith("trust.json"), number)
        host.reloader.clock = lambda: 1e9
        host.reload()
        assert blocks(host)
        assert any("nobody can tell who trusts it" in str(each) for each in host.notices)
        with Host.open(around=around, record=False) as second:  # nobody knows: it is not run, and that is told
            assert not blocks(second)
            assert any("nobody can tell who trusts it" in str(each) for each in second.fire("pre_tool", SHELL).skipped)


def test_what_cannot_be_read_of_trust_is_not_overwritten(
    around: Surroundings, refuse: Callable[..., None], tmp_path: Path
) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    Trust(around.state_directory()).grant(project)
    before = (tmp_path / "state/trust.json").read_bytes()
    refuse(lambda path: path.endswith("trust.json"), errno.EIO)
    with pytest.raises(ConfigError, match="cannot be read"):
        Trust(around.state_directory()).grant(make_home(tmp_path / "other/.chibi", {"hooks/g.scm": GUARD}))
    assert (tmp_path / "state/trust.json").open("rb").read() == before


def written(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


def instead(make: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda path: (path.unlink(), make(path))


STORES: dict[str, Callable[[Path], object]] = {
    "half of it": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "empty": written(""),
    "null": written("null"),
    "100,000 brackets": written("[" * 100_000),
    "homes as a list": written('{"format": 1, "homes": []}'),
    "a home as a word": written('{"format": 1, "homes": {"/x": "y"}}'),
    "digests that are numbers": written('{"format": 1, "homes": {"/x": {"hooks/a.scm": [1, null]}}}'),
    "another format": written('{"format": 99, "homes": {}}'),
    "written by everybody": lambda path: path.chmod(0o666),
    "gone": lambda path: path.unlink(),
    "the directory is gone": lambda path: shutil.rmtree(path.parent),
    "the directory is a file": lambda path: (shutil.rmtree(path.parent), path.parent.write_text("")),
    "a pipe": instead(os.mkfifo),
    "a directory": instead(lambda path: path.mkdir()),
    "a device": instead(lambda path: path.symlink_to("/dev/zero")),
    "a link to itself": instead(lambda path: path.symlink_to(path.name)),
    "a link that leads nowhere": instead(lambda path: path.symlink_to("nowhere")),
}


@pytest.mark.parametrize("act", STORES.values(), ids=STORES)
def test_a_trust_file_that_somebody_damaged_revokes_nothing_and_grants_nothing(
    act: Callable[[Path], object], around: Surroundings, tmp_path: Path
) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    Trust(around.state_directory()).grant(project)
    with Host.open(around=around, record=False) as host:
        act(tmp_path / "state/trust.json")
        (project / "hooks/other.scm").write_text('(register-hook \'pre_tool (lambda (p) (list (cons "warn" "x"))))')
        host.reload()
        fire = host.fire("pre_tool", SHELL)
        assert fire.outcome.block and [each.responder for each in fire.answers] == ["guard"]
        with Host.open(around=around, record=False) as second:
            fire = second.fire("pre_tool", SHELL)
            assert fire.answers == [] and fire.skipped


def test_who_is_killed_while_trust_is_written_down_leaves_what_was_trusted_before(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD, "chibi-hooks.toml": DENIES})
    state = around.state_directory()
    Trust(state).grant(project)
    (project / "chibi-hooks.toml").write_text("[recorder]\n")

    def killed(path: Path, data: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trust, "keep_file", killed)
    with pytest.raises(KeyboardInterrupt):
        Trust(state).grant(project)
    assert Trust(state).text(project, "chibi-hooks.toml") == DENIES.encode()
    with Host.open(around=around, record=False, last_good=False) as host:
        assert blocks(host) and "it holds as it was trusted" in str(host.notices)


def test_places_in_a_trust_file_that_are_no_paths_lead_nowhere(around: Surroundings, tmp_path: Path) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    Trust(around.state_directory()).grant(project)
    store = tmp_path / "state/trust.json"
    told = json.loads(store.read_text())
    (files,) = told["homes"].values()
    files.update({place: ["0" * 64] for place in ("../../evil", "/etc/passwd", "a\0b", "x" * 5_000, "hooks", "")})
    store.write_text(json.dumps(told))
    with Host.open(around=around, record=False) as host:
        assert blocks(host)
    (project / "hooks/guard.scm").write_text("(car")
    with Host.open(around=around, record=False) as host:
        assert blocks(host)


@pytest.mark.parametrize("lock", ["a pipe", "a link"])
def test_a_lock_that_is_none_keeps_nobody_waiting(lock: str, around: Surroundings, tmp_path: Path) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    (tmp_path / "state").mkdir()
    path = tmp_path / "state/trust.lock"
    os.mkfifo(path) if lock == "a pipe" else path.symlink_to("elsewhere")
    with pytest.raises(ConfigError, match="cannot be written"):
        Trust(around.state_directory()).grant(project)


def test_a_lock_that_another_process_holds_is_not_waited_for_without_end(
    around: Surroundings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_home(around.directory / ".chibi", {"hooks/guard.scm": GUARD})
    (tmp_path / "state").mkdir()
    monkeypatch.setattr(trust, "LOCKED", 0.05)
    with open(tmp_path / "state/trust.lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(ConfigError, match="another process"):
            Trust(around.state_directory()).grant(project)
    Trust(around.state_directory()).grant(project)


# plugins

UNREADABLE: dict[str, Callable[[Path], object]] = {
    "the directory is a file": lambda path: (shutil.rmtree(path.parent), path.parent.write_text("")),
    "the directory is a pipe": lambda path: (shutil.rmtree(path.parent), os.mkfifo(path.parent)),
    "the directory is a link to itself": lambda path: (shutil.rmtree(path.parent), path.parent.symlink_to("plugins")),
    "a link to itself": lambda path: (path.unlink(), path.symlink_to(path.name)),
    "a link that leads nowhere": lambda path: (path.unlink(), path.symlink_to("nowhere")),
}


@pytest.mark.parametrize("act", UNREADABLE.values(), ids=UNREADABLE)
def test_a_plugin_that_cannot_be_read_any_more_fails_and_is_told(
    act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    host = opened({"chibi-hooks.toml": DENIES, "plugins/p": answering("p", ["pre_tool", "pre_shell_exec"], {})})
    act(tmp_path / "home/plugins/p")
    for clock in (0.0, 1e9, 2e9):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        fire = host.fire("pre_tool", SHELL)
        assert [each.error is not None for each in fire.answers] == [True]
        assert host.notices
        assert host.fire("pre_shell_exec", {"tool_name": "shell_exec", "command": "ls"}).outcome.denied


@pytest.mark.parametrize("number", NUMBERS)
def test_plugins_that_cannot_be_listed_stay(
    number: int, opened: Open, refuse: Callable[..., None], tmp_path: Path
) -> None:
    host = opened({"plugins/p": answering("p", ["pre_tool"], {"block": True, "message": "p"})})
    refuse(lambda path: path == str(tmp_path / "home/plugins"), number)
    host.reloader.clock = lambda: 1e9
    host.reload()
    assert blocks(host) and any("plugins" in str(each) for each in host.notices)


@pytest.mark.parametrize("name", ["p~", "p.bak", "p.orig", "p.tmp", "#p#", ".p.swp"])
def test_what_an_editor_leaves_beside_a_plugin_does_not_take_its_place(name: str, opened: Open, tmp_path: Path) -> None:
    old = answering("p", ["pre_tool"], {})
    host = opened({"plugins/p": answering("p", ["pre_tool"], {"block": True}), f"plugins/{name}": old})
    assert blocks(host) and [each.place for each in host.notices] == [f"plugins/{name}"]
    (tmp_path / "home/plugins/p").unlink()  # between the backup and the new file
    host.reload()
    (answer,) = host.fire("pre_tool", SHELL).answers
    assert answer.place == "plugins/p" and answer.error is not None


def test_what_was_a_plugin_and_is_none_any_more_is_told(opened: Open, tmp_path: Path) -> None:
    host = opened({"plugins/p": answering("p", ["pre_tool"], {"block": True}), "plugins/README": ""})
    (tmp_path / "home/plugins/README").chmod(0o644)
    (tmp_path / "home/plugins/p").unlink()
    (tmp_path / "home/plugins/p").write_text("<<<<<<< HEAD")
    host.reloader.clock = lambda: 1e9
    for each in (host, opened({})):
        each.reload()
        assert [notice.place for notice in each.notices] == ["plugins/p"]


def test_what_is_told_of_a_plugin_is_told_between_the_two_halves_of_its_next_save(opened: Open, tmp_path: Path) -> None:
    host = opened({"plugins/p": answering("p", ["pre_tool"], {"block": True})})
    plugin, clock = tmp_path / "home/plugins/p", [0.0]
    host.reloader.clock = lambda: clock[0]
    plugin.unlink()
    plugin.symlink_to("/bin/true")
    host.reload()
    assert "leads outside" in str(host.notices)
    plugin.unlink()
    host.reload()
    assert "leads outside" in str(host.notices)
    clock[0] = 1e9
    host.reload()
    assert not host.notices  # it is deleted


# starts in the middle of something


def start_over(opened: Open, files: dict[str, str], act: Callable[[Path], object], home: Path) -> Host:
    opened(files).close()
    act(home)
    return opened({})


MIDDLES: dict[str, Callable[[Path], object]] = {
    "removed": lambda home: (home / "hooks/guard.scm").unlink(),
    "renamed": lambda home: (home / "hooks/guard.scm").rename(home / "hooks/guard.scm~"),
    "the folder is away": lambda home: (home / "hooks").rename(home / "hooks.old"),
    "emptied": lambda home: (home / "hooks/guard.scm").write_text(""),
    "half": lambda home: (home / "hooks/guard.scm").write_text(GUARD[:30]),
    "a pipe": lambda home: ((home / "hooks/guard.scm").unlink(), os.mkfifo(home / "hooks/guard.scm")),
    "a directory": lambda home: ((home / "hooks/guard.scm").unlink(), (home / "hooks/guard.scm").mkdir()),
    "a link to itself": lambda home: (
        (home / "hooks/guard.scm").unlink(), (home / "hooks/guard.scm").symlink_to("guard.scm")
    ),
}  # fmt: skip


@pytest.mark.parametrize("act", MIDDLES.values(), ids=MIDDLES)
def test_a_start_in_the_middle_of_a_save_has_the_version_that_decided(
    act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    host = start_over(opened, {"hooks/guard.scm": GUARD}, act, tmp_path / "home")
    assert blocks(host)
    assert any("guard.scm" in str(each) for each in host.fire("pre_tool", SHELL).skipped)  # and it is told
    host.close()
    assert blocks(opened({}))  # and it is still known to the next one


def nowhere(folder: str) -> Callable[[Path], object]:
    """The folder is behind a link whose end has gone."""
    return lambda home: ((home / folder).rename(home / "away"), (home / folder).symlink_to("gone"))


AWAY: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a link to nowhere": ("hooks/guard.scm", nowhere("hooks")),
    "a link to nowhere, further down": ("hooks/team/guard.scm", nowhere("hooks/team")),
    "a file": ("hooks/guard.scm", lambda home: ((home / "hooks").rename(home / "away"), (home / "hooks").touch())),
}


@pytest.mark.parametrize(("guard", "act"), AWAY.values(), ids=AWAY)
def test_what_lies_in_a_folder_that_is_away_was_not_deleted(
    guard: str, act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    host = opened({guard: GUARD})
    act(tmp_path / "home")
    host.reloader.clock = lambda: 1e9
    host.reload()
    assert blocks(host) and host.notices
    host.close()
    start = opened({})
    assert blocks(start)  # and so it is at the next start
    assert any(guard in str(each) for each in start.fire("pre_tool", SHELL).skipped)


@pytest.mark.parametrize("act", [each for _, each in AWAY.values()], ids=AWAY)
def test_a_folder_that_was_never_there_as_one_is_told(
    act: Callable[[Path], object], opened: Open, tmp_path: Path
) -> None:
    (tmp_path / "home/hooks/team").mkdir(parents=True)
    act(tmp_path / "home")
    assert opened({}).fire("pre_tool", SHELL).skipped


def test_a_configuration_of_which_nobody_can_tell_was_not_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(make_home(tmp_path / "home", {}), "given")
    home.config.unlink(missing_ok=True)
    assert config_of(home) == Config()
    home.config.symlink_to("nowhere")
    with pytest.raises(ConfigError, match="leads nowhere"):
        config_of(home)

    def failing(path: object, **options: object) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "lstat", failing)
    with pytest.raises(ConfigError, match="nobody can tell what is there: Input/output error"):
        config_of(home)


def test_a_link_to_nowhere_that_can_be_no_folder_is_no_fault(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "home/hooks").mkdir(parents=True)
    (tmp_path / "home/hooks/README.md").symlink_to("gone")
    assert not opened({}).notices


def test_a_named_home_that_goes_away_is_told(opened: Open, tmp_path: Path) -> None:
    host = opened({"hooks/guard.scm": GUARD})
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    host.reload()
    assert any("does not exist" in str(each) for each in host.notices)
    host.reloader.clock = lambda: 1e9
    host.reload()
    assert any("does not exist" in str(each) for each in host.notices)
    shutil.move(tmp_path / "elsewhere", tmp_path / "home")
    host.reload()
    assert blocks(host) and not host.notices


def test_a_named_home_that_is_away_denies_where_it_answered_as_it_last_said(opened: Open, tmp_path: Path) -> None:
    other = "(register-hook 'pre_message (lambda (payload) '()))"
    config = '[on_failure]\npre_tool = "deny"\n"hooks/other.scm" = "deny"\n'
    host = opened({"hooks/guard.scm": GUARD, "hooks/other.scm": other, "chibi-hooks.toml": config})
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    host.reload()
    host.reloader.clock = lambda: 1e9
    host.reload()
    prompt = {"prompt": "", "context_name": "", "summary": ""}
    decided = [host.fire("pre_tool", SHELL).outcome.message, host.fire("pre_message", prompt).outcome.message]
    assert [" failed (--home: " in str(each) for each in decided] == [True, True]
    assert [str(each).partition(" failed")[0] for each in decided] == ["hooks/guard.scm", "hooks/other.scm"]
    assert not host.fire("pre_compact", {"context_name": "", "message_count": 1, "summary": ""}).answers
    (tmp_path / "home").mkdir()  # made anew, without a word of what failures do
    host.reload()
    host.reloader.clock = lambda: 2e9
    host.reload()
    assert not blocks(host) and not host.notices


def test_what_is_away_at_the_start_and_does_not_come_back_is_deleted(opened: Open, tmp_path: Path) -> None:
    host = start_over(opened, {"hooks/guard.scm": GUARD}, MIDDLES["removed"], tmp_path / "home")
    assert blocks(host) and host.reloader.due is not None
    host.reloader.clock = lambda: 1e9
    host.reload()
    assert not blocks(host)
    assert not blocks(opened({}))


def test_what_was_deleted_long_ago_does_not_come_back(opened: Open, tmp_path: Path) -> None:
    def long_ago(home: Path) -> None:
        (home / "hooks/guard.scm").unlink()
        os.utime(home / "hooks", (1, 1))

    assert not blocks(start_over(opened, {"hooks/guard.scm": GUARD, "hooks/b.scm": ""}, long_ago, tmp_path / "home"))


@pytest.mark.parametrize("busy", [1.0, 5.0, 13.0])
def test_on_a_busy_machine_what_is_away_is_held_longer(
    busy: float, opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(disk, "how_busy", lambda: busy)
    host = opened({"hooks/guard.scm": GUARD})
    (tmp_path / "home/hooks/guard.scm").unlink()
    for clock in (0.0, 0.9 * disk.GRACE * busy, 1.1 * disk.GRACE * busy):
        host.reloader.clock = lambda clock=clock: clock
        host.reload()
        assert blocks(host) == (clock < disk.GRACE * busy)
    assert disk.BUSIEST * disk.GRACE <= 2.0


# configurations

WRONG: dict[str, Callable[[Path], object]] = {
    "a mistake": lambda path: path.write_text("permision = 1"),
    "no TOML": lambda path: path.write_text("[on_failure"),
    "emptied": lambda path: path.write_text(""),
    "blank": lambda path: path.write_bytes(b"\xef\xbb\xbf \n"),
    "not UTF-8": lambda path: path.write_bytes(b"\xff"),
    "removed": lambda path: path.unlink(),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a directory": lambda path: (path.unlink(), path.mkdir()),
    "a device": lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
    "100,000 brackets": lambda path: path.write_text("a = " + "[" * 100_000),
    "brackets over many lines": lambda path: path.write_text("a = " + "[\n" * 5_000 + "]\n" * 5_000),
    "a key of 100,000 parts": lambda path: path.write_text(".".join(["a"] * 100_000) + " = 1"),
    "a table of 100,000 parts": lambda path: path.write_text("[" + ".".join(["a"] * 100_000) + "]"),
    "a number of 5,000 digits": lambda path: path.write_text("[scheme]\nmemory_limit = " + "9" * 5_000),
    "not a number": lambda path: path.write_text("[scheme]\ntime_limit = nan"),
    "UTF-16": lambda path: path.write_bytes(DENIES.encode("utf-16")),
    "a table that is none": lambda path: path.write_text('on_failure = ["deny"]'),
    "a key for the terminal": lambda path: path.write_text('"\\u001b[2J" = 1'),
    "too large": lambda path: path.write_bytes(b"#" * 2_000_000),
}


@pytest.mark.parametrize("restart", [True, False], ids=["at the start", "while it runs"])
@pytest.mark.parametrize("act", WRONG.values(), ids=WRONG)
def test_a_configuration_that_cannot_be_used_leaves_the_one_that_held(
    act: Callable[[Path], object], restart: bool, opened: Open, tmp_path: Path
) -> None:
    host = opened({"chibi-hooks.toml": DENIES, "hooks/guard.scm": "(register-hook 'pre_tool (lambda (p) (car 1)))"})
    assert blocks(host)  # since its failure denies
    if restart:
        host.close()
    act(tmp_path / "home/chibi-hooks.toml")
    if restart:
        host = opened({})
    else:
        host.reload()
    fire = host.fire("pre_tool", SHELL)
    assert fire.outcome.block
    assert any("chibi-hooks.toml" in str(each) for each in fire.skipped) or host.reloader.due is not None


def test_a_configuration_with_a_mistake_that_never_held_is_an_error(opened: Open) -> None:
    with pytest.raises(ConfigError, match="permision"):
        opened({"chibi-hooks.toml": "permision = 1", "hooks/guard.scm": GUARD})


def test_a_deleted_configuration_brings_the_defaults(opened: Open, tmp_path: Path) -> None:
    host = opened({"chibi-hooks.toml": DENIES, "hooks/guard.scm": "(register-hook 'pre_tool (lambda (p) (car 1)))"})
    (tmp_path / "home/chibi-hooks.toml").unlink()
    host.reload()
    assert blocks(host)
    host.reloader.clock = lambda: 1e9
    host.reload()
    assert not blocks(host)
    os.utime(tmp_path / "home", (1, 1))
    assert not blocks(opened({}))


# what nobody has thought of


class Unforeseen(Exception):
    """A fault of ours."""


def test_a_fault_of_ours_in_one_file_costs_that_file_and_keeps_its_version(
    opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from chibi_hooks.hooks.live import hook_files

    host = opened({"hooks/guard.scm": GUARD, "hooks/other.scm": "(register-hook 'pre_tool (lambda (p) '()))"})
    real = hook_files.read_script

    def read(*given: Any, **options: Any) -> Any:
        if given[3] == "hooks/guard.scm":
            raise Unforeseen("oops")
        return real(*given, **options)

    monkeypatch.setattr(hook_files, "read_script", read)
    for name in ("guard", "other"):
        (tmp_path / f"home/hooks/{name}.scm").write_text(GUARD.replace("guarded", "saved"))
    host.reload()
    fire = host.fire("pre_tool", SHELL)
    assert [answer.value["message"] for answer in fire.answers] == ["guarded", "saved"]
    assert any("Unforeseen: oops" in str(each) for each in host.notices)


def test_a_fault_of_ours_in_one_source_stops_no_other(
    opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from chibi_hooks.dialects.chibi.home import PluginSource

    host = opened({"hooks/guard.scm": GUARD, "plugins/p": answering("p", ["pre_tool"], {"warn": "p"})})

    def look(self: PluginSource, *given: Any) -> None:
        raise Unforeseen("oops")

    monkeypatch.setattr(PluginSource, "look", look)
    (tmp_path / "home/hooks/guard.scm").write_text(GUARD.replace("guarded", "saved"))
    host.reload()
    fire = host.fire("pre_tool", SHELL)
    assert fire.outcome.message == "saved" and [each.responder for each in fire.answers] == ["p", "guard"]
    assert any("Unforeseen: oops" in str(each) for each in host.notices)
