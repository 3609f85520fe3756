"""The name of a procedure or of a hook point -> every call of it is told, with what it answers, until it is ended.

A traced procedure is a Scheme procedure around the one that was there, so that continuations, errors and depth stay
what they are. It stands in the variable: calls that go through the variable are seen, also those that hooks make for
agents. A point is traced where its fires are recorded.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final
from weakref import ref

from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.deciding.steps import brief
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.scripts.script import Script
from chibi_hooks.repl.worlds import Worlds, define
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.data import UNDEFINED, UNSPECIFIED, Value, from_list
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

SHOWN: Final = 120  # characters of an argument or answer
DEEPEST: Final = 40  # levels that are indented

_WRAP: Final = """
(lambda (f enter leave escape)
  (lambda args
    (enter args)
    (let ((answered #f))
      (dynamic-wind
        (lambda () #f)
        (lambda ()
          (call-with-values
            (lambda () (apply f args))
            (lambda results (set! answered #t) (leave results) (apply values results))))
        (lambda () (if (not answered) (escape)))))))
"""


@dataclass(slots=True, eq=False)
class _Traced:
    """A procedure that is traced: what was in the variable, and what is there now."""

    script: ref[Script]
    name: str
    before: Value
    wrapped: Value


class Tracing:
    """What one REPL traces. `say` takes the lines."""

    def __init__(self, host: Host, say: Callable[[str], None]) -> None:
        self._host = host
        self._say = say
        self._traced: dict[tuple[str, str], _Traced] = {}
        self._points: dict[str, None] = {}
        self._depth: dict[int, int] = {}  # of the calls under way, by thread

    def names(self) -> list[str]:
        """What is traced: `'pre_tool`, `helper in hooks/guard.scm`."""
        return [*(f"'{point}" for point in self._points), *(f"{name} in {place}" for place, name in self._traced)]

    def toggle_point(self, name: str) -> bool:
        """Trace the fires of a point, or end that; gives whether they are traced now. Raises BadRequest."""
        find(name)
        recorder = self._host.recorder
        if recorder is None:
            raise BadRequest("trace: this host records nothing, so fires cannot be traced")
        if name in self._points:
            del self._points[name]
            if not self._points:
                recorder.listeners.remove(self._fired)
            return False
        if not self._points:
            recorder.listeners.append(self._fired)
        self._points[name] = None
        return True

    def toggle(self, worlds: Worlds, place: str, name: str) -> bool:
        """Trace a procedure of a world, or end that; gives whether it is traced now. Raises BadRequest."""
        script = worlds.find(place)
        with script.edited() as (world, _):
            traced = self._traced.pop((script.name, name), None)
            now = _value_of(world, name)
            if traced is not None and traced.script() is script and now is traced.wrapped:
                define(world, name, traced.before)
                return False
            if now is UNDEFINED or not callable(now):
                held = "means nothing there" if now is UNDEFINED else f"is {short(now, 40)}"
                raise BadRequest(f"trace: wanted a procedure of {script.name}, but {name} {held}")
            wrapped = world.call(_wrapper(), now, *self._tellers(name))
            define(world, name, wrapped)
            self._traced[script.name, name] = _Traced(ref(script), name, now, _value_of(world, name))
            return True

    def begin(self) -> None:
        """An evaluation begins on this thread: what was interrupted before is not under way any more."""
        self._depth.pop(threading.get_ident(), None)

    def close(self) -> None:
        """Have everything as it was."""
        for traced in list(self._traced.values()):
            script = traced.script()
            if script is not None:
                with script.edited() as (world, _):
                    if _value_of(world, traced.name) is traced.wrapped:
                        define(world, traced.name, traced.before)
        self._traced.clear()
        if self._points and self._host.recorder is not None:
            self._host.recorder.listeners.remove(self._fired)
        self._points.clear()

    def _tellers(self, name: str) -> tuple[Callable[..., Value], ...]:
        def enter(args: Value) -> Value:
            depth = self._depth.get(threading.get_ident(), 0)
            self._depth[threading.get_ident()] = depth + 1
            self._tell(depth, f"({' '.join([name, *_each(args)])})")
            return UNSPECIFIED

        def leave(results: Value) -> Value:
            self._tell(self._up(), f"=> {' '.join(_each(results)) or 'no value'}")
            return UNSPECIFIED

        def escape() -> Value:
            self._tell(self._up(), f"=> {name} is left without an answer")
            return UNSPECIFIED

        return enter, leave, escape

    def _up(self) -> int:
        thread = threading.get_ident()
        depth = max(0, self._depth.get(thread, 1) - 1)
        if depth:
            self._depth[thread] = depth
        else:
            self._depth.pop(thread, None)
        return depth

    def _tell(self, depth: int, text: str) -> None:
        self._say("  " * min(depth, DEEPEST) + text)

    def _fired(self, fire: Fire) -> None:
        if fire.point not in self._points:
            return
        lines = [f"('{fire.point} {brief(dict(fire.payload))})"]
        for answer in fire.answers:
            said = f"failed: {answer.error.message}" if answer.error else brief(answer.value or {})
            lines.append(f"  {answer.responder} ({answer.place}): {said.partition(chr(10))[0]}")
        lines.append(f"=> {brief(dict(fire.folded.values))}  {fire.ms:.3g} ms  {fire.id}")
        self._say("\n".join(lines))


def _each(values: Value) -> list[str]:
    return [short(value, SHOWN) for value in from_list(values)]


def _value_of(world: Interpreter, name: str) -> Value:
    meaning = world.top_level.meaning(name)
    return world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED


@cache
def _wrapper() -> Value:
    """(wrap f enter leave escape): one for all worlds. The text is ours and ends; a limit would count against the user
    that the compiler may be loaded for it."""
    return Interpreter(time_limit=None).run(SourceText("<trace>", _WRAP))
