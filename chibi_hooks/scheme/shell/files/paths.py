"""A word for a file -> the word for what is in it, behind a directory, or where a symbolic link leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from posixpath import basename, normpath
from typing import Final

from chibi_hooks.scheme.shell.text.words import ShellWord

_new: Final = tuple.__new__  # what a NamedTuple does, without a call in between
FIXED: Final = frozenset({"/", "~"})  # how a path begins that no directory changes


def as_word(text: str) -> ShellWord:
    """A path as a word."""
    return ShellWord(text, text, text)


def all_in(word: ShellWord) -> ShellWord:
    """The same, with everything in it."""
    if word.text is None or not word.text or word.text.endswith("/"):
        return word
    return ShellWord(word.text + "/", word.source, word.text + "/", word.glob)


def without_all_in(word: ShellWord) -> ShellWord:
    """A directory, without what is in it."""
    if word.text is None or len(word.text) < 2 or not word.text.endswith("/"):
        return word
    return ShellWord(word.text[:-1], word.source, word.text[:-1], word.glob)


def put_inside(directory: ShellWord, file: ShellWord) -> ShellWord:
    """Where a file of that name stands in a directory."""
    if directory.text is None or file.text is None or not directory.text:
        return ShellWord(None, file.source, directory.known, directory.glob)
    end = "/" if file.text.endswith("/") and len(file.text) > 1 else ""
    name = file.text.rstrip("/") if end else file.text
    text = f"{directory.text.rstrip('/')}/{basename(name) or name}{end}"
    return ShellWord(text, file.source, text, file.glob)


def put_inside_whole(directory: ShellWord, member: ShellWord) -> ShellWord:
    """A member of an archive, with all in it."""
    if member.text is None or directory.text is None:
        return member
    return all_in(as_word(member.text if directory.text == "." else f"{directory.text.rstrip('/')}/{member.text}"))


def may_be_directory(word: ShellWord) -> bool:
    """Does a name look like a directory's? .claude does, and x/; what there is nobody looks."""
    return word.known.endswith(("/", "..")) or basename(word.known).startswith(".")


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
