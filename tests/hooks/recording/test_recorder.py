"""The journal of fires: what is written, what is not, who may read it when, and what a kill leaves."""

from __future__ import annotations

import enum
import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.fire import PROOF, Origin
from chibi_hooks.hooks.flat import in_turn, sole
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.recording import recorder as recorder_module
from chibi_hooks.hooks.recording.appending import BUSY, Writing
from chibi_hooks.hooks.recording.journal import Journal, Wanted
from tests.connections import Uncommitting, connecting_once
from tests.homes import answering, make_home

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""
PAYLOAD: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "rm x"}}

Opener = Callable[..., Host]


def journal_of(host: Host) -> Journal:
    """What the host has written up to now."""
    assert host.recorder is not None
    assert host.recorder.flush()
    assert (host.recorder.fault, host.recorder.lost) == (None, 0)
    return Journal(host.recorder.path)


def test_a_fire_is_in_the_journal_as_it_was(opened: Opener) -> None:
    with opened({"hooks/guard.scm": GUARD, "plugins/say": answering("say", ["pre_tool"], {})}) as host:
        fire = host.fire("pre_tool", PAYLOAD)
        with journal_of(host) as journal:
            recorded = journal.find(fire.id)
    assert recorded.payload == PAYLOAD
    assert recorded.outcome == dict(fire.folded.values)
    assert list(recorded.answers) == list(fire.answers)
    assert [step.text for step in recorded.steps] == [step.text for step in fire.steps]
    assert (recorded.point, recorded.fire.generation, recorded.decision) == ("pre_tool", 1, "blocked")
    assert (recorded.redacted, recorded.cut, recorded.nested, recorded.handler) == (0, 0, False, False)


def test_failures_skipped_responders_and_missing_fields_are_recorded(opened: Opener) -> None:
    files = {"hooks/bad.scm": "(register-hook 'pre_tool (lambda (p) (car '())))", "hooks/worse.scm": "(("}
    with opened(files) as host:
        host.fire("pre_tool", {"tool_name": "x"})
        with journal_of(host) as journal:
            recorded = journal.find()
    assert [answer.error.type for answer in recorded.failures if answer.error] == ["type"]
    assert [responder for responder, _ in recorded.fire.skipped] == ["hooks/worse.scm"]
    assert recorded.fire.missing == ("arguments",)


def test_what_the_caller_changes_after_the_fire_is_not_what_was_fired(opened: Opener) -> None:
    rewriting = '(register-hook \'pre_tool (lambda (p) (rewrite-argument p "n" 1)))'
    with opened({"hooks/a.scm": rewriting}) as host:
        payload = {"tool_name": "x", "arguments": {"n": 0}}
        fire = host.fire("pre_tool", payload)
        payload["arguments"] = "changed"
        for answer in fire.answers:
            answer.value["arguments"]["n"] = 99
        with journal_of(host) as journal:
            recorded = journal.find()
    assert recorded.payload == {"tool_name": "x", "arguments": {"n": 0}}
    assert recorded.outcome == {"arguments": {"n": 1}} == recorded.answers[0].value


@pytest.mark.parametrize(
    ("point", "payload", "decision"),
    [
        ("pre_tool", PAYLOAD, "blocked"),
        ("pre_tool", {"tool_name": "x", "arguments": {}}, "none"),
        ("pre_file_write", {"tool_name": "write", "path": "/x", "content": "", "mode": "w"}, "denied"),
        ("pre_message", {"prompt": "hi", "context_name": "c"}, "changed"),
    ],
)
def test_the_decision_is_a_word(opened: Opener, point: str, payload: dict[str, Any], decision: str) -> None:
    with opened({"hooks/a.scm": GUARD + '(define-hook pre_message () (rewrite-prompt "x"))'}) as host:
        host.fire(point, payload)
        with journal_of(host) as journal:
            assert journal.find().decision == decision


def test_a_permission_handler_that_allows_is_a_decision(opened: Opener) -> None:
    with opened({}, permission_handler=lambda point, payload: True) as host:
        host.fire("pre_file_write", {"tool_name": "write", "path": "/x", "content": "", "mode": "w"})
        with journal_of(host) as journal:
            recorded = journal.find()
    assert (recorded.decision, recorded.handler) == ("allowed", True)


@pytest.mark.parametrize("record", [False, True])
def test_recording_can_be_switched_off(opened: Opener, around: Surroundings, record: bool) -> None:
    files = {} if not record else {"chibi-hooks.toml": "[recorder]\nenabled = false\n"}
    with opened(files, record=record) as host:
        host.fire("pre_clear", {})
        assert host.recorder is None
    assert not (around.state_directory() / "homes").exists()


def test_the_last_fire_is_not_that_by_which_install_proved_itself(opened: Opener) -> None:
    proof = Origin("claude-code", "PreToolUse", f"{PROOF}1")
    with opened({}) as host:
        own = host.fire("pre_clear", {}, origin=proof)
        with journal_of(host) as journal:
            assert journal.find().id == own.id  # there is no other one
        first, second = host.fire("pre_clear", {}), host.fire("pre_clear", {}, origin=Origin("codex", "x", "s"))
        host.fire("pre_clear", {}, origin=proof)
        with journal_of(host) as journal:
            assert journal.find("last").id == second.id != first.id
            assert journal.find(own.id).id == own.id


def test_the_journal_may_be_named(opened: Opener, tmp_path: Path) -> None:
    with opened({}, record=tmp_path / "here.db") as host:
        host.fire("pre_clear", {})
    with Journal(tmp_path / "here.db") as journal:
        assert journal.find().point == "pre_clear"


def test_closing_writes_everything(opened: Opener) -> None:
    with opened({}) as host:
        fires = [host.fire("pre_clear", {"n": n}).id for n in range(200)]
        assert host.recorder is not None
        path = host.recorder.path
    with Journal(path) as journal:
        assert [each.id for each in journal.fires()] == fires


def test_a_host_without_a_fire_leaves_no_journal(opened: Opener) -> None:
    with opened({}) as host:
        assert host.recorder is not None
        path = host.recorder.path
    assert not path.exists()
    with pytest.raises(ConfigError, match="no fire of this home has been recorded yet"):
        Journal(path)


def test_nobody_else_may_read_it(opened: Opener) -> None:
    with opened({}) as host:
        host.fire("pre_clear", {})
        with journal_of(host) as journal:
            modes = {stat.S_IMODE(path.stat().st_mode) for path in journal.path.parent.iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(journal.path.parent.stat().st_mode) == 0o700


def test_many_threads_and_ids_that_are_never_the_same(opened: Opener) -> None:
    with opened({}) as host:
        threads = [threading.Thread(target=lambda: [host.fire("pre_clear", {}) for _ in range(50)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with journal_of(host) as journal:
            assert len({each.id for each in journal.fires()}) == 200


FORKING = """
import os, sys, warnings
from pathlib import Path
from chibi_hooks import Host
from chibi_hooks.hooks.fire import Origin
from chibi_hooks.hooks.homes.home import Surroundings

warnings.simplefilter("ignore", DeprecationWarning)  # of forks in a process with threads, from 3.12 on
root = Path(sys.argv[1])
around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root)
with Host.open(home=root / "home", around=around) as host:
    host.fire("pre_clear", {"who": "parent"})
    host.recorder.flush()
    child = os.fork()
    if child == 0:
        host.fire("pre_clear", {"who": "child"})
        host.recorder.flush()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    print(host.recorder.path)
"""


def test_a_forked_child_records_under_names_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    ran = subprocess.run([sys.executable, "-c", FORKING, str(tmp_path)], capture_output=True, text=True, check=True)
    with Journal(Path(ran.stdout.strip())) as journal:
        assert [each.payload for each in journal.fires()] == [{"who": "parent"}, {"who": "child"}]


# --- what is not written ---


class Mode(enum.StrEnum):
    WRITE = "write"


def test_payloads_of_odd_types_are_written_as_json(opened: Opener) -> None:
    with opened({}) as host:
        host.fire("pre_tool", {"tool_name": Mode.WRITE, "arguments": {"t": (1, 2), "bytes": b"x", "lone": "\ud800"}})
        with journal_of(host) as journal:
            payload = journal.find().payload
    assert payload == {"tool_name": "write", "arguments": {"t": [1, 2], "bytes": "b'x'", "lone": "\ud800"}}


@pytest.mark.parametrize("levels", [300, 1_500, 100_000])  # more than responders take, than Python's json, than marshal
def test_a_payload_nested_too_deep_is_a_fire_with_failures(opened: Opener, levels: int) -> None:
    deep: dict[str, Any] = {}
    for _ in range(levels):
        deep = {"a": deep}
    with opened({"hooks/guard.scm": GUARD}) as host:
        fires = [host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": deep}) for _ in range(3)]
        with journal_of(host) as journal:
            for fire in fires:
                recorded = journal.find(fire.id)
                assert [answer.error for answer in recorded.answers] == [answer.error for answer in fire.answers]
                assert recorded.payload is None or levels < 100_000  # how much is JSON depends on the Python
    while deep:  # what is taken apart level by level needs no stack
        deep = deep["a"]


def test_secrets_are_not_written(opened: Opener) -> None:
    echo = '(register-hook \'pre_tool (lambda (p) (list (cons "arguments" (payload-ref p "arguments")))))'
    command = "curl -H 'Authorization: Bearer hunter2-abc' https://me:hunter2@x.org --token hunter2"
    arguments = {"command": command, "env": {"API_TOKEN": "hunter2", "PATH": "/bin"}, "say": "sk-hunter2hunter2"}
    with opened({"hooks/echo.scm": echo}) as host:
        host.fire("pre_tool", {"tool_name": "x", "arguments": arguments})
        with journal_of(host) as journal:
            recorded = journal.find()
            assert all(b"hunter2" not in path.read_bytes() for path in journal.path.parent.iterdir())
    assert recorded.payload is not None
    assert recorded.payload["arguments"]["env"] == {"API_TOKEN": "[redacted]", "PATH": "/bin"}
    assert recorded.redacted > 0


def test_the_home_says_what_is_secret(opened: Opener) -> None:
    config = '[recorder]\nredact_keys = ["pin"]\nredact_words = ["acme_*"]\n'
    with opened({"chibi-hooks.toml": config}) as host:
        host.fire("pre_tool", {"tool_name": "acme_12345678", "arguments": {"pin": 1234, "password": "kept"}})
        with journal_of(host) as journal:
            payload = journal.find().payload
    assert payload == {"tool_name": "[redacted]", "arguments": {"pin": 0, "password": "kept"}}


def test_a_large_fire_is_cut_and_says_so(opened: Opener) -> None:
    with opened({"chibi-hooks.toml": "[recorder]\nmax_fire_kilobytes = 4\n"}) as host:
        host.fire("pre_tool", {"tool_name": "x", "arguments": {"text": "a" * 5000}})
        host.fire("pre_tool", {"tool_name": "x", "arguments": {f"key{n}": "b" * 900 for n in range(100)}})
        with journal_of(host) as journal:
            first, second = journal.fires()
    assert first.payload is not None
    assert first.payload["arguments"]["text"] == "a" * 1000 + "… [5000 characters]"
    assert second.payload is None
    assert first.cut and second.cut


def test_the_oldest_fires_go_when_the_journal_is_full(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder_module, "LOOK", 16)
    config = "[recorder]\nmax_journal_megabytes = 1\n"
    with opened({"chibi-hooks.toml": config}) as host:
        for n in range(400):
            host.fire("pre_tool", {"tool_name": str(n), "arguments": {"text": "a" * 10_000}})
        with journal_of(host) as journal:
            names = [int(each.payload["tool_name"]) for each in journal.fires() if each.payload]
    assert names == list(range(names[0], 400))
    assert 50 < len(names) < 200


# --- nothing that happens to the journal happens to a fire ---


def test_a_home_that_is_long_gone_leaves_no_journal(opened: Opener, around: Surroundings) -> None:
    homes = around.state_directory() / "homes"
    for name in ("gone", "new", "alive"):
        make_home(homes / name, {"journal.db": "", "home": str(around.directory if name == "alive" else homes / "no")})
        if name != "new":
            os.utime(homes / name / "journal.db", (0, 0))
    with opened({}) as host:
        host.fire("pre_clear", {})
        journal_of(host).close()
    assert {path.name.split("-")[0] for path in homes.iterdir()} == {"alive", "home", "new"}


def everywhere(monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    """Other limits of the recorder, also where its statements stand in a fire."""
    for module in (recorder_module, in_turn, sole):
        for name, limit in limits.items():
            monkeypatch.setattr(module, name, limit)


def test_a_flood_of_large_fires_is_cut_by_those_who_fire_and_none_is_lost(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    everywhere(monkeypatch, WAITING_BYTES=4 << 20, HELP_BYTES=1 << 20)
    with opened({}) as host:
        assert host.recorder is not None
        monkeypatch.setattr(host.recorder, "_start", lambda: None)  # nobody writes meanwhile
        for _ in range(12):
            host.fire("pre_tool", {"tool_name": "t", "arguments": {"text": "x" * (1 << 20)}})
        assert (host.recorder.lost, host.recorder.waiting) == (0, 12)


def test_a_flood_rests_now_and_then_so_that_the_writer_gets_on_but_not_where_nothing_can_be_written(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    everywhere(monkeypatch, HELP=100)
    rests: list[tuple[int, float]] = []
    with opened({}) as host:
        recorder = host.recorder
        assert recorder is not None
        monkeypatch.setattr(recorder, "_start", lambda: None)  # nobody writes meanwhile
        clock = SimpleNamespace(sleep=lambda s: rests.append((recorder.waiting, s)), monotonic=time.monotonic)
        monkeypatch.setattr(recorder_module, "time", clock)

        def waiting_after(fires: int) -> list[int]:
            """Fire so often; how many fires waited at each rest."""
            rests.clear()
            for _ in range(fires):
                host.fire("pre_clear", {})
            assert {seconds for _, seconds in rests} <= {recorder_module.REST}
            return [waiting for waiting, _ in rests]

        assert waiting_after(101) == []
        assert waiting_after(199) == [128, 192, 256]
        recorder.cannot_write("the disk is full", 1.0)
        assert waiting_after(200) == []  # it would only make fires late
        recorder.wrote(0, 0)
        assert waiting_after(100) == [512, 576]
        assert (recorder.lost, recorder.waiting) == (0, 600)


def test_a_queue_that_is_full_loses_fires_and_counts_them(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere(monkeypatch, WAITING=2)
    with opened({}) as host:
        assert host.recorder is not None
        with host.recorder._lock:
            host.recorder.waiting = 2
        assert host.fire("pre_clear", {}).answers == []
        assert host.recorder.lost == 1
        host.recorder.waiting = 0


def test_a_state_directory_that_cannot_be_made_is_told_and_harmless(opened: Opener, around: Surroundings) -> None:
    around.state_directory().write_text("a file")
    with opened({"hooks/guard.scm": GUARD}) as host:
        assert host.fire("pre_tool", PAYLOAD).outcome.block
    assert host.recorder is not None
    assert host.recorder.lost == 1
    assert "journal.db" in str(host.recorder.fault)


@pytest.mark.parametrize("statement", [
    "DROP TABLE fires", "ALTER TABLE fires RENAME COLUMN point TO place", "PRAGMA user_version = 1",
])  # fmt: skip
def test_a_journal_with_other_tables_is_set_aside_and_said(opened: Opener, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "journal.db"
    with opened({}, record=path) as host:
        host.fire("pre_clear", {})
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement)
    for _ in range(2):  # once and for all
        with opened({}, record=path) as host:
            host.fire("pre_clear", {})
        assert host.recorder is not None and host.recorder.lost == 0
    assert len(list(tmp_path.glob("journal.db.broken-*"))) == 1
    with Journal(path) as journal:
        assert len(journal.fires()) == 2


def test_a_journal_of_an_older_version_stays_when_the_disk_is_full_as_its_tables_are_made_ours(tmp_path: Path) -> None:
    class Full(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if not statement.startswith("PRAGMA user_version ="):
                return super().execute(statement, *values)
            super().execute("ROLLBACK")  # as SQLite does by itself
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

    path = tmp_path / "journal.db"
    path.touch()
    with pytest.raises(sqlite3.OperationalError, match="full"):
        Writing(path, None, partial(sqlite3.connect, factory=Full))
    assert [each.name for each in tmp_path.iterdir() if "broken" in each.name] == []


def test_a_file_that_is_no_journal_is_set_aside(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("certainly no database, although it is long enough to be looked at as one" * 20)
    with opened({}, record=path) as host:
        host.fire("pre_clear", {})
    assert host.recorder is not None
    assert "was no journal" in str(host.recorder.notice)
    assert len(list(tmp_path.glob("journal.db.broken-*"))) == 1
    with Journal(path) as journal:
        assert len(journal.fires()) == 1


def test_a_journal_of_a_newer_version_is_left_alone(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with opened({}, record=path) as host:
        host.fire("pre_clear", {})
    assert host.recorder is not None
    assert "newer chibi-hooks" in str(host.recorder.fault)
    with pytest.raises(ConfigError, match="newer chibi-hooks"):
        Journal(path)


def test_a_journal_that_is_deleted_is_made_again(opened: Opener, tmp_path: Path) -> None:
    with opened({}, record=tmp_path / "j" / "journal.db") as host:
        host.fire("pre_clear", {"n": 1})
        with journal_of(host) as journal:
            for path in journal.path.parent.iterdir():
                path.unlink()
        host.fire("pre_clear", {"n": 2})
        with journal_of(host) as journal:
            assert [each.payload for each in journal.fires()] == [{"n": 2}]


# --- other processes ---

WRITER = """
import os, signal, sys
from chibi_hooks import Host
host = Host.open(home=sys.argv[1], record=sys.argv[2])
for n in range(300):
    host.fire("pre_clear", {"n": n})
host.recorder.flush()
for n in range(300, 400):
    host.fire("pre_clear", {"n": n})
os.kill(os.getpid(), signal.SIGKILL)
"""


def run_python(code: str, *arguments: object) -> int:
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=False).returncode


def test_a_kill_loses_only_what_was_not_yet_written(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {})
    assert run_python(WRITER, home, tmp_path / "journal.db") == -9
    with Journal(tmp_path / "journal.db") as journal:
        numbers = [each.payload["n"] for each in journal.fires() if each.payload]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 300
    with Host.open(home=home, record=tmp_path / "journal.db") as host:  # and it simply goes on
        host.fire("pre_clear", {"n": "after"})
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.find().payload == {"n": "after"}


def test_a_program_that_forgets_to_close_loses_nothing(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {})
    code = """
import sys
from chibi_hooks import Host
Host.open(home=sys.argv[1], record=sys.argv[2]).fire("pre_clear", {})
"""
    assert run_python(code, home, tmp_path / "journal.db") == 0
    with Journal(tmp_path / "journal.db") as journal:
        assert len(journal.fires()) == 1


def test_several_processes_write_one_journal(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {})
    code = """
import sys
from chibi_hooks import Host
with Host.open(home=sys.argv[1], record=sys.argv[2]) as host:
    for n in range(20):
        host.fire("pre_clear", {})
assert not host.recorder.fault, host.recorder.fault
"""
    path = tmp_path / "journal.db"
    running = [subprocess.Popen([sys.executable, "-c", code, str(home), str(path)]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    with Journal(path) as journal:
        assert len({each.id for each in journal.fires()}) == 60


def test_a_commit_that_fails_locks_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Writing(path, None, Uncommitting)) as one, closing(Writing(path)) as other:
        Uncommitting.fails = True
        with pytest.raises(sqlite3.OperationalError, match="disk"):
            one.note_gap(1.0, 1, "the first")
        other.note_gap(2.0, 1, "the second")
        one.note_gap(3.0, 1, "the third")
    with closing(sqlite3.connect(path)) as database:
        assert [reason for (reason,) in database.execute("SELECT reason FROM gaps")] == ["the second", "the third"]


def test_who_makes_a_journal_takes_no_log_of_another_who_writes_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    path.with_name("journal.db-wal").write_bytes(b"of a file that was deleted")
    others: list[Writing] = []
    unlink = os.unlink

    def meanwhile(name: Any, **options: Any) -> None:
        if not others:
            with suppress(OSError):
                others.append(Writing(path))
                others[0].note_gap(1.0, 1, "written")
        unlink(name, **options)

    monkeypatch.setattr(os, "unlink", meanwhile)
    one = Writing(path)
    monkeypatch.undo()
    one.note_gap(2.0, 1, "written")
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM gaps").fetchone() == (1 + len(others),)
    for each in (one, *others):
        each.close()


@pytest.mark.parametrize("connect", [sqlite3.connect, connecting_once()], ids=["in company", "alone"])
@pytest.mark.parametrize("rows", ["more", "none"])
def test_who_still_has_a_log_that_was_taken_away_spoils_no_row_of_the_next_one(
    tmp_path: Path, rows: str, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.recording.appending.PATIENCE", 0.1)
    path = tmp_path / "journal.db"
    one, other = Writing(path), Writing(path, None, connect)
    for each in (one, other):
        each.note_gap(1.0, 1, "before")
        assert each.is_there()
    os.unlink(f"{path}-wal")
    for each in (one, other) if rows == "more" else (one,):
        assert not each.is_there()
        each.close()
        with closing(Writing(path)) as again:
            again.note_gap(2.0, 1, f"after {len(gaps_of(path))}")
    if rows == "none":
        other.close()  # the last one, who knows nothing of it
    assert gaps_of(path) == ["before", "before", "after 2", "after 3"][: 3 + (rows == "more")]


def test_who_seeks_company_in_vain_has_one_connection_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.recording.appending.PATIENCE", 0.1)
    path, living, most = tmp_path / "journal.db", 0, 0

    class Useless(sqlite3.Connection):
        def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
            nonlocal living, most
            living += 1
            most = max(most, living)
            raise sqlite3.OperationalError("database is locked")

        def close(self) -> None:
            nonlocal living
            living -= 1
            super().close()

    def connect(path: Any, **options: Any) -> sqlite3.Connection:
        return sqlite3.connect(path, **options, **({} if "cached_statements" in options else {"factory": Useless}))

    one, other = Writing(path), Writing(path, None, connect)
    for each in (one, other):
        each.note_gap(1.0, 1, "before")
    os.unlink(f"{path}-wal")
    one.close()
    with closing(Writing(path)) as again:
        again.note_gap(2.0, 1, "after")
        other.close()
    assert (living, most) == (0, 1)


def test_what_is_only_in_a_log_that_was_taken_away_is_waited_for(tmp_path: Path) -> None:
    """While others read what was before, SQLite puts nothing from a log into its file, and says so without an error."""
    path = tmp_path / "journal.db"
    one, other = Writing(path), Writing(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM fires").fetchall()
        one.note_gap(1.0, 1, "before")
        os.unlink(f"{path}-wal")
        letting_go = threading.Thread(target=one.close)
        letting_go.start()
        letting_go.join(2 * BUSY)  # SQLite itself waits no longer
        reader.execute("COMMIT")
        letting_go.join()
    with closing(Writing(path)) as again:
        other.close()
        again.note_gap(2.0, 1, "after")
    assert gaps_of(path) == ["before", "after"]


def test_a_log_that_is_taken_away_while_a_journal_is_opened_is_missed(tmp_path: Path) -> None:
    """Nobody would find what is written into it, and its absence would be taken for what was there."""
    path = tmp_path / "journal.db"
    Writing(path).close()

    class Losing(sqlite3.Connection):
        def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
            done = super().execute(query, *values)
            if query == "PRAGMA user_version":
                os.unlink(f"{path}-wal")
            return done

    with pytest.raises(OSError, match="took it away"):
        Writing(path, None, lambda *given, **more: sqlite3.connect(*given, **more, factory=Losing))
    with closing(Writing(path)) as again:
        again.note_gap(1.0, 1, "after")
        assert again.is_there()
    assert gaps_of(path) == ["after"]


def gaps_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [reason for (reason,) in database.execute("SELECT reason FROM gaps ORDER BY seq")]


def test_a_journal_is_read_while_another_process_writes(opened: Opener) -> None:
    code = """
import json, sys
from pathlib import Path
from chibi_hooks.hooks.recording.journal import Journal
with Journal(Path(sys.argv[1])) as journal:
    print(json.dumps([each.payload for each in journal.fires()]))
"""
    with opened({}) as host:
        host.fire("pre_clear", {"n": 1})
        with journal_of(host) as journal:
            ran = subprocess.run([sys.executable, "-c", code, str(journal.path)], capture_output=True, check=True)
        assert json.loads(ran.stdout) == [{"n": 1}]
        host.fire("pre_clear", {"n": 2})
        with journal_of(host) as journal:
            assert len(journal.fires()) == 2


# --- finding fires ---


@pytest.fixture
def filled(opened: Opener) -> Iterator[Journal]:
    """A journal of three fires."""
    files = {"hooks/guard.scm": GUARD, "hooks/bad.scm": "(define-hook pre_message () (car 1))"}
    with opened(files) as host:
        host.fire("pre_tool", PAYLOAD)
        host.fire("pre_message", {"prompt": "x"})
        host.fire("pre_tool", {"tool_name": "x", "arguments": {}})
        with journal_of(host) as journal:
            yield journal


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), [1, 2, 3]),
        (Wanted(point="pre_tool"), [1, 3]),
        (Wanted(decision="blocked"), [1]),
        (Wanted(responder="guard"), [1, 3]),
        (Wanted(responder="hooks/bad.scm"), [2]),
        (Wanted(responder="uard"), []),
        (Wanted(failed=True), [2]),
        (Wanted(after=2), [3]),
        (Wanted(since=4e9), []),
        (Wanted(until=4e9, point="pre_tool", decision="none"), [3]),
    ],
)
def test_fires_are_found_by_what_they_were(filled: Journal, wanted: Wanted, found: list[int]) -> None:
    assert [each.seq for each in filled.fires(wanted)] == found
    assert [each.seq for each in filled.fires(wanted, limit=1)] == found[-1:]


def test_relevant_are_the_last_and_everything_that_was_refused_or_failed(filled: Journal) -> None:
    assert [each.seq for each in filled.relevant(1)] == [1, 2, 3]
    assert [each.seq for each in filled.relevant(1, Wanted(point="pre_tool"))] == [1, 3]
    assert [each.seq for each in filled.relevant(1, most=2)] == [2, 3]


def test_a_fire_is_found_by_a_part_of_its_name_that_fits_no_other(filled: Journal) -> None:
    last = filled.find()
    assert filled.find(last.id) == filled.find("-3") == last
    with pytest.raises(BadRequest, match="fits several fires"):
        filled.find(last.id[:6])
    with pytest.raises(BadRequest, match="there is no fire nothing in the journal"):
        filled.find("nothing")


ORIGIN = Origin("some-agent", "BeforeTool", "s-1")


def test_who_asked_is_recorded_and_can_be_asked_for(opened: Opener) -> None:
    with opened({"hooks/guard.scm": GUARD}) as host:
        fire = host.fire_in(host.generation, "pre_tool", PAYLOAD, origin=ORIGIN)
        host.fire("pre_tool", PAYLOAD)
        with journal_of(host) as journal:
            assert [each.fire.origin for each in journal.fires()] == [ORIGIN, None]
            assert [each.id for each in journal.fires(Wanted(agent="some-agent"))] == [fire.id]
            assert journal.relevant(5, Wanted(agent="another")) == []
    assert fire.to_json()["origin"] == {"agent": "some-agent", "event": "BeforeTool", "session": "s-1"}


OF_VERSION_1 = """
    CREATE TABLE fires (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time REAL NOT NULL, point TEXT NOT NULL,
        dialect TEXT, decision TEXT NOT NULL, failed INTEGER NOT NULL, whole INTEGER NOT NULL,
        generation INTEGER NOT NULL, ms REAL NOT NULL, responders TEXT NOT NULL, outcome TEXT NOT NULL,
        body TEXT NOT NULL);
    PRAGMA user_version = 1;
"""
BODY_OF_VERSION_1 = {
    "payload": PAYLOAD, "skipped": [["hooks/x.scm", "it is broken"]], "missing": ["caller"], "said": [["say", "hm"]],
    "answers": [{"responder": "guard", "kind": "scheme", "place": "hooks/guard.scm:1:1", "value": {"block": True},
                 "error": None, "ms": 0.5}],
    "steps": [[0, "block", "decided", "block = true: this decides"]], "redacted": 0, "cut": 0, "homes": ["/home/x"],
    "nested": False, "handler": False,
}  # fmt: skip


def journal_of_version_1(path: Path) -> None:
    """A journal as it was written before fires had an origin."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(OF_VERSION_1)
        row = ("id-1", time.time(), "pre_tool", None, "blocked", 0, 1, 1, 0.7, "\nguard\n", '{"block":true}')
        values = (*row, json.dumps(BODY_OF_VERSION_1))
        database.execute(f"INSERT INTO fires VALUES (NULL, {', '.join('?' * len(values))})", values)
        database.commit()


def test_a_journal_of_version_1_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "state" / "journal.db"
    journal_of_version_1(path)
    before = path.read_bytes()
    with Journal(path) as journal:
        recorded = journal.find("id-1")
        assert (recorded.fire.origin, recorded.calls) == (None, None)
        assert [step.text for step in recorded.steps] == ["block = true: this decides"]
        assert recorded.fire.skipped == (("hooks/x.scm", "it is broken"),)
        assert [each.id for each in journal.relevant(5)] == ["id-1"]
        assert journal.fires(Wanted(agent="some-agent")) == []
    assert path.read_bytes() == before


def test_a_journal_of_version_1_is_written_on(tmp_path: Path, opened: Opener) -> None:
    path = tmp_path / "old" / "journal.db"
    journal_of_version_1(path)
    with opened({"hooks/guard.scm": GUARD}, record=path) as host:
        fire = host.fire_in(host.generation, "pre_tool", PAYLOAD, origin=ORIGIN)
        with journal_of(host) as journal:
            assert journal.find("id-1").fire.origin is None
            assert journal.find(fire.id).fire.origin == ORIGIN
            assert len(journal.fires()) == 2
