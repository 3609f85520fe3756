"""What xargs and parallel are given -> the commands that they run: with words of their input, or of their own behind
`:::`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.scheme.shell.programs.wrapper import Inner, InnerText, InnerWords, Wrapper, behind, up_to
from chibi_hooks.scheme.shell.text.parameters import number_of
from chibi_hooks.scheme.shell.text.syntax import LENGTH, TOO_LONG, Unreadable
from chibi_hooks.scheme.shell.text.words import ShellWord, one_word, unescaped, word_from

ITEM: Final = re.compile(r"(?:'[^'\n]*'|\"[^\"\n]*\"|\\.|[^\s'\"\\])+", re.DOTALL)
QUOTED: Final = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|\\(.)", re.DOTALL)
NULLS: Final = re.compile(r"--null$|-[rtpx]*0")  # of xargs: between its words stand zero bytes
ARG_FILE: Final = re.compile(r"-[0rtpxo]*a|--arg-file(?:=|\Z)")
PIPING: Final = re.compile(r"--(?:pipe|pipepart|pipe-part|spreadstdin|tee)\Z")
SOURCES: Final = (":::", "::::", ":::+", "::::+")
ADDED: Final = 50  # words that are given to another command


def in_parallel(wrapper: Wrapper, arguments: Sequence[ShellWord], fed: str | None) -> list[Inner]:
    """What GNU parallel runs: a command of words or of one text, with the words behind ::: or of its input."""
    start = up_to(arguments, SOURCES)
    rest = behind(wrapper, start)
    if rest and any(PIPING.match(word.known) for word in start[: len(start) - len(rest)]):
        return [InnerWords(tuple(rest))]  # its input is what the command is fed
    known = _sources(arguments[len(start) :], fed)
    if not rest:
        return [*map(InnerText, known or (None,))]
    alone = rest[0].whole if len(rest) == 1 else None  # one text for a shell
    if known is None:
        return [InnerWords(tuple(rest), wrapper.more) if alone is None else InnerText(alone)]
    if alone is not None and " " in alone:
        form = alone if "{}" in alone else f"{alone} {{}}"
        return [InnerText(_with(form, "{}", one_word(each))) for each in known]
    mark = "{}" if any("{}" in word.known for word in rest) else None
    return [InnerWords(tuple(filled(rest, [each], mark))) for each in known]


def _sources(arguments: Sequence[ShellWord], fed: str | None) -> list[str] | None:
    """The words behind a single ::: or the lines of the input, where they are known."""
    if not arguments:
        known = fed.splitlines() if fed is not None else []
    else:
        known = [word.text or "" for word in arguments[1:]] if arguments[0].text == ":::" else []
        if any(each in ("", *SOURCES) for each in known):
            return None
    return known if 0 < len(known) <= ADDED else None


def takes_file(options: Sequence[ShellWord]) -> bool:
    """Do xargs and parallel take their words from a file that these options name, and not from their input?"""
    return any(ARG_FILE.match(word.known) is not None for word in options)


def taken(options: Sequence[ShellWord], fed: str, mark: str | None) -> list[list[str]]:
    """The words that xargs makes of its input, for each of its runs."""
    end = _value(("-d", "--delimiter"), options)
    if any(NULLS.match(word.known) is not None for word in options):
        found = [each for each in fed.split("\0") if each]
    elif end:
        found = [each for each in fed.removesuffix("\n").split(unescaped(end)) if each]
    elif mark:
        found = [_without_quotes(line.strip()) for line in fed.splitlines() if line.strip()]
    else:
        found = [_without_quotes(each) for each in ITEM.findall(fed)]
    many = _value(("-n", "--max-args", "-L", "--max-lines"), options)
    count = 1 if mark else number_of(many) or max(len(found), 1)
    return [found[at : at + count] for at in range(0, len(found), count)]


def _value(names: Sequence[str], options: Sequence[ShellWord]) -> str | None:
    """The value of an option of xargs."""
    for at, word in enumerate(options):
        for name in names:
            if word.text == name:
                return options[at + 1].text if at + 1 < len(options) else None
            if word.known.startswith(name):
                return word.known[len(name) :].removeprefix("=")
    return None


def _without_quotes(item: str) -> str:
    return QUOTED.sub(lambda found: found[1] or found[2] or found[3] or "", item)


def mark_of(options: Sequence[ShellWord]) -> str | None:
    """What xargs -I says that its words stand for."""
    for at, word in enumerate(options):
        if word.known.startswith(("-I", "-J")):
            return word.known[2:] or (options[at + 1].known if at + 1 < len(options) else None)
        if word.text in ("-i", "--replace"):
            return "{}"
    return None


def _with(text: str, mark: str, given: str) -> str:
    """A text with what is given instead of each mark. Raises Unreadable where that is more than is read."""
    if len(text) + text.count(mark) * len(given) > LENGTH:
        raise Unreadable(TOO_LONG)
    return text.replace(mark, given)


def filled(words: Sequence[ShellWord], given: Sequence[str], mark: str | None) -> Iterator[ShellWord]:
    """The words of a command with those that it is given."""
    for word in words:
        if mark and word.text is not None and mark in word.text:
            yield word_from(_with(word.text, mark, " ".join(given)))._replace(glob=word.glob)
        else:
            yield word
    if not mark:
        yield from map(word_from, given)
