"""Where a resident host listens: one place per home, safe from others, held by one process."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.server.address import LONGEST, Address, Taken, Unsafe, address_of
from tests.server.conftest import World

Lookup = Callable[..., Address]


@pytest.fixture
def address(world: World) -> Lookup:
    """The address of a home, as a process with this environment and directory sees it."""

    def find(home: str | Path | None = None, directory: Path | None = None, **environment: str) -> Address:
        given = {**world.around.environment, **environment}
        around = Surroundings(given, directory or world.root, world.root / "user")
        return address_of(find_homes(around, world.home if home is None else home), around)

    return find


def test_a_home_has_one_address_however_it_is_named(address: Lookup, world: World) -> None:
    (world.root / "link").symlink_to(world.home)
    (world.root / "deep").mkdir()
    names = {
        address().socket,
        address("home").socket,
        address(world.root / "link").socket,
        address("../home", world.root / "deep").socket,
        address("link", CHIBI_HOME="elsewhere").socket,
    }
    assert len(names) == 1


def test_the_home_of_the_user_is_the_one_that_is_named_so(address: Lookup, world: World, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "user").mkdir()
    (tmp_path / "user/.chibi").symlink_to(tmp_path / "dotfiles")
    around = world.around
    assert address_of(find_homes(around), around).socket == address(tmp_path / "dotfiles").socket


def test_programs_that_keep_their_state_apart_do_not_meet(address: Lookup, tmp_path: Path) -> None:
    runtime = "/r"
    here = address(XDG_RUNTIME_DIR=runtime)
    there = address(XDG_RUNTIME_DIR=runtime, CHIBI_HOOKS_STATE=str(tmp_path / "other"))
    assert here.directory == there.directory
    assert here.socket != there.socket


def test_the_runtime_directory_comes_first_and_then_the_state_directory(address: Lookup, tmp_path: Path) -> None:
    assert address(XDG_RUNTIME_DIR="/run/me").directory == Path("/run/me/chibi-hooks")
    assert address(CHIBI_HOOKS_STATE="/s").directory == Path("/s/run")
    assert address(XDG_RUNTIME_DIR="relative/is/nothing", CHIBI_HOOKS_STATE="/s").directory == Path("/s/run")


def test_a_place_too_long_for_a_socket_is_left_for_a_short_one(address: Lookup) -> None:
    there = address(XDG_RUNTIME_DIR="/" + "long/" * 30)
    assert there.directory == Path(f"/tmp/chibi-hooks-{os.geteuid()}")
    assert len(there.socket) <= LONGEST


def test_one_process_at_a_time_holds_it(address: Lookup) -> None:
    held = address().take()
    with pytest.raises(Taken, match=rf"a resident host runs already \(pid {os.getpid()}\)") as taken:
        address().take()
    assert taken.value.pid == os.getpid()
    held.release()
    address().take().release()


def test_what_is_left_over_without_a_lock_is_taken_over(address: Lookup) -> None:
    there = address()
    there.directory.mkdir(parents=True, mode=0o700)
    Path(there.lock).write_text("99999999\n")
    Path(there.socket).write_text("left over")
    held = there.take()
    held.clear()
    assert not os.path.lexists(there.socket)
    held.release()
    assert os.listdir(there.directory) == []


def test_a_lock_that_was_removed_is_no_lock(address: Lookup) -> None:
    held = address().take()
    os.unlink(address().lock)
    assert not held.is_ours()
    other = address().take()
    held.release()
    assert other.is_ours()
    other.release()


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_directory_that_others_may_write_to_is_refused_in_words(address: Lookup, mode: int) -> None:
    there = address()
    there.directory.mkdir(parents=True)
    there.directory.chmod(mode)
    for act in (there.take, there.check):
        with pytest.raises(Unsafe, match=rf"needs a directory that only you can write to, got mode {mode:04o}; `chmod"):
            act()


def test_a_directory_that_others_may_only_read_is_closed(address: Lookup) -> None:
    there = address()
    there.directory.mkdir(parents=True)
    there.directory.chmod(0o755)
    there.take().release()
    assert there.directory.stat().st_mode & 0o777 == 0o700


def test_the_runtime_directory_itself_must_be_safe(address: Lookup, world: World) -> None:
    (world.state / "r").mkdir()
    (world.state / "r").chmod(0o770)
    there = address(XDG_RUNTIME_DIR=str(world.state / "r"))
    with pytest.raises(Unsafe, match="got mode 0770"):
        there.take()


def test_a_directory_of_somebody_else_is_refused_in_words(address: Lookup, monkeypatch: pytest.MonkeyPatch) -> None:
    there = address()
    there.directory.mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(Unsafe, match=rf"got one of user {os.getuid()}; set XDG_RUNTIME_DIR to one of yours"):
        there.check()


@pytest.mark.parametrize("make", ["link", "file"])
def test_what_is_no_directory_is_refused_in_words(address: Lookup, tmp_path: Path, make: str) -> None:
    there = address()
    there.directory.parent.mkdir(exist_ok=True)
    if make == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        there.directory.symlink_to(tmp_path / "elsewhere")
    else:
        there.directory.touch()
    with pytest.raises(Unsafe, match="got a link; move it away" if make == "link" else "got something else"):
        there.check()
