"""Programs that run a text which no word of theirs says: that of their input, or of a file. Data, and what a command's
words tell of it.

A program that is added here is seen through by every policy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.shell.text.words import ShellWord

SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash", "yash", "csh", "tcsh",
                            "elvish", "nu", "xonsh", "osh", "ysh", "oil", "rc", "posh", "pdksh", "oksh", "lksh"})
SHELL_VALUES: Final = frozenset({"o", "O", "rcfile", "init-file"})  # options of shells that take the next word
READERS: Final = frozenset({"source", "."})  # they run a file's text
OTHERS: Final = frozenset({"powershell", "pwsh", "powershell.exe", "pwsh.exe", "cmd", "cmd.exe"})  # other shells
LATER: Final = frozenset({"at", "batch"})  # they run the text of their input, some time
CRON: Final = "crontab"  # of each line what stands behind the time
ALONE: Final[Mapping[str, tuple[str, ...]]] = {  # without a command they run a shell; with words: behind one of these
    **dict.fromkeys((
        "sudo", "sudo-rs", "doas", "run0", "su", "runuser", "pkexec", "gsudo", "ssh", "chroot", "unshare", "nsenter",
        "script", "newgrp", "sg", "nix-shell", "wsl", "wsl.exe", "fakeroot", "firejail", "setarch", "linux32",
        "linux64", "dbus-run-session", "proot", "env-shell", "capsh",
    ), ()),
    "adb": ("shell",), "vagrant": ("ssh",), "minikube": ("ssh",), "colima": ("ssh",), "docker-machine": ("ssh",),
    "gcloud": ("ssh",), "fly": ("ssh",), "flyctl": ("ssh",), "limactl": ("shell",), "multipass": ("shell",),
    "machinectl": ("shell", "login"), "poetry": ("shell",), "pipenv": ("shell",), "nix": ("develop", "shell"),
    "toolbox": ("enter",), "distrobox": ("enter",), "systemd-run": ("-S", "--shell"),
}  # fmt: skip
STARTS: Final = {
    "capsh": "bash", "hub": "git", **{f"zf_{each}": each for each in ("rm", "mv", "ln", "chmod")},
}  # programs that always run the same one
TAKERS: Final = frozenset({*SHELLS, *READERS, *OTHERS, *LATER, CRON, *ALONE})
MAKERS: Final = frozenset({
    "make", "gmake", "nmake", "bmake", "npm", "yarn", "pnpm", "bun", "just", "rake", "bundle", "pod", "vagrant", "nox",
    "invoke", "inv", "fab", "scons", "pytest", "gulp", "grunt", "webpack", "vite", "rollup", "jest", "vitest", "eslint",
    "next", "task", "direnv", "ninja", "cmake", "pip", "pip3",
})  # fmt: skip
"""They run what stands in a file of a certain name (recipes.py)."""
STDIN: Final = re.compile(r"/dev/(?:stdin|fd/0)|/proc/(?:self|\$\$)/fd/0|-|0")  # 0<&0 is read as 0, too
WHEN: Final = re.compile(
    r"^[ \t]*(?:@\w+|(?:[^\s#]\S*[ \t]+){4}[^\s#]\S*)[ \t]+|^[ \t]*\w+[ \t]*=.*$", re.MULTILINE
)


def is_shell(name: str) -> bool:
    """Does the program run the text of its input?"""
    return name in SHELLS


def takes_input(name: str, words: Sequence[ShellWord]) -> bool:
    """Does it run the text of its input, now or later, if it has one? Whoever may run a shell alone does so, if the
    words say no command."""
    if name in SHELLS or name in OTHERS:
        return not script_of(words)
    return name in LATER or name == CRON


def is_alone(name: str, words: Sequence[ShellWord]) -> bool:
    """Does it run a shell, where its words say no other command?"""
    verbs = ALONE.get(name)
    return verbs is not None and (not verbs or any(word.text in verbs for word in words))


def reads_input(name: str, words: Sequence[ShellWord]) -> bool:
    """Does it run the text of its input, as source /dev/stdin does?"""
    return name in READERS and len(words) > 1 and STDIN.fullmatch(words[1].known) is not None


def script_of(words: Sequence[ShellWord]) -> bool:
    """Has a shell been given a file to run, so that its input is the script's?"""
    skip = False
    for word in words[1:]:
        text = word.text or word.source
        if skip or text.startswith(("-", "+")):
            skip = not skip and takes_next(text)
            if text == "-s":
                return False
            continue
        return STDIN.fullmatch(text) is None
    return False


def takes_next(option: str) -> bool:
    """Does an option of a shell take the next word? -euo pipefail does."""
    bare = option.lstrip("-+")
    return bare in SHELL_VALUES or (option[:1] in "-+" and option[1:2] not in "-+" and bare[-1:] in "oO" and bare != "")


def scheduled(text: str) -> str:
    """What a table of cron runs."""
    return WHEN.sub("", text)
