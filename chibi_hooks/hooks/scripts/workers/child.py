"""What runs in the nursery: `main`. It loads the engine once, then copies itself when it is told to; a copy is a
`Confined`.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.script import ThreadScript
from chibi_hooks.hooks.scripts.workers import wire
from chibi_hooks.hooks.scripts.workers.confined import Confined
from chibi_hooks.hooks.scripts.workers.confinement import die_with_parent, loader_paths
from chibi_hooks.hooks.tools.calling import SECONDS
from chibi_hooks.hooks.tools.tool import Caller
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.spacious import spacious

WARMING: Final = """
(import (srfi 115) (harness shell))
(define-tool warm (description "") (parameters '()) (execute (lambda (arguments) "")))
(define-record-type warm (make-warm a) warm? (a warm-a))
(define-syntax warm-if (syntax-rules () ((_ a b) (if a b '()))))
(register-hook 'pre_tool
  (lambda (payload)
    (guard (e (#t '()))
      (shell-commands "ls")
      (let loop ((n 0)) (if (< n 3) (loop (+ n 1))))
      (warm-if (regexp-search '(+ "b") "abc") (raise 'warm)))))
(register-hook 'pre_tool (lambda (payload) (car payload 1)))
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "warm") (block "warm") (no-opinion)))
"""


def main(fd: int, compiled: str | None) -> None:
    """Serve the host's `Nursery` on this descriptor, until it ends."""
    if compiled is not None:
        keep_compiled(compiled)
    _warm()
    loaders = loader_paths()
    channel = socket.socket(fileno=fd)
    living: set[int] = set()

    def reap(number: int, frame: FrameType | None) -> None:
        with suppress(ChildProcessError):
            while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                living.discard(pid)

    signal.signal(signal.SIGCHLD, reap)
    while True:
        mark, fds, _, _ = socket.recv_fds(channel, 1, 1)
        message = wire.read_down(fd) if mark else None
        if message is None:
            os._exit(0)
        answer: dict[str, Json] = {}
        if message[0] == "fork" and fds:
            answer = {"pid": _born(fd, fds[0], living, loaders)}
        elif message[0] == "kill":
            _kill(message[1], living)
        for each in fds:
            os.close(each)
        wire.write(fd, wire.frame_up(answer))


def _warm() -> None:
    """Load what a world may need, so that every worker has it: the compiler, the prelude, a hook that fails."""
    script = ThreadScript("warm.scm", "sandboxed", 3_600.0, None, ())
    script.load(SourceText("warm.scm", WARMING))
    _ = script.interpreter.top_level
    for hook in script.hooks:
        hook.answer(Event(hook.point, {"tool_name": "warm"}, "", Path("/"), Account(SECONDS)))
    script.tools[0].run({}, Caller("", 1.0))
    script.dispose()
    del script
    gc.collect()
    gc.freeze()  # the collector shall not touch the pages that all workers share
    gc.set_threshold(50_000, 20, 20)


def _born(channel: int, fd: int, living: set[int], loaders: Sequence[str]) -> int | None:
    nursery = os.getpid()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    try:
        pid = os.fork()
    except OSError:
        return None
    finally:
        if os.getpid() == nursery:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    if pid == 0:
        try:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
            os.close(channel)
            if die_with_parent(nursery):
                spacious(Confined(fd, loaders).serve)
        finally:
            os._exit(1)
    living.add(pid)
    return pid


def _kill(pid: Json, living: set[int]) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})  # it is not waited for in between
    try:
        if pid in living:
            os.kill(pid, signal.SIGKILL)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
