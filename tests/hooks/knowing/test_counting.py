"""Counting in cells that hosts share: exact among processes and threads, bounded, and never silent."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import random
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.knowing import cells as cells_module
from chibi_hooks.hooks.knowing.cells import END, MOMENTS, ROWS, WINDOWS, Cells
from chibi_hooks.hooks.knowing.counting import TIMES, Counts
from chibi_hooks.hooks.knowing.session import SessionStore

PLACE = ("session", "s", "k")


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[Cells]:
    made = Cells(tmp_path / "s.counts")
    yield made
    made.close()


def in_a_child(work: Callable[[], None]) -> int:
    """Fork; the child does it and ends. Its process id."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child


def test_processes_and_their_threads_count_together_and_miss_none(cells: Cells) -> None:
    counts = Counts(cells)
    counts.in_a_row(PLACE, "t", 1.0)  # what is mapped already is not shared with a child

    def count() -> None:
        for _ in range(150):
            counts.in_a_row(PLACE, "t", 1.0)
            counts.times(PLACE, 60.0, 1.0)

    def count_twice() -> None:
        threads = [threading.Thread(target=count) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    child = in_a_child(count_twice)
    count_twice()
    assert os.waitpid(child, 0)[1] == 0
    assert counts.in_a_row(PLACE, "t", 1.0) == 602
    assert counts.times(PLACE, 60.0, 1.0) == 601


def test_who_is_killed_has_lost_nothing_and_locks_nobody_out(cells: Cells) -> None:
    def die() -> None:
        counts = Counts(Cells(cells.path))
        for _ in range(5):
            counts.in_a_row(PLACE, "t", 1.0)
        counts._cells.hold()
        os.kill(os.getpid(), signal.SIGKILL)

    assert os.waitpid(in_a_child(die), 0)[1] == signal.SIGKILL
    assert Counts(cells).in_a_row(PLACE, "t", 1.0) == 6


def test_a_window_counts_as_a_plain_list_of_moments_does(cells: Cells) -> None:
    counts, drawn = Counts(cells), random.Random(7)
    moments: list[float] = []
    now = 1.0
    for turn in range(2 * MOMENTS):
        now += drawn.choice((0.0, 0.01, 0.5))
        seconds = drawn.choice((0.5, 5.0, 500.0, float("inf")))
        if turn % 2:
            moments = [*moments, now][-TIMES:]
            expected = sum(each > now - seconds for each in moments[:-1]) + 1
            assert abs(counts.times(PLACE, seconds, now) - expected) <= (len(moments) == TIMES)
        else:
            may = sum(each > now - seconds for each in moments) < 40
            assert counts.once_more(PLACE, seconds, now, 40) == may
            if may:
                moments = [*moments, now][-TIMES:]


@pytest.mark.parametrize("seed", range(3))
def test_hosts_that_take_turns_see_one_window(tmp_path: Path, seed: int) -> None:
    drawn = random.Random(seed)
    hosts = [Counts(Cells(tmp_path / "s.counts")) for _ in range(3)]
    moments: list[float] = []
    now = 100.0
    for turn in range(MOMENTS + 200):
        counts = drawn.choice(hosts) if drawn.random() < 0.3 else hosts[turn // 700 % 3]
        now += drawn.choice((0.0, 0.5, 2.0)) if drawn.random() < 0.995 else -5.0
        seconds, most = drawn.choice((1.0, 30.0, 1e9)), drawn.choice((0, 1, 3, 40, TIMES))
        moments = [min(each, now) for each in moments][-TIMES:]
        within = sum(each > now - seconds for each in moments)
        if drawn.random() < 0.5:
            assert abs(counts.times(PLACE, seconds, now) - within - 1) <= (len(moments) == TIMES)
            moments.append(now)
        else:
            may = within < most
            assert counts.once_more(PLACE, seconds, now, most) == may
            moments += [now] if may else []
    assert [each._cells.close() for each in hosts] == [None] * 3


def test_a_host_that_only_looked_hears_of_a_clock_that_another_one_put_back(tmp_path: Path) -> None:
    one, other = (Counts(Cells(tmp_path / "s.counts")) for _ in range(2))
    for now in (100.0, 101.0, 102.0, 103.0):  # as many as are written behind the others at once
        one.times(PLACE, 60.0, now)
    assert not other.once_more(PLACE, 60.0, 104.0, 4)
    assert not one.once_more(PLACE, 60.0, 10.0, 4)
    assert other.once_more(PLACE, 60.0, 110.0, 4)  # all four were at 10.0


def test_processes_together_are_let_through_as_often_as_may_be(tmp_path: Path) -> None:
    path, most = tmp_path / "s.counts", 400

    def try_on() -> None:
        counts = Counts(Cells(path))
        os.write(telling, b"." * sum(counts.once_more(PLACE, 60.0, 1.0, most) for _ in range(most)))

    reading, telling = os.pipe()
    children = [in_a_child(try_on) for _ in range(3)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 3
    os.close(telling)
    assert len(os.read(reading, 1 << 16)) == most
    os.close(reading)


def test_who_is_killed_while_it_counts_moments_loses_none(tmp_path: Path) -> None:
    path = tmp_path / "s.counts"

    def count() -> None:
        counts = Counts(Cells(path))
        while True:
            counts.times(PLACE, 60.0, 1.0)
            os.write(telling, b".")

    reading, telling = os.pipe()
    children = [in_a_child(count) for _ in range(3)]
    done = 0
    while done < 500:
        done += len(os.read(reading, 1 << 10))
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    os.close(telling)
    while rest := os.read(reading, 1 << 16):
        done += len(rest)
    os.close(reading)
    counted = Counts(Cells(path)).times(PLACE, 60.0, 1.0) - 1
    assert min(done, TIMES) <= counted <= done + 3


def test_a_child_and_its_parent_know_of_each_others_moments(cells: Cells) -> None:
    counts = Counts(cells)
    counts.times(PLACE, 60.0, 1.0)
    for _ in range(5):
        assert os.waitpid(in_a_child(lambda: counts.times(PLACE, 60.0, 1.0) and None), 0)[1] == 0
    assert counts.times(PLACE, 60.0, 1.0) == 7


def test_a_clock_that_is_put_back_makes_nobody_wait_for_it(cells: Cells) -> None:
    counts = Counts(cells)
    assert [counts.once_more(PLACE, 60.0, 9_000.0, 2) for _ in range(3)] == [True, True, False]
    assert not counts.once_more(PLACE, 60.0, 100.0, 2)
    assert counts.once_more(PLACE, 60.0, 161.0, 2)
    assert not counts.once_more(PLACE, 60.0, 161.0, 0)


def test_the_oldest_keys_go_where_there_is_no_room(cells: Cells) -> None:
    counts = Counts(cells)
    for number in range(WINDOWS + 1):
        counts.times(("session", "s", f"k{number}"), 1e6, 1.0 + number)
    assert counts.times(("session", "s", "k1"), 1e6, 400.0) == 2
    assert counts.times(("session", "s", "k0"), 1e6, 400.0) == 1
    assert cells.path is not None
    assert cells.path.stat().st_size < 5 << 20
    assert ROWS > WINDOWS


def test_without_room_on_the_disk_it_is_told_and_counts_again_later(
    cells: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*told: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    counts = Counts(cells)
    with monkeypatch.context() as patch:
        patch.setattr(cells_module.os, "pwrite", full)
        with pytest.raises(BadRequest, match=r"s\.counts: No space left"):
            counts.in_a_row(PLACE, "t", 1.0)
    assert counts.in_a_row(PLACE, "t", 1.0) == 1
    with monkeypatch.context() as patch:
        patch.setattr(cells_module.os, "pwrite", full)
        for count in (lambda: counts.in_a_row(PLACE, "t", 1.0), lambda: counts.times(PLACE, 60.0, 1.0)):
            with pytest.raises(BadRequest, match="No space left"):
                count()
    assert counts.in_a_row(PLACE, "t", 1.0) == 2
    assert counts.times(PLACE, 60.0, 1.0) == 1


def test_a_disk_that_takes_only_the_beginning_of_a_file_is_told(tmp_path: Path) -> None:
    def write() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        with pytest.raises(BadRequest, match="File too large"):
            Counts(Cells(tmp_path / "s.counts")).in_a_row(PLACE, "t", 1.0)
        os.kill(os.getpid(), signal.SIGKILL)  # it was told

    assert os.waitpid(in_a_child(write), 0)[1] == signal.SIGKILL
    assert Counts(Cells(tmp_path / "s.counts")).in_a_row(PLACE, "t", 1.0) == 1


@pytest.mark.long
def test_hosts_that_are_killed_while_they_count_and_keep_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    counts, store = Counts(Cells.beside(path)), SessionStore(path)
    store.put(*PLACE, "0", 1.0)

    def work(told: int) -> None:
        counts, store = Counts(Cells.beside(path)), SessionStore(path)
        while True:
            counts.in_a_row(PLACE, "t", 1.0)
            found = store.find(*PLACE)
            while found is None or not store.put(*PLACE, str(int(found[0]) + 1), 1.0, found[1]):
                found = store.find(*PLACE)
            os.write(told, b".")

    done, rounds, hosts = 0, 4, 3
    for _ in range(rounds):
        reading, telling = os.pipe()
        children = [in_a_child(lambda told=telling: work(told)) for _ in range(hosts)]  # type: ignore[misc]
        os.close(telling)
        for _ in range(200):  # so many have been told, then they are killed wherever they are
            done += len(os.read(reading, 1))
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        while rest := os.read(reading, 1 << 16):
            done += len(rest)
        os.close(reading)
    counted = counts.in_a_row(PLACE, "t", 1.0) - 1
    kept = int((store.find(*PLACE) or ("",))[0])
    assert done <= kept <= counted <= done + rounds * hosts
    store.close()


@pytest.mark.parametrize("content", [b"somebody's text", b"cells 9\n"])
def test_a_file_of_something_else_is_told_and_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.counts"
    path.write_bytes(content)
    with pytest.raises(BadRequest, match="it is something else; take it away"):
        Counts(Cells(path)).in_a_row(PLACE, "t", 1.0)
    assert path.read_bytes() == content


def test_links_and_directories_are_told(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "directory").mkdir()
    os.mkfifo(tmp_path / "fifo")
    for name in ("link", "directory", "fifo"):
        with pytest.raises(BadRequest, match=f"what hooks count cannot be used: .*{name}"):
            Counts(Cells(tmp_path / name)).in_a_row(PLACE, "t", 1.0)


def test_who_cannot_have_the_cells_is_told_and_has_them_later(cells: Cells, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells_module, "PATIENCE", 0.01)
    counts = Counts(cells)
    counts.in_a_row(PLACE, "t", 1.0)
    assert cells.path is not None
    with cells.path.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(BadRequest, match="another process has held it"):
            counts.in_a_row(PLACE, "t", 1.0)
    assert counts.in_a_row(PLACE, "t", 1.0) == 2


def test_damaged_cells_are_counted_on_from(cells: Cells) -> None:
    counts = Counts(cells)
    counts.in_a_row(PLACE, "t", 1.0)
    counts.times(PLACE, 60.0, 1.0)
    for slots in (cells.rows, cells.windows):
        cells.change(slots, PLACE, 1.0, lambda cell, now, given: (None, (1 << 64) - 1, cell.mark), None)
    assert counts.in_a_row(PLACE, "t", 1.0) > 0
    assert counts.times(PLACE, 60.0, 1.0) == 1
    assert counts.times(PLACE, 60.0, 1.0) == 2
    cells.change(cells.windows, PLACE, 1.0, lambda cell, now, given: (None, cell.number, b"\xff" * 32), None)
    assert counts.times(PLACE, 60.0, 1.0) == 1


@pytest.mark.parametrize("size", [0, 10, 5_000, END - 5])
def test_a_file_that_somebody_cuts_short_is_told_and_ends_nobody(cells: Cells, size: int) -> None:
    counts = Counts(cells)
    for _ in range(3):
        counts.in_a_row(PLACE, "t", 1.0)
        counts.times(PLACE, 60.0, 1.0)
    assert cells.path is not None
    os.truncate(cells.path, size)
    said = [answer_of(counts) for _ in range(3)]
    for _ in range(9):
        with suppress(BadRequest):
            assert counts.times(PLACE, 60.0, 1.0) > 0
    assert all(each.isdigit() or "cut it short" in each or "take it away" in each for each in said)
    assert said[-1] == {0: "2", 10: said[-1], 5_000: said[-1], END - 5: "6"}[size]
    cells.path.unlink()
    cells.close()
    assert counts.in_a_row(PLACE, "t", 1.0) == 1


def answer_of(counts: Counts) -> str:
    try:
        return str(counts.in_a_row(PLACE, "t", 1.0))
    except BadRequest as told:
        return str(told)


def test_cells_survive_their_host_and_without_a_file_they_do_not(cells: Cells) -> None:
    assert Counts(cells).in_a_row(PLACE, "t", 1.0) == 1
    cells.close()
    assert [Counts(cells).in_a_row(PLACE, mark, 1.0) for mark in ("t", "t", "x" * 99, "x" * 99, "x" * 98)] == [
        2, 3, 1, 2, 1,
    ]  # fmt: skip
    assert [Counts(Cells()).in_a_row(PLACE, "t", 1.0) for _ in range(2)] == [1, 1]


def test_a_value_that_is_remembered_is_read_anew_once_anybody_has_changed_one(tmp_path: Path) -> None:
    one, other = SessionStore(tmp_path / "s.db"), SessionStore(tmp_path / "s.db")
    for turn in range(3):
        one.put(*PLACE, f"one {turn}", 1.0)
        assert [store.find(*PLACE) for store in (one, other)] == [(f"one {turn}", 3 * turn + 1)] * 2
        other.put(*PLACE, f"other {turn}", 1.0)
        assert [(store.find(*PLACE) or "")[0] for store in (one, other)] == [f"other {turn}"] * 2
        other.put(*PLACE, None, 1.0)
        assert [store.find(*PLACE) for store in (one, other)] == [None] * 2
    one.close()
    other.close()


def test_what_is_written_again_is_not_written(tmp_path: Path) -> None:
    store = SessionStore(tmp_path / "s.db")
    store.put("home", "", "other", "a", 1.0)
    store.put(*PLACE, "a", 1.0)
    store.put(*PLACE, "a", 2.0)
    assert store.find(*PLACE) == ("a", 2)
    store.put(*PLACE, "a", 9_000.0)  # so that it does not grow old
    assert store.find(*PLACE) == ("a", 3)
    store.close()


def test_who_is_killed_in_the_middle_of_a_change_leaves_values_that_are_right(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    one = SessionStore(path)
    one.put(*PLACE, "a", 1.0)

    def die() -> None:
        other = SessionStore(path)
        other._cells.hold()
        other._cells.begin_change()
        os.kill(os.getpid(), signal.SIGKILL)

    os.waitpid(in_a_child(die), 0)
    assert one.find(*PLACE) == ("a", 1)
    other = SessionStore(path)
    other.put(*PLACE, "b", 1.0)
    assert one.find(*PLACE) == other.find(*PLACE)
    assert (one.find(*PLACE) or "")[0] == "b"
    one.close()
    other.close()


def test_who_forgets_to_close_leaves_no_file_open(tmp_path: Path) -> None:
    there = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        Counts(Cells(tmp_path / "s.counts")).in_a_row(PLACE, "t", 1.0)
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= there + 1
