"""Programs of which no line of a table says which files they change: their words, or their input, have to be looked
at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from chibi_hooks.scheme.shell.files.filewords import (
    PROGRAMS,
    FileWords,
    changed_by,
    is_given,
    operands_behind,
    values_of_options,
)
from chibi_hooks.scheme.shell.files.paths import all_in, as_word, put_inside
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.programs.subcommands import subcommand_of
from chibi_hooks.scheme.shell.text.words import ShellWord, cut

VENV: Final = "venv"
PRINTING: Final = ("-fprint", "-fprint0", "-fls", "-fprintf")  # into the file behind
CHOOSING: Final = ("-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename")
SED_WRITES: Final = re.compile(r"(?:^|[;\n{}$/\d])[ \t]*!?[wW][ \t]+([^\s;}]+)|(?<=[gIip\d/|,#:@!_])w[ \t]+([^\s;}]+)")
EDITOR_WRITES: Final = re.compile(
    r"(?:^|[|:+\d,.$%])(?:w|wq|write|sav|saveas|up|update)!?(?:[ \t]*>>)?[ \t]+([^\s|!]+)"
    r"|writefile\([^)]*['\"]([^'\"]+)['\"]\s*(?:,[^)]*)?\)"
)
PATCHED: Final = re.compile(  # in a text of diff: the files that it changes, moves and copies
    r"^(?:---|\+\+\+|rename (?:from|to)|copy to) (\S+)|^diff --git (\S+) ", re.MULTILINE
)
OUTPUT: Final = re.compile(
    r"\.(?:output|once|backup|save|clone|log)\s+(\S+)|.*?\bwritefile\s*\(\s*'([^']+)'", re.IGNORECASE)
READS_ONLY: Final = frozenset({  # what git does without changing a file of the repository
    "status", "log", "diff", "show", "rev-parse", "ls-files", "ls-remote", "ls-tree", "remote", "grep", "blame",
    "describe", "cat-file", "fetch", "shortlog", "reflog", "rev-list", "check-ignore", "for-each-ref", "name-rev",
    "merge-base", "version", "help", "config",
})  # fmt: skip
CHANGING: Final = frozenset({  # files by their names
    "checkout", "restore", "rm", "mv", "stash", "config", "clone", "init", "worktree", "clean", "archive", "bundle",
    "format-patch", "apply", "am",
})  # fmt: skip
OUTPUTS: Final[Mapping[str, tuple[str, ...]]] = {  # options of git whose value is a file that it makes
    "archive": ("o", "output"), "format-patch": ("o", "output-directory"),
    **dict.fromkeys(("diff", "log", "show"), ("output",)),
}  # fmt: skip
WRITTEN: Final = "--output"  # by what else only reads


def _dd(command: SimpleCommand) -> Iterator[ShellWord]:
    return (cut(word, 3) for word in command.words[1:] if word.known.startswith("of="))


def _sqlite(command: SimpleCommand) -> Iterator[ShellWord]:
    """.output FILE, in its words or its input"""
    texts = [*(word.whole or "" for word in command.words[1:]), *(command.input or "").splitlines()]
    yield from (as_word(found[1] or found[2]) for each in texts if (found := OUTPUT.match(each)) is not None)


def _find(command: SimpleCommand) -> Iterator[ShellWord]:
    """Where -delete may delete: the roots with all in them, but for what a -name narrows."""
    arguments = command.words[1:]
    yield from (other for one, other in pairwise(arguments) if one.text in PRINTING)
    if not any(word.text == "-delete" for word in arguments):
        return
    roots = []
    for word in arguments:
        if word.known[:1] in ("-", "(", "!"):
            break
        roots.append(word)
    pairs = [(word.text, arguments[at + 1]) for at, word in enumerate(arguments[:-1]) if word.text in CHOOSING]
    for root in roots or [as_word(".")]:
        yield from (put_inside(root, each) for how, each in pairs if how in ("-name", "-iname"))
        yield from (all_in(as_word(each.known.lstrip("*/"))) for how, each in pairs if how not in ("-name", "-iname"))
        if not pairs:
            yield all_in(root)


def _sed(command: SimpleCommand) -> Iterator[ShellWord]:
    """With -i its files, and what its commands w write."""
    yield from changed_by(PROGRAMS["sed"], command)
    for word in command.words[1:]:
        yield from (as_word(one or other) for one, other in SED_WRITES.findall(word.whole or ""))


def _editor(command: SimpleCommand) -> Iterator[ShellWord]:
    """Its files, and those that its commands write, in its words or its input."""
    yield from changed_by(PROGRAMS[command.name or ""], command)
    texts = [*(word.whole or "" for word in command.words[1:]), *(command.input or "").splitlines()]
    for each in texts:
        yield from (as_word(one or other) for one, other in EDITOR_WRITES.findall(each))


def _git(command: SimpleCommand) -> Iterator[ShellWord]:
    seen = command.verb
    tells = seen in OUTPUTS and WRITTEN in command.source
    if seen is not None and seen not in CHANGING and not tells:  # most often, and then its other words do not matter
        if command.directory != "" and seen not in READS_ONLY:
            yield as_word(".")
        return
    words = operands_of_git(command)
    verb = words[0] if words else ""
    directory = next(iter(values_of_options(("C", "work-tree"), _before_verb(command, verb))), None)
    if (directory is not None or command.directory != "") and verb and verb not in READS_ONLY:
        yield directory or as_word(".")
    arguments = command.words[1:]
    if verb in OUTPUTS:
        yield from values_of_options(OUTPUTS[verb], arguments)
        return
    if verb in ("apply", "am"):
        yield from patched(command.input or "")
        return
    if verb not in CHANGING:
        return
    if verb == "bundle":
        yield from operands_behind(FileWords(), arguments)[2:3] if words[1:2] == ["create"] else ()
        return
    behind = [word for word in arguments if not word.known.startswith("-") and word.text not in ("checkout", "restore")]
    at = next((at for at, word in enumerate(arguments) if word.text == "--"), None)
    if verb == "config":
        yield from values_of_options(("f", "file"), arguments)
        return
    if verb in ("clone", "init", "worktree"):
        operands = [word for word in behind if word.text not in (verb, "add")]
        if verb != "worktree" or words[1:2] == ["add"]:
            yield from map(all_in, operands[1:2] if verb == "clone" else operands[:1])
        return
    if verb == "checkout" and at is not None:
        found: Sequence[ShellWord] = arguments[at + 1 :]
    elif verb in ("restore", "checkout"):
        found = behind
    else:
        found = [word for word in behind if word.text not in (verb, "push", "save", "pop", "drop", "list", "apply")]
    for each in found:
        whole = all_in(each)
        yield whole if directory is None else put_inside(directory, whole)


def _patch(command: SimpleCommand) -> Iterator[ShellWord]:
    """Its files, and those of which the patch tells that it is fed."""
    yield from changed_by(PROGRAMS["patch"], command)
    yield from patched(command.input or "")


def patched(text: str) -> Iterator[ShellWord]:
    """The files of which a patch tells, with and without the first part of their paths."""
    for path in dict.fromkeys(each for found in PATCHED.findall(text) for each in found if each):
        if path != "/dev/null":
            yield from map(as_word, dict.fromkeys((path, path.partition("/")[2] or path)))


def _copied_out(command: SimpleCommand) -> Iterator[ShellWord]:
    """docker cp CONTAINER:FILE HERE, kubectl cp POD:FILE HERE"""
    if command.verb != "cp" and not any(word.text == "cp" for word in command.words[1:]):
        return
    operands = [word for word in command.words[1:] if word.known[:1] != "-"]
    if len(operands) > 2 and ":" not in operands[-1].known:
        yield operands[-1]
        yield put_inside(operands[-1], as_word(operands[-2].known.partition(":")[2]))


def _keygen(command: SimpleCommand) -> Iterator[ShellWord]:
    """ssh-keygen -f FILE, if it does not only show what is in there"""
    if not is_given(("l", "y", "F", "B", "L"), command.words[1:]):
        yield from values_of_options(("f",), command.words[1:])


def _python(command: SimpleCommand) -> Iterator[ShellWord]:
    """python -m venv DIRECTORY"""
    if VENV not in command.source:
        return
    texts = [each.text for each in command.words[1:4]]
    if "venv" in texts and "-m" in texts:
        at = texts.index("venv") + 2
        yield from (all_in(each) for each in command.words[at:] if each.known[:1] != "-")


SPECIAL: Final[Mapping[str, Callable[[SimpleCommand], Iterator[ShellWord]]]] = {
    "dd": _dd, "find": _find, "gfind": _find, "git": _git, "python": _python, "python3": _python,
    **dict.fromkeys(("docker", "podman", "kubectl", "oc"), _copied_out), "ssh-keygen": _keygen,
    "patch": _patch, "sqlite3": _sqlite, **dict.fromkeys(("sed", "gsed"), _sed),
    **dict.fromkeys(("ed", "ex", "vi", "vim", "nvim", "view"), _editor),
}  # fmt: skip


SELDOM: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("docker", "podman", "kubectl", "oc"), ("cp",))
"""Without these in their words such programs change no files."""


def _before_verb(command: SimpleCommand, verb: str) -> Sequence[ShellWord]:
    at = next((at for at, word in enumerate(command.words) if at and word.text == verb), len(command.words))
    return command.words[1:at]


def operands_of_git(command: SimpleCommand) -> list[str]:
    """The subcommand and what is no option behind it."""
    knowns = [word.known for word in command.words[1:]]
    return subcommand_of("git", knowns, knowns)
