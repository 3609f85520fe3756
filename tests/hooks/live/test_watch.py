"""Watching: when to look is decided on a clock that is handed in; that every editor's way to save is seen is tried on
real files, by events alone (no look comes without one here)."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest
from watchdog.events import FileModifiedEvent, FileMovedEvent, FileOpenedEvent
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Home, Surroundings
from chibi_hooks.hooks.live.status import Reloaded
from chibi_hooks.hooks.live.watch import CEILING, OPEN_QUIET, QUIET, Quiet, Watcher, _Handler
from tests.homes import answering, make_home

SHELL = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
NEVER = 1e9  # seconds
PATIENCE = 200.0  # seconds until a test gives up; nothing waits that long when all is well


def saying(text: str) -> str:
    """A hook file that blocks with this message."""
    return f'(register-hook \'pre_tool (lambda (p) (block "{text}")))\n'


# --- when to look ---


def test_without_a_hint_there_is_nothing_to_look_for() -> None:
    assert Quiet().left(0) is None


def test_a_look_comes_when_it_has_been_quiet() -> None:
    quiet = Quiet()
    assert quiet.hint(10, "a") is True
    assert quiet.hint(10 + QUIET / 2, "a") is False
    assert quiet.left(10 + QUIET) == pytest.approx(QUIET / 2)
    assert quiet.left(10 + 2 * QUIET) == 0
    quiet.take()
    assert quiet.left(11) is None


def test_a_file_that_is_open_for_writing_is_given_more_time_until_it_is_closed() -> None:
    quiet = Quiet()
    assert quiet.hint(10, "a", being_written=True) is True
    assert quiet.hint(10, "b") is False
    assert quiet.left(10) == pytest.approx(OPEN_QUIET)
    assert quiet.hint(10, "a") is True  # whoever waits has to wake up earlier now
    assert quiet.left(10) == pytest.approx(QUIET)


def test_under_a_storm_there_is_a_look_all_the_same() -> None:
    quiet = Quiet()
    now = 0.0
    while now < CEILING:
        quiet.hint(now, "a", being_written=True)
        left = quiet.left(now)
        now += QUIET / 2
    assert left is not None and left < QUIET
    assert quiet.left(CEILING) == 0


class Counting:
    """Counts looks."""

    due: float | None = None
    homes: Sequence[Home] = ()
    read: Sequence[Path] = ()

    def __init__(self) -> None:
        self.looks = 0
        self.failures: SimpleQueue[str] = SimpleQueue()

    def look(self) -> None:
        self.looks += 1
        raise RuntimeError("no")

    def note_failure(self, message: str) -> None:
        self.failures.put(message)


def test_a_deletion_in_its_grace_is_looked_at_again_when_that_ends_and_a_burst_comes_first() -> None:
    looker, now = Counting(), [0.0]
    watcher = Watcher(looker, clock=lambda: now[0])
    assert watcher.left() == 0  # the first look comes at once
    watcher._next = 5.0
    assert watcher.left() == 5.0
    looker.due = 0.15
    assert watcher.left() == pytest.approx(0.15)
    now[0] = 0.14
    watcher.hint("a")
    assert watcher.left() == pytest.approx(QUIET)


def test_a_look_that_fails_does_not_end_the_watching() -> None:
    looker = Counting()
    watcher = Watcher(looker, safety=NEVER)
    watcher.start()
    assert looker.failures.get(timeout=PATIENCE) == "a look at the disk failed: RuntimeError: no"
    watcher.hint("a")
    assert looker.failures.get(timeout=PATIENCE)
    watcher.stop()
    assert (looker.looks, watcher.mode) == (2, "off")


class InOrder:
    """Notes when it looks, and when somebody asks what is to be watched."""

    due: float | None = None
    read: Sequence[Path] = ()

    def __init__(self, home: Home) -> None:
        self.noted: list[str] = []
        self._home = home

    @property
    def homes(self) -> Sequence[Home]:
        self.noted.append("watch")
        return (self._home,)

    def look(self) -> None:
        self.noted.append("look")

    def note_failure(self, message: str) -> None:
        self.noted.append(message)


def test_a_save_is_looked_at_before_the_watches_are_and_again_where_one_is_new(tmp_path: Path) -> None:
    looker = InOrder(Home(make_home(tmp_path / "home", {"hooks/a.scm": ""}), "given"))
    watcher = Watcher(looker, safety=NEVER)
    watcher._look()
    watcher._look()
    (tmp_path / "home/plugins").mkdir()
    watcher._look()
    watcher.stop()
    assert looker.noted == ["look", "watch", "look", "look", "watch", "look", "watch", "look"]


def test_only_what_may_matter_is_a_hint() -> None:
    watcher = Watcher(Counting(), clock=lambda: 0.0)
    watcher._next = NEVER
    parent = _Handler(watcher, frozenset(["home"]))
    for event in (FileModifiedEvent("/x/other"), FileOpenedEvent("/x/home"), FileMovedEvent("/x/a", "/x/b")):
        parent.dispatch(event)
    assert watcher.left() == NEVER
    parent.dispatch(FileMovedEvent("/x/new", "/x/home"))
    assert watcher.left() == QUIET


# --- real files ---


class Watched:
    """A host whose home is watched by events alone."""

    def __init__(self, home: Path, around: Surroundings, **options: Any) -> None:
        self.home = home
        self.host = Host.open(home=home, around=around, record=False)
        self.reloads: SimpleQueue[Reloaded] = SimpleQueue()
        self.fewest = 1_000_000
        self.count = 0
        self.host.reloader.listeners.append(self._heard)
        self.watcher = Watcher(self.host.reloader, **{"safety": NEVER, **options})
        self.watcher.start()

    def _heard(self, reloaded: Reloaded) -> None:
        self.fewest = min(self.fewest, len(self.host.generation.responders["pre_tool"].hooks))
        self.count += 1
        self.reloads.put(reloaded)

    @property
    def file(self) -> Path:
        return self.home / "hooks/a.scm"

    def messages(self) -> list[Any]:
        return [answer.value["message"] for answer in self.host.fire("pre_tool", SHELL).answers]

    def until(self, *wanted: str) -> None:
        """Wait until these are the answers."""
        while self.messages() != list(wanted):
            self.reloads.get(timeout=PATIENCE)

    def close(self) -> None:
        self.watcher.stop()
        self.host.close()


Begin = Callable[..., Watched]


@pytest.fixture
def watched(tmp_path: Path, around: Surroundings) -> Iterator[Begin]:
    """A watched home with these files."""
    made: list[Watched] = []

    def begin(files: dict[str, str | bytes], **options: Any) -> Watched:
        made.append(Watched(make_home(tmp_path / "parent" / "home", files), around, **options))
        return made[-1]

    yield begin
    for each in made:
        each.close()


def plain(path: Path, text: str) -> None:
    path.write_text(text)


def atomic(path: Path, text: str) -> None:
    new = path.with_name(".a.scm.tmp123")
    new.write_text(text)
    os.replace(new, path)


def from_elsewhere(path: Path, text: str) -> None:
    new = path.parents[3] / "new"
    new.write_text(text)
    os.replace(new, path)


def like_vim(path: Path, text: str) -> None:
    """backupcopy=no: the old file becomes the backup, the new one is written in its place."""
    swap, probe, backup = path.with_name(".a.scm.swp"), path.with_name("4913"), path.with_name("a.scm~")
    swap.write_text("swap")
    probe.touch()
    probe.unlink()
    os.rename(path, backup)
    path.write_text(text)
    backup.unlink()
    swap.unlink()


def like_emacs(path: Path, text: str) -> None:
    lock = path.with_name(".#a.scm")
    lock.symlink_to("me@here.1:2")
    os.rename(path, path.with_name("a.scm~"))
    path.write_text(text)
    lock.unlink()


def like_vs_code(path: Path, text: str) -> None:
    """Truncate, write, and again."""
    with path.open("r+") as file:
        file.truncate(0)
        file.flush()
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.utime(path)


def in_pieces(path: Path, text: str) -> None:
    with path.open("w") as file:
        for letter in text:
            file.write(letter)
            file.flush()


def removed_and_made(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text)


def sed(path: Path, text: str) -> None:
    subprocess.run(["sed", "-i", "s/old/new/", str(path)], check=True)


def vim(path: Path, text: str) -> None:
    command = ["vim", "-Nu", "NONE", "-es", "-c", "%s/old/new/", "-c", "wq", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)


needs_vim = pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim here")
SAVES = [plain, atomic, from_elsewhere, like_vim, like_emacs, like_vs_code, in_pieces, removed_and_made, sed]


@pytest.mark.parametrize("save", [*SAVES, pytest.param(vim, marks=needs_vim)], ids=lambda save: save.__name__)
def test_every_way_to_save_is_seen_and_never_opens_a_gap(watched: Begin, save: Callable[[Path, str], None]) -> None:
    world = watched({"hooks/a.scm": saying("old")})
    save(world.file, saying("new"))
    world.until("new")
    assert world.fewest == 1
    assert world.watcher.mode == "events"


def test_new_directories_and_what_is_in_them_are_seen(watched: Begin) -> None:
    world = watched({"hooks/a.scm": saying("a")})
    make_home(world.home, {"hooks/deep/er/b.scm": saying("b")})
    world.until("a", "b")
    make_home(world.home, {"hooks/deep/er/b.scm": saying("c")})
    world.until("a", "c")


def test_directories_that_did_not_exist_are_seen_when_they_are_made(watched: Begin) -> None:
    world = watched({})
    make_home(world.home, {"hooks/a.scm": saying("a")})
    world.until("a")
    make_home(world.home, {"hooks/a.scm": saying("b")})
    world.until("b")
    make_home(world.home, {"plugins/p": answering("p", ["pre_tool"], {"message": "p"})})
    world.until("p", "b")
    make_home(world.home, {"vfs/tools/shared/t.scm": saying("t")})
    world.until("p", "b", "t")
    make_home(world.home, {"vfs/tools/shared/t.scm": saying("u")})
    world.until("p", "b", "u")


def test_a_directory_that_is_deleted_and_made_again_is_followed(watched: Begin) -> None:
    world = watched({"hooks/a.scm": saying("a")})
    for gone in ("hooks", ""):
        shutil.rmtree(world.home / gone)
        world.until()
        make_home(world.home, {"hooks/a.scm": saying("b")})
        world.until("b")
        make_home(world.home, {"hooks/a.scm": saying("c")})
        world.until("c")


def test_a_directory_that_is_renamed_away_and_replaced_is_followed(watched: Begin) -> None:
    world = watched({"hooks/a.scm": saying("a")})
    make_home(world.home, {"next/a.scm": saying("b")})
    os.rename(world.home / "hooks", world.home / "before")
    os.rename(world.home / "next", world.home / "hooks")
    world.until("b")
    make_home(world.home, {"before/a.scm": saying("nobody"), "hooks/a.scm": saying("c")})
    world.until("c")


def test_a_directory_of_links_is_followed_when_it_is_swapped(watched: Begin) -> None:
    files = {f"hooks/..{n}/{name}.scm": saying(f"{name}{n}") for n in (1, 2) for name in "ab"}
    world = watched({})
    make_home(world.home, dict(files))
    (world.home / "hooks/..data").symlink_to("..1")
    for name in "ab":
        (world.home / f"hooks/{name}.scm").symlink_to(f"..data/{name}.scm")
    world.until("a1", "b1")
    world.fewest = 2
    (world.home / "hooks/..new").symlink_to("..2")
    os.replace(world.home / "hooks/..new", world.home / "hooks/..data")
    world.until("a2", "b2")
    assert world.fewest == 2


def test_an_edit_behind_a_link_is_seen(watched: Begin, tmp_path: Path) -> None:
    make_home(tmp_path / "outside", {"a.scm": saying("a"), "more/b.scm": saying("b")})
    world = watched({"hooks/x.scm": saying("x")})
    (world.home / "hooks/a.scm").symlink_to(tmp_path / "outside/a.scm")
    (world.home / "hooks/more").symlink_to(tmp_path / "outside/more")
    world.until("a", "x", "b")
    world.host.reload()
    world.watcher.hint("the links are watched from the next look on")
    make_home(world.home, {"hooks/x.scm": saying("y")})
    world.until("a", "y", "b")
    make_home(tmp_path / "outside", {"a.scm": saying("a2")})
    world.until("a2", "y", "b")
    make_home(tmp_path / "outside", {"more/b.scm": saying("b2")})
    world.until("a2", "y", "b2")


def test_libraries_plugins_and_configuration_are_seen(watched: Begin) -> None:
    library = '(define-library (words) (export word) (import (scheme base)) (begin (define word "{}")))'
    user = "(import (words))\n(register-hook 'pre_tool (lambda (p) (block word)))\n"
    plugin = answering("p", ["pre_tool"], {"message": "p1"})
    world = watched({"hooks/a.scm": user, "lib/words.sld": library.format("a1"), "plugins/p": plugin})
    world.until("p1", "a1")
    make_home(world.home, {"lib/words.sld": library.format("a2")})
    world.until("p1", "a2")
    make_home(world.home, {"plugins/p": plugin.replace("p1", "p2")})
    world.until("p2", "a2")
    make_home(world.home, {"chibi-hooks.toml": 'permission = "allow"\n'})
    while world.host.generation.permission != "allow":
        world.reloads.get(timeout=PATIENCE)


def test_a_checkout_of_many_files_is_seen_whole(watched: Begin, tmp_path: Path) -> None:
    world = watched({f"hooks/h{n:02}.scm": saying("old") for n in range(60)})
    git = ["git", "-C", str(world.home), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}

    def run(*arguments: str) -> None:
        subprocess.run([*git, *arguments], check=True, capture_output=True, env=environment)

    run("init", "-q", "-b", "old")
    run("add", ".")
    run("commit", "-qm", "old")
    run("checkout", "-qb", "new")
    make_home(world.home, {f"hooks/h{n:02}.scm": saying("new") for n in range(60)})
    world.until(*["new"] * 60)
    run("commit", "-qam", "new")
    run("checkout", "-q", "old")
    world.until(*["old"] * 60)
    assert world.fewest == 60


def test_a_thousand_saves_in_a_row_end_with_the_last_one_live(watched: Begin) -> None:
    world = watched({"hooks/a.scm": saying("start")})
    for n in range(1000):
        atomic(world.file, saying(str(n)))
    world.until("999")
    assert world.fewest == 1
    assert world.count < 1000


def test_a_broken_save_is_heard_of_and_the_old_hooks_stay(watched: Begin) -> None:
    world = watched({"hooks/a.scm": saying("old")})
    world.file.write_text(saying("new")[:-3])
    reloaded = world.reloads.get(timeout=PATIENCE)
    assert reloaded.errors[0].place == "hooks/a.scm"
    assert world.messages() == ["old"]
    world.file.write_text(saying("new"))
    world.until("new")


# --- when there are no events ---


def none_left(code: int) -> Callable[[], BaseObserver]:
    def make() -> BaseObserver:
        raise OSError(code, os.strerror(code))

    return make


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENOSPC])
def test_without_events_it_looks_by_itself_and_says_so(watched: Begin, code: int) -> None:
    world = watched({"hooks/a.scm": saying("old")}, make_observer=none_left(code), poll=0.01)
    assert world.watcher.mode == "polling"
    assert os.strerror(code) in world.watcher.notice and "looking every 0.01 s" in world.watcher.notice
    world.file.write_text(saying("new"))
    world.until("new")


def test_when_the_limit_is_met_later_it_goes_on_without_events(watched: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    world = watched({}, poll=0.01)

    def refuse(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, "inotify watch limit reached")

    monkeypatch.setattr(BaseObserver, "schedule", refuse)
    make_home(world.home, {"hooks/a.scm": saying("a")})
    world.until("a")
    while "inotify watch limit reached" not in world.watcher.notice:  # the new directory's turn may come after the look
        time.sleep(0.01)
    assert world.watcher.mode == "polling"


def test_where_there_is_room_for_no_thread_the_host_answers_and_says_that_nothing_is_watched(
    tmp_path: Path, around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(tmp_path / "home", {"hooks/a.scm": saying("old")})
    start = Thread.start

    def full(thread: Thread) -> None:
        if thread.name != "scheme-watchdog":  # one for the process: it may have begun before or not
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", full)
    with Host.open(home=home, around=around, record=False, watch=True) as host:
        assert host.status.watching == "off"
        assert "nothing is watched (can't start new thread)" in host.status.notice
        home.joinpath("hooks/a.scm").write_text(saying("new"))
        host.reload()
        assert host.fire("pre_tool", {"tool_name": "x", "arguments": {}}).outcome.message == "new"


def test_an_observer_that_has_ended_is_replaced(watched: Begin) -> None:
    made: list[BaseObserver] = []

    def make() -> BaseObserver:
        made.append(Observer())
        return made[-1]

    world = watched({"hooks/a.scm": saying("old")}, make_observer=make, safety=0.01)
    made[0].stop()
    made[0].join()
    world.file.write_text(saying("new"))
    world.until("new")
    while len(made) == 1 or not made[1].is_alive():  # after one of the next looks; pytest's own limit ends this
        time.sleep(0.01)
    world.file.write_text(saying("newer"))
    world.until("newer")
    assert len(made) == 2, world.watcher.notice


# --- the host ---


def test_a_host_that_watches_follows_saves_until_it_is_closed(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "home", {"hooks/a.scm": saying("one")})
    reloads: SimpleQueue[Reloaded] = SimpleQueue()
    with Host.open(home=home, around=around, watch=True, record=False) as host:
        host.reloader.listeners.append(reloads.put)
        modes = [host.status.watching]
        make_home(home, {"hooks/a.scm": saying("two")})
        assert reloads.get(timeout=PATIENCE).generation == 2
        assert host.fire("pre_tool", SHELL).outcome.message == "two"
    assert [*modes, host.status.watching] == ["events", "off"]
