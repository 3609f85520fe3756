"""A command -> what its program is told to do and to what: the words behind the program's own options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

T = TypeVar("T")
LEAST: Final = 2  # letters that are left of a long option where it is cut short
SHORT: Final = 40  # characters of an option that is kept with its answer

VALUED: Final[Mapping[str, tuple[str, ...]]] = {
    "git": ("C", "c", "git-dir", "work-tree", "namespace", "exec-path", "super-prefix", "config-env", "attr-source"),
    "docker": ("H", "host", "c", "context", "l", "log-level", "config", "tlscacert", "tlscert", "tlskey"),
    "docker-compose": ("f", "file", "p", "project-name", "profile", "env-file", "project-directory", "ansi"),
    "podman": ("c", "connection", "url", "root", "runroot", "log-level"),
    "kubectl": ("n", "namespace", "context", "kubeconfig", "cluster", "user", "s", "server", "token", "as", "v"),
    "helm": ("n", "namespace", "kube-context", "kubeconfig"),
    "npm": ("prefix", "C", "w", "workspace", "registry", "userconfig"),
    "pnpm": ("C", "dir", "filter", "F"),
    "yarn": ("cwd",),
    "cargo": ("C", "config", "Z", "color", "manifest-path", "features", "F", "package", "p", "registry", "git",
              "branch", "tag", "rev", "path", "rename", "target", "version", "vers"),
    "aws": ("region", "profile", "output", "endpoint-url"),
    "gcloud": ("project", "account", "configuration"),
    "az": ("subscription",),
    "gh": ("R", "repo"),
    "terraform": ("chdir",),
    "systemctl": ("H", "M", "t", "p"),
    "adb": ("s", "t", "H", "P"),
    "make": ("C", "f", "j", "directory", "file"),
    "tmux": ("L", "S", "f", "c", "T"),
}
"""Options that stand before a subcommand and have a value."""
BEFORE_VERB: Final = frozenset({"git"})  # only there: git switch -c x makes the branch x
TEXTS: Final[Mapping[str, frozenset[str]]] = {
    "git": frozenset({"m", "message", "F", "author", "date", "grep", "trailer", "b", "B", "c", "C"}),
}
"""Options behind which a text stands, whatever it looks like."""


def subcommand_of(name: str | None, arguments: Sequence[T], knowns: Sequence[str]) -> list[T]:
    """The arguments of a command that are no options, nor the values of its program's own. `knowns`: each of them, or
    as much of its beginning as is known."""
    valued = VALUED.get(name or "", ())
    if name not in BEFORE_VERB:
        return operands_of(arguments, knowns, lambda known: takes_value(known, valued))
    at = _verb_at(knowns, valued)
    if knowns[at - 1 : at] == ["--"]:
        return [*arguments[at:]]
    return operands_of(arguments[at:], knowns[at:], lambda known: False)


def options_of(name: str | None, knowns: Sequence[str]) -> list[str]:
    """The options among the arguments of a command, as far as they are known; a text behind an option is none, whatever
    it looks like."""
    valued = TEXTS.get(name or "")
    if valued is None:
        found = [known for known in knowns if known[:1] == "-"]
        return found[: found.index("--")] if "--" in found else found
    found, text = [], -1
    for at in [at for at, known in enumerate(knowns) if known[:1] == "-"]:
        if at == text:
            continue
        known = knowns[at]
        if known == "--":
            break
        if known[1:2] == "-":
            if known[2:] in valued:
                text = at + 1
        elif not valued.isdisjoint(known):
            cut = next(place for place, c in enumerate(known) if c in valued)
            if cut == len(known) - 1:
                text = at + 1
            known = known[: cut + 1]
        found.append(known)
    return found


def verb_of(name: str | None, knowns: Sequence[str]) -> str:
    """The first of the words of `subcommand_of`, or ""."""
    return next(iter(knowns[_verb_at(knowns, VALUED.get(name or "", ())) :]), "")


def _verb_at(knowns: Sequence[str], valued: tuple[str, ...]) -> int:
    """Where the subcommand stands."""
    at = 0
    while at < len(knowns):
        known = knowns[at]
        if known[:1] != "-" or len(known) < 2:
            return at
        if known == "--":
            return at + 1
        at += 2 if valued and takes_value(known, valued) else 1
    return at


def operands_of(arguments: Sequence[T], knowns: Sequence[str], takes_value: Callable[[str], bool]) -> list[T]:
    """The arguments that are no options, nor the values of these. `knowns`: each of them, or as much of its beginning
    as is known; `takes_value`: whether the next one belongs to an option.
    """
    found: list[T] = []
    skip = False
    for at, known in enumerate(knowns):
        if skip:
            skip = False
        elif known[:1] != "-" or len(known) < 2:
            found.append(arguments[at])
        elif known == "--":
            return [*found, *arguments[at + 1 :]]
        else:
            skip = takes_value(known)
    return found


def takes_value(word: str, valued: tuple[str, ...]) -> bool:
    """Does the next word belong to this option, because it is one of these names and has no value itself?"""
    return bool(valued) and "=" not in word and is_option(word, valued) and attached(word, valued) is None


def attached(word: str, names: tuple[str, ...]) -> str | None:
    """The value that stands in the same word as an option of one character, as in -nprod; None without."""
    if len(word) < 3 or word[1] == "-" or word[1:] in names:
        return None
    at = next((at for at, c in enumerate(word) if at and c in names), len(word) - 1)
    return word[at + 1 :] or None


def is_option(word: str, names: tuple[str, ...]) -> bool:
    """Is this an option of one of these names? Of one character: -c, also among others; a longer one: --name, also
    with a value or cut short to two letters, or -name as it stands."""
    if len(word) < 2 or word[0] != "-":
        return False
    return _is_short_option(word, names) if len(word) <= SHORT else _is_option(word, names)


def _is_option(word: str, names: tuple[str, ...]) -> bool:
    if word[1] == "-":
        given = word[2:].partition("=")[0]
        cut = len(given) >= LEAST
        return any(len(name) > 1 and (given == name or cut and name.startswith(given)) for name in names)
    bundle, plain = _bundle(word), word[1:].partition("=")[0]
    return any(name in bundle if len(name) == 1 else plain == name for name in names)


_is_short_option: Final = lru_cache(1_024)(_is_option)  # it is always the same ones that are asked for


def _bundle(word: str) -> str:
    """The letters of -abc; -name=value and -auto-approve are no bundles."""
    for at, c in enumerate(word[1:]):
        if not (c.isalpha() or c.isdecimal()):
            return "" if c in "-=" else word[1 : at + 1]
    return word[1:]
