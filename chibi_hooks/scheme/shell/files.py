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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from posixpath import basename, normpath
from typing import Final

from chibi_hooks.scheme.shell.code import may_have_code, strings_in
from chibi_hooks.scheme.shell.plain import plain_redirects, plain_words
from chibi_hooks.scheme.shell.runs import CONTAINERS
from chibi_hooks.scheme.shell.simple import NOBODY, SimpleCommand
from chibi_hooks.scheme.shell.subcommands import operands_of, subcommand_of
from chibi_hooks.scheme.shell.words import ShellWord, cut, word_from
from chibi_hooks.scheme.shell.wrappers import own_arguments

_new: Final = tuple.__new__  # what a NamedTuple does, without a call in between
LONGEST: Final = 300  # characters of a string in a program that may be a path
WRITERS: Final = frozenset({">", ">>", ">|", "&>", "&>>", "<>"})
NOTHING: Final[Sequence[ShellWord]] = ()
VENV: Final = "venv"
PRINTING: Final = ("-fprint", "-fprint0", "-fls", "-fprintf")  # into the file behind
CHOOSING: Final = ("-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename")
SED_WRITES: Final = re.compile(r"(?:^|[;\n{}$/\d])[ \t]*!?[wW][ \t]+([^\s;}]+)|(?<=[gIip\d/|,#:@!_])w[ \t]+([^\s;}]+)")
EDITOR_WRITES: Final = re.compile(
    r"(?:^|[|:+\d,.$%])(?:w|wq|write|sav|saveas|up|update)!?(?:[ \t]*>>)?[ \t]+([^\s|!]+)"
    r"|writefile\([^)]*['\"]([^'\"]+)['\"]\s*(?:,[^)]*)?\)"
)
OUTPUT: Final = re.compile(r"\.(?:output|once|backup|save|clone|log)\s+(\S+)")
WRITES: Final = re.compile(
    r"open\w*\s*\([^)]*,\s*(?:mode\s*=\s*)?['\"][rwaxbt+]*[wax+]|write|unlink|remove|rmtree|rmdir|rename|replace\(|rmSync"
    r"|rm\(|delete-directory|file delete|RemoveAll|remove_dir_all|copy|move|truncate|chmod|mkdir|symlink|rm_rf|rimraf"
    r"|fs\.rm|put_contents|print[^|]*>|>\s*['\"]|open\s*\(?[^;]*['\"]\s*>"
)
TREES: Final = re.compile(
    r"rmtree|recursive|rm_rf|rm_r\b|delete-directory|file delete|RemoveAll|remove_dir_all|remove_tree|rimraf|removeSync"
    r"|move|rename"
)
IN_FRONT: Final = re.compile(r"(?:--?[\w-]+=|if=|@|[\w./-]*=@|file://)(.*)", re.DOTALL)
READS_ONLY: Final = frozenset({  # what git does without changing a file of the repository
    "status", "log", "diff", "show", "rev-parse", "ls-files", "ls-remote", "ls-tree", "remote", "grep", "blame",
    "describe", "cat-file", "fetch", "shortlog", "reflog", "rev-list", "check-ignore", "for-each-ref", "name-rev",
    "merge-base", "version", "help", "config",
})  # fmt: skip
CHANGING: Final = frozenset({  # files by their names
    "checkout", "restore", "rm", "mv", "stash", "config", "clone", "init", "worktree", "clean", "archive", "bundle",
    "format-patch",
})  # fmt: skip
OUTPUTS: Final[Mapping[str, tuple[str, ...]]] = {  # options of git whose value is a file that it makes
    "archive": ("o", "output"), "format-patch": ("o", "output-directory"),
    **dict.fromkeys(("diff", "log", "show"), ("output",)),
}  # fmt: skip
WRITTEN: Final = "--output"  # by what else only reads
SHOWS: Final = frozenset({"show", "cat-file", "diff", "blame", "grep", "annotate", "archive", "difftool"})
LEFT_OUT: Final = ("!", "--exclude", "--ignore")
PATTERN_FIRST: Final = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "jq", "yq"})
TARGET_LAST: Final = frozenset({"cp", "mv", "ln", "install", "rsync", "scp"})
MINUS_MODE: Final = re.compile("-[rwxXst]+")
MOUNTED: Final = re.compile(r"(?:.*,)?(?:source|src)=([^,]+)|([^:,]+)(?=:|\Z)")
RECURSIVE: Final = frozenset({"rg", "ag", "ack", "rsync", "scp", "tar", "zip"})


@dataclass(frozen=True, slots=True)
class FileWords:
    """Which words of a program are files that it changes. `values`: options of one character that take the next word,
    `long`: those with a name; `skip`: operands before the first file; `only`: they are changed only with one of these
    options; `last`: only the last operand is; `tree`: `ALWAYS`, or the options with which it takes a directory whole;
    `outputs`: options whose value is a file that it makes; `into`: those whose value is a directory, `unpacks`: all of
    it."""

    values: str = ""
    long: tuple[str, ...] = ()
    skip: int = 0
    only: tuple[str, ...] = ()
    last: bool = False
    tree: tuple[str, ...] = ()
    operands: bool = True
    outputs: tuple[str, ...] = ()
    into: tuple[str, ...] = ()
    unpacks: bool = False

    @property
    def plain(self) -> bool:
        """Are all its operands files, where there are no options?"""
        return self.operands and not (self.only or self.last or self.unpacks or self.tree == ALWAYS)

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands in a command that changes files, where none but those of options are its."""
        if self.operands or self.unpacks:
            return ()
        names = (*self.outputs, *self.into)
        return (" -",) if any(len(each) == 1 for each in names) else tuple(f"-{each}" for each in names)


ALWAYS: Final = ("",)
TAR: Final = FileWords("fCIXTHbNV", ("file", "directory", "exclude", "exclude-from", "files-from"))
PACKS: Final = re.compile(r"(?:-(?!-))?[a-zA-Z]*[cru][a-zA-Z]*\Z|--(?:create|append|update)\Z")
PACKED: Final = 3  # words among which it is said what tar does
EXTRACTS: Final = re.compile(r"-[a-zA-Z]*x|--(?:extract|get)\Z")
COPIED: Final = 50  # files at once, of which it is found out what is what
FIXED: Final = frozenset({"/", "~"})  # how a path begins that no directory changes
IN_PLACE: Final = (ShellWord(".", ".", "."),)
_INTO: Final = ("target-directory",)
_RECURSIVELY: Final = ("r", "R", "recursive")
_DELETING: Final = (
    "delete", "del", "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded",
)  # fmt: skip
_OUTPUT: Final = FileWords(operands=False, outputs=("o", "output"))
PROGRAMS: Final[Mapping[str, FileWords]] = {
    "rm": FileWords(tree=_RECURSIVELY),
    **dict.fromkeys(("rmdir", "unlink", "shred", "tee", "sponge", "mkfifo"), FileWords("ns")),
    "patch": FileWords("dpirYDFVBzgo", outputs=("o", "output")),
    "ed": FileWords("p", ("prompt",)), "ex": FileWords("cStuw", ("cmd",)),
    "touch": FileWords("drt", ("date", "reference")),
    "truncate": FileWords("sr", ("size", "reference")),
    "mkdir": FileWords("m", ("mode",)),
    **dict.fromkeys(("chmod", "chown", "chgrp", "chattr"), FileWords(skip=1, tree=_RECURSIVELY)),
    **dict.fromkeys(("gzip", "gunzip", "bzip2", "xz", "zstd"), FileWords("S", only=("",))),
    **dict.fromkeys(("cp", "ln"), FileWords("tS", (*_INTO, "suffix"), last=True, into=("t", *_INTO))),
    "mv": FileWords("tS", (*_INTO, "suffix"), tree=ALWAYS, into=("t", *_INTO)),
    "install": FileWords("tmogS", (*_INTO, "mode", "owner", "group"), last=True, into=("t", *_INTO)),
    "rsync": FileWords("ef", ("rsh", "exclude", "include", "filter"), last=True, tree=_DELETING),
    "scp": FileWords("FiPoSl", last=True),
    **dict.fromkeys(("sed", "gsed"), FileWords("efl", ("expression", "file"), skip=1, only=("i", "in-place"))),
    "xxd": FileWords("cglos", skip=1),
    "script": FileWords("cIOBETmo", ("command", "log-in", "log-out", "log-io", "log-timing", "echo", "output-limit"),
                        outputs=("I", "O", "B", "T", "log-in", "log-out", "log-io", "log-timing")),
    **dict.fromkeys(("ffmpeg", "convert", "magick", "objcopy"), FileWords("i", last=True)),
    **dict.fromkeys(("pg_dump", "pg_dumpall"), FileWords(operands=False, outputs=("f", "file"))),
    "mysqldump": FileWords(operands=False, outputs=("r", "result-file")),
    "perl": FileWords("eE", skip=0, only=("i", "in-place")),
    **dict.fromkeys(("jq", "yq"), FileWords("fL", skip=1, only=("i", "in-place", "inplace"))),
    **dict.fromkeys(("awk", "gawk"), FileWords("ivFfe", skip=1, only=("i",))),
    "go": FileWords(operands=False, outputs=("o",)),
    **dict.fromkeys(("npm", "pnpm"), FileWords(operands=False, into=("prefix", "dir"))),
    **dict.fromkeys(("pip", "pip3"), FileWords(operands=False, into=("t", "target", "prefix", "d", "dest", "root"))),
    "sort": FileWords(operands=False, outputs=("o", "output")),
    "split": FileWords("abCln", last=True, outputs=("additional-suffix",)),
    "curl": FileWords(operands=False, outputs=("o", "output"), into=("output-dir",)),
    "aria2c": FileWords(operands=False, outputs=("o", "out"), into=("d", "dir")),
    "mktemp": FileWords(operands=False, into=("p", "tmpdir")),
    "7z": FileWords(operands=False, into=("o",)),
    "virtualenv": FileWords("p", ("python", "prompt")),
    "wget": FileWords(operands=False, outputs=("O", "o", "output-document"), into=("P", "directory-prefix")),
    "tar": FileWords(operands=False, into=("C", "directory"), unpacks=True),
    "unzip": FileWords("xd", skip=1, into=("d",), unpacks=True),
    "rimraf": FileWords(tree=ALWAYS),
    **dict.fromkeys(("vi", "vim", "nvim", "view", "nano", "emacs"), FileWords("cuS", ("cmd",))),
    "zip": FileWords(),
    **dict.fromkeys(("Out-File", "Set-Content", "Add-Content", "Tee-Object", "Clear-Content", "Remove-Item", "del",
                     "erase"), FileWords()),  # of other shells, in a text that is read as if it were for sh
    **dict.fromkeys(("copy", "Copy-Item"), FileWords(last=True)),
    **dict.fromkeys(("move", "ren", "Move-Item", "Rename-Item"), FileWords(tree=ALWAYS)),
    **dict.fromkeys(("gcc", "cc", "clang", "g++", "ld", "gpg", "pandoc", "esbuild", "iconv", "strace",
                     "ltrace", "age"), _OUTPUT),
    "openssl": FileWords(operands=False, outputs=("out",)),
}  # fmt: skip


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
    return BY_MODULE if may_have_code(name) else OTHERWISE if name in SPECIAL else None


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


def through_links(links: Mapping[str, str], words: Sequence[ShellWord]) -> list[ShellWord]:
    """Words for files, and for those to which symbolic links in them lead."""
    found = [*words]
    for word in words:
        path = normpath(word.text) if word.text else ""
        for link, there in links.items():
            if path == link or path.startswith(f"{link}/"):
                end = "/" if word.known.endswith("/") else ""
                text = f"{there}{path[len(link) :]}{end}"
                found.append(ShellWord(text, word.source, text, word.glob))
    return found


def changes_beside(command: SimpleCommand) -> list[ShellWord]:
    """Those besides what its redirects make, seen from where it runs."""
    found: list[ShellWord] = []
    name = command.name
    if name and may_change(name):
        special = SPECIAL.get(name)
        if special is not None:
            found += special(command)
        elif (program := PROGRAMS.get(name)) is not None:
            found += _changed(program, command)
        if may_have_code(name):
            code = command.code
            if code is not None and WRITES.search(code):
                found += _strings(code)
    return found


def copied(command: SimpleCommand) -> Iterator[tuple[ShellWord, ShellWord]]:
    """The files that cp, mv, ln and install are given, and each with the files that may be its copy."""
    program, arguments = PROGRAMS[command.name or ""], command.words[1:]
    into = [*_option_values(program.into, arguments)]
    operands = _operands(program, arguments)
    sources = operands if into else operands[:-1] or operands
    targets = changes_beside(command) if len(sources) <= COPIED else []
    if len(sources) == 1 and not into:
        targets += [_inside(each, sources[0]) for each in operands[1:]]
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
    if name in PATTERN_FIRST and not _given(("e", "f", "regexp", "file", "files", "expression"), arguments):
        arguments = _without_first_operand(arguments)
    if name in TARGET_LAST and not _given(("t", "target-directory"), arguments):
        arguments = arguments[:-1]
    whole = _takes_whole(command)
    for word in arguments:
        bare = _bare(word)
        if bare is not None and (code is None or word.text != code):
            found.append(_tree(bare) if whole else bare)
    if name in CONTAINERS:
        found += [*map(_mounted, _option_values(("v", "volume", "mount"), arguments))]
    if name == "git":
        found += [_made(text.partition(":")[2]) for text in _git_operands(command) if ":" in text]
    found = all_behind(command.directory, found) if command.directory != "" else found
    return through_links(command.links, found) if command.links else found


def _changed(program: FileWords, command: SimpleCommand) -> Iterator[ShellWord]:
    arguments = command.words[1:]
    if program.plain and not any(word.known[:1] == "-" for word in arguments):
        yield from arguments[program.skip :]
        return
    yield from _option_values(program.outputs, arguments)
    directories = list(_option_values(program.into, arguments))
    bundled = bool(arguments) and arguments[0].known[:1] != "-" and "x" in arguments[0].known[:5]  # tar xf
    if command.name == "tar" and any(PACKS.match(word.known) is not None for word in arguments[:PACKED]):
        old = arguments[0].known[:1] != "-"
        yield from arguments[1:2] if old and "f" in arguments[0].known else _option_values(("f", "file"), arguments)
    if command.name == "tar" and (bundled or any(EXTRACTS.match(word.known) is not None for word in arguments)):
        members = _operands(TAR, arguments[2 if "f" in arguments[0].known else 1 :] if bundled else arguments)
        yield from (_inside_whole(each, word) for each in directories or [_made(".")] for word in members)
        directories = directories or [_made(".")]
    if not program.operands:
        yield from (_tree(each) if program.unpacks else each for each in directories)
        return
    if program.only != ALWAYS and program.only and not _given(program.only, arguments):
        return
    operands = _operands(program, arguments)
    has_one = command.name == "sed" and _given(("e", "f", "expression", "file"), arguments)
    minus = command.name == "chmod" and any(MINUS_MODE.fullmatch(word.known) for word in arguments)
    files = operands if has_one or minus else operands[program.skip :]
    whole = program.tree == ALWAYS or bool(program.tree) and _given(program.tree, arguments)
    if not program.last and not (program.tree == ALWAYS and program.into):
        yield from (_tree(each) if whole else each for each in files)
        yield from (_tree(each) if program.unpacks else each for each in directories)
        return
    into = bool(directories)
    if not into:
        into = len(files) > 2 or any(_is_directory(each) for each in files[-1:])
        directories, files = [_no_tree(each) for each in files[-1:]], files[:-1]
    yield from (_tree(each) if whole and program.last else each for each in directories)
    if program.tree == ALWAYS:
        yield from (_tree(each) for each in files)
    contents = ("/.", "/") if command.name == "rsync" else ("/.",)  # what a source ends with whose contents are taken
    for directory in directories if into else ():
        yield from (_tree(directory) if each.known.endswith(contents) else _inside(directory, each) for each in files)


def _inside_whole(directory: ShellWord, member: ShellWord) -> ShellWord:
    """A member of an archive, with all in it."""
    if member.text is None or directory.text is None:
        return member
    return _tree(_made(member.text if directory.text == "." else f"{directory.text.rstrip('/')}/{member.text}"))


def _is_directory(word: ShellWord) -> bool:
    """Does a name look like a directory's? .claude does, and x/; what there is nobody looks."""
    return word.known.endswith(("/", "..")) or basename(word.known).startswith(".")


def _dd(command: SimpleCommand) -> Iterator[ShellWord]:
    return (cut(word, 3) for word in command.words[1:] if word.known.startswith("of="))


def _sqlite(command: SimpleCommand) -> Iterator[ShellWord]:
    """.output FILE, in its words or its input"""
    texts = [*(word.whole or "" for word in command.words[1:]), *(command.input or "").splitlines()]
    yield from (_made(found[1]) for each in texts if (found := OUTPUT.match(each)) is not None)


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
    for root in roots or [_made(".")]:
        yield from (_inside(root, each) for how, each in pairs if how in ("-name", "-iname"))
        yield from (_tree(_made(each.known.lstrip("*/"))) for how, each in pairs if how not in ("-name", "-iname"))
        if not pairs:
            yield _tree(root)


def _sed(command: SimpleCommand) -> Iterator[ShellWord]:
    """With -i its files, and what its commands w write."""
    yield from _changed(PROGRAMS["sed"], command)
    for word in command.words[1:]:
        yield from (_made(one or other) for one, other in SED_WRITES.findall(word.whole or ""))


def _editor(command: SimpleCommand) -> Iterator[ShellWord]:
    """Its files, and those that its commands write, in its words or its input."""
    yield from _changed(PROGRAMS[command.name or ""], command)
    texts = [*(word.whole or "" for word in command.words[1:]), *(command.input or "").splitlines()]
    for each in texts:
        yield from (_made(one or other) for one, other in EDITOR_WRITES.findall(each))


def _git(command: SimpleCommand) -> Iterator[ShellWord]:
    seen = command.verb
    tells = seen in OUTPUTS and WRITTEN in command.source
    if seen is not None and seen not in CHANGING and not tells:  # most often, and then its other words do not matter
        if command.directory != "" and seen not in READS_ONLY:
            yield _made(".")
        return
    words = _git_operands(command)
    verb = words[0] if words else ""
    directory = next(iter(_option_values(("C", "work-tree"), _before_verb(command, verb))), None)
    if (directory is not None or command.directory != "") and verb and verb not in READS_ONLY:
        yield directory or _made(".")
    arguments = command.words[1:]
    if verb in OUTPUTS:
        yield from _option_values(OUTPUTS[verb], arguments)
        return
    if verb not in CHANGING:
        return
    if verb == "bundle":
        yield from _operands(FileWords(), arguments)[2:3] if words[1:2] == ["create"] else ()
        return
    behind = [word for word in arguments if not word.known.startswith("-") and word.text not in ("checkout", "restore")]
    at = next((at for at, word in enumerate(arguments) if word.text == "--"), None)
    if verb == "config":
        yield from _option_values(("f", "file"), arguments)
        return
    if verb in ("clone", "init", "worktree"):
        operands = [word for word in behind if word.text not in (verb, "add")]
        if verb != "worktree" or words[1:2] == ["add"]:
            yield from operands[1:2] if verb == "clone" else operands[:1]
        return
    if verb == "checkout" and at is not None:
        found: Sequence[ShellWord] = arguments[at + 1 :]
    elif verb in ("restore", "checkout"):
        found = behind
    else:
        found = [word for word in behind if word.text not in (verb, "push", "save", "pop", "drop", "list", "apply")]
    for each in found:
        whole = _tree(each)
        yield whole if directory is None else _inside(directory, whole)


def _keygen(command: SimpleCommand) -> Iterator[ShellWord]:
    """ssh-keygen -f FILE, if it does not only show what is in there"""
    if not _given(("l", "y", "F", "B", "L"), command.words[1:]):
        yield from _option_values(("f",), command.words[1:])


def _python(command: SimpleCommand) -> Iterator[ShellWord]:
    """python -m venv DIRECTORY"""
    if VENV not in command.source:
        return
    texts = [each.text for each in command.words[1:4]]
    if "venv" in texts and "-m" in texts:
        at = texts.index("venv") + 2
        yield from (_tree(each) for each in command.words[at:] if each.known[:1] != "-")


SPECIAL: Final[Mapping[str, Callable[[SimpleCommand], Iterator[ShellWord]]]] = {
    "dd": _dd, "find": _find, "gfind": _find, "git": _git, "python": _python, "python3": _python,
    "ssh-keygen": _keygen, "sqlite3": _sqlite, **dict.fromkeys(("sed", "gsed"), _sed),
    **dict.fromkeys(("ed", "ex", "vi", "vim", "nvim", "view"), _editor),
}  # fmt: skip


def _before_verb(command: SimpleCommand, verb: str) -> Sequence[ShellWord]:
    at = next((at for at, word in enumerate(command.words) if at and word.text == verb), len(command.words))
    return command.words[1:at]


def _git_operands(command: SimpleCommand) -> list[str]:
    """The subcommand and what is no option behind it."""
    knowns = [word.known for word in command.words[1:]]
    return subcommand_of("git", knowns, knowns)


def _shows(command: SimpleCommand) -> bool:
    """Does git show what is in files?"""
    verb = next(iter(_git_operands(command)), "")
    return verb in SHOWS or (verb == "log" and _given(("p", "u", "patch"), command.words[1:]))


def _without_first_operand(arguments: Sequence[ShellWord]) -> Sequence[ShellWord]:
    at = next((at for at, word in enumerate(arguments) if not word.known.startswith("-")), len(arguments))
    return [*arguments[:at], *arguments[at + 1 :]]


def _takes_whole(command: SimpleCommand) -> bool:
    """Does it read directories with all in them?"""
    may = command.name in ("grep", "egrep", "fgrep", "cp", "cat", "diff")
    return command.name in RECURSIVE or may and _given(("r", "R", "a", "recursive"), command.words[1:])


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


def _strings(code: str) -> list[ShellWord]:
    whole = TREES.search(code) is not None
    strings = [each.lstrip("<>+ ") for each in strings_in(code) if len(each) <= LONGEST and "\n" not in each]  # ">.env"
    made = [word_from(each) for each in strings if each]
    return [*made, *map(_tree, made)] if whole else made


def _operands(program: FileWords, arguments: Sequence[ShellWord]) -> list[ShellWord]:
    def takes_value(known: str) -> bool:
        if known.startswith("--"):
            return "=" not in known and known[2:] in program.long
        return known[-1] in program.values

    return operands_of(arguments, [word.known for word in arguments], takes_value)


def _given(names: Sequence[str], arguments: Sequence[ShellWord]) -> bool:
    for word in arguments:
        known = word.known
        if known == "--":
            return False
        if known.startswith("--"):
            if known[2:].partition("=")[0] in names:
                return True
        elif known[:1] == "-" and any(c in names for c in known[1:]):
            return True
    return False


def _option_values(names: Sequence[str], arguments: Sequence[ShellWord]) -> Iterator[ShellWord]:
    """The values of options of these names."""
    for at, word in enumerate(arguments):
        known = word.known
        if len(known) < 2 or known[0] != "-" or not names:
            continue
        option, equals, _ = known.partition("=")
        bare = option.lstrip("-")
        if equals and bare in names:
            yield cut(word, len(option) + 1)
        elif bare in names or (known[1] != "-" and len(known) > 2 and known[-1] in names and known[1:].isalpha()):
            yield from arguments[at + 1 : at + 2]
        elif known[1] != "-" and known[1] in names:
            yield cut(word, 2)


def _made(text: str) -> ShellWord:
    return ShellWord(text, text, text)


def _tree(word: ShellWord) -> ShellWord:
    """The same, with everything in it."""
    if word.text is None or not word.text or word.text.endswith("/"):
        return word
    return ShellWord(word.text + "/", word.source, word.text + "/", word.glob)


def _no_tree(word: ShellWord) -> ShellWord:
    """A directory, without what is in it."""
    if word.text is None or len(word.text) < 2 or not word.text.endswith("/"):
        return word
    return ShellWord(word.text[:-1], word.source, word.text[:-1], word.glob)


def _inside(directory: ShellWord, file: ShellWord) -> ShellWord:
    """Where a file of that name stands in a directory."""
    if directory.text is None or file.text is None or not directory.text:
        return ShellWord(None, file.source, directory.known, directory.glob)
    end = "/" if file.text.endswith("/") and len(file.text) > 1 else ""
    name = file.text.rstrip("/") if end else file.text
    text = f"{directory.text.rstrip('/')}/{basename(name) or name}{end}"
    return ShellWord(text, file.source, text, file.glob)


@lru_cache(16)
def _begun(directory: str) -> str:
    """How what lies in a directory begins."""
    return f"{directory.rstrip('/') or '/'}/" if directory != "/" else "/"


def all_behind(directory: str | None, words: Sequence[ShellWord]) -> list[ShellWord]:
    """Words as they are seen from where the text begins."""
    begun = None if directory is None else _begun(directory)
    found = []
    for word in words:
        text, source, tail, glob, rest = word
        if tail[:1] in FIXED or (text is None and not tail):
            found.append(word)
        elif begun is None:
            found.append(ShellWord(None, source, "", glob))
        else:
            known = begun + tail
            found.append(_new(ShellWord, (None if text is None else known, source, known, glob, rest)))
    return found
