"""A command that hands a program's text to an interpreter -> that text, and the strings that stand in it.

    python3 -c "import shutil; shutil.rmtree('src')"        the text behind -c; 'src'

No language is read here: what stands between quotes is a string, whatever is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from chibi_hooks.scheme.shell.programs.takers import STDIN
from chibi_hooks.scheme.shell.text.words import ShellWord, cut, one_word

WITH_VERSION: Final = ("python", "ipython", "pypy", "perl", "ruby", "php", "lua")
WITHOUT_VERSION: Final = (
    "node", "nodejs", "bun", "deno", "tsx", "ts-node", "zx", "elixir", "julia", "Rscript", "groovy", "osascript",
    "tclsh", "expect", "wish", "R", "octave", "gnuplot", "scala", "racket", "guile", "sbcl", "erl", "crystal", "swift",
    "clojure", "clj", "bb", "raku", "emacs", "luajit", "ghc", "ghci", "runghc", "ocaml", "jshell", "kotlin", "qjs",
    "gjs", "janet", "irb", "psysh", "mongosh", "emacsclient",
)
INTERPRETERS: Final = re.compile(rf"(?:{'|'.join(WITH_VERSION)})[\d.]*|{'|'.join(WITHOUT_VERSION)}")
INLINE: Final = frozenset({
    "-c", "-e", "-E", "-p", "-r", "-pe", "-ne", "-pie", "-le", "-lne", "--eval", "--print", "eval", "-eval",
    "--execute", "-B", "-R",
})  # fmt: skip
GIVEN: Final = re.compile(r"--(?:eval|print|execute|run)=")  # the same in one word
MODULES: Final = frozenset({"timeit", "pdb", "ipdb", "cProfile", "profile", "trace", "code", "runpy"})
"""Modules of Python that run a text."""
LETTERS: Final[Mapping[str, re.Pattern[str]]] = {  # of options, the last of which takes a text; of others INLINE tells
    **dict.fromkeys(("python", "pypy", "ipython"), re.compile(r"-[bBdEiIOPqRsSuvx]*c")),
    "perl": re.compile(r"-[acdflnpsStTuUvwWX0-9i]*[eE]"),
    "ruby": re.compile(r"-[adlnpsSvwWy0-9i]*e"),
}
VALUED: Final[Mapping[str, tuple[str, ...]]] = {  # options that take the next word
    **dict.fromkeys(("python", "pypy"), ("-W", "-X", "-Q")),
    "perl": ("-I",), "ruby": ("-r", "-I", "-C", "-E"), "php": ("-d", "-c", "-z"), "lua": ("-l",),
    **dict.fromkeys(("node", "nodejs"), ("-r", "--require", "--import", "--loader", "--experimental-loader", "-C",
                                         "--input-type", "--conditions", "--env-file", "--title")),
    "bun": ("-r", "--preload"), "julia": ("-J", "-L", "-p", "-t"),
}  # fmt: skip
VERSION: Final = ".0123456789"
AWKS: Final = frozenset({"awk", "gawk", "mawk", "nawk"})
STRING: Final = re.compile(
    r"\[((?:\s*+(?:'[^'\n]*+'|\"[^\"\n]*+\")\s*+,?+)++)\s*+\]|'([^'\n]{0,300})'|\"([^\"\n]{0,300})\"|`([^`\n]{0,300})`"
)
MEMBER: Final = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"")
CALL: Final = re.compile(  # system("rm", "-rf", "x"), (call-process "rm" nil "-rf" "x"), open(F, "-|", "rm", "x")
    r"(?:\b(?:system|exec\w*|spawn\w*|posix_spawn\w*|capture\w*|call-process|start-process|process-lines|make-process|list|run-program|sh)\b\*?"
    r"|['\"]-?\|-?['\"]\s*,)\s*\(?\s*"
    r"((?:'[^'\n]*'|\"[^\"\n]*\")(?:(?:\s*+,|\s)\s*+(?:(?:nil|t)\s++)*+(?:'[^'\n]*'|\"[^\"\n]*\"))+)"
)
WITH_LIST: Final = re.compile(  # spawn("rm", ["-rf", "x"])
    r"\b(?:spawn\w*|exec\w*|fork|posix_spawn\w*|pcntl_exec|cmd|Command|run\w*|system2)"
    r"\s*\(\s*['\"]([\w./-]+)['\"]\s*,\s*"
    r"(?:\{\s*args\s*:\s*|c(?=\())?[\[(]([^\[\]()\n]*)[\])]"
)
ALONE: Final = re.compile(r"\b(?:system|popen|execSync|spawn\w*)\s*\(?\s*['\"]([\w./-]+)['\"]\s*(?:[),;]|$)")
BARE: Final = re.compile(r"\b(?:spawn|exec|system)[ \t]+(?:-\w+[ \t]+)*((?:[\w./-]+[ \t]+)[^\n;\"'(){}\[\]]+)")  # Tcl
LISTED: Final = re.compile(r"\bqw\s*[(\[{/|]\s*([^)\]}/|\n]+)")  # Perl
ESCAPED: Final = re.compile(r"\\(['\"])")
STARTS: Final = re.compile(
    r"\b(?:system2?|popen|subprocess|spawn\w*|exec\w*|child_process|shell_exec|passthru|qx|do shell script|os:cmd"
    r"|posix_spawn\w*|create_subprocess\w*|proc_open|pcntl_exec|capture[23]\w*|callCommand|callProcess|readProcess|rawSystem"
    r"|get(?:status)?output|doShellScript|System\.(?:cmd|shell)|Sys\.command|Command|sys\.process|CDLL"
    r"|sh(?=[ (]['\"])|shell-command(?:-to-string)?|call-process|start-process|process-lines|make-process"
    r"|run-program)\b|`"
    r"|(?<!\|)\|&?\s*\"|\|&?\s*getline|\bopen\s*\(?\s*['\"]\|"  # awk's pipes, Ruby's
)
PIPED: Final = (  # what stands between these, then this, then that: awk's pipes and Perl's
    (re.compile(r"[;}\n]"), re.compile(r"\bprint\b"), re.compile(r"(?<!\|)\|(?!\|)")),
    (re.compile(r"[;\n]"), re.compile(r"\bopen\b"), re.compile(r"['\"]\s*-?\||\|-?\s*['\"]")),
)


SCRIPT: Final = re.compile(
    r"\S++(?:[ \t]++-(?:m|[uBOsSvqwtT]++)(?=[ \t]))*+[ \t]++"
    rf"(?!eval|(?:run|{'|'.join(MODULES)})\b|/dev/|/proc/)[\w./]"
)


@lru_cache(256)
def may_have_code(name: str) -> bool:
    """Is it a program that can be given a text of its own language?"""
    return name in AWKS or INTERPRETERS.fullmatch(name) is not None


def runs_text(name: str, written: str) -> bool:
    """May an interpreter, by its words as they are written, be given a text? Not if it is given a script or a module,
    before which stands no option that takes a text."""
    return name in AWKS or SCRIPT.match(written) is None


def takes_code(name: str, option: str) -> bool:
    """Does an interpreter take a text behind this option?"""
    letters = LETTERS.get(name.rstrip(VERSION))
    return option in INLINE if letters is None else letters.fullmatch(option) is not None


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
    letters = LETTERS.get(name.rstrip(VERSION))
    for at, word in _without_values(name, words):
        if letters is not None and (found := letters.match(word.known)) is not None:
            if found.end() < len(word.known):
                return cut(word, found.end()).whole
            return words[at + 1].whole if at + 1 < len(words) else None
        if letters is None and word.text in INLINE:
            return words[at + 1].whole if at + 1 < len(words) else None
        if (given := GIVEN.match(word.known)) is not None:
            return cut(word, given.end()).whole
        if word.text in MODULES and words[at - 1].text == "-m":
            return "\n".join([each.whole or "" for each in words[at + 1 :]] + [fed or ""])
        if letters is None and word.known[:2] in ("-c", "-e") and len(word.known) > 2 and not word.known[2:].isalpha():
            return cut(word, 2).whole
        if not word.known.startswith("-") and word.text != "run":
            return fed if STDIN.fullmatch(word.known) is not None else None
    return fed


def _without_values(name: str, words: Sequence[ShellWord]) -> Iterator[tuple[int, ShellWord]]:
    """The words behind an interpreter's name with their number, without those that options take."""
    valued = VALUED.get(name.rstrip(VERSION), ())
    taken = False
    for at, word in enumerate(words[1:], 1):
        if taken or word.text in valued:
            taken = not taken
        else:
            yield at, word


def script_given(name: str, words: Sequence[ShellWord]) -> ShellWord | None:
    """The word for the file that an interpreter, or a shell, runs."""
    others = (word for _, word in _without_values(name, words))
    return next((each for each in others if not each.known.startswith(("-", "+")) and each.text != "run"), None)


def strings_in(code: str) -> list[str]:
    """The strings of a program's text; a list of strings alone counts as its members."""
    found: list[str] = []
    for match in STRING.finditer(code):
        found += _members(match[1]) if match.lastindex == 1 else [match[match.lastindex or 0]]
    return found


def starts_others(code: str) -> bool:
    """May it start other programs?"""
    return STARTS.search(code) is not None or any(stands_before(*each, code) for each in PIPED)


def stands_before(between: re.Pattern[str], first: re.Pattern[str], then: re.Pattern[str], code: str) -> bool:
    """Does one stand before the other, with none of these in between? One expression for that takes too long."""
    if first.search(code) is None:
        return False
    pairs = ((part, first.search(part)) for part in between.split(code))
    return any(found is not None and then.search(part, found.end()) is not None for part, found in pairs)


def started_by(code: str) -> list[str]:
    """The strings that a program's text may hand to a shell, a list of words as one line; none if it starts nothing."""
    if not starts_others(code):
        return []
    if "\\" in code:  # a text in a text
        code += "\n" + ESCAPED.sub(r"\1", code)
    strings = [match[0][1:-1] for match in STRING.finditer(code) if match.lastindex != 1]
    code += "\n".join(["", *(each for each in strings if starts_others(each))])  # eval("system('…')")
    found = [
        " ".join(map(one_word, _members(match[1]))) if match.lastindex == 1 else match[match.lastindex or 0].strip("|")
        for match in chain(CALL.finditer(code), STRING.finditer(code))
    ]
    called = [" ".join(map(one_word, (program, *_members(members)))) for program, members in WITH_LIST.findall(code)]
    named = [*called, *ALONE.findall(code), *BARE.findall(code), *LISTED.findall(code)]
    return [*named, *(each for each in found if " " in each.strip())]


def _members(text: str) -> list[str]:
    return [one or other for one, other in MEMBER.findall(text)]
