"""A plain text -> its commands as they stand, read at once and exactly as the grammar reads them; None for any other.

Plain is what agents send most: programs, words and quotes, joined by `&&`, `||`, `;`, `|`, `&` and line ends, with the
usual redirects, and variables by their name alone. One expression takes such a text apart. Whatever else stands in it
(a loop, a substitution, braces, a here-document, an escape outside of quotes, …) is left to the grammar of bash: this
file refuses, it never guesses, and the tests hold that both ways say the same.
"""

from __future__ import annotations

import re
from typing import Final

from chibi_hooks.scheme.shell.syntax import IN_A_WORD
from chibi_hooks.scheme.shell.words import (
    Redirect,
    ShellWord,
    Variables,
    expanded,
    in_quotes,
    quote,
    split_words,
    unsplit,
)

HALF: Final = re.compile("[\ud800-\udfff]")  # of a pair of surrogates: no character
LENGTH: Final = 8_192  # characters; longer texts are no plain commands
QUOTED_LENGTH: Final = 500  # characters in quotes that surely stand for themselves: longer ones may have many braces

_VARIABLE: Final = r"\$(?:[A-Za-z_]\w*+|\{[A-Za-z_]\w*+\})"
_IN_QUOTES: Final = rf'"(?:[^"$`\\]|\\.|{_VARIABLE})*+"'
_SAFE: Final = r"\w@%+=:,./~^\-"
_FIXED: Final = rf"(?!(?<=['\"])~)[{_SAFE}*?]++|'[^']*+'|{_IN_QUOTES}"  # the grammar does not take ''~
_FREE: Final = rf"(?!==|=~)(?:{_FIXED}|{_VARIABLE})++"  # the grammar compares with == and =~
_ENDED: Final = r"(?![^ \t\n;|&])"
_WORD: Final = rf"(?:[\w@%+:,./~^*?\-][{_SAFE}*?]*+{_ENDED}|{_FREE}{_ENDED})"  # the first is most words, and quick
_BLANK: Final = r"[ \t](?:[ \t]|\\\n)*+"
_TARGET: Final = rf"(?:{_BLANK})?(?!==|=~)(?:(?:{_FIXED})++|{_VARIABLE})"
_REDIRECT: Final = rf"(?:\d*+(?:<>|>>|>|<)(?![<>&(|]){_TARGET}|&>(?![<>&(|]){_TARGET}|\d*+>&\d++)"
_END: Final = (
    r"[ \t]*+(?:(?:&&|\|\|)[ \t\n]*+(?=\S)|(\|)(?![|&])[ \t]*+(?=\S)|;(?!;)[ \t\n]*+|&(?![&>])[ \t\n]*+|\n[ \t\n]*+|\Z)"
)
_ASSIGNED: Final = rf"(?:[A-Za-z_]\w*+=(?:{_FREE})?{_BLANK})*+"
_ARGUMENTS: Final = rf"(?:{_BLANK}(?!(?:\d|-[ \t]++\d)\d*+[<>]){_WORD})*+"
_PROGRAM: Final = r"[\w./][\w.,+/-]*+"
TEXT: Final = re.compile(
    rf"[ \t\n]*+({_ASSIGNED})(({_PROGRAM}){_ENDED}{_ARGUMENTS})((?:{_BLANK}{_REDIRECT}{_ENDED})*+){_END}|(.+)",
    re.DOTALL | re.ASCII,
)
RESERVED: Final = frozenset({
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "function",
    "select", "declare", "typeset", "export", "readonly", "local", "unset", "unsetenv",
})  # fmt: skip
WORDS: Final = re.compile(
    rf"([{_SAFE}]++)(?![^ \t])|('[^']{{0,{QUOTED_LENGTH}}}+'|\"[^\"$`\\]{{0,{QUOTED_LENGTH}}}+\")(?![^ \t])|({_FREE})",
    re.ASCII | re.DOTALL,
)
PIECES: Final = re.compile(rf"('[^']*+')|({_IN_QUOTES})|({_VARIABLE})|([^'\"$]++)", re.ASCII | re.DOTALL)
VARIABLES: Final = re.compile(r"((?:[^$\\]|\\.)++)|\$\{?(\w++)\}?", re.ASCII | re.DOTALL)
REDIRECTS: Final = re.compile(
    rf"(\d*+)(<>|>>|>&|&>|>|<)(?:{_BLANK})?(?:([{_SAFE}]++)(?![^ \t])|({_FREE}))",
    re.ASCII | re.DOTALL,
)
ASSIGNMENTS: Final = re.compile(rf"(\w++)=((?:{_FREE})?)", re.ASCII | re.DOTALL)


_new: Final = tuple.__new__  # what a NamedTuple does, without a call in between
PlainRow = tuple[str, str, str, str, str, str]
"""A command: its assignments, its words as they are written, its first word, its redirects, "|" where its output goes
to the next one, and "" always."""


def plain_rows(text: str) -> list[PlainRow] | None:
    """The commands of a text; None unless it is plain."""
    if len(text) > LENGTH or ("\\\n" in text and IN_A_WORD.search(text) is not None):
        return None
    rows: list[PlainRow] = TEXT.findall(text)
    if rows and (rows[-1][5] or any(row[2] in RESERVED for row in rows)):
        return None
    return rows if text.isascii() or HALF.search(text) is None else None


def plain_words(written: str, variables: Variables) -> tuple[ShellWord, ...]:
    """The words of a command as the shell makes them."""
    found: list[ShellWord] = []
    for simple, in_quotes_alone, other in WORDS.findall(written):
        if simple:
            found.append(_new(ShellWord, (simple, simple, simple, False)))
        elif in_quotes_alone:
            inner = in_quotes_alone[1:-1]
            found.append(ShellWord(inner, in_quotes_alone, inner))
        else:
            found += _split(other, variables)
    return tuple(found)


def plain_redirects(written: str, variables: Variables) -> tuple[Redirect, ...]:
    """The redirects of a command."""
    found = []
    for descriptor, operator, simple, other in REDIRECTS.findall(written):
        words = [_new(ShellWord, (simple, simple, simple, False))] if simple else _split(other, variables)
        found += [Redirect(operator, descriptor, word) for word in words]
    return tuple(found)


def goes_in(written: str) -> bool:
    """Is one of the redirects a file's into the command?"""
    return any(operator[0] == "<" for _, operator, _, _ in REDIRECTS.findall(written))


def plain_assignments(written: str, variables: Variables) -> tuple[tuple[str, str | None], ...]:
    """The variables that a command alone sees."""
    return tuple((name, _value(value, variables)) for name, value in ASSIGNMENTS.findall(written))


def _split(token: str, variables: Variables) -> list[ShellWord]:
    return split_words(_marked(token, variables), token, "'" in token or '"' in token)


def _value(token: str, variables: Variables) -> str | None:
    """A word where the shell splits nothing."""
    return unsplit(_marked(token, variables))


def _marked(token: str, variables: Variables) -> str:
    made = []
    for single, double, variable, free in PIECES.findall(token):
        if free:
            made.append(free)
        elif single:
            made.append(quote(single[1:-1]))
        elif double:
            for literal, name in VARIABLES.findall(double[1:-1]):
                made.append(in_quotes(literal) if literal else expanded(name, variables, quoted=True))
        else:
            made.append(expanded(variable.strip("${}"), variables, quoted=False))
    return "".join(made)
