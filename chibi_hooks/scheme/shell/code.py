"""A command that hands a program's text to an interpreter -> that text, and the strings that stand in it.

    python3 -c "import shutil; shutil.rmtree('src')"        the text behind -c; 'src'

No language is read here: what stands between quotes is a string, whatever is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from chibi_hooks.scheme.shell.words import ShellWord, cut, one_word

INTERPRETERS: Final = re.compile(
    r"(?:python|pypy|perl|ruby|php|lua)[\d.]*|node(?:js)?|bun|deno|tsx|ts-node|elixir|julia|Rscript|groovy|osascript|tclsh|expect|wish"
    r"|R|octave|gnuplot|scala|racket|guile|sbcl|erl|crystal|swift|clojure|clj|bb|raku|emacs"
)
INLINE: Final = frozenset({
    "-c", "-e", "-E", "-p", "-r", "-pe", "-ne", "-pie", "-le", "-lne", "--eval", "--print", "eval", "-eval",
    "--execute",
})  # fmt: skip
AWKS: Final = frozenset({"awk", "gawk", "mawk", "nawk"})
STRING: Final = re.compile(
    r"\[((?:\s*(?:'[^'\n]*'|\"[^\"\n]*\")\s*,?)+)\]|'([^'\n]{0,300})'|\"([^\"\n]{0,300})\"|`([^`\n]{0,300})`"
)
MEMBER: Final = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"")
CALL: Final = re.compile(  # system("rm", "-rf", "x")
    r"\b(?:system|exec\w*|spawn\w*)\s*\(?\s*((?:'[^'\n]*'|\"[^\"\n]*\")(?:\s*,\s*(?:'[^'\n]*'|\"[^\"\n]*\"))+)"
)
WITH_LIST: Final = re.compile(  # spawn("rm", ["-rf", "x"])
    r"\b(?:spawn\w*|exec\w*|fork)\s*\(\s*['\"]([\w./-]+)['\"]\s*,\s*\[([^\]\n]*)\]"
)
ALONE: Final = re.compile(r"\b(?:system|popen|execSync|spawn\w*)\s*\(?\s*['\"]([\w./-]+)['\"]\s*(?:[),;]|$)")
BARE: Final = re.compile(r"\b(?:spawn|exec|system)[ \t]+(?:-\w+[ \t]+)*((?:[\w./-]+[ \t]+)[^\n;\"'(){}\[\]]+)")  # Tcl
LISTED: Final = re.compile(r"\bqw\s*[(\[{/|]\s*([^)\]}/|\n]+)")  # Perl
ESCAPED: Final = re.compile(r"\\(['\"])")
STARTS: Final = re.compile(
    r"\b(?:system|popen|subprocess|spawn\w*|exec\w*|child_process|shell_exec|passthru|qx|do shell script|os:cmd"
    r"|sh(?=[ (]['\"])|shell-command(?:-to-string)?|call-process|start-process|run-program)\b|`"
    r"|(?<!\|)\|&?\s*\"|\|&?\s*getline|\bprint\b[^;}|\n]*\|(?!\|)"  # awk's pipes
    r"|\bopen\b[^;\n]*(?:['\"]\s*-?\||\|-?\s*['\"])"  # Perl's
)


SCRIPT: Final = re.compile(r"\S++(?:[ \t]++-(?![ceEprln-])[\w-]*+(?=[ \t]))*+[ \t]++(?!eval)[\w./]")


@lru_cache(256)
def may_have_code(name: str) -> bool:
    """Is it a program that can be given a text of its own language?"""
    return name in AWKS or INTERPRETERS.fullmatch(name) is not None


def runs_text(name: str, written: str) -> bool:
    """May an interpreter, by its words as they are written, be given a text? Not if it is given a script or a module,
    before which stands no option that takes a text."""
    return name in AWKS or SCRIPT.match(written) is None


def code_of(name: str | None, words: Sequence[ShellWord], fed: str | None) -> str | None:
    """The text that an interpreter is given, on its command line or as its input; None without, or where unknown."""
    if name is None or not may_have_code(name):
        return None
    if name in AWKS:
        if any(word.known[:2] == "-f" or word.known.startswith("--file") for word in words[1:]):
            return fed
        before = [words[0], *words[1:]]
        texts = [each for one, each in zip(before, words[1:], strict=False) if one.text not in ("-v", "-F")]
        return next((word.whole for word in texts if not word.known.startswith("-")), None)
    for at, word in enumerate(words[1:], 1):
        if word.text in INLINE:
            return words[at + 1].whole if at + 1 < len(words) else None
        if word.known[:2] in ("-c", "-e") and len(word.known) > 2 and not word.known[2:].isalpha():
            return cut(word, 2).whole
        if not word.known.startswith("-"):
            return None
    return fed


def strings_in(code: str) -> list[str]:
    """The strings of a program's text; a list of strings alone counts as its members."""
    found: list[str] = []
    for match in STRING.finditer(code):
        found += _members(match[1]) if match.lastindex == 1 else [match[match.lastindex or 0]]
    return found


def starts_others(code: str) -> bool:
    """May it start other programs?"""
    return STARTS.search(code) is not None


def started_by(code: str) -> list[str]:
    """The strings that a program's text may hand to a shell, a list of words as one line; none if it starts nothing."""
    if STARTS.search(code) is None:
        return []
    if "\\" in code:  # a text in a text
        code += "\n" + ESCAPED.sub(r"\1", code)
    strings = [match[0][1:-1] for match in STRING.finditer(code) if match.lastindex != 1]
    code += "\n".join(["", *(each for each in strings if STARTS.search(each) is not None)])  # eval("system('…')")
    found = [
        " ".join(map(one_word, _members(match[1]))) if match.lastindex == 1 else match[match.lastindex or 0]
        for match in chain(CALL.finditer(code), STRING.finditer(code))
    ]
    called = [" ".join(map(one_word, (program, *_members(members)))) for program, members in WITH_LIST.findall(code)]
    named = [*called, *ALONE.findall(code), *BARE.findall(code), *LISTED.findall(code)]
    return [*named, *(each for each in found if " " in each.strip())]


def _members(text: str) -> list[str]:
    return [one or other for one, other in MEMBER.findall(text)]
