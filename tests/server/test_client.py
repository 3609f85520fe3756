"""What importing the client costs, and how it behaves on its own; test_door.py has it with a host."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chibi_hooks.server.operations import find_operation, operation
from chibi_hooks.server.request import Request

HEAVY = {"pydantic", "lark", "click", "rich", "watchdog", "asyncio", "sqlite3", "subprocess", "ctypes"}


def test_a_client_is_light_to_import() -> None:
    code = "import sys, chibi_hooks.server.client; print(*{name.split('.')[0] for name in sys.modules})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) & HEAVY == set()


class Nobody:
    """Asks nothing."""

    def __init__(self) -> None:
        self.number = 0
        self.kept: dict[str, object] = {}

    def on_close(self, act: object) -> None:
        return


def test_what_shall_happen_at_an_interrupt_happens_once_and_also_late() -> None:
    happened = []
    request = Request("x", {}, Nobody())  # type: ignore[arg-type]
    request.on_interrupt(lambda: happened.append("early"))
    request.interrupt()
    request.interrupt()
    request.on_interrupt(lambda: happened.append("late"))
    assert happened == ["early", "late"]


def test_two_operations_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="there are two operations fire"):
        operation("fire")(lambda resident, request: {})
    assert find_operation("fire").__name__ == "fire"
