"""Findings B4-B9, B11 and E1: the journal, processes and the resident host under faults; each test by its number."""

from __future__ import annotations

import array
import json
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.answer import Answer
from chibi_hooks.hooks.flat import in_turn
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.processes.keeper import PLACES, Keeper, NoPlace
from chibi_hooks.hooks.processes.runner import Ran, run
from chibi_hooks.hooks.recording import recorder as recorder_module
from chibi_hooks.hooks.recording.appending import Writing
from chibi_hooks.hooks.recording.journal import Journal
from chibi_hooks.hooks.recording.recorder import WINDOW, Recorder
from chibi_hooks.hooks.recording.writer import PATIENCE
from chibi_hooks.server.protocol import encode
from tests.homes import SHORT, make_home, sh_plugin

Opener = Callable[..., Host]
SLACK = 60.0  # seconds that something may take which has no limit of its own: a test that hangs must end
HOOK = {"hooks/guard.scm": '(define-hook pre_tool (tool_name) (if (equal? tool_name "x") (block "no") \'()))'}


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    directory = tmp_path / "work"
    directory.mkdir()
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    return Surroundings(environment, directory, tmp_path / "user")


@pytest.fixture
def opened(tmp_path: Path, around: Surroundings) -> Opener:
    def open_home(files: dict[str, str | bytes], **options: object) -> Host:
        return Host.open(home=make_home(tmp_path / "home", files), around=around, **options)  # type: ignore[arg-type]

    return open_home


def recorder_of(host: Host) -> Recorder:
    assert host.recorder is not None
    return host.recorder


def fires_in(host: Host) -> int:
    with Journal(recorder_of(host).path) as journal:
        return len(journal.fires())


def lock(path: Path) -> sqlite3.Connection:
    """Take the journal as another process would that never lets it go."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database.execute("BEGIN IMMEDIATE")
    return database


# --- B4: as fast as one machine can fire ---


@pytest.mark.parametrize("threads", [1, 8])
def test_b4_a_flood_is_recorded_whole(opened: Opener, threads: int) -> None:
    def flood() -> None:
        for _ in range(8_000 // threads):
            host.fire("pre_tool", {"tool_name": "x", "arguments": {}})

    with opened(HOOK) as host:
        running = [threading.Thread(target=flood) for _ in range(threads)]
        for each in running:
            each.start()
        for each in running:
            each.join()
        assert recorder_of(host).flush(SLACK)
        assert recorder_of(host).standing == (0, 0, None, None)
        assert fires_in(host) == 8_000


KILLED = """
import mmap, struct, sys, time
from chibi_hooks import Host
with open(sys.argv[3], "r+b") as file:
    told = mmap.mmap(file.fileno(), 8 * 200_000)
with Host.open(home=sys.argv[1], record=sys.argv[2]) as host:
    host.fire("pre_tool", {"tool_name": "x", "arguments": {}, "n": -1})
    host.recorder.flush()
    print("ready", flush=True)
    for n in range(200_000):
        host.fire("pre_tool", {"tool_name": "x", "arguments": {}, "n": n})
        struct.pack_into("d", told, 8 * n, time.time())  # acknowledged: whoever looks after the kill finds it
"""


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.2, 0.7, 1.5, 3.0])
def test_b4_a_kill_under_flood_takes_the_window_and_no_more(tmp_path: Path, seconds: float) -> None:
    lost: list[str] = []
    for attempt in range(3):  # a disk that stands still for a second takes more, and is nobody's fault here
        recorded, fired, last = killed_under_flood(tmp_path / str(attempt), seconds)
        lost.append(f"{recorded} of {fired} recorded: the last {last:.3f} s are lost")
        if fired - recorded <= WINDOW:
            return
    pytest.fail("\n".join(lost))


def killed_under_flood(directory: Path, seconds: float) -> tuple[int, int, float]:
    """Kill a program that fires as fast as it can: what is in its journal, what it fired, and the seconds between."""
    config = "[recorder]\nmax_journal_megabytes = 1024\n"  # none goes for want of room: 90,000 fires took all there is
    home = make_home(directory / "home", {**HOOK, "chibi-hooks.toml": config})
    path, told = directory / "journal.db", directory / "told"
    told.write_bytes(bytes(8 * 200_000))
    command = [sys.executable, "-c", KILLED, str(home), str(path), str(told)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        process.kill()
    times = array.array("d", told.read_bytes())
    fired = next(n for n, when in enumerate(times) if when == 0)
    with Journal(path) as journal:
        numbers = [each.payload["n"] for each in journal.fires() if each.payload]
    recorded = len(numbers) - 1
    assert numbers[1:] == list(range(recorded))
    return recorded, fired, times[fired - 1] - times[recorded] if recorded < fired else 0.0


# --- B5: one bad row costs one row ---


def test_b5_a_name_that_is_not_utf8_is_recorded_as_it_can_be_said(opened: Opener) -> None:
    with opened({}) as host:
        host.fire("pre_clear", {})
        recorder_of(host).flush(SLACK)
        first = fires_in(host)
        fire = host.fire("pre_clear", {"n": 1})
        for n in range(20):
            last = host.fire("pre_clear", {"n": n})
            if n == 10:
                answer = Answer("plug\udcff", "plugin", "plugins/plug\udcff", None, None, 0.0)
                recorder_of(host).record(replace(last, id="bad-1", answers=[answer]))
        assert recorder_of(host).flush(SLACK)
        assert fires_in(host) == first + 22
        assert recorder_of(host).standing[:2] == (0, 0)
        with Journal(recorder_of(host).path) as journal:
            assert journal.find("bad-1").answers[0].responder == "plug\udcff"
            assert journal.find(fire.id).payload == {"n": 1}


class Unsayable:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


def test_b5_a_row_that_cannot_be_written_costs_itself_and_is_counted(opened: Opener) -> None:
    with opened({}) as host:
        for n in range(20):
            fire = host.fire("pre_clear", {"n": n})
            if n == 10:
                recorder_of(host).record(replace(fire, id="bad", generation=1 << 80))  # no number of SQLite's
                host.fire("pre_clear", {"n": Unsayable()})
        assert recorder_of(host).flush(SLACK)
        assert fires_in(host) == 20
        standing = recorder_of(host).standing
        assert (standing.lost, standing.behind) == (2, 0)
        assert host.fire("pre_clear", {}).to_json(full=True)["journal"]["lost"] == 2
        assert recorder_of(host).flush(SLACK)
        assert recorder_of(host).fault is None  # it works again
        with Journal(recorder_of(host).path) as journal:
            assert sum(gap.lost for gap in journal.gaps()) == 2


# --- B9: a locked journal delays nobody ---


def test_b9_a_locked_journal_delays_no_fire_and_loses_none(opened: Opener) -> None:
    with opened({}) as host:
        host.fire("pre_clear", {})
        assert recorder_of(host).flush(SLACK)
        with closing(lock(recorder_of(host).path)) as held:
            fires = [host.fire("pre_clear", {"n": n}) for n in range(200)]
            started = time.monotonic()
            assert not recorder_of(host).flush(SLACK)
            assert time.monotonic() - started < PATIENCE + SLACK / 2
            behind = fires[-1].to_json(full=True)["journal"]["behind"]
            assert (recorder_of(host).lost, behind) == (0, 200)
            assert "locked" in str(recorder_of(host).fault)
            held.execute("ROLLBACK")
        assert recorder_of(host).flush(SLACK)
        assert recorder_of(host).standing == (0, 0, None, None)
        assert fires_in(host) == 201


def test_b9_whoever_closes_does_not_wait_for_a_locked_journal_and_tells_what_is_lost(opened: Opener) -> None:
    with opened({}) as host:
        host.fire("pre_clear", {})
        assert recorder_of(host).flush(SLACK)
        held = lock(recorder_of(host).path)
        host.fire("pre_clear", {})
    held.close()
    assert (recorder_of(host).lost, recorder_of(host).waiting) == (1, 0)
    assert "locked" in recorder_of(host).last_loss
    with opened({}) as host:
        host.fire("pre_clear", {})
    assert fires_in(host) == 2


def test_b9_the_window_is_bounded_by_the_queue_and_what_does_not_fit_is_counted(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (recorder_module, in_turn):  # whose statements stand in a fire, too
        monkeypatch.setattr(module, "WAITING", 50)
    with opened({}) as host:
        host.fire("pre_clear", {})
        assert recorder_of(host).flush(SLACK)
        with closing(lock(recorder_of(host).path)) as held:
            fires = [host.fire("pre_clear", {"n": n}) for n in range(80)]
            assert fires[-1].journal == (30, 50)
            held.execute("ROLLBACK")
        assert recorder_of(host).flush(SLACK)
        assert fires_in(host) == 51
        with Journal(recorder_of(host).path) as journal:
            assert sum(gap.lost for gap in journal.gaps()) == 30


# --- B11: pruning believes rows, not the clock ---


def test_b11_a_clock_that_is_40_days_ahead_empties_no_journal(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.recording.appending.STAYING", 0)
    ahead = [0.0]
    recorder = Recorder(tmp_path / "journal.db", now=lambda: time.time() + ahead[0])
    with opened({}, record=False) as host:
        for jump in (0.0, 40 * 86_400.0, 0.0):
            ahead[0] = jump
            for _ in range(3):
                recorder.record(host.fire("pre_clear", {}))
                recorder._until_look = 0
                recorder._next_age = 0.0
                assert recorder.flush(SLACK)
    recorder.close()
    with Journal(tmp_path / "journal.db") as journal:
        assert len(journal.fires()) == 9


def test_b11_what_is_older_than_a_month_of_use_goes(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.recording.appending.STAYING", 0)
    day = [0]
    recorder = Recorder(tmp_path / "journal.db", now=lambda: 1_000_000.0 + day[0] * 86_400)
    with opened({}, record=False) as host:
        for day[0] in range(0, 80, 2):  # on forty days
            recorder._until_look = 0
            recorder._next_age = 0.0
            recorder.record(host.fire("pre_clear", {"day": day[0]}))
            assert recorder.flush(SLACK)
    recorder.close()
    with Journal(tmp_path / "journal.db") as journal:
        assert [each.payload for each in journal.fires()] == [{"day": day} for day in range(20, 80, 2)]


class Damaged:
    """A connection whose file has just been damaged by somebody: the first insertion says so."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)

    def execute(self, query: str, *values: object) -> sqlite3.Cursor:
        if query.startswith("INSERT"):
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        return self._database.execute(query, *values)


def test_b11_a_damaged_journal_goes_aside_while_it_is_written(opened: Opener, tmp_path: Path) -> None:
    kinds = iter([Damaged])

    def connect(*arguments: object, **options: object) -> object:
        return next(kinds, lambda database: database)(sqlite3.connect(*arguments, **options))  # type: ignore[call-overload]

    path = tmp_path / "journal.db"
    recorder = Recorder(path, open_writing=lambda where, owner: Writing(where, owner, connect))
    with opened({}, record=False) as host:
        recorder.record(host.fire("pre_clear", {}))
        assert recorder.flush(SLACK)
    assert "it is now journal.db.broken-" in str(recorder.notice)
    recorder.close()
    with Journal(path) as journal:
        assert len(journal.fires()) == 1


# --- B6: what a plugin leaves, and what outlives the host ---

STRAY_WAYS = {
    "background": "sleep 600 & echo $! >> {pids}",
    "nohup": "nohup sleep 600 >/dev/null 2>&1 & echo $! >> {pids}",
    "setsid": "setsid sh -c 'echo $$ >> {pids}; exec sleep 600' >/dev/null 2>&1 &",
    "twice": "(setsid sh -c 'sleep 600 & echo $! >> {pids}; echo $$ >> {pids}; wait' &) >/dev/null 2>&1",
    "deaf": "setsid sh -c 'trap \"\" TERM; echo $$ >> {pids}; while :; do sleep 600; done' >/dev/null 2>&1 &",
}
TOLD = "while [ $(wc -l < {pids}) -lt {count} ]; do sleep 0.01; done"  # nobody is ended before it has told who it is


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in ("Z", "X")


def comes(condition: Callable[[], bool]) -> bool:
    """Does it come true? Who waits for ever has a fault to find."""
    until = time.monotonic() + SLACK
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return False


def told_pids(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def command(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
    line = [sys.executable, "-m", "chibi_hooks", *map(str, arguments)]
    environment = {**os.environ, "CHIBI_HOOKS_STATE": str(options.pop("state"))}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment, **options}
    return subprocess.Popen(line, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strays are found where the system has /proc")
@pytest.mark.parametrize("way", STRAY_WAYS)
def test_b6_what_a_plugin_leaves_is_ended_and_told(tmp_path: Path, way: str) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    told = TOLD.format(pids=pids, count=2 if way == "twice" else 1)
    body = f"cat >/dev/null\n{STRAY_WAYS[way].format(pids=pids)}\n{told}\necho '{{}}'"
    home = make_home(tmp_path / "home", {"plugins/leaves": sh_plugin("leaves", ["pre_clear"], body)})
    with command("fire", "pre_clear", "--sample", "--json", "--home", home, state=tmp_path / "state") as process:
        out, errors = process.communicate()
    assert process.returncode == 0, errors
    left = told_pids(pids)
    assert left and comes(lambda: all(map(is_gone, left)))  # killed, and perhaps not yet dead
    (answer,) = json.loads(out)["answers"]
    assert set(left) <= set(answer["strays"])
    assert b"left processes behind, which were ended" in errors


def test_b6_children_of_an_embedding_program_are_its_own(tmp_path: Path, opened: Opener) -> None:
    body = "cat >/dev/null\nsleep 600 & echo '{}'"
    own = subprocess.Popen(["sleep", "600"])
    dead = subprocess.Popen(["sh", "-c", "exit 7"])
    try:
        with opened({"plugins/leaves": sh_plugin("leaves", ["pre_clear"], body)}) as host:
            (answer,) = host.fire("pre_clear", {}).answers
        assert len(answer.strays) == 1 and comes(lambda: is_gone(answer.strays[0]))
        assert own.poll() is None
        assert dead.wait() == 7
    finally:
        own.kill()
        own.wait()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the guardian needs /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_b6_the_end_of_the_host_is_the_end_of_its_plugins(tmp_path: Path, number: signal.Signals) -> None:
    pids = tmp_path / "pids"
    body = f"echo $$ >> {pids}\nsetsid sleep 600 & echo $! >> {pids}\nsleep 600"
    home = make_home(tmp_path / "home", {"plugins/hangs": sh_plugin("hangs", ["pre_clear"], body)})
    with command("fire", "pre_clear", "--sample", "--home", home, state=tmp_path / "state") as process:
        assert comes(lambda: len(told_pids(pids)) == 2)
        process.send_signal(number)
        started = time.monotonic()
        process.wait()
        assert comes(lambda: all(map(is_gone, told_pids(pids))))
        assert time.monotonic() - started < 25  # and not the plugin's own limit
    assert process.returncode == {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}[number]


def test_b6_term_of_serve_ends_a_hanging_plugin_and_answers_the_client(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = f"echo $$ >> {pids}\ntrap '' TERM\nwhile :; do sleep 600; done"
    home = make_home(tmp_path / "home", {"plugins/hangs": sh_plugin("hangs", ["pre_clear"], body), **HOOK})
    state = tmp_path / "state"
    with command("serve", "--home", home, state=state) as serve:
        assert serve.stderr is not None
        assert comes(lambda: b"listening" in serve.stderr.readline())  # type: ignore[union-attr]
        with command("fire", "pre_clear", "--sample", "--json", "--home", home, state=state) as client:
            assert comes(lambda: len(told_pids(pids)) == 1)
            started = time.monotonic()
            serve.terminate()
            out, told = client.communicate()
            assert client.returncode == 0, told
            assert json.loads(out)["answers"][0]["error"]["type"] == "ended"
        serve.wait()
        assert time.monotonic() - started < 14  # B6: it took 15.6 s
        assert comes(lambda: all(map(is_gone, told_pids(pids))))


# --- B7: a bound on processes ---


def test_b7_no_more_than_sixteen_plugins_run_at_once_and_all_are_answered(tmp_path: Path, opened: Opener) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    body = f"cat >/dev/null\ntouch {marks}/$$\nls {marks} | wc -l\nsleep 0.02\nrm {marks}/$$"
    fires = []
    with opened({"plugins/counts": sh_plugin("counts", ["pre_clear"], body)}) as host:
        threads = [threading.Thread(target=lambda: fires.append(host.fire("pre_clear", {}))) for _ in range(60)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    answers = [fire.answers[0] for fire in fires]
    at_once = [int(re.search(r"\d+", str(answer.error and answer.error.message) + str(answer.value))[0])  # type: ignore[index]
               for answer in answers]  # fmt: skip
    assert len(answers) == 60
    assert 1 < max(at_once) <= PLACES


def test_b7_a_call_without_a_place_is_a_failure_as_data() -> None:
    keeper = Keeper(places=1, queue=1)
    ran: list[Ran] = []

    def call(timeout: float) -> None:
        ran.append(run(("/bin/sh", "-c", "sleep 1"), environment={}, directory="/", timeout=timeout, keeper=keeper))

    threads = [threading.Thread(target=call, args=(SLACK,)) for _ in range(2)]
    for each in threads:
        each.start()
    assert comes(lambda: keeper.running == 1 and len(keeper._queue) == 1)
    call(SLACK)
    assert (ran[0].end, ran[0].reason) == ("busy", "1 processes run and 1 calls wait for a place already")
    for each in threads:
        each.join()
    assert [each.end for each in ran[1:]] == ["exit", "exit"]
    assert keeper.running == 0


def test_b7_places_are_given_in_the_order_of_coming() -> None:
    keeper = Keeper(places=1)
    order: list[int] = []

    def call(number: int) -> None:
        with keeper.place(SLACK, {}):
            order.append(number)

    with keeper.place(SLACK, {}):
        threads = []
        for number in range(20):
            threads.append(threading.Thread(target=call, args=(number,)))
            threads[-1].start()
            assert comes(lambda: len(keeper._queue) == len(threads))
    for each in threads:
        each.join()
    assert order == list(range(20))


def test_b7_whoever_waits_for_a_place_is_told_when_everything_ends() -> None:
    keeper = Keeper(places=1)
    said: list[str] = []

    def call() -> None:
        try:
            with keeper.place(SLACK, {}):
                said.append("ran")
        except NoPlace as error:
            said.append(str(error))

    with keeper.place(SLACK, {}):
        thread = threading.Thread(target=call)
        thread.start()
        assert comes(lambda: len(keeper._queue) == 1)
        with keeper.ending():
            thread.join()
    assert "about to end" in said[0]
    call()
    assert said[1] == "ran"


# --- E1: the user's terminal ---

ASKS = """
printf 'really? ' >/dev/tty
read answer </dev/tty
echo "live $answer" >&2
cat >/dev/null
if [ "$answer" = no ]; then echo '{"block": true, "message": "you said no"}'; fi
"""


def at_terminal(tmp_path: Path, plugin: str, typed: Callable[[int], None]) -> tuple[int, str]:
    """Run `fire` on a terminal of its own, and type; gives its exit code and what the terminal shows."""
    home = make_home(tmp_path / "home", {"plugins/asks": sh_plugin("asks", ["pre_tool"], plugin)})
    payload = tmp_path / "payload.json"
    payload.write_text('{"tool_name": "x", "arguments": {}}')
    pid, master = pty.fork()
    if pid == 0:
        os.environ["CHIBI_HOOKS_STATE"] = str(tmp_path / "state")
        line = [sys.executable, "-m", "chibi_hooks", "fire", "pre_tool", str(payload), "--home", str(home)]
        os.execv(sys.executable, line)
    shown = b""
    try:
        while True:
            try:
                chunk = os.read(master, 4096)
            except OSError:  # the last one has closed it
                break
            if not chunk:
                break
            shown += chunk
            if b"really? " in shown and typed is not None:
                typed(master)
                typed = None  # type: ignore[assignment]
    finally:
        os.close(master)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


def test_e1_a_plugin_asks_at_the_terminal_and_speaks_live(tmp_path: Path) -> None:
    code, shown = at_terminal(tmp_path, ASKS, lambda master: os.write(master, b"no\n") and None)
    assert code == 0, shown
    assert shown.count("live no") == 1
    assert "you said no" in shown


def test_e1_ctrl_c_is_for_the_plugin_and_for_us(tmp_path: Path) -> None:
    code, shown = at_terminal(tmp_path, ASKS, lambda master: os.write(master, b"\x03") and None)
    assert code == 130, shown


def test_e1_what_a_plugin_did_to_the_terminal_is_put_back(tmp_path: Path) -> None:
    code, shown = at_terminal(
        tmp_path,
        "stty raw -echo </dev/tty\n" + ASKS + "\nkill -9 $$",
        lambda master: os.write(master, b"no\n") and None,
    )
    assert code == 0
    assert "\r\n" in shown.split("killed by SIGKILL")[1]  # line ends are made again


# --- B8: clients that never read ---

ECHO = {"hooks/echo.scm": '(register-hook \'pre_message (lambda (p) (list (cons "prompt" (cdr (assoc "prompt" p))))))'}
MEGABYTES = 2  # of one answer: twice in it


def memory_of(pid: int) -> int:
    """The most that the process ever had, in MB."""
    return int(re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) >> 10  # type: ignore[index]


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
def test_b8_ten_clients_that_never_read_cost_little_and_are_dropped_with_a_reason() -> None:
    with tempfile.TemporaryDirectory(prefix="ch-", dir=SHORT) as short:  # a socket's path is limited
        home, state = (
            make_home(Path(short) / "home", {**ECHO, "chibi-hooks.toml": "[scheme]\ntime_limit = 60\n"}),
            Path(short),
        )
        with command("serve", "--home", home, state=state) as serve:
            assert serve.stderr is not None
            address = next(
                line.split()[-1].decode() for line in iter(serve.stderr.readline, b"") if b"listening" in line
            )
            request = {"op": "fire", "point": "pre_message", "payload": {"prompt": "x" * (MEGABYTES << 20)}}
            deaf = [socket.socket(socket.AF_UNIX) for _ in range(10)]
            for client in deaf:
                client.connect(address)
            idle = memory_of(serve.pid)

            def ask(client: socket.socket) -> None:
                with suppress(OSError):  # it is dropped meanwhile
                    for number in range(16):
                        client.sendall(encode({"id": number, **request}))

            threads = [threading.Thread(target=ask, args=(client,)) for client in deaf]
            for each in threads:
                each.start()
            assert b"was dropped: it takes no answers" in b"".join(serve.stderr.readline() for _ in range(3))
            for each in threads:
                each.join()
            with command("fire", "pre_message", "--sample", "--home", home, state=state) as client:
                assert client.communicate()[0]
            used = memory_of(serve.pid) - idle
            serve.terminate()
            serve.communicate()
            for client in deaf:
                client.close()
        assert used < 400, f"{used} MB"
