"""Hook files whose worlds are processes: the same answers, hard limits, and every way in which a process can fail."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import textwrap
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.vfs import Vfs
from chibi_hooks.hooks.recording.journal import Journal
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.script import BrokenScript, Script
from chibi_hooks.hooks.scripts.workers import DIFFERENCES, process, wire
from chibi_hooks.hooks.scripts.workers import script as workers
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY, Born
from chibi_hooks.scheme.worlds.coverage import Coverage
from tests.attacks.test_attacks import DATA, Attack, attacks
from tests.halves import dealt
from tests.homes import make_home
from tests.isolation import HELD, holds, says_itself

pytestmark = says_itself

Load = Callable[..., Script]
TOOL = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /", "env": {}, "paths": []}}
COUNT = '(define n 0) (register-hook \'pre_message (lambda (p) (set! n (+ n 1)) `(("prompt" . ,(number->string n)))))'
IN_WORKERS = '[scheme.isolation]\n"" = "worker"\n'


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """Load this text as `hooks/guard.scm`, in a worker."""
    loaded: list[Script] = []

    def load_text(text: str, **options: Any) -> Script:
        path = tmp_path / "guard.scm"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        options = {"isolation": "worker", "time_limit": 60.0, **options}
        loaded.append(load_script(path, "hooks/guard.scm", **options))
        return loaded[-1]

    yield load_text
    for script in loaded:
        script.close()


def answers(script: Script, payload: dict[str, Any]) -> list[Any]:
    said = [hook.answer(event_of(payload)) for hook in script.hooks]
    return [(one.error.type, one.error.message) if one.error else one.value for one in said]


def event_of(payload: dict[str, Any]) -> Event:
    return Event("pre_tool", payload, payload.get("context_name", ""), Path(), Account(60.0))


def pid_of(script: Any) -> int:
    return int(script._worker.pid)


def is_alive(pid: int) -> bool:
    """Is it more than a number that nobody has waited for?"""
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():  # pytest-timeout ends it
        time.sleep(0.01)


# --- the same as in a thread ---


class Text(str):
    """What a program may hand over that is nearly plain."""


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ('(register-hook \'pre_tool (lambda (p) (list (assoc "arguments" p))))', TOOL),
        ("(register-hook 'pre_tool (lambda (p)\n  (+ 1 (car 5))))", TOOL),
        ("(register-hook 'pre_tool (lambda (p) (raise (list 1 \"a\" 'b))))", TOOL),
        ("(register-hook 'pre_tool (lambda (p) 42))", TOOL),
        ('(register-hook \'pre_file_read (lambda (p) (block "no")))', TOOL),
        ('(register-hook \'pre_message (lambda (p) (list (cons "prompt" (cdr (assoc "x" p))))))', {"x": "é\0😀"}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"a": 10**300, "b": -0.5, "c": [None]}),
        ("(register-hook 'pre_tool (lambda (p) '()))", {"a": {1, 2}}),
        ("(register-hook 'pre_tool (lambda (p) '()))", {"a": float("nan")}),
        ('(register-hook \'pre_message (lambda (p) (list (cons "prompt" %context-name%))))', {"context_name": "c"}),
        ("(register-hook 'pre_tol (lambda (p) '())) (register-hook 'pre_tool (lambda (p) (no-such)))", TOOL),
        (COUNT, {}),
        ("(register-hook 'pre_tool (lambda (p) (display 1) (display 2 (current-error-port)) (car p)))", {}),
        ("(register-hook 'pre_tool (lambda (p) (display 'MemoryError) '()))", {}),
        (
            '(import (srfi 115)) (register-hook \'pre_tool (lambda (p) (if (regexp-search \'(: "rm" space) "rm x")'
            ' (block "no") \'())))',
            TOOL,
        ),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" (list (cons "n" (expt 10 5000)))))))', TOOL),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "message" (cdr (assoc "x" p))))))', {"x": "a\ud83d"}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "message" (cdr (assoc "x" p))))))', {"x": Text("a")}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', OrderedDict(b=1, a=OrderedDict())),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"deep": nested(150)}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"deep": nested(250)}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"b": b"bytes"}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"f": print, 1: 2}),
        ('(register-hook \'pre_tool (lambda (p) (list (cons "arguments" p))))', {"c": compile("1", "", "eval")}),
    ],
)
def test_it_answers_as_in_a_thread(load: Load, text: str, payload: dict[str, Any]) -> None:
    here, there = load(text, isolation="thread"), load(text)
    for _ in range(2):
        assert answers(there, payload) == answers(here, payload)
        said = [[hook.answer(event_of(payload)).said for hook in script.hooks] for script in (there, here)]
        assert said[0] == said[1]
    assert [(hook.point, hook.responder, hook.place) for hook in there.hooks] == [
        (hook.point, hook.responder, hook.place) for hook in here.hooks
    ]
    assert there.problems == here.problems


@pytest.mark.parametrize("text", ["(car 5)", '(display "x"', "\n(list 'a", '(error "not today" 1)', "(frobnicate)"])
def test_a_file_that_cannot_be_loaded_says_so_in_the_same_words(load: Load, text: str) -> None:
    with pytest.raises(BrokenScript) as here:
        load(text, isolation="thread")
    with pytest.raises(BrokenScript) as there:
        load(text)
    assert (str(there.value), there.value.report, there.value.kind) == (
        str(here.value), here.value.report, here.value.kind
    )  # fmt: skip


def test_an_unsandboxed_file_works_where_its_host_does(
    load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = """(import (scheme file) (scheme process-context))
        (call-with-output-file "written" (lambda (port) (write-string "by it" port)))
        (register-hook 'pre_message (lambda (p) (list (cons "prompt" (get-environment-variable "MINE")))))"""
    assert answers(load(text, tier="unsandboxed", environment={"MINE": "a"}), {}) == [{"prompt": "a"}]
    assert (tmp_path / "written").read_text() == "by it"


def test_a_registration_made_later_is_told(load: Load) -> None:
    script = load("(register-hook 'pre_message (lambda (p) (register-hook 'pre_tool (lambda (p) '())) '()))")
    assert script.problems == ()
    script.hooks[0].answer(event_of({}))
    assert "pre_tool is registered after the file was loaded" in str(script.problems[0])


def test_a_home_of_workers_calls_tools_of_its_own_files_and_of_the_program(
    tmp_path: Path, around: Surroundings
) -> None:
    files = {
        "hooks/a.scm": """
            (define-tool outer (description "d") (parameters '()) (execute (lambda (a) (call-tool "inner" '()))))
            (define-tool inner (description "d") (parameters '())
              (execute (lambda (a) (call-tool "plain" '((n . 5))))))
            (register-hook 'pre_message (lambda (p) (list (cons "prompt" (call-tool "outer" '())))))
            (register-hook 'pre_tool (lambda (p) (list (cons "message" %context-name%))))""",
        "hooks/other.scm": "(register-hook 'pre_tool (lambda (p) (if (equal? (cdr (assoc \"tool_name\" p)) \"secret\")"
        ' (block "not that") (no-opinion))))',
        "chibi-hooks.toml": IN_WORKERS,
    }  # fmt: skip
    with Host.open(home=make_home(tmp_path / "h", files), around=around, tools={"plain": lambda n: f"got {n}"}) as host:
        assert [script.isolation for script in host.generation.loaded[0].scripts] == ["worker", "worker"]
        fire = host.fire("pre_message", {"prompt": "hi", "context_name": "me"})
        assert "got 5" in fire.outcome.prompt
        assert [(call.script, call.tool, call.status) for call in fire.calls] == [("hooks/a.scm", "outer", "done")]
        assert host.fire("pre_tool", {"tool_name": "secret", "arguments": {}}).outcome.block is True


def test_threads_may_enter_while_a_script_waits_for_a_tool(tmp_path: Path, around: Surroundings) -> None:
    inside, done = threading.Event(), threading.Event()

    def slow() -> str:
        inside.set()
        done.wait()
        return "slow"

    text = f'(register-hook \'pre_message (lambda (p) (list (cons "prompt" (call-tool "slow" \'())))))\n{COUNT}'
    files = {"hooks/a.scm": text.replace("pre_message (lambda (p) (set!", "pre_clear (lambda (p) (set!"),
             "chibi-hooks.toml": IN_WORKERS}  # fmt: skip
    with Host.open(home=make_home(tmp_path / "h", files), around=around, tools={"slow": slow}) as host:
        said: list[str] = []
        thread = threading.Thread(target=lambda: said.append(host.fire("pre_message", {"prompt": ""}).outcome.prompt))
        thread.start()
        inside.wait()
        assert [host.fire("pre_clear", {}).answers[0].value["prompt"] for _ in range(3)] == ["1", "2", "3"]
        done.set()
        thread.join()
    assert "slow" in said[0]


def test_who_comes_while_a_script_writes_a_file_waits_and_keeps_nobody_from_the_answer(
    tmp_path: Path, around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"""
        (import (harness io))
        (register-hook 'pre_message
          (lambda (p) (io-write "vfs:///shared/a" "x") `(("prompt" . ,(io-read "vfs:///shared/a")))))
        {COUNT.replace("pre_message", "pre_clear")}"""
    config = f'{IN_WORKERS}[scheme.tiers]\n"hooks/a.scm" = "virtual"\n'
    with Host.open(
        home=make_home(tmp_path / "h", {"hooks/a.scm": text, "chibi-hooks.toml": config}), around=around
    ) as host:
        said: list[Any] = []
        second = threading.Thread(target=lambda: said.extend(host.fire("pre_clear", {}).answers))
        asked, converse, write = threading.Event(), workers.WorkerScript._call, Vfs.write

        def asking(script: Any, *arguments: Any) -> Any:
            if threading.current_thread() is second:
                asked.set()
            return converse(script, *arguments)

        def writing(*arguments: Any) -> None:
            second.start()
            asked.wait()
            second.join(0.05)  # time to come in, where it may: then both would wait for each other
            write(*arguments)

        monkeypatch.setattr(workers.WorkerScript, "_call", asking)
        monkeypatch.setattr(Vfs, "write", writing)
        assert host.fire("pre_message", {"prompt": ""}).outcome.prompt == "x"
        second.join()
    assert [answer.value for answer in said] == [{"prompt": "1"}]


def test_a_save_goes_to_another_process_and_the_old_one_ends(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/a.scm": COUNT, "chibi-hooks.toml": IN_WORKERS})
    with Host.open(home=home, around=around) as host:
        old = pid_of(host.generation.loaded[0].scripts[0])
        assert [host.fire("pre_message", {"prompt": ""}).outcome.prompt for _ in range(2)] == ["1", "2"]
        for n in range(3):  # the last generation but one is kept for a rollback
            (home / "hooks/a.scm").write_text(f"{COUNT} ; {n}")
            host.reload()
        assert host.fire("pre_message", {"prompt": ""}).outcome.prompt == "1"
        gc.collect()
        wait_for(lambda: not is_alive(old))
        last = pid_of(host.generation.loaded[0].scripts[0])
        kept = pid_of(host.reloader._previous.loaded[0].scripts[0])  # type: ignore[union-attr]
        assert last != kept
    wait_for(lambda: not is_alive(last) and not is_alive(kept))  # at once, though somebody holds the host
    assert host.generation.number == 4


@holds("edited")
def test_a_repl_is_told_that_it_cannot_edit_it(load: Load) -> None:
    script = load(COUNT)
    with pytest.raises(BadRequest, match="a process of its own"), script.edited():
        pass
    with pytest.raises(BadRequest, match='isolation = "thread"'):
        _ = script.interpreter


def test_the_differences_are_a_list_and_each_is_held_by_a_test() -> None:
    assert set(DIFFERENCES) == HELD


@holds("counted")
def test_who_counts_clauses_has_the_world_in_a_thread(load: Load) -> None:
    with Coverage() as coverage:
        script = load("(register-hook 'pre_tool (lambda (p) (if (null? p) (block \"no\") '())))")
        answers(script, TOOL)
    assert script.isolation == "thread"
    assert [branch.count for branch in coverage.branches] == [1, 0, 1]


@holds("left")
def test_a_continuation_of_a_script_that_waits_for_a_tool_is_a_clear_error_there(
    tmp_path: Path, around: Surroundings
) -> None:
    tools = """
        (define escape #f)
        (define-tool t (description "d") (parameters '())
          (execute (lambda (a) (call/cc (lambda (k) (set! escape k) (call-tool "u" '()))))))
        (define-tool u (description "d") (parameters '()) (execute (lambda (a) (escape "left"))))"""
    home = make_home(tmp_path / "h", {"hooks/a.scm": tools, "chibi-hooks.toml": IN_WORKERS})
    with Host.open(home=home, around=around) as host:
        call = host.call_tool("t", {})
        assert call.status == "failed" and "continuation" in call.output
        assert host.call_tool("t", {}).status == "failed"  # and the world goes on


@holds("waits")
def test_a_fire_that_a_loop_waits_for_is_never_on_its_thread(
    tmp_path: Path, around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = '(register-hook \'pre_tool (lambda (p) (block "no")))'
    home = make_home(tmp_path / "h", {"hooks/a.scm": blocks, "chibi-hooks.toml": IN_WORKERS})
    monkeypatch.setattr("chibi_hooks.hooks.host.QUICK", 60_000.0)
    with Host.open(home=home, around=around, record=False) as host:
        threads, fire = [], host.fire
        monkeypatch.setattr(host, "fire", lambda *a, **k: threads.append(threading.get_ident()) or fire(*a, **k))

        async def twice() -> None:
            for _ in range(2):
                await host.afire("pre_tool", TOOL)

        asyncio.run(twice())
    assert len(threads) == 2 and threading.get_ident() not in threads


@holds("long")
def test_an_answer_that_is_too_long_is_told(load: Load) -> None:
    text = """(define s (make-string 4000000 #\\a))
        (register-hook 'pre_tool (lambda (p) `(("arguments" . (,s ,s ,s ,s ,s)))))"""
    ((kind, said),) = answers(load(text), TOOL)
    assert (kind, "the answer is too long: wanted at most 16 MB" in said) == ("result", True)


def test_where_worlds_are_is_the_programs_to_say(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/a.scm": COUNT, "chibi-hooks.toml": IN_WORKERS})
    for isolation, expected in (("thread", []), ("worker", ["hooks/a.scm"]), (None, ["hooks/a.scm"])):
        with Host.open(home=home, around=around, isolation=isolation) as host:
            assert host.generation.isolated == expected
            (home / "hooks/a.scm").write_text(f"{COUNT} ; {isolation}")
            host.reload()
            assert host.generation.isolated == expected


# --- limits ---

SPIN = "(register-hook 'pre_tool (lambda (p) (let loop () (loop))))"
FILL = "(register-hook 'pre_tool (lambda (p) (let loop ((l '())) (loop (cons (make-vector 100000 0) l)))))"
KEEP = "(define l '()) (register-hook 'pre_tool (lambda (p) (set! l (cons (make-vector 500000 0) l)) '()))"


@pytest.mark.parametrize(
    ("text", "seconds", "message"), [(SPIN, 0.3, "longer than its 0.3 s"), (FILL, 60.0, "more than its 64 MB")]
)
def test_what_takes_too_much_is_a_failed_answer(load: Load, text: str, seconds: float, message: str) -> None:
    script = load(text, time_limit=seconds, memory_limit=64 << 20)
    ((kind, said),) = answers(script, TOOL)
    assert kind == "limit"
    assert message in said


@holds("memory")
def test_what_a_world_keeps_counts_and_its_neighbour_never_hears_of_it(load: Load) -> None:
    greedy, innocent = load(KEEP, memory_limit=64 << 20), load(COUNT, memory_limit=16 << 20)
    said = [(answers(greedy, TOOL)[0], answers(innocent, {})[0]) for _ in range(20)]
    assert [each["prompt"] for _, each in said] == [str(n) for n in range(1, 21)]
    failed = [n for n, (each, _) in enumerate(said) if each is not None]
    assert 12 <= failed[0] <= 17  # 4 MB each
    assert said[failed[0]][0][0] == "limit"
    assert "64 MB of memory" in said[failed[0]][0][1]
    assert "it kept" in str(greedy.problems)  # told, and then it goes on anew


def test_one_that_never_comes_back_is_killed(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    script = load(COUNT, time_limit=0.1)
    assert answers(script, {}) == [{"prompt": "1"}]
    monkeypatch.setattr(process, "LEAST", 0.3)
    monkeypatch.setattr(process, "PATIENCE", 1)
    stopped = pid_of(script)
    os.kill(stopped, signal.SIGSTOP)  # as if it were in one call of C for ever
    ((kind, message),) = answers(script, {})
    assert (kind, "was killed and starts anew" in message) == ("limit", True)
    wait_for(lambda: not is_alive(stopped))
    monkeypatch.undo()
    assert answers(script, {}) == [{"prompt": "1"}]


@pytest.mark.skipif(sys.platform != "linux", reason="where the limits of a process can be read")
def test_the_system_would_end_it_too(load: Load) -> None:
    script = load(COUNT, time_limit=2.0, memory_limit=64 << 20)
    assert answers(script, {}) == [{"prompt": "1"}]
    text = Path(f"/proc/{pid_of(script)}/limits").read_text()
    limits = {line[:26].strip(): line[26:].split()[0] for line in text.splitlines()}
    assert 30 < int(limits["Max cpu time"]) < 60
    assert int(limits["Max open files"]) <= 24
    assert int(limits["Max data size"]) < 1 << 30


# --- the process ---


@holds("lost")
def test_one_that_died_while_nobody_asked_is_replaced_before_the_next_answer(load: Load) -> None:
    script = load(COUNT)
    assert answers(script, {}) == [{"prompt": "1"}]
    os.kill(old := pid_of(script), signal.SIGKILL)
    wait_for(lambda: not is_alive(old))
    assert answers(script, {}) == [{"prompt": "1"}]
    assert "what it kept is lost" in str(script.problems[0])


def test_one_that_dies_in_the_middle_is_one_failed_answer(load: Load) -> None:
    script = load(SPIN)
    said: list[Any] = []
    thread = threading.Thread(target=lambda: said.extend(answers(script, TOOL)))
    thread.start()
    pid = pid_of(script)
    wait_for(lambda: process.computed_by(pid) > 0.5)
    os.kill(pid, signal.SIGKILL)
    thread.join()
    assert said[0][0] == "worker"
    assert "hooks/guard.scm: its process is gone" in said[0][1]


def test_when_the_nursery_is_killed_everything_starts_anew(load: Load) -> None:
    script = load(COUNT)
    assert answers(script, {}) == [{"prompt": "1"}]
    assert NURSERY._process is not None
    old = pid_of(script)
    os.kill(NURSERY._process.pid, signal.SIGKILL)
    wait_for(lambda: not is_alive(old))
    assert answers(script, {}) == [{"prompt": "1"}]


@pytest.mark.parametrize("then", ["deleted", "broken", "changed"])
def test_it_starts_again_with_the_files_that_it_had_read(tmp_path: Path, around: Surroundings, then: str) -> None:
    """As a world in a thread goes on, whatever lies on disk by now."""
    library = '(define-library (my words) (export bad) (import (scheme base)) (begin (define bad "rm")))'
    text = """(import (my words))
        (include "more.scm")
        (cond-expand ((library (my others)) (register-hook 'pre_message (lambda (p) '()))) (else #f))
        (register-hook 'pre_tool (lambda (p) (if (equal? (payload-ref p "tool_name") bad) (block more) '())))"""
    files = {"hooks/a.scm": text, "hooks/more.scm": '(define more "no")', "lib/my/words.sld": library}
    home = make_home(tmp_path / "h", {**files, "chibi-hooks.toml": IN_WORKERS})
    with Host.open(home=home, around=around) as host:
        assert host.fire("pre_tool", {**TOOL, "tool_name": "rm"}).outcome.message == "no"
        for name in ("hooks/more.scm", "lib/my/words.sld"):
            path = home / name
            path.unlink() if then == "deleted" else path.write_text("(((" if then == "broken" else '(define more "y")')
        make_home(home, {"lib/my/others.sld": "(define-library (my others) (import (scheme base)) (export))"})
        script: Any = next(each for each in host.generation.loaded[0].scripts if each.name == "hooks/a.scm")
        os.kill(old := pid_of(script), signal.SIGKILL)
        wait_for(lambda: not is_alive(old))
        (answer,) = host.fire("pre_tool", {**TOOL, "tool_name": "rm"}).answers
        assert answer.error is None
        assert answer.value == {"block": True, "message": "no"}


def test_the_last_good_version_starts_again_too(tmp_path: Path, around: Surroundings) -> None:
    files = {"hooks/a.scm": f"(import (my words)) {BLOCK}", "chibi-hooks.toml": IN_WORKERS,
             "lib/my/words.sld": "(define-library (my words) (import (scheme base)) (export))"}  # fmt: skip
    home = make_home(tmp_path / "h", files)
    with Host.open(home=home, around=around):
        pass
    (home / "hooks/a.scm").write_text("(((")
    (home / "lib/my/words.sld").unlink()
    with Host.open(home=home, around=around) as host:  # from what is kept in the state directory
        for _ in range(2):
            assert host.fire("pre_tool", TOOL).outcome.block is True
            script: Any = host.generation.loaded[0].scripts[0]
            os.kill(old := pid_of(script), signal.SIGKILL)
            wait_for(lambda old=old: not is_alive(old))  # type: ignore[misc]


def test_a_file_that_registers_something_else_the_next_time_is_not_the_same_guard(load: Load, tmp_path: Path) -> None:
    text = f"(if (file-exists? \"{tmp_path / 'x'}\") #f (register-hook 'pre_tool (lambda (p) '())))"
    script = load(f"(import (scheme file)){text}", tier="unsandboxed")
    (tmp_path / "x").touch()
    os.kill(old := pid_of(script), signal.SIGKILL)
    wait_for(lambda: not is_alive(old))
    ((kind, message),) = answers(script, TOOL)
    assert (kind, "did not register the same hooks" in message) == ("worker", True)


def test_workers_end_with_their_host(tmp_path: Path) -> None:
    make_home(tmp_path / "h", {"hooks/a.scm": COUNT, "hooks/b.scm": SPIN, "chibi-hooks.toml": IN_WORKERS})
    code = f"""
import sys, threading
from chibi_hooks import Host
host = Host.open(home={str(tmp_path / "h")!r})
threading.Thread(target=host.fire, args=("pre_tool", {TOOL!r}), daemon=True).start()
print(*(script._worker.pid for script in host.generation.loaded[0].scripts), flush=True)
sys.stdin.read()"""
    environment = {**os.environ, "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        pids = [int(word) for word in process.stdout.readline().split()]
        assert [is_alive(pid) for pid in pids] == [True, True]
        process.kill()
    wait_for(lambda: not any(is_alive(pid) for pid in pids))


def test_descriptors_and_processes_do_not_add_up(load: Load) -> None:
    for _ in range(3):
        load(COUNT).close()
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        script = load(COUNT)
        pid = pid_of(script)
        script.close()
        wait_for(lambda pid=pid: not is_alive(pid))  # type: ignore[misc]
    assert len(os.listdir("/proc/self/fd")) <= before


def test_what_was_never_asked_rests_and_comes_back(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "RESTING", 2)
    scripts: list[Any] = [load(COUNT) for _ in range(5)]
    assert [script._worker is None for script in scripts] == [True, True, True, False, False]
    assert [answers(script, {}) for script in scripts] == [[{"prompt": "1"}]] * 5
    assert [script.problems for script in scripts] == [()] * 5  # nothing was lost


BLOCK = '(register-hook \'pre_tool (lambda (p) (block "no")))'


@pytest.mark.long
def test_a_hundred_workers_answer_and_leave_nothing_behind(load: Load) -> None:
    before = len(os.listdir("/proc/self/fd"))
    scripts: list[Any] = [load(COUNT) for _ in range(100)]
    assert [answers(script, {}) for script in scripts] == [[{"prompt": "1"}]] * 100
    pids = {pid_of(script) for script in scripts}
    assert len(pids) == 100
    for script in scripts:
        script.close()
    wait_for(lambda: not any(is_alive(pid) for pid in pids))
    assert len(os.listdir("/proc/self/fd")) <= before + 2  # the nursery's


@pytest.mark.long
def test_under_a_storm_of_kills_every_fire_has_the_guards_answer_or_its_failure(
    tmp_path: Path, around: Surroundings
) -> None:
    config = IN_WORKERS + '[on_failure]\npre_tool = "deny"\n'
    home = make_home(tmp_path / "h", {"hooks/a.scm": BLOCK, "hooks/b.scm": COUNT, "chibi-hooks.toml": config})
    done = threading.Event()
    fires: list[Any] = []

    def kill() -> None:
        chance, nurseries = random.Random(1), 12  # that are killed: one needs half a second to begin, twenty kills long
        while not done.wait(chance.random() / 100):
            nursery = NURSERY._process
            worker = getattr(script, "_worker", None)
            victim = nursery if nurseries and chance.random() < 0.1 else worker
            if victim is not None:
                nurseries -= victim is nursery
                with suppress(ProcessLookupError):
                    os.kill(victim.pid, signal.SIGKILL)

    with Host.open(home=home, around=around) as host:
        script: Any = host.generation.loaded[0].scripts[0]
        killing = threading.Thread(target=kill)
        firing = [threading.Thread(target=lambda: fires.extend(fired(host, 50))) for _ in range(4)]
        for each in (killing, *firing):
            each.start()
        for each in firing:
            each.join()
        done.set()
        killing.join()
        assert len(fires) == 200
        assert {fire.outcome.block for fire in fires} == {True}
        failures = {answer.error.type for fire in fires for answer in fire.answers if answer.error is not None}
        assert failures <= {"worker"}
        (answer,) = fired(host, 1)[0].answers
        assert answer.value == {"block": True, "message": "no"}


def fired(host: Host, count: int) -> list[Any]:
    return [host.fire("pre_tool", TOOL) for _ in range(count)]


def test_how_a_worker_failed_is_a_denial_where_failures_deny_and_is_in_the_journal(
    tmp_path: Path, around: Surroundings
) -> None:
    files = {"hooks/a.scm": SPIN, "chibi-hooks.toml": IN_WORKERS + '[on_failure]\n"hooks/a.scm" = "deny"\n'}
    with Host.open(home=make_home(tmp_path / "h", files), around=around, record=tmp_path / "journal.db") as host:
        worker = pid_of(host.generation.loaded[0].scripts[0])
        fires: list[Any] = []
        thread = threading.Thread(target=lambda: fires.extend(fired(host, 1)))
        thread.start()
        wait_for(lambda: process.computed_by(worker) > 0.3)
        os.kill(worker, signal.SIGKILL)
        thread.join()
        assert fires[0].outcome.block is True
        assert "a failed (hooks/a.scm: its process is gone" in fires[0].outcome.message
    with closing(Journal(tmp_path / "journal.db")) as journal:
        (recorded,) = journal.fires()
    assert recorded.answers[0].error is not None
    assert recorded.answers[0].error.type == "worker"


def test_a_closed_one_says_so(load: Load) -> None:
    script = load(COUNT)
    (hook,) = script.hooks
    script.close()
    error = hook.answer(event_of({})).error
    assert error is not None
    assert (error.type, "unloaded" in error.message) == ("worker", True)


# --- confinement ---

ESCAPE = """
import json, os, socket, sys
from chibi_hooks.hooks.scripts.workers.confinement import confine, lacking
if lacking():
    print(json.dumps({"lacking": lacking()})); sys.exit()
found = {}
def attempt(name, function):
    try:
        function(); found[name] = "done"
    except MemoryError:
        found[name] = "MemoryError"
    except OSError as error:
        found[name] = type(error).__name__
secret = sys.argv[1]
confine(64 << 20, [os.path.dirname(os.__file__)])
attempt("read", lambda: open(secret).read())
attempt("list", lambda: os.listdir("/"))
attempt("write", lambda: open("/tmp/chibi-hooks-escape", "w"))
attempt("delete", lambda: os.unlink(secret))
attempt("socket", lambda: socket.socket())
attempt("fork", os.fork)
attempt("execute", lambda: os.execv("/bin/true", ["true"]))
attempt("kill", lambda: os.kill(os.getppid(), 0))
attempt("limits", lambda: __import__("resource").prlimit(0, 9, (-1, -1)))
attempt("memory", lambda: bytearray(100 << 20))
attempt("less memory", lambda: bytearray(30 << 20))
attempt("library", lambda: open(os.__file__).read())
import threading
attempt("thread", lambda: threading.Thread(target=int).start())
sys.stdout.write(json.dumps(found))
"""


def test_a_process_that_breaks_out_of_the_sandbox_finds_a_second_wall(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    ran = subprocess.run([sys.executable, "-c", ESCAPE, str(tmp_path / "secret")], capture_output=True, text=True)
    found = json.loads(ran.stdout)
    if "lacking" in found:
        pytest.skip(str(found["lacking"]))
    no = "PermissionError"
    assert found == {
        "read": no, "list": no, "write": no, "delete": no, "socket": no, "fork": no, "execute": no, "kill": no,
        "limits": no, "memory": "MemoryError", "less memory": "done", "library": "done", "thread": "done",
    }  # fmt: skip


# --- a worker that says what it likes ---

REGISTERED = {"hooks": [["pre_tool", "hooks/guard.scm:1:1"]], "tools": [], "problems": [], "files": {}}


@pytest.fixture
def hostile(load: Load, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Script]]:
    """A script whose worker says these things, one for each thing that it is asked, and then nothing more."""
    threads: list[threading.Thread] = []
    process = subprocess.Popen(["sleep", "600"])  # whose clock is read and whose limits are set

    def make(*sayings: bytes | dict[str, Any] | None) -> Script:
        def bear() -> Born:
            ours, its = socket.socketpair()

            def speak() -> None:
                with its, suppress(OSError):
                    for saying in sayings:
                        if saying is None:  # it goes on and says nothing
                            its.recv(1)
                            break
                        wire.read_down(its.fileno())
                        its.sendall(saying if isinstance(saying, bytes) else wire.frame_up(saying))

            threads.append(threading.Thread(target=speak))
            threads[-1].start()
            return Born(ours, process.pid)

        monkeypatch.setattr(NURSERY, "bear", bear)
        return load("'never read")

    yield make
    gc.collect()
    process.kill()
    process.wait()
    for thread in threads:
        thread.join()


def test_a_worker_that_ends_late_with_what_it_had_not_read_has_not_heard_it() -> None:
    """One that was killed on a busy machine is there until it is its turn; so it is asked again, not given up."""
    ours, its = socket.socketpair()
    wire.prepare(ours)
    with ours, pytest.raises(wire.Unheard):
        wire.exchange(ours.fileno(), wire.frame_down(("evaluate",)), its.close)


def framed(text: bytes) -> bytes:
    return struct.pack("!I", len(text)) + text


@pytest.mark.parametrize(
    "saying",
    [
        b"", b"\0", b"\0\0\0\5{", b"\xff\xff\xff\xff" + b"x" * 100_000, framed(b"{"), framed(b"[]"), framed(b"\xff"),
        framed(b'{"value":NaN}'), framed(b"[" * 100_000), framed(b"1" * 10_000), framed(b"{}") + b"more",
        framed(b'{"failure":5}'), framed(b'{"failure":["limit"]}'), framed(b'{"number":1}'), framed(b'{"full":1}'),
        framed(b'{"number":1,"vfs":"read","path":"vfs:///x","text":""}'),
        framed(b'{"number":1,"refusal":"/etc/passwd"}'),
    ],
)  # fmt: skip
def test_nonsense_is_a_failed_answer_and_nothing_else(hostile: Callable[..., Script], saying: bytes) -> None:
    script = hostile(REGISTERED, saying)
    ((kind, message),) = answers(script, TOOL)
    assert kind in ("worker", "limit")
    assert message.startswith("hooks/guard.scm: ")
    assert len(message) < 500


@pytest.mark.parametrize("half", [b"", b"\0\0", b"\0\0\1\0{", b"\0\xff\0\0" + b"x" * 500_000])
def test_one_that_stops_in_the_middle_of_its_answer_is_not_waited_for_longer_than_the_clock_allows(
    hostile: Callable[..., Script], monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(process, "LEAST", 0.3)
    monkeypatch.setattr(process, "PATIENCE", 1)
    script: Any = hostile(REGISTERED, half, None)
    script.time_limit = 0.1
    ((kind, message),) = answers(script, TOOL)
    assert (kind, "was killed and starts anew" in message) == ("limit", True)


@pytest.mark.parametrize(
    "registered",
    [
        {}, {"hooks": 5}, {**REGISTERED, "hooks": [["no_such", "x"]]}, {**REGISTERED, "hooks": [[["pre_tool"], "x"]]},
        {**REGISTERED, "hooks": [["pre_tool"]]}, {**REGISTERED, "hooks": [["pre_tool", 5]]},
        {**REGISTERED, "hooks": [["pre_tool", "x"]] * 20_000}, {**REGISTERED, "tools": [{}]},
        {**REGISTERED, "tools": [{"name": "a b", "parameters": {}}]}, {**REGISTERED, "files": [1]},
        {**REGISTERED, "problems": [1]}, {"broken": 5}, {"broken": {}}, {"broken": {"place": "x"}},
    ],
)  # fmt: skip
def test_nonsense_at_the_load_is_a_broken_file(hostile: Callable[..., Script], registered: dict[str, Any]) -> None:
    with pytest.raises(BrokenScript):
        hostile(registered)


def test_files_that_it_names_elsewhere_are_not_believed(hostile: Callable[..., Script], tmp_path: Path) -> None:
    named = {"/etc/passwd": "x", f"{tmp_path}/../x": "x", f"{tmp_path}/a.scm": "a", "relative": "x"}
    assert hostile({**REGISTERED, "files": named}).files == {tmp_path / "a.scm": "a"}


# --- the attacks ---


LIMITED = [each for each in attacks() if each.outcome == "limit" and not each.name.startswith("eval: ")]


@pytest.mark.parametrize("attack", dealt(LIMITED, 8), ids=lambda attack: attack.name)
def test_a_hostile_program_ends_in_words_of_scheme_or_with_its_process(load: Load, attack: Attack) -> None:
    with pytest.raises(BrokenScript) as caught:
        load(f"(import (scheme lazy) (scheme cxr)){DATA}{attack.text}", time_limit=0.3, memory_limit=300 << 20)
    assert caught.value.kind or "starts anew" in caught.value.message
    assert ".py" not in caught.value.report
