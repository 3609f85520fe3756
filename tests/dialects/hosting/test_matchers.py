"""JavaScript's regular expressions as JavaScript reads them: what `new RegExp(…).test(…)` says, or that it is none."""

from __future__ import annotations

import pytest

from chibi_hooks.dialects.hosting.conditions import caliban_rule, claude_rule, is_path, simple_commands
from chibi_hooks.dialects.hosting.matchers import NoMatcher, alternatives, fits, found, glob

JAVASCRIPT = [  # pattern, text -> what JavaScript says; None: no regular expression
    ("Ba.h", "Bash", True), ("^Bash$", "Bash", True), ("Bash$", "Bash\n", False), (".", "\n", False),
    (".", "\u2028", False), ("[^]", "\n", True), ("[]", "a", False), ("a[]]", "a]", False), ("[[]", "[", True),
    (r"\d", "٣", False), (r"\w", "é", False), (r"\s", "\u00a0", True), (r"\x42ash", "Bash", True),
    (r"\u0042ash", "Bash", True), ("a{2}", "aa", True), ("a{,2}", "a{,2}", True), ("{", "{", True), ("}", "}", True),
    ("(?<n>a)", "a", True), ("(?:a|b)+", "ab", True), ("(?!Bash)", "Bash", True), ("(?<=a)b", "ab", True),
    ("(?i)a", "A", None), ("(?P<n>a)", "a", None), ("a++", "a", None), ("a*+", "a", None), ("(?>a)", "a", None),
    ("*", "a", None), ("^*", "a", None), (r"\b*", "a", None), ("$?", "a", None), ("[", "a", None), ("(", "a", None),
    ("a)", "a", None), ("a\\", "a", None), ("[a", "a", None), ("[b-a]", "a", None), (r"\/a\/", "/a/", True),
    ("[a&&b]", "&", True), ("[~~a]", "~", True), ("a(?#x)b", "ab", None), (r"[\b]", "\b", True), ("", "x", True),
    (r"[\]]", "]", True), (r"(a)\1", "aa", True), ("a{e<=1}", "b", False),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "text", "said"), JAVASCRIPT)
def test_it_is_read_as_javascript_reads_it(pattern: str, text: str, said: bool | None) -> None:
    if said is None:
        with pytest.raises(NoMatcher):
            found(pattern, text)
    else:
        assert found(pattern, text) is said


@pytest.mark.parametrize("pattern", [r"(x+x+)+y", r"(a|aa)+$", r"^(\w+\s?)*$", "(.*)*" * 10 + "b"])
def test_one_that_would_take_for_ever_is_given_up(pattern: str) -> None:
    try:
        assert found(pattern, "x" * 4000 + "a" * 4000 + "!") is False
    except NoMatcher as error:
        assert "takes more than" in str(error)


def test_a_glob_takes_no_longer_than_its_texts() -> None:
    assert glob("*a" * 500 + "b")("a" * 5000) is False
    assert glob("a*b?c")("aXXbYc") is True


PATHS = [  # pattern, path below /p -> is it one of them?
    ("*.txt", "sub/new.txt", True), ("new.txt", "sub/new.txt", True), ("./new.txt", "sub/new.txt", True),
    ("**/*.txt", "sub/new.txt", True), ("**/*.txt", "new.txt", True), ("src/**", "src/a/b", True),
    ("src/**", "src", False), ("src/**", "lib/src/a", False), ("**/src/**", "lib/src/a", True), ("**", "a", True),
    ("src/*.py", "src/a/b.py", False),
    ("src", "src/a/b.py", True), ("src/a?", "src/ab", True), ("/src/x", "src/x", True), ("//p/src/x", "src/x", True),
    ("//q/**", "src/x", False), ("~/x", "src/x", False), ("a/**/b", "a/b", True), ("a/**/b", "a/x/y/b", True),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "path", "said"), PATHS)
def test_paths(pattern: str, path: str, said: bool) -> None:
    assert is_path(pattern, f"/p/{path}", "/p", "/home/ada") is said


def test_a_path_that_leaves_the_project_is_none_of_it() -> None:
    assert is_path("**", "/p/../etc/passwd", "/p", "/h") is False
    assert caliban_rule("Read:*", "Read", {"path": "../x"}, "/p") is True
    assert caliban_rule("Read:x", "Read", {"path": "../x"}, "/p") is False


COMMANDS = [
    ("A=1 ls -la && rm x", ["ls -la", "rm x"]),
    ("echo $(cat `id`) | sh", ["id", "cat `id`", "echo $(cat `id`)", "sh"]),
    ("echo 'a; b' \"c; $(d)\"", ["d", "echo 'a; b' \"c; $(d)\""]),
    ("a 2>&1 & b", ["a 2>&1", "b"]),
    ("diff <(a) <(b)", ["a", "b", "diff <(a) <(b)"]),
    ("echo 'open", None),
    ("echo $(open", None),
]


@pytest.mark.parametrize(("line", "commands"), COMMANDS)
def test_the_commands_of_a_line(line: str, commands: list[str] | None) -> None:
    assert simple_commands(line) == commands
    assert claude_rule("Bash(never *)", "Bash", {"command": line}, "/p", "/h") is (commands is None)


def test_no_line_and_no_path_takes_for_ever() -> None:
    """Each of these took minutes, or for ever, when it was tried every way."""
    nested = "echo " + '"$(a ' * 9 + "x" * 10_000 + ')"' * 9
    for line in (nested * 5, "(" * 20_000, "A=1 " * 5_000, "$(" * 5_000):
        simple_commands(line)
    assert is_path("**/a/**/b/**/c/**/d/*.txt", "/p/" + "a/b/c/" * 300 + "x", "/p", "/h") is False
    assert is_path("**/" * 30 + "z", "/p/" + "a/" * 60 + "x", "/p", "/h") is False
    assert glob("a*" * 7 + "b")("a" * 5_000) is False


@pytest.mark.parametrize(
    ("matcher", "fitting"),
    [
        ("Bash", True), ("Ba.*", False), ("run_", True), ("Edit | Bash", True), ("Edit|run_[a-z]*$", False),
        ("|", False), ("Bash|(run_", True), ("(Bash|Edit)", False), ("Edit|.*", True), (" * ", True), ("[", None),
        ("run\\ ", False),
    ],
)  # fmt: skip
def test_between_bars_are_names_of_any_kind_or_regexps_of_the_own_one(matcher: str, fitting: bool | None) -> None:
    if fitting is None:
        with pytest.raises(NoMatcher):
            fits("names-or-search", matcher, "run_shell_command", others=("Bash",))
    else:
        assert fits("names-or-search", matcher, "run_shell_command", others=("Bash",)) is fitting


def test_a_bar_in_a_class_or_a_group_or_after_a_backslash_parts_nothing() -> None:
    assert alternatives(r"a|(b|[)|]|c)|[d|]|\||") == ["a", "(b|[)|]|c)", "[d|]", r"\|", ""]
