"""What libraries give in a process of its own: the rows of `good/`, once in a thread and once in a worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.homes.config import Isolation
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.scheme.libraries.catalogue import standard_libraries
from tests.grid.cases import rows_of
from tests.grid.kinds import DEFINITIONS, IMPORTS, OF_LIBRARIES
from tests.halves import dealt

EARLY = """
(define (gathered . texts) texts)
(define (shown thunk)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (k "raised "))
      (lambda () (let ((port (open-output-string))) (write (thunk) port) (get-output-string port)))))))
"""
CHANCE = ("random", "uuid", "time", "jiffy", "seconds", "hash", "environment", "generation")  # in names of what differs
FIRST = ("(harness shell)", "(srfi 115)", "(tein crypto)")  # whose modules are loaded late
ALL = [name for name, tier in standard_libraries().items() if tier == "sandboxed" and name not in FIRST]


@pytest.mark.parametrize("library", [*FIRST, *dealt(ALL, 25)])
def test_every_library_gives_in_a_worker_what_it_gives_in_a_thread(library: str, tmp_path: Path) -> None:
    here, there = given(library, tmp_path, "thread"), given(library, tmp_path, "worker")
    for row, one, other in zip(rows(library), here, there, strict=True):
        assert one == other, row


def rows(library: str) -> list[str]:
    differing = [row for row in rows_of(library) if any(each in row.name for each in CHANCE) or row.observer == "exits"]
    return [row.test() for row in rows_of(library) if row not in differing]


def given(library: str, directory: Path, isolation: Isolation) -> list[str]:
    path = directory / "hook.scm"
    texts = "\n".join(f"(shown (lambda () {each}))" for each in rows(library))
    hook = "(register-hook 'pre_message (lambda (payload) (cons (cons \"texts\" results) '())))"
    path.write_text(
        f"(import (prefix {library} own:)) {IMPORTS} {DEFINITIONS} {EARLY} {hook} (import {library})"
        f"{OF_LIBRARIES.get(library, '')} (define results (gathered {texts}))",
        "utf-8",
    )
    script = load_script(path, isolation=isolation, time_limit=300.0, memory_limit=512 << 20)
    try:
        answer = script.hooks[0].answer(Event("pre_message", {}, "", directory, Account(300.0)))
        assert answer.error is None, answer.error
        return list(answer.value["texts"])
    finally:
        script.close()
