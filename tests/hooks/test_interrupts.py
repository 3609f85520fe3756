"""A Ctrl-C that ends a fire, or a call of a tool, wherever it comes: the next one is as if nothing had been."""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from types import FrameType
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.flat.in_turn import in_turn
from chibi_hooks.hooks.scripts.script import ThreadScript
from chibi_hooks.hooks.sole import sole as sole_in_pieces
from chibi_hooks.hooks.tools.calling import current_chain
from chibi_hooks.hooks.whole import in_turn as in_turn_in_pieces
from chibi_hooks.scheme.running.runs import current_or_none
from chibi_hooks.scheme.running.watchdog import WATCHDOG
from tests.isolation import looks_inside

pytestmark = looks_inside
Open = Callable[..., Host]

PAYLOAD = {"tool_name": "x", "arguments": {"a": [1, "b"]}}
HOOK = """
(define-tool mine (description "d") (parameters '()) (execute (lambda (a) (display "said") "done")))
(register-hook 'pre_message (lambda (p) (call-tool "mine" '()) '()))
(register-hook 'pre_tool
  (lambda (p)
    (display "seen")
    (if (equal? (cdr (assoc "tool_name" p)) "x") (block (string-append "no" %context-name%)) '())))
"""


BACK = [dis.opmap[name] for name in dis.opmap if "JUMP_BACKWARD" in name and "NO_INTERRUPT" not in name]


def goes_back(frame: FrameType) -> bool:
    """Is that what it does next?"""
    code, at = frame.f_code.co_code, frame.f_lasti
    while code[at] == dis.EXTENDED_ARG:
        at += 2
    return code[at] in BACK


def interrupted(work: Callable[[], object], at: int) -> bool:
    """Raise KeyboardInterrupt at the place `at` of those where Python does: at the beginning of a function of Python's,
    after a call of one of C's, and where a loop of ours goes back. False where there are not so many."""
    left, raised = at, False

    def here() -> None:
        nonlocal left, raised
        left -= 1
        if left < 0 and not raised:
            raised = True
            raise KeyboardInterrupt

    def profile(frame: FrameType, event: str, what: object) -> None:
        if event in ("call", "c_return"):
            here()

    def trace(frame: FrameType, event: str, what: object) -> Any:
        if raised or "chibi_hooks" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and goes_back(frame):
            here()
        return trace

    before = sys.gettrace()
    try:
        sys.settrace(trace)
        sys.setprofile(profile)
        work()
    except KeyboardInterrupt:
        pass
    finally:
        sys.setprofile(None)
        sys.settrace(before)
    return raised


def ways_of(host: Host) -> Mapping[str, Callable[[], Any]]:
    """All that a fire may go, and the call of a tool of the file."""
    for _ in range(3):
        host.fire("pre_tool", PAYLOAD)
    generation, sole = host.generation, host._ways["pre_tool"]
    assert sole
    assert "sole" in sole.__qualname__
    responders = generation.responders["pre_tool"]
    (hook,) = responders.hooks
    who = host, host._firing, generation, responders
    made = {
        "sole": sole,
        "in turn": in_turn(*who),
        "sole in pieces": sole_in_pieces(*hook.alone, *who),  # type: ignore[attr-defined]
        "in turn in pieces": in_turn_in_pieces(*who),
    }
    return {
        **{name: partial(way, PAYLOAD, None, True) for name, way in made.items()},
        "long": lambda: host._fire_with(generation, "pre_tool", PAYLOAD, None, True),
        "tool": lambda: host.call_tool("mine", {}, context="c"),
        "tool out of a fire": lambda: host.fire("pre_message", {"message": "m"}),
    }


def is_free(lock: threading.Lock | threading.RLock) -> bool:
    """For another thread; who writes the journal has it now and then."""
    taken: list[bool] = []

    def take() -> None:
        taken.append(lock.acquire(timeout=5))
        if taken[0]:
            lock.release()

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return taken[0]


STRAIGHT = ["sole", "in turn", "sole in pieces", "in turn in pieces"]


@pytest.mark.parametrize("way", [*STRAIGHT, "long", "tool", "tool out of a fire"])
def test_an_interrupt_leaves_nothing_behind(opened: Open, way: str) -> None:
    with opened({"hooks/a.scm": HOOK}) as host:
        (script,) = host.generation.loaded[0].scripts
        assert isinstance(script, ThreadScript)
        assert host.recorder is not None
        work = ways_of(host)[way]
        work()
        places = 0
        while interrupted(work, places):
            places += 1
            assert current_chain() is None, places
            assert current_or_none() is None, places
            assert script.entered == 0, places
            assert is_free(script.running), places
            assert is_free(WATCHDOG.lock), places
            assert threading.get_ident() not in [ticket.thread for ticket in WATCHDOG.tickets], places
            assert is_free(host.recorder._lock), places
            fire = host.fire("pre_tool", PAYLOAD)
            assert (fire.outcome.message, fire.skipped, fire.answers[0].error) == ("no", (), None), places
        assert places > 20
        assert "done" in host.call_tool("mine").output


@pytest.mark.parametrize("way", [*STRAIGHT, "long"])
def test_a_fire_has_its_outcome_whatever_keeps_it_from_the_journal(opened: Open, way: str) -> None:
    def no_time() -> float:
        raise OSError("no clock")

    with opened({"hooks/a.scm": HOOK}) as host:
        recorder = host.recorder
        assert recorder is not None
        work = ways_of(host)[way]
        recorder.now, now = no_time, recorder.now
        heard: list[Any] = []
        recorder.listeners.append(heard.append)
        fire = work()
        recorder.now = now
        assert fire.outcome.message == "no"
        assert heard == [fire]
        assert (recorder.lost, recorder.last_loss) == (1, "OSError: no clock")
