"""A plain text -> its commands as they stand, read at once and exactly as the grammar reads them; None for any other.

Plain is what agents send most: programs, words and quotes, joined by `&&`, `||`, `;`, `|`, `&` and line ends, with the
usual redirects, variables by their name alone, substitutions of such commands among the arguments, here-documents
without expansions (documents.py), and loops and conditions around all that (compound.py), with tests like [ -f x ]. One
expression takes such a text apart. Whatever else stands in it (a subshell, braces, an escape outside of quotes, …) is
left to the grammar of bash: this file refuses, it never guesses, and the tests hold that both ways say the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final

from chibi_hooks.scheme.shell.text.compound import PlainRow, commands_of_compounds
from chibi_hooks.scheme.shell.text.documents import MARK, without_documents
from chibi_hooks.scheme.shell.text.syntax import IN_A_WORD
from chibi_hooks.scheme.shell.text.words import (
    Redirect,
    ShellWord,
    Variables,
    expanded,
    in_quotes,
    quote,
    split_words,
    substituted,
    unsplit,
)

HALF: Final = re.compile("[\ud800-\udfff]")  # of a pair of surrogates: no character
LENGTH: Final = 8_192  # characters; longer texts are no plain commands
SHORT: Final = 500  # characters of a command whose words are kept
QUOTED_LENGTH: Final = 500  # characters in quotes that surely stand for themselves: longer ones may have many braces

NEVER: Final = frozenset({
    "if", "then", "else", "elif", "while", "until", "do", "case", "esac", "in", "function", "select", "declare",
    "typeset", "export", "readonly", "local", "unset", "unsetenv",
})  # fmt: skip
RESERVED: Final = NEVER | {"for", "done", "fi", ""}
_VARIABLE: Final = r"\$(?:[A-Za-z_]\w*+|\{[A-Za-z_]\w*+\})"
_IN_QUOTES: Final = rf'"(?:[^"$`\\]|\\.|{_VARIABLE})*+"'
_SAFE: Final = r"A-Za-z0-9_@%+=:,./~^\-"  # spelled out: a set with a class in it is looked through at each character
_FIXED: Final = rf"(?!(?<=['\"])~)[{_SAFE}*?]++|'[^']*+'|{_IN_QUOTES}"  # the grammar does not take ''~
_FREE: Final = rf"(?!==|=~)(?:{_FIXED}|{_VARIABLE})++"  # the grammar compares with == and =~
_ENDED: Final = r"(?![^ \t\n;|&])"
_MOST: Final = rf"[A-Za-z0-9_@%+:,./~^*?\-][{_SAFE}*?]*+"
_BLANK: Final = r"[ \t](?:[ \t]|\\\n)*+"
_TARGET: Final = rf"(?!==|=~)(?:(?:{_FIXED})++|{_VARIABLE})"
_END: Final = r"[ \t]*+((?:&&|\|\|)(?=[ \t\n]*+\S)|\|(?![|&])(?=[ \t]*+\S)|;(?!;)|&(?![&>])|\n|\Z)[ \t\n]*+"
_KEYWORDS: Final = r"(?:(?:if|then|elif|else|while|until|do|!)[ \t]++|(?:then|else|do)\n[ \t\n]*+)*+"
_SUBSTITUTED: Final = rf"\$\((?:[{_SAFE}*? \t|&;<>]|'[^'\n()]*+'|\"(?:[^\"$`\\\n()]|{_VARIABLE})*+\"|{_VARIABLE})++\)"
_AROUND: Final = rf'"(?:[^"$`\\]|\\.|{_VARIABLE}|{_SUBSTITUTED})*+"'
_ARGUMENT: Final = rf"(?!==|=~)(?:(?!(?<=['\"])~)[{_SAFE}*?]++|'[^']*+'|{_AROUND}|{_VARIABLE}|{_SUBSTITUTED})++"
_PROGRAM: Final = r"[A-Za-z0-9_./][A-Za-z0-9_.,+/-]*+"
_VERB: Final = r"[a-z][a-z-]*+"
_NO_WORD: Final = rf"(?!(?:{'|'.join(filter(None, RESERVED))})\b)"
_OPERAND: Final = rf"(?:{_NO_WORD}[A-Za-z0-9_./]++|'[^'\n]*+'|\"(?:[^\"$`\\\n]|{_VARIABLE})*+\"|{_VARIABLE})"
_TESTED: Final = (
    rf"[ \t]++(?:![ \t]++)?(?:-[a-zA-Z][ \t]++{_OPERAND}"
    rf"|{_OPERAND}[ \t]++(?:=|==|!=|-(?:eq|ne|lt|le|gt|ge))[ \t]++{_OPERAND})[ \t]++"
)
_FIRST: Final = rf"-*+[A-Za-z_@%+:,./~^*?][{_SAFE}*?]*+"  # which cannot be the number of a redirect


def _rows(blank: str, argument: str, keywords: str = "", document: str = "", tests: str = "") -> re.Pattern[str]:
    """What takes a text apart; `tests`: commands that are none."""
    arguments = rf"(?:{blank}(?:{_FIRST}{_ENDED}|(?!(?:\d|-{blank}\d)\d*+[<>])(?:{_MOST}|{argument}){_ENDED}))*+"
    verb = rf"(?:{blank}({_VERB}){_ENDED})?+"
    target = rf"(?:{blank})?{_TARGET}"
    redirect = rf"(?:\d*+(?:<>|>>|>|<)(?![<>&(|]){target}|&>(?![<>&(|]){target}|\d*+>&\d++)"
    return re.compile(
        rf"[ \t\n]*+({keywords})(?:((?:[A-Za-z_]\w*+=(?:{_FREE})?{blank})*+)(({_PROGRAM}){_ENDED}{verb}{arguments})"
        rf"((?:{blank}{redirect}{_ENDED})*+)({document}){tests}){_END}|(.+)",
        re.DOTALL | re.ASCII,
    )


QUICK: Final = _rows(r"[ \t]++", _FREE)  # for most texts: a quarter of what the other one looks through


@cache
def _all_rows() -> re.Pattern[str]:
    tests = rf"|\[{_TESTED}\]|\[\[{_TESTED}\]\]"
    return _rows(_BLANK, _ARGUMENT, _KEYWORDS, rf"(?:{_BLANK}{MARK}(?=\n))?", tests)


SIMPLE: Final = re.compile(rf"[{_SAFE} \t]*+", re.ASCII)  # words that stand for themselves
WORDS: Final = re.compile(
    rf"([{_SAFE}]++)(?![^ \t])|('[^']{{0,{QUOTED_LENGTH}}}+'|\"[^\"$`\\]{{0,{QUOTED_LENGTH}}}+\")(?![^ \t])"
    rf"|({_ARGUMENT})",
    re.ASCII | re.DOTALL,
)
TEXTS_ALONE: Final = re.compile(rf"[{_SAFE}*? \t]*+", re.ASCII)
TEXTS: Final = re.compile(
    rf"[ \t]*+(?:([{_SAFE}*?]++)|'([^']{{0,{QUOTED_LENGTH}}}+)'|\"([^\"$`\\]{{0,{QUOTED_LENGTH}}}+)\")(?![^ \t])|(\S)",
    re.ASCII | re.DOTALL,
)
PIECES: Final = re.compile(rf"('[^']*+')|({_AROUND})|({_VARIABLE})|({_SUBSTITUTED})|([^'\"$]++)", re.ASCII | re.DOTALL)
EXPANDED: Final = re.compile(rf"((?:[^$\\]|\\.)++)|({_SUBSTITUTED})|\$\{{?(\w++)\}}?", re.ASCII | re.DOTALL)
REDIRECTS: Final = re.compile(
    rf"(\d*+)(<>|>>|>&|&>|>|<)(?:{_BLANK})?(?:([{_SAFE}]++)(?![^ \t])|({_FREE}))",
    re.ASCII | re.DOTALL,
)
GLUED: Final = (  # a variable in the middle of an option or of a name: nobody who means well writes -${X}rf or r${X}m
    r"(?:(?<=[ \t])(?:-[\w'\"-]*\$(?:\w++|\{\w+\})['\"]*[\w-]|['\"]?\$(?:\w++|\{\w+\})['\"]*-\w"
    r"|[a-z]+\$(?:\{\w+\}|\w++['\"])['\"]*[a-z][a-z'\"]*(?![^ \t\n])))"
)
_GLUES: Final = re.compile(GLUED)
_MAY_GLUE: Final = re.compile(r"\$(?:\w++|\{\w+\})['\"]*+[\w-]")  # most have no such variable: found by its $
INDEX: Final = re.compile(r"\w\[[^\]\[\n]*?(?:\$\(|`)")  # of an array, with something that runs in it
VERB: Final = re.compile(rf"\S++[ \t]++({_VERB})(?![^ \t])")
ASSIGNMENTS: Final = re.compile(rf"(\w++)=((?:{_FREE})?)", re.ASCII | re.DOTALL)


_keywords: Final = itemgetter(0)
_program: Final = itemgetter(3)
_new: Final = tuple.__new__  # what a NamedTuple does, without a call in between


def plain_rows(text: str) -> list[PlainRow] | None:
    """The commands of a text; None unless it is plain."""
    continued = "\\" in text and "\\\n" in text
    if (continued and IN_A_WORD.search(text) is not None) or not (text.isascii() or HALF.search(text) is None):
        return None
    if "$" in text and _MAY_GLUE.search(text) is not None and _GLUES.search(text) is not None:
        return None
    if ("[" in text and INDEX.search(text) is not None) or "coproc" in text:
        return None
    documents: Sequence[str] = ()
    if "<" in text and "<<" in text:
        text, documents = without_documents(text)
    if len(text) > LENGTH:
        return None
    substituting = "$" in text and "$(" in text
    beyond = continued or documents or substituting  # what the quick one does not know; loops it would give up late
    if not (beyond or "; do" in text or "then" in text):
        rows: list[PlainRow] | None = QUICK.findall(text)
        if rows and not rows[-1][8] and RESERVED.isdisjoint(map(_program, rows)):
            return rows
    rows = _all_rows().findall(text)
    if not rows:
        return rows
    if rows[-1][8]:
        return None
    if not RESERVED.isdisjoint(map(_program, rows)) or any(map(_keywords, rows)):
        rows = commands_of_compounds(rows) if NEVER.isdisjoint(map(_program, rows)) else None
    if rows and documents:
        rows = _with_documents(rows, documents)
    if rows and substituting:
        rows = _with_substitutions(rows)
    return rows


def _with_documents(rows: list[PlainRow], documents: Sequence[str]) -> list[PlainRow] | None:
    """The rows with what stands in their here-documents."""
    waiting = iter(documents)
    made = [(*row[:6], next(waiting, ""), *row[7:]) if row[6] else row for row in rows]
    marked = [row for row in rows if row[6]]
    if len(marked) != len(documents) or any("<" in row[5] or row[2][-1] == "-" for row in marked):
        return None  # one stands in quotes, or where the grammar has its own view of it
    return made


def _with_substitutions(rows: list[PlainRow]) -> list[PlainRow] | None:
    """The rows with those that stand in their substitutions."""
    made = []
    for row in rows:
        if "$(" in row[2]:
            inner = [plain_rows(each) for each in _substituted(row[2])]
            if not all(inner):
                return None
            row = (*row[:8], [each for each in inner if each])
        made.append(row)
    return made


def _substituted(written: str) -> list[str]:
    """The texts in the substitutions of a command."""
    found = []
    for _, around, _, alone, _ in PIECES.findall(written):
        if alone:
            found.append(alone[2:-1])
        elif "$(" in around:
            found += [each[2:-1] for _, each, _ in EXPANDED.findall(around[1:-1]) if each]
    return found


def plain_words(written: str, variables: Variables) -> tuple[ShellWord, ...]:
    """The words of a command as the shell makes them."""
    return _words(written, variables) if variables or len(written) > SHORT else _fixed_words(written)


@lru_cache(64)  # agents come back with the same commands in other lines
def _fixed_words(written: str) -> tuple[ShellWord, ...]:
    """Those where no variable is known."""
    return _words(written, {})


def _words(written: str, variables: Variables) -> tuple[ShellWord, ...]:
    if SIMPLE.fullmatch(written) is not None:
        return tuple([_new(ShellWord, (each, each, each, False, "")) for each in written.split()])
    found: list[ShellWord] = []
    for simple, in_quotes_alone, other in WORDS.findall(written):
        if simple:
            found.append(_new(ShellWord, (simple, simple, simple, False, "")))
        elif in_quotes_alone:
            inner = in_quotes_alone[1:-1]
            found.append(ShellWord(inner, in_quotes_alone, inner))
        else:
            found += _split(other, variables)
    return tuple(found)


def plain_texts(written: str) -> tuple[str, ...] | None:
    """The same as texts, where each stands for itself or for what is in its quotes; None otherwise."""
    if TEXTS_ALONE.fullmatch(written) is not None:
        return tuple(written.split())
    found = []
    for alone, single, double, other in TEXTS.findall(written):
        if other:
            return None
        found.append(alone or single or double)
    return tuple(found)


@lru_cache(64)  # a policy asks for one verb after the other
def plain_verb(written: str) -> str | None:
    """The word behind the first one, where that is a name like `push`."""
    found = VERB.match(written)
    return found[1] if found is not None else None


def plain_redirects(written: str, variables: Variables) -> tuple[Redirect, ...]:
    """The redirects of a command."""
    return _fixed_redirects(written) if "$" not in written else _redirects(written, variables)


@lru_cache(256)
def _fixed_redirects(written: str) -> tuple[Redirect, ...]:
    """Those without variables: most are 2>&1, or into /dev/null."""
    return _redirects(written, {})


def _redirects(written: str, variables: Variables) -> tuple[Redirect, ...]:
    found = []
    for descriptor, operator, simple, other in REDIRECTS.findall(written):
        words = [_new(ShellWord, (simple, simple, simple, False, ""))] if simple else _split(other, variables)
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
    for single, double, variable, command, free in PIECES.findall(token):
        if free:
            made.append(free)
        elif single:
            made.append(quote(single[1:-1]))
        elif double:
            for literal, inner, name in EXPANDED.findall(double[1:-1]):
                if literal:
                    made.append(in_quotes(literal))
                else:
                    made.append(substituted(inner, quoted=True) if inner else expanded(name, variables, quoted=True))
        elif command:
            made.append(substituted(command, quoted=False))
        else:
            made.append(expanded(variable.strip("${}"), variables, quoted=False))
    return "".join(made)
