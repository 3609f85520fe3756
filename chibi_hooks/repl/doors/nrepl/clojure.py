"""What editors send in Clojure whatever they talk to -> the request of a session that means the same.

Conjure asks so for documentation and for a file. The words are fixed ones, with a name or a path in them; all else in
Clojure is for Scheme to refuse.
"""

from __future__ import annotations

import re
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.scheme.reading.opener import read_file

BYTES: Final = 1_000_000  # of a file; reading it takes under a second
DOC: Final = re.compile(r"\(clojure\.repl/doc\s+([^\s()\"']+)\)")
LOAD: Final = re.compile(r'\((?:#\?\([^()]*\)|clojure\.core/load-file)\s+"((?:[^"\\]|\\.)*)"\)')


def meant(code: str) -> dict[str, Json] | None:
    """The request; None where the text is no such thing. Raises BadRequest for a file that cannot be read."""
    text = code.strip()
    if found := DOC.fullmatch(text):
        return {"describe": found[1]}
    if found := LOAD.fullmatch(text):
        path = re.sub(r"\\(.)", r"\1", found[1])
        return {"eval": _text_of(path), "file": path}
    return None


def _text_of(path: str) -> str:
    try:
        return read_file(path, BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path}: not UTF-8 at byte {error.start}") from None
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from None
