"""Contents of files: read when their stamp says so, never otherwise; only regular files, and whole ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chibi_hooks.hooks.live.scan import ABSENT, EMPTY, SETTLED, Contents, digest, names_below
from chibi_hooks.scheme.reading import opener
from chibi_hooks.scheme.reading.opener import Unsteady


class Counting(Contents):
    """Counts what is really read."""

    reads = 0

    def read(self, path: str | os.PathLike[str]) -> tuple[str, bytes]:
        self.reads += 1
        return super().read(path)


def later(path: Path) -> Counting:
    """Contents on a clock that stands long after the file was written."""
    return Counting(lambda: path.stat().st_ctime_ns + SETTLED + 1)


def test_a_file_that_is_settled_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    contents = later(path)
    assert [contents.look(path) for _ in range(3)] == [digest(b"x")] * 3
    assert contents.reads == 1


def test_a_file_that_was_just_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    about = path.stat()
    contents = Counting(lambda: about.st_mtime_ns + 1)
    assert contents.look(path) == digest(b"x")
    path.write_bytes(b"y")  # in the same tick of the clock, and of the same size
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert contents.look(path) == digest(b"y")


def test_touching_a_file_reads_it_and_finds_it_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    contents = later(path)
    before = contents.look(path)
    os.utime(path, ns=(1, 1))
    assert contents.look(path) == before
    assert contents.reads == 2


def test_what_replaces_a_file_is_another_file(tmp_path: Path) -> None:
    path, new = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"x")
    new.write_bytes(b"y")
    about = path.stat()
    os.utime(new, ns=(about.st_atime_ns, about.st_mtime_ns))
    contents = later(path)
    contents.look(path)
    os.replace(new, path)
    assert contents.look(path) == digest(b"y")


def test_what_is_not_there_and_what_is_no_file_is_told_apart(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.scm")
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "empty").touch()
    contents = Contents()
    found = {name: contents.look(tmp_path / name) for name in ("no", "link", "pipe.scm", "round", "empty", "empty/x")}
    assert found["no"] == found["link"] == found["empty/x"] == ABSENT
    assert found["empty"] == EMPTY
    assert found["pipe.scm"] == "(not a regular file but a pipe)"
    assert found["round"] not in (ABSENT, EMPTY)


def test_a_byte_order_mark_is_no_content() -> None:
    assert digest(b"\xef\xbb\xbfx") == digest(b"x")


def test_a_file_that_changes_while_it_is_read_is_looked_at_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    stamps = iter([(1, 1, 1, 1, 1), (1, 1, 1, 1, 2)])
    monkeypatch.setattr(opener, "stamp_of", lambda about: next(stamps))
    with pytest.raises(Unsteady):
        Contents().read(path)


def test_what_nobody_looks_at_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    contents = later(path)
    contents.look(path)
    contents.forget_the_rest()
    contents.look(path)
    contents.forget_the_rest()
    contents.forget_the_rest()
    contents.look(path)
    assert contents.reads == 2


def test_names_are_listed_without_hidden_ones_and_without_going_round(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "x.scm").touch()
    (tmp_path / "a" / ".hidden").touch()
    (tmp_path / "a" / "b" / "round").symlink_to(tmp_path / "a")
    assert {str(Path(name).relative_to(tmp_path)) for name in names_below(tmp_path)} == {
        "a",
        "a/b",
        "a/b/x.scm",
        "a/b/round",
    }
