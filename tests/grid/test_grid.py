"""Every exported procedure of every library, and the forms, over the grid of `cases`: a value, an ordinary
error or a limit comes out, in every way of calling it; never a fault of ours, nothing of Python's, nothing beyond the
budget; and no error passes a handler.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.grid.cases import HANDLED, calls, good_calls, libraries, syntax
from tests.grid.worlds import World
from tests.halves import dealt

LIBRARIES = libraries()
STRIDE = 97  # a prime, so that each run of forms and kinds is met; the whole grid takes minutes


def check(world: World, texts: list[str]) -> None:
    """Make the calls; AssertionError for the first that ends as none may."""
    for text, thunk in world.compiled(texts):
        end = world.end_of(text, thunk)
        passed = text.startswith(HANDLED) and not end.startswith(("value", "limit", "exit"))
        assert not passed, f"{text}\nthe error passed the handler: {end}"


@pytest.mark.parametrize("stride", [STRIDE, pytest.param(13, marks=pytest.mark.long)])
@pytest.mark.parametrize("library", dealt(LIBRARIES, 3))
def test_no_call_breaks(library: str, stride: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check(World(library, tmp_path), [text for good in good_calls(library) for text in calls(good)][::stride])


@pytest.mark.parametrize("stride", [11, pytest.param(1, marks=pytest.mark.long)])
def test_no_form_breaks(stride: int) -> None:
    world = World("(srfi 8)")
    for text in syntax()[::stride]:
        try:
            thunk = world.value_of(f"(lambda () {text})")
        except Exception as error:
            assert getattr(error, "kind", "") in ("syntax", "unbound"), f"{text}\n{error}"
        else:
            world.end_of(text, thunk)
