"""The matcher of an entry and what it is about (a tool's name, the source of a session) -> does it fit?

Rules
-----
* Which language it is, the agent's settings say (rows/settings.py); JavaScript's regular expressions are run by `regex`
  under a time limit, since a settings file of somebody else may hold one that would take for ever.
* What is no regular expression there fits nothing, as in the agents, and is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.settings import MatcherLanguage

SECONDS: Final = 0.2  # for one search: names and commands are short, and a good expression takes microseconds
KEPT: Final = 1_000  # expressions that stay compiled; people have tens
LONGEST: Final = 10_000  # characters of an expression
EVERYTHING: Final = frozenset({"", "*", ".*"})  # of names-or-search

NAMES: Final[Mapping[str, tuple[str, str, bool]]] = {  # language -> the letters of a list of names, what splits it,
    "exact-or-search": (r"[\w ,|-]*", r"[|,]", True),  # and whether blanks around a name count for nothing
    "exact-or-regex": (r"[\w|]*", r"\|", False),
    "narrow": (r"[\w|]*", r"\|", True),
}


class NoMatcher(ValueError):
    """What was given is no matcher; the text says why."""


def fits(
    language: MatcherLanguage, matcher: str | None, value: str, *, narrow: bool = False, strict: bool = False,
    others: Iterable[str] = (),
) -> bool:  # fmt: skip
    """Does the matcher fit the value? `strict`: where it is anchored, only its absence fits everything, and names in it
    are regexps as all else; `others`: names of the same, which names in it may be. Raises NoMatcher, also for one that
    takes too long."""
    if matcher is None or language == "none":
        return True
    if language == "names-or-search":
        return _fits_one(matcher, value, (value, *others))
    if language == "trimmed-search":
        matcher = matcher.strip()
    if language == "anchored" and not strict:
        matcher = matcher.strip()
        if re.fullmatch(r"[\w|-]+", matcher, re.ASCII) and not set(matcher.split("|")).isdisjoint(others):
            return True
    if matcher in ("", "*"):
        return language != "anchored" or (matcher == "*" and not strict)
    if language == "glob":
        return glob(matcher)(value)
    kind = "narrow" if narrow and language == "exact-or-search" else language
    letters, split, trim = NAMES.get(kind, ("", "", False))
    if letters and re.fullmatch(letters, matcher, re.ASCII):
        names = re.split(split, matcher)
        return value in ([each.strip() for each in names if each.strip()] if trim else names)
    return found(f"^(?:{matcher})$" if language == "anchored" else matcher, value, whole=matcher)


def _fits_one(matcher: str, value: str, names: Collection[str]) -> bool:
    """Is one of the parts between | everything, one of the names, or a regexp that is found? Raises NoMatcher."""
    whole = _trimmed(matcher)
    if whole in EVERYTHING or whole in names or not value:
        return True
    if "|" not in whole or whole[0] in "^(":  # one regexp, whatever it is made of
        return found(whole, value, whole=matcher)
    parts = [part for each in alternatives(whole) if (part := _trimmed(each))]
    if any(each in names or each in ("*", ".*") for each in parts):
        return True
    return bool(parts) and found("|".join(parts), value, whole=matcher)


def _trimmed(text: str) -> str:
    """Without the blanks around it; one that a backslash stands before is none of them."""
    inner = text.strip()
    escaped = len(text.rstrip()) < len(text) and (len(inner) - len(inner.rstrip("\\"))) % 2
    return f"{inner} " if escaped else inner


def alternatives(pattern: str) -> list[str]:
    """What stands between the | of a regexp that are in no class and in no group.

    >>> alternatives("a|(b|c)|[d|]|e")
    ['a', '(b|c)', '[d|]', 'e']
    """
    made, depth, in_class = [""], 0, False
    for piece in re.findall(r"\\[\s\S]|[\s\S]", pattern):
        if in_class:
            in_class = piece != "]"
        elif piece == "[":
            in_class = True
        elif piece in "()":
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif piece == "|" and not depth:
            made.append("")
            continue
        made[-1] += piece
    return made


def found(pattern: str, text: str, *, whole: str = "", any_case: bool = False) -> bool:
    """Is JavaScript's regular expression found in the text? Raises NoMatcher."""
    search = _search(pattern, any_case)
    if isinstance(search, str):
        raise NoMatcher(f"{(whole or pattern)[:60]}: {search}")
    try:
        return search(text)
    except TimeoutError:
        raise NoMatcher(f"{(whole or pattern)[:60]}: it takes more than {SECONDS:g} s, so that nothing fits") from None


@lru_cache(KEPT)
def _search(pattern: str, any_case: bool) -> Callable[[str], bool] | str:
    import regex  # 30 ms, and most matchers are names

    try:
        flags = regex.ASCII | regex.VERSION0 | (regex.IGNORECASE if any_case else 0)
        compiled = regex.compile(as_python(pattern), flags)
    except (regex.error, ValueError, RecursionError, OverflowError) as error:
        return f"no regular expression: {error}"
    return lambda text: compiled.search(text, timeout=SECONDS, concurrent=True) is not None


_PIECE: Final = re.compile(
    r"\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[\s\S])"  # an escape
    r"|\(\?<?[\s\S]"  # the beginning of a group that is more
    r"|[*+?}][+?]?|\{|[\s\S]",
)
_GROUPS: Final = ("(?:", "(?=", "(?!", "(?<=", "(?<!")
_QUANTITY: Final = re.compile(r"\{\d+(?:,\d*)?\}")


END: Final = r"(?!\n)\Z"  # what `$` is in JavaScript
NO_CHARACTERS: Final = frozenset({"^", END, r"\b", r"\B"})  # they stand for a place, and cannot be repeated
PLAIN: Final[Mapping[str, str]] = {"$": END, ".": r"[^\n\r\u2028\u2029]"}


def as_python(pattern: str) -> str:
    """JavaScript's regular expression as `regex` has it. Raises ValueError for what JavaScript does not know."""
    if len(pattern) > LONGEST:
        raise ValueError(f"it has {len(pattern)} characters, and {LONGEST} is the most")
    made: list[str] = []
    position = 0
    while position < len(pattern):
        piece = _PIECE.match(pattern, position)
        assert piece is not None, "the last alternative takes anything"
        word, position = piece[0], piece.end()
        if word == "[":
            text, position = _class(pattern, piece.start())
        elif word == "{":
            quantity = _QUANTITY.match(pattern, piece.start())
            text, position = (quantity[0], quantity.end()) if quantity else (r"\{", position)
        else:
            text = _piece(word)
        repeats = text[0] in "*+?" or (word == "{" and text != r"\{")
        if repeats and (not made or made[-1] in NO_CHARACTERS):
            raise ValueError("nothing to repeat")
        made.append(text)
    return "".join(made)


def _piece(word: str) -> str:
    """One piece outside of a class. Raises ValueError."""
    if word[0] == "\\":
        if word == "\\":
            raise ValueError("it ends with a backslash")
        return _escape(word, in_class=False)
    if word.startswith("(?"):
        if word not in _GROUPS and not (word.startswith("(?<") and (word[3:] + "_").isidentifier()):
            raise ValueError(f"a group cannot begin with {word}")
    elif len(word) == 2 and word[1] == "+" and word[0] in "*+?}":
        raise ValueError("nothing to repeat")
    return PLAIN.get(word, word)


def _class(pattern: str, start: int) -> tuple[str, int]:
    """A class, and where it ends. `[]` is nothing, and `[^]` is anything. Raises ValueError."""
    opened = re.compile(r"\[(\^?)(\]?)").match(pattern, start)
    assert opened is not None, "it begins with [ "
    if opened[2]:
        return (r"[\s\S]" if opened[1] else "(?!)"), opened.end()
    made, position = [opened[0]], opened.end()
    while position < len(pattern):
        letter = pattern[position]
        if letter == "]":
            return "".join([*made, "]"]), position + 1
        if letter == "\\":
            piece = _PIECE.match(pattern, position)
            if piece is None or piece[0] == "\\":
                break
            made.append(_escape(piece[0], in_class=True))
            position = piece.end()
            continue
        made.append(rf"\{letter}" if letter in "[&~" else letter)
        position += 1
    raise ValueError("a class is not closed")


def _escape(word: str, in_class: bool) -> str:
    letter = word[1]
    if letter == "u" and len(word) > 2:
        return re.escape(chr(int(word[2:].strip("{}"), 16)))
    if letter == "x" and len(word) > 2:
        return re.escape(chr(int(word[2:], 16)))
    if letter == "c" and len(word) > 2:
        return re.escape(chr(ord(word[2]) % 32))
    if letter in "dDwWsSnrtfv0" or letter.isdigit():
        return word if letter != "s" else (r"\s" if in_class else r"[\s\u00a0\ufeff\u2028\u2029]")
    if letter in "bB":
        return r"\x08" if in_class and letter == "b" else word
    if letter == "k":
        return r"\k" if not in_class else "k"
    return re.escape(letter)


@lru_cache(KEPT)
def glob(pattern: str) -> Callable[[str], bool]:
    """`*` and `?`, of the whole text."""
    parts = {"*": ".*", "?": "."}
    made = re.compile("".join(parts.get(each, re.escape(each)) for each in re.sub(r"\*+", "*", pattern)), re.DOTALL)
    if pattern.count("*") < 2:
        return lambda text: made.fullmatch(text) is not None
    return lambda text: _glob(pattern, text)  # an expression would try every way to cut the text


def _glob(pattern: str, text: str) -> bool:
    """The same in a time that is their product."""
    star, back, here, there = -1, 0, 0, 0
    while there < len(text):
        if here < len(pattern) and pattern[here] == "*":
            star, back, here = here, there, here + 1
        elif here < len(pattern) and pattern[here] in ("?", text[there]):
            here, there = here + 1, there + 1
        elif star >= 0:
            back += 1
            here, there = star + 1, back
        else:
            return False
    return not pattern[here:].strip("*")
