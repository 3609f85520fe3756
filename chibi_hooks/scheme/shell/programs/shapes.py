"""How programs take a command that no table says: behind `--`, or as the value of an option whose name says so.

    choom -n 0 -- rm -rf src        rm -rf src
    svn diff --diff-cmd 'sh -c x'   a text for a shell, if it is one

What a table says of a program (wrappers.py, runs.py) stands beside that. The words behind `--` are those of a command
but for programs of which it is known that they are operands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chibi_hooks.scheme.shell.programs.code import AWKS, INTERPRETERS
from chibi_hooks.scheme.shell.text.words import ShellWord, cut

OPTION: Final = (
    r"--?(?:[\w.-]*(?:[eE]xec|[eE]xecute|[cC]ommands?|[cC]md)"
    r"|(?:[\w.-]*[._-])?(?:run|shell|pager|editor|hook|prog|program|scripts?|prepare|setup|cleanup|conclude)"
    r"|(?:[A-Za-z]{1,20}+[.-])?on-[\w-]++)"
)
TEXT: Final = re.compile(
    rf"[ \t](?:['\"]{OPTION}=|['\"]?{OPTION}(?:=|['\"]?[ \t]+)(?=\S*['\"\\$]))"
)
DASHES: Final = re.compile(r"[ \t][$'\"\\]*-[\\'\"]*-['\"]?[ \t]+[^\s-]")
ODD: Final = re.compile(r"-[\\'\"]|--\w+['\"\\]\w")  # options written in another way
NAMED: Final = re.compile(rf"{OPTION}(?:=|\Z)")
OPERANDS: Final = {  # programs behind whose `--` stand operands, or what they hand on, and subcommands that run it
    **dict.fromkeys((
        "git", "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ls", "rm", "cp", "mv", "ln", "cat", "bat", "head",
        "tail", "sort", "uniq", "wc", "cut", "tr", "sed", "gsed", "diff", "cmp", "comm", "touch", "mkdir", "rmdir",
        "chmod", "chown", "chgrp", "stat", "file", "du", "df", "tee", "echo", "printf", "test", "[", "basename",
        "dirname", "readlink", "realpath", "less", "more", "nl", "od", "xxd", "tar", "zip", "unzip", "gzip", "gunzip",
        "xz", "kill", "pkill", "pgrep", "set", "cd", "pushd", "read", "export", "unset", "unlink", "shred", "install",
        "rsync", "scp", "curl", "wget", "jq", "yq", "npm", "pnpm", "yarn", "bun", "deno", "make", "gmake", "task", "go",
        "pytest", "tsc", "eslint", "prettier", "jest", "vitest", "mocha", "cmake", "ctest", "ninja", "mvn",
        "gradle", "gradlew", "dotnet", "swift", "mix", "bundle", "rake", "rails", "black", "ruff", "mypy", "flake8",
        "isort", "pre-commit", "docker", "docker-compose", "podman", "helm", "terraform", "gh", "glab", "vim", "vi",
        "nvim", "emacs", "nano", "ed", "ex", "code", "open", "xdg-open", "which", "type", "man", "trash", "trash-put",
        "hg", "svn", "shellcheck", "clippy-driver", "rustc", "gcc", "clang", "ruby", "php", "node",
        "apt-get", "brew", "pip", "pip3", "claude", "codex", "gemini", "aider", "pass", "fzf", "column",
        "uv", "hugo", "wrangler", "expo", "vite", "next",
    ), ()),
    "cargo": ("watch",),
}  # fmt: skip


def may_hand(text: str) -> bool:
    """False: there is no command in it of which `hands_command` is true."""
    return "--" in text or "-\\" in text or "-'" in text or '-"' in text


def hands_command(name: str, written: str) -> bool:
    """False: by its words as they are written it takes no command in one of these ways."""
    if "'" in written or '"' in written or "\\" in written or "$" in written:
        if not may_hand(written):
            return False
        if TEXT.search(written) is not None or ODD.search(written) is not None:
            return True
    elif "-- " not in written and "--\t" not in written:
        return False
    return _may_run_rest(name) and DASHES.search(written) is not None


def behind_dashes(name: str, words: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The command behind the first `--`."""
    verbs = OPERANDS.get(name)
    if not _may_run_rest(name):
        return ()
    pairs = zip(words, words[1:], strict=False)
    at = next((at for at, (one, other) in enumerate(pairs, 1) if one.text == "--" and other.known[:1] != "-"), 0)
    return words[at:] if at > 1 and (not verbs or any(word.text in verbs for word in words[1:at])) else ()


@lru_cache(256)
def _may_run_rest(name: str) -> bool:
    verbs = OPERANDS.get(name)
    return bool(verbs) if verbs is not None else name not in AWKS and INTERPRETERS.fullmatch(name) is None


def texts_of_options(words: Sequence[ShellWord]) -> Sequence[str]:
    """The values of options whose name says that they are a command, if they are more than a word."""
    found = []
    for at, word in enumerate(words[1:], 1):
        match = NAMED.match(word.known) if word.known[:1] == "-" else None
        if match is None:
            continue
        value = cut(word, match.end()) if match[0][-1] == "=" else words[at + 1] if at + 1 < len(words) else word
        if value.whole is not None and " " in value.whole.strip() and value is not word:
            found.append(value.whole)
    return found
