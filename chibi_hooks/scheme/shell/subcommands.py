"""A command -> what its program is told to do and to what: the words behind the program's own options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from chibi_hooks.scheme.shell.words import ShellWord

T = TypeVar("T")
SHORT: Final = 40  # characters of an option that is kept with its answer

VALUED: Final[Mapping[str, tuple[str, ...]]] = {
    "git": ("C", "c", "git-dir", "work-tree", "namespace", "exec-path", "super-prefix", "config-env", "attr-source"),
    "docker": ("H", "host", "c", "context", "l", "log-level", "config", "tlscacert", "tlscert", "tlskey"),
    "podman": ("c", "connection", "url", "root", "runroot", "log-level"),
    "kubectl": ("n", "namespace", "context", "kubeconfig", "cluster", "user", "s", "server", "token", "as", "v"),
    "helm": ("n", "namespace", "kube-context", "kubeconfig"),
    "npm": ("prefix", "C", "w", "workspace", "registry", "userconfig"),
    "pnpm": ("C", "dir", "filter", "F"),
    "yarn": ("cwd",),
    "cargo": ("C", "config", "Z", "color", "manifest-path"),
    "aws": ("region", "profile", "output", "endpoint-url"),
    "gcloud": ("project", "account", "configuration"),
    "az": ("subscription",),
    "gh": ("R", "repo"),
    "terraform": ("chdir",),
    "systemctl": ("H", "M", "t", "p"),
    "make": ("C", "f", "j", "directory", "file"),
}
"""Options that stand before a subcommand and have a value."""
TEXTS: Final[Mapping[str, tuple[str, ...]]] = {"git": ("m", "message", "F", "author", "date", "grep", "trailer")}
"""Options behind which a text stands, whatever it looks like."""

_known_of: Final = attrgetter("known")


def subcommand_of(name: str | None, words: Sequence[ShellWord]) -> list[ShellWord]:
    """The words of a command that are no options, nor the values of its program's own."""
    valued = VALUED.get(name or "", ())
    return operands_of(words[1:], _known_of, lambda known: takes_value(known, valued))


def options_of(name: str | None, words: Sequence[ShellWord]) -> list[str]:
    """The options of a command, as far as they are known; a text behind an option is none, whatever it looks like."""
    found: list[str] = []
    valued = TEXTS.get(name or "", ())
    skip = False
    for word in words[1:]:
        known = word.known
        if skip or known[:1] != "-":
            skip = False
            continue
        if known == "--":
            break
        if valued and known[1:2] != "-":
            cut = next((at for at, c in enumerate(known) if c in valued), len(known))
            skip = cut == len(known) - 1
            known = known[: cut + 1]
        elif known[2:] in valued:
            skip = True
        found.append(known)
    return found


def operands_of(arguments: Sequence[T], known_of: Callable[[T], str], takes_value: Callable[[str], bool]) -> list[T]:
    """The arguments that are no options, nor the values of these. `known_of`: a word, or as much of its beginning as is
    known; `takes_value`: whether the next word belongs to an option.
    """
    found: list[T] = []
    skip = False
    for at, word in enumerate(arguments):
        if skip:
            skip = False
            continue
        known = known_of(word)
        if known == "--":
            return [*found, *arguments[at + 1 :]]
        if len(known) < 2 or known[0] != "-":
            found.append(word)
        else:
            skip = takes_value(known)
    return found


def takes_value(word: str, valued: tuple[str, ...]) -> bool:
    """Does the next word belong to this option, because it is one of these names and has no value itself?"""
    return bool(valued) and "=" not in word and is_option(word, valued)


def is_option(word: str, names: tuple[str, ...]) -> bool:
    """Is this an option of one of these names? Of one character: -c, also among others; a longer one: --name, also
    with a value or cut short to three letters, or -name as it stands."""
    if len(word) < 2 or word[0] != "-":
        return False
    return _is_short_option(word, names) if len(word) <= SHORT else _is_option(word, names)


def _is_option(word: str, names: tuple[str, ...]) -> bool:
    if word[1] == "-":
        given = word[2:].partition("=")[0]
        return any(len(name) > 1 and (given == name or len(given) >= 3 and name.startswith(given)) for name in names)
    bundle, plain = _bundle(word), word[1:].partition("=")[0]
    return any(name in bundle if len(name) == 1 else plain == name for name in names)


_is_short_option: Final = lru_cache(1_024)(_is_option)  # it is always the same ones that are asked for


def _bundle(word: str) -> str:
    """The letters of -abc; -name=value and -auto-approve are no bundles."""
    for at, c in enumerate(word[1:]):
        if not (c.isalpha() or c.isdecimal()):
            return "" if c in "-=" else word[1 : at + 1]
    return word[1:]
