"""What the hook host raises, by whose fault it is; a responder's failure is never raised (it is an `Answer` with an
error).

    HookError
      ConfigError       the home's: a bad `chibi-hooks.toml`, a home that is not there        exit 4
      BadRequest        the caller's: what was asked for makes no sense                       exit 64
        UnknownPoint      no such hook point
        BadPayload        not a JSON object, or a field of the wrong type
"""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


LONG = 6  # letters of a word that is no beginning of others by chance


class HookError(Exception):
    """A message for the user: what is wrong, where, and what to do next."""


class ConfigError(HookError):
    """A home or its configuration cannot be used."""


class BadRequest(HookError):
    """The caller asked for something that makes no sense."""


class UnknownPoint(BadRequest):
    """The hook point does not exist."""


class BadPayload(BadRequest):
    """The payload is not what the point takes."""


def counted(count: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """`: did you mean "timeout"?` when one of `words` is near, else nothing."""
    from difflib import get_close_matches  # only after a mistake

    known = list(words)
    alike = [each for each in known if each.lower() == word.lower()]
    near = alike or get_close_matches(word, known, n=1) or _other_spellings(word, known)
    return f': did you mean "{near[0]}"?' if near else ""


def _other_spellings(word: str, words: list[str]) -> list[str]:
    """Words with which it begins, whatever marks and capitals they are written with."""
    plain = _plain(word)
    return sorted((each for each in words if len(each) >= LONG and plain.startswith(_plain(each))), key=len)[-1:]


def _plain(word: str) -> str:
    return "".join(filter(str.isalnum, word)).lower()
