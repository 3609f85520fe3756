"""Lines of a .gitignore take in the same paths, however quickly a path is told that nothing of them stands in it."""

from __future__ import annotations

from random import Random

import pytest

from chibi_hooks.scheme.primitives.harness.globs import GitignoreLines, find_path, may_name, names_of
from chibi_hooks.scheme.values.data import FALSE, string_of, to_list
from chibi_hooks.scheme.values.errors import SchemeError

PIECES = ("a", "b", ".", "*", "?", "[ab]", "[]a]", "[!a]", "[a\n", "/", "**/", "é", " ", "\\a")


def made(chance: Random, pieces: tuple[str, ...], most: int) -> str:
    return "".join(chance.choice(pieces) for _ in range(chance.randint(1, most)))


@pytest.mark.parametrize("seed", range(3))
def test_a_quick_no_is_never_wrong(seed: int) -> None:
    chance = Random(seed)
    paths = [names_of(made(chance, ("a", "b", ".", "]", "/", "é", " ", "\n", "a/"), 6)) for _ in range(60)]
    for _ in range(60):
        patterns = tuple(chance.choice(("", "", "!")) + made(chance, PIECES, 4) for _ in range(chance.randint(1, 3)))
        try:
            quick, whole = GitignoreLines(patterns), GitignoreLines(patterns)
        except SchemeError:  # no line of a .gitignore
            continue
        whole.needles = None
        wrong = [path for path in paths if quick.takes_in("x", path) != whole.takes_in("x", path)]
        assert (patterns, wrong) == (patterns, [])


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/tmp/a/page.py", "tmp/a/page.py"), ("/a.b/", "a.b/"), ("a.b/c..d", "a.b/c..d"), ("/", "."), ("", "."),
        (".", "."), ("./a", "a"), ("..a", "..a"), ("../a", "../a"), ("/../a", "a"), ("a/../b", "b"), ("a//b", "a/b"),
        ("a/./b/", "a/b/"), ("a\\b", "a/b"), ("//a", "a"), ("a/..", "."),
        ("/proc/self/root/a", "a"), ("/proc/7/task/8/root/proc/self/root/../a/", "a/"),
        ("/proc/self/rooted", "proc/self/rooted"),
        ("proc/self/root/a", "proc/self/root/a"), ("./proc/self/root/a", "proc/self/root/a"),
        ("../processes/x", "../processes/x"),
        ("fILE:///a/.env", "a/.env"), ("file://host/a%2fb?x#y", "a/b"), ("file:a#/../b", "b"),
        ("file:/a?/../../.env", ".env"), ("files:a", "files:a"),
    ],
)  # fmt: skip
def test_names_of_a_path(path: str, names: str) -> None:
    assert names_of(path) == names


def test_a_bracket_in_a_set_of_a_line_hides_no_file_from_a_policy() -> None:
    assert may_name(string_of("cat ]x.pem"), to_list([string_of("[]a]x.pem")]))


@pytest.mark.parametrize(
    ("lines", "path", "found"),
    [
        (["Secrets/"], "secrets/x", True), (["README"], "readme", True), (["*.PEM"], "a.pem", True),
        (["*.PEM", "!A.pem"], "b.pem", True), ([".env"], ".ENV", True),
        (["*.pem", "!/processes/a.pem"], "../processes/a.pem", True),
        (["/processes/"], "../processes/x", False), (["/secret"], "/proc/self/root/secret", True),
        (["Secrets/"], "secret/x", False),
    ],
)  # fmt: skip
def test_a_command_s_path_is_found_where_names_have_no_case_too(lines: list[str], path: str, found: bool) -> None:
    named = find_path(to_list([string_of(path)]), to_list([string_of(each) for each in lines]))
    assert (named is not FALSE) is found
