"""Words and options in which a program is handed a text for a shell, or one for an interpreter: data, one line a
program, and who reads such a line.

A program that is added here is seen through by every policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.scheme.shell.programs.wrapper import Inner, InnerText
from chibi_hooks.scheme.shell.text.words import ShellWord, one_word, word_from

VIMS: Final = ("vim", "vi", "nvim", "ex", "view")
SSHS: Final = ("ssh", "scp", "sftp", "autossh", "mosh", "sshfs", "ssh-copy-id")
MEMBERS: Final = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'([^']*+)'")  # of a list: commands=["a", "b"]
JOINING: Final = re.compile(r"['\"][ \t]*\.{1,2}[ \t]*['\"]|['\"]")
EXECUTED: Final = re.compile(  # vim's, of strings
    r"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?exe\w*!?[ \t]+(?=['\"])(.+)", re.DOTALL)
HANDED: Final[Mapping[str, re.Pattern[str]]] = {  # words in which a text for a shell stands
    "tar": re.compile(
        r"(?:(?:--checkpoint-action=)?exec|--(?:to-command|use-compress-program|rsh-command))=(.+)", re.DOTALL),
    **dict.fromkeys(VIMS, re.compile(
        r"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?(?:[\d,.$%]*(?:[rw]|read|write)?[ \t]*!(.+)"
        r"|.*?\b(?:system|systemlist|jobstart|job_start|termopen|term_start)\(['\"](.+)['\"]\))", re.DOTALL)),
    **dict.fromkeys(("ftp", "lftp", "dc", "ipython"), re.compile(r"(?:!|%(?:sx|system)\s)(.+)")),
    "socat": re.compile(
        r"(?:exec|system|shell):(.+?)(?:,(?:pty|pipes|std\w+|setsid|sane|raw|echo|ctty|fdin|fdout|login|nofork|su)\b.*)?\Z",
        re.DOTALL | re.IGNORECASE),
    **dict.fromkeys(("nc", "ncat", "netcat"), re.compile(r"--(?:sh-)?exec=(.+)", re.DOTALL)),
    "lldb": re.compile(r"(?:platform\s+)?shell\s+(.+)", re.DOTALL),
    "bind": re.compile(r"\"[^\"]*\":\s*(.+)", re.DOTALL),
    "watchmedo": re.compile(r"--command=(.+)", re.DOTALL),
    "ed": re.compile(r"[\d,.$%]*[rwe]?[ \t]*!(.+)"),
    "split": re.compile(r"--filter=(.+)", re.DOTALL),
    **dict.fromkeys(SSHS, re.compile(
        r"(?:--|-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand|ssh_command|ssh)[= ](.+)",
        re.DOTALL | re.IGNORECASE)),
    "sed": re.compile(
        r"(?:\d+|\$|/[^/]*/)?e\s+(.+)|s([/|,#:@!_])(?:\\.|(?!\2).)*\2((?:\\.|(?!\2).)*)\2[gIip\d]*e", re.DOTALL),
    **dict.fromkeys(("sqlite3", "duckdb"), re.compile(
        r"\.(?:sh\w*|sy\w*)\s+(.+)|\.(?:o\w*|log|excel)\s+['\"]?\|\s*(.+?)['\"]?\Z|.*?\bedit\s*\([^)]{0,200}?,\s*'([^']+)'",
        re.DOTALL)),
    "psql": re.compile(
        r"(?:-c|--command=)?(?:\\!\s*(.+)|.*?\\(?:o|out|w|write|g|gx)\s*\|\s*(.+)|\\copy\b.*?\bprogram\s+'([^']+)')",
        re.DOTALL | re.IGNORECASE),
    "m4": re.compile(r".*?\be?syscmd\(`*([^()]+?)'*\)", re.DOTALL),
    "hg": re.compile(r"(?:alias\.[^=]+=!|(?:hooks|extdiff|merge-tools)\.[^=]+=(?!python:))(.+)", re.DOTALL),
    "gh": re.compile(r"!(.+)", re.DOTALL),
    "aws": re.compile(r"commands?=(.+)", re.DOTALL),
    "puppet": re.compile(r".*?\bexec\s*\{\s*['\"]([^'\"]+)", re.DOTALL),
    "rsync": re.compile(r"(?:--(?:rsh|rsync-path)=|-[A-Za-df-z]*e)(.+)", re.DOTALL),
    "nix-shell": re.compile(r"--(?:run|command)=(.+)", re.DOTALL),
    **dict.fromkeys(("make", "gmake", "nmake"), re.compile(
        r"SHELL=(?!\S*\b(?:ba|da|z|k|a)?sh(?:\.exe)?(?:\s+-\w+)*\Z)(.+)", re.DOTALL)),
    "gdb": re.compile(r"(?:!|shell\s|-ex=!|-ex=shell\s)\s*(.+)", re.DOTALL),
    "mysql": re.compile(r"(?:-e|--execute=)?(?:\\!|system\s)\s*(.+)", re.DOTALL),
    "rg": re.compile(r"--(?:pre|hostname-bin)=(.+)", re.DOTALL),
    "fzf": re.compile(r"--(?:preview=|bind=[^(]*\()(.+?)\)?\Z", re.DOTALL),
    "sort": re.compile(r"--compress-prog(?:ram)?=(.+)", re.DOTALL),
    "bazel": re.compile(r"--run_under=(.+)", re.DOTALL),
    "wget": re.compile(r"--use-askpass=(.+)", re.DOTALL),
    "less": re.compile(r"\+!(.+)", re.DOTALL),
}  # fmt: skip
PYTHON: Final = "python -c"
CODE: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {  # words in which a text for these stands
    "gdb": ((re.compile(r"(?:-i?e[ix]x?=)?(?:python|py)\s+(.+)", re.DOTALL), PYTHON),),
    "lldb": ((re.compile(r"script\s+(.+)", re.DOTALL), PYTHON),),
    **dict.fromkeys(VIMS, tuple(
        (re.compile(rf"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?(?:{name})(?:do)?[ \t]+(.+)", re.DOTALL), program)
        for name, program in (
            ("py(?:thon)?3?", PYTHON), ("lua", "lua -e"), ("ruby", "ruby -e"), ("perl", "perl -e"))
    )),
}  # fmt: skip
BUNDLED: Final[Mapping[str, re.Pattern[str]]] = {"rsync": re.compile(r"-[A-Za-z]*e")}  # the same, among others
BEHIND: Final[Mapping[str, tuple[str, ...]]] = {  # options behind which such a text stands
    "tar": ("--to-command", "--use-compress-program", "-I", "-F"), "et": ("-c", "--command"),
    "fish": ("-C", "--init-command"), "rsync": ("-e", "--rsh", "--rsync-path"),
    "nix-shell": ("--run", "--command"), "npm": ("-c", "--call"), "npx": ("-c", "--call"), "vagrant": ("-c",),
    "screen": ("stuff",), "split": ("--filter",), "rg": ("--pre", "--hostname-bin"),
    "fzf": ("--preview", "--bind"), "sort": ("--compress-program",),
    "entr": ("-s",), **dict.fromkeys(("nc", "ncat", "netcat"), ("-e", "-c", "--exec", "--sh-exec")),
    "compgen": ("-C", "-W"), "chokidar": ("-c", "--command"), "air": ("--build.cmd", "--build.bin"),
    "watchmedo": ("-c", "--command"), "modd": ("-c",), "vault": ("-exec", "--exec"),
    "aws": ("--command",), "mosh": ("--ssh",),
    **dict.fromkeys(("ansible", "ansible-console"), ("-a", "--args")), "zip": ("-TT", "--unzip-command"),
    "go": ("-exec", "-toolexec"), "bazel": ("--run_under",), "scp": ("-S",), "sftp": ("-S",), "mapfile": ("-C",),
    "readarray": ("-C",), "complete": ("-C", "-W"), "nodemon": ("--exec", "-x"), "watchexec": ("-x", "--exec"),
    **dict.fromkeys(("cargo", "cargo-watch"), ("-s", "--shell")),
    "man": ("-P", "--pager"), "fly": ("-C",), "flyctl": ("-C",), "gcloud": ("--command",), "just": ("-c", "--command"),
}  # fmt: skip
LISTENS: Final = frozenset({
    "sqlite3", "duckdb", "psql", "mysql", "gdb", "ed", "ftp", "lftp", "dc", "m4", "ex", "vi", "vim", "nvim",
})
"""Their input is lines of that kind, too."""


def handed(name: str, arguments: Sequence[ShellWord]) -> Iterator[Inner]:
    """Texts that options hand to a shell."""
    pattern, options, bundled = HANDED.get(name), BEHIND.get(name, ()), BUNDLED.get(name)
    for at, word in enumerate(arguments):
        if word.text in options or (bundled is not None and bundled.fullmatch(word.text or "") is not None):
            yield next_text(arguments, at)
        elif pattern is not None and (found := pattern.match(word.known)) is not None:
            text = _group(word, found)
            listed = [one or other for one, other in MEMBERS.findall(text)] if text and text[:1] == "[" else [text]
            yield from map(InnerText, listed)
        elif pattern is not None and name in VIMS and (found := EXECUTED.match(word.whole or "")) is not None:
            yield from handed(name, [word_from(JOINING.sub("", found[1]))])
        else:
            for form, program in CODE.get(name, ()):
                if (found := form.match(word.whole or "")) is not None:
                    yield InnerText(f"{program} {one_word(found[1])}")


def handed_in(name: str, text: str) -> Iterator[str]:
    """The texts for a shell in the lines of a text for a program that listens to such."""
    found = handed(name, [word_from(line.strip()) for line in text.splitlines()])
    yield from (each.text for each in found if isinstance(each, InnerText) and each.text)


def _group(word: ShellWord, found: re.Match[str]) -> str | None:
    """What a pattern of `HANDED` has found in a word."""
    group = found.lastindex or 0
    whole = word.whole or ""
    return whole[found.start(group) : found.end(group) if found.end(group) < len(word.known) else len(whole)]


def next_text(arguments: Sequence[ShellWord], at: int) -> Inner:
    """The text behind an option."""
    return InnerText(arguments[at + 1].whole if at + 1 < len(arguments) else "")
