"""A program -> which of its words are files that it changes: data, one line a program, and who reads such a line.

A program that is added here is known to every policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chibi_hooks.scheme.shell.files.paths import (
    all_in,
    as_word,
    may_be_directory,
    put_inside,
    put_inside_whole,
    without_all_in,
)
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.programs.subcommands import operands_of
from chibi_hooks.scheme.shell.text.words import ShellWord, cut

ALWAYS: Final = ("",)


@dataclass(frozen=True, slots=True)
class FileWords:
    """Which words of a program are files that it changes. `values`: options of one character that take the next word,
    `long`: those with a name; `skip`: operands before the first file; `only`: they are changed only with one of these
    options; `last`: only the last operand is; `tree`: `ALWAYS`, or the options with which it takes a directory whole;
    `outputs`: options whose value is a file that it makes; `into`: those whose value is a directory, `unpacks`: all of
    it; `named`: `ALWAYS`, or the options with which it makes files with the names of URLs."""

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
    named: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Are all its operands files, where there are no options?"""
        return self.operands and not (self.only or self.last or self.unpacks or self.tree == ALWAYS)

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands in a command that changes files, where none but those of options are its."""
        if self.operands or self.unpacks or self.named == ALWAYS:
            return ()
        names = (*self.outputs, *self.into, *self.named)
        return (" -",) if any(len(each) == 1 for each in names) else tuple(f"-{each}" for each in names)


TAR: Final = FileWords("fCIXTHbNV", ("file", "directory", "exclude", "exclude-from", "files-from"))
PACKS: Final = re.compile(r"(?:-(?!-))?[a-zA-Z]*[cru][a-zA-Z]*\Z|--(?:create|append|update)\Z")
PACKED: Final = 3  # words among which it is said what tar does
EXTRACTS: Final = re.compile(r"-[a-zA-Z]*x|--(?:extract|get)\Z")
MINUS_MODE: Final = re.compile("-[rwxXst]+")
_INTO: Final = ("target-directory",)
_RECURSIVELY: Final = ("r", "R", "recursive")
_DELETING: Final = (
    "delete", "del", "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded",
)  # fmt: skip
_OUTPUT: Final = FileWords(operands=False, outputs=("o", "output"))
PROGRAMS: Final[Mapping[str, FileWords]] = {
    "rm": FileWords(tree=_RECURSIVELY),
    **dict.fromkeys(("unlink", "shred", "tee", "sponge", "mkfifo"), FileWords("ns")),
    "patch": FileWords("dpirYDFVBzgo", outputs=("o", "output")),
    "ed": FileWords("p", ("prompt",)), "ex": FileWords("cStuw", ("cmd",)),
    "touch": FileWords("drt", ("date", "reference")),
    "truncate": FileWords("sr", ("size", "reference")),
    "mkdir": FileWords("m", ("mode",)),
    **dict.fromkeys(("chmod", "chown", "chgrp", "chattr"), FileWords(skip=1, tree=_RECURSIVELY)),
    **dict.fromkeys(("gzip", "gunzip", "bzip2", "xz", "zstd"), FileWords("S", only=("",))),
    "cp": FileWords("tS", (*_INTO, "suffix"), last=True, into=("t", *_INTO)),
    "ln": FileWords("tS", (*_INTO, "suffix"), last=True, into=("t", *_INTO),
                    tree=("n", "T", "no-dereference", "no-target-directory")),
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
    "perl": FileWords("eE", skip=0, only=("i", "in-place")), "ruby": FileWords("erIC", skip=0, only=("i",)),
    "mount": FileWords("toLU", ("types", "options"), last=True, tree=ALWAYS), "rmdir": FileWords(tree=ALWAYS),
    **dict.fromkeys(("jq", "yq"), FileWords("fL", skip=1, only=("i", "in-place", "inplace"))),
    **dict.fromkeys(("awk", "gawk"), FileWords("ivFfe", skip=1, only=("i",))),
    "go": FileWords(operands=False, outputs=("o",)),
    **dict.fromkeys(("npm", "pnpm"), FileWords(operands=False, into=("prefix", "dir"))),
    **dict.fromkeys(("pip", "pip3"), FileWords(operands=False, into=("t", "target", "prefix", "d", "dest", "root"))),
    "sort": FileWords(operands=False, outputs=("o", "output")),
    "split": FileWords("abCln", last=True, outputs=("additional-suffix",)),
    "curl": FileWords(operands=False, outputs=("o", "output"), into=("output-dir",), named=("O", "remote-name", "J")),
    "aria2c": FileWords(operands=False, outputs=("o", "out"), into=("d", "dir")),
    "mktemp": FileWords(operands=False, into=("p", "tmpdir")),
    "7z": FileWords(operands=False, into=("o",), unpacks=True),
    "virtualenv": FileWords("p", ("python", "prompt")),
    "wget": FileWords(operands=False, outputs=("O", "o", "output-document"), into=("P", "directory-prefix"),
                      named=ALWAYS),
    "tar": FileWords(operands=False, into=("C", "directory"), unpacks=True),
    "unzip": FileWords("xd", skip=1, into=("d",), unpacks=True),
    "rimraf": FileWords(tree=ALWAYS),
    **dict.fromkeys(("vi", "vim", "nvim", "view", "nano", "emacs"), FileWords("cuS", ("cmd",))),
    "zip": FileWords(), "cpio": FileWords("EFHIORC", only=("i", "extract")),
    "uniq": FileWords("fsw", skip=1), "shuf": FileWords(operands=False, outputs=("o", "output")),
    **dict.fromkeys(("time", "gtime"), FileWords(operands=False, outputs=("o", "output"))),
    "tsc": FileWords(operands=False, outputs=("outFile", "out"), into=("outDir", "declarationDir")),
    **dict.fromkeys(("Out-File", "Set-Content", "Add-Content", "Tee-Object", "Clear-Content", "Remove-Item", "del",
                     "erase"), FileWords()),  # of other shells, in a text that is read as if it were for sh
    **dict.fromkeys(("copy", "Copy-Item"), FileWords(last=True)),
    **dict.fromkeys(("move", "ren", "Move-Item", "Rename-Item"), FileWords(tree=ALWAYS)),
    **dict.fromkeys(("gcc", "cc", "clang", "g++", "ld", "gpg", "pandoc", "esbuild", "iconv", "strace",
                     "ltrace", "age"), _OUTPUT),
    "openssl": FileWords(operands=False, outputs=("out",)),
}  # fmt: skip


def changed_by(program: FileWords, command: SimpleCommand) -> Iterator[ShellWord]:
    """The words that a program changes, as its line says."""
    arguments = command.words[1:]
    if program.plain and not any(word.known[:1] == "-" for word in arguments):
        yield from arguments[program.skip :]
        return
    yield from values_of_options(program.outputs, arguments)
    directories = list(values_of_options(program.into, arguments))
    bundled = bool(arguments) and arguments[0].known[:1] != "-" and "x" in arguments[0].known[:5]  # tar xf
    if command.name == "tar" and any(PACKS.match(word.known) is not None for word in arguments[:PACKED]):
        old = arguments[0].known[:1] != "-"
        yield from arguments[1:2] if old and "f" in arguments[0].known else values_of_options(("f", "file"), arguments)
    if command.name == "tar" and (bundled or any(EXTRACTS.match(word.known) is not None for word in arguments)):
        members = operands_behind(TAR, arguments[2 if "f" in arguments[0].known else 1 :] if bundled else arguments)
        yield from (put_inside_whole(each, word) for each in directories or [as_word(".")] for word in members)
        directories = directories or [as_word(".")]
    if program.named and (program.named == ALWAYS or is_given(program.named, arguments)):
        urls = [as_word(word.known.rpartition("/")[2].partition("?")[0]) for word in arguments if "/" in word.known]
        yield from (put_inside(each, url) for each in directories or [as_word(".")] for url in urls if url.text)
    if not program.operands:
        yield from (all_in(each) if program.unpacks else each for each in directories)
        return
    if program.only != ALWAYS and program.only and not is_given(program.only, arguments):
        return
    operands = operands_behind(program, arguments)
    has_one = command.name == "sed" and is_given(("e", "f", "expression", "file"), arguments)
    minus = command.name == "chmod" and any(MINUS_MODE.fullmatch(word.known) for word in arguments)
    files = operands if has_one or minus else operands[program.skip :]
    whole = program.tree == ALWAYS or bool(program.tree) and is_given(program.tree, arguments)
    if not program.last and not (program.tree == ALWAYS and program.into):
        yield from (all_in(each) if whole else each for each in files)
        yield from (all_in(each) if program.unpacks else each for each in directories)
        return
    into = bool(directories)
    if not into:
        into = len(files) > 2 or any(may_be_directory(each) for each in files[-1:])
        directories, files = [without_all_in(each) for each in files[-1:]], files[:-1]
    yield from (all_in(each) if whole and program.last else each for each in directories)
    if program.tree == ALWAYS:
        yield from (all_in(each) for each in files)
    contents = ("/.", "/") if command.name == "rsync" else ("/.",)  # what a source ends with whose contents are taken
    for directory in directories if into else ():
        for each in files:
            yield all_in(directory) if each.known.endswith(contents) else put_inside(directory, each)


def operands_behind(program: FileWords, arguments: Sequence[ShellWord]) -> list[ShellWord]:
    """The operands of a program, as its line says which options have values."""
    def takes_value(known: str) -> bool:
        if known.startswith("--"):
            return "=" not in known and known[2:] in program.long
        return known[-1] in program.values

    return operands_of(arguments, [word.known for word in arguments], takes_value)


def is_given(names: Sequence[str], arguments: Sequence[ShellWord]) -> bool:
    """Is one of these options among the arguments?"""
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


def values_of_options(names: Sequence[str], arguments: Sequence[ShellWord]) -> Iterator[ShellWord]:
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
