"""A simple command -> the files that it changes, and those that it may read: what policies about files stand on.

    cp a b/            changes b, b/a; reads a
    rm -rf .claude     changes .claude/: a path that ends with a / is a directory with everything in it
    cd x && touch y    changes x/y

Rules
-----
* A path is as it is written, behind the directory that `cd` and `git -C` say; what only the run tells is unknown.
* A program's line in `PROGRAMS` says which of its words are files. One that is added here is known to every policy.
* What a text for an interpreter changes is guessed: every string in it, where anything in it writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from posixpath import basename
from typing import Final

from chibi_hooks.scheme.shell.files.filewords import PROGRAMS, changed_by, is_given, operands_behind, values_of_options
from chibi_hooks.scheme.shell.files.paths import all_behind, all_in, as_word, put_inside, through_links
from chibi_hooks.scheme.shell.files.special import (
    CHANGING,
    OUTPUTS,
    READS_ONLY,
    SELDOM,
    SPECIAL,
    VENV,
    WRITTEN,
    operands_of_git,
)
from chibi_hooks.scheme.shell.programs.code import may_have_code, stands_before, strings_in
from chibi_hooks.scheme.shell.programs.folding import is_program
from chibi_hooks.scheme.shell.programs.runs import CONTAINERS
from chibi_hooks.scheme.shell.programs.simple import NOBODY, SimpleCommand
from chibi_hooks.scheme.shell.programs.wrappers import own_arguments
from chibi_hooks.scheme.shell.text.plain import plain_redirects, plain_words
from chibi_hooks.scheme.shell.text.words import ShellWord, cut, word_from

LONGEST: Final = 300  # characters of a string in a program that may be a path
WRITERS: Final = frozenset({">", ">>", ">|", "&>", "&>>", "<>"})
NOTHING: Final[Sequence[ShellWord]] = ()
WRITES: Final = re.compile(
    r"[wW]rite|append(?:File|Text|AllText)|unlink|remove|rmtree|rmdir|rename|replace\(|rmSync"
    r"|rm\(|delete-directory|file delete|RemoveAll|remove_dir_all|copy|move|truncate|chmod|mkdir|symlink|rm_rf|rimraf"
    r"|fs\.rm|delete|removeItem|del_dir|put_contents|>\s*['\"]"
)
OPENED: Final = (  # what stands between these, then this, then that
    (re.compile(r"\)"), re.compile(r"open\w*+\s*+\("), re.compile(r",\s*+(?:mode\s*+=\s*+)?['\"][rwaxbt+]*[wax+]")),
    (re.compile(r"\|"), re.compile("print"), re.compile(">")),
    (re.compile(";"), re.compile("open"), re.compile(r"['\"]\s*+>")),
)
TREES: Final = re.compile(
    r"rmtree|recursive|rm_rf|rm_r\b|delete-directory|file delete|RemoveAll|remove_dir|remove_tree|rimraf|removeSync"
    r"|move|rename|remove_entry|delete-tree|deleteDir|del_dir_r|removeItem|walk|rglob|finddepth|\*"
)
IN_FRONT: Final = re.compile(r"(?:--?[\w-]+=|if=|@|[\w./-]*=@|file://)(.*)", re.DOTALL)
SHOWS: Final = frozenset({"show", "cat-file", "diff", "blame", "grep", "annotate", "archive", "difftool"})
LEFT_OUT: Final = ("!", "--exclude", "--ignore")
PATTERN_FIRST: Final = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "jq", "yq"})
BEFORE_PATTERN: Final = {  # their options of one character that take the next word
    "rg": "gtTABCmMrjdE", "ag": "ABCGm", "ack": "ABCm", "jq": "L",
    **dict.fromkeys(("grep", "egrep", "fgrep"), "ABCmdD"),
}
SED_READS: Final = re.compile(r"(?:(?:^|[;\n{}$\d])[ \t]*!?[rR][ \t]*|/[ \t]*!?[rR][ \t]+)([^\s;}]+)")
STATEMENTS: Final[Mapping[str, re.Pattern[str]]] = dict.fromkeys(  # files that a text for a database names
    ("sqlite3", "duckdb", "psql", "mysql", "mariadb"),
    re.compile(
        r"(?i)\b(?:readfile|read_\w+|load_file|pg_read_\w+|infile|from|import)"
        r"\s*\(?\s*['\"]([^'\"]+)['\"]"
        r"|^\s*\.(?:import|read|restore)\s+(?:-\S+\s+)*(\S+)|\\i[r]?\s+(\S+)|\bsource\s+([^\s;]+)"
    ),
)
GONE_TO: Final = re.compile(r"\bchdir\s*\(?\s*['\"]([^'\"]+)")
TARGET_LAST: Final = frozenset({"cp", "mv", "ln", "install", "rsync", "scp"})
MOUNTED: Final = re.compile(r"(?:.*,)?(?:source|src)=([^,]+)|([^:,]+)(?=:|\Z)")
RECURSIVE: Final = frozenset({"rg", "ag", "ack", "rsync", "scp", "tar", "zip"})
COPIED: Final = 50  # files at once, of which it is found out what is what
IN_PLACE: Final = (ShellWord(".", ".", "."),)


@lru_cache(256)
def may_change(name: str) -> bool:
    """Is it a program that changes files, besides those that its redirects name?"""
    return name in PROGRAMS or name in SPECIAL or may_have_code(name)


def changes_files(command: SimpleCommand) -> bool:
    """May a command change files? What most change is told without a look at their words."""
    name = command.name
    return command.redirected or bool(name) and may_change(name)


Changing = int | str | tuple[str, ...]
"""How a program changes files: `OTHERWISE`, `ELSEWHERE` (what is in the directory, if that is another one),
`BY_MODULE`, all its operands but so many are files, if it has no options, or only what its options name, which are
written so."""
OTHERWISE, ELSEWHERE, BY_MODULE = "otherwise", "elsewhere", "module"


def changing(name: str, verb: str) -> Changing | None:
    """How a program changes files, besides those that its redirects name; None: it does not. `verb`: the word behind
    its name, where that is a name like `push`, else ""."""
    program = PROGRAMS.get(name)
    if program is not None and name not in SPECIAL:
        return program.skip if program.plain else program.marks or OTHERWISE
    if name == "git":
        if verb in READS_ONLY:
            return OTHERWISE if verb in CHANGING else (WRITTEN,) if verb in OUTPUTS else None
        return OTHERWISE if not verb or verb in CHANGING else ELSEWHERE
    return BY_MODULE if may_have_code(name) else SELDOM.get(name, OTHERWISE) if name in SPECIAL else None


def changed_words(how: Changing, written: str) -> Sequence[ShellWord] | None:
    """The words for files among those of a command that runs no text, where they need not be looked at; else None."""
    if how.__class__ is tuple:
        return None if any(map(written.__contains__, how)) else NOTHING
    if how is BY_MODULE:
        return None if VENV in written else NOTHING
    if how is OTHERWISE or " -" in written:  # an option, as a rule: its command says more
        return None
    words = plain_words(written, NOBODY)
    return None if "-" in [word[2][:1] for word in words] else words[1 + how :]  # type: ignore[operator]


@lru_cache(256)
def made_by(redirects: str) -> Sequence[ShellWord]:
    """The files that the redirects of a plain text make: most are 2>&1, or into /dev/null."""
    return [each.target for each in plain_redirects(redirects, NOBODY) if each.operator in WRITERS]


def changes_of(command: SimpleCommand) -> list[ShellWord]:
    """The files that a command makes, changes or removes."""
    found = [each.target for each in command.redirects if each.operator in WRITERS] if command.redirected else []
    found += changes_beside(command)
    if command.through and not CONTAINERS.isdisjoint(command.through):
        found = [cut(each, 1) if each.known[:1] == "/" else each for each in found]  # it is somewhere in there
    found = all_behind(command.directory, found) if command.directory != "" else found
    return through_links(command.links, found) if command.links else found


def changes_beside(command: SimpleCommand) -> list[ShellWord]:
    """Those besides what its redirects make, seen from where it runs."""
    found: list[ShellWord] = []
    name = command.name
    if name and may_change(name):
        special = SPECIAL.get(name)
        if special is not None:
            found += special(command)
        elif (program := PROGRAMS.get(name)) is not None:
            found += changed_by(program, command)
        if may_have_code(name):
            code = command.code
            if code is not None and writes_files(code):
                found += _strings(code)
    return found


def copied(command: SimpleCommand) -> Iterator[tuple[ShellWord, ShellWord]]:
    """The files that cp, mv, ln and install are given, and each with the files that may be its copy."""
    program, arguments = PROGRAMS[command.name or ""], command.words[1:]
    into = [*values_of_options(program.into, arguments)]
    operands = operands_behind(program, arguments)
    sources = operands if into else operands[:-1] or operands
    targets = changes_beside(command) if len(sources) <= COPIED else []
    if len(sources) == 1 and not into:
        targets += [put_inside(each, sources[0]) for each in operands[1:]]
    if len(sources) == 1:
        yield from ((sources[0], target) for target in targets)
        return
    named = {basename(target.known): target for target in targets}
    for source in sources:
        if (copy := named.get(basename(source.known))) is not None:
            yield source, copy


def reads_of(command: SimpleCommand) -> list[ShellWord]:
    """The words of a command that may name files which it reads, whatever it does with them."""
    found = [each.target for each in command.redirects if each.operator in ("<", "<>")]
    name = command.name
    arguments = own_arguments(name, command.words)
    if name in ("find", "gfind") or (name == "git" and not _shows(command)):
        return found
    code = command.code
    if code is not None:
        found += _strings(code)
    if name in PATTERN_FIRST and not is_given(("e", "f", "regexp", "file", "files", "expression"), arguments):
        arguments = _without_first_operand(arguments, BEFORE_PATTERN.get(name or "", ""))
    if name in TARGET_LAST and not is_given(("t", "target-directory"), arguments):
        arguments = arguments[:-1]
    whole = _takes_whole(command)
    for word in arguments:
        bare = _bare(word)
        if bare is not None and (code is None or not is_program(word.text, code)):
            found.append(all_in(bare) if whole else bare)
    if name == "sed":
        found += [as_word(each) for word in command.words[1:] for each in SED_READS.findall(word.whole or "")]
    elif (told := STATEMENTS.get(name or "")) is not None:
        texts = [*(word.whole or "" for word in arguments), command.input or ""]
        found += [as_word(each) for text in texts for one in told.findall(text) for each in one if each]
    if name in CONTAINERS:
        found += [*map(_mounted, values_of_options(("v", "volume", "mount"), arguments))]
    if name == "git":
        found += [as_word(text.partition(":")[2]) for text in operands_of_git(command) if ":" in text]
    found = all_behind(command.directory, found) if command.directory != "" else found
    return through_links(command.links, found) if command.links else found


def _shows(command: SimpleCommand) -> bool:
    """Does git show what is in files?"""
    verb = next(iter(operands_of_git(command)), "")
    return verb in SHOWS or (verb == "log" and is_given(("p", "u", "patch"), command.words[1:]))


def _without_first_operand(arguments: Sequence[ShellWord], valued: str) -> Sequence[ShellWord]:
    """`valued`: options of one character that take the next word."""
    for at, word in enumerate(arguments):
        known, before = word.known, arguments[at - 1].known if at else ""
        if known[:1] != "-" and not (before[:1] == "-" and before[1:2] != "-" and before[-1:] in valued and before[1:]):
            return [*arguments[:at], *arguments[at + 1 :]]
    return arguments


def _takes_whole(command: SimpleCommand) -> bool:
    """Does it read directories with all in them?"""
    may = command.name in ("grep", "egrep", "fgrep", "cp", "cat", "diff")
    return command.name in RECURSIVE or may and is_given(("r", "R", "a", "recursive"), command.words[1:])


def _bare(word: ShellWord) -> ShellWord | None:
    """A word without what stands before a file's name; None for an option without a value, and for what is left out."""
    known = word.known
    if known.startswith(LEFT_OUT):
        return None
    if known[:1] == "-" and "=" not in known:
        return None
    if known[:1] in ("-", "@") or known.startswith(("if=", "file://")) or "=@" in known:
        found = IN_FRONT.match(known)
        if found is None:
            return None
        return cut(word, found.start(1))
    return word


def _mounted(word: ShellWord) -> ShellWord:
    """What of this machine a container sees: -v FILE:THERE, --mount type=bind,source=FILE,target=THERE."""
    found = MOUNTED.match(word.known)
    text = found[1] or found[2] if found is not None else ""
    return ShellWord(text if text and word.text is not None else None, word.source, text)


def writes_files(code: str) -> bool:
    """May a program's text change files?"""
    return WRITES.search(code) is not None or any(stands_before(*each, code) for each in OPENED)


def _strings(code: str) -> list[ShellWord]:
    whole = TREES.search(code) is not None
    strings = [each.lstrip("<>+ ") for each in strings_in(code) if len(each) <= LONGEST and "\n" not in each]  # ">.env"
    made = [word_from(each) for each in strings if each]
    made += [put_inside(as_word(there), each) for there in GONE_TO.findall(code)[:1] for each in made]
    return [*made, *map(all_in, made)] if whole else made
