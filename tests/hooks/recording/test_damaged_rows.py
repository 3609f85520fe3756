"""Journals in which somebody has written: a row that cannot be read costs itself, and is told; a fire goes on."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.recording.appending import Writing
from chibi_hooks.hooks.recording.explanation import explain_recorded, headline
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Row, fault_of
from tests.homes import make_home

GUARD: Final = '(register-hook \'pre_tool (lambda (p) (block "guarded")))'
SHELL: Final = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}

ROWS: Final = {
    "a body that is no JSON": "body = '{'",
    "a body that is null": "body = 'null'",
    "a body that is a list": "body = '[]'",
    "an empty body": "body = '{}'",
    "a body of 100,000 levels": f"body = '{'[' * 100_000}'",
    "a body of bytes": "body = x'ff00ff'",
    "no outcome": "outcome = 'x'",
    "an outcome that is a list": "outcome = '[1]'",
    "an outcome that is null": "outcome = 'null'",
    "a time that is a text": "time = 'abc'",
    "a time that never comes": "time = 9e999",
    "a time after the end of time": "time = 1e18",
    "a time before all times": "time = -1e18",
    "an id of bytes": "id = x'ff00ff'",
    "a duration that is a text": "ms = 'x'",
    "a generation that is a text": "generation = 'x'",
    "answers that are a number": "body = json_set(body, '$.answers', 5)",
    "answers that are none": "body = json_set(body, '$.answers', json('[1, null, {}]'))",
    "steps that are none": "body = json_set(body, '$.steps', json('[1, null, {}, [1, 2]]'))",
    "what was skipped that is none": "body = json_set(body, '$.skipped', json('[1]'))",
    "a payload that is a number": "body = json_set(body, '$.payload', 5)",
    "calls that are none": "body = json_set(body, '$.calls', json('[1]'))",
    "homes that are none": "body = json_set(body, '$.homes', 5)",
    "marks that are none": "body = json_set(body, '$.cut', 'x')",
}
FILES: Final = {
    "no table": "DROP TABLE fires",
    "a version to come": "PRAGMA user_version = 99",
    "a version that never was": "PRAGMA user_version = -1",
    "a column less": "ALTER TABLE fires DROP COLUMN ms",
    "a view for the table": "ALTER TABLE fires RENAME TO old; CREATE VIEW fires AS SELECT * FROM old",
    "a trigger": "CREATE TRIGGER t BEFORE INSERT ON fires BEGIN SELECT RAISE(ABORT, 'no'); END",
    "another order": "DELETE FROM fires WHERE seq > 1; CREATE UNIQUE INDEX u ON fires(point)",
    "gaps that are none": "CREATE TABLE gaps(seq, time, lost, reason); INSERT INTO gaps VALUES (1, 'x', 'y', x'00')",
    "another table of gaps": "CREATE TABLE gaps(a)",
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of three fires."""
    fire(tmp_path, 3)
    return tmp_path / "journal.db"


def fire(tmp_path: Path, count: int) -> tuple[int, str]:
    """Fire so often; how many are lost, and why."""
    home = make_home(tmp_path / "home", {"hooks/guard.scm": GUARD})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    with Host.open(home=home, around=around, record=tmp_path / "journal.db") as host:
        for _ in range(count):
            assert host.fire("pre_tool", SHELL).outcome.block
        assert host.recorder is not None
        host.recorder.flush()
    return host.recorder.lost, host.recorder.last_loss


def change(path: Path, statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(statements)


@pytest.mark.parametrize("row", ROWS)
def test_a_damaged_row_costs_itself(row: str, journal: Path, tmp_path: Path) -> None:
    with closing(Journal(journal)) as before:
        ids = [each.id for each in before.fires()]
    change(journal, f"UPDATE fires SET {ROWS[row]} WHERE seq = 2")
    with closing(Journal(journal)) as read:
        assert [each.id for each in read.fires()] == [ids[0], ids[2]]
        assert len(read.damaged) == 1 and "row 2" in read.damaged[0]
        assert not re.search("Error|None|Type|object|dict|str", read.damaged[0])  # names that only Python knows
        assert [each.id for each in read.relevant(10)] == [ids[0], ids[2]]
        if "an id" not in row:
            with pytest.raises(BadRequest, match="cannot be read"):
                read.find(ids[1])
    assert fire(tmp_path, 1) == (0, "")


@pytest.mark.parametrize("column", ["point", "decision", "responders", "agent", "event", "session"])
def test_what_a_row_says_in_words_may_be_anything(column: str, journal: Path) -> None:
    change(journal, f"UPDATE fires SET {column} = char(27) || '[2J no such ' || char(8238) WHERE seq = 2")
    with closing(Journal(journal)) as read:
        assert len(read.fires()) == 3
        for each in read.fires():
            headline(each), explain_recorded(each)


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_somebody_changed_fails_no_fire_and_what_is_lost_is_counted(
    file: str, journal: Path, tmp_path: Path
) -> None:
    change(journal, FILES[file])
    lost, why = fire(tmp_path, 1)
    found: set[str] = set()
    for path in tmp_path.glob("journal.db*"):
        if not path.name.endswith(("-wal", "-shm")):
            try:
                with closing(Journal(path)) as read:
                    found |= {each.id for each in read.fires()}
                    read.gaps()
            except ConfigError:
                continue
    assert lost + len(found) >= 1 and bool(lost) == bool(why)


PLACES: Final[dict[str, Callable[[Path], object]]] = {
    "a pipe": os.mkfifo,
    "a directory": lambda path: path.mkdir(),
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)
def test_what_is_no_file_is_not_waited_for_and_stays(
    put: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    put(path)
    connected: list[object] = []
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connected.append(given))
    with pytest.raises(ConfigError, match="not a regular file"):
        Journal(path)
    with pytest.raises(OSError, match="not a regular file"):
        Writing(path)
    assert not connected


def test_a_journal_whose_writer_was_killed_while_it_was_made_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "half/journal.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(tmp_path / "whole.db", isolation_level=None)) as database:
        database.execute("CREATE TABLE t(x)")
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN")
        database.execute("INSERT INTO t SELECT zeroblob(9000) FROM (VALUES (1), (2), (3))")  # more than the cache holds
        shutil.copy(tmp_path / "whole.db", path)
        shutil.copy(tmp_path / "whole.db-journal", f"{path}-journal")
    with pytest.raises(NoFires):
        Journal(path)


def row(name: str) -> tuple[object, ...]:
    return (name, 1.0, "pre_tool", None, None, None, "none", 0, True, 1, 0.1, "", "{}", '{"payload": {}}')


def ids(path: Path) -> list[str]:
    with Journal(path) as journal:
        return [name for (name,) in journal._database.execute("SELECT id FROM fires")]


def test_who_lets_a_journal_go_that_was_deleted_takes_nothing_of_the_next_one_along(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first = Writing(path)
    first.append([row("first")])
    path.unlink()  # and its log stays
    second = Writing(path)
    second.append([row("second")])
    assert not first.is_there()
    first.close()
    second.append([row("third")])
    assert ids(path) == ["second", "third"]
    second.close()
    assert ids(path) == ["second", "third"]


@pytest.mark.parametrize("kept", [True, False], ids=["by this process", "by another one"])
def test_who_sets_a_journal_aside_takes_its_log_along(kept: bool, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first, other = Writing(path), Writing(path)
    first.append([row("first")])
    other.append([row("other")])
    (first if kept else other).set_aside()
    aside = first.aside or other.aside
    second = Writing(path)
    second.append([row("second")])
    for each in (first, other):
        assert not each.is_there()
        each.close()
    second.append([row("third")])
    assert aside is not None and ids(aside) == ["first", "other"]
    assert ids(path) == ["second", "third"]
    second.close()


def test_names_in_a_damaged_journal_that_are_no_text_are_its_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Writing(path)) as writing:
        writing.append([row("first")])

    def undecodable(*arguments: object) -> None:
        b"\xc0".decode()

    with Journal(path) as journal:
        real, journal._database = journal._database, SimpleNamespace(execute=undecodable)  # type: ignore[assignment]
        with pytest.raises(ConfigError, match="cannot be read"):
            journal.fires()
        journal._database = real
    with pytest.raises(UnicodeDecodeError) as error:
        undecodable()
    assert fault_of(error.value) == "damaged"


def test_a_journal_that_another_has_set_aside_already_is_left_to_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Writing(path)) as first, closing(Writing(path)) as other:
        first.set_aside()
        with closing(Writing(path)) as second:
            second.append([row("second")])
            other.set_aside()
            assert second.is_there() and other.aside is None
    assert ids(path) == ["second"]


def test_who_makes_a_journal_while_another_is_set_aside_takes_none_of_its_rows_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    refused: list[str] = []
    rename = os.rename

    def between(old: object, new: object) -> None:  # somebody else opens the journal after any step
        rename(str(old), str(new))
        with pytest.raises(BlockingIOError) as error:
            Writing(path)
        refused.append(str(error.value))

    with closing(Writing(path)) as first, closing(Writing(path)) as other:
        other.append([row("other")])
        with monkeypatch.context() as patched:
            patched.setattr(os, "rename", between)
            first.set_aside()
        assert first.aside is not None and ids(first.aside) == ["other"]
    assert len(refused) == 2 and "another writer" in refused[0]
    with closing(Writing(path)) as second:
        second.append([row("second")])
    assert ids(path) == ["second"]


def test_rows_that_went_into_a_file_that_is_taken_away_go_into_the_next_one_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    taken: list[Path] = []

    class Taken(Writing):
        def append(self, rows: Sequence[Row]) -> None:
            super().append(rows)
            if not taken:
                taken.append(path.rename(tmp_path / "taken.db"))

    with Host.open(home=make_home(tmp_path / "h", {"hooks/guard.scm": GUARD}), record=path) as host:
        assert host.recorder is not None
        host.recorder._open_writing = Taken
        fire = host.fire("pre_tool", SHELL)
        while not host.recorder.flush(60.0):
            pass
        with Journal(path) as journal:
            assert [each.id for each in journal.fires()] == [fire.id]
        assert taken and host.recorder.lost == 0
