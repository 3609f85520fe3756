"""The name and the words of a command -> whether it runs others or changes what is known, and what it is given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from posixpath import basename
from typing import Final

from chibi_hooks.scheme.shell.programs.code import may_have_code, runs_text, takes_code
from chibi_hooks.scheme.shell.programs.folding import is_program
from chibi_hooks.scheme.shell.programs.mentions import ONE_OF_ONE
from chibi_hooks.scheme.shell.programs.runs import RUNS
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.programs.takers import ALONE, READERS, SHELLS, takes_next
from chibi_hooks.scheme.shell.programs.wrapper import behind
from chibi_hooks.scheme.shell.programs.wrappers import MARKS, RUNNERS, WRAPPERS
from chibi_hooks.scheme.shell.text.marks import GLOB
from chibi_hooks.scheme.shell.text.plain import VERB
from chibi_hooks.scheme.shell.text.words import ShellWord, one_word

HANDED: Final = 50  # words and lines that a program may hand on
HANDS_ALL: Final = re.compile(  # its words together
    r"argv\[1:\]|\bARGV\b|argv\.slice|\.\.\.\s*process\.argv|commandArgs")
GIVEN_NAME: Final = re.compile(r"\A-?\w+=")
THROUGH: Final = 100  # commands, each of which runs the next one
GOES: Final = frozenset({"cd", "pushd", "popd"})
SETS: Final = frozenset({"read", "mapfile", "readarray", "getopts", "unset", "let", "select", "wait"})
SHIFTS: Final = frozenset({"set", "shift"})  # they say what $1, $2 … are
ACTS: Final = RUNNERS | GOES | SETS | SHIFTS
BEHIND_SLASH: Final = re.compile(r"/([\w.+-]+)[\"']?\Z", re.ASCII)
ACTING: Final = {name: (*verbs, *ALONE.get(name, ())) for name, verbs in RUNS.items()}  # subcommands that run others


def handed_to(command: SimpleCommand, code: str) -> Sequence[str]:
    """Texts besides its own that a program may hand to others: its words, its variables, what it is fed."""
    words = [(word.whole or "") for word in command.words[1:]]
    bare = [GIVEN_NAME.sub("", each) for each in words if not is_program(each, code)]
    values = [value or "" for _, value in command.assignments]
    if HANDS_ALL.search(code) is not None:
        at = next((at for at, each in enumerate(words) if is_program(each, code)), len(words))
        rest = words[at + 2 :] if words[at + 1 : at + 2] == ["--"] else words[at + 1 :]
        bare.insert(0, " ".join(map(one_word, rest)))
    lines = (command.input or "").splitlines() if not is_program(command.input, code) else []
    return [each for each in (*bare, *values, *lines)[:HANDED] if " " in each.strip()]


def arguments_of(command: SimpleCommand) -> Sequence[ShellWord] | None:
    """What a shell gives to a text as $1, $2 …; None where it is not seen at once."""
    name, words = command.name or "", command.words
    if name not in SHELLS:
        return words[2:] if name in READERS and len(words) > 2 else None
    dashes = next((at for at, word in enumerate(words) if word.text == "--"), None)
    at = next((at for at, word in enumerate(words[1:], 1) if word.known[:1] not in ("-", "+")), None)
    at = at if dashes is None or (at is not None and at < dashes) else dashes + 1
    if any(word.text == "-s" for word in words[:at]):
        return words[at:] if at is not None else ()
    return None if at is None or any(takes_next(word.known) for word in words[1:at]) else words[at + 1 :]


def runs_what_it_takes(words: Sequence[ShellWord]) -> bool:
    """Do xargs and parallel run a command that stands in their input: xargs env, parallel?"""
    name = words[0].known
    rest = [word for word in words if word.text is not None]
    for _ in range(THROUGH):
        wrapper = WRAPPERS.get(basename(rest[0].known)) if rest else None
        rest = rest if wrapper is None else [*behind(wrapper, rest[1:])]
    return not rest and (len(words) > 1 or basename(name) == "parallel")


def starts_file(words: Sequence[ShellWord]) -> bool:
    """Is its program named by a path?"""
    return bool(words) and "/" in (words[0].text or "")


def names_given(name: str, words: Sequence[ShellWord]) -> dict[str, str]:
    """The names that `alias` and `hash -p` give to commands, and what these are."""
    if name == "alias":
        given = [(word.whole or "").partition("=") for word in words]
        return {each: text for each, equals, text in given if equals}
    paths = [words[at + 1] for at, word in enumerate(words[:-1]) if word.text == "-p"]
    return {word.text: one_word(paths[0].text) for word in words if word.text and paths and paths[0].text}


def set_by(words: Sequence[ShellWord]) -> Sequence[ShellWord] | None:
    """Which of the words behind `set` are $1, $2 …; None where it sets none of them."""
    at = next((at for at, word in enumerate(words) if word.known[:1] not in "-+" or word.text in ("-", "--")), None)
    if at is None:
        return None
    return words[at + 1 :] if words[at].text in ("-", "--") else words[at:]


def handing(program: str, text: str) -> tuple[ShellWord, ...]:
    """The words by which an interpreter is given a text."""
    return tuple(ShellWord(each, each, each) for each in (program, "-c" if takes_code(program, "-c") else "-e", text))


@lru_cache(256)
def acts(name: str) -> bool:
    """Does a program of this name run others, or change what is known behind it?"""
    return name in ACTS or name in MARKS or may_have_code(name)


def may_act(name: str, written: str) -> bool:
    """Do the words of such a program, as they are written, not rule out that it runs others?"""
    alone = ALONE.get(name)
    if alone is not None and (not alone or any(map(written.__contains__, alone))):
        return True
    verbs = ACTING.get(name)
    if verbs is not None:  # by a subcommand, which may hide behind options, in quotes or a variable
        found = VERB.match(written)
        return any(map(written.__contains__, (*verbs, "'", '"', "$", "="))) if found is None else found[1] in verbs
    marks = MARKS.get(name)
    if marks is not None:
        return any(map(written.__contains__, marks))
    return name in ACTS or runs_text(name, written)


def name_of(words: Sequence[ShellWord]) -> str | None:
    """The program's name, "" without words, None where it is unknown. /???/rm has one, and so has r[m]."""
    if not words:
        return ""
    first = words[0]
    if first.text is None:  # $JAVA_HOME/bin/java
        found = BEHIND_SLASH.search(first.source)
        return found[1] if found is not None else None
    name = basename(first.text).removeprefix("=") or first.text  # =rm is zsh's path of rm
    if first.glob:
        name = ONE_OF_ONE.sub(r"\1", name)
        return None if GLOB.search(name) is not None else name
    return name


def target_of(words: Sequence[ShellWord]) -> ShellWord | None:
    """Which of the words behind `cd` says where to."""
    return next((word for word in words if word.known[:1] != "-" or word.text == "-"), None)


def path_of(word: ShellWord) -> str | None:
    """The path that a word is, where it is known."""
    return None if word.glob else word.text


def gone_to(target: str | None, here: str | None) -> str | None:
    """The directory that `cd` goes to."""
    if target is None:
        return None
    if target[:1] in ("/", "~") or here == "":
        return target
    return None if here is None else f"{here.rstrip('/')}/{target}"
