"""A command -> which of the files that a line writes its program loads without being told to: start-up files of
shells, settings and hooks of git, modules of interpreters. Data, one line a program.

What is found are command lines: a module of Python is `python3 -c TEXT`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from posixpath import basename, dirname, normpath
from typing import Final, NamedTuple

from chibi_hooks.scheme.shell.programs.git import settings_run
from chibi_hooks.scheme.shell.programs.handed import handed_in
from chibi_hooks.scheme.shell.programs.outputs import MEANT
from chibi_hooks.scheme.shell.programs.recipes import RECIPES
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.programs.takers import is_shell
from chibi_hooks.scheme.shell.text.words import one_word

START_UP: Final = ("--rcfile", "--init-file")  # options of shells behind which a text to be run stands
ALWAYS: Final = frozenset({".zshenv", "config.fish"})
AT_A_TERMINAL: Final = frozenset({".bashrc", "bash.bashrc", ".zshrc", ".kshrc", ".mkshrc", ".shrc", ".bash_aliases"})
AT_LOGIN: Final = frozenset({
    ".bash_profile", ".bash_login", ".profile", ".bash_logout", ".zprofile", ".zlogin", ".zshrc", ".bashrc", "profile",
})  # fmt: skip
TERMINAL, LOGIN = re.compile(r"-(?!-)\w*i"), re.compile(r"-(?!-)\w*l|--login|-\Z")
HOOKS: Final = re.compile(
    r"(?:^|/)(?:\.git/hooks|\.husky|\.githooks)/[^/]+\Z|(?:^|/)(?:(?:pre|post|prepare|commit|applypatch|sendemail|"
    r"reference|push|update|fsmonitor)-[a-z-]+|commit-msg)\Z"
)
HEADING: Final = re.compile(r"^[ \t]*\[[\w.\"* /-]+\]", re.MULTILINE)  # of git's settings


class _Language(NamedTuple):
    """`ends`: of its modules' names; `option`: behind which a text stands; `always`: what is loaded in any case."""

    ends: tuple[str, ...]
    option: str
    always: tuple[str, ...] = ()


_PYTHON: Final = _Language(("py", "pth"), "-c", ("sitecustomize", "usercustomize"))
_NODE: Final = _Language(("js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx"), "-e")
LANGUAGES: Final[Mapping[str, _Language]] = {
    **dict.fromkeys(("python", "python2", "python3", "pypy", "pypy3"), _PYTHON),
    **dict.fromkeys(("node", "nodejs", "bun", "deno", "tsx", "ts-node"), _NODE),
    "perl": _Language(("pm", "pl"), "-e"), "ruby": _Language(("rb",), "-e"), "php": _Language(("php", "inc"), "-r"),
    "lua": _Language(("lua",), "-e"),
}  # fmt: skip
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {  # files of lines as these programs are told some
    **dict.fromkeys(("vim", "vi", "nvim", "ex", "view"), (".vimrc", ".exrc", "init.vim", "vimrc")),
    "psql": (".psqlrc", "psqlrc"), "gdb": (".gdbinit",), "sqlite3": (".sqliterc",), "mysql": (".my.cnf",),
    **dict.fromkeys(("ssh", "scp", "sftp"), ("config", "ssh_config")), "lftp": (".lftprc", "rc"), "ftp": (".netrc",),
}  # fmt: skip
SETTING_FILES: Final = frozenset(file for files in SETTINGS.values() for file in files)
RECIPE_FILES: Final = frozenset(file for each in RECIPES.values() for file in each.files)
NAMELESS: Final = frozenset({"__main__", "__init__", "index"})  # modules that bear their directory's name
LOADERS: Final = frozenset({"-r", "--require", "--import", "--loader", "--experimental-loader", "--preload", "-l"})
VERSION: Final = re.compile(r"\d\.\d+\Z")


def loaded(
    name: str, command: SimpleCommand, texts: Mapping[str, str | None], said: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """The paths of such files, and the command lines that they are. `said`: what else may name a module, such as the
    values of variables."""
    if is_shell(name):
        for path in _started_up(command, texts):
            yield path, texts[path] or ""
        return
    if name == "git":
        for path, text in texts.items():
            if text and HOOKS.search(path) is not None:
                yield path, text
            elif text and may_tell(name, path) and HEADING.search(text) is not None:
                yield from ((path, each) for each in settings_run(text))
        return
    if (files := SETTINGS.get(name)) is not None:
        for path, text in texts.items():
            yield from ((path, each) for each in handed_in(name, text or "") if basename(path) in files)
        return
    language = LANGUAGES.get(VERSION.sub("", name))
    if language is None:
        return
    told = _told_to_load(command)
    mentioned = "\n".join((*(word.whole or "" for word in command.words[1:]), command.code or "", *said))
    for path, text in texts.items():
        if text and (path in told or _loads(language, path, mentioned)):
            yield path, f"{name} {language.option} {one_word(text)}"


@lru_cache(256)
def may_be_loaded(path: str) -> bool:
    """May somebody run a file there without being told to? Modules are named by who loads them, as a rule."""
    name = basename(path)
    stem, dot, end = name.rpartition(".")
    always = any(end in each.ends and (end == "pth" or stem in each.always) for each in LANGUAGES.values())
    known = any(name in each for each in (ALWAYS, AT_A_TERMINAL, AT_LOGIN, MEANT, RECIPE_FILES, SETTING_FILES))
    return known or always or stem in NAMELESS or end == "mk" or "config" in name or HOOKS.search(path) is not None


def name_of_module(name: str) -> str:
    """The name by which a file is loaded as a module; else its own."""
    stem, _, end = name.rpartition(".")
    return stem if stem and any(end in each.ends for each in LANGUAGES.values()) else name


def may_tell(name: str, path: str) -> bool:
    """Is a file looked through for what such a program runs of it?"""
    return basename(path) in SETTINGS.get(name, ()) or (name == "git" and "." not in basename(path)[1:])


def _started_up(command: SimpleCommand, texts: Mapping[str, object]) -> list[str]:
    words = [word.known for word in command.words[1:]]
    names = set(ALWAYS)
    for word in words:
        names |= AT_A_TERMINAL if TERMINAL.match(word) is not None else frozenset()
        names |= AT_LOGIN if LOGIN.match(word) is not None else frozenset()
    told = {normpath(other) for one, other in pairwise(words) if one in START_UP}
    return [path for path in texts if basename(path) in names or path in told]


def _told_to_load(command: SimpleCommand) -> set[str]:
    """The paths that stand behind options which load them, whatever their names end with."""
    words = [word.known for word in command.words[1:]]
    pairs = [*pairwise(words), *(word.partition("=")[::2] for word in words)]
    return {normpath(path) for option, path in pairs if option in LOADERS and path}


def _loads(language: _Language, path: str, mentioned: str) -> bool:
    stem, dot, end = basename(path).rpartition(".")
    if not dot or end not in language.ends:
        return False
    if stem in NAMELESS:
        stem = basename(dirname(path)) or stem
    return end == "pth" or stem in language.always or _is_named(stem, mentioned)


def _is_named(stem: str, text: str) -> bool:
    """Is it a word of the text? Perl's -MNAME is one."""
    at = text.find(stem)
    while at >= 0:
        end = at + len(stem)
        begins = not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "_") or text[max(at - 2, 0) : at] == "-M"
        if begins and not (text[end : end + 1].isalnum() or text[end : end + 1] == "_"):
            return True
        at = text.find(stem, at + 1)
    return False
