"""What a text surely does not run is told without reading it: never wrongly."""

from __future__ import annotations

import contextlib

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.mentions import may_run, plain_names
from chibi_hooks.scheme.shell.syntax import Unreadable
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT
from tests.scheme.shell.test_plain import labelled, made


def missed(text: str) -> list[str]:
    """The names of programs that a text runs, though it is said that it may not."""
    names: set[str] = set()
    with contextlib.suppress(Unreadable):
        names = {each.name for each in read_commands(text) if each.name}
    return [name for name in names if plain_names([name]) and not may_run(text, (name,))]


def test_no_program_of_a_labelled_command_is_missed() -> None:
    assert [(text, missed(text)) for text in (*labelled(), *HIDDEN, *ONLY_TEXT) if missed(text)] == []


def test_no_program_of_a_made_text_is_missed() -> None:
    assert [(text, missed(text)) for text in made(40, 2_000) if missed(text)] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(41, 46))
def test_no_program_of_many_made_texts_is_missed(seed: int) -> None:
    assert [(text, missed(text)) for text in made(seed, 20_000) if missed(text)] == []


@pytest.mark.parametrize(
    ("text", "may"),
    [("git log | head", False), ("./rm", True), ("env -Srm", True), ("alarm; firm", False), ("echo \"it's rm\"", True),
     ("r''m x", True), ("echo 'no' && ls", False), ("r\\m", True), ("$X", True), ("{r,}m", True), ("X=rm", True)],
)  # fmt: skip
def test_a_quick_no(text: str, may: bool) -> None:
    assert may_run(text, ("rm", "shred")) is may
