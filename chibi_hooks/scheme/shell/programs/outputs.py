"""A command -> the text that it is known to write: what stands in its pipe."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from chibi_hooks.scheme.shell.programs.code import may_have_code, strings_in
from chibi_hooks.scheme.shell.programs.filters import FILTERS, LONGEST
from chibi_hooks.scheme.shell.programs.finders import FINDERS, named_by
from chibi_hooks.scheme.shell.programs.folding import with_folded
from chibi_hooks.scheme.shell.programs.simple import FROM_PIPE, MADE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.words import Redirect, ShellWord, partly, printed, unescaped

GUESSES: Final = 20  # of one program
GUESSED: Final = 2_000  # characters of a word that is looked through
SEDS: Final = ("sed", "gsed")
ADDS: Final = re.compile(r"(?:^|[;\n{}$/\d])[ \t]*[aic]\\?[ \t\n]+(\S[^\n]*[ \t][^\n]*)")  # lines, in a text of sed
AT_SIGNS: Final = re.compile(r"[|/:]")  # between a command of an editor and its text
PUTS: Final = re.compile(r"s([/|,#:@!_])(?:\\.|(?!\1).)*\1((?:\\.|(?!\1).)*)\1")  # in a text of sed
SAID: Final = re.compile(  # print("a", "b"), in a program
    r"\b(?:print\w*|puts|say|echo|log|write\w*)\s*+\(?\s*+((?:'[^'\n]*+'|\"[^\"\n]*+\")"
    r"(?:\s*+,\s*+(?:'[^'\n]*+'|\"[^\"\n]*+\"))++)"
)
SUBSTITUTION: Final = re.compile(r"\$\(((?:[^()]|\([^()]*+\))*+)\)|`([^`]*)`")
COUNTS: Final = frozenset({  # what they write is no text that anybody has chosen
    "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "md5", "b2sum", "cksum",
    "wc", "nproc", "hostname", "whoami", "uname",
})  # fmt: skip
SEPARATES: Final = re.compile(r"[;&|<>()$`\n]")  # in a name of a file that they write: a command may stand behind it
CHECKED: Final = re.compile(r"-[a-z]*c|--c")  # behind which a list of files stands
COUNTED: Final = re.compile(r"--f")
VALUE: Final = re.compile(r"\A--[\w-]+=")
MEANT: Final = COUNTS | {"mktemp", "echo", "printf", "pwd", "which", "command", "type"}
"""Programs of which it is taken as known what they write."""
UNPACK: Final = ("zcat", "gzcat", "xzcat", "bzcat", "zstdcat")  # a file of the line, which is known as it was before
PASSES: Final = ("cat", "tee", "sponge", "dd", "base64", *UNPACK)  # what comes in goes out
WRITES: Final = ("echo", "printf", *PASSES)

COPIED: Final = re.compile(r"\d*-?")  # a descriptor
GOES_ON: Final = re.compile(r".*/(?:stdout|stderr|tty|fd/+\d+)")  # files that are what is open already


def fed_by(command: SimpleCommand) -> Fed:
    """What the command behind the pipe is fed: what this one is known to write, or what finds it out."""
    name = command.name
    if name in FINDERS:
        return Fed(None, True, lambda: named_by(command.words[1:]), guesses=guessed_from(command))
    if name == "ls" and len(names := [each for each in command.words[1:] if each.glob]) == 1:
        return Fed(None, True, lambda: names[0])
    if name in COUNTS and (only := _only_counts(command)) is not None:
        return only
    if name not in WRITES and name not in FILTERS:
        if command.feed is not None and (command.input is not None or command.feed.made):
            return MADE
        guesses = (*guessed_from(command), *(command.feed.guesses if command.feed is not None else ()))
        return Fed(None, True, guesses=guesses[:GUESSES]) if guesses else FROM_PIPE
    if name not in ("echo", "printf"):
        _ = command.input  # found out now: a thousand of them, one behind the other, are no recursion
    made = command.feed is not None and (command.feed.made or command.input is not None)
    if made and output_of(command) is None:
        return MADE
    partly_made = command.feed is not None and command.feed.made and name not in ("echo", "printf")
    guesses = guessed_from(command) if name == "sed" else ()
    if name not in ("echo", "printf") and command.feed is not None:
        guesses = (*guesses, *command.feed.guesses)[:GUESSES]
    return Fed(partial(output_of, command), True, made=partly_made, guesses=guesses)


def _only_counts(command: SimpleCommand) -> Fed | None:
    """What those write who count, and name the files that they count; None where nobody knows the names."""
    names = [UNKNOWN if word.text is None or word.glob else word.text for word in command.words[1:]]
    if any(map(SEPARATES.search, names)):
        return MADE
    listed = COUNTED if command.name == "wc" else CHECKED
    return None if UNKNOWN in names or any(map(listed.match, names)) else FROM_PIPE


def fed_by_all(commands: Sequence[SimpleCommand]) -> Fed:
    """What the command behind the pipe is fed, where these run before it: one with those that it runs, or many."""
    runners = {each.through[: at + 1] for each in commands for at in range(len(each.through))}
    last = [each for each in commands if (*each.through, each.name) not in runners]
    last = [one for one, other in zip(last, [*last[1:], None], strict=True) if not _goes_into(one, other)]
    feeds = [(each, fed_by(each)) for each in [each for each in last if not _goes_away(each)] or last]
    if len(feeds) == 1 or commands[0].name in FINDERS:
        return fed_by(commands[0]) if commands[0].name in FINDERS else feeds[0][1]
    if any(feed.made for _, feed in feeds):
        return MADE
    told = [(each, feed) for each, feed in feeds if feed is not FROM_PIPE]
    if not told:
        return FROM_PIPE
    guesses = tuple(text for _, feed in told for text in feed.guesses)
    return Fed(partial(_together, told), True, guesses=guesses)


def _goes_into(one: SimpleCommand, other: SimpleCommand | None) -> bool:
    """Is what one writes what the next one is fed, and nobody else?"""
    return other is not None and other.piped and one.feed is None  # else both may be fed by another one


def _together(told: Sequence[tuple[SimpleCommand, Fed]]) -> str | None:
    """What these write, one behind the other; no more than shows that it is too long."""
    texts: list[str] = []
    size = 0
    for each, feed in told:
        texts.append(_with_end(each, feed))
        size += len(texts[-1])
        if size > LONGEST:
            break
    return "".join(texts) or None


def _with_end(command: SimpleCommand, feed: Fed) -> str:
    text = (feed.text() if callable(feed.text) else feed.text) or ""
    if command.name != "echo" or not text or re.match("-[eE]*n", command.words[1].known) is not None:
        return text
    return f"{text}\n"


def ends_of(redirects: Sequence[Redirect]) -> dict[str, tuple[ShellWord, bool] | str]:
    """Where each descriptor leads behind all redirects: to a file, and whether that is added to, or where another one
    leads outside."""
    ends: dict[str, tuple[ShellWord, bool] | str] = {}
    for each in redirects:
        number, copied = each.descriptor or ("0" if each.operator == "<>" else "1"), each.target.known
        if each.operator == ">&" and COPIED.fullmatch(copied) is not None:
            copied = copied.rstrip("-")
            ends[number] = ends.get(copied, copied)
        elif ">" in each.operator:
            ends[number] = end = (each.target, each.operator in (">>", "&>>"))
            if "&" in each.operator:
                ends["2"] = end
    return ends


def is_output(redirect: Redirect) -> bool:
    """Does what a command writes go there?"""
    return ">" in redirect.operator and redirect.descriptor in ("", "1") and (
        redirect.operator != ">&" or COPIED.fullmatch(redirect.target.known) is None  # >&file is &>file
    )


def _goes_away(command: SimpleCommand) -> bool:
    """Does what it writes go elsewhere than on? Behind > /dev/stdout, or > where nobody knows, it may go on."""
    targets = [None if each.target.glob else each.target.text for each in command.redirects if is_output(each)]
    there = command.directory or ""
    return any(text is not None and GOES_ON.fullmatch(f"{there}/{text}") is None for text in targets)


def guessed_from(command: SimpleCommand) -> tuple[str, ...]:
    """Texts that stand in what a program is told to do: they may be what it writes, or puts into a file."""
    if command.name and may_have_code(command.name):
        code = command.code or ""
        told = [*strings_in(code), *(each[2] for each in PUTS.finditer(code))]
        told += [" ".join(strings_in(each)) for each in SAID.findall(code)]
        return tuple(each for each in told if " " in each.strip())
    wholes = [word.whole or "" for word in command.words[1:]] if " " in command.source.strip() else []
    told = [each for each in wholes if (" " in each.strip() or '"' in each) and len(each) <= GUESSED]
    if command.name in SEDS:
        found = [PUTS.search(each) for each in told]
        puts = [each[2].replace("&", UNKNOWN) for each in found if each is not None and " " in each[2]]
        strings = [each for text in puts for each in strings_in(text) if " " in each.strip()]
        return (*puts, *strings, *(each for word in told for each in ADDS.findall(word)))
    strung = [each for word in told for each in strings_in(with_folded(word))]
    parts = [*strung, *(e for word in told for e in (*AT_SIGNS.split(word), word.lstrip("+"), VALUE.sub("", word)))]
    inside = [each for each in parts if " " in each.strip()]
    return tuple(dict.fromkeys([*(each for each in told if " " in each.strip()), *inside]))[:GUESSES]


def output_of(command: SimpleCommand) -> str | None:
    """What a command is known to write: `echo`, `printf`, `cat` of a here-document, `base64 -d` of such."""
    arguments = [UNKNOWN if (whole := word.whole) is None else whole for word in command.words[1:]]
    made = FILTERS.get(command.name or "")
    if made is not None:
        return None if command.input is None else made(command.input, arguments)
    if command.name == "echo":
        while arguments and re.fullmatch("-[neE]+", arguments[0]):
            if "e" in arguments.pop(0):
                arguments = [unescaped(each) for each in arguments]
        return partly(" ".join(arguments))
    if command.name == "printf" and arguments:
        return partly(printed(arguments) or UNKNOWN)
    if command.name in ("cat", "tee", "sponge", "dd") and command.feed is not None:
        own = command.name in ("tee", "sponge") or not any(each != "-" and each[:3] != "of=" for each in arguments)
        return command.input if own or command.feed.named else None
    if command.name in UNPACK:
        return command.input if command.feed is not None and command.feed.named else None
    if command.name == "base64" and command.input is not None and UNKNOWN not in command.input and _decodes(arguments):
        with_padding = re.sub(r"\s", "", command.input) + "=="
        try:
            return base64.b64decode(with_padding).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            return None
    return None


def _decodes(arguments: list[str]) -> bool:
    return any(each in ("-d", "-D", "--decode", "-di") for each in arguments)


def substitutions_of(source: str) -> Iterator[re.Match[str]]:
    """Those of a word that are not in single quotes."""
    at, quoted = 0, False
    while at < len(source):
        if (found := SUBSTITUTION.match(source, at)) is not None:
            yield found
            at = found.end()
        elif source[at] == "'" and not quoted:
            at = source.find("'", at + 1) + 1 or len(source)
        else:
            quoted ^= source[at] == '"'
            at += 2 if source[at] == "\\" else 1
