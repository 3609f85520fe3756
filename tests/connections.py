"""Connections to SQLite that fail."""

from __future__ import annotations

import sqlite3
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
