"""Connections to SQLite that fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any


class Uncommitting(sqlite3.Connection):
    """Once `fails` is set, the next commit fails as on a disk that is full; SQLite leaves the transaction open then. A
    statement that changes something is its own commit outside of a transaction."""

    fails = False

    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        commits = query == "COMMIT" or (query.startswith("INSERT") and not self.in_transaction)
        if commits and Uncommitting.fails:
            Uncommitting.fails = False
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(query, *values)


def connecting_once() -> Callable[..., sqlite3.Connection]:
    """What connects like SQLite, each file once: then there is no handle left for another connection."""
    connected: set[str] = set()

    def connect(path: Any, **options: Any) -> sqlite3.Connection:
        if str(path) in connected:
            raise sqlite3.OperationalError("unable to open database file")
        connected.add(str(path))
        return sqlite3.connect(path, **options)

    return connect
