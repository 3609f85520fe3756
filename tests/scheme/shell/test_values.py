"""What a command's name tells of its parts is what looking for them finds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.sequences.searches import _tails
from chibi_hooks.scheme.shell.commands import EachAlone, read_commands, read_when_asked
from chibi_hooks.scheme.shell.files.changes import changes_files, changes_of
from chibi_hooks.scheme.shell.programs.code import code_of
from chibi_hooks.scheme.shell.programs.folding import with_folded
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.programs.subcommands import is_option, subcommand_of
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.values import PARTS, commands_in, read_already, shell_part
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT
from tests.scheme.shell.test_plain import FIELDS, composed, labelled, made


def read(text: str) -> list[SimpleCommand]:
    """The commands of a text, none where it is not read."""
    found = commands_in(text)
    return [] if isinstance(found, str) else found.all()


def mistold(text: str) -> list[tuple[str, int]]:
    """The commands and the numbers of their parts that are told otherwise than they are found."""
    return [
        (each.source, number)
        for each in read(text)
        for number, part in enumerate(_told(each))
        if part is not None and write_text(part) != write_text(PARTS[number](each))
    ]


def _told(command: SimpleCommand) -> Sequence[Value]:
    """All that is told once the name was asked for."""
    shell_part(command, 0)
    return command.shell_parts


TEXTS = (*labelled(), *HIDDEN, *ONLY_TEXT, *made(61, 1_000), *composed(61, 500))


def test_no_part_is_told_that_is_another() -> None:
    assert [(text, mistold(text)) for text in TEXTS if mistold(text)] == []


def test_what_is_seen_at_once_is_what_all_words_say() -> None:
    texts, verbs = 0, 0
    for text in TEXTS:
        for seen in read(text):
            at_once, verb, code = seen.texts, seen.verb, seen.code
            words = seen.words
            assert at_once is None or at_once == tuple(each.text for each in words), text
            told = subcommand_of(seen.name, words[1:], [each.known for each in words[1:]])
            assert verb is None or verb == words[1].text == told[0].text, text
            given = code_of(seen.name, words, seen.input)
            assert code == (None if given is None else with_folded(given)), text
            texts += at_once is not None
            verbs += verb is not None
    assert texts > 1_500 and verbs > 400


ASKED = (("f", "force"), ("n", "no-verify"), ("m", "message"), ("g", "global"), ("am",), ("o", "output"), ("-",), ("",))
IN_QUOTES = """
git commit -nm"a-b"⏎git commit -nm=x⏎git commit -am 'x -n'⏎git commit '-n'⏎git commit -"n"⏎git commit '-n x'⏎a '-'n b
a "--force"⏎a --"force"⏎a --for"ce x"⏎a -- -f⏎a '--' -f⏎a -'o x'⏎a -o"x y"⏎a 'b -f'⏎a \t-f⏎a -f>x⏎a "\\"-f⏎a -$X⏎a $X-f
a - f⏎a -=f⏎a --mess=x⏎a --me=x⏎a -am⏎a ''-f⏎a --f⏎a "-
f"⏎a '
-f'
"""


def test_an_option_that_is_ruled_out_is_not_there() -> None:
    ruled_out = there = 0
    for text in (*TEXTS, *IN_QUOTES.replace("\\t", "\t").split("⏎")):
        for command in read(text):
            for names in ASKED:
                may = command.may_have(names)
                arguments = [each.known for each in command.words[1:]]
                given = [each for each in arguments if is_option(each, names)]
                given += [each for each in arguments if len(each) > 2 and each[0] == "-" and each[1] in names]
                has = bool(given) or any(is_option(each, names) for each in command.options)
                assert may or not has, (text, names)
                ruled_out += not may
                there += has
    assert ruled_out > 10_000 and there > 300, (ruled_out, there)


def test_who_asks_a_command_is_told_what_is_none() -> None:
    command = '(car (shell-commands "git -C /x push -f origin"))'
    for asked, message in (
        ('(flag? 5 "f")', "flag?: argument 1: wanted a command out of shell-commands, got 5"),
        (f"(flag? {command} 5)", "flag?: argument 2: wanted a string, got 5"),
        ('(runs? "git" "git")', 'runs?: argument 1: wanted a command out of shell-commands, got "git"'),
        ("(command-name 3)", "command-name: argument 1: wanted a command out of shell-commands, got 3"),
        ("(subcommand 3)", "subcommand: argument 1: wanted a command out of shell-commands, got 3"),
        ("(shell-commands 3)", "shell-commands: argument 1: wanted a string, got 3"),
        ("(operands '(1))", "operands: argument 1: wanted a command out of shell-commands, got (1)"),
        (f"(option {command} 'C)", "option: argument 2: wanted a string, got C"),
        (f"(runs? {command})", "runs?: wanted at least 2 arguments, got 1"),
    ):
        with pytest.raises(SchemeError) as raised:
            Interpreter().evaluate(f"(import (scheme base) (harness shell) (harness policy)) {asked}")
        assert message in str(raised.value)


def test_of_words_that_are_searched_nothing_is_kept() -> None:
    program = """(import (scheme base) (harness shell))
        (define words (command-words (car (shell-commands "pip install a b c d e"))))
        (and (member "d" words) (not (member "x" words)))"""
    kept = list(_tails)
    assert Interpreter().evaluate(program) is True
    assert list(_tails) == kept


def test_commands_that_are_made_when_somebody_asks_are_those_of_the_text() -> None:
    alone = 0
    for text in TEXTS:
        try:
            found, whole = read_when_asked(text), read_commands(text)
        except Unreadable:
            continue
        if not isinstance(found, EachAlone):
            continue
        alone += 1
        names = {each.name for each in whole[::2] if each.name}
        assert [each.source for each in found.of(names)] == [each.source for each in whole if each.name in names], text
        assert found.names == {each.name for each in whole}, text
        changed = [word for each in whole if changes_files(each) for word in changes_of(each)]
        assert found.changed() == changed, text
        for at, each in enumerate(whole):
            assert all(getattr(found.at(at), field) == getattr(each, field) for field in FIELDS), text
    assert alone > 500


def written(path: str, text: str, behind: str) -> str:
    return f"cat > {path} <<'EOF'\n{text}\nEOF\n{behind}"


PYTHON = "import os; os.system('rm -rf src')"
TAKEN = (  # files of the line, or copies of programs, that somebody behind runs
    written("settings", "[alias]\n x = !rm -rf src", "GIT_CONFIG_GLOBAL=settings git x"),
    written("settings", "[alias]\n x = !rm -rf src", "git x"),
    written("ab.js", "require('child_process').execSync('rm -rf src')", "NODE_OPTIONS='-r ./ab.js' node app.js"),
    written("ab.pm", "system('rm -rf src')", "PERL5OPT=-Mab perl app.pl"),
    written("ab.py", PYTHON, "PYTHONSTARTUP=ab.py python3 app.py"),
    written("ab.py", PYTHON, "python3 ./a?.py"),
    written("ab.py", PYTHON, "python3 a'b'.py"),
    written("a'b'.py", PYTHON, 'python3 a"b".py'),
    written(".husky/own", "rm -rf src", "git commit"),
    "echo '.shell rm -rf src' > ab; sqlite3 x.db '.read a''b'",
    "cp /bin/rm ~/bin/ab && ab -rf src",
    "cp /bi'n/rm' d/ab; PATH=d:/usr/bin ab -rf src",
    "patch ./ab <<'EOF'\nrm -rf src\nEOF\n./ab",
)


@pytest.mark.parametrize("text", TAKEN)
def test_who_takes_a_file_of_the_line_is_seen_before_commands_are_read_alone(text: str) -> None:
    found = read_when_asked(text)
    assert [each.source for each in found.all()] == [each.source for each in read_commands(text, False)]
    assert "rm" in found.names


SEEN = {  # what of a command is seen with its words: verb, options
    "git push -f": ("push", ["-f"]),
    "git  \t push": ("push", []),
    "git \\\n push --no-verify": ("push", ["--no-verify"]),
    "git 'push' '-f'": ("push", ["-f"]),
    'git pu""sh': ("push", []),
    "git -C x push": ("push", ["-C"]),
    "git push2": ("push2", []),
    "git push>x": ("push", []),
    "git commit -m -n": ("commit", ["-m"]),
    "git switch -c x": ("switch", ["-c"]),
    "git commit -am '-n' -n": ("commit", ["-am", "-n"]),
    "git commit --message -n -- -n": ("commit", ["--message"]),
    "rm -- -f": ("-f", []),
    "rm a -r -- -f": ("a", ["-r"]),
}


def test_behind_its_verb_git_has_other_options() -> None:
    knowns = ["-c", "a=b", "switch", "-c", "x"]
    assert subcommand_of("git", knowns, knowns) == ["switch", "x"]


@pytest.mark.parametrize(("text", "seen"), SEEN.items())
def test_the_verb_and_the_options_of_a_command(text: str, seen: tuple[str, list[str]]) -> None:
    (command,) = read(text)
    first = command.verb or subcommand_of("git", command.words[1:], [each.known for each in command.words[1:]])[0].text
    assert (first, command.options) == seen


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("rm a b", ["a", "b"]),
        ("cd x && rm a '-r' b", ["x/a/", "x/b/"]),
        ('rm "-r" a', ["a/"]),
        ("touch -d now a > b", ["b", "a"]),
        ("mkdir x 'y z' >> b", ["b", "x", "y z"]),
        ("rm -- -r", ["-r"]),
        ("cd x && git add a && git checkout b", ["x/.", "x/.", "x/b/"]),
    ],
)
def test_files_that_are_changed_are_seen_with_and_without_options(text: str, changed: list[str]) -> None:
    found = read_when_asked(text)
    assert isinstance(found, EachAlone)
    assert [each.text for each in found.changed()] == changed


def test_a_long_text_is_read_once_and_only_the_last_one_is_kept() -> None:
    one, other, unread = ("ls;" * 2_000 + "a", "ls;" * 1_900 + "b", "a|" * 30_000)
    for text in (one, other, unread):
        found = commands_in(text)
        assert read_already(text) is found
    assert read_already(one) is None
