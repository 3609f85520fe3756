"""What a short line makes grow stays small, in memory and in what is read of it."""

from __future__ import annotations

import contextlib
import re
import time
import tracemalloc

import pytest

from chibi_hooks.scheme.shell import commands, said
from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.files.changes import writes_files
from chibi_hooks.scheme.shell.programs.code import starts_others, strings_in
from chibi_hooks.scheme.shell.programs.filters import FILTERS
from chibi_hooks.scheme.shell.programs.recipes import CALLED, rules_run, scripts_run
from chibi_hooks.scheme.shell.programs.shapes import hands_command
from chibi_hooks.scheme.shell.text import syntax
from chibi_hooks.scheme.shell.text.syntax import Unreadable

MEMORY = 16 * 1024 * 1024  # bytes


@pytest.mark.parametrize(
    "text",
    [
        "echo aaaaaaaa" + " | (cat;cat)" * 24 + " | sh; rm -rf x", "echo aaaaaaaa" + " | { cat;cat; }" * 24 + " | sh",
        "echo aaaaaaaa > x; " + "cat x >> x; " * 24 + "sh x",
    ],
)  # fmt: skip
def test_a_text_that_doubles_itself_is_too_long(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="nobody can tell what sh is given to run"):
            read_commands(text)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


DIGITS = "9" * 6_000


@pytest.mark.parametrize(
    "text",
    [
        f"echo x | xargs -n {DIGITS} rm", f"echo x | xargs -n{DIGITS} rm", f"set -- a; shift {DIGITS}; eval $1; rm x",
        f"set -- a; eval ${{{DIGITS}}}; rm x", f'a=(b c); eval "${{a[{DIGITS}]}}"; rm x',
    ],
)  # fmt: skip
def test_a_number_of_many_digits_is_none(text: str) -> None:
    assert [each.words[1].text for each in read_commands(text) if each.name == "rm"] == ["x"]


def nested(form: str, inner: str, depth: int) -> str:
    for _ in range(depth):
        inner = form.format(inner)
    return inner


@pytest.mark.parametrize(
    "text",
    [
        nested("bash <(echo a; {})", "echo ls | rev", 20), nested('bash -c "$({})"', "cat y", 20),
        "cat > x.py <<'E'\nimport os\n" + "os.system('python3 x.py')\n" * 300 + "E\npython3 x.py",
    ],
)  # fmt: skip
def test_of_what_runs_what_it_reads_not_much_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    read = commands.tree_of_shell, commands.plain_rows

    def counted(which: int, text: str) -> object:
        nonlocal count
        count += 1
        return read[which](text)

    monkeypatch.setattr(commands, "tree_of_shell", lambda text: counted(0, text))
    monkeypatch.setattr(commands, "plain_rows", lambda text: counted(1, text))
    with contextlib.suppress(Unreadable):
        read_commands(text)
    assert count < 3_000


@pytest.mark.parametrize(
    "text",
    [f"echo {'b' * 15_000} | xargs -Ia sh -c {'a' * 15_000}", f"parallel 'sh {'{}' * 400}' ::: {'b' * 15_000}"],
)
def test_words_that_are_put_into_a_text_make_no_long_one(text: str) -> None:
    with pytest.raises(Unreadable, match="more than 64 KiB"):
        read_commands(text)


def test_a_set_of_letters_is_a_short_one() -> None:
    assert FILTERS["tr"]("b", ["-d", "a-\U0010ffff" * 20]) is None
    assert FILTERS["tr"]("rAm", ["-d", "A-Z"]) == "rm"


def test_variables_make_no_long_line() -> None:
    values = "A=" + "x" * 100 + "".join(f"\n{one}={f'$({other})' * 10}" for one, other in ("BA", "CB", "DC", "ED"))
    with pytest.raises(Unreadable, match="more than 64 KiB"):
        rules_run(f"{values}\nall:\n\techo $(E)", [])
    assert rules_run("B=$(A)\nA=x\nall:\n\techo $(B)", []) == "echo x"


def test_what_never_ends_is_passed_by_at_once() -> None:
    """With a square of the length it would take minutes."""
    assert CALLED.findall("$(shell" + " " * 60_000) == []
    assert CALLED.findall("$(shell  a (b) c)") == ["a (b) c"]
    scripts = '{"scripts": {"' + '\\"' * 30_000 + '", "a": "ls"}}'
    assert scripts_run(scripts, ["run", "a"]) == "ls"


def test_an_option_of_any_length_is_looked_through_once() -> None:
    """With a square of the length it would take minutes."""
    for name in ("on-", "exec", "run-", "a."):
        assert not hands_command("foo", f" '--{name * 20_000}x'")
    assert hands_command("foo", " --on-change='a b'")


def test_of_variables_with_many_values_not_all_is_put_together() -> None:
    names = range(8)
    loops = "".join(f"for x{name} in {' '.join(map(str, range(50)))}; do " for name in names)
    found = read_commands(f"{loops} sudo echo {' '.join(f'$x{name}' for name in names)}{'; done' * 8}")
    assert 8 * 4 < len(found) < 500


def test_edits_of_a_file_of_the_line_are_counted() -> None:
    lines, several = "a\n" * 10_000, "s/a/b/;" * 15
    with pytest.raises(Unreadable, match="too long to read"):
        read_commands(f"echo '{lines}' > a; " + "sed -i s/a/b/ a; " * 100)
    assert FILTERS["sed"](lines, [several]) is None
    assert FILTERS["sed"]("a\na\n", [several]) == "b\nb\n"


def test_lines_that_begin_with_a_backslash_are_told_apart_in_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    parsed = syntax._parsed

    def counted(text: bytes) -> object:
        steps.append(len(text))
        return parsed(text)

    monkeypatch.setattr(syntax, "_parsed", counted)
    with pytest.raises(Unreadable):
        read_commands("ls" + "\n\\rm -f x" * 5_000)
    assert 1 < len(steps) <= syntax.REPAIRS


def test_a_list_in_a_program_that_does_not_end_is_looked_through_once() -> None:
    assert strings_in("[" + "'a' " * 60) == ["a"] * 60


PROGRAMS = ("open ", "open(", "open( , ", "print ", "open 'a' ", "open '", "open   ", "spawn('a',[", "print a || ")


def test_a_long_program_takes_as_much_longer_as_it_is() -> None:
    def taken(part: str, size: int) -> float:
        code = part * (size // len(part))
        took = []
        for _ in range(5):
            begun = time.thread_time_ns()
            starts_others(code), writes_files(code)
            took.append(time.thread_time_ns() - begun)
        return min(took)

    assert [part for part in PROGRAMS if taken(part, 48_000) > 40 * taken(part, 4_000)] == []  # 144: by the square


def test_of_one_command_is_found_out_once_what_stands_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def substitutions_of(source: str) -> list[re.Match[str]]:
        asked.append(source)
        return []

    monkeypatch.setattr(said, "substitutions_of", substitutions_of)
    read_commands('python3 -c "' + "os.system('a $(ls)');" * 100 + '"')
    assert len(asked) < 10
