"""What find and fd run for what they find -> the commands, and the word that stands for what is found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.scheme.shell.programs.wrapper import Inner, InnerWords, up_to
from chibi_hooks.scheme.shell.text.words import ShellWord

FINDERS: Final = ("find", "gfind", "fd", "fdfind")
FINDS: Final = ("-exec", "-execdir", "-ok", "-okdir")
CHOOSING: Final = ("-name", "-iname", "-path", "-ipath", "-wholename")
FD_RUNS: Final = ("-x", "-X", "--exec", "--exec-batch")
FD_VALUED: Final = ("-e", "-t", "-d", "-E", "-c", "-j", "-S", "--extension", "--type", "--max-depth", "--exclude")
HIDDEN: Final = re.compile(r"-\w*[HuI]|--(?:hidden|no-ignore|unrestricted)")
LITERAL: Final = re.compile(r"(\^?)((?:[\w-]|\\?\.)+)(\$?)")


def run_for_each(arguments: Sequence[ShellWord]) -> list[Inner]:
    """The commands behind -exec, -x and the like."""
    found: list[Inner] = []
    named = named_by(arguments) or _root_of(arguments)
    at = 0
    while at < len(arguments):
        text, at = arguments[at].text, at + 1
        if text in FINDS:
            command = up_to(arguments[at:], (";", "+"))
            at += len(command)  # an -exec in it is the command's own
            if command:
                words = tuple(named if named is not None and each.text == "{}" else each for each in command)
                found.append(InnerWords(words, named is None))
        elif text in FD_RUNS and at < len(arguments):
            command = up_to(arguments[at:], (";",))
            marked = any(each.text == "{}" for each in command)
            words = tuple(named if named is not None and each.text == "{}" else each for each in command)
            found.append(InnerWords((*words, named) if named is not None and not marked else words, named is None))
    return found


def _root_of(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """What find's {} stands for otherwise: the one directory that is searched, with all in it."""
    roots = [*_before_options(arguments)]
    text = roots[0].text if len(roots) == 1 else None
    if not text or text.strip("./") == "":
        return None
    whole = f"{text.rstrip('/')}/"
    return ShellWord(whole, roots[0].source, whole, roots[0].glob)


def _before_options(arguments: Sequence[ShellWord]) -> Iterator[ShellWord]:
    for word in arguments:
        if word.known[:1] in ("-", "(", "!"):
            return
        yield word


def named_by(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """What find's {} stands for, where one -name or -path alone chooses: a path with that name; else None. What fd is
    to find is a part of the name, or with ^ and $ all of it."""
    if any(word.text in FD_RUNS for word in arguments):
        return _named_by_fd(arguments)
    chosen = [(word.text, arguments[at + 1]) for at, word in enumerate(arguments[:-1]) if word.text in CHOOSING]
    loose = any(word.text in ("-o", "-or", "!", "-not", ",") for word in arguments)
    if len(chosen) != 1 or chosen[0][1].text is None or loose:
        return None
    how, word = chosen[0]
    path = word.text if how in ("-path", "-ipath", "-wholename") else f"./{word.text}"
    return ShellWord(path, path or "", path or "", word.glob)


def _named_by_fd(arguments: Sequence[ShellWord]) -> ShellWord | None:
    own = up_to(arguments, FD_RUNS)
    hidden = any(HIDDEN.match(word.known) is not None for word in own)
    words = [each for before, each in zip((None, *own), own, strict=False)
             if each.known[:1] != "-" and (before is None or before.known not in FD_VALUED)]
    found = LITERAL.fullmatch(words[0].text or "") if hidden and words else None
    if found is None:
        return None
    name = found[2].replace("\\", "")
    path = f"./{name}" if found[1] and found[3] else f"./*{name}*"
    return ShellWord(path, path, path, "*" in path)
