"""Programs that run another command: which of their words are that command. Data, one line a program.

A program that is added here is seen through by every policy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chibi_hooks.scheme.shell.git import VERBS, texts_run_by_git
from chibi_hooks.scheme.shell.words import ShellWord, cut


@dataclass(frozen=True, slots=True)
class Wrapper:
    """`values`: options that take the next word; `operands`: words before the command; `sets`: NAME=value may stand
    before it; `more`: the run adds words that nobody knows; `text`: the words are one text for a shell; `into`: options
    whose value is the directory where it runs."""

    values: str = ""
    long: tuple[str, ...] = ()
    operands: int = 0
    sets: bool = False
    more: bool = False
    text: bool = False
    into: tuple[str, ...] = ()


WRAPPERS: Final[Mapping[str, Wrapper]] = {
    "sudo": Wrapper("ugpCTRDhr", ("user", "group", "prompt", "chroot", "chdir", "host", "role", "type"), sets=True,
                    into=("D", "chdir")),
    "doas": Wrapper("uC", sets=True),
    "run0": Wrapper("ugD", ("user", "group", "chdir", "unit", "property", "setenv"), sets=True, into=("D", "chdir")),
    "pkexec": Wrapper("", ("user",)),
    "env": Wrapper("uC", ("unset", "chdir"), sets=True, into=("C", "chdir")),
    "nohup": Wrapper(),
    "setsid": Wrapper(),
    "time": Wrapper("fo", ("format", "output")),
    "gtime": Wrapper("fo", ("format", "output")),
    "timeout": Wrapper("ks", ("kill-after", "signal"), operands=1),
    "gtimeout": Wrapper("ks", ("kill-after", "signal"), operands=1),
    "nice": Wrapper("n", ("adjustment",)),
    "ionice": Wrapper("cnpPu", ("class", "classdata")),
    "chrt": Wrapper("TPD", operands=1),
    "taskset": Wrapper("", operands=1),
    "stdbuf": Wrapper("ioe", ("input", "output", "error")),
    "unbuffer": Wrapper(),
    "caffeinate": Wrapper("tw"),
    "coproc": Wrapper(),
    "npx": Wrapper("p", ("package",)),
    "bunx": Wrapper(),
    "uvx": Wrapper("", ("from", "with", "python")),
    "command": Wrapper(),
    "builtin": Wrapper(),
    "exec": Wrapper("a"),
    "busybox": Wrapper(),
    "toybox": Wrapper(),
    "strace": Wrapper("eopsuPISaXb", ("trace", "output")),
    "ltrace": Wrapper("eopsunlaAF"),
    "chroot": Wrapper("", ("userspec", "groups"), operands=1),
    "unshare": Wrapper("SGR"),
    "nsenter": Wrapper("tSGr", ("target",)),
    "setpriv": Wrapper("", ("reuid", "regid", "groups")),
    "firejail": Wrapper(),
    "flock": Wrapper("wE", ("wait", "timeout"), operands=1),
    "xvfb-run": Wrapper("enspfw"),
    "dbus-run-session": Wrapper(),
    "proxychains": Wrapper("f"),
    "proxychains4": Wrapper("f"),
    "torsocks": Wrapper(),
    "xargs": Wrapper("aEeIiLlnPsd", ("arg-file", "delimiter", "max-args", "max-procs", "replace", "max-lines"),
                     more=True),
    "gxargs": Wrapper("aEeIiLlnPsd", more=True),
    "parallel": Wrapper("jNSaI", ("jobs", "max-args", "sshlogin", "arg-file"), more=True),
    "watch": Wrapper("nw", ("interval",), text=True),
    "eval": Wrapper(text=True),
    "ssh": Wrapper("bcDEeFIiJLlmOopQRSWw", operands=1, text=True),
    "runuser": Wrapper("ugGs", ("user", "group", "shell")),
    "su": Wrapper("gGs", ("group", "shell"), operands=1),
    "entr": Wrapper(more=True),
    "tmux": Wrapper("cFLnSstxy", operands=1, text=True),
    "screen": Wrapper("cehpsStT"),
}  # fmt: skip
RUNS: Final[Mapping[str, tuple[str, ...]]] = {  # programs of which a subcommand runs the words behind it
    "uv": ("run",), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "hatch": ("run",), "pipx": ("run",),
    "git": VERBS, "bundle": ("exec",), "npm": ("exec", "x"), "pnpm": ("exec", "dlx"), "yarn": ("exec", "dlx"),
}  # fmt: skip
PLAIN: Final = Wrapper("", ("with", "from", "package", "python"))
SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash", "yash", "csh", "tcsh"})
WITH_TEXT: Final = {  # programs whose option -c, or that named, is a text for a shell
    **dict.fromkeys(SHELLS, ("c", ("command",))),
    "su": ("c", ("command", "session-command")),
    "runuser": ("c", ("command",)),
    "script": ("c", ("command",)),
    "flock": ("c", ("command",)),
    "env": ("S", ("split-string",)),
}
SHELL_VALUES: Final = frozenset({"o", "O", "rcfile", "init-file"})  # options of shells that take the next word
ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
FINDERS: Final = ("find", "gfind", "fd", "fdfind")
RUNNERS: Final = frozenset({*WRAPPERS, *RUNS, *WITH_TEXT, *FINDERS, "trap"})
FINDS: Final = ("-exec", "-execdir", "-ok", "-okdir")


@dataclass(frozen=True, slots=True)
class InnerWords:
    """A command as words; `more`: the run adds some."""

    words: tuple[ShellWord, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class InnerText:
    """A text for a shell; None: unknown."""

    text: str | None


Inner = InnerWords | InnerText


def inner_of(name: str, words: Sequence[ShellWord]) -> list[Inner]:
    """The commands that a command runs: as words (and whether the run adds some), or as a text; None: unknown."""
    arguments = words[1:]
    given = _given_text(name, arguments)
    if given is not None:
        return [given]
    if name == "trap":
        return [InnerText(arguments[0].text)] if len(arguments) > 1 else []
    if name in FINDERS:
        return list(_found(arguments))
    if name == "git":
        return [InnerText(text) for text in texts_run_by_git(arguments)]
    runs = RUNS.get(name)
    if runs is not None:
        at = next((at for at, word in enumerate(arguments) if not word.known.startswith("-")), len(arguments))
        behind = _behind(PLAIN, arguments[at + 1 :]) if at < len(arguments) and arguments[at].text in runs else ()
        return [InnerWords(tuple(behind))] if behind else []
    wrapper = WRAPPERS.get(name)
    if wrapper is None or (name == "command" and _looks_up(arguments)):
        return []
    rest = _behind(wrapper, arguments)
    if not rest:
        return []
    if wrapper.text:
        return [InnerText(None if any(word.text is None for word in rest) else " ".join(str(w.text) for w in rest))]
    if name == "parallel":
        rest = _before(rest, (":::", "::::", ":::+"))
    return [InnerWords(tuple(rest), wrapper.more)] if rest else []


def directory_of(name: str, words: Sequence[ShellWord]) -> ShellWord | None:
    """Where a command says that what it runs shall run, as in env -C; None where it says nothing."""
    wrapper = WRAPPERS.get(name)
    if wrapper is None or not wrapper.into:
        return None
    arguments = words[1 : len(words) - len(_behind(wrapper, words[1:]))]
    for at, word in enumerate(arguments):
        option, equals, _ = word.known.partition("=")
        if option.startswith("--"):
            if option[2:] in wrapper.into:
                return cut(word, len(option) + 1) if equals else next(iter(arguments[at + 1 :]), None)
        elif option[:1] == "-" and (letter := next((c for c in word.known[1:] if c in wrapper.values), "")):
            behind = word.known.index(letter) + 1
            if letter in wrapper.into:
                return cut(word, behind) if word.known[behind:] else next(iter(arguments[at + 1 :]), None)
    return None


def is_shell(name: str) -> bool:
    """Does the program run the text of its input?"""
    return name in SHELLS


def script_of(words: Sequence[ShellWord]) -> bool:
    """Has a shell been given a file to run, so that its input is the script's?"""
    skip = False
    for word in words[1:]:
        text = word.text or word.source
        if skip or text.startswith(("-", "+")):
            skip = not skip and text.lstrip("-+") in SHELL_VALUES
            if text == "-s":
                return False
            continue
        return text not in ("/dev/stdin", "/proc/self/fd/0")
    return False


def _given_text(name: str, arguments: Sequence[ShellWord]) -> Inner | None:
    short, long = WITH_TEXT.get(name, ("", ()))
    if not short:
        return None
    bundled = name in SHELLS
    for at, word in enumerate(arguments):
        text = word.known
        option, equals, value = text.partition("=")
        if option.startswith("--") and option[2:] in long:
            return InnerText(value) if equals else _next_text(arguments, at)
        if text.startswith("-") and not text.startswith("--") and short in text[1:]:
            if bundled:
                return _next_text(_operands(arguments[at + 1 :]), -1)
            if text[-1] == short:
                return _next_text(arguments, at)
            if text[1] == short:
                return InnerText(text[2:])
        if text == "--" or (not text.startswith(("-", "+")) and bundled and not _is_value(arguments, at)):
            return None
    return None


def _is_value(arguments: Sequence[ShellWord], at: int) -> bool:
    return at > 0 and (arguments[at - 1].text or "").lstrip("-+") in SHELL_VALUES


def _operands(arguments: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """What stands behind a shell's further options."""
    for at, word in enumerate(arguments):
        if word.text == "--":
            return arguments[at + 1 :]
        if not (word.text or "").startswith(("-", "+")) and not _is_value(arguments, at):
            return arguments[at:]
    return ()


def _next_text(arguments: Sequence[ShellWord], at: int) -> Inner:
    return InnerText(arguments[at + 1].text if at + 1 < len(arguments) else "")


def _looks_up(arguments: Sequence[ShellWord]) -> bool:
    return bool(arguments) and (arguments[0].text or "").startswith(("-v", "-V"))


def _found(arguments: Sequence[ShellWord]) -> list[Inner]:
    found: list[Inner] = []
    named = named_by(arguments)
    for at, word in enumerate(arguments):
        if word.text in FINDS:
            command = _before(arguments[at + 1 :], (";", "+"))
            if command:
                words = tuple(named if named is not None and each.text == "{}" else each for each in command)
                found.append(InnerWords(words, named is None))
        elif word.text in ("-x", "-X", "--exec", "--exec-batch") and at + 1 < len(arguments):
            found.append(InnerWords(tuple(_before(arguments[at + 1 :], (";",))), True))
    return found


def named_by(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """What find's {} stands for, where one -name alone chooses: a path with that name; else None."""
    names = [arguments[at + 1] for at, word in enumerate(arguments[:-1]) if word.text in ("-name", "-iname")]
    loose = any(word.text in ("-o", "-or", "!", "-not", "-path") for word in arguments)
    if len(names) != 1 or names[0].text is None or loose:
        return None
    path = f"./{names[0].text}"
    return ShellWord(path, path, path, names[0].glob)


def _before(words: Sequence[ShellWord], ends: tuple[str, ...]) -> Sequence[ShellWord]:
    return words[: next((at for at, word in enumerate(words) if word.text in ends), len(words))]


def _behind(wrapper: Wrapper, arguments: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words behind the wrapper's own options, assignments and operands."""
    at, operands = 0, wrapper.operands
    while at < len(arguments):
        text = arguments[at].known
        if text == "--":
            at += 1
            return arguments[at + operands :]
        if text.startswith("--"):
            at += 2 if "=" not in text and text[2:] in wrapper.long else 1
        elif text.startswith("-") and len(text) > 1:
            at += 2 if text[-1] in wrapper.values and not any(c in wrapper.values for c in text[1:-1]) else 1
        elif wrapper.sets and ASSIGNMENT.match(text):
            at += 1
        elif operands:
            at, operands = at + 1, operands - 1
        else:
            return arguments[at:]
    return ()
