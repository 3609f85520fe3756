"""The words of a git command -> the commands that git runs in its turn: what `-c` says of pagers and the like, and the
texts of `rebase --exec`, `bisect run`, `submodule foreach` and `filter-branch`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chibi_hooks.scheme.shell.programs.subcommands import VALUED, takes_value
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.words import ShellWord, cut, joined, one_word
from chibi_hooks.scheme.values.late import late_pattern

ALIAS: Final = re.compile(r"(?i)alias\.[^=]+=")
_COMMANDS: Final = (  # settings whose value is a command line
    r"core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external"
    r"|gpg\.(?:\S*\.)?(?:program|defaultkeycommand)|interactive\.difffilter|uploadpack\.packobjectshook|pager\.[^=\s]+"
    r"|remote\.\S*\.(?:uploadpack|receivepack)|\S*\.(?:textconv|cmd|clean|smudge|process|driver|command)"
)
NAMED: Final = late_pattern(rf"(?i)(?:(alias)\.\S+|credential\.(?:\S*\.)?helper|{_COMMANDS})$")
VERBS: Final = (
    "config", "rebase", "bisect", "submodule", "filter-branch", "clone", "fetch", "pull", "push", "ls-remote",
    "archive", "difftool", "grep", "remote",
)  # fmt: skip
PROGRAM: Final = late_pattern(  # such a setting; that of an alias or a helper only behind a !
    rf"(?i)(?:alias\.[^=]+=!|credential\.(?:[^=]*\.)?helper=!|(?:{_COMMANDS})=)"
)
BEHIND: Final = {"bisect": "run", "submodule": "foreach"}  # the word behind which a command stands
OPTIONS: Final = {
    "rebase": ("-x", "--exec"), "difftool": ("-x", "--extcmd"), "grep": ("-O", "--open-files-in-pager"),
    "clone": ("-u", "--upload-pack"), "push": ("--receive-pack", "--exec"), "archive": ("--exec",),
    **dict.fromkeys(("fetch", "pull", "ls-remote"), ("--upload-pack",)),
    "filter-branch": (
        "--setup", "--env-filter", "--tree-filter", "--index-filter", "--parent-filter", "--msg-filter",
        "--commit-filter", "--tag-name-filter",
    ),
}  # fmt: skip


SETTING: Final = late_pattern(r"[ \t]*([\w-]+)[ \t]*=[ \t]*(.*?)[ \t]*")
RUNNING: Final = frozenset({
    "pager", "editor", "sshcommand", "fsmonitor", "askpass", "external", "helper", "textconv", "cmd", "clean", "smudge",
    "driver", "process", "hookspath",
})  # fmt: skip
"""Last parts of settings whose value is a command line."""


def settings_run(text: str) -> Iterator[str]:
    """The command lines in a file of git's settings: what stands behind a !, and what such a setting is."""
    for line in text.splitlines():
        found = SETTING.fullmatch(line)
        if found is None:
            continue
        value = found[2].strip('"').replace('\\"', '"')
        if value[:1] == "!":
            yield value[1:]
        elif found[1].lower() in RUNNING and " " in value:
            yield value


def texts_run_by_git(arguments: Sequence[ShellWord]) -> Iterator[str | None]:
    """The texts that git hands to a shell; None: unknown."""
    verb = ""
    for at, word in enumerate(arguments):
        text = word.known
        if text.startswith("ext::"):  # a remote that is a command, in which "% " is a blank
            yield (cut(word, 5).whole or "").replace("% ", "\\ ")
        if not verb:
            before = arguments[at - 1].known if at else ""
            if takes_value(before, VALUED["git"]):
                found = PROGRAM.match(text) if before == "-c" else None
                if found is not None:
                    yield cut(word, found.end()).whole
                elif before == "-c" and (alias := ALIAS.match(text)) is not None:
                    yield f"git {cut(word, alias.end()).whole or UNKNOWN}"
            elif text[:1] != "-":
                verb = text
        elif verb == "config" and at + 1 < len(arguments) and (named := NAMED.match(text)) is not None:
            said = arguments[at + 1].whole
            yield None if said is None else said[1:] if said[:1] == "!" else f"git {said}" if named[1] else said
        elif text == BEHIND.get(verb):
            rest = [each for each in arguments[at + 1 :] if each.known != "--recursive"]
            alone = len(rest) == 1 and verb != "bisect"
            yield joined(rest) if alone else " ".join(one_word(each.whole or UNKNOWN) for each in rest)
            return
        elif text.startswith("-"):
            option, equals, _ = text.partition("=")
            if option in OPTIONS.get(verb, ()):
                if equals:
                    yield cut(word, len(option) + 1).whole
                elif at + 1 < len(arguments):
                    yield arguments[at + 1].whole
