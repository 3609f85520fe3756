"""A look at an unchanged disk asks a little and ends; whatever is saved, the next look is whole. The clock says that
every stamp is old."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.dialects import in_homes
from chibi_hooks.hooks.homes.home import Given, Homes, Surroundings, find_homes
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live.disk import Disk
from chibi_hooks.hooks.live.reload import Reloader
from chibi_hooks.hooks.live.scan import SETTLED
from chibi_hooks.hooks.live.sightings import Sightings
from tests.homes import answering, make_home

HOOK = "(register-hook 'pre_tool (lambda (p) '()))\n"
IMPORTING = '(import (scheme base) (harness hooks) (own)) (register-hook \'pre_tool (lambda (p) (block "x")))\n'
LIBRARY = "(define-library (own) (export x) (import (scheme base)) (begin (define x {})))\n"
FILES: dict[str, str | bytes] = {
    "hooks/guard.scm": HOOK,
    "hooks/deep/er/inner.scm": IMPORTING,
    "lib/own.sld": LIBRARY.format(1),
    "elsewhere/linked.scm": HOOK,
    "elsewhere/folder/one.scm": HOOK,
    "other/linked.scm": HOOK + "\n",
}


class Looking:
    """A reloader of a home, and the whole looks that it has made."""

    def __init__(self, home: Given, around: Surroundings) -> None:
        self._find: Callable[[], Homes] = lambda: find_homes(around, home)
        others = tuple(in_homes())
        self.reloader = Reloader(self._find, around, others, now_ns=lambda: time.time_ns() + 10 * SETTLED)
        self.now = 1000.0
        self.reloader.clock = lambda: self.now
        self.reloader.load(1)
        self.whole = 0

    def look(self, homes: Homes | None = None) -> list[str] | None:
        """What whoever answers an event finds; the names of what has changed."""
        reloaded = self.reloader.look(homes or self._find())
        return None if reloaded is None else [each.place for each in reloaded.changes]

    def settle(self) -> None:
        """Look until a look need not be whole."""
        for _ in range(5):
            self.now += 60
            self.look()
        before = self.whole
        assert self.look() is None
        assert self.whole == before


@pytest.fixture
def looking(tmp_path: Path, around: Surroundings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Looking]]:
    """Makes one of a home with these files, which is named."""
    made: list[Looking] = []

    def begin(self: Disk, for_nobody: bool = False, *, begin: Callable[[Disk, bool], None] = Disk.begin) -> None:
        for each in made:
            each.whole += each.reloader._disk is self
        begin(self, for_nobody)

    def make(files: dict[str, str | bytes], home: Given = tmp_path / "home", around: Surroundings = around) -> Looking:
        make_home(tmp_path / "home", files)
        monkeypatch.setattr(Disk, "begin", begin)
        made.append(Looking(home, around))
        return made[-1]

    yield make
    for each in made:
        each.reloader.close()


def write(name: str, text: str) -> Callable[[Path], object]:
    return lambda home: make_home(home, {name: text})


def link(name: str, to: str) -> Callable[[Path], object]:
    def linked(home: Path) -> None:
        (home / name).unlink(missing_ok=True)
        (home / name).symlink_to(home / to)

    return linked


def in_place_of(name: str, text: str) -> Callable[[Path], object]:
    def put(home: Path) -> None:
        (home / name).unlink()
        write(name, text)(home)

    return put


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a save": (write("hooks/guard.scm", HOOK * 2), "hooks/guard.scm"),
    "a new file": (write("hooks/new.scm", HOOK), "hooks/new.scm"),
    "a new file further down": (write("hooks/deep/er/new.scm", HOOK), "hooks/deep/er/new.scm"),
    "a new folder": (write("hooks/more/new.scm", HOOK), "hooks/more/new.scm"),
    "a folder that was not there": (write("vfs/tools/shared/new.scm", HOOK), "vfs/tools/shared/new.scm"),
    "another name": (lambda home: (home / "hooks/guard.scm").rename(home / "hooks/also.scm"), "hooks/also.scm"),
    "a library": (write("lib/own.sld", LIBRARY.format(123)), "hooks/deep/er/inner.scm"),
    "a configuration": (write("chibi-hooks.toml", "[limits]\nplugin_timeout = 3\n"), "chibi-hooks.toml"),
    "a plugin": (write("plugins/more", answering("more", ["pre_tool"], {})), "plugins/more"),
    "a link": (link("hooks/link.scm", "elsewhere/linked.scm"), "hooks/link.scm"),
    "a link to a folder": (link("hooks/folder", "other"), "hooks/folder/linked.scm"),
    "behind a link": (write("elsewhere/linked.scm", HOOK * 2), "hooks/there.scm"),
    "behind a link to a folder": (write("elsewhere/folder/two.scm", HOOK), "hooks/below/two.scm"),
    "a link that leads elsewhere": (link("hooks/there.scm", "other/linked.scm"), "hooks/there.scm"),
    "a file in place of a link": (in_place_of("hooks/there.scm", HOOK * 3), "hooks/there.scm"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_after_looks_that_found_nothing_a_change_is_found(
    looking: Callable[..., Looking], tmp_path: Path, what: str
) -> None:
    home = make_home(tmp_path / "home", FILES)
    link("hooks/there.scm", "elsewhere/linked.scm")(home)
    link("hooks/below", "elsewhere/folder")(home)
    (home / "plugins").mkdir()
    world = looking({})
    world.settle()
    change, name = CHANGES[what]
    change(home)
    assert name in (world.look() or ())


def test_what_goes_is_held_and_then_gone(looking: Callable[..., Looking], tmp_path: Path) -> None:
    world = looking({"hooks/guard.scm": HOOK, "hooks/other.scm": HOOK})
    world.settle()
    (tmp_path / "home/hooks/guard.scm").unlink()
    assert world.look() is None
    assert world.reloader.due is not None
    world.now += 60
    assert world.look() == ["hooks/guard.scm"]


def test_a_save_while_it_looks_is_seen_by_the_next_one(
    looking: Callable[..., Looking], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, path = looking({"hooks/guard.scm": HOOK}), tmp_path / "home/hooks/guard.scm"
    for _ in range(3):
        world.now += 60
        world.look()
    world.reloader._disk.sightings.forget()
    world.look()
    seen = Disk.seen

    def late(self: Disk, name: str) -> str | None:
        found = seen(self, name)
        if name == str(path):
            path.write_text(HOOK * 2, encoding="utf-8")  # just after it was looked at
        return found

    monkeypatch.setattr(Disk, "seen", late)
    assert world.look() is None
    monkeypatch.setattr(Disk, "seen", seen)
    assert world.look() == ["hooks/guard.scm"]


def test_what_was_saved_just_now_is_looked_at_each_time(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "home", {"hooks/guard.scm": HOOK})
    reloader = Reloader(lambda: find_homes(around, home), around)
    reloader.load(1)
    for _ in range(5):
        reloader.look(find_homes(around, home))
        assert not reloader._disk.is_still()  # another save may fall into the same tick
    reloader.close()


def test_a_stamp_counts_that_was_old_before_the_look_began(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    now = path.stat().st_ctime_ns
    sightings = Sightings(lambda: now)

    def look(seconds: int) -> bool:
        nonlocal now
        sightings.begin()
        sightings.asks(str(path))
        now += seconds * 1_000_000_000
        sightings.keep()
        return sightings.hold()

    assert [look(0), look(10), look(0)] == [False, False, True]


def test_a_word_of_trust_is_found(looking: Callable[..., Looking], around: Surroundings, tmp_path: Path) -> None:
    home = make_home(around.directory / ".chibi", {"hooks/guard.scm": HOOK})
    Trust(around.state_directory()).grant(home)
    world = looking({}, None)
    world.settle()
    (home / "hooks/guard.scm").write_text(HOOK * 2, encoding="utf-8")
    assert world.look() == ["hooks/guard.scm"]
    assert world.reloader.status.errors
    world.settle()
    Trust(around.state_directory()).extend(home, [home / "hooks/guard.scm"])
    assert world.look() == ["hooks/guard.scm"]
    assert not world.reloader.status.errors


def test_with_plugins_or_policies_every_look_is_whole(looking: Callable[..., Looking]) -> None:
    world = looking({"plugins/more": answering("more", ["pre_tool"], {}), "hooks/guard.scm": HOOK})
    for _ in range(5):
        world.now += 60
        world.look()
    before = world.whole
    world.look()
    assert world.whole == before + 1


def test_all_that_a_look_asks_the_disk_is_asked_again(
    looking: Callable[..., Looking], tmp_path: Path, around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a look ask more tells `Sightings`: here by what the system is asked."""
    make_home(around.user_home / ".chibi", {"hooks/mine.scm": HOOK})
    home = make_home(around.directory / ".chibi", FILES)
    link("hooks/there.scm", "elsewhere/linked.scm")(home)
    link("hooks/below", "elsewhere/folder")(home)
    (home / "plugins").mkdir()
    Trust(around.state_directory()).grant(home)
    world = looking({}, None)
    world.settle()
    homes = find_homes(around, None)
    asked: set[str] = set()

    def spy(name: str) -> None:
        real = getattr(os, name)

        def spied(path: Any = ".", *args: Any, **kwargs: Any) -> Any:
            asked.add(os.fspath(path) if not isinstance(path, int) else "")
            return real(path, *args, **kwargs)

        monkeypatch.setattr(os, name, spied)

    for name in ("stat", "lstat", "scandir", "listdir", "readlink", "open", "access"):
        spy(name)
    world.reloader._disk.sightings._kept = {}
    assert world.look(homes) is None
    monkeypatch.undo()
    assert len(world.reloader.homes) == 2
    assert asked - world.reloader._disk.sightings._kept.keys() == set()


def test_a_watch_asks_for_each_file_once_and_who_asks_after_it_looks(
    looking: Callable[..., Looking], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = looking(FILES)
    world.settle()
    asked: list[str] = []
    lstat = os.lstat
    monkeypatch.setattr(os, "lstat", lambda path, **also: asked.append(str(path)) or lstat(path, **also))
    assert world.reloader.look() is None
    assert [path for path in asked if path.endswith("guard.scm")] == []
    before = world.whole
    assert world.look() is None and world.whole == before + 1
    world.settle()
