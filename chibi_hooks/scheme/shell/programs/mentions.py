"""A text and names of programs -> may running it run one of these? Without reading it: a quick no, or a perhaps.

Theory. A program's name is found where it stands in the text, whole or with quotes in it. It can only come from
elsewhere by what the shell makes of escapes, expansions and braces, out of a text that `printf` or `base64` writes or
that another program changes, or of words that xargs puts together; where any of these stands, the answer is a perhaps.
Who has read a text (`values.py`) says whether each of its commands stands alone: then no program changes anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from chibi_hooks.scheme.shell.programs.code import AWKS, WITH_VERSION, WITHOUT_VERSION
from chibi_hooks.scheme.shell.programs.folding import may_fold
from chibi_hooks.scheme.shell.programs.takers import MAKERS, STARTS, TAKERS

KEPT: Final = 1  # text: one policy after the other asks about the same
EXPANDED: Final = ("\\", "$", "`", "{")  # what stands in another form in the words of a command
HIDING: Final = ("\\", "$", "`", "{", "printf", "base64")
GIVEN: Final = (*TAKERS, *MAKERS, "xargs", "gxargs", "parallel", "python", "perl", "ruby", "node", "php")
"""What stands in the line in another form may become a command, or a word of one, by these."""
_NAMES: Final = "|".join(map(re.escape, sorted({*TAKERS, *MAKERS} - {"."})))
TAKES: Final = re.compile(
    rf"(?<![\w.+-])(?:-\w)?(?:(?:{_NAMES})\b|\.\s|g?xargs|parallel|python|perl|ruby|node|php)"
)  # env -Ssh has one behind a letter
TAKING: Final = tuple(sorted(
    each for each in (*GIVEN, ". ", ".\t") if each != "." and not any(o in each for o in GIVEN if o not in (each, "."))
))
"""Each of these programs has one of these in it, which are found at once."""
HINTS: Final = (*HIDING, "xargs", "parallel", *STARTS, "py ", "py3 ", "lldb")
JOINS: Final = re.compile(rf"(?<![\w.+-])(?:-\w)?(?:g?xargs|parallel|py3?|lldb|{'|'.join(STARTS)})\b")
"""They put words together, or run a program whose name stands nowhere."""
CODED: Final = frozenset({*WITH_VERSION, *WITHOUT_VERSION, *AWKS})
"""Whoever is named so, also with a version, may be given a program that puts strings together."""
PROGRAMLESS: Final = re.compile(r"[\d.]*\s+-m\s+(?:pytest|unittest|pip|venv|mypy|ruff|black|build|http\.server)\b")
BARE: Final = re.compile(r"[A-Za-z][A-Za-z-]*")
CHANGES: Final = re.compile(  # a text, without a pipe
    r"\b(?:tr|rev|tac|sed|xxd|base32|basenc|uudecode|iconv|openssl|gpg|gunzip|gzip|zcat|xz|xzcat|bzip2|bzcat)\b"
)
EDITS: Final = re.compile(r"\b(?:sed|perl|awk|ed|ex|vim?|patch|sponge|tr|rev)\b")  # a file that the line has written
INTO: Final = re.compile(r"(?<!<)<(?![<(])")  # of any program, which may write something else
WRITES: Final = re.compile(r">|\b(?:tee|dd)\b")  # a file, which somebody may run by its path
WRITTEN: Final = re.compile(r">[>|&]*\s*[^\s;|&]+")
SPELLED: Final = re.compile(
    r"\$'|\bprintf\b[^\n]*\\|base(?:64|32)|\b(?:rev|xxd)\b"
    r"|(?i:\b(?:pwsh|powershell)(?:\.exe)?\b.*\s-e(?:c|nc\w*)?\s)"
)
VARIABLES: Final = re.compile(r"\$(?:\w+|[@*!]|\{\w+(?::?[-=+?]([^}]{0,300}))?\})")
QUOTES: Final = str.maketrans("", "", "'\"\\")
NAME: Final = re.compile(r"[\w./+-]+", re.ASCII)
ONE_OF_ONE: Final = re.compile(r"\[([^\]!^])\]")  # r[m] is rm, where there is one
JOINED: Final = tuple(  # r''m, found by its quote; a pattern that begins with a character is looked for at once
    (quote, re.compile(rf"{quote}(?<=[\w./+-]{quote})['\"]*[\w./+-]")) for quote in "'\""
)
PARTS: Final = re.compile(r"[^\s|;&<>/]+")  # of words, between their slashes
PATTERN: Final = re.compile(r"[*?\[](?:.*[*?\]])?", re.DOTALL)


def plain_names(names: Sequence[str]) -> tuple[str, ...] | None:
    """Names that can be looked for; None where one of them has other characters than names of programs have."""
    return tuple(names) if all(NAME.fullmatch(each) for each in names) else None


def may_run(text: str, names: Sequence[str]) -> bool:
    """False: no command of the text has one of these names (see `plain_names`)."""
    for name in filter(text.__contains__, names):
        if f" {name} " in text or _stands(name, text):  # the first is what stands most often
            return True
    if _hides(text) or ("<" in text and "sh" in names and TAKES.search(text) is not None):  # ssh host < x runs sh
        return True
    if "[" in text and (told := ONE_OF_ONE.sub(r"\1", text)) != text:
        return may_run(told, names)
    for quote, joined in JOINED:
        if quote in text and joined.search(text) is not None:
            text = text.replace("'", "").replace('"', "")
            return any(name in text for name in names)
    return False


def may_be_pattern(text: str, names: Sequence[str]) -> bool:
    """False: no word of the text is a pattern that one of these names fits, such as gi? for git."""
    if not any(map(text.__contains__, "*?[")):
        return False
    text = text.replace("[ ", " ").replace("[ ", " ")  # a test, [ or [[
    parts = (PATTERN.split(each, 1) for each in PARTS.findall(text.translate(QUOTES)))
    ends = [each for each in parts if len(each) > 1]
    return any(name.startswith(first) and name.endswith(last) for name in names for first, last in ends)


def may_name(text: str, needles: Sequence[str]) -> bool:
    """False: no word that running the text gives to a program has one of these in it, whatever the case of its letters,
    and none is a pattern, or a URL of a file in which letters have other forms. `needles` are without their case."""
    found = _shown_folded(text)
    return found is None or any(map(found.__contains__, needles)) or ("%" in found and "file:" in found)


def may_hold(text: str, needles: Sequence[str]) -> bool:
    """False: no word, assignment or redirect that running the text makes has one of these in it, whatever the case of
    its letters, and none is a pattern. `needles` are without their case."""
    found = _shown_folded(text)
    return found is None or any(map(found.__contains__, needles))


def may_match(text: str, is_found: Callable[[str], bool]) -> bool:
    """False: what is looked for is not found in what is shown, in small letters, and none is a pattern."""
    found = _shown_folded(text)
    return found is None or is_found(found)


@lru_cache(KEPT)
def _hides(text: str) -> bool:
    bare = text.replace("'", "").replace('"', "") if "'" in text or '"' in text else text
    if any(map(bare.__contains__, HINTS)) and (any(map(bare.__contains__, HIDING)) or JOINS.search(bare) is not None):
        return True
    if _may_be_program(bare) and may_fold(text):
        return True
    if "<" not in text:
        if ">" in text and EDITS.search(bare) is not None and _takes_text(bare, 0):
            return True
        return "|" in text and _takes_text(bare, bare.find("|") + 1)
    made = "|" in text or "<(" in text or (">" in text and INTO.search(text) is not None) or CHANGES.search(bare)
    return bool(made) and _takes_text(bare, 0)


def _may_be_program(text: str) -> bool:
    """May an interpreter be given a program?"""
    if not any(map(text.__contains__, CODED)):
        return False
    named = (each.end() for each in BARE.finditer(text) if each[0] in CODED)
    return any(PROGRAMLESS.match(text, end) is None for end in named)


def _takes_text(text: str, begin: int) -> bool:
    """Does anything behind make a command or a word of a text? It may get it by the pipe, or by a file that a program
    behind one writes; so it counts wherever it stands there, also in quotes or in another command."""
    if "(" in text:
        return True
    behind = text[begin:]
    if any(map(behind.__contains__, TAKING)) and TAKES.search(behind) is not None:
        return True
    return "/" in behind and WRITES.search(behind) is not None and "/" in WRITTEN.sub("", behind)


def without_quotes(text: str) -> str | None:
    """A text as the shell reads it behind quotes and variables that nobody has set; None where there are none, "" where
    nobody can tell."""
    if not any(map(text.__contains__, "'\"\\$`{")) and SPELLED.search(text) is None:
        return None
    if SPELLED.search(text) is not None:
        return ""
    return VARIABLES.sub(r"\1", text).translate(QUOTES)


_alone = ""  # the text of which it was found out last that each of its commands stands alone


def stands_alone(text: str) -> None:
    """Whoever has read it says: what its commands say stands in it, whatever their programs are."""
    global _alone
    if text != _alone:
        _alone = text
        _shown_folded.cache_clear()


def _shown(text: str) -> str | None:
    """The text without its quotes; None where the shell may make other words of it."""
    hides = any(map(text.__contains__, EXPANDED)) if text == _alone else _hides(text)
    if hides or "*" in text or "?" in text or "[" in text:
        return None
    return text.replace("'", "").replace('"', "")


@lru_cache(KEPT)
def _shown_folded(text: str) -> str | None:
    shown = _shown(text)
    return None if shown is None else shown.casefold()


def _stands(name: str, text: str) -> bool:
    """Is the name a word of its own? env -Sname has it behind a letter."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before = text[at - 1 : at]
        if not _in_name(text[end : end + 1]) and (not _in_name(before) or text[at - 2 : at - 1] == "-"):
            return True
        at = text.find(name, at + 1)
    return False


def _in_name(character: str) -> bool:
    return character.isalnum() or character == "_"
