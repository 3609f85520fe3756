"""What a command line does to files: which it changes, and which it may read."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.files.changes import changes_of, reads_of


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("cp a b", ["b"]),
        ("cp a b/", ["b", "b/a"]),
        ("mv a b", ["b", "a/"]),
        ("rm -r a", ["a/"]),
        ("cd x && touch y; cd - && touch z", ["x/y", "z"]),
        ("(cd x; touch y); touch z", ["x/y", "z"]),
        ("bash -c 'cd x; touch y'; touch z", ["x/y", "z"]),
        ("git -C r checkout -- a", ["r", "r/a/"]),
        ("chmod -x a", ["a"]),
        ("sed -i s/a/b/ f; sed s/a/b/ g", ["f"]),
        ("tar xf a.tar -C out", ["out/"]),
        ("python3 -c \"open('f', 'w')\"; python3 -c \"open('g')\"", ["f", "w"]),
        ("python3 -c \"import os; os.system('rm x')\"", ["x"]),
        ("find . -name a -exec rm -r {} +", ["./a/"]),
        ("echo 'rm a' > b; cat < c", ["b"]),
        ("git commit -m 'rm a' && grep 'rm b' c", []),
    ],
)
def test_what_a_line_changes(line: str, changed: list[str]) -> None:
    assert [word.text for command in read_commands(line) for word in changes_of(command)] == changed


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("cat a", ["a"]),
        ("cp a b", ["a"]),
        ("grep -n x a", ["a"]),
        ("grep -r x d", ["d/"]),
        ("curl -d @a u", ["a", "u"]),
        ("git show HEAD:a", ["show", "HEAD:a", "a"]),
        ("git add a", []),
        ("cd d; cat < a", ["d", "d/a"]),
        ("cat $x/a", [None]),
        ("grep -r x --exclude=a d", ["d/"]),
        ("rg --glob '!a' x d", ["x/", "d/"]),
    ],
)
def test_what_a_line_may_read(line: str, read: list[str | None]) -> None:
    assert [word.text for command in read_commands(line) for word in reads_of(command)] == read
