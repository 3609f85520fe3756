"""`explain CODE`: what a kind of mistake is."""

from __future__ import annotations

from chibi_hooks.hooks.checking.linting.codes import CODES
from tests.cli.command import Command


def test_a_code_is_explained_with_a_wrong_and_a_right_line(command: Command) -> None:
    told = command("explain", "identity").stdout
    assert told.startswith("identity: strings are compared by identity\n")
    assert told.index("(eq? tool-name") < told.index("right:") < told.index("(equal? tool-name")


def test_without_a_code_all_are_listed(command: Command) -> None:
    assert all(code in command("explain").stdout for code in CODES)


def test_an_unknown_code_is_64_with_a_near_one(command: Command) -> None:
    result = command("explain", "symbol-keys")
    assert (result.code, result.stdout) == (64, "")
    assert 'did you mean "symbol-key"?' in result.stderr
