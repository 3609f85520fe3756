"""What a text surely does not run is told without reading it: never wrongly."""

from __future__ import annotations

import contextlib
import json
import re

import pytest

from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.primitives.harness.globs import find_path, may_name
from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.files.changes import changes_of, reads_of
from chibi_hooks.scheme.shell.line import TAKING
from chibi_hooks.scheme.shell.programs.mentions import may_be_pattern, may_hold, may_run, plain_names
from chibi_hooks.scheme.shell.programs.takers import LATER, READERS, SHELLS
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.text.words import ShellWord
from chibi_hooks.scheme.values.data import FALSE, string_of, to_list
from tests.halves import dealt
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


@pytest.mark.parametrize(
    "led",
    ["A='x;y' sh", "A='x|y;z' sh", "env A='x&y' sh", "&>/dev/null sh", "# a; b\n sh", "# it's a & b\n sh",
     "tee f; sh f", "tee f && ./sh f", "tee f\n. f", "cat >f;.\tf", "if\ttrue; then sh; fi", "for\nx in 1; do sh; done",
     *sorted(SHELLS), *(f"{each} /dev/stdin" for each in sorted(READERS)), *sorted(LATER), *sorted(TAKING)],
)  # fmt: skip
def test_no_program_is_missed_that_a_text_behind_a_pipe_names(led: str) -> None:
    assert may_run(f"echo 'r_m x' | tr -d _ | {led}", ("rm",))


WRITTEN = [
    ("'r_m x'", "tr -d _"), ("r_m", "t''r -d _"), ("'x mr'", "rev"), ("'r_m x'", "sed s/_//"),
    ("726d2078", "xxd -r -p"),
]  # fmt: skip
RUN = ["sh b", "s'h' b", ". b", "bash < b", "at now -f b", "env -Ssh < b", "xargs -a b", "x'args' < b",
       "cp b ./c; ./c"]  # fmt: skip


@pytest.mark.parametrize(("said", "changes"), WRITTEN)
@pytest.mark.parametrize("run", [*RUN, "sh b | cat"])
def test_no_program_is_missed_that_a_changed_file_names(said: str, changes: str, run: str) -> None:
    for text in (f"echo {said} > a; {changes} < a > b; {run}", f"{changes} > b <<E\n{said}\nE\n{run}"):
        assert may_run(text, ("rm",)), text
        assert missed(text) == [], text


@pytest.mark.parametrize(
    "text",
    ["echo m > a; xargs -a a -IQ rQ -rf src", "echo m > a; xargs -IQ rQ x < a", "parallel -IQ rQ x ::: m",
     "echo m > a; xa'r'gs --arg-file=a -IQ rQ x", "env -Sxargs -a a -IQ rQ x", "uudecode < a > b; sh b",
     "base32 -d > b <<E\nOJWSA6A=\nE\nsh b", "echo 'r_m x' | tr -d _ | env -Ssh"],
)  # fmt: skip
def test_no_program_is_missed_whose_name_is_put_together(text: str) -> None:
    assert may_run(text, ("rm",))
    assert missed(text) == []


def test_no_file_is_missed_whose_name_is_put_together() -> None:
    lines = to_list([string_of(".env")])
    for text in ("echo n > a; xargs -a a -IQ cat .eQv", "echo .e_nv > a; tr -d _ < a > b; xargs cat < b"):
        assert may_name(string_of(text), lines)


def test_who_always_runs_a_shell_is_no_quick_no_for_that() -> None:
    assert missed("capsh -- -c ls") == missed("cap's'h -- -c ls") == []


@pytest.mark.parametrize(
    "text",
    ["cmake --build . --parallel 8", "sort < a > b", "cat > f <<E\nx\nE\nhead f", "git log | head", "ls 'a b' < c"],
)
def test_a_quick_no_where_nothing_is_changed_and_run(text: str) -> None:
    assert not may_run(text, ("rm",))


@pytest.mark.parametrize("text", ["ssh host < x", "sudo 0<x", "su me <<< x", "chroot / <<E\nx\nE"])
def test_who_runs_a_shell_alone_is_no_quick_no_for_that(text: str) -> None:
    assert missed(text) == []


@pytest.mark.parametrize("led", ["cat >f; head f", "grep -f x; ./build.sh", "sha256sum", "sort ../a.b c"])
def test_a_quick_no_behind_a_pipe(led: str) -> None:
    assert not may_run(f"echo 'r_m x' | tr -d _ | {led}", ("rm",))


@pytest.mark.parametrize(
    ("text", "may"),
    [("/bin/gi? push", True), ("/b*/[f-h]it push", True), ("g'i'* x", True), ("*", True), ("ls *.py", False),
     ("ls g/*.c te?t", False), ("git x", False),
     ("[ -f x ]", False), ("[[ -f x ]]", False), ("[' 'g]it x", True)],
)  # fmt: skip
def test_a_name_may_be_written_as_a_pattern(text: str, may: bool) -> None:
    assert may_be_pattern(text, ("git", "hg")) is may


def test_a_long_text_is_looked_through_for_patterns_at_once() -> None:
    assert not may_be_pattern("a" * 500_000 + "*", ("git",))
    assert not may_be_pattern("[" * 500_000 + "b", ("git",))


def unseen(text: str) -> list[str]:
    """What stands in the words, assignments and redirects of a text's commands, though it is said that it may not."""
    found: set[str] = set()
    with contextlib.suppress(Unreadable):
        for each in read_commands(text):
            words = [*each.words, *(redirect.target for redirect in each.redirects)]
            set_here = (f"{name}={value or ''}" for name, value in each.assignments)
            for known in (*(word.known for word in words), *set_here):
                found.update(re.findall(r"\w\w+", known.casefold()))
    return [part for part in found if not may_hold(text, (part,))]


def test_no_part_of_a_word_is_missed() -> None:
    texts = (*labelled(), *HIDDEN, *ONLY_TEXT, *made(51, 1_000))
    assert [(text, unseen(text)) for text in texts if unseen(text)] == []


@pytest.mark.parametrize(
    ("text", "may"),
    [("cat a | head", False), ("P''uSh x", True), ("echo pu*", True), ("a=push", True), ("ls > pushed", True),
     ("echo p$X", True), ("git pull", False)],
)  # fmt: skip
def test_a_quick_no_for_parts_of_words(text: str, may: bool) -> None:
    assert may_hold(text, ("push", "refs/")) is may


@pytest.mark.parametrize("seed", dealt(range(41, 46), 0))
def test_no_program_of_many_made_texts_is_missed(seed: int) -> None:
    assert [(text, missed(text)) for text in made(seed, 20_000) if missed(text)] == []


@pytest.mark.parametrize(
    ("text", "may"),
    [("git log | head", False), ("./rm", True), ("env -Srm", True), ("alarm; firm", False), ("echo \"it's rm\"", True),
     ("r''m x", True), ("echo 'no' && ls", False), ("r\\m", True), ("$X", True), ("{r,}m", True), ("X=rm", True)],
)  # fmt: skip
def test_a_quick_no(text: str, may: bool) -> None:
    assert may_run(text, ("rm", "shred")) is may


LINES = (
    ".env", ".env.*", "!.env.example", "*.pem", "id_rsa", "**/.aws/credentials", "**/.docker/config.json",
    "**/proc/*/environ", "**/.claude/hooks/", "**/.chibi/", "/build/out", "f", "x/y", "a/**/b.txt", "ls",
)  # fmt: skip


def touched(text: str) -> list[str]:
    """The lines that name what a text changes or reads, though it is said that it touches nothing of the kind."""
    words: list[ShellWord] = []
    with contextlib.suppress(Unreadable):
        words = [word for each in read_commands(text) for word in (*changes_of(each), *reads_of(each))]
    named = to_list([string_of(each.text) if each.text is not None else string_of(each.known) for each in words])
    found = []
    for line in LINES:
        lines = to_list([string_of(line)])
        if find_path(named, lines) is not FALSE and not may_name(string_of(text), lines):
            found.append(line)
    return found


def test_no_file_that_a_labelled_command_touches_is_missed() -> None:
    assert [(text, touched(text)) for text in labelled() if touched(text)] == []


@pytest.mark.parametrize("seed", dealt(range(51, 54), 0))
def test_no_file_that_a_made_text_touches_is_missed(seed: int) -> None:
    assert [(text, touched(text)) for text in made(seed, 10_000) if touched(text)] == []


def test_a_file_that_stands_nowhere_in_a_text_is_not_looked_for() -> None:
    lines = to_list([string_of(each) for each in LINES[:7]])
    assert not may_name(string_of("cd web && git add -A && cat a | tee 'b c' > out.txt"), lines)
    assert may_name(string_of("cp -r ~/.aws z"), lines)
    assert may_name(string_of("cat .e''nv"), lines)
    assert may_name(string_of("cat .en?"), lines)
    assert may_name(string_of("ls"), to_list([string_of("*")]))


@pytest.mark.parametrize(
    ("line", "asked", "found"),
    [
        ("""rm "it's.txt" """, """(judge-changes payload "rm" car '("it's.txt"))""", "it's.txt"),
        ("""cat "it's.txt" """, """(judge-words payload "^$" command-reads car '("it's.txt"))""", "it's.txt"),
        ("""echo "it's" """, """(judge-commands payload "^$" command-name '("echo") '("it's"))""", "echo"),
        ("curl file:///a/%2eenv", """(judge-words payload "^$" command-reads car '(".env"))""", "/a/%2eenv"),
        ("curl FILE:///a/%2Eenv", """(judge-words payload "^$" command-reads car '(".env"))""", "FILE:///a/%2Eenv"),
    ],
)
def test_what_stands_in_another_form_is_looked_for_by_reading(line: str, asked: str, found: str) -> None:
    payload = f'(("tool_name" . "shell_exec") ("arguments" ("command" . {json.dumps(line)})))'
    program = f"(import (scheme base) (harness shell) (harness policy)) (define payload '{payload}) {asked}"
    assert Interpreter().evaluate(program) == found
