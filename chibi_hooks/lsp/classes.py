"""The classes of the editors' protocol, imported with what attrs compiled for them in an earlier process.

attrs writes a text of Python for each of hundreds of classes and compiles it: half of the import. What was compiled is
kept like compiled Scheme, by the text: another attrs, or another version of the protocol, writes other texts, and those
are compiled. An attrs that compiles otherwise is not noticed, and not hurt.
"""

from __future__ import annotations

from importlib import import_module
from types import CodeType
from typing import Final

from chibi_hooks.scheme.reading.store import key_of, store_in_use

KEPT_AS: Final = "protocol-classes"


def import_classes() -> None:
    """Import them. Raises ModuleNotFoundError where the protocol's library is not installed."""
    store = store_in_use()
    if store is None:
        import_module("lsprotocol.types")
        return
    import_module("lsprotocol")  # what is missing is told by its name
    names = vars(import_module("attr._make"))
    key = key_of(KEPT_AS)
    known: dict[tuple[str, str, str], CodeType] = store.get(key) or {}
    used: dict[tuple[str, str, str], CodeType] = {}

    def compiled(text: str, filename: str, mode: str) -> CodeType:
        asked = text, filename, mode
        found = used[asked] = known.get(asked) or compile(text, filename, mode)
        return found

    names["compile"] = compiled  # found before Python's own, by attrs alone
    try:
        import_module("lsprotocol.types")
    finally:
        names.pop("compile", None)
    if used.keys() != known.keys():
        store.put(key, used)
