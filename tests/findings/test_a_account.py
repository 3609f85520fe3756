"""Findings A3 to A7, A14 to A16 and A20: one account per fire, one share per world; memory is a world's own."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.running.memory import resident_bytes
from chibi_hooks.scheme.running.shares import JointLimit, Tally
from chibi_hooks.scheme.values.errors import SchemeError
from tests.isolation import looks_inside, says_itself

Open = Callable[..., Host]
CALL = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /"}}
GUARD = '(register-hook \'pre_tool (lambda (p) (list (cons "block" #t) (cons "message" "guarded"))))'


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """A host whose home has these files, by name."""

    def open_with(files: dict[str, str], **options: Any) -> Host:
        for name, text in files.items():
            path = tmp_path / "home" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Host.open(home=tmp_path / "home", record=False, **options)

    return open_with


def computed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it answers, and the seconds that this thread computed."""
    before = time.thread_time()
    answer = work()
    return answer, time.thread_time() - before


def limits(seconds: float, megabytes: int = 256) -> str:
    return f"[scheme]\ntime_limit = {seconds}\nmemory_limit = {megabytes}\n"


# --- A3: loading the engine is on nobody's account


SLOW_TO_OPEN = """
import sys, time
from pathlib import Path
import chibi_hooks.scheme.interpreter
from chibi_hooks.scheme.values import late
from chibi_hooks import Host
given = late.late_module
def slow(name):
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        pass
    return given(name)
late.late_module = chibi_hooks.scheme.interpreter.late_module = slow
with Host.open(home=Path(sys.argv[1]), record=False) as host:
    fire = host.fire("pre_tool", {"tool_name": "t", "arguments": {}})
    print(fire.outcome.block, [str(each) for each in host.notices])
"""


@says_itself
def test_a3_the_first_file_does_not_pay_for_the_engine(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "guard.scm").write_text("(import (srfi 1) (chibi match))" + GUARD)
    (tmp_path / "chibi-hooks.toml").write_text(limits(0.15))
    ran = subprocess.run(
        [sys.executable, "-c", SLOW_TO_OPEN, str(tmp_path)],
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path / "nobody"), "PATH": ""},
    )
    assert ran.stdout == "True []\n", ran.stderr


def test_a3_libraries_of_ours_that_a_hook_needs_late_are_on_nobodys_account() -> None:
    world = Interpreter(time_limit=0.15)
    text = "(import (srfi 1) (srfi 115) (srfi 132) (srfi 158) (chibi match) (tein json))"
    world.evaluate(text + '(regexp-matches? \'(+ num) "12")')


# --- A4, A5: memory


KEEPS = "(define kept '()) (register-hook 'pre_tool (lambda (p) (set! kept (cons {} kept)) '()))"


@pytest.mark.parametrize("what", ["(make-vector 200000 0)", "(make-string 2000000 #\\a)", "(iota 20000)"])
def test_a4_what_a_world_keeps_counts_against_its_limit(opened: Open, what: str) -> None:
    with opened({"hooks/keeps.scm": KEEPS.format(what), "z.txt": "", "chibi-hooks.toml": limits(5.0, 16)}) as host:
        before = resident_bytes()
        script = host.generation.loaded[0].scripts[0]
        for turn in range(1000):
            fire = host.fire("pre_tool", CALL)
            if fire.answers[0].error is not None:
                break
            if turn % 4 == 0 and script.isolation == "thread":
                script.interpreter.holdings.measure()
        error = fire.answers[0].error
        assert error is not None
        assert error.type == "limit"
        assert "more than its 16 MB of memory" in error.message
        assert resident_bytes() - before < 100 << 20


FIRED = """
import sys
from pathlib import Path
from chibi_hooks import Host
call = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /"}}
with Host.open(home=Path(sys.argv[1]), record=False) as host:
    print(any(host.fire("pre_tool", call).answers[0].error for _ in range(1000)))
"""


def test_a4_the_process_is_looked_at_by_itself(tmp_path: Path) -> None:
    """In a process of its own: what is free in one that ran tests for long is taken first, and nobody sees it grow."""
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "keeps.scm").write_text(KEEPS.format("(make-vector 100000 0)"))
    (tmp_path / "chibi-hooks.toml").write_text(limits(5.0, 16))
    ran = subprocess.run([sys.executable, "-c", FIRED, tmp_path], capture_output=True, text=True)
    assert ran.stdout == "True\n", ran.stderr


def test_a4_a_world_that_keeps_little_is_left_alone(opened: Open) -> None:
    text = "(define kept '()) (register-hook 'pre_tool (lambda (p) (set! kept (make-vector 400000 0)) '()))"
    with opened({"hooks/keeps.scm": text, "chibi-hooks.toml": limits(5.0, 16)}) as host:
        for _ in range(60):
            assert host.fire("pre_tool", CALL).answers[0].error is None


def test_a5_nobody_is_stopped_for_a_neighbour() -> None:
    innocent = Interpreter(time_limit=60.0, memory_limit=32 << 20)
    going, grown = threading.Event(), threading.Event()
    result: list[Any] = []

    def wait() -> Any:
        going.set()
        while not grown.is_set():
            time.sleep(0.001)
        return innocent.enter(innocent.lookup("turn"), 50_000)

    def work() -> None:
        innocent.evaluate("(define (turn n) (if (= n 0) 'done (turn (- n 1))))")
        try:
            result.append(innocent.within(wait))
        except SchemeError as error:
            result.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    going.wait()
    held = [bytearray(10 << 20) for _ in range(20)]
    for each in held:
        each[::4096] = b"x" * len(each[::4096])
    time.sleep(0.05)  # for the watchdog to look; it must do nothing
    grown.set()
    thread.join()
    assert str(result[0]) == "Symbol('done')"


@pytest.mark.parametrize(
    "bomb",
    [
        "(let loop ((l '())) (loop (cons (make-vector 10000 0) l)))",
        "(let loop ((l '())) (loop (cons 1.5 l)))",
        "(define (deep n) (+ 1 (deep (+ n 1)))) (deep 0)",
        "(define t (make-vector 100 '())) (let loop ((i 0))"
        " (vector-set! t (modulo i 100) (cons (make-string 10000 #\\a) (vector-ref t (modulo i 100)))) (loop (+ i 1)))",
    ],
)
def test_a5_who_allocates_is_stopped(bomb: str) -> None:
    with pytest.raises(SchemeError, match="used more than its 8 MB of memory"):
        Interpreter(time_limit=60.0, memory_limit=8 << 20).evaluate(bomb)


# --- A6: the value of `evaluate`


SHARED = "(let loop ((n 0) (l '(1))) (if (= n 60) l (loop (+ n 1) (list l l))))"


def test_a6_a_value_of_shared_lists_is_converted_in_linear_time() -> None:
    value, seconds = computed(lambda: Interpreter(time_limit=5.0).evaluate(SHARED))
    assert value[0] is value[1]
    assert seconds < 5.0


@pytest.mark.parametrize("circle", ["(set-cdr! l l) l", "(set-car! l l) l", "(set-car! l (list 1 (list l))) l"])
def test_a6_a_circular_value_is_a_clear_error(circle: str) -> None:
    with pytest.raises(SchemeError, match="the value is circular"):
        Interpreter().evaluate(f"(define l (list 1)) {circle}")


def test_a6_the_conversion_is_inside_the_budget() -> None:
    world = Interpreter(time_limit=60.0)
    world.evaluate(
        "(import (srfi 1)) (define inner (iota 1000)) "
        "(define l (let loop ((n 0) (l '())) (if (= n 900) l (loop (+ n 1) (cons (list-copy inner) l))))) 1"
    )
    world.evaluate("2")  # what is kept is counted here
    world.time_limit = 0.02
    with pytest.raises(SchemeError, match="ran longer than its 0.02 s"):
        world.evaluate("l")


# --- A7, A20: payloads and answers


def tree(members: int) -> dict[str, Any]:
    return {"tool_name": "t", "arguments": {f"k{i}": [i, "x", {"a": None}] for i in range(members // 5)}}


def test_a7_a_payload_is_converted_on_the_worlds_account(opened: Open) -> None:
    with opened({"hooks/a.scm": GUARD, "chibi-hooks.toml": limits(0.05)}) as host:
        fire, seconds = computed(lambda: host.fire("pre_tool", tree(450_000)))
        assert fire.answers[0].error is not None
        assert fire.answers[0].error.type == "limit"
        assert seconds < 1.0


def test_a7_an_answer_is_converted_on_the_worlds_account(opened: Open) -> None:
    text = (
        "(define big (let loop ((n 0) (l '())) (if (= n 2000) l (loop (+ n 1) (cons (iota 200) l)))))"
        '(register-hook \'pre_tool (lambda (p) (list (list "arguments" (cons "x" big)))))'
    )
    with opened({"hooks/a.scm": text, "chibi-hooks.toml": limits(2.0)}) as host:
        script = host.generation.loaded[0].scripts[0]
        script.time_limit = 0.03
        fire = host.fire("pre_tool", CALL)
        assert fire.answers[0].error is not None
        assert fire.answers[0].error.type == "limit"


@looks_inside
def test_a7_a_payload_is_converted_once_for_all_worlds_that_change_none(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chibi_hooks.hooks.scripts import flat_asking

    conversions = []
    given = flat_asking.payload_to_scheme
    counting = lambda payload, **how: conversions.append(1) or given(payload, **how)  # noqa: E731
    monkeypatch.setattr(flat_asking, "payload_to_scheme", counting)
    changing = "(register-hook 'pre_tool (lambda (p) (set-cdr! (car p) \"changed\") '()))"
    reading = (
        '(register-hook \'pre_tool (lambda (p) (list (cons "message" (cdr (assoc "tool_name" p))) (cons "block" #t))))'
    )
    files = {f"hooks/{i}.scm": reading for i in range(5)}
    with opened({**files, "hooks/0a.scm": changing, "hooks/3a.scm": "(import (srfi 1))" + changing}) as host:
        fire = host.fire("pre_tool", CALL)
        assert [each.error for each in fire.answers] == [None] * 7
        assert {each.value["message"] for each in fire.answers if each.value} == {"shell_exec"}
        assert len(conversions) == 3


def test_a20_a_payload_of_too_many_members_is_told(opened: Open) -> None:
    with opened(
        {"hooks/a.scm": GUARD, "chibi-hooks.toml": limits(20.0) + '[on_failure]\n"hooks/a.scm" = "deny"\n'}
    ) as host:
        payload = {"tool_name": "t", "arguments": {f"k{i}": i for i in range(600_000)}}
        fire, seconds = computed(lambda: host.fire("pre_tool", payload))
        assert fire.answers[0].error is not None
        assert "wanted at most 500000 members in all" in fire.answers[0].error.message
        assert fire.outcome.block is True
        assert seconds < 1.0


# --- A14: a share is for everything that one event asks of a world


def test_a14_two_hundred_registrations_have_one_share(opened: Open) -> None:
    text = "(register-hook 'pre_tool (lambda (p) (let loop () (loop))))" * 200
    with opened({"hooks/a.scm": text, "hooks/b.scm": GUARD}) as host:
        host.generation.loaded[0].scripts[0].time_limit = 0.2
        fire, seconds = computed(lambda: host.fire("pre_tool", CALL))
        assert seconds < 2.0
        assert [each.error.type if each.error else None for each in fire.answers] == [*["limit"] * 200, None]
        assert fire.outcome.block is True


@pytest.mark.parametrize("name", ["vfs_list", "greet", "own"])
def test_a14_calling_tools_for_ever_ends_with_the_share(opened: Open, name: str) -> None:
    tool = '(define-tool {} (description "d") (parameters \'()) (execute (lambda (a) "hello")))'
    call = f'(call-tool "{name}" (list (cons "path" "vfs:///")))'
    text = f"(register-hook 'pre_tool (lambda (p) (let loop () {call} (loop))))" + tool.format("own")
    with opened({"hooks/a.scm": text, "hooks/b.scm": tool.format("greet"), "chibi-hooks.toml": limits(0.3)}) as host:
        fire, seconds = computed(lambda: host.fire("pre_tool", CALL))
        assert fire.answers[0].error is not None
        assert "ran longer than its 0.3 s" in fire.answers[0].error.message
        assert seconds < 3.0


def test_a14_the_files_of_a_home_have_a_limit_together(opened: Open) -> None:
    spin = "(register-hook 'pre_tool (lambda (p) (let loop () (loop))))"
    files = {f"hooks/{i}.scm": spin for i in range(10)}
    config = "[scheme]\ntime_limit = 0.2\nfire_time_limit = 0.5\n"
    with opened({**files, "chibi-hooks.toml": config}) as host:
        fire, seconds = computed(lambda: host.fire("pre_tool", CALL))
        assert seconds < 1.5
        errors = [each.error.message for each in fire.answers if each.error]
        assert "ran longer than its 0.2 s" in errors[0]
        assert "the hook files of this home ran longer than 0.5 s together" in errors[-1]


def test_a14_who_is_stopped_by_the_clock_is_told_his_own_limit() -> None:
    joint, tally = JointLimit(30.0), Tally()
    share = tally.share_of("world", 1.0, joint)
    share.draw(11.0, 0.4)  # ten times its second by the clock, on a machine that others use
    assert share.is_spent() and share.limit_reached() == 1.0
    others = [tally.share_of(name, 10.0, joint) for name in "abcd"]
    for each in others:
        each.draw(8.0, 8.0)
    assert others[0].left <= 0 and others[0].limit_reached() == 30.0


# --- A15: a busy machine takes no guard away


def test_a15_time_in_which_others_compute_does_not_count() -> None:
    world = Interpreter(time_limit=0.1)
    turn = world.evaluate("(define (turn n) (if (= n 0) 'done (turn (- n 1)))) turn")
    stop = threading.Event()

    def burn() -> None:
        while not stop.is_set():
            sum(range(1000))

    burning = [threading.Thread(target=burn) for _ in range(8)]
    for each in burning:
        each.start()
    try:
        took = []
        for _ in range(10):
            started = time.monotonic()
            assert str(world.call(turn, 200_000)) == "Symbol('done')"
            took.append(time.monotonic() - started)
    finally:
        stop.set()
        for each in burning:
            each.join()


def test_a15_a_thread_that_waits_is_not_stopped_before_the_clocks_limit() -> None:
    world = Interpreter(time_limit=0.05, provided={"(host)": {"wait": lambda: time.sleep(0.3) or 1}})
    assert world.evaluate("(import (host)) (wait)") == 1


@looks_inside
def test_a15_a_share_of_calls_that_wait_is_not_spent(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from chibi_hooks.hooks.scripts import flat_asking

    given = flat_asking.payload_to_scheme
    slow = lambda payload, **how: time.sleep(0.002) or given(payload, **how)  # noqa: E731
    monkeypatch.setattr(flat_asking, "payload_to_scheme", slow)
    changing = "(register-hook 'pre_tool (lambda (p) (if (null? p) (set-cdr! p 1)) '()))"
    with opened({"hooks/a.scm": changing * 300 + GUARD}) as host:
        script = host.generation.loaded[0].scripts[0]
        script.time_limit = 0.05
        started = time.monotonic()
        fire = host.fire("pre_tool", CALL)
        assert time.monotonic() - started > 300 * 0.002
        assert [each.error for each in fire.answers if each.error] == []
        assert fire.outcome.block is True


# --- A16: the collector


WATCHED = """
import gc, sys, threading
from pathlib import Path
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks import Host
{before}
walked = []
def note(phase, about):
    if phase == "start":
        walked.append(sum(len(gc.get_objects(generation=n)) for n in range(about["generation"] + 1)))
{program}
"""


def run(program: str, before: str = "", *arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED.format(before=before, program=program), *arguments],
        capture_output=True,
        text=True,
    )
    assert ran.stderr == ""
    return ran.stdout.strip()


@says_itself
def test_a16_no_pass_walks_all_that_a_call_has_made() -> None:
    program = """
world = Interpreter(time_limit=600.0, memory_limit=None)
gc.callbacks.append(note)
world.evaluate("(let loop ((n 0) (l '())) (if (= n 1500000) (length l) (loop (+ n 1) (cons n l))))")
print(max(walked) < 500_000, len(walked) > 20)
"""
    assert run(program) == "True True"


def test_a16_what_many_generations_left_is_freed_before_the_next_rest() -> None:
    program = """
class Circle: pass
import math, time, weakref
from chibi_hooks.scheme.running.collector import COLLECTOR, MANY, settle
world = Interpreter(time_limit=600.0, memory_limit=None)
world.evaluate("1")
COLLECTOR.next_pass = math.inf
alive = []
for number in range(MANY):
    circle = Circle(); circle.itself = circle
    alive.append(weakref.ref(circle))
    del circle
    settle()
    world.evaluate("1")
for _ in range(2000):
    if not any(each() for each in alive):
        break
    time.sleep(0.005)
print(any(each() for each in alive))
"""
    assert run(program) == "False"


def test_a16_what_was_left_out_is_made_up_for_when_no_call_runs() -> None:
    program = """
class Circle: pass
import time, weakref
from chibi_hooks.scheme.running.collector import COLLECTOR
world = Interpreter(time_limit=600.0, memory_limit=None)
circle = Circle(); circle.itself = circle
alive = weakref.ref(circle)
del circle
world.within(lambda: gc.collect())
print(alive() is not None, COLLECTOR.owes)
for _ in range(2000):
    if alive() is None:
        break
    time.sleep(0.005)
print(alive() is None)
"""
    assert run(program).split() == ["True", "True", "True"]


@says_itself
def test_a16_an_embedder_is_steered_unless_it_does_not_want_to(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "guard.scm").write_text(GUARD)
    program = """
with Host.open(home=Path(sys.argv[1]), record=False{option}) as host:
    print(gc.get_threshold()[0], gc.get_freeze_count() > 0)
"""
    usual = gc.get_threshold()
    assert run(program.format(option=""), "", str(tmp_path)) == "20000 True"
    assert run(program.format(option=""), "gc.set_threshold(5000)", str(tmp_path)) == "5000 True"
    given = "print(gc.get_threshold()[0], gc.get_freeze_count() > 0)"  # 3.12 starts with frozen objects of its own
    left = run(program.format(option=", steer_collector=False"), given, str(tmp_path)).split()
    assert left[2:] == left[:2]
    assert gc.get_threshold() == usual


@says_itself
def test_a16_old_generations_are_freed(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "guard.scm").write_text(GUARD)
    program = """
from chibi_hooks.hooks.scripts.script import Script
home = Path(sys.argv[1])
text = (home / "hooks" / "guard.scm").read_text()
with Host.open(home=home, record=False) as host:
    for turn in range(60):
        (home / "hooks" / "guard.scm").write_text(text + f"(define big{turn} (make-vector 1000 0))")
        assert host.reload() is not None
    for _ in range(2000):
        from chibi_hooks.scheme.running.collector import COLLECTOR
        COLLECTOR.next_pass = 0.0
        if not COLLECTOR.owes:
            break
        import time; time.sleep(0.005)
    gc.unfreeze()
    print(sum(type(each) is Script for each in gc.get_objects()))
"""
    assert int(run(program, "", str(tmp_path))) <= 18
