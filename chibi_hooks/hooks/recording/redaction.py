"""A JSON value -> the same without secrets, and cut to size: what may be written into the journal.

Rules
-----
* Secret is what stands under a key that looks so (`password`, `API_TOKEN`), in objects as well as in text
  (`--password x`, `API_TOKEN=x`, `Authorization: Bearer x`), a word that begins like a known key (`sk-…`), the user
  part of a URL, a private key.
* A text becomes `MARK`, a number 0; objects and arrays keep their shape, so that a payload stays what its point takes.
* Every pattern is linear in the text (possessive quantifiers, one start per word), because the journal's thread holds
  the interpreter while one runs. So the user's patterns are shell patterns on keys and beginnings of words, not
  regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import translate
from typing import Final, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.secrets import KEYS, WORDS

MARK: Final = "[redacted]"
KEPT_KEYS: Final = 4096  # keys whose verdict is remembered; payloads repeat the same few hundred
LONG: Final = 200  # characters of a text in which a look for signs comes first; the search takes ten times as long
CUT_TEXT: Final = 1000  # characters left of a long text when a fire is over its size
OUTERMOST: Final = 1  # levels that are never cut: the parts of a fire, and the list of its answers
CUT_MEMBERS: Final = 200  # members left of a long array or object then

_NAME: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:--([A-Za-z0-9_-]++)[ \t=]|([A-Za-z0-9_-]++)["']?[ \t]{0,3}[=:])[ \t]{0,3}"""
)
_VALUE: Final = re.compile(
    r"""(?:(?:Bearer|Basic|Token|Digest)[ \t]{1,3})?(?:"[^"\n]*+"?|'[^'\n]*+'?|[^\s"',;&|)}]++)""", re.IGNORECASE
)
_USER: Final = re.compile(r"(?<=://)[^/\s@:]*+:[^/\s@]++(?=@)")
_PRIVATE: Final = re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*+(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?")


class Cleaned(NamedTuple):
    """The value that may be kept; how many secrets went, and how many texts, arrays and objects were cut."""

    value: Json
    redacted: int
    cut: int


@dataclass(slots=True)
class _Count:
    redacted: int = 0
    cut: int = 0


class Redaction:
    """What counts as secret: `keys` are shell patterns for names, `words` beginnings of words (`sk-*`)."""

    def __init__(self, keys: Sequence[str] = KEYS, words: Sequence[str] = WORDS) -> None:
        self._key = re.compile("|".join(translate(key.lower()) for key in keys)) if keys else None
        self._verdicts: dict[str, bool] = {}
        self._word = _word_pattern(words)
        self._texts = bool(keys or words)
        self._signs = _signs(keys, words)
        self._scan: Callable[[bytes], bool] | None = None

    def suspects(self, text: str) -> bool:
        """May there be a secret in this JSON text? Cheap, and often wrong to the safe side."""
        if not self._texts:
            return False
        if self._signs is None:
            return True
        if self._scan is not None:
            return self._scan(text.encode("ascii", "replace"))
        text = text.lower()
        return any(sign in text for sign in self._signs)

    def quicken(self) -> None:
        """Many texts are to be looked at: from now on all signs are searched in one scan."""
        if self._signs is not None:
            self._scan = _one_scan(self._signs)

    def clean(self, value: Json, cut: bool = False) -> Cleaned:
        """`value` (which stays as it is) without secrets, and with long parts cut when `cut` says so."""
        count = _Count()
        out: list[Json] = [None]
        work: list[tuple[Json, bool, Json, Json, int]] = [(value, False, out, 0, 0)]  # secret?, container, slot, depth
        while work:
            value, secret, target, slot, depth = work.pop()
            cutting = cut and depth > OUTERMOST
            if type(value) is dict:
                made: Json = {}
                for key, member in _first(list(value.items()), cutting, count):
                    kept = self._kept_text(key, cutting, count)
                    made[kept] = None
                    work.append((member, secret or self.is_secret(key), made, kept, depth + 1))
            elif type(value) is list or type(value) is tuple:
                members = _first(value, cutting, count)
                made = [None] * len(members)
                work += [(member, secret, made, index, depth + 1) for index, member in enumerate(members)]
            else:
                made = self._leaf(value, secret, cut, count)
            target[slot] = made
        return Cleaned(out[0], count.redacted, count.cut)

    def is_secret(self, key: str) -> bool:
        """Does this name stand before a secret?"""
        verdict = self._verdicts.get(key)
        if verdict is None:
            if len(self._verdicts) >= KEPT_KEYS:
                self._verdicts.clear()
            verdict = self._key is not None and len(key) <= 200 and self._key.match(key.lower()) is not None
            self._verdicts[key] = verdict
        return verdict

    def text(self, text: str) -> str:
        """A text without the secrets in it."""
        if not self._texts or len(text) < 4 or (len(text) > LONG and not self.suspects(text)):
            return text
        pieces: list[str] = []
        done = 0
        for name in _NAME.finditer(text):
            if name.start() < done or not self.is_secret(name[1] or name[2]):
                continue
            value = _VALUE.match(text, name.end())
            if value:
                pieces += [text[done : name.end()], MARK]
                done = value.end()
        if pieces:
            text = "".join(pieces) + text[done:]
        if "://" in text:
            text = _USER.sub(MARK, text)
        if "PRIVATE KEY" in text:
            text = _PRIVATE.sub(MARK, text)
        return text if self._word is None else self._word.sub(MARK, text)

    def _leaf(self, value: Json, secret: bool, cut: bool, count: _Count) -> Json:
        if not isinstance(value, str | int | float | None):
            value = repr(value)  # no JSON; a point without hook files does not look that deep
        if secret and value is not None and not isinstance(value, bool):
            count.redacted += value not in ("", MARK, 0)
            return 0 if isinstance(value, int | float) else MARK if value else value
        return self._kept_text(value, cut, count) if isinstance(value, str) else value

    def _kept_text(self, text: str, cut: bool, count: _Count) -> str:
        """Cut first: a search in megabytes would hold the interpreter too long."""
        remark = ""
        if cut and len(text) > CUT_TEXT:
            count.cut += 1
            text, remark = text[:CUT_TEXT], f"… [{len(text)} characters]"
        kept = self.text(text)
        count.redacted += kept != text
        return kept + remark


def _signs(keys: Sequence[str], words: Sequence[str]) -> tuple[str, ...] | None:
    """Texts in lower case, one of which is wherever a secret is; None when some pattern gives no such text."""
    pieces = [max(re.split(r"[*?]|\[[^\]]*\]", key), key=len) for key in keys]
    pieces += [word.removesuffix("*") for word in words]
    if not all(re.fullmatch(r"[A-Za-z0-9_.@ -]+", piece) for piece in pieces):  # JSON may write it in another way
        return None
    signs = sorted({piece.lower() for piece in pieces} | {"private key", "://"}, key=len)
    return tuple(sign for sign in signs if not any(other in sign for other in signs if other != sign))


def _one_scan(signs: Sequence[str]) -> Callable[[bytes], bool]:
    """The test whether one of these texts is in another, in letters of any case."""
    from re2 import _re2  # here: it costs 10 ms; its wrapper would make an object of each match

    options = _re2.RE2.Options()
    options.case_sensitive = False
    options.never_capture = True
    options.encoding = _re2.RE2.Options.Encoding.LATIN1
    scanner = _re2.RE2("|".join(re.escape(sign) for sign in signs).encode("ascii"), options)
    anchor = _re2.RE2.Anchor.UNANCHORED
    return lambda text: bool(scanner.Match(anchor, text, 0, len(text))[0][0] >= 0)


def _word_pattern(words: Sequence[str]) -> re.Pattern[str] | None:
    if not words:
        return None
    starts = "|".join(re.escape(word.removesuffix("*")) for word in words)
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{starts})[A-Za-z0-9_./+=-]{{8,}}+")


def _first(members: Json, cut: bool, count: _Count) -> Json:
    if not cut or len(members) <= CUT_MEMBERS:
        return members
    count.cut += 1
    return members[:CUT_MEMBERS]
